//! The console itself: what it is made from, and how it stands on the page.

use axum::extract::ws::WebSocketUpgrade;
use axum::extract::{Path, Query, State};
use axum::response::{IntoResponse, Response};
use floor::{Dealing, Eyes, Person, Problem, Sight, Standing, Table};
use maud::{Markup, html};
use serde::Deserialize;

use super::headline::Headline;
use super::incident::Incident;
use crate::House;
use crate::clause::clause;
use crate::clock::countdown;
use crate::door::Door;
use crate::lately::Lately;
use crate::live::follow_table;
use crate::page::{Page, purse};
use crate::said::Tried;
use crate::texts::{DealerTexts, Language, fill};
use crate::visitor::Looking;

/// Everything a console is made from.
pub(super) struct Console<'c> {
    pub(super) sight: &'c Sight,
    pub(super) standing: &'c Standing,
    pub(super) person: &'c Person,
    pub(super) language: Language,
    pub(super) tried: Option<&'c Tried>,
}

impl Console<'_> {
    pub(super) fn texts(&self) -> &'static DealerTexts {
        self.language.dealer()
    }

    pub(super) fn table(&self) -> &Table {
        &self.standing.table
    }

    /// Whether a dealer brings real cards to this table.
    pub(super) fn has_real_cards(&self) -> bool {
        matches!(self.table().dealing(), Dealing::Dealer)
    }

    /// Where what is keyed is sent.
    pub(super) fn say(&self) -> String {
        format!("/dealer/{}/say", self.sight.table)
    }

    fn main(&self, news: &Markup) -> Markup {
        let (sight, texts) = (self.sight, self.texts());
        html! {
            main #main.console data-seq=(sight.seq) data-phase=(sight.phase) {
                header.plate {
                    h1 { (self.language.game(&sight.game, &sight.name)) }
                    p.dim { (texts.console) " · " (sight.table) " · " (self.language.round(sight.round)) }
                }
                (self.headline())
                (self.duty())
                div.bench {
                    @if self.is_on_duty() { (self.controls()) }
                    (self.felt())
                }
                div.papers {
                    @if self.is_on_duty() { (self.seats()) }
                    (news)
                }
            }
        }
    }

    fn headline(&self) -> Markup {
        let headline = Headline::of(self.table(), self.language);
        html! {
            section.headline.irregular[headline.is_irregular] aria-label=(self.texts().waits) {
                @if headline.is_irregular { p.step { (self.texts().irregular) } }
                p.large role="status" { (headline.says) }
                @if let Some(more) = &headline.more { p.more { (more) } }
                div.beside {
                    (countdown(self.sight.clock.as_ref(), self.language))
                    @if let Some(id) = headline.clause { (clause(self.table().rules(), &id.to_string(), self.language)) }
                }
            }
        }
    }
}

/// What was just told to the table, by its word.
#[derive(Deserialize)]
pub(super) struct Just {
    done: Option<String>,
}

pub(super) async fn console(
    State(house): State<House>,
    Path(table): Path<String>,
    Query(Just { done }): Query<Just>,
    looking: Looking,
) -> Response {
    let done = done.as_deref().and_then(Incident::find);
    let page = page(&house, &looking, &table, None, done).await;
    page.unwrap_or_else(|problem| Door::Dealer.refused(&looking, problem))
}

/// The whole page, with what was tried and not carried out, or what was just told to the table.
pub(super) async fn page(
    house: &House,
    looking: &Looking,
    table: &str,
    tried: Option<&Tried>,
    done: Option<&Incident>,
) -> Result<Response, Problem> {
    Door::Dealer.enter(looking)?;
    let (language, texts) = (looking.language, looking.language.dealer());
    let lately = Lately::find(&house.floor, table, looking.eyes(), language).await;
    let (now, main) = main(house, looking, table, &lately, tried)?;
    let here = format!("/dealer/{table}");
    let recorded = done.map(|done| fill(texts.recorded, &[("what", language.incident(done.word))]));
    let main = html! {
        @if let Some(recorded) = recorded { p.recorded role="status" { (recorded) } }
        (main)
    };
    let live = Some(format!("{here}/live"));
    let visitor = looking.visitor.as_ref();
    let page = Page { title: texts.console, language, visitor, here: &here, live, now, main };
    Ok((tried.map(Tried::status).unwrap_or_default(), page).into_response())
}

pub(super) async fn live(
    State(house): State<House>,
    Path(table): Path<String>,
    looking: Looking,
    upgrade: WebSocketUpgrade,
) -> Result<Response, Problem> {
    match Door::Dealer.enter(&looking) {
        Ok(_) => follow_table(house, table, looking, upgrade, fragments),
        Err(_) => Ok(Door::Dealer.wait(house, table, looking, upgrade)),
    }
}

/// What changes on it.
fn fragments(house: &House, looking: &Looking, table: &str, lately: &Lately) -> Result<Markup, Problem> {
    let (_, main) = main(house, looking, table, lately, None)?;
    Ok(html! {
        (main)
        @if let Some(visitor) = &looking.visitor { (purse(visitor, looking.language)) }
    })
}

fn main(
    house: &House,
    looking: &Looking,
    table: &str,
    lately: &Lately,
    tried: Option<&Tried>,
) -> Result<(i64, Markup), Problem> {
    let person = Door::Dealer.enter(looking)?;
    let standing = floor::desk(&house.floor, table)?.standing.borrow().clone();
    let eyes = Eyes::of(&person.name, person.role);
    let sight = Sight::of(table, &standing, &eyes, house.floor.clock().now());
    let console = Console { sight: &sight, standing: &standing, person, language: looking.language, tried };
    Ok((sight.now, console.main(&lately.markup())))
}
