//! Games a house could write, each with a rule that none of the five has or allows.

use super::house::{Changes, house};
use super::marks::{Mark, Marks};
use super::{agree, assert_seen};

const EIGHTS: &str = "AA8888TTTTTTTTTT";
const SIX_EIGHTS: &str = "A6888TTTTTTTTTTT";
const FIVE_SIX: &str = "AA56TTTTTTTTTTTTT";
const ACES: &str = "AAAA6TTTTTTTTTTTTT";

/// Both find the same under the rules of version 5 with these changes, and come by all of these.
#[track_caller]
fn holds(changes: Changes<'_>, shoes: &[&str], wanted: &[Mark]) -> Marks {
    let seen = agree(&house("blackjack", changes), shoes);
    assert_seen(&seen, wanted);
    seen
}

#[test]
fn the_dealer_looks_at_a_hole_card() {
    let seen = holds(&[("hole-card", "peek")], &[EIGHTS, FIVE_SIX], &[Mark::BothBlackjack, Mark::FourHands]);
    let too_late = [Mark::DoubleAgainstBlackjack, Mark::SomeBustAgainstAce, Mark::TwentyOneAgainstBlackjack];
    assert!(too_late.iter().all(|mark| !seen.has(*mark)), "nobody plays against a blackjack that was seen");
}

#[test]
fn the_dealer_looks_and_then_surrender_is_offered() {
    let american = [
        ("hole-card", "peek"),
        ("surrender", "late"),
        ("surrender-against", "any"),
        ("soft-17", "hit"),
        ("blackjack-pays", "6:5"),
        ("dealer-blackjack-loss", "all"),
    ];
    holds(&american, &[EIGHTS, SIX_EIGHTS], &[Mark::Surrender, Mark::DealerDrawsOnSoft17, Mark::Blackjack]);
}

#[test]
fn surrender_comes_before_the_dealer_looks() {
    let early = [("hole-card", "peek"), ("surrender-against", "any")];
    holds(&early, &[EIGHTS], &[Mark::Surrender, Mark::Blackjack]);
}

#[test]
fn the_dealer_draws_on_soft_17() {
    holds(&[("soft-17", "hit")], &[SIX_EIGHTS, FIVE_SIX], &[Mark::DealerDrawsOnSoft17]);
}

#[test]
fn a_blackjack_pays_six_to_five() {
    holds(&[("blackjack-pays", "6:5")], &[FIVE_SIX], &[Mark::Blackjack, Mark::BothBlackjack]);
}

#[test]
fn aces_are_split_again() {
    holds(&[("resplit-aces", "true")], &[ACES], &[Mark::ResplitAces]);
}

#[test]
fn split_aces_take_more_cards() {
    let drawn = [Mark::SplitAces, Mark::DrawnToSplitAce];
    holds(&[("draw-on-split-aces", "true")], &[ACES], &drawn);
    for loss in ["original-only", "busted-plus-one", "all"] {
        let both =
            [("draw-on-split-aces", "true"), ("resplit-aces", "true"), ("dealer-blackjack-loss", loss)];
        holds(&both, &[ACES], &[Mark::ResplitAces, Mark::DrawnToSplitAce]);
    }
}

#[test]
fn aces_are_never_split() {
    let seen = holds(&[("split-aces", "false")], &[ACES], &[Mark::SplitRefused]);
    assert!(!seen.has(Mark::SplitAces));
}

#[test]
fn split_hands_are_not_doubled() {
    let seen = holds(&[("double-after-split", "false")], &[EIGHTS], &[Mark::DoubleRefused, Mark::FourHands]);
    assert!(!seen.has(Mark::DoubleAfterSplit));
}

#[test]
fn only_hard_9_to_11_is_doubled() {
    let nines = [("double-on", "hard-9-11")];
    holds(
        &nines,
        &["A368TTTTTTTTTTTTT", "A56TTTTTTTTTTTTT"],
        &[Mark::DoubleRefused, Mark::DoubleAgainstBlackjack],
    );
}

#[test]
fn a_pair_comes_to_one_two_three_or_four_hands() {
    let most = [Mark::Tie, Mark::TwoHands, Mark::ThreeHands, Mark::FourHands];
    for (hands, reached) in ["1", "2", "3", "4"].into_iter().zip(most) {
        for loss in ["busted-plus-one", "per-hand"] {
            let changes = [("max-hands", hands), ("dealer-blackjack-loss", loss)];
            holds(&changes, &[EIGHTS], &[reached, Mark::SplitRefused]);
        }
    }
}

#[test]
fn equal_totals_lose() {
    holds(&[("tie", "lose")], &[EIGHTS, FIVE_SIX], &[Mark::Tie, Mark::BothBlackjack]);
}

/// In every reading: a hand that ties is none that the one lost wager is taken from (I-04, I-05).
#[test]
fn a_21_ties_a_dealer_blackjack() {
    for loss in ["original-only", "busted-plus-one", "per-hand", "all"] {
        for (split, tie) in [("false", "push"), ("true", "lose")] {
            let changes = [
                ("blackjack-beats-21", "false"),
                ("blackjack-beats-split-21", split),
                ("tie", tie),
                ("dealer-blackjack-loss", loss),
            ];
            let wanted =
                [Mark::TwentyOneAgainstBlackjack, Mark::Plain21AgainstBlackjack, Mark::SomeBustAgainstAce];
            holds(&changes, &[FIVE_SIX], &wanted);
        }
    }
}

#[test]
fn low_totals_must_draw() {
    for (below, shoe) in [("12", FIVE_SIX), ("17", "A3333TTTTTTTTTTTTT")] {
        let changes = [("forced-draw-below", below), ("dealer-blackjack-loss", "busted-plus-one")];
        holds(&changes, &[shoe], &[Mark::ForcedDraw, Mark::FourHands]);
    }
}

#[test]
fn half_is_given_up_against_a_ten_only() {
    holds(&[("surrender-against", "ten")], &[SIX_EIGHTS], &[Mark::Surrender]);
}

#[test]
fn half_is_given_up_against_any_card() {
    holds(&[("surrender-against", "any")], &[SIX_EIGHTS], &[Mark::Surrender]);
}

#[test]
fn a_21_may_draw_and_a_split_21_be_doubled() {
    let open = [("close-at-21", "none"), ("double-on-21", "split-only")];
    holds(&open, &[FIVE_SIX], &[Mark::DoubledTwentyOne]);
    holds(&[("close-at-21", "soft-only")], &[FIVE_SIX], &[Mark::TwentyOneAgainstBlackjack]);
}

#[test]
fn only_tens_of_equal_rank_are_split() {
    for loss in ["original-only", "all"] {
        let by_rank = [("split-by", "rank"), ("dealer-blackjack-loss", loss)];
        let seen = holds(&by_rank, &["A6TTTTTTTTTTTKKK"], &[Mark::SplitRefused, Mark::FourHands]);
        assert!(seen.has(Mark::SplitTens));
    }
}

#[test]
fn a_shared_hand_comes_to_two_or_four_hands() {
    for hands in ["2", "4"] {
        let rules = house("electronic", &[("max-hands", hands)]);
        assert_seen(&agree(&rules, &[EIGHTS]), &[Mark::Surrender, Mark::SplitTens]);
    }
}
