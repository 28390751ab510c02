//! What is keyed at the console, put together to a sentence and said.

use axum::extract::{Path, State};
use axum::http::StatusCode;
use axum::response::Response;
use floor::Problem;
use serde::Deserialize;

use super::{console, controls, seats};
use crate::House;
use crate::door::Door;
use crate::form::{self, Form};
use crate::said::{self, Scripted, Tried};
use crate::visitor::Looking;

/// A sentence or its parts.
#[derive(Deserialize)]
pub(super) struct Keyed {
    id: Option<String>,
    say: String,
    words: Option<String>,
    rank: Option<String>,
    suit: Option<String>,
    name: Option<String>,
    spot: Option<String>,
    amount: Option<String>,
    wager: Option<String>,
}

/// What stands in a field, if anything does.
pub(super) fn written(field: Option<&String>) -> Option<&str> {
    field.map(|text| text.trim()).filter(|text| !text.is_empty())
}

impl Keyed {
    /// Whether it comes from the form for seats and wagers.
    fn is_of_seats(&self) -> bool {
        matches!(self.say.as_str(), "leaves" | "bets" | "withdraws")
    }

    fn sentence(&self) -> Result<String, Problem> {
        let say = self.say.trim();
        if say == "shoe" {
            let card = written(self.rank.as_ref()).zip(written(self.suit.as_ref()));
            let (rank, suit) = card.ok_or_else(|| lacking("key the rank of the card, then its suit"))?;
            return Ok(format!("shoe {rank}{suit}"));
        }
        if self.is_of_seats() {
            return self.about_a_seat().ok_or_else(|| lacking("say who, at which spot, and how much"));
        }
        let amount = written(self.amount.as_ref()).map(|amount| format!(" for {amount}"));
        let words = written(self.words.as_ref()).map(|words| format!(" {words}"));
        Ok(format!("{say}{}{}", amount.unwrap_or_default(), words.unwrap_or_default()))
    }

    fn about_a_seat(&self) -> Option<String> {
        let (name, spot) = (written(self.name.as_ref())?, written(self.spot.as_ref())?);
        let wager = written(self.wager.as_ref()).unwrap_or("main");
        Some(match self.say.as_str() {
            "leaves" => format!("{name} leaves {spot}"),
            "withdraws" => format!("{name} withdraws on {spot} {wager}"),
            _ => format!("{name} bets {} on {spot} {wager}", written(self.amount.as_ref())?),
        })
    }
}

fn lacking(why: &str) -> Problem {
    let status = StatusCode::UNPROCESSABLE_ENTITY;
    Problem::new(status, "/problems/senseless", "this means nothing here", why)
}

pub(super) async fn say(
    State(house): State<House>,
    Path(table): Path<String>,
    looking: Looking,
    scripted: Scripted,
    Form(keyed): Form<Keyed>,
) -> Response {
    let at = if keyed.is_of_seats() { seats::SAID } else { controls::SAID };
    let done = carry_out(&house, &looking, &table, &keyed).await;
    match done {
        Err(problem) if !scripted.0 => {
            let tried = Tried { at: at.to_owned(), problem };
            let page = console::page(&house, &looking, &table, Some(&tried), None).await;
            page.unwrap_or_else(|problem| Door::Dealer.refused(&looking, problem))
        }
        done => said::answer(&house.floor, &looking, scripted, at, &format!("/dealer/{table}"), done),
    }
}

async fn carry_out(house: &House, looking: &Looking, table: &str, keyed: &Keyed) -> Result<(), Problem> {
    let person = Door::Dealer.enter(looking)?;
    let say = keyed.sentence()?;
    floor::desk(&house.floor, table)?.say(person, form::id(keyed.id.clone()), &say).await?;
    Ok(())
}
