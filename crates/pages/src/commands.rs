//! What is said at a terminal: ordinary forms. Our script sends them too, and puts the answer in its place.

mod undo;

use axum::extract::{Path, State};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use floor::{Desk, Person, Problem, Sight, Standing};
use maud::html;
use serde::Deserialize;
use vocabulary::Chips;

use crate::House;
use crate::form::{self, Form};
use crate::page::{money, purse};
use crate::said::{self, Scripted, Tried};
use crate::taps::Tap;
use crate::terminal::{self, CONTROLS, PURSE, said_at};
use crate::texts::{ENOUGH, Language, NOT_REPEATED, fill};
use crate::visitor::Looking;

/// Someone who does something at a table.
struct Doer<'d> {
    house: &'d House,
    desk: Desk,
    person: Person,
    table: &'d str,
}

impl<'d> Doer<'d> {
    fn new(house: &'d House, looking: &Looking, table: &'d str) -> Result<Doer<'d>, Problem> {
        let desk = floor::desk(&house.floor, table)?;
        let visitor = looking.visitor.as_ref().ok_or_else(nobody)?;
        Ok(Doer { house, desk, person: visitor.person.clone(), table })
    }

    fn round(&self) -> u32 {
        self.desk.standing.borrow().table.round().number()
    }

    async fn say(&self, id: Option<String>, say: &str) -> Result<(), Problem> {
        self.desk.say(&self.person, id, say).await?;
        Ok(())
    }

    /// Puts a chip on a place, and remembers it.
    async fn bet(&self, id: Option<String>, tap: Tap) -> Result<(), Problem> {
        self.say(id, &tap.sentence()).await?;
        self.house.taps.note(self.table, &self.person.name, self.round(), tap);
        Ok(())
    }

    /// Bets the same as before, and says place by place what cannot be bet again.
    async fn repeat(&self, language: Language) -> Result<(), Problem> {
        let mut not = Vec::new();
        for tap in self.house.taps.before(self.table, &self.person.name, self.round()) {
            if let Err(problem) = self.bet(None, tap.clone()).await {
                not.push((tap, problem));
            }
        }
        match not.as_slice() {
            [] => Ok(()),
            [(_, first), others @ ..] if others.iter().all(|(_, other)| other.detail == first.detail) => {
                Err(first.clone())
            }
            _ => Err(not_repeated(&not, language)),
        }
    }

    /// Takes back everything, one wager after another: with a main wager its side wagers may go too.
    async fn clear(&self) -> Result<(), Problem> {
        loop {
            let standing = self.desk.standing.borrow().clone();
            let Some(Tap { on, .. }) = self.wagers(&standing).into_iter().next() else { break };
            self.say(None, &format!("withdraws on {on}")).await?;
        }
        self.house.taps.cleared(self.table, &self.person.name, self.round());
        Ok(())
    }

    /// What they have on the table before the cards, place by place as the notation has them.
    fn wagers(&self, standing: &Standing) -> Vec<Tap> {
        let eyes = floor::Eyes::of(&self.person.name, self.person.role);
        let sight = Sight::of(self.table, standing, &eyes, 0);
        let own = sight.wagers.into_iter().filter(|wager| wager.player == self.person.name);
        own.map(|wager| {
            let main = wager.kind == "main";
            let on = if main { wager.spot.to_string() } else { format!("{} {}", wager.spot, wager.kind) };
            Tap { on, amount: wager.stake }
        })
        .collect()
    }
}

/// What could not be bet again, and why.
fn not_repeated(not: &[(Tap, Problem)], language: Language) -> Problem {
    let told = |(tap, problem): &(Tap, Problem)| {
        let why = language.problem(problem).unwrap_or_else(|| problem.detail.clone());
        format!("{} ({}): {why}", tap.on, Chips::minor(tap.amount))
    };
    let all: Vec<String> = not.iter().map(told).collect();
    let detail = format!("{}: {}", language.terminal().not_repeated, all.join("; "));
    Problem::new(StatusCode::CONFLICT, NOT_REPEATED, "not all was bet again", detail)
}

/// A sentence, with an amount where one is asked for.
#[derive(Deserialize)]
pub(crate) struct Sentence {
    id: Option<String>,
    say: String,
    amount: Option<String>,
}

pub(crate) async fn say(
    State(house): State<House>,
    Path(table): Path<String>,
    looking: Looking,
    scripted: Scripted,
    Form(Sentence { id, say, amount }): Form<Sentence>,
) -> Result<Response, Problem> {
    let seat = say.strip_prefix("sits on ").or_else(|| say.strip_prefix("leaves "));
    let spot = seat.and_then(|spot| spot.parse().ok());
    let at = spot.map_or_else(|| CONTROLS.to_owned(), said_at);
    let said = match amount.filter(|amount| !amount.trim().is_empty()) {
        Some(amount) => format!("{say} for {}", amount.trim()),
        None => say,
    };
    let done = async { Doer::new(&house, &looking, &table)?.say(form::id(id), &said).await }.await;
    answer(&house, &looking, &table, scripted, at, done).await
}

