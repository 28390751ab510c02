//! `/odds/GAME`: the strategy chart in colour, the edge by decks, what each rule is worth, what every wager returns.

mod chart;
mod compared;

use axum::Router;
use axum::extract::ws::WebSocketUpgrade;
use axum::extract::{Path, Query, State};
use axum::response::{IntoResponse, Redirect, Response};
use axum::routing::get;
use floor::Problem;
use maud::{Markup, html};
use rulebook::Rules;

use crate::House;
use crate::book::{AtTable, Book, played};
use crate::live::follow_floor;
use crate::page::Page;
use crate::rules::{head, page, returns, worth_of};
use crate::said::trouble;
use crate::texts::Language;
use crate::visitor::Looking;
use crate::worth::{by_decks, changes};

/// The routes of these pages.
pub(crate) fn routes() -> Router<House> {
    let list = get(|| async { Redirect::to("/rules") });
    Router::new().route("/odds", list).route("/odds/{game}", get(game)).route("/odds/{game}/live", get(live))
}

async fn game(
    State(house): State<House>,
    Path(game): Path<String>,
    Query(at): Query<AtTable>,
    looking: Looking,
) -> Response {
    match Book::find(&house.floor, &game, at).await {
        Ok(book) => shown(&house, &looking, &book),
        Err(problem) => trouble(&house.floor, &looking, problem),
    }
}

fn shown(house: &House, looking: &Looking, book: &Book) -> Response {
    let (language, rules, texts) = (looking.language, &book.rules, looking.language.charts());
    let (parts, is_done) = parts(rules, language);
    let main = html! {
        main #main.paged.odds { (head(book, language)) (ways(house, book, language)) (parts) }
    };
    let name = language.game(rules.id(), rules.name());
    let (title, here) = (format!("{}: {name}", texts.odds), book.address("odds"));
    let live = (!is_done).then(|| book.live("odds"));
    Page { live, ..page(house, looking, &title, &here, main) }.into_response()
}

/// All that is worked out, as far as it is known, and whether all of it is.
fn parts(rules: &Rules, language: Language) -> (Markup, bool) {
    let worth = worth_of(rules);
    // One after another: what is read first is worked out first.
    let decks = worth.as_ref().and_then(|_| by_decks(rules));
    let changed = decks.as_ref().and_then(|_| changes(rules));
    let parts = html! {
        (chart::section(&worth, language))
        (returns(&worth, rules, language))
        (compared::by_decks(decks.as_deref(), rules, language))
        (compared::by_rules(changed.as_deref(), worth.as_deref().and_then(Option::as_ref), language))
    };
    (parts, changed.is_some())
}

async fn live(
    State(house): State<House>,
    Path(game): Path<String>,
    Query(at): Query<AtTable>,
    looking: Looking,
    upgrade: WebSocketUpgrade,
) -> Result<Response, Problem> {
    let book = Book::find(&house.floor, &game, at).await?;
    Ok(follow_floor(house, looking, upgrade, move |_: &House, looking: &Looking| {
        parts(&book.rules, looking.language).0
    }))
}

/// The same for the tables that play the game, and its rules.
fn ways(house: &House, book: &Book, language: Language) -> Markup {
    let (game, texts) = (book.rules.id(), language.charts());
    html! {
        nav.contents aria-label=(texts.at_tables) {
            a href=(book.address("rules")) { (texts.rules) }
            @for (table, _) in played(&house.floor).iter().filter(|(_, rules)| rules.id() == game) {
                a href={ "/odds/" (game) "?table=" (table) } aria-current=[(book.table.as_ref() == Some(table)).then_some("page")] {
                    (texts.at_tables) " " (table)
                }
            }
        }
    }
}
