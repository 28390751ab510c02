//! Who may come in: whoever may deal. Others are told why not, and where to sign in.

use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use floor::{Action, Person, Problem, may};
use maud::html;

use crate::House;
use crate::page::Page;
use crate::said::{Tried, trouble};
use crate::texts::fill;
use crate::visitor::Looking;

/// Whoever looks, if he may deal.
pub(super) fn dealer(looking: &Looking) -> Result<&Person, Problem> {
    let texts = looking.language.dealer();
    let Some(visitor) = &looking.visitor else {
        let (kind, title) = ("/problems/sign-in", "nobody is signed in");
        return Err(Problem::new(StatusCode::UNAUTHORIZED, kind, title, texts.door_nobody));
    };
    let person = &visitor.person;
    if may(person.role, Action::Deal) {
        return Ok(person);
    }
    let why = fill(texts.door_wrong, &[("who", &person.name)]);
    Err(Problem::new(StatusCode::FORBIDDEN, "/problems/not-yours", "this is not yours to do", why))
}

/// A page that is not shown, and why.
pub(super) fn turn_away(house: &House, looking: &Looking, problem: Problem) -> Response {
    if dealer(looking).is_ok() {
        return trouble(&house.floor, looking, problem);
    }
    let (language, texts) = (looking.language, looking.language.dealer());
    let tried = Tried { at: String::new(), problem };
    let main = html! {
        main #main.lobby {
            section.sign-in.door {
                h1 { (texts.console) }
                p { (tried.problem.detail) }
                p { a.go href="/" { (texts.door_lobby) } }
            }
        }
    };
    let (visitor, now) = (looking.visitor.as_ref(), house.floor.clock().now());
    let page = Page { title: texts.console, language, visitor, here: "/", live: None, now, main };
    (tried.status(), page).into_response()
}
