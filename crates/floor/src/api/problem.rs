//! Errors in one form: problem+json (RFC 9457), with the clause where there is one.

use std::collections::BTreeMap;

use axum::Json;
use axum::extract::rejection::{JsonRejection, PathRejection, QueryRejection};
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use journal::JournalError;
use serde::Serialize;
use utoipa::openapi::{Content, Ref, RefOr, Response as Documented, ResponseBuilder};
use utoipa::{IntoResponses, ToSchema};

use crate::cage::NotExchanged;
use crate::house::{Neighbour, Whereabouts};
use crate::keeper::Denied;
use crate::options::Range;
use crate::people::Unwelcome;
use crate::seats::NotKept;

/// What went wrong, for programs and people.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
pub struct Problem {
    /// What kind of problem it is.
    #[serde(rename = "type")]
    pub kind: &'static str,
    /// The same in a few words.
    pub title: &'static str,
    /// The status.
    pub status: u16,
    /// What happened and what can be done.
    pub detail: String,
    /// The clauses behind a refusal, the one it rests on first.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schema(required = false)]
    pub clauses: Vec<String>,
    /// What the rules have against it, where it is they that refuse it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub refusal: Option<Box<Against>>,
    /// After how many seconds it may be otherwise, for the header.
    #[serde(skip)]
    pub retry_after: Option<u32>,
    /// The server that keeps the table: ask there.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub keeper: Option<Box<Neighbour>>,
}

/// What the rules have against something.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, ToSchema)]
pub struct Against {
    /// The reason, by its name in the rule books.
    pub reason: &'static str,
    /// The amounts that would have been accepted, where it was one that is refused.
    pub accepted: Option<Range>,
}

impl Against {
    /// What the rules have against what they refused; nothing where it was not they.
    pub(crate) fn of(refused: &transcript::Refused) -> Option<Against> {
        let accepted = refused.accepted.map(Range::from);
        refused.reason.map(|reason| Against { reason: reason.name(), accepted })
    }
}

/// What happened, in words.
pub struct Detail(String);

impl<T: std::fmt::Display> From<T> for Detail {
    fn from(words: T) -> Detail {
        Detail(words.to_string())
    }
}

impl Problem {
    /// A problem.
    #[must_use]
    pub fn new(
        status: StatusCode,
        kind: &'static str,
        title: &'static str,
        detail: impl Into<Detail>,
    ) -> Problem {
        let (status, detail) = (status.as_u16(), detail.into().0);
        Problem {
            kind,
            title,
            status,
            detail,
            clauses: Vec::new(),
            refusal: None,
            retry_after: None,
            keeper: None,
        }
    }

    /// The same, with when to try again.
    #[must_use]
    pub fn again_after(self, seconds: u32) -> Problem {
        Problem { retry_after: Some(seconds), ..self }
    }

    pub(super) fn unreadable(detail: impl Into<Detail>) -> Problem {
        Problem::new(StatusCode::BAD_REQUEST, "/problems/unreadable", "this cannot be understood", detail)
    }

    /// It has the form the document asks for, and still means nothing.
    pub(super) fn senseless(detail: impl Into<Detail>) -> Problem {
        let status = StatusCode::UNPROCESSABLE_ENTITY;
        Problem::new(status, "/problems/senseless", "this means nothing here", detail)
    }

    pub(super) fn not_found(detail: impl Into<Detail>) -> Problem {
        Problem::new(StatusCode::NOT_FOUND, "/problems/nothing-here", "there is nothing here", detail)
    }

    pub(super) fn sign_in() -> Problem {
        let detail = "sign in at /api/sign-in, or come as a guest at /api/guest";
        Problem::new(StatusCode::UNAUTHORIZED, "/problems/sign-in", "nobody is signed in", detail)
    }

    pub(super) fn locked() -> Problem {
        let detail = "nothing was said for too long: give the password again at /api/unlock";
        Problem::new(StatusCode::UNAUTHORIZED, "/problems/locked", "the session is locked", detail)
    }

    /// Credits for money, away from the places where money is.
    pub(super) fn no_terminal() -> Problem {
        let detail = "Buy credits at the cage or at a terminal, and cash them out there.";
        Problem::new(StatusCode::FORBIDDEN, "/problems/no-terminal", "this is not done here", detail)
    }

    /// A table that is not kept here.
    pub(super) fn absent(table: &str, whereabouts: Whereabouts) -> Problem {
        match whereabouts {
            Whereabouts::Nowhere => Problem::not_found(format!("there is no table {table:.40}")),
            Whereabouts::Elsewhere(keeper) => {
                let Neighbour { server, address } = &keeper;
                let there = address.as_ref().map(|address| format!(" at {address}")).unwrap_or_default();
                let detail = format!("the table {table} is kept by the server {server}{there}: ask there");
                let (kind, title) = ("/problems/elsewhere", "another server keeps the table");
                let problem = Problem::new(StatusCode::MISDIRECTED_REQUEST, kind, title, detail);
                Problem { keeper: Some(Box::new(keeper)), ..problem }
            }
            Whereabouts::Unkept => away("the table is being taken over: ask again in a few seconds"),
        }
    }

