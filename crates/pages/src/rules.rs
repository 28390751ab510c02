//! `/rules` and `/rules/GAME`: the rule card, limits, pay tables and returns, settings and readings, and every clause in
//! our words under its own number.

mod card;
mod wagers;
mod wording;

pub(crate) use wagers::{Known, returns, working, worth_of};

use axum::Router;
use axum::extract::ws::WebSocketUpgrade;
use axum::extract::{Path, Query, State};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use floor::Problem;
use maud::{Markup, html};
use rulebook::{GAMES, Rules};

use crate::House;
use crate::book::{AtTable, Book, played};
use crate::clause::links;
use crate::live::follow_floor;
use crate::page::Page;
use crate::said::trouble;
use crate::texts::Language;
use crate::visitor::Looking;

/// The routes of these pages.
pub(crate) fn routes() -> Router<House> {
    Router::new()
        .route("/rules", get(list))
        .route("/rules/{game}", get(game))
        .route("/rules/{game}/live", get(live))
}

/// All games, those of the house's own too.
async fn list(State(house): State<House>, looking: Looking) -> Response {
    let (language, texts) = (looking.language, looking.language.rules());
    let at_tables = played(&house.floor);
    let mut games: Vec<Rules> = GAMES.iter().filter_map(|game| Rules::of(game)).collect();
    for (_, rules) in &at_tables {
        if !games.iter().any(|known| known.id() == rules.id()) {
            games.push(rules.clone());
        }
    }
    let main = html! {
        main #main.paged {
            header.head { h1 { (texts.rules) } p.dim { (texts.list_why) } }
            div.tables {
                @for rules in &games {
                    article.offer {
                        h2 { (language.game(rules.id(), rules.name())) }
                        (in_force(rules, language))
                        p.ways {
                            a href={ "/rules/" (rules.id()) } { (texts.rules) }
                            a href={ "/odds/" (rules.id()) } { (texts.odds) }
                            @if GAMES.contains(&rules.id()) { a href={ "/practice/" (rules.id()) } { (texts.practice) } }
                        }
                        p.dim {
                            (texts.at_tables)
                            @for (table, _) in at_tables.iter().filter(|(_, other)| other.id() == rules.id()) {
                                " " a href={ "/rules/" (rules.id()) "?table=" (table) } { (table) }
                            }
                        }
                    }
                }
            }
        }
    };
    page(&house, &looking, texts.rules, "/rules", main).into_response()
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

/// A page that shows what does not change by itself.
pub(crate) fn page<'p>(
    house: &House,
    looking: &'p Looking,
    title: &'p str,
    here: &'p str,
    main: Markup,
) -> Page<'p> {
    let (language, visitor, now) = (looking.language, looking.visitor.as_ref(), house.floor.clock().now());
    Page { title, language, visitor, here, live: None, now, main }
}

fn shown(house: &House, looking: &Looking, book: &Book) -> Response {
    let (language, rules, texts) = (looking.language, &book.rules, looking.language.rules());
    let name = language.game(rules.id(), rules.name());
    let worth = worth_of(rules);
    let main = html! {
        main #main.paged {
            (head(book, language))
            nav.contents aria-label=(texts.contents) {
                a href="#card" { (texts.card) } a href="#returns" { (texts.returns) }
                @if !rules.side_wagers().is_empty() { a href="#pay-tables" { (texts.pay_tables) } }
                a href="#settings" { (texts.settings) } a href="#readings" { (texts.readings) } a href="#wording" { (texts.wording) }
                a href=(book.address("odds")) { (texts.odds) }
            }
            (card_of(rules, language))
            (wagers::limits(book, language))
            (returns(&worth, rules, language))
            (wagers::pay_tables(&worth, rules, language))
            (wording::settings(book, language))
            (wording::readings(rules, language))
            (wording::clauses(rules, language))
        }
    };
    let (title, here) = (format!("{}: {name}", texts.rules), book.address("rules"));
    let live = worth.is_none().then(|| book.live("rules"));
    Page { live, ..page(house, looking, &title, &here, main) }.into_response()
}

/// What is worked out for the page of a game.
fn fragments(rules: &Rules, language: Language) -> Markup {
    let worth = worth_of(rules);
    html! { (returns(&worth, rules, language)) (wagers::pay_tables(&worth, rules, language)) }
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
        fragments(&book.rules, looking.language)
    }))
}

/// The game's name, and whether it is as written or as posted.
pub(crate) fn head(book: &Book, language: Language) -> Markup {
    let (rules, texts) = (&book.rules, language.rules());
    html! {
        header.head {
            h1 { (language.game(rules.id(), rules.name())) }
            (in_force(rules, language))
            p {
                @match &book.table {
                    Some(table) => { (texts.as_posted) " " a href={ "/tables/" (table) } { (table) } }
                    None => (texts.as_written)
                }
                @if let Some(stored) = &book.stored { " · " (language.pit().rule_book) " " code { (stored.short()) } }
            }
        }
    }
}

/// Since when a game's document is in force; not all of them say.
fn in_force(rules: &Rules, language: Language) -> Markup {
    let texts = language.rules();
    html! {
        p.dim {
            @if rules.in_force() == "undated" { (texts.undated) }
            @else { (texts.in_force) " " span lang="en" { (rules.in_force()) } }
        }
    }
}

fn card_of(rules: &Rules, language: Language) -> Markup {
    html! {
        section #card.paper.rule-card {
            h2 { (language.rules().card) }
            dl {
                @for fact in card::card(rules, language) {
                    dt { (fact.about) }
                    dd { (fact.says) " " small.by { (links(rules.id(), &fact.by)) } }
                }
            }
        }
    }
}
