//! Who asks, and whether he may.

use axum::extract::{FromRequest, FromRequestParts};
use axum::http::request::Parts;
use axum::http::{Method, header};
use axum_extra::extract::CookieJar;

use super::problem::Problem;
use crate::house::Floor;
use crate::people::{Person, SessionStanding, Token};
use crate::roles::{Action, may};
use crate::sight::Eyes;

/// The cookie of a session.
pub(super) const COOKIE: &str = "croupier";

/// Whoever asks: someone signed in, or anyone.
pub(super) struct Who(pub(super) Option<Person>);

impl Who {
    /// Someone who may do this.
    pub(super) fn may(self, action: Action) -> Result<Person, Problem> {
        let person = self.0.ok_or_else(Problem::sign_in)?;
        if may(person.role, action) {
            return Ok(person);
        }
        Err(Problem::not_yours(format!("this is not for a {}", person.role.word())))
    }

    /// Someone signed in, whatever he is.
    pub(super) fn anyone(self) -> Result<Person, Problem> {
        self.0.ok_or_else(Problem::sign_in)
    }

    /// How he looks at tables.
    pub(super) fn eyes(&self) -> Eyes {
        self.0.as_ref().map_or(Eyes::Public, |person| Eyes::of(&person.name, person.role))
    }
}

/// The token a request shows: a machine's in its header, a browser's in its cookie.
pub(super) fn token(parts: &Parts) -> Option<Token> {
    let bearer = parts.headers.get(header::AUTHORIZATION).and_then(|value| value.to_str().ok());
    if let Some(bearer) = bearer {
        return Some(Token::sent(bearer.strip_prefix("Bearer ").unwrap_or_default()));
    }
    CookieJar::from_headers(&parts.headers).get(COOKIE).map(|cookie| Token::sent(cookie.value()))
}

impl FromRequestParts<Floor> for Who {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, floor: &Floor) -> Result<Who, Problem> {
        let Some(token) = token(parts) else { return Ok(Who(None)) };
        let acting = parts.method != Method::GET;
        match floor.people().who(&token, acting).await? {
            SessionStanding::In(person) => Ok(Who(Some(person))),
            SessionStanding::Locked(_) if acting => Err(Problem::locked()),
            SessionStanding::Locked(_) | SessionStanding::Nobody if !acting => Ok(Who(None)),
            SessionStanding::Locked(_) | SessionStanding::Nobody => Err(Problem::sign_in()),
        }
    }
}

/// JSON whose faults are problems too.
#[derive(FromRequest)]
#[from_request(via(axum::Json), rejection(Problem))]
pub(super) struct Json<T>(pub(super) T);

/// A part of an address whose faults are problems too.
#[derive(FromRequestParts)]
#[from_request(via(axum::extract::Path), rejection(Problem))]
pub(super) struct Path<T>(pub(super) T);

/// What follows the question mark, whose faults are problems too.
#[derive(FromRequestParts)]
#[from_request(via(axum::extract::Query), rejection(Problem))]
pub(super) struct Query<T>(pub(super) T);
