//! `/rounds`: rounds to look at again, found by table, number and player.

use axum::extract::{Query, State};
use axum::response::{IntoResponse, Response};
use floor::{Action, Found, Problem, Wanted, find_rounds, may};
use maud::{Markup, html};
use serde::Deserialize;

use crate::House;
use crate::figures::time;
use crate::rules::page;
use crate::said::trouble;
use crate::texts::Language;
use crate::visitor::Looking;

/// How many rounds stand on a page.
const PAGE: usize = 20;

/// What a form asks for; empty fields ask for nothing.
#[derive(Default, Deserialize)]
pub(super) struct Asked {
    table: Option<String>,
    number: Option<String>,
    player: Option<String>,
    before: Option<String>,
}

pub(super) async fn search(
    State(house): State<House>,
    Query(asked): Query<Asked>,
    looking: Looking,
) -> Response {
    match found(&house, &looking, &asked).await {
        Ok(found) => shown(&house, &looking, &asked, &found),
        Err(problem) => trouble(&house.floor, &looking, problem),
    }
}

async fn found(house: &House, looking: &Looking, asked: &Asked) -> Result<Vec<Found>, Problem> {
    let some = |field: &Option<String>| {
        field.as_deref().map(str::trim).filter(|text| !text.is_empty()).map(str::to_owned)
    };
    // What is no number is the number of no round.
    let number = some(&asked.number).map(|number| number.parse().unwrap_or(-1));
    let wanted = Wanted {
        table: some(&asked.table),
        player: some(&asked.player),
        number,
        before: some(&asked.before),
        limit: Some(PAGE),
        ..Wanted::default()
    };
    find_rounds(&house.floor, looking.person()?, wanted).await
}

fn shown(house: &House, looking: &Looking, asked: &Asked, found: &[Found]) -> Response {
    let texts = looking.language.recall();
    let main = html! {
        main #main.paged {
            header.head { h1 { (texts.rounds) } p.dim { (texts.find_why) } }
            (form(house, looking, asked))
            (list(found, looking.language))
            @if found.len() == PAGE && let Some(last) = found.last() { (older(asked, &last.before, looking.language)) }
        }
    };
    page(house, looking, texts.rounds, "/rounds", main).into_response()
}

fn form(house: &House, looking: &Looking, asked: &Asked) -> Markup {
    let texts = looking.language.recall();
    let any = looking.visitor.as_ref().is_some_and(|visitor| may(visitor.person.role, Action::AnyRounds));
    let chosen = asked.table.as_deref().unwrap_or_default();
    html! {
        form.search.paper method="get" action="/rounds" {
            label {
                (texts.table)
                select name="table" {
                    option value="" { (texts.any_table) }
                    @for id in house.floor.tables() { option value=(id) selected[*id == *chosen] { (id) } }
                }
            }
            label { (texts.number) input name="number" inputmode="numeric" pattern="[0-9]{1,12}" value=[&asked.number]; }
            @if any { label { (texts.player) input name="player" autocapitalize="none" value=[&asked.player]; } }
            button { (texts.find) }
        }
    }
}

fn list(found: &[Found], language: Language) -> Markup {
    let texts = language.recall();
    html! {
        section.paper {
            @if found.is_empty() { p { (texts.nothing) } }
            @else {
                table {
                    thead { tr { th { (texts.round) } th { (texts.over_at) } th { (texts.players) } } }
                    tbody {
                        @for round in found {
                            tr {
                                th { a.round href={ "/rounds/" (round.table) "." (round.number) } { (round.table) " · " (round.number) } }
                                td { (time(round.closed_at)) }
                                td { (round.players.join(", ")) }
                            }
                        }
                    }
                }
            }
        }
    }
}

/// Leafs on: the same question, further back.
fn older(asked: &Asked, before: &str, language: Language) -> Markup {
    html! {
        form.older method="get" action="/rounds" {
            @for (name, value) in [("table", &asked.table), ("number", &asked.number), ("player", &asked.player)] {
                @if let Some(value) = value { input type="hidden" name=(name) value=(value); }
            }
            input type="hidden" name="before" value=(before);
            button.quiet { (language.recall().older) }
        }
    }
}
