//! `/pit`: every table as it is from moment to moment, those that need someone first.

use axum::extract::State;
use axum::extract::ws::WebSocketUpgrade;
use axum::response::{IntoResponse, Response};
use floor::{Action, Dealing, Floor, MetersSight, Neighbour, Sight, Table, Whereabouts, may};
use maud::{Markup, html};

use super::awaits::{needed, waits_for};
use super::{Console, main, state};
use crate::House;
use crate::clock::countdown;
use crate::door::Door;
use crate::live::{Watched, follow_floor};
use crate::page::{money, purse};
use crate::visitor::Looking;
use crate::words::phase;

pub(super) async fn page(State(house): State<House>, looking: Looking) -> Response {
    if let Err(problem) = Door::Pit.enter(&looking) {
        return Door::Pit.refused(&looking, problem);
    }
    let title = looking.language.pit().title;
    let main = shown(&house.floor, &looking);
    let (here, live, now) = ("/pit", Some("/pit/live".into()), house.floor.clock().now());
    Console { looking: &looking, title, here, live, now, main }.into_response()
}

pub(super) async fn live(
    State(house): State<House>,
    looking: Looking,
    upgrade: WebSocketUpgrade,
) -> Response {
    follow_floor(house, looking, upgrade, Overview)
}

struct Overview;

impl Watched for Overview {
    async fn fragments(&mut self, house: &House, looking: &Looking) -> Option<Markup> {
        Some(super::guarded(looking, Door::Pit.enter(looking), || shown(&house.floor, looking)))
    }
}

fn shown(floor: &Floor, looking: &Looking) -> Markup {
    let texts = looking.language.pit();
    let cards: Vec<Card<'_>> = cards(floor, looking);
    let needy: Vec<(&Card<'_>, &str)> =
        cards.iter().flat_map(|card| card.alerts.iter().map(move |alert| (card, *alert))).collect();
    let content = html! {
        section #alerts.pit-alerts.calm[needy.is_empty()] role="status" {
            @if needy.is_empty() { p { (texts.nothing_alarming) } }
            @else {
                h2 { (texts.alerts) }
                ul {
                    @for (card, alert) in &needy {
                        li { a href={ "/pit/tables/" (card.sight.table) } { strong { (alert) } " · " (card.sight.table) " · " (looking.language.round(card.sight.round)) } }
                    }
                }
            }
        }
        section #tables.pit-tables aria-label=(texts.tables) {
            @for card in &cards { (card.markup()) }
            (elsewhere(floor, looking))
        }
    };
    main(floor, looking, texts.title, "/pit", &content)
}

/// A table on the console.
struct Card<'c> {
    sight: Sight,
    alerts: Vec<&'static str>,
    /// Whether the table waits for someone of the pit.
    needs: bool,
    looking: &'c Looking,
}

fn cards<'c>(floor: &Floor, looking: &'c Looking) -> Vec<Card<'c>> {
    let (now, eyes) = (floor.clock().now(), looking.eyes());
    let metered = looking.visitor.as_ref().is_some_and(|one| may(one.person.role, Action::Meters));
    let look = |id: std::sync::Arc<str>| {
        let standing = floor.table(&id)?.standing.borrow().clone();
        let sight = Sight::of(&id, &standing, &eyes, now);
        let odd = metered && is_odd(&MetersSight::of(standing.meters.of(standing.table.posted().money)));
        let texts = looking.language.pit();
        let waits = !standing.table.requests().is_empty();
        let urgent = needed(&sight, looking.language)
            .into_iter()
            .chain(waits.then_some(looking.language.duty().second_needed))
            .chain(nobody_deals(&standing.table, &sight).then_some(looking.language.duty().dealer_missing));
        let mut alerts: Vec<&'static str> = urgent.collect();
        let needs = !alerts.is_empty();
        alerts.extend(odd.then_some(texts.odd_meter));
        Some(Card { sight, alerts, needs, looking })
    };
    let mut cards: Vec<Card<'_>> = floor.tables().into_iter().filter_map(look).collect();
    // Who needs someone comes first; the others stay where they are.
    cards.sort_by_key(|card| !card.needs);
    cards
}

/// Whether wagers lie at a table that dealers deal, and nobody is signed on there.
fn nobody_deals(table: &Table, sight: &Sight) -> bool {
    let is_dealers = matches!(table.dealing(), Dealing::Dealer);
    is_dealers && table.dealers().on.is_none() && sight.wagers.iter().any(|wager| wager.outcome.is_none())
}

/// Whether any meter is further from its theory than chance takes it.
fn is_odd(meters: &MetersSight) -> bool {
    let errors = meters.wagers.values().filter_map(|meter| meter.theory?.standard_errors);
    errors.into_iter().any(|errors| errors.abs() > 3.0)
}

impl Card<'_> {
    fn markup(&self) -> Markup {
        let (sight, language) = (&self.sight, self.looking.language);
        let (texts, common) = (language.pit(), language.texts());
        let stakes: i64 =
            sight.wagers.iter().filter(|wager| wager.outcome.is_none()).map(|wager| wager.stake).sum();
        html! {
            article.pit-card.needs[self.needs].shut[!sight.open] id={ "table-" (sight.table) } {
                header {
                    h2 { a href={ "/pit/tables/" (sight.table) } { (sight.table) } }
                    span.pit-open data-open=(sight.open) { (state(sight, language)) }
                    p.dim { (language.game(&sight.game, &sight.name)) }
                }
                @for alert in &self.alerts { p.pit-alert { strong { (alert) } } }
                p.state {
                    span.phase data-phase=(sight.phase) { (phase(language, sight.phase)) }
                    " " (countdown(sight.clock.as_ref(), language))
                }
                dl {
                    dt { (language.round(sight.round)) }
                    dd { (texts.waits_for) " " strong { (waits_for(sight, language)) } }
                    dt { (common.seats) } dd { (language.seats_taken(sight.seats.len(), sight.spots)) }
                    dt { (texts.stakes) } dd.figure { (money(stakes)) }
                }
                p.pit-ways {
                    a href={ "/pit/tables/" (sight.table) } { (texts.console) span.unseen { " " (sight.table) } }
                    a href={ "/dealer/" (sight.table) } { (texts.dealer) span.unseen { " " (sight.table) } }
                    a href={ "/tables/" (sight.table) } { (texts.terminal) span.unseen { " " (sight.table) } }
                }
            }
        }
    }
}

/// Tables of this floor that are not kept here.
fn elsewhere(floor: &Floor, looking: &Looking) -> Markup {
    let texts = looking.language.pit();
    let here = floor.tables();
    let away = floor.config().tables.iter().filter(|table| !here.iter().any(|id| **id == *table.id));
    html! {
        @for table in away {
            article.pit-card.away id={ "table-" (table.id) } {
                header { h2 { (table.id) } }
                @match floor.whereabouts(&table.id) {
                    Whereabouts::Elsewhere(Neighbour { server, address }) => p.dim { (texts.elsewhere) ": " (server) " " (address.unwrap_or_default()) },
                    Whereabouts::Nowhere | Whereabouts::Unkept => p.dim { (texts.unkept) },
                }
            }
        }
    }
}

/// What follows a page's main part in the bar.
pub(super) fn bar(looking: &Looking) -> Markup {
    html! { @if let Some(visitor) = &looking.visitor { (purse(visitor, looking.language)) } }
}