    pub(super) fn not_yours(detail: impl Into<Detail>) -> Problem {
        Problem::new(StatusCode::FORBIDDEN, "/problems/not-yours", "this is not yours to do", detail)
    }
}

impl Problem {
    /// As it is sent.
    pub(super) fn json(&self) -> String {
        crate::json::text(self)
    }
}

/// The problems of looking at something, for the document.
pub(super) struct Reading;
/// The problems of changing something, for the document.
pub(super) struct Changing;

impl IntoResponses for Reading {
    fn responses() -> BTreeMap<String, RefOr<Documented>> {
        documented(&[400, 401, 403, 404, 410, 421, 429, 503])
    }
}

impl IntoResponses for Changing {
    fn responses() -> BTreeMap<String, RefOr<Documented>> {
        documented(&[400, 401, 403, 404, 408, 409, 413, 415, 421, 422, 429, 503])
    }
}

fn documented(statuses: &[u16]) -> BTreeMap<String, RefOr<Documented>> {
    let one = |status: &u16| {
        let known = StatusCode::from_u16(*status).ok();
        let content = Content::new(Some(Ref::from_schema_name("Problem")));
        let response = ResponseBuilder::new()
            .description(known.and_then(|status| status.canonical_reason()).unwrap_or_default())
            .content("application/problem+json", content);
        (status.to_string(), RefOr::T(response.build()))
    };
    statuses.iter().map(one).collect()
}

impl IntoResponse for Problem {
    fn into_response(self) -> Response {
        let status = StatusCode::from_u16(self.status).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
        let headers = [(header::CONTENT_TYPE, "application/problem+json")];
        let mut response = (status, headers, Json(&self)).into_response();
        if let Some(seconds) = self.retry_after {
            response.headers_mut().insert(header::RETRY_AFTER, seconds.into());
        }
        // For the log, and for pages that show it to people.
        response.extensions_mut().insert(self);
        response
    }
}

pub(super) async fn nothing_here() -> Problem {
    Problem::not_found("no page or command has this address: see /api/docs")
}

pub(super) async fn not_this_way() -> Problem {
    let detail = "this address is not asked in this way: see /api/docs";
    Problem::new(StatusCode::METHOD_NOT_ALLOWED, "/problems/method", "not in this way", detail)
}

impl From<Denied> for Problem {
    fn from(denied: Denied) -> Problem {
        let detail = denied.to_string();
        let conflict = |kind, title| Problem::new(StatusCode::CONFLICT, kind, title, &detail);
        match denied {
            Denied::Senseless(_) | Denied::Stranger(_) => Problem::senseless(detail),
            Denied::NotYours(_) => Problem::not_yours(detail),
            Denied::RealMoney(_) => {
                let (kind, title) = ("/problems/real-money", "this table is for real money");
                Problem::new(StatusCode::FORBIDDEN, kind, title, detail)
            }
            Denied::Rules(refused) => Problem {
                clauses: refused.clauses.iter().map(ToString::to_string).collect(),
                refusal: Against::of(&refused).map(Box::new),
                ..conflict("/problems/refused", "the rules of the game refuse this")
            },
            Denied::Overdrawn { .. } | Denied::NotCovered(_) => {
                conflict("/problems/credits", "there are too few credits")
            }
            Denied::NotSeated(_) => conflict("/problems/not-seated", "the player has no seat here"),
            Denied::PlayerAbsent(_) => conflict("/problems/player-absent", "the player is not signed in"),
            Denied::NotKept(NotKept::NoSeat) => conflict("/problems/no-seat", "you have no seat here"),
            Denied::NotKept(NotKept::TooOften(_)) => {
                conflict("/problems/stayed-too-often", "the seat is kept no longer without a wager")
            }
            Denied::NotAssigned => conflict("/problems/not-assigned", "not a dealer of this table"),
            Denied::NotSignedOn => conflict("/problems/not-signed-on", "not signed on"),
            Denied::NothingWaits | Denied::WaitsNoMore(_) => Problem::not_found(detail),
            Denied::TooMuchWaits => conflict("/problems/too-much-waits", "too much waits already"),
            Denied::AskerDisabled(_) => conflict("/problems/refused", "the person who asked is disabled"),
            Denied::Closed => conflict("/problems/closed", "the table is closed"),
            Denied::Suspended => conflict("/problems/suspended", "no wagers are taken for now"),
            Denied::OtherUse => conflict("/problems/other-use", "the id was used before"),
            Denied::RoundOn => conflict("/problems/round-on", "a round is on"),
            Denied::Busy => {
                Problem::new(StatusCode::TOO_MANY_REQUESTS, "/problems/busy", "the table is busy", detail)
                    .again_after(1)
            }
            Denied::Away(_) => away(detail),
        }
    }
}

