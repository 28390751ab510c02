//! Who asks, and whether they may.

use axum::extract::{FromRequest, FromRequestParts, Request};
use axum::http::request::Parts;
use axum::http::{Method, header};
use axum_extra::extract::CookieJar;
use serde::de::DeserializeOwned;
use serde_json::value::RawValue;

use super::deeds::require;
use super::problem::Problem;
use crate::house::Floor;
use crate::people::{Person, SessionStanding, Token};
use crate::roles::{Action, Role};
use crate::sight::Eyes;

/// The cookie of a session.
pub const SESSION: &str = "croupier";

/// The sender of a request: someone signed in, or anyone.
pub enum Who {
    /// Someone, by their token.
    Known(Person, Token),
    /// Someone who was idle too long: treated as anyone until they prove themselves again.
    Locked,
    /// Anyone.
    Anyone,
}

impl Who {
    /// Someone who may do this.
    ///
    /// # Errors
    ///
    /// When nobody is signed in, or they may not.
    pub fn may(self, action: Action) -> Result<Person, Problem> {
        let person = self.someone()?;
        require(&person, action)?;
        Ok(person)
    }

    /// Someone signed in, whatever their role.
    ///
    /// # Errors
    ///
    /// When nobody is signed in.
    pub fn someone(self) -> Result<Person, Problem> {
        match self {
            Who::Known(person, _) => Ok(person),
            Who::Locked => Err(Problem::locked()),
            Who::Anyone => Err(Problem::sign_in()),
        }
    }

    /// How they look at tables.
    #[must_use]
    pub fn eyes(&self) -> Eyes {
        match self {
            Who::Known(person, _) => Eyes::of(&person.name, person.role),
            Who::Locked | Who::Anyone => Eyes::Public,
        }
    }

    /// The token they showed, if it signed them in.
    #[must_use]
    pub fn token(self) -> Option<Token> {
        match self {
            Who::Known(_, token) => Some(token),
            Who::Locked | Who::Anyone => None,
        }
    }
}

/// The answer to someone who may not do what they ask for.
pub(super) fn not_for(person: &Person) -> Problem {
    Problem::not_yours(format!("this is not for a {}", person.role.word()))
}

/// The token a request shows.
pub struct Shown(pub Option<Token>);

impl<S: Sync> FromRequestParts<S> for Shown {
    type Rejection = std::convert::Infallible;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Shown, Self::Rejection> {
        Ok(Shown(token(parts)))
    }
}

/// The header in which a terminal shows its token, beside the session of the player before it.
const TERMINAL: &str = "croupier-terminal";

/// The terminal a request comes from, where it shows the token of one.
pub(super) struct Terminal(pub(super) Option<Person>);

impl FromRequestParts<Floor> for Terminal {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, floor: &Floor) -> Result<Terminal, Problem> {
        let shown = parts.headers.get(TERMINAL).and_then(|value| value.to_str().ok());
        let Some(token) = shown.map(Token::sent) else { return Ok(Terminal(None)) };
        match floor.people().who(&token, true).await? {
            SessionStanding::In(person) if person.role == Role::Terminal => Ok(Terminal(Some(person))),
            _ => Ok(Terminal(None)),
        }
    }
}

/// A machine's token is in its header, a browser's in its cookie.
fn token(parts: &Parts) -> Option<Token> {
    let bearer = parts.headers.get(header::AUTHORIZATION).and_then(|value| value.to_str().ok());
    if let Some(bearer) = bearer {
        return Some(Token::sent(bearer.strip_prefix("Bearer ").unwrap_or_default()));
    }
    CookieJar::from_headers(&parts.headers).get(SESSION).map(|cookie| Token::sent(cookie.value()))
}

impl FromRequestParts<Floor> for Who {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, floor: &Floor) -> Result<Who, Problem> {
        let Some(token) = token(parts) else { return Ok(Who::Anyone) };
        let acting = !matches!(parts.method, Method::GET | Method::HEAD);
        match floor.people().who(&token, acting).await? {
            SessionStanding::In(person) => Ok(Who::Known(person, token)),
            SessionStanding::Locked(_) => Ok(Who::Locked),
            SessionStanding::Nobody => Ok(Who::Anyone),
        }
    }
}

/// A JSON object whose faults are problems too.
pub(super) struct Json<T>(pub(super) T);

impl<T: DeserializeOwned, S: Send + Sync> FromRequest<S> for Json<T> {
    type Rejection = Problem;

    async fn from_request(request: Request, state: &S) -> Result<Json<T>, Problem> {
        let axum::Json(raw) = axum::Json::<Box<RawValue>>::from_request(request, state).await?;
        // A list of its fields without their names would be read as well.
        if !raw.get().starts_with('{') {
            return Err(Problem::unreadable("an object is wanted: see /api/docs"));
        }
        serde_json::from_str(raw.get()).map(Json).map_err(Problem::unreadable)
    }
}

/// A part of an address whose faults are problems too.
#[derive(FromRequestParts)]
#[from_request(via(axum::extract::Path), rejection(Problem))]
pub(super) struct Path<T>(pub(super) T);

/// What follows the question mark, whose faults are problems too.
#[derive(FromRequestParts)]
#[from_request(via(axum::extract::Query), rejection(Problem))]
pub(super) struct Query<T>(pub(super) T);

/// A place in a list as we gave it out: two numbers.
pub(super) fn place(text: &str) -> Option<(i64, i64)> {
    let number = |part: &str| {
        let digits = (1..=18).contains(&part.len()) && part.bytes().all(|byte| byte.is_ascii_digit());
        digits.then(|| part.parse().ok()).flatten()
    };
    let (one, other) = text.split_once('.')?;
    Some((number(one)?, number(other)?))
}
