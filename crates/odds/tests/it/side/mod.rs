//! Side wagers and insurance against sources not written by us, against counts by hand, and against a second count that
//! deals small shoes card by card.

mod by_hand;
mod dealt;
mod house;
mod laws;
mod published;
mod small_shoes;

use dashu_ratio::RBig;
use odds::{OutcomeOdds, WagerOdds};
use rulebook::Rules;
use vocabulary::{Card, Composition, Deck};

/// The rules of one of the five games.
fn game(id: &str) -> Rules {
    Rules::of(id).expect("one of the five")
}

/// Blackjack Plus with its rule book changed: each text replaced by another, and side wagers written below its own.
fn plus_with(changes: &[(&str, &str)], wagers: &str) -> Rules {
    let mut book = include_str!("../../../../../rulebooks/plus.toml")
        .replace("[because]", &format!("{wagers}\n[because]"));
    for (from, to) in changes {
        assert!(book.contains(from), "{from}");
        book = book.replace(from, to);
    }
    let clauses = include_str!("../../../../../rulebooks/clauses/plus.tsv");
    Rules::read(&book, |_| Ok(clauses.to_owned())).expect("a rule book")
}

/// A side wager as a rule book writes it, from its lines: pays, then conditions.
fn written(kind: &str, on: &str, lines: &[(&str, &str)]) -> String {
    let head = format!("[[wager]]\nkind = \"{kind}\"\nname = \"{kind}\"\non = \"{on}\"\nneeds = \"spot\"\n");
    let clauses = "placed-by = \"3.9\"\nneeds-by = \"3.9\"\nlost-by = \"3.9\"\n";
    let line = |(at, (pays, when)): (usize, &(&str, &str))| {
        format!("[[wager.line]]\nname = \"line {at}\"\npays = \"{pays}\"\n{when}\nby = \"3.9\"\n")
    };
    [head, clauses.to_owned()].into_iter().chain(lines.iter().enumerate().map(line)).collect()
}

/// The odds of a game's wager from so many full decks.
fn full(rules: &Rules, kind: &str, decks: u8) -> WagerOdds {
    wager(rules, kind, &Composition::full(rules.deck(), decks))
}

fn wager(rules: &Rules, kind: &str, shoe: &Composition) -> WagerOdds {
    let wager = rules.side_wagers().iter().find(|wager| wager.kind == kind).expect("a wager of the game");
    odds::side_wager(rules, wager, shoe).expect("a shoe that is long enough")
}

/// A line of a wager by its name as one word.
fn line<'a>(odds: &'a WagerOdds, word: &str) -> &'a OutcomeOdds {
    odds.outcomes.iter().find(|outcome| outcome.word() == word).expect("a line of the wager")
}

/// A shoe of exactly these cards.
fn shoe_of(deck: Deck, cards: &[Card]) -> Composition {
    let most = u8::try_from(cards.len()).expect("a small shoe");
    let mut shoe = Composition::full(deck, most);
    for card in deck.cards() {
        let held = cards.iter().filter(|held| **held == card).count();
        (held..cards.len()).for_each(|_| shoe.take(card).expect("as many of it as cards in all"));
    }
    assert_eq!(shoe.len(), cards.len());
    shoe
}

fn cards(written: &str) -> Vec<Card> {
    written.split_whitespace().map(|card| card.parse().expect("a card")).collect()
}

fn fraction(over: u64, under: u64) -> RBig {
    RBig::from_parts(over.into(), under.into())
}

fn number(fraction: &RBig) -> f64 {
    fraction.to_f64().value()
}

/// Asserts that a figure is the published one to the places published.
#[track_caller]
fn assert_published(figure: f64, published: f64, places: i32, what: &str) {
    let half_a_place = 0.5 * 10f64.powi(-places);
    assert!(
        (figure - published).abs() <= half_a_place * 1.000_001,
        "{what}: {figure}, published {published}"
    );
}
