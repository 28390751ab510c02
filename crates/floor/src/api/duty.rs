//! What takes two people, and who deals at a table.

use axum::extract::State;
use axum::http::StatusCode;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::deeds;
use super::problem::{Changing, Problem, Reading};
use super::tables::{desk, id_of};
use super::who::{Json, Path, Who};
use crate::approval::{EndedRequest, Request};
use crate::dealers::Dealers;
use crate::house::Floor;
use crate::keeper::Answer;
use crate::roles::Action;

/// What waits at a table, and who deals there.
#[derive(Serialize, ToSchema)]
pub(super) struct Duty {
    /// Decisions that wait for a second person.
    approvals: Vec<Request>,
    /// What waited in this round or the one before and waits no more, the last one first.
    ended: Vec<EndedRequest>,
    /// Who may deal, and who does.
    dealers: Dealers,
}

/// What waits for a second person at a table, the latest requests that ended, and who deals.
#[utoipa::path(get, path = "/api/tables/{table}/approvals", tag = "operator", params(("table" = String, Path)),
    responses(Reading, (status = 200, body = Duty)))]
pub(super) async fn look(
    State(floor): State<Floor>,
    who: Who,
    Path(table): Path<String>,
) -> Result<axum::Json<Duty>, Problem> {
    let person = who.someone()?;
    deeds::require(&person, Action::Rule).or_else(|_| deeds::require(&person, Action::Log))?;
    let standing = desk(&floor, &table)?.standing.borrow().clone();
    let table = &standing.table;
    let (approvals, ended) = (table.requests().to_vec(), table.ended_requests().to_vec());
    Ok(axum::Json(Duty { approvals, ended, dealers: table.dealers().clone() }))
}

/// Whether what waits is carried out.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Judgement {
    #[schema(min_length = 1, max_length = 100, pattern = "^[ -~]+$")]
    id: String,
    /// Carried out if true; else it ends.
    approve: bool,
}

/// Approve or decline what somebody else asked for, or take back what you asked for. What is approved is carried out at once. Where
/// the rules do not allow it or an account does not cover it, that is a conflict (409), and it ends all the same.
#[utoipa::path(post, path = "/api/tables/{table}/approvals/{number}", tag = "operator",
    params(("table" = String, Path), ("number" = i64, Path)),
    request_body = Judgement, responses(Changing, (status = 200, body = Answer)))]
pub(super) async fn judge(
    State(floor): State<Floor>,
    who: Who,
    Path((table, number)): Path<(String, i64)>,
    Json(Judgement { id, approve }): Json<Judgement>,
) -> Result<axum::Json<Answer>, Problem> {
    let by = who.may(Action::Rule)?;
    let id = Some(id_of(id)?);
    // No entry has a number below 1, so nothing waits there.
    let number = u64::try_from(number).unwrap_or_default();
    Ok(axum::Json(deeds::judge(&floor, &by, id, &table, number, approve).await?))
}

/// Which dealer may sign on to a table.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Assignment {
    #[schema(min_length = 1, max_length = 100, pattern = "^[ -~]+$")]
    id: String,
    /// The dealer's name.
    dealer: String,
    /// Whether they may sign on; else they are signed off.
    assigned: bool,
}

/// Assign a dealer to a table, or take them off it.
#[utoipa::path(post, path = "/api/tables/{table}/dealers", tag = "operator", params(("table" = String, Path)),
    request_body = Assignment, responses(Changing, (status = 200, body = Answer)))]
pub(super) async fn assign(
    State(floor): State<Floor>,
    who: Who,
    Path(table): Path<String>,
    Json(Assignment { id, dealer, assigned }): Json<Assignment>,
) -> Result<axum::Json<Answer>, Problem> {
    let by = who.may(Action::OpenTables)?;
    let id = Some(id_of(id)?);
    Ok(axum::Json(deeds::assign(&floor, &by, id, &table, &dealer, assigned).await?))
}

/// Whether you deal at a table.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct SigningOn {
    #[schema(min_length = 1, max_length = 100, pattern = "^[ -~]+$")]
    id: String,
    /// Whether you deal from now on; else you are signed off.
    on: bool,
}

/// Sign on to a table the pit assigned you to, relieving the dealer there, or sign off.
#[utoipa::path(post, path = "/api/tables/{table}/sign-on", tag = "tables", params(("table" = String, Path)),
    request_body = SigningOn, responses(Changing, (status = 200, body = Answer)))]
pub(super) async fn sign_on(
    State(floor): State<Floor>,
    who: Who,
    Path(table): Path<String>,
    Json(SigningOn { id, on }): Json<SigningOn>,
) -> Result<axum::Json<Answer>, Problem> {
    let by = who.may(Action::SignOn)?;
    let id = Some(id_of(id)?);
    Ok(axum::Json(deeds::sign_on(&floor, &by, id, &table, on).await?))
}

/// The status of an answer: carried out, or waiting for a second person.
pub(super) fn status(answer: &Answer) -> StatusCode {
    if answer.waits_for_approval { StatusCode::ACCEPTED } else { StatusCode::OK }
}
