//! What became of something a person tried: nothing to say where it was carried out, else why not, shown where they tried.

use axum::extract::FromRequestParts;
use axum::http::StatusCode;
use axum::http::request::Parts;
use axum::response::{IntoResponse, Redirect, Response};
use floor::{Floor, Problem};
use maud::{Markup, html};

use crate::page::Page;
use crate::texts::Language;
use crate::visitor::Looking;

/// Whether our script sent a form, which puts the answer in its place itself.
pub(crate) struct Scripted(pub(crate) bool);

impl<S: Sync> FromRequestParts<S> for Scripted {
    type Rejection = std::convert::Infallible;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Scripted, Self::Rejection> {
        Ok(Scripted(parts.headers.contains_key("x-scripted")))
    }
}

/// A problem and the place on the page where it is shown.
pub(crate) struct Tried {
    pub(crate) at: String,
    pub(crate) problem: Problem,
}

impl Tried {
    pub(crate) fn status(&self) -> StatusCode {
        StatusCode::from_u16(self.problem.status).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR)
    }
}

/// The answer to a form. To the script, the place where things are shown; to a browser without it, the page again, or why
/// it was not done.
pub(crate) fn answer(
    floor: &Floor,
    looking: &Looking,
    Scripted(scripted): Scripted,
    at: &str,
    back: &str,
    done: Result<(), Problem>,
) -> Response {
    match done {
        Err(problem) if !scripted => trouble(floor, looking, problem),
        Ok(()) if !scripted => Redirect::to(back).into_response(),
        done => {
            let tried = done.err().map(|problem| Tried { at: at.to_owned(), problem });
            place(at, tried.as_ref(), looking.language).into_response()
        }
    }
}

/// A page that cannot be shown, for a person: why not, and the way back.
pub(crate) fn trouble(floor: &Floor, looking: &Looking, problem: Problem) -> Response {
    let (language, here) = (looking.language, "/");
    let tried = Tried { at: "said-page".into(), problem };
    let main = html! {
        main #main.lobby {
            (place("said-page", Some(&tried), language))
            p { a href="/" { (language.texts().lobby) } }
        }
    };
    let (visitor, now) = (looking.visitor.as_ref(), floor.clock().now());
    let page = Page { title: language.texts().lobby, language, visitor, here, live: None, now, main };
    (tried.status(), page).into_response()
}

/// A place where problems are shown, with the one that was met there. The page keeps what stands in it until the next try.
pub(crate) fn place(at: &str, tried: Option<&Tried>, language: Language) -> Markup {
    let problem = tried.filter(|tried| tried.at == at).map(|tried| &tried.problem);
    html! {
        div.said id=(at) role="alert" data-keep {
            @if let Some(problem) = problem {
                p.problem {
                    @match language.problem(problem) {
                        Some(told) => (told),
                        None => {
                            @if language != Language::English { (language.texts().try_again) br; }
                            (problem.detail)
                        }
                    }
                }
            }
        }
    }
}
