//! Who comes in, and what those are told who may not.

use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use floor::{Action, Person, Problem, Role, may};
use maud::{Markup, html};

use crate::page::Page;
use crate::visitor::Looking;

/// Whether the console is open to a role at all.
pub(crate) fn is_open_to(role: Role) -> bool {
    may(role, Action::Meters) || may(role, Action::Disable)
}

/// Someone who may look at the console.
pub(super) fn enter(looking: &Looking) -> Result<&Person, Problem> {
    let person = &looking.visitor.as_ref().ok_or_else(|| nobody(looking))?.person;
    if is_open_to(person.role) { Ok(person) } else { Err(not_for(looking, person)) }
}

/// Someone who may look at a part of it.
pub(super) fn enter_for(looking: &Looking, action: Action) -> Result<&Person, Problem> {
    let person = enter(looking)?;
    if may(person.role, action) { Ok(person) } else { Err(not_for(looking, person)) }
}

fn nobody(looking: &Looking) -> Problem {
    let texts = looking.language.pit();
    let why = if looking.locked { texts.locked } else { texts.nobody };
    Problem::new(StatusCode::UNAUTHORIZED, "/problems/sign-in", "nobody is signed in", why)
}

fn not_for(looking: &Looking, person: &Person) -> Problem {
    let why = looking.language.not_for_a(person.role);
    Problem::new(StatusCode::FORBIDDEN, "/problems/not-yours", "this is not yours to do", why)
}

/// Why someone does not come in, and where he signs in.
pub(super) fn refusal(looking: &Looking, problem: &Problem) -> Markup {
    let texts = looking.language.pit();
    // Someone may be at home here and still not be where he asked to go.
    let inside = enter(looking).is_ok();
    html! {
        main #main.pit.pit-refused {
            h1 { (if inside { texts.refused_part } else { texts.refused }) }
            p.problem role="alert" { (problem.detail) }
            p.dim { (texts.for_whom) }
            @if inside { p { a href="/pit" { (texts.to_console) } } }
            p { a href="/" { (texts.sign_in_there) } }
        }
    }
}

/// The same as a page.
pub(super) fn refused(looking: &Looking, problem: &Problem) -> Response {
    let status = StatusCode::from_u16(problem.status).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
    let page = Page {
        title: looking.language.pit().title,
        language: looking.language,
        visitor: looking.visitor.as_ref(),
        here: "/pit",
        live: None,
        now: 0,
        main: refusal(looking, problem),
    };
    (status, page).into_response()
}
