//! `/pit/switches`: opening and closing the floor, a game, a table; disabling a login.

use std::collections::BTreeMap;

use axum::extract::State;
use axum::extract::ws::WebSocketUpgrade;
use axum::response::{IntoResponse, Response};
use floor::{Action, Floor, Person, Problem, Scope, may};
use maud::{Markup, html};
use serde::Deserialize;

use super::forms::{self, Answered, answered};
use super::{Console, door, main, said};
use crate::House;
use crate::form::Form;
use crate::live::{Watched, follow_floor};
use crate::said::{Scripted, place};
use crate::visitor::Looking;

const HERE: &str = "/pit/switches";

pub(super) async fn page(State(house): State<House>, looking: Looking) -> Response {
    if let Err(problem) = enter(&looking) {
        return door::refused(&looking, &problem);
    }
    let (title, main) = (looking.language.pit().switches, shown(&house.floor, &looking));
    let (live, now) = (Some(format!("{HERE}/live")), house.floor.clock().now());
    Console { looking: &looking, title, here: HERE, live, now, main }.into_response()
}

pub(super) async fn live(
    State(house): State<House>,
    looking: Looking,
    upgrade: WebSocketUpgrade,
) -> Response {
    follow_floor(house, looking, upgrade, Switches)
}

struct Switches;

impl Watched for Switches {
    async fn fragments(&mut self, house: &House, looking: &Looking) -> Option<Markup> {
        Some(super::guarded(looking, enter(looking), || shown(&house.floor, looking)))
    }
}

/// Someone who may open or close anything.
fn enter(looking: &Looking) -> Result<&Person, Problem> {
    door::enter_for(looking, Action::OpenTables).or_else(|_| door::enter_for(looking, Action::Disable))
}

fn shown(floor: &Floor, looking: &Looking) -> Markup {
    let texts = looking.language.pit();
    let role = looking.visitor.as_ref().map(|visitor| visitor.person.role);
    let may = |action| role.is_some_and(|role| may(role, action));
    let tables = tables(floor);
    let content = html! {
        p.dim { (texts.close_why) }
        div.papers {
            @if may(Action::Disable) { (whole(&tables, looking)) (games(&tables, looking)) }
            section #by-table.paper {
                h2 { (texts.by_table) }
                @for (id, game, open) in &tables { div.pit-switch { (named(&format!("{id} · {game}"), *open, looking)) (table_switch(id, *open, looking)) } }
            }
            @if may(Action::DisableLogin) { (login(looking)) }
        }
    };
    main(looking, texts.switches, HERE, &content)
}

/// Every table kept here, with its game and whether it is open.
fn tables(floor: &Floor) -> Vec<(String, String, bool)> {
    let look = |id: std::sync::Arc<str>| {
        let standing = floor.table(&id)?.standing.borrow().clone();
        Some((id.to_string(), standing.table.rules().id().to_owned(), standing.table.is_open()))
    };
    floor.tables().into_iter().filter_map(look).collect()
}

fn named(name: &str, open: bool, looking: &Looking) -> Markup {
    let texts = looking.language.pit();
    html! { span.name { (name) " " span.pit-open data-open=(open) { (if open { texts.open } else { texts.closed }) } } }
}

fn whole(tables: &[(String, String, bool)], looking: &Looking) -> Markup {
    let texts = looking.language.pit();
    let open = tables.iter().any(|(_, _, open)| *open);
    html! {
        section #whole-floor.paper {
            h2 { (texts.whole_floor) }
            div.pit-switch {
                (named(&looking.language.seats_taken(tables.iter().filter(|(_, _, open)| *open).count(), u8::try_from(tables.len()).unwrap_or(u8::MAX)), open, looking))
                (switch("floor", &[], open, (texts.close_floor, texts.open_floor), looking))
            }
        }
    }
}

fn games(tables: &[(String, String, bool)], looking: &Looking) -> Markup {
    let texts = looking.language.pit();
    let mut games: BTreeMap<&str, bool> = BTreeMap::new();
    for (_, game, open) in tables {
        *games.entry(game).or_default() |= *open;
    }
    html! {
        section #by-game.paper {
            h2 { (texts.by_game) }
            @for (game, open) in games {
                div.pit-switch {
                    (named(&looking.language.game(game, game), open, looking))
                    (switch(&format!("game-{game}"), &[("game", game)], open, (texts.close_game, texts.open_game), looking))
                }
            }
        }
    }
}

/// The switch of one table.
pub(super) fn table_switch(id: &str, open: bool, looking: &Looking) -> Markup {
    let texts = looking.language.pit();
    switch(&format!("open-{id}"), &[("table", id)], open, (texts.close_table, texts.open_table), looking)
}

/// A switch: what it does is asked once more before it is done.
fn switch(
    word: &str,
    scope: &[(&str, &str)],
    open: bool,
    (close, reopen): (&str, &str),
    looking: &Looking,
) -> Markup {
    let texts = looking.language.pit();
    html! {
        // Once it is done it is another switch, closed again.
        details.pit-sure id={ "sure-" (word) "-" (open) } {
            summary { (if open { close } else { reopen }) }
            form id={ "switch-" (word) } method="post" action="/pit/open" data-said=(said(word)) {
                input type="hidden" name="word" value=(word);
                @for (name, value) in scope { input type="hidden" name=(name) value=(value); }
                input type="hidden" name="open" value=(!open);
                button.danger[open] { (texts.sure) }
            }
        }
        (place(&said(word), None, looking.language))
    }
}

fn login(looking: &Looking) -> Markup {
    let texts = looking.language.pit();
    html! {
        section #logins.paper {
            h2 { (texts.logins) }
            p.dim { (texts.login_why) }
            form.pit-login method="post" action="/pit/logins" data-said="said-login" {
                label { (texts.login_name) input #login-name name="name" autocapitalize="none" autocomplete="off" required; }
                button.danger name="disabled" value="true" { (texts.disable) }
                button.quiet name="disabled" value="false" { (texts.enable) }
            }
            (place("said-login", None, looking.language))
        }
    }
}

/// Which tables are opened or closed.
#[derive(Deserialize)]
pub(super) struct Opening {
    id: Option<String>,
    word: Option<String>,
    table: Option<String>,
    game: Option<String>,
    open: bool,
}

pub(super) async fn open(
    State(house): State<House>,
    looking: Looking,
    scripted: Scripted,
    Form(Opening { id, word, table, game, open }): Form<Opening>,
) -> Response {
    let done = async {
        let person = door::enter(&looking)?;
        let scope = Scope { table, game };
        let answers = floor::keep_open(&house.floor, person, forms::id(id), &scope, open).await?;
        Ok(looking.language.tables_switched(answers.len(), open))
    };
    let at = said(word.as_deref().unwrap_or("floor"));
    answered(&house.floor, &looking, scripted, Answered { at: &at, back: HERE, done: done.await })
}

/// Whose login.
#[derive(Deserialize)]
pub(super) struct Login {
    name: String,
    disabled: bool,
}

pub(super) async fn logins(
    State(house): State<House>,
    looking: Looking,
    scripted: Scripted,
    Form(Login { name, disabled }): Form<Login>,
) -> Response {
    let done = async {
        let person = door::enter(&looking)?;
        floor::require(person, Action::DisableLogin)?;
        let changed = house.floor.people().disable(&person.name, name.trim(), disabled).await?;
        Ok(looking.language.login_switched(&changed.name, disabled))
    };
    answered(&house.floor, &looking, scripted, Answered { at: "said-login", back: HERE, done: done.await })
}
