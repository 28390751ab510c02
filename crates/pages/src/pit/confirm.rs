//! Before the pit decides something it sees what that would do, by which clause, and whose credits move.

use axum::extract::{Path, Query, State};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Redirect, Response};
use floor::{Action, Desk, Problem, Rehearsed, Standing};
use maud::{Markup, html};
use round::Seen;
use serde::Deserialize;

use super::deeds::Asked;
use super::{Console, clause_in_full, main};
use crate::House;
use crate::door::Door;
use crate::form::{self, Form};
use crate::page::money;
use crate::said::{Scripted, Tried, place};
use crate::tell::tell;
use crate::visitor::Looking;

/// Where problems are shown.
const SAID: &str = "said-confirm";

/// A decision that is about to be made.
struct Deciding<'d> {
    looking: &'d Looking,
    table: &'d str,
    say: &'d str,
    standing: &'d Standing,
    rehearsed: &'d Result<Rehearsed, Problem>,
    /// Why it was just refused.
    tried: Option<&'d Tried>,
}

pub(super) async fn page(
    State(house): State<House>,
    Path(table): Path<String>,
    looking: Looking,
    Query(asked): Query<Asked>,
) -> Response {
    let shown = async {
        Door::Pit.enter_for(&looking, Action::Rule)?;
        let desk = floor::desk(&house.floor, &table)?;
        match asked.sentence() {
            Ok(say) => Ok(confirmation(&looking, &table, &desk, &say, None).await),
            Err(problem) => Ok((unsaid(&looking, &table, problem.clone()), status(&problem))),
        }
    };
    match shown.await {
        Ok((section, status)) => (status, framed(&house, &looking, &table, &section)).into_response(),
        Err(problem) => Door::Pit.refused(&looking, problem),
    }
}

fn status(problem: &Problem) -> StatusCode {
    StatusCode::from_u16(problem.status).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR)
}

fn framed(house: &House, looking: &Looking, table: &str, section: &Markup) -> Response {
    let title = looking.language.pit().confirm;
    let (here, now) = (format!("/pit/tables/{table}"), house.floor.clock().now());
    let main = main(&house.floor, looking, title, &here, section);
    Console { looking, title, here: &here, live: None, now, main }.into_response()
}

/// What it would do now, and the status of that.
async fn confirmation(
    looking: &Looking,
    table: &str,
    desk: &Desk,
    say: &str,
    tried: Option<&Tried>,
) -> (Markup, StatusCode) {
    let standing = desk.standing.borrow().clone();
    let rehearsed = match &looking.visitor {
        Some(visitor) => desk.rehearse(&visitor.person, say).await.map_err(Problem::from),
        None => Err(Problem::new(StatusCode::UNAUTHORIZED, "/problems/sign-in", "nobody", "sign in again")),
    };
    let found = tried.map(Tried::status).or_else(|| rehearsed.as_ref().err().map(status));
    let deciding = Deciding { looking, table, say, standing: &standing, rehearsed: &rehearsed, tried };
    (deciding.section(), found.unwrap_or_default())
}

