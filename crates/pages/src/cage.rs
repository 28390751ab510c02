//! `/cage`: a cashier sells credits to a player and cashes out for them. Nothing changes hands without a receipt, and a form
//! that is sent again is answered with the same one.

mod counter;

use axum::Router;
use axum::extract::{Query, State};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Redirect, Response};
use axum::routing::get;
use floor::{Exchange, Fact, Floor, Person, Problem, Receipt};
use serde::Deserialize;
use vocabulary::Chips;

use crate::House;
use crate::door::Door;
use crate::form::Form;
use crate::said::Tried;
use crate::visitor::Looking;
use counter::{AMOUNT, Counter, Customer, PLAYER};

/// The page.
const HERE: &str = "/cage";
/// How many entries of the cage's book are searched for a cashier's own receipts.
const LOOKED_BACK: u64 = 500;
/// How many receipts are shown.
const SHOWN: usize = 12;

/// The page and its form.
pub(crate) fn routes() -> Router<House> {
    Router::new().route("/cage", get(page).post(exchange))
}

/// Whose credits, and the receipt that was just made.
#[derive(Deserialize, Default)]
struct Wanted {
    #[serde(default)]
    player: String,
    receipt: Option<String>,
}

async fn page(State(house): State<House>, looking: Looking, Query(wanted): Query<Wanted>) -> Response {
    let receipt = wanted.receipt.and_then(|number| number.parse().ok());
    let seen = Seen { player: wanted.player.trim(), amount: "", receipt, tried: None };
    shown(&house, &looking, seen).await
}

/// What is exchanged, and the form it is asked with.
#[derive(Deserialize)]
struct Asked {
    player: String,
    amount: String,
    what: Exchange,
    once: String,
}

async fn exchange(State(house): State<House>, looking: Looking, Form(asked): Form<Asked>) -> Response {
    match carry_out(&house.floor, &looking, &asked).await {
        Ok(Receipt { player, number, .. }) => {
            Redirect::to(&format!("{HERE}?player={player}&receipt={number}")).into_response()
        }
        Err(problem) => {
            let tried = Some(Tried { at: AMOUNT.to_owned(), problem });
            let seen = Seen { player: asked.player.trim(), amount: &asked.amount, receipt: None, tried };
            shown(&house, &looking, seen).await
        }
    }
}

async fn carry_out(floor: &Floor, looking: &Looking, asked: &Asked) -> Result<Receipt, Problem> {
    let by = Door::Cage.enter(looking)?;
    let texts = looking.language.staff();
    let amount: Chips = asked.amount.trim().parse().map_err(|_| {
        let status = StatusCode::UNPROCESSABLE_ENTITY;
        Problem::new(status, "/problems/senseless", "this is no amount", texts.no_amount)
    })?;
    let (player, what) = (asked.player.trim(), asked.what);
    let exchanged = floor::exchange_at_cage(floor, by, asked.once.clone(), player, what, amount).await;
    exchanged.map_err(|problem| match problem.kind {
        // A form that was sent, changed and sent again.
        "/problems/other-use" => Problem { detail: texts.sent_before.to_owned(), ..problem },
        _ => problem,
    })
}

/// What a page is about.
struct Seen<'s> {
    player: &'s str,
    amount: &'s str,
    receipt: Option<u64>,
    tried: Option<Tried>,
}

async fn shown(house: &House, looking: &Looking, seen: Seen<'_>) -> Response {
    match counter(&house.floor, looking, seen).await {
        Ok(counter) => counter.page(looking, house.floor.clock().now()),
        Err(problem) => Door::Cage.refused(looking, problem),
    }
}

async fn counter(floor: &Floor, looking: &Looking, seen: Seen<'_>) -> Result<Counter, Problem> {
    let by = Door::Cage.enter(looking)?;
    let Seen { player, amount, receipt, mut tried } = seen;
    let mut customer = None;
    if !player.is_empty() {
        match floor::customer(floor, by, player).await {
            Ok(Person { name, .. }) => {
                let (balance, debt) = (floor.cage().balance(&name).await?, floor.cage().debt(&name).await?);
                customer = Some(Customer { name, balance, debt });
            }
            Err(problem) => {
                let detail = looking.language.staff().no_player.to_owned();
                tried = Some(Tried { at: PLAYER.to_owned(), problem: Problem { detail, ..problem } });
            }
        }
    }
    let receipts = own_receipts(floor, &by.name).await?;
    let made = receipts.iter().find(|own| Some(own.number) == receipt && own.player == player).cloned();
    Ok(Counter { player: player.to_owned(), customer, amount: amount.to_owned(), receipts, made, tried })
}

/// A cashier's own receipts, newest first.
async fn own_receipts(floor: &Floor, by: &str) -> Result<Vec<Receipt>, Problem> {
    let mut own = Vec::new();
    for (book, last) in floor.books().await?.into_iter().filter(|(book, _)| book.starts_with("cage/")) {
        let lines = floor.log_lines(&book, last.saturating_sub(LOOKED_BACK)).await?;
        own.extend(lines.into_iter().filter_map(|line| match line.fact {
            Fact::Credits(receipt) if receipt.by == by => Some(receipt),
            _ => None,
        }));
    }
    own.sort_by_key(|receipt| std::cmp::Reverse((receipt.at, receipt.number)));
    own.truncate(SHOWN);
    Ok(own)
}
