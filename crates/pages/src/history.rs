//! `/tables/ID/history`: a player's last rounds at a table, to leaf through.

use axum::Router;
use axum::extract::{Path, Query, State};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use floor::{Found, HandSight, Looked, Moment, Problem, WagerSight, Wanted, find_rounds, look_at_round};
use maud::{Markup, html};
use round::Viewer;
use serde::Deserialize;

use crate::House;
use crate::clause::clause;
use crate::drawing::{card, card_back};
use crate::figures::time;
use crate::page::money;
use crate::rules::page;
use crate::said::trouble;
use crate::texts::Language;
use crate::visitor::Looking;
use crate::words::outcome;

/// How many rounds back a player can look from their terminal.
const LAST: usize = 50;
/// How many stand on a leaf.
const LEAF: usize = 10;

/// The route of it.
pub(crate) fn routes() -> Router<House> {
    Router::new().route("/tables/{table}/history", get(history))
}

/// Which leaf, from 1.
#[derive(Deserialize)]
struct Leaf {
    leaf: Option<usize>,
}

/// A round of the past.
struct Past {
    found: Found,
    looked: Looked,
}

async fn history(
    State(house): State<House>,
    Path(table): Path<String>,
    Query(Leaf { leaf }): Query<Leaf>,
    looking: Looking,
) -> Response {
    match shown(&house, &looking, &table, leaf.unwrap_or(1)).await {
        Ok(page) => page,
        Err(problem) => trouble(&house.floor, &looking, problem),
    }
}

async fn shown(house: &House, looking: &Looking, table: &str, leaf: usize) -> Result<Response, Problem> {
    let (person, texts) = (looking.person()?, looking.language.history());
    floor::desk(&house.floor, table)?;
    let player = Some(person.name.clone());
    let wanted = Wanted { table: Some(table.to_owned()), player, limit: Some(LAST), ..Wanted::default() };
    let found = find_rounds(&house.floor, person, wanted).await?;
    let leaves = found.len().div_ceil(LEAF).max(1);
    let leaf = leaf.clamp(1, leaves);
    let mut rounds = Vec::new();
    for found in found.into_iter().skip((leaf - 1) * LEAF).take(LEAF) {
        let looked = look_at_round(&house.floor, person, table, found.number).await?;
        rounds.push(Past { found, looked });
    }
    let main = html! {
        main #main.paged.history {
            header.head {
                h1 { (texts.history) }
                p.dim { (texts.history_why) }
                p { a href={ "/tables/" (table) } { (texts.to_the_table) } }
            }
            @if rounds.is_empty() { p { (texts.no_rounds) } }
            @for past in &rounds { (round(past, &person.name, looking.language)) }
            @if leaves > 1 { (leafing(table, leaf, leaves, looking.language)) }
        }
    };
    let here = format!("/tables/{table}/history?leaf={leaf}");
    Ok(page(house, looking, texts.history, &here, main).into_response())
}

/// A round: when it was, the cards, and what became of each of the player's wagers.
fn round(past: &Past, name: &str, language: Language) -> Markup {
    let (Past { found, looked }, texts) = (past, language.history());
    let recalled = &looked.recalled;
    let viewer = recalled.find(name).map_or(Viewer::Public, Viewer::Player);
    let moment = recalled.moment(recalled.events.len(), viewer);
    let own: Vec<&WagerSight> = moment.wagers.iter().filter(|wager| wager.player == name).collect();
    let net = moment.net.unwrap_or(0);
    html! {
        article.paper.past id={ "round-" (found.number) } {
            header {
                h2 { (language.round(u32::try_from(found.number).unwrap_or_default())) }
                p.dim { time { (time(found.closed_at)) } " UTC" }
                p.net.good[net > 0].bad[net < 0] { @if net > 0 { "+" } (money(net)) }
            }
            (cards(&moment, &own, found.number, language))
            table {
                thead { tr {
                    th { (language.texts().main_wager) } th.figure { (language.texts().staked) }
                    th.figure { (language.texts().paid) } th { (texts.result) } th { (language.texts().clause) }
                } }
                tbody { @for wager in &own { (settled(wager, &moment, looked, language)) } }
            }
            p { a href={ "/rounds/" (found.table) "." (found.number) } { (texts.step_through) } }
        }
    }
}

/// The dealer's cards, and those of the spots the player bet on.
fn cards(moment: &Moment, own: &[&WagerSight], number: i64, language: Language) -> Markup {
    let bet = |hand: &&HandSight| own.iter().any(|wager| Some(wager.spot) == hand.spot);
    html! {
        div.hands-past {
            (hand(&moment.dealer, language.texts().dealer, &format!("p{number}-d"), language))
            @for one in moment.hands.iter().filter(bet) {
                @let spot = one.spot.unwrap_or_default();
                (hand(one, &language.spot(spot), &format!("p{number}-s{spot}-h{}", one.hand), language))
            }
        }
    }
}

fn hand(hand: &HandSight, whose: &str, id: &str, language: Language) -> Markup {
    html! {
        div.hand-past {
            span.dim { (whose) @if let Some(total) = hand.total { " · " (total) } }
            div.row.small {
                @for (at, one) in hand.cards.iter().enumerate() {
                    @let id = format!("{id}-{at}");
                    @match one.card() { Some(face) => (card(face, &id, language)), None => (card_back(&id, language)) }
                }
            }
        }
    }
}

fn settled(wager: &WagerSight, moment: &Moment, looked: &Looked, language: Language) -> Markup {
    let name = moment.kinds.iter().find(|kind| kind.kind == wager.kind).map_or("", |kind| &kind.name);
    html! {
        tr {
            th { (language.wager(&wager.kind, name)) " · " (wager.spot) @if wager.hand > 1 { "." (wager.hand) } }
            td.figure { (money(wager.stake)) }
            td.figure { (money(wager.returned.unwrap_or(0))) }
            td { @if let Some(what) = wager.outcome { (outcome(language, what)) } }
            td { @if let Some(cited) = &wager.clause { (clause(&looked.recalled.rules, cited, language)) } }
        }
    }
}

/// To newer rounds and to older ones.
fn leafing(table: &str, leaf: usize, leaves: usize, language: Language) -> Markup {
    let texts = language.history();
    let address = |leaf: usize| format!("/tables/{table}/history?leaf={leaf}");
    html! {
        nav.leafing aria-label=(texts.history) {
            @if leaf > 1 { a rel="prev" href=(address(leaf - 1)) { "← " (texts.newer) } }
            span { (language.leaf(leaf, leaves)) }
            @if leaf < leaves { a rel="next" href=(address(leaf + 1)) { (texts.older) " →" } }
        }
    }
}