impl Deciding<'_> {
    fn section(&self) -> Markup {
        let texts = self.looking.language.pit();
        html! {
            section #confirm.paper.pit-confirm {
                p.dim { (super::game_of(&self.standing.table, self.looking.language)) " · " (self.table) " · " (self.looking.language.round(self.standing.table.round().number())) }
                h2 { (texts.as_recorded) }
                p.pit-sentence lang="en" { (self.say) }
                @match self.rehearsed {
                    Ok(rehearsed) => { (self.effects(rehearsed)) (self.form()) }
                    Err(problem) => {
                        div role="alert" { p.problem { (texts.not_now) " " (problem.detail) } }
                        @if !problem.clauses.is_empty() {
                            h2 { (texts.clauses) }
                            @for id in &problem.clauses { (clause_in_full(self.standing.table.rules(), id)) }
                        }
                    }
                }
                (place(SAID, self.tried, self.looking.language))
                p { a href={ "/pit/tables/" (self.table) } { (texts.back) } }
            }
        }
    }

    /// What it does, by which clauses, and whose credits move.
    fn effects(&self, rehearsed: &Rehearsed) -> Markup {
        let (language, texts) = (self.looking.language, self.looking.language.pit());
        let (mut says, mut clauses): (Vec<String>, Vec<String>) = Default::default();
        rehearsed.news.each_seen(&self.looking.eyes(), |table, seen| {
            if let Seen::Open(event) = seen {
                says.extend(tell(language, table, event));
                let id = event.because().clause.to_string();
                if !clauses.contains(&id) {
                    clauses.push(id);
                }
            }
        });
        html! {
            h2 { (texts.will_happen) }
            @if says.is_empty() { p { (texts.nothing_told) } }
            ul { @for sentence in &says { li { (sentence) } } }
            h2 { (texts.clauses) }
            @for id in &clauses { (clause_in_full(self.standing.table.rules(), id)) }
            h2 { (texts.will_move) }
            @if rehearsed.moves.is_empty() { p { (texts.nothing_moves) } }
            @else {
                table {
                    tbody {
                        @for (name, chips) in &rehearsed.moves {
                            @let units = chips.units();
                            tr { th scope="row" { (name) } td.figure.good[units > 0].bad[units < 0] { @if units > 0 { "+" } (money(units)) } }
                        }
                    }
                }
            }
        }
    }

    fn form(&self) -> Markup {
        html! {
            form method="post" action={ "/pit/tables/" (self.table) "/say" } data-said=(SAID) {
                input type="hidden" name="say" value=(self.say);
                input type="hidden" name="round" value=(self.standing.table.round().number());
                // However often it is sent, it is carried out once.
                input type="hidden" name="once" value=(floor::fresh_password());
                button.danger { (self.looking.language.pit().carry_out) }
            }
        }
    }
}

/// A form that made no sentence.
fn unsaid(looking: &Looking, table: &str, problem: Problem) -> Markup {
    let tried = Tried { at: SAID.to_owned(), problem };
    html! {
        section #confirm.paper.pit-confirm {
            (place(SAID, Some(&tried), looking.language))
            p { a href={ "/pit/tables/" (table) } { (looking.language.pit().back) } }
        }
    }
}

/// A decision, as it was shown.
#[derive(Deserialize)]
pub(super) struct Sentence {
    say: String,
    round: u32,
    once: Option<String>,
}

pub(super) async fn say(
    State(house): State<House>,
    Path(table): Path<String>,
    looking: Looking,
    Scripted(scripted): Scripted,
    Form(sentence): Form<Sentence>,
) -> Response {
    let entered = async {
        Door::Pit.enter_for(&looking, Action::Rule)?;
        floor::desk(&house.floor, &table)
    };
    let desk = match entered.await {
        Ok(desk) => desk,
        Err(problem) => return Door::Pit.refused(&looking, problem),
    };
    match carry_out(&looking, &desk, &sentence).await {
        Ok(waits) if scripted => done(&looking, &table, waits).into_response(),
        Ok(_) => Redirect::to(&format!("/pit/tables/{table}")).into_response(),
        Err(problem) => {
            let tried = Tried { at: SAID.to_owned(), problem };
            let (section, status) = confirmation(&looking, &table, &desk, &sentence.say, Some(&tried)).await;
            if scripted {
                section.into_response()
            } else {
                (status, framed(&house, &looking, &table, &section)).into_response()
            }
        }
    }
}

/// Says it, and whether it now waits for a second person.
async fn carry_out(looking: &Looking, desk: &Desk, sentence: &Sentence) -> Result<bool, Problem> {
    let person = Door::Pit.enter_for(looking, Action::Rule)?;
    if desk.standing.borrow().table.round().number() != sentence.round {
        let why = looking.language.pit().moved_on;
        return Err(Problem::new(StatusCode::CONFLICT, "/problems/moved-on", "another round is on", why));
    }
    let answer = desk.say(person, form::id(sentence.once.clone()), &sentence.say).await?;
    Ok(answer.waits_for_approval)
}

/// In the place of what was asked: that it is done, or waits for a second person. It cannot be sent again.
fn done(looking: &Looking, table: &str, waits: bool) -> Markup {
    let texts = looking.language.pit();
    let says = if waits { looking.language.duty().now_waits } else { texts.done };
    html! {
        section #confirm.paper.pit-confirm {
            p.pit-done role="status" { (says) }
            p { a href={ "/pit/tables/" (table) } { (texts.back) } }
        }
    }
}