impl From<Unwelcome> for Problem {
    fn from(unwelcome: Unwelcome) -> Problem {
        let detail = unwelcome.to_string();
        let with = |status, kind, title| Problem::new(status, kind, title, &detail);
        match unwelcome {
            Unwelcome::Wrong => with(StatusCode::UNAUTHORIZED, "/problems/wrong", "not signed in"),
            Unwelcome::LockedOut { seconds } | Unwelcome::NameLocked { seconds } => {
                with(StatusCode::TOO_MANY_REQUESTS, "/problems/locked-out", "signing in is locked")
                    .again_after(seconds)
            }
            Unwelcome::Slowed { seconds } => {
                with(StatusCode::TOO_MANY_REQUESTS, "/problems/wrong-too-often", "too many wrong passwords")
                    .again_after(seconds)
            }
            Unwelcome::Busy => {
                with(StatusCode::TOO_MANY_REQUESTS, "/problems/busy", "many people are signing in")
                    .again_after(5)
            }
            Unwelcome::NoGuests => with(StatusCode::FORBIDDEN, "/problems/no-guests", "no guests here"),
            Unwelcome::WithToken => with(StatusCode::FORBIDDEN, "/problems/token", "not with a token"),
            Unwelcome::Disabled => with(StatusCode::FORBIDDEN, "/problems/disabled", "this is disabled"),
            Unwelcome::Name | Unwelcome::Password | Unwelcome::Common | Unwelcome::Terminal => {
                Problem::senseless(detail)
            }
            Unwelcome::Guest => with(StatusCode::CONFLICT, "/problems/guest", "guests have no password"),
            Unwelcome::LastAdministrator => {
                with(StatusCode::CONFLICT, "/problems/last-administrator", "the last administrator stays")
            }
            Unwelcome::PasswordReplaced => {
                with(StatusCode::CONFLICT, "/problems/changed", "the password was changed")
            }
            Unwelcome::Ended => {
                with(StatusCode::UNAUTHORIZED, "/problems/signed-out", "not signed in any more")
            }
            Unwelcome::DisabledAbove(_) => Problem::not_yours(detail),
            Unwelcome::Changed => with(StatusCode::CONFLICT, "/problems/changed", "the login was changed"),
            Unwelcome::Taken => with(StatusCode::CONFLICT, "/problems/taken", "the name is taken"),
            Unwelcome::Nobody | Unwelcome::NoToken => Problem::not_found(detail),
            Unwelcome::Journal(_) => journal_failed(detail),
        }
    }
}

impl From<NotExchanged> for Problem {
    fn from(not: NotExchanged) -> Problem {
        let detail = not.to_string();
        let conflict = |kind, title| Problem::new(StatusCode::CONFLICT, kind, title, &detail);
        match not {
            NotExchanged::Amount => Problem::senseless(detail),
            NotExchanged::PlayMoney => {
                Problem::new(StatusCode::FORBIDDEN, "/problems/play-money", "this is play money", detail)
            }
            NotExchanged::AboveTerminalLimit { .. }
            | NotExchanged::TerminalFull { .. }
            | NotExchanged::TerminalEmpty { .. } => {
                conflict("/problems/terminal-limit", "the terminal does not exchange this much")
            }
            NotExchanged::TooLittle { .. } => conflict("/problems/credits", "there are too few credits"),
            NotExchanged::Owing { .. } | NotExchanged::OwesLess { .. } => {
                conflict("/problems/debt", "the player owes another amount")
            }
            NotExchanged::OtherUse => conflict("/problems/other-use", "the id was used before"),
            NotExchanged::Journal(_) => journal_failed(detail),
        }
    }
}

impl From<JournalError> for Problem {
    fn from(error: JournalError) -> Problem {
        journal_failed(error)
    }
}

fn away(detail: impl Into<Detail>) -> Problem {
    Problem::new(StatusCode::SERVICE_UNAVAILABLE, "/problems/away", "the table is not served", detail)
}

fn journal_failed(detail: impl Into<Detail>) -> Problem {
    Problem::new(StatusCode::SERVICE_UNAVAILABLE, "/problems/journal", "the journal failed", detail)
}

impl From<JsonRejection> for Problem {
    fn from(rejection: JsonRejection) -> Problem {
        let status = rejection.status();
        Problem::new(status, "/problems/unreadable", "this cannot be understood", rejection.body_text())
    }
}

impl From<PathRejection> for Problem {
    fn from(rejection: PathRejection) -> Problem {
        Problem::unreadable(rejection.body_text())
    }
}

impl From<QueryRejection> for Problem {
    fn from(rejection: QueryRejection) -> Problem {
        Problem::unreadable(rejection.body_text())
    }
}
