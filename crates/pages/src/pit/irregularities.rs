//! `/pit/irregularities`: what went wrong recently, by table and by the clause that deals with it.

use axum::extract::State;
use axum::response::{IntoResponse, Response};
use floor::{Action, Floor, Irregular, Irregularities, Problem};
use maud::{Markup, html};

use super::{Console, main};
use crate::House;
use crate::clause::clause;
use crate::door::Door;
use crate::visitor::Looking;

const HERE: &str = "/pit/irregularities";
/// How many of each table's last rounds are looked at.
const ROUNDS: usize = 100;

pub(super) async fn page(State(house): State<House>, looking: Looking) -> Response {
    let shown = async {
        Door::Pit.enter_for(&looking, Action::AnyRounds)?;
        shown(&house.floor, &looking).await
    };
    match shown.await {
        Ok(main) => {
            let (title, now) = (looking.language.pit().irregularities, house.floor.clock().now());
            Console { looking: &looking, title, here: HERE, live: None, now, main }.into_response()
        }
        Err(problem) => Door::Pit.refused(&looking, problem),
    }
}

async fn shown(floor: &Floor, looking: &Looking) -> Result<Markup, Problem> {
    let texts = looking.language.pit();
    let mut tables = Vec::new();
    for id in floor.tables() {
        let found = floor.irregularities(&id, ROUNDS).await?;
        tables.push((id, found));
    }
    let content = html! {
        p.dim { (texts.irregular_why) " " a href=(HERE) { (texts.again) } }
        @for (id, found) in &tables { (table(floor, id, found, looking)) }
    };
    Ok(main(floor, looking, texts.irregularities, HERE, &content))
}

fn table(floor: &Floor, id: &str, found: &Irregularities, looking: &Looking) -> Markup {
    let (language, texts) = (looking.language, looking.language.pit());
    let standing = floor.table(id).map(|desk| desk.standing.borrow().clone());
    let game = standing.as_ref().map(|standing| super::game_of(&standing.table, language));
    html! {
        section.paper.pit-irregular id={ "irregular-" (id) } {
            h2 { (id) " · " (game.unwrap_or_default()) }
            @match found.looked_at {
                Some((first, last)) => p.dim { (language.rounds_looked_at(first, last)) },
                None => p.dim { (texts.no_rounds) },
            }
            @if found.by_clause.is_empty() { @if found.looked_at.is_some() { p { (texts.nothing_irregular) } } }
            @else {
                div.pit-scroll tabindex="0" role="region" aria-label=(id) {
                    table {
                        thead { tr { th scope="col" { (texts.clause) } th.figure scope="col" { (texts.times) } th scope="col" { (texts.last) } th scope="col" { (texts.rounds) } } }
                        tbody {
                            @for (by, irregular) in &found.by_clause {
                                tr {
                                    th scope="row" {
                                        @match &standing { Some(standing) => (clause(standing.table.rules(), by.as_str(), language)), None => (by.as_str()) }
                                    }
                                    td.figure { (irregular.times) }
                                    td lang="en" { (irregular.last) }
                                    td { (rounds(id, irregular)) }
                                }
                            }
                        }
                    }
                }
            }
        }
    }
}

fn rounds(id: &str, irregular: &Irregular) -> Markup {
    html! { @for round in &irregular.rounds { a.pit-round href={ "/rounds/" (id) "." (round) } { (round) } " " } }
}
