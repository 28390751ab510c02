//! Rounds found again, over HTTP.

use axum::extract::State;
use axum::http::header;
use axum::response::{IntoResponse, Response};

use super::past::{Found, Wanted, find_rounds, look_at_round, shoes_of_round};
use super::problem::{Problem, Reading};
use super::who::{Path, Query, Who};
use crate::house::Floor;
use crate::proof::ShoeProof;
use crate::rule_book::RuleBook;

/// Find rounds, newest first.
#[utoipa::path(get, path = "/api/rounds", tag = "rounds", params(Wanted), responses(Reading, (status = 200, body = [Found])))]
pub(super) async fn find(
    State(floor): State<Floor>,
    who: Who,
    Query(wanted): Query<Wanted>,
) -> Result<axum::Json<Vec<Found>>, Problem> {
    find_rounds(&floor, &who.someone()?, wanted).await.map(axum::Json)
}

/// One round: every wager with its clause, every hand. At terminals players see their own and the dealer's.
#[utoipa::path(get, path = "/api/rounds/{table}/{number}", tag = "rounds",
    params(("table" = String, Path), ("number" = i64, Path)), responses(Reading, (status = 200, description = "as `croupier replay --json` prints it", body = serde_json::Value)))]
pub(super) async fn one(
    State(floor): State<Floor>,
    who: Who,
    Path((table, number)): Path<(String, i64)>,
) -> Result<axum::Json<serde_json::Value>, Problem> {
    let looked = look_at_round(&floor, &who.someone()?, &table, number).await?;
    Ok(axum::Json(looked.json()))
}

/// One round in the notation; it replays to the same result. At terminals it is for staff only.
#[utoipa::path(get, path = "/api/rounds/{table}/{number}/transcript", tag = "rounds",
    params(("table" = String, Path), ("number" = i64, Path)), responses(Reading, (status = 200, content_type = "text/plain", body = String)))]
pub(super) async fn transcript(
    State(floor): State<Floor>,
    who: Who,
    Path((table, number)): Path<(String, i64)>,
) -> Result<Response, Problem> {
    let looked = look_at_round(&floor, &who.someone()?, &table, number).await?;
    let headers = [(header::CONTENT_TYPE, "text/plain; charset=utf-8")];
    Ok((headers, looked.transcript()?).into_response())
}

/// The shoe that the cards of a round came from, to be checked with `croupier check-shoe`; two if one ended during the round,
/// none if a dealer dealt. The seed is published when the shoe is done.
#[utoipa::path(get, path = "/api/rounds/{table}/{number}/shoe", tag = "rounds",
    params(("table" = String, Path), ("number" = i64, Path)), responses(Reading, (status = 200, body = [ShoeProof])))]
pub(super) async fn shoe(
    State(floor): State<Floor>,
    who: Who,
    Path((table, number)): Path<(String, i64)>,
) -> Result<axum::Json<Vec<ShoeProof>>, Problem> {
    shoes_of_round(&floor, &who.someone()?, &table, number).await.map(axum::Json)
}

/// A house's own rule book by its hash, whole: the file that a transcript of its rounds names.
#[utoipa::path(get, path = "/api/rulebooks/{hash}", tag = "rounds",
    params(("hash" = String, Path, description = "the SHA-256 of its text")),
    responses(Reading, (status = 200, content_type = "text/plain", body = String)))]
pub(super) async fn rule_book(
    State(floor): State<Floor>,
    who: Who,
    Path(hash): Path<String>,
) -> Result<Response, Problem> {
    who.someone()?;
    let book = RuleBook::stored(floor.journal(), &hash).await?;
    let text = book
        .and_then(|book| book.text())
        .ok_or_else(|| Problem::not_found(format!("there is no rule book {hash:.64}")))?;
    Ok(([(header::CONTENT_TYPE, "text/plain; charset=utf-8")], text.to_string()).into_response())
}
