//! The five games as their documents have them, in every reading of what a dealer blackjack takes (I-01 to I-04).

use dashu_ratio::RBig;
use odds::{Game, Table};
use rulebook::Rules;

use super::cards::Cards;
use super::marks::{Mark, Marks};
use super::orders::{distribution, mean};
use super::plans::Strategy;
use super::{agree, assert_seen};

pub(crate) const READINGS: [&str; 4] = ["original-only", "busted-plus-one", "per-hand", "all"];

const EIGHTS: &str = "AA8888TTTTTTTTTT";
const FIVE_SIX: &str = "AA56TTTTTTTTTTTTT";

/// What has to happen for the readings to differ.
const AGAINST_BLACKJACK: [Mark; 9] = [
    Mark::BothBlackjack,
    Mark::DoubleAgainstBlackjack,
    Mark::DoubleBustAgainstAceOrTen,
    Mark::SomeBustAgainstAce,
    Mark::SomeBustAgainstTen,
    Mark::AllBustAgainstAceOrTen,
    Mark::DoubledSplitAgainstBlackjack,
    Mark::TwentyOneAgainstBlackjack,
    Mark::Plain21AgainstBlackjack,
];

const SPLITS: [Mark; 5] =
    [Mark::TwoHands, Mark::ThreeHands, Mark::SplitAces, Mark::SplitTens, Mark::DoubleAfterSplit];

#[test]
fn blackjack_is_worth_what_its_rounds_bring() {
    let seen = every_reading("blackjack", &[EIGHTS, FIVE_SIX]);
    assert_seen(&seen, &[Mark::FourHands, Mark::Surrender]);
}

#[test]
fn star_elements_is_worth_what_its_rounds_bring() {
    let seen = every_reading("star-elements", &["AA888TTTTTTTTTTF", FIVE_SIX]);
    assert_seen(&seen, &[Mark::FourHands, Mark::Surrender]);
}

#[test]
fn plus_is_worth_what_its_rounds_bring() {
    let seen = every_reading("plus", &[EIGHTS, FIVE_SIX]);
    assert_seen(&seen, &[Mark::FourHands, Mark::Surrender, Mark::ForcedDraw]);
}

#[test]
fn macau_is_worth_what_its_rounds_bring() {
    let seen = every_reading("macau", &[EIGHTS, FIVE_SIX]);
    assert_seen(&seen, &[Mark::FourHands, Mark::DoubledTwentyOne]);
}

#[test]
fn electronic_is_worth_what_its_rounds_bring() {
    let seen = every_reading("electronic", &["AA777TTTTTTTTT", "AA56888TTTTTTT"]);
    assert_seen(&seen, &[Mark::Surrender]);
}

/// Were one reading taken for another, some comparison above would fail.
#[test]
fn the_readings_differ_in_these_shoes() {
    for reading in READINGS {
        let mut rules = Rules::of("blackjack").expect("one of the five games");
        rules.set("dealer-blackjack-loss", reading).expect("every game leaves this to the table");
        let cards = Cards::of(rules.deck(), EIGHTS);
        let walked = mean(&distribution(&rules, &cards, &Strategy::wild(1).plan));
        for other in READINGS.into_iter().filter(|other| *other != reading) {
            rules.set("dealer-blackjack-loss", other).expect("every game leaves this to the table");
            let game = Game::of(&rules);
            let table = Table::<RBig>::new(&game, &cards.shoe()).expect("more than three cards");
            assert_ne!(walked, table.worth(&Strategy::wild(1).plan).ev, "{reading} as {other}");
        }
    }
}

/// Other pairs, low and high.
#[test]
fn other_shoes_are_worth_what_their_rounds_bring() {
    let shoes = [
        ("blackjack", "AA7777TTTTTTTTTTT"),
        ("star-elements", "A5555TTTTTTTTTTTSF"),
        ("plus", "A226TTTTTTTTTTTTTT"),
        ("macau", "A3333TTTTTTTTTTTTT"),
        ("electronic", "A44449TTTTTTTTTTTT"),
    ];
    for (game, shoe) in shoes {
        agree(&Rules::of(game).expect("one of the five games"), &[shoe]);
    }
}

#[track_caller]
fn every_reading(game: &str, shoes: &[&str]) -> Marks {
    let mut all = Marks::default();
    for reading in READINGS {
        let mut rules = Rules::of(game).expect("one of the five games");
        rules.set("dealer-blackjack-loss", reading).expect("every game leaves this to the table");
        let seen = agree(&rules, shoes);
        assert_seen(&seen, &AGAINST_BLACKJACK);
        assert_seen(&seen, &SPLITS);
        all.join(&seen);
    }
    all
}
