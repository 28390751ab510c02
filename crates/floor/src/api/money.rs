//! Buying credits, cashing out, play money, and what became of them.

use axum::extract::State;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use vocabulary::Chips;

use super::deeds::{self, exchange_at_cage};
use super::problem::{Changing, Problem, Reading};
use super::tables::id_of;
use super::who::{Json, Query, Terminal, Who, place};
use crate::cage::{Exchange, Receipt};
use crate::entry::Entry;
use crate::house::Floor;
use crate::json::Whole;
use crate::money::Money;
use crate::people::Person;
use crate::recall::Approved;
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
    Terminal(terminal): Terminal,
    what: Exchange,
    wanted: Wanted,
) -> Result<Receipt, Problem> {
    let id = format!("{}:{}", person.name, id_of(wanted.id)?);
    let terminal = terminal.ok_or_else(Problem::no_terminal)?;
    let amount = Chips::minor(wanted.amount.0);
    let at = (&terminal, deeds::terminal_limits(floor));
    Ok(floor.cage().exchange_at_terminal(id, person, what, at, amount).await?)
}

/// Buy credits at a terminal, which shows its own token beside your session. The receipt names it.
#[utoipa::path(post, path = "/api/me/buy", tag = "money", params(("Croupier-Terminal" = Option<String>, Header, description = "The terminal's token.")), request_body = Wanted, responses(Changing, (status = 200, body = Receipt)))]
pub(super) async fn buy(
    State(floor): State<Floor>,
    who: Who,
    terminal: Terminal,
    Json(wanted): Json<Wanted>,
) -> Result<axum::Json<Receipt>, Problem> {
    let person = who.may(Action::OwnMoney)?;
    Ok(axum::Json(at_terminal(&floor, &person, terminal, Exchange::Bought, wanted).await?))
}

/// Cash out at a terminal, which shows its own token beside your session. The receipt names it.
#[utoipa::path(post, path = "/api/me/cash-out", tag = "money", params(("Croupier-Terminal" = Option<String>, Header, description = "The terminal's token.")), request_body = Wanted, responses(Changing, (status = 200, body = Receipt)))]
pub(super) async fn cash_out(
    State(floor): State<Floor>,
    who: Who,
    terminal: Terminal,
    Json(wanted): Json<Wanted>,
) -> Result<axum::Json<Receipt>, Problem> {
    let person = who.may(Action::OwnMoney)?;
    Ok(axum::Json(at_terminal(&floor, &person, terminal, Exchange::CashedOut, wanted).await?))
}

/// A wish for play money.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Wish {
    /// Made by the sender; the same again has one effect and the same answer.
    #[schema(min_length = 1, max_length = 100, pattern = "^[ -~]+$")]
    id: String,
}

/// Play money you were given.
#[derive(Serialize, ToSchema)]
pub(super) struct PlayMoney {
    /// How much, in minor units. Zero if you already have as much as the house gives.
    given: i64,
    /// The same in words.
    says: String,
}

/// Ask for play money: your play credits are topped up to what the house gives a guest. They are never exchanged for money.
#[utoipa::path(post, path = "/api/me/play-money", tag = "money", request_body = Wish, responses(Changing, (status = 200, body = PlayMoney)))]
pub(super) async fn play_money(
    State(floor): State<Floor>,
    who: Who,
    Json(Wish { id }): Json<Wish>,
) -> Result<axum::Json<PlayMoney>, Problem> {
    let person = who.may(Action::OwnMoney)?;
    let receipt = deeds::top_up(&floor, &person, Some(id_of(id)?)).await?;
    let given = receipt.map_or(0, |receipt| receipt.amount);
    let says = if given == 0 {
        let most = Chips::minor(floor.config().guest_credits);
        format!("you have {most} in play money or more: nothing was added")
    } else {
        format!("you were given {} in play money", Chips::minor(given))
    };
    Ok(axum::Json(PlayMoney { given, says }))
}

/// What a cashier does for a player.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct AtCage {
    #[schema(min_length = 1, max_length = 100, pattern = "^[ -~]+$")]
    id: String,
    player: String,
    /// `bought`, `cashed-out`, or `settled` for what the player owes.
    what: Exchange,
    #[schema(value_type = i64, minimum = 1, maximum = 100_000_000_000_i64)]
    amount: Whole,
}

