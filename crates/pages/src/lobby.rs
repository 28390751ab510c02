//! `/`: the tables, and a seat with one click.

use axum::extract::State;
use axum::response::{IntoResponse, Response};
use floor::{Action, Floor, Money, Role, Sight, may};
use maud::{Markup, html};
use vocabulary::{Card, Rank, Suit};

use crate::House;
use crate::account;
use crate::clock::countdown;
use crate::door::Door;
use crate::drawing::card;
use crate::page::{Page, money, purse_of};
use crate::said::{self, Tried};
use crate::sign_in;
use crate::visitor::{Looking, Visitor};
use crate::words::phase;

/// Where problems of taking a seat are shown.
pub(crate) const SEAT: &str = "said-seat";

/// The cards over the door: both decks.
const FAN: [Option<Card>; 5] = [
    Card::new(Rank::Fu, Suit::Fire),
    Card::new(Rank::Ace, Suit::Spades),
    Card::new(Rank::King, Suit::Hearts),
    Card::new(Rank::Queen, Suit::Clubs),
    Card::new(Rank::Shou, Suit::Water),
];

pub(crate) async fn lobby(State(house): State<House>, looking: Looking) -> Response {
    page(&house.floor, &looking, None)
}

/// The whole page, with what was tried and not carried out.
pub(crate) fn page(floor: &Floor, looking: &Looking, tried: Option<&Tried>) -> Response {
    let language = looking.language;
    let main = html! {
        main #main.lobby {
            div.welcome {
                div.fan aria-hidden="true" {
                    @for (at, one) in FAN.into_iter().flatten().enumerate() { (card(one, &format!("fan-{at}"), language)) }
                }
                h1 { (language.texts().tagline) }
                @if looking.visitor.as_ref().is_none_or(|visitor| visitor.person.guest) { p.dim { (if takes_guests(floor) { language.texts().as_guest } else { language.texts().no_guests }) } }
                (said::place(SEAT, tried, language))
            }
            (work(looking))
            (tables(floor, looking))
            (sign_in(looking, tried))
            p.dim.foot {
                a href="/rules" { (language.rules().rules) } " · "
                @if looking.visitor.is_some() { a href="/rounds" { (language.recall().rounds) } " · " }
                @if looking.visitor.as_ref().and_then(Visitor::login).is_some() { a href=(account::HERE) { (language.account().title) } " · " }
                a href="/cards" { (language.texts().gallery) } " · " a href="/api/docs/" { (language.texts().api) } }
        }
    };
    let page = Page {
        title: language.texts().lobby,
        language,
        visitor: looking.visitor.as_ref(),
        here: "/",
        live: Some("/live".into()),
        now: floor.clock().now(),
        main,
    };
    let status = tried.map(Tried::status).unwrap_or_default();
    (status, page).into_response()
}

/// What changes on it.
pub(crate) fn fragments(floor: &Floor, looking: &Looking) -> Markup {
    html! {
        (work(looking))
        (tables(floor, looking))
        (sign_in(looking, None))
        (purse_of(looking))
    }
}

fn tables(floor: &Floor, looking: &Looking) -> Markup {
    let (now, eyes) = (floor.clock().now(), looking.eyes());
    let look = |id: std::sync::Arc<str>| {
        let standing = floor.table(&id)?.standing.borrow().clone();
        Some(Sight::of(&id, &standing, &eyes, now))
    };
    let sights: Vec<Sight> = floor.tables().into_iter().filter_map(look).collect();
    let texts = looking.language.texts();
    html! {
        section #tables.tables aria-label=(texts.tables) {
            @for sight in &sights { (table(floor, sight, looking)) }
            @if sights.is_empty() { p { (texts.nobody_here) } }
        }
    }
}

/// Whether a visitor can play without signing in.
fn takes_guests(floor: &Floor) -> bool {
    let config = floor.config();
    config.guests && config.tables.iter().any(|table| table.money == Money::Play)
}

fn table(floor: &Floor, sight: &Sight, looking: &Looking) -> Markup {
    let (language, texts) = (looking.language, looking.language.texts());
    let seated = looking.name().is_some_and(|name| sight.seats.values().any(|other| other == name));
    let for_play = sight.money == Money::Play;
    let plays = match looking.visitor.as_ref().map(|visitor| &visitor.person) {
        None => floor.config().guests && for_play,
        Some(person) => person.role == Role::Player && (!person.guest || for_play),
    };
    let deals = looking.visitor.as_ref().is_some_and(|visitor| may(visitor.person.role, Action::Deal));
    let limits = sight.kinds.first().and_then(|wager| wager.min.zip(wager.max));
    html! {
        article.offer id={ "table-" (sight.table) } {
            h2 { (language.game(&sight.game, &sight.name)) }
            p.state {
                span.phase data-phase=(sight.phase) {
                    (match (sight.open, sight.suspended) {
                        (false, _) => texts.table_closed,
                        (true, true) => language.no_wagers_now(),
                        (true, false) => phase(language, sight.phase),
                    })
                }
                @if for_play { " " span.play-money { (texts.play_money) } }
                " " (countdown(sight.clock.as_ref(), language))
            }
            dl {
                dt { (texts.limits) }
                dd {
                    @match limits {
                        Some((least, most)) => { (money(least)) " – " (money(most)) }
                        None => (texts.no_limit)
                    }
                }
                dt { (texts.seats) }
                dd {
                    span.dots aria-hidden="true" {
                        @for spot in 1..=sight.spots { i.taken[sight.seats.contains_key(&spot)] {} }
                    }
                    " " (language.seats_taken(sight.seats.len(), sight.spots))
                }
            }
            form method="post" action="/seat" {
                input type="hidden" name="table" value=(sight.table);
                @if seated { button { (texts.back_to_table) } }
                @else if plays { button disabled[!sight.open] { (texts.take_a_seat) } }
                a href={ "/tables/" (sight.table) } { (texts.watch) }
                @if deals { a.go href={ "/dealer/" (sight.table) } { (language.dealer().open_console) } }
            }
        }
    }
}

fn sign_in(looking: &Looking, tried: Option<&Tried>) -> Markup {
    let texts = looking.language.texts();
    html! {
        section #sign-in.sign-in hidden[looking.visitor.is_some()] {
            h2 { (texts.sign_in) }
            p.dim { (if looking.locked.is_some() { texts.unlock } else { texts.sign_in_why }) }
            (sign_in::form(looking, "/", tried))
        }
    }
}

/// What people who work here come for.
fn work(looking: &Looking) -> Markup {
    let (language, role) = (looking.language, looking.visitor.as_ref().map(|visitor| visitor.person.role));
    let doors = [Door::Dealer].into_iter().chain(Door::WITH_A_PAGE);
    let own: Vec<Door> = doors.filter(|door| role.is_some_and(|role| door.is_open_to(role))).collect();
    html! {
        nav #work.work aria-label=(language.staff().your_pages) hidden[own.is_empty()] {
            @for door in own {
                @let texts = door.texts(language);
                @let address = if door == Door::Dealer { "#tables" } else { door.address() };
                a.work-page href=(address) { strong { (texts.title) } span { (texts.what) } }
            }
        }
    }
}