/// A button that says all by itself, with the id of its command.
#[derive(Deserialize)]
pub(crate) struct Button {
    id: Option<String>,
}

/// Someone stays seated.
pub(crate) async fn stay(
    State(house): State<House>,
    Path(table): Path<String>,
    looking: Looking,
    scripted: Scripted,
    Form(Button { id }): Form<Button>,
) -> Result<Response, Problem> {
    let done = async {
        let doer = Doer::new(&house, &looking, &table)?;
        floor::require(&doer.person, floor::Action::Play)?;
        doer.desk.stay(&doer.person, form::id(id)).await?;
        Ok(())
    };
    answer(&house, &looking, &table, scripted, CONTROLS.to_owned(), done.await).await
}

/// A chip and its place, or something to do with what lies there.
#[derive(Deserialize)]
pub(crate) struct Bet {
    id: Option<String>,
    chip: Option<i64>,
    on: Option<String>,
    act: Option<String>,
}

pub(crate) async fn bets(
    State(house): State<House>,
    Path(table): Path<String>,
    looking: Looking,
    scripted: Scripted,
    Form(bet): Form<Bet>,
) -> Result<Response, Problem> {
    let spot = bet.on.as_deref().and_then(|on| on.split(' ').next()).and_then(|spot| spot.parse().ok());
    let at = spot.map_or_else(|| CONTROLS.to_owned(), said_at);
    let done = async {
        let doer = Doer::new(&house, &looking, &table)?;
        match (bet.act.as_deref(), bet.on, bet.chip) {
            (Some("undo"), ..) => doer.undo(looking.language).await,
            (Some("repeat"), ..) => doer.repeat(looking.language).await,
            (Some("clear"), ..) => doer.clear().await,
            (None, Some(on), Some(amount)) => doer.bet(form::id(bet.id), Tap { on, amount }).await,
            _ => Err(senseless("choose a chip, then tap a place on the felt")),
        }
    };
    answer(&house, &looking, &table, scripted, at, done.await).await
}

/// Someone asks for play money.
pub(crate) async fn play_money(
    State(house): State<House>,
    Path(table): Path<String>,
    mut looking: Looking,
    scripted: Scripted,
    Form(Button { id }): Form<Button>,
) -> Result<Response, Problem> {
    let done = top_up(&house, &looking, form::id(id)).await;
    // No table has news of it: the answer brings the new balance.
    if scripted.0
        && done.is_ok()
        && looking.again(&house.floor).await.is_some()
        && let Some(visitor) = &looking.visitor
    {
        let (told, purse) = (said::place(PURSE, None, looking.language), purse(visitor, looking.language));
        return Ok(html! { (told) (purse) }.into_response());
    }
    answer(&house, &looking, &table, scripted, PURSE.to_owned(), done).await
}

async fn top_up(house: &House, looking: &Looking, id: Option<String>) -> Result<(), Problem> {
    let person = &looking.visitor.as_ref().ok_or_else(nobody)?.person;
    if floor::top_up(&house.floor, person, id).await?.is_some() {
        return Ok(());
    }
    let most = money(house.floor.config().guest_credits);
    let detail = fill(looking.language.texts().enough_play_money, &[("most", &most)]);
    Err(Problem::new(StatusCode::CONFLICT, ENOUGH, "nothing was added", detail))
}

/// The answer to a form of the terminal: a browser without our script finds why it was not done on the table's page, where
/// it was tried.
async fn answer(
    house: &House,
    looking: &Looking,
    table: &str,
    scripted: Scripted,
    at: String,
    done: Result<(), Problem>,
) -> Result<Response, Problem> {
    match done {
        Err(problem) if !scripted.0 => {
            terminal::page(house, looking, table, Some(&Tried { at, problem })).await
        }
        done => Ok(said::answer(&house.floor, looking, scripted, &at, &format!("/tables/{table}"), done)),
    }
}

fn nobody() -> Problem {
    let detail = "nobody is signed in here any more: go to the lobby and take a seat again";
    Problem::new(StatusCode::UNAUTHORIZED, "/problems/sign-in", "nobody is signed in", detail)
}

fn senseless<T: std::fmt::Display>(why: T) -> Problem {
    Problem::new(StatusCode::UNPROCESSABLE_ENTITY, "/problems/senseless", "this means nothing here", why)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_could_not_be_bet_again_is_told_place_by_place() {
        let tap = |on: &str| Tap { on: on.into(), amount: 2500 };
        let why = |kind, detail: &str| Problem::new(StatusCode::CONFLICT, kind, "", detail);
        let not = [
            (tap("3"), why("/problems/credits", "too few credits")),
            (tap("3 pair"), why("/problems/refused", "this side wager needs a main wager")),
        ];
        let told = not_repeated(&not, Language::English);
        let says = "Not all of it could be bet again: 3 (25): too few credits; 3 pair (25): this side wager needs a main wager";
        assert_eq!(told.detail, says);
        // The sentence is English where no Chinese one exists, and Chinese where one does.
        let told = not_repeated(&not, Language::Chinese);
        assert!(told.detail.contains("余额不足"), "{}", told.detail);
        assert_eq!(Language::Chinese.problem(&told), Some(told.detail));
    }
}