/// Sell credits to a player, buy them back, or settle what the player owes with them. A player owes where a payment was taken
/// back that they had spent.
#[utoipa::path(post, path = "/api/cage", tag = "money", request_body = AtCage, responses(Changing, (status = 200, body = Receipt)))]
pub(super) async fn exchange(
    State(floor): State<Floor>,
    who: Who,
    Json(AtCage { id, player, what, amount }): Json<AtCage>,
) -> Result<axum::Json<Receipt>, Problem> {
    let (by, amount) = (who.someone()?, Chips::minor(amount.0));
    Ok(axum::Json(exchange_at_cage(&floor, &by, id, &player, what, amount).await?))
}

/// What a cashier does about a terminal.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct AboutTerminal {
    #[schema(min_length = 1, max_length = 100, pattern = "^[ -~]+$")]
    id: String,
    terminal: String,
    /// `filled` or `emptied`.
    what: Exchange,
    #[schema(value_type = i64, minimum = 1, maximum = 100_000_000_000_i64)]
    amount: Whole,
}

/// Put money of the cage into a terminal, or take it back.
#[utoipa::path(post, path = "/api/cage/terminal", tag = "money", request_body = AboutTerminal, responses(Changing, (status = 200, body = Receipt)))]
pub(super) async fn serve_terminal(
    State(floor): State<Floor>,
    who: Who,
    Json(AboutTerminal { id, terminal, what, amount }): Json<AboutTerminal>,
) -> Result<axum::Json<Receipt>, Problem> {
    let (by, amount) = (who.someone()?, Chips::minor(amount.0));
    Ok(axum::Json(deeds::serve_terminal(&floor, &by, id, &terminal, what, amount).await?))
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
    /// Who asked for it, where it took two people.
    #[serde(rename = "asked-by", skip_serializing_if = "Option::is_none")]
    asked_by: Option<String>,
    /// Who approved it then.
    #[serde(rename = "approved-by", skip_serializing_if = "Option::is_none")]
    approved_by: Option<String>,
    /// Ask for older ones with this.
    before: String,
}

impl Movement {
    fn of(line: &journal::StatementLine) -> Movement {
        // Only a table's book has decisions that take two people.
        let entry = Entry::read(&line.body).ok();
        let (asked_by, approved_by) = entry.as_ref().and_then(Approved::of).map(Approved::people).unzip();
        Movement {
            at: line.at,
            book: line.stream.to_string(),
            seq: line.seq,
            amount: line.amount.units(),
            asked_by,
            approved_by,
            before: format!("{}.{}", line.line.entry, line.line.n),
        }
    }
}

#[derive(Deserialize, utoipa::IntoParams)]
pub(super) struct Older {
    /// The `before` of the last line you have.
    #[param(pattern = "^[0-9]{1,18}[.][0-9]{1,18}$")]
    before: Option<String>,
    /// `real` or `play`: `real`, if you do not say.
    #[serde(default)]
    #[param(inline)]
    money: Money,
}

/// Your movements, newest first, fifty at a time. Where one took two people, it names both.
#[utoipa::path(get, path = "/api/me/statement", tag = "money", params(Older), responses(Reading, (status = 200, body = [Movement])))]
pub(super) async fn own_statement(
    State(floor): State<Floor>,
    who: Who,
    Query(Older { before, money }): Query<Older>,
) -> Result<axum::Json<Vec<Movement>>, Problem> {
    let person = who.may(Action::OwnRounds)?;
    let before = before
        .map(|before| line(&before).ok_or_else(|| Problem::unreadable("`before` is the before of a line")));
    let account = money.purse(&person.name).ok_or_else(|| Problem::unreadable("nobody has this name"))?;
    let lines = floor.journal().statement(&account, before.transpose()?, 50).await?;
    Ok(axum::Json(lines.iter().map(Movement::of).collect()))
}

fn line(text: &str) -> Option<journal::Line> {
    place(text).map(|(entry, n)| journal::Line { entry, n })
}
