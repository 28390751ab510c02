//! Buying credits, cashing out, and what became of them.

use axum::extract::State;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use vocabulary::Chips;

use super::deeds::exchange_at_cage;
use super::problem::{Changing, Problem, Reading};
use super::tables::id_of;
use super::who::{Json, Query, Who, place};
use crate::cage::{Exchange, Receipt, Till};
use crate::house::Floor;
use crate::json::Whole;
use crate::people::Person;
use crate::roles::Action;
use crate::window::Millis;

/// An amount to exchange.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Wanted {
    /// Made by the sender; the same again has one effect and the same answer.
    #[schema(min_length = 1, max_length = 100, pattern = "^[ -~]+$")]
    id: String,
    /// How much, in minor units.
    #[schema(value_type = i64, minimum = 1, maximum = 100_000_000_000_i64)]
    amount: Whole,
}

async fn at_terminal(
    floor: &Floor,
    person: &Person,
    what: Exchange,
    wanted: Wanted,
) -> Result<Receipt, Problem> {
    let id = format!("{}:{}", person.name, id_of(wanted.id)?);
    let till = if person.guest { Till::PlayMoney } else { Till::Terminal };
    let amount = Chips::minor(wanted.amount.0);
    Ok(floor.cage().exchange(Some(id), &person.acting(), &person.name, what, till, amount).await?)
}

/// Buy credits at your terminal.
#[utoipa::path(post, path = "/api/me/buy", tag = "money", request_body = Wanted, responses(Changing, (status = 200, body = Receipt)))]
pub(super) async fn buy(
    State(floor): State<Floor>,
    who: Who,
    Json(wanted): Json<Wanted>,
) -> Result<axum::Json<Receipt>, Problem> {
    let person = who.may(Action::OwnMoney)?;
    Ok(axum::Json(at_terminal(&floor, &person, Exchange::Bought, wanted).await?))
}

/// Cash out at your terminal.
#[utoipa::path(post, path = "/api/me/cash-out", tag = "money", request_body = Wanted, responses(Changing, (status = 200, body = Receipt)))]
pub(super) async fn cash_out(
    State(floor): State<Floor>,
    who: Who,
    Json(wanted): Json<Wanted>,
) -> Result<axum::Json<Receipt>, Problem> {
    let person = who.may(Action::OwnMoney)?;
    Ok(axum::Json(at_terminal(&floor, &person, Exchange::CashedOut, wanted).await?))
}

/// What a cashier does for a player.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct AtCage {
    #[schema(min_length = 1, max_length = 100, pattern = "^[ -~]+$")]
    id: String,
    player: String,
    /// `bought` or `cashed-out`.
    what: Exchange,
    #[schema(value_type = i64, minimum = 1, maximum = 100_000_000_000_i64)]
    amount: Whole,
}

/// Sell credits to a player, or buy them back.
#[utoipa::path(post, path = "/api/cage", tag = "money", request_body = AtCage, responses(Changing, (status = 200, body = Receipt)))]
pub(super) async fn exchange(
    State(floor): State<Floor>,
    who: Who,
    Json(AtCage { id, player, what, amount }): Json<AtCage>,
) -> Result<axum::Json<Receipt>, Problem> {
    let (by, amount) = (who.someone()?, Chips::minor(amount.0));
    Ok(axum::Json(exchange_at_cage(&floor, &by, id, &player, what, amount).await?))
}

/// A movement of your credits.
#[derive(Serialize, ToSchema)]
pub(super) struct Movement {
    at: Millis,
    /// Where it is written down: a table's book or the cage's.
    book: String,
    seq: u64,
    /// What came in, or with a minus went out, in minor units.
    amount: i64,
    /// Ask for older ones with this.
    before: String,
}

#[derive(Deserialize, utoipa::IntoParams)]
pub(super) struct Older {
    /// The `before` of the last line you have.
    #[param(pattern = "^[0-9]{1,18}[.][0-9]{1,18}$")]
    before: Option<String>,
}

/// Your movements, newest first, fifty at a time.
#[utoipa::path(get, path = "/api/me/statement", tag = "money", params(Older), responses(Reading, (status = 200, body = [Movement])))]
pub(super) async fn own_statement(
    State(floor): State<Floor>,
    who: Who,
    Query(Older { before }): Query<Older>,
) -> Result<axum::Json<Vec<Movement>>, Problem> {
    let person = who.may(Action::OwnRounds)?;
    let before = before
        .map(|before| line(&before).ok_or_else(|| Problem::unreadable("`before` is the before of a line")));
    let account = format!("player/{}", person.name).parse().map_err(Problem::unreadable)?;
    let lines = floor.journal().statement(&account, before.transpose()?, 50).await?;
    let movement = |line: journal::StatementLine| Movement {
        at: line.at,
        book: line.stream.to_string(),
        seq: line.seq,
        amount: line.amount.units(),
        before: format!("{}.{}", line.line.entry, line.line.n),
    };
    Ok(axum::Json(lines.into_iter().map(movement).collect()))
}

fn line(text: &str) -> Option<journal::Line> {
    place(text).map(|(entry, n)| journal::Line { entry, n })
}
