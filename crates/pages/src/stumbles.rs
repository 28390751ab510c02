//! Errors before a page is made, such as an address that cannot be read or leads nowhere: people get a page, programs the
//! problem as it is.

use axum::body::to_bytes;
use axum::extract::{FromRequestParts, Request, State};
use axum::http::request::Parts;
use axum::http::{StatusCode, Uri, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use floor::Problem;

use crate::House;
use crate::said::trouble;
use crate::visitor::Looking;

/// No reason why something cannot be read is longer.
const LONGEST: usize = 2000;

/// Answers people with pages, whatever comes.
pub(crate) async fn told(State(house): State<House>, request: Request, next: Next) -> Response {
    let (parts, body) = request.into_parts();
    let asked = is_a_person(&parts).then(|| parts.clone());
    let response = next.run(Request::from_parts(parts, body)).await;
    match asked {
        Some(asked) if response.status().as_u16() >= 400 && !is_page(&response) => {
            as_page(&house, asked, response).await
        }
        _ => response,
    }
}

/// An address that nothing has.
pub(crate) async fn nothing_here(uri: Uri) -> Problem {
    let detail = if uri.path().starts_with("/api/") {
        "no command has this address: see /api/docs"
    } else {
        "no page has this address: the lobby leads to all of them"
    };
    Problem::new(StatusCode::NOT_FOUND, "/problems/nothing-here", "there is nothing here", detail)
}

/// An address that is not asked in this way, such as one of a form that is typed.
pub(crate) async fn not_this_way() -> Problem {
    let detail = "this address is not asked in this way: go back, or begin again in the lobby";
    Problem::new(StatusCode::METHOD_NOT_ALLOWED, "/problems/method", "not in this way", detail)
}

/// Whether a browser asks for something to be looked at.
fn is_a_person(parts: &Parts) -> bool {
    let accepts = parts.headers.get(header::ACCEPT).and_then(|accepts| accepts.to_str().ok());
    accepts.is_some_and(|accepts| accepts.contains("text/html"))
        && !parts.headers.contains_key(header::UPGRADE)
        && !parts.uri.path().starts_with("/api/")
}

fn is_page(response: &Response) -> bool {
    let kind = response.headers().get(header::CONTENT_TYPE).and_then(|kind| kind.to_str().ok());
    kind.is_some_and(|kind| kind.starts_with("text/html"))
}

async fn as_page(house: &House, mut asked: Parts, response: Response) -> Response {
    let problem = match response.extensions().get::<Problem>().cloned() {
        Some(problem) => problem,
        None => unreadable(response).await,
    };
    match Looking::from_request_parts(&mut asked, house).await {
        Ok(looking) => trouble(&house.floor, &looking, problem),
        Err(_) => problem.into_response(),
    }
}

/// What was refused before it came to us, in its own words.
async fn unreadable(response: Response) -> Problem {
    let status = response.status();
    let why = to_bytes(response.into_body(), LONGEST).await.unwrap_or_default();
    let why = String::from_utf8_lossy(&why);
    let detail = format!("this address cannot be read ({why}): begin again in the lobby");
    Problem::new(status, "/problems/unreadable", "this cannot be understood", detail)
}
