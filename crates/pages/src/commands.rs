//! What is said at a terminal: ordinary forms. Our script sends them too, and puts the answer in its place.

use axum::extract::{Path, State};
use axum::http::StatusCode;
use axum::response::Response;
use floor::{Desk, Exchange, Person, Problem, Sight, Till};
use serde::Deserialize;
use vocabulary::Chips;

use crate::House;
use crate::form::Form;
use crate::said::{self, Scripted, Tried};
use crate::taps::Tap;
use crate::terminal::{self, CONTROLS, PURSE, said_at};
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
        self.say(id, &format!("bets {} on {}", Chips::minor(tap.amount), tap.on)).await?;
        self.house.taps.note(self.table, &self.person.name, self.round(), tap);
        Ok(())
    }

    /// Takes the last chip back: all that lies there, and then the rest of it goes down again.
    async fn undo(&self) -> Result<(), Problem> {
        let (taps, name, round) = (&self.house.taps, &self.person.name, self.round());
        let Some((last, left)) = taps.last(self.table, name, round) else { return Ok(()) };
        self.say(None, &format!("withdraws on {}", last.on)).await?;
        taps.undone(self.table, name, round);
        if left > 0 {
            self.say(None, &format!("bets {} on {}", Chips::minor(left), last.on)).await?;
        }
        Ok(())
    }

    async fn repeat(&self) -> Result<(), Problem> {
        for tap in self.house.taps.before(self.table, &self.person.name, self.round()) {
            self.bet(None, tap).await?;
        }
        Ok(())
    }

    /// Takes back everything, one wager after another: with a main wager its side wagers may go too.
    async fn clear(&self) -> Result<(), Problem> {
        while let Some(on) = self.own_wager() {
            self.say(None, &format!("withdraws on {on}")).await?;
        }
        self.house.taps.cleared(self.table, &self.person.name, self.round());
        Ok(())
    }

    /// Where one of his wagers lies, as the notation has it.
    fn own_wager(&self) -> Option<String> {
        let eyes = floor::Eyes::of(&self.person.name, self.person.role);
        let standing = self.desk.standing.borrow().clone();
        let sight = Sight::of(self.table, &standing, &eyes, 0);
        let wager = sight.wagers.into_iter().find(|wager| wager.player == self.person.name)?;
        Some(if wager.kind == "main" {
            wager.spot.to_string()
        } else {
            format!("{} {}", wager.spot, wager.kind)
        })
    }
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
    let done = async { Doer::new(&house, &looking, &table)?.say(id, &said).await }.await;
    answer(&house, &looking, &table, scripted, at, done).await
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
            (Some("undo"), ..) => doer.undo().await,
            (Some("repeat"), ..) => doer.repeat().await,
            (Some("clear"), ..) => doer.clear().await,
            (None, Some(on), Some(amount)) => doer.bet(bet.id, Tap { on, amount }).await,
            _ => Err(senseless("choose a chip, then tap a place on the felt")),
        }
    };
    answer(&house, &looking, &table, scripted, at, done.await).await
}

/// Credits to buy or to cash out.
#[derive(Deserialize)]
pub(crate) struct Credits {
    id: Option<String>,
    amount: String,
    what: String,
}

pub(crate) async fn credits(
    State(house): State<House>,
    Path(table): Path<String>,
    looking: Looking,
    scripted: Scripted,
    Form(credits): Form<Credits>,
) -> Result<Response, Problem> {
    let done = exchange(&house, &looking, credits).await;
    answer(&house, &looking, &table, scripted, PURSE.to_owned(), done).await
}

async fn exchange(house: &House, looking: &Looking, credits: Credits) -> Result<(), Problem> {
    let person = &looking.visitor.as_ref().ok_or_else(nobody)?.person;
    if !floor::may(person.role, floor::Action::OwnMoney) {
        return Err(Problem::new(
            StatusCode::FORBIDDEN,
            "/problems/not-yours",
            "not yours",
            "only players have credits",
        ));
    }
    let what = if credits.what == "buy" { Exchange::Bought } else { Exchange::CashedOut };
    let amount: Chips = credits.amount.trim().parse().map_err(senseless::<vocabulary::NotAnAmount>)?;
    let till = if person.guest { Till::PlayMoney } else { Till::Terminal };
    let id = credits.id.map(|id| format!("{}:{id:.60}", person.name));
    house.floor.cage().exchange(id, &person.name, &person.name, what, till, amount).await?;
    Ok(())
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
