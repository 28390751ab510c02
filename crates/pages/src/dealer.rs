//! `/dealer/ID`: the console a dealer runs a table from. What the table waits for in large letters, every answer to it as a
//! button with a key, the next card by two keys; and what to do when something went wrong, step by step.

mod answers;
mod console;
mod controls;
mod duty;
mod felt;
mod gaps;
mod headline;
mod incident;
mod keyed;
mod pad;
mod reader;
mod seats;
mod trial;
mod wizard;

use axum::Router;
use axum::routing::{get, post};

use crate::House;

/// The pages of the console.
pub(crate) fn routes() -> Router<House> {
    Router::new()
        .route("/dealer/{table}", get(console::console))
        .route("/dealer/{table}/live", get(console::live))
        .route("/dealer/{table}/say", post(keyed::say))
        .route("/dealer/{table}/sign-on", post(duty::sign_on))
        .route("/dealer/{table}/irregular", get(wizard::wizard).post(wizard::confirm))
}
