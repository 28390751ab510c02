//! `/pit/meters`: what every table took and paid by kind of wager, checked against the exact odds.

use axum::extract::State;
use axum::extract::ws::WebSocketUpgrade;
use axum::response::{IntoResponse, Response};
use floor::{Action, Floor, MeterSight, MetersSight, Money};
use maud::{Markup, html};

use super::chart::{self, Row};
use super::{Console, game_of, main, per_cent};
use crate::House;
use crate::door::Door;
use crate::live::{Watched, follow_floor};
use crate::page::money;
use crate::texts::Language;
use crate::visitor::Looking;

const HERE: &str = "/pit/meters";

pub(super) async fn page(State(house): State<House>, looking: Looking) -> Response {
    if let Err(problem) = Door::Pit.enter_for(&looking, Action::Meters) {
        return Door::Pit.refused(&looking, problem);
    }
    let (title, main) = (looking.language.pit().meters, shown(&house.floor, &looking));
    let (live, now) = (Some(format!("{HERE}/live")), house.floor.clock().now());
    Console { looking: &looking, title, here: HERE, live, now, main }.into_response()
}

pub(super) async fn live(
    State(house): State<House>,
    looking: Looking,
    upgrade: WebSocketUpgrade,
) -> Response {
    follow_floor(house, looking, upgrade, Meters)
}

struct Meters;

impl Watched for Meters {
    async fn fragments(&mut self, house: &House, looking: &Looking) -> Option<Markup> {
        let entered = Door::Pit.enter_for(looking, Action::Meters);
        Some(super::guarded(looking, entered, || shown(&house.floor, looking)))
    }
}

fn shown(floor: &Floor, looking: &Looking) -> Markup {
    let texts = looking.language.pit();
    let content = html! {
        p.dim { (texts.meters_why) }
        @for (id, meters) in &floor::meters(floor, Money::Real) { (table(floor, id, (Money::Real, meters), looking.language)) }
        @for (id, meters) in &floor::meters(floor, Money::Play) { (table(floor, id, (Money::Play, meters), looking.language)) }
    };
    main(floor, looking, texts.meters, HERE, &content)
}

/// The name of a meter's kind of wager.
fn wager(floor: &Floor, id: &str, kind: &str, language: Language) -> String {
    let texts = language.texts();
    let known = match kind {
        "rulings" => Some(texts.ruling.to_owned()),
        _ => floor.table(id).and_then(|desk| {
            let standing = desk.standing.borrow().clone();
            let rules = standing.table.rules();
            let side = rules.kind(kind).and_then(|kind| rules.side_wager(kind));
            side.map(|side| language.wager(kind, &side.name))
        }),
    };
    known.unwrap_or_else(|| language.wager(kind, kind))
}

fn table(floor: &Floor, id: &str, (of, meters): (Money, &MetersSight), language: Language) -> Markup {
    let texts = language.pit();
    let game = floor.table(id).map(|desk| game_of(&desk.standing.borrow().table, language));
    let name = |kind: &String| wager(floor, id, kind, language);
    let rows: Vec<Row> =
        meters.wagers.iter().filter_map(|(kind, meter)| Row::of(name(kind), meter)).collect();
    html! {
        section.paper.pit-meters id={ @if of == Money::Play { "play-" } "meters-" (id) } {
            h2 { (id) " · " (game.unwrap_or_default()) @if of == Money::Play { " · " (language.texts().play_money) } }
            p.dim { (if meters.rounds == 0 { texts.no_wagers.to_owned() } else { language.rounds_over(meters.rounds) }) }
            @if !meters.wagers.is_empty() {
                div.pit-meter {
                    (figures(meters, &name, language))
                    (chart::markup(id, &rows, language))
                }
            }
        }
    }
}

fn figures(meters: &MetersSight, name: &dyn Fn(&String) -> String, language: Language) -> Markup {
    let texts = language.pit();
    html! {
        div.pit-scroll tabindex="0" role="region" aria-label=(texts.meters) {
            table {
                thead {
                    tr {
                        th scope="col" { (texts.wager) }
                        @for column in [texts.actual, texts.theory, texts.z] { th.figure scope="col" { (column) } }
                        th scope="col" { (texts.verdict) }
                        @for column in [texts.wagers, texts.staked, texts.returned] { th.figure scope="col" { (column) } }
                    }
                }
                tbody { @for (kind, meter) in &meters.wagers { (figure(&name(kind), kind, meter, language)) } }
            }
        }
    }
}

fn figure(name: &str, kind: &str, meter: &MeterSight, language: Language) -> Markup {
    let texts = language.pit();
    let errors = meter.theory.and_then(|theory| theory.standard_errors);
    let verdict = match errors {
        Some(errors) if errors.abs() > 3.0 => texts.beyond,
        Some(errors) if errors.abs() > 2.0 => texts.notable,
        Some(_) => texts.within,
        None => texts.no_theory,
    };
    let beyond = errors.is_some_and(|errors| errors.abs() > 3.0);
    let actual = meter.theory.map(|theory| theory.actual_return).or(meter.actual_return);
    html! {
        tr.beyond[beyond] data-kind=(kind) {
            th scope="row" { (name) }
            td.figure { (actual.map_or_else(|| "—".to_owned(), per_cent)) }
            td.figure.theory { (meter.theory.map_or_else(|| "—".to_owned(), |theory| per_cent(theory.theoretical_return))) }
            td.figure.errors { (errors.map_or_else(|| "—".to_owned(), signed)) }
            td { @if beyond { strong.pit-alert { "! " (verdict) } } @else { (verdict) } }
            td.figure { (meter.wagers) }
            td.figure { (money(meter.staked)) }
            td.figure { (money(meter.returned)) }
        }
    }
}

/// A number with its sign, as far as it matters. More for players is to the right in the chart and has the plus here: so
/// much is the return above what is expected.
pub(super) fn signed(hold_errors: f64) -> String {
    let errors = -hold_errors;
    let written = format!("{:.2}", errors.abs());
    match written.as_str() {
        "0.00" => written,
        _ if errors < 0.0 => format!("−{written}"),
        _ => format!("+{written}"),
    }
}
