//! The five games as their documents have them, in every reading of what a dealer blackjack takes (I-01 to I-04).

use rulebook::Rules;

use crate::marks::{Mark, Marks};
use crate::{agree, assert_seen};

const READINGS: [&str; 4] = ["original-only", "busted-plus-one", "per-hand", "all"];

/// What has to happen for the readings to differ.
const AGAINST_BLACKJACK: [Mark; 9] = [
    Mark::BothBlackjack,
    Mark::DoubleAgainstBlackjack,
    Mark::DoubleBustAgainstBlackjack,
    Mark::SomeBustAgainstAce,
    Mark::SomeBustAgainstTen,
    Mark::AllBustAgainstBlackjack,
    Mark::DoubledSplitAgainstBlackjack,
    Mark::TwentyOneAgainstBlackjack,
    Mark::Plain21AgainstBlackjack,
];

const SPLITS: [Mark; 5] =
    [Mark::TwoHands, Mark::ThreeHands, Mark::SplitAces, Mark::SplitTens, Mark::DoubleAfterSplit];

#[test]
fn blackjack_is_worth_what_its_rounds_bring() {
    let seen = every_reading("blackjack", &[EIGHTS, THREES, FIVE_SIX]);
    assert_seen(&seen, &[Mark::FourHands, Mark::Surrender]);
}

#[test]
fn star_elements_is_worth_what_its_rounds_bring() {
    let seen = every_reading("star-elements", &["AA8888TTTTTFFLLSS", "AA56TTTTTTTTFFFLLSS"]);
    assert_seen(&seen, &[Mark::FourHands, Mark::Surrender]);
}

#[test]
fn plus_is_worth_what_its_rounds_bring() {
    let seen = every_reading("plus", &[EIGHTS, THREES, FIVE_SIX]);
    assert_seen(&seen, &[Mark::FourHands, Mark::Surrender, Mark::ForcedDraw]);
}

#[test]
fn macau_is_worth_what_its_rounds_bring() {
    let seen = every_reading("macau", &[EIGHTS, THREES, FIVE_SIX]);
    assert_seen(&seen, &[Mark::FourHands, Mark::DoubledTwentyOne]);
}

#[test]
fn electronic_is_worth_what_its_rounds_bring() {
    let seen = every_reading("electronic", &["AA777TTTTTTTTT", "AA56888TTTTTTT"]);
    assert_seen(&seen, &[Mark::Surrender]);
}

/// Shoes in which more pairs can be split, and more cards drawn, than the readings need.
#[test]
fn richer_shoes_of_every_game_are_worth_what_their_rounds_bring() {
    for game in ["blackjack", "plus", "macau", "electronic"] {
        let rules = Rules::of(game).expect("one of the five games");
        agree(&rules, &["AA57777TTTTTTTTTT", "A68888TTTTTTTTTT"]);
    }
}

const EIGHTS: &str = "AA8888TTTTTTTTTT";
const THREES: &str = "AA3333TTTTTTTTTTTT";
const FIVE_SIX: &str = "AA56TTTTTTTTTTTTTT";

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
