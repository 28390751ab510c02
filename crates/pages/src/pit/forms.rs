//! How forms of the console are answered: the result, or the reason for a refusal, appears beside the form.

use axum::response::{IntoResponse, Redirect, Response};
use floor::{Floor, Problem};
use maud::html;

use crate::door::Door;
use crate::said::{Scripted, Tried, place, trouble};
use crate::visitor::Looking;

/// An answer and where it goes.
pub(super) struct Answered<'a> {
    /// The place on the page.
    pub(super) at: &'a str,
    /// The page, for a browser without our script.
    pub(super) back: &'a str,
    /// What was done, in a sentence, or why not.
    pub(super) done: Result<String, Problem>,
}

/// The answer to a form.
pub(super) fn answered(
    floor: &Floor,
    looking: &Looking,
    Scripted(scripted): Scripted,
    Answered { at, back, done }: Answered<'_>,
) -> Response {
    match done {
        Ok(_) if !scripted => Redirect::to(back).into_response(),
        Ok(says) => html! { div.said id=(at) { p.pit-done role="status" { (says) } } }.into_response(),
        Err(problem) if scripted => {
            let tried = Tried { at: at.to_owned(), problem };
            place(at, Some(&tried), looking.language).into_response()
        }
        Err(problem) if Door::Pit.enter(looking).is_err() => Door::Pit.refused(looking, problem),
        Err(problem) => trouble(floor, looking, problem),
    }
}
