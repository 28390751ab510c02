//! `/pit/switches`: opening and closing the floor, a game, a table; disabling a login.

use std::collections::BTreeMap;

use axum::extract::State;
use axum::extract::ws::WebSocketUpgrade;
use axum::response::{IntoResponse, Response};
use floor::{Action, Floor, LoginChange, Person, Problem, Scope, may};
use maud::{Markup, html};
use serde::Deserialize;

use super::forms::{Answered, answered};
use super::{Console, game_of, main, said};
use crate::House;
use crate::door::Door;
use crate::form::{self, Form};
use crate::live::{Watched, follow_floor};
use crate::said::{Scripted, place};
use crate::visitor::Looking;

const HERE: &str = "/pit/switches";

pub(super) async fn page(State(house): State<House>, looking: Looking) -> Response {
    if let Err(problem) = enter(&looking) {
        return Door::Pit.refused(&looking, problem);
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
    Door::Pit
        .enter_for(looking, Action::OpenTables)
        .or_else(|_| Door::Pit.enter_for(looking, Action::Disable))
}

fn shown(floor: &Floor, looking: &Looking) -> Markup {
    let texts = looking.language.pit();
    let role = looking.visitor.as_ref().map(|visitor| visitor.person.role);
    let may = |action| role.is_some_and(|role| may(role, action));
    let tables = tables(floor, looking);
    let content = html! {
        p.dim { (texts.close_why) }
        div.papers {
            div.pit-column {
                @if may(Action::Disable) { (whole(&tables, looking)) }
                @if may(Action::DisableLogin) { (login(looking)) }
            }
            @if may(Action::Disable) { (games(&tables, looking)) }
            (by_table(&tables, looking))
        }
    };
    main(floor, looking, texts.switches, HERE, &content)
}

/// A table kept here.
struct Kept {
    id: String,
    game: String,
    name: String,
    open: bool,
}

fn tables(floor: &Floor, looking: &Looking) -> Vec<Kept> {
    let look = |id: std::sync::Arc<str>| {
        let standing = floor.table(&id)?.standing.borrow().clone();
        let (game, name) =
            (standing.table.rules().id().to_owned(), game_of(&standing.table, looking.language));
        Some(Kept { id: id.to_string(), game, name, open: standing.table.is_open() })
    };
    floor.tables().into_iter().filter_map(look).collect()
}

fn by_table(tables: &[Kept], looking: &Looking) -> Markup {
    html! {
        section #by-table.paper {
            h2 { (looking.language.pit().by_table) }
            @for Kept { id, name, open, .. } in tables {
                div.pit-switch {
                    span.name { strong { (id) } " " (state(*open, looking)) small.dim { (name) } }
                    (table_switch(id, *open, looking))
                }
            }
        }
    }
}

/// Whether something is open, in a word.
fn state(open: bool, looking: &Looking) -> Markup {
    let texts = looking.language.pit();
    html! { span.pit-open data-open=(open) { (if open { texts.open } else { texts.closed }) } }
}

fn whole(tables: &[Kept], looking: &Looking) -> Markup {
    let texts = looking.language.pit();
    html! {
        section #whole-floor.paper {
            h2 { (texts.whole_floor) }
            (several("floor", &[], tables.iter(), &html! {}, (texts.close_floor, texts.open_floor), looking))
        }
    }
}

fn games(tables: &[Kept], looking: &Looking) -> Markup {
    let texts = looking.language.pit();
    let games: BTreeMap<&str, &str> =
        tables.iter().map(|table| (table.game.as_str(), table.name.as_str())).collect();
    html! {
        section #by-game.paper {
            h2 { (texts.by_game) }
            @for (game, name) in games {
                @let own = tables.iter().filter(|table| table.game == game);
                (several(&format!("game-{game}"), &[("game", game)], own, &html! { strong { (name) } " " }, (texts.close_game, texts.open_game), looking))
            }
        }
    }
}

/// The switches of several tables: where only some of them are open, all can be closed as well as opened.
fn several<'k>(
    word: &str,
    scope: &[(&str, &str)],
    tables: impl Iterator<Item = &'k Kept>,
    name: &Markup,
    (close, reopen): (&str, &str),
    looking: &Looking,
) -> Markup {
    let (open, shut): (Vec<&Kept>, Vec<&Kept>) = tables.partition(|table| table.open);
    html! {
        div.pit-switch {
            span.name {
                (name)
                @if !open.is_empty() { (open.len()) " " (state(true, looking)) " " }
                @if !shut.is_empty() { (shut.len()) " " (state(false, looking)) }
            }
            div.pit-column {
                @if !open.is_empty() { (switch(word, scope, true, close, looking)) }
                @if !shut.is_empty() { (switch(word, scope, false, reopen, looking)) }
            }
            (place(&said(word), None, looking.language))
        }
    }
}

/// The switch of one table.
pub(super) fn table_switch(id: &str, open: bool, looking: &Looking) -> Markup {
    let texts = looking.language.pit();
    let word = format!("open-{id}");
    let does = if open { texts.close_table } else { texts.open_table };
    html! {
        (switch(&word, &[("table", id)], open, does, looking))
        (place(&said(&word), None, looking.language))
    }
}

/// A switch for what is open, or is not: what it does is asked once more before it is done.
fn switch(word: &str, scope: &[(&str, &str)], open: bool, does: &str, looking: &Looking) -> Markup {
    let texts = looking.language.pit();
    html! {
        // Once it is done it is another switch, closed again.
        details.pit-sure id={ "sure-" (word) "-" (open) } {
            summary { (does) }
            form method="post" action="/pit/open" data-said=(said(word)) {
                input type="hidden" name="word" value=(word);
                @for (name, value) in scope { input type="hidden" name=(name) value=(value); }
                input type="hidden" name="open" value=(!open);
                button.danger[open] { (texts.sure) }
            }
        }
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
        let person = Door::Pit.enter(&looking)?;
        let scope = Scope { table, game };
        let answers = floor::keep_open(&house.floor, person, form::id(id), &scope, open).await?;
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
        let person = Door::Pit.enter(&looking)?;
        let change = LoginChange { disabled: Some(disabled), ..LoginChange::default() };
        let changed = floor::change_person(&house.floor, person, name.trim(), change).await?;
        Ok(looking.language.login_switched(&changed.name, disabled))
    };
    answered(&house.floor, &looking, scripted, Answered { at: "said-login", back: HERE, done: done.await })
}
