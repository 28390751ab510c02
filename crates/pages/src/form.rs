//! A form that was sent.

use axum::extract::{FromRequest, Request};
use axum::http::StatusCode;
use floor::Problem;
use serde::de::DeserializeOwned;

/// What a form said. One that cannot be read is answered with why.
pub(crate) struct Form<T>(pub(crate) T);

impl<T: DeserializeOwned, S: Send + Sync> FromRequest<S> for Form<T> {
    type Rejection = Problem;

    async fn from_request(request: Request, state: &S) -> Result<Form<T>, Problem> {
        let read = axum::Form::<T>::from_request(request, state).await;
        read.map(|axum::Form(said)| Form(said)).map_err(|why| {
            let detail =
                format!("this form cannot be read ({why}): load the page again and send it from there");
            Problem::new(StatusCode::BAD_REQUEST, "/problems/unreadable", "this cannot be understood", detail)
        })
    }
}

/// An id of a command as the floor takes it; what cannot be one is none.
pub(crate) fn id(id: Option<String>) -> Option<String> {
    id.filter(|id| (1..=60).contains(&id.len()) && id.bytes().all(|byte| byte.is_ascii_alphanumeric()))
}
