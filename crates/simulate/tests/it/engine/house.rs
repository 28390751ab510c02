//! Rules that none of the five games has, one or a few at a time.

use rulebook::{GAMES, Rules};
use simulate::Seat;

use super::plans::{greedy, timid, wild};
use super::table::agree;

/// Settings that go together. A blackjack that may be doubled stays open only where 21 closes no hand: the engine closes
/// it with the next card anyone is dealt.
const HOUSES: [&[(&str, &str)]; 29] = [
    &[("hole-card", "peek")],
    &[("hole-card", "peek"), ("surrender", "late")],
    &[
        ("hole-card", "peek"),
        ("surrender", "late"),
        ("surrender-against", "any"),
        ("surrender-blackjack", "true"),
    ],
    &[("hole-card", "peek"), ("surrender", "early"), ("surrender-against", "any")],
    &[
        ("hole-card", "peek"),
        ("pay-blackjack", "at-end"),
        ("surrender", "late"),
        ("surrender-blackjack", "true"),
    ],
    &[("hole-card", "peek"), ("double-on-21", "any")],
    &[("surrender", "early"), ("surrender-against", "any")],
    &[("surrender", "early"), ("surrender-against", "ten")],
    &[("surrender", "early"), ("surrender-against", "any"), ("surrender-blackjack", "true")],
    &[("surrender", "none")],
    &[("soft-17", "hit")],
    &[("tie", "lose")],
    &[("blackjack-pays", "6:5"), ("win-pays", "1:2")],
    &[("blackjack-beats-21", "false")],
    &[("blackjack-beats-21", "false"), ("blackjack-beats-split-21", "false"), ("tie", "lose")],
    &[("double-on", "hard-9-11")],
    &[("double-on-21", "any")],
    &[("double-on-21", "any"), ("close-at-21", "none")],
    &[("double-on-21", "split-only"), ("close-at-21", "none")],
    &[("double-after-split", "false")],
    &[("double-after-unlike-ten-split", "false")],
    &[("split-by", "rank")],
    &[("max-hands", "1")],
    &[("max-hands", "2"), ("split-aces", "false")],
    &[("resplit-aces", "true")],
    &[("resplit-aces", "true"), ("draw-on-split-aces", "true")],
    &[("draw-on-split-aces", "true"), ("forced-draw-below", "12")],
    &[("insurance", "none"), ("even-money", "false")],
    &[("pay-blackjack", "immediate"), ("dealer-draws-without-effect", "false"), ("close-at-21", "soft-only")],
];

#[test]
fn other_houses_are_played_alike() {
    for game in GAMES {
        for (seed, house) in (1..).zip(HOUSES) {
            let mut rules = Rules::of(game).expect("one of the five games");
            let possible = house.iter().all(|(name, value)| rules.suppose(name, value).is_ok());
            if possible {
                play(&rules, seed);
            }
        }
    }
}

#[test]
fn a_shared_hand_may_be_insured_with_the_first_decision() {
    let mut rules = Rules::of("electronic").expect("one of the five games");
    rules.set("insurance-prompt", "combined").expect("left to the table");
    play(&rules, 1);
}

#[test]
fn a_round_that_runs_out_of_cards_is_no_round() {
    let mut rules = Rules::of("macau").expect("one of the five games");
    rules.set("decks", "1").expect("left to the table");
    let seats = [wild(1, false), wild(2, false), wild(3, false), wild(4, false)].map(Seat::new);
    agree(&rules, &seats, 2000, 1);
}

fn play(rules: &Rules, seed: u64) {
    let sides = rules.side_wagers().len();
    for (at, plan) in (0..).zip([wild(seed, false), wild(seed + 100, true), greedy(), timid()]) {
        let seat = Seat::new(plan);
        let seat = if at % 2 == 0 { seat.betting_all_sides(sides) } else { seat };
        let one = Seat { insures: at % 2 == 0, even_money: at == 2, ..seat };
        let other = Seat { insures: at % 2 == 1, ..Seat::new(wild(seed + 200, false)) };
        agree(rules, std::slice::from_ref(&one), 1000, seed);
        agree(rules, &[one, other], 500, seed);
    }
}
