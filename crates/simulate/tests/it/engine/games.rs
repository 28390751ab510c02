//! The five games as their documents have them, in every reading of what a dealer blackjack takes.

use rulebook::{GAMES, Rules};
use simulate::{Seat, Stake};

use super::plans::{chart, greedy, timid, wild};
use super::table::agree;

const READINGS: [&str; 4] = ["original-only", "busted-plus-one", "per-hand", "all"];

fn game(name: &str) -> Rules {
    Rules::of(name).expect("one of the five games")
}

fn sides(rules: &Rules) -> usize {
    rules.side_wagers().len()
}

/// A million rounds a game, by its best chart, all side wagers bet.
#[test]
fn every_wager_of_a_million_rounds_of_each_game_is_worth_the_same() {
    std::thread::scope(|scope| {
        for name in GAMES {
            scope.spawn(move || {
                let rules = game(name);
                let seat = Seat::new(chart(&rules)).betting_all_sides(sides(&rules));
                agree(&rules, &[Seat { insures: true, ..seat }], 1_000_000, 1);
            });
        }
    });
}

#[test]
fn every_reading_of_every_game_is_played_alike() {
    for name in GAMES {
        for reading in READINGS {
            let mut rules = game(name);
            rules.set("dealer-blackjack-loss", reading).expect("every game leaves this to the table");
            let plans = [chart(&rules), wild(1, false), wild(2, true), greedy(), timid()];
            for (seed, plan) in (1..).zip(plans) {
                let seat = Seat::new(plan).betting_all_sides(sides(&rules));
                let choices = Seat { insures: seed % 2 == 0, even_money: seed % 3 == 0, ..seat };
                agree(&rules, &[choices], 10_000, seed);
            }
        }
    }
}

#[test]
fn several_players_are_dealt_to_and_play_in_turn() {
    for name in GAMES {
        let rules = game(name);
        let seat = |seed: u64, insures, even_money| {
            let plan = if seed == 0 { chart(&rules) } else { wild(seed, false) };
            Seat {
                insures,
                even_money,
                sides: vec![if seed.is_multiple_of(2) { Stake::UNIT } else { Stake::NONE }; sides(&rules)],
                ..Seat::new(plan)
            }
        };
        let seats = [
            seat(0, false, false),
            seat(1, true, false),
            seat(2, false, true),
            seat(3, true, true),
            seat(4, true, false),
            seat(5, false, false),
            seat(6, true, true),
        ];
        for many in [2, 3, 7] {
            agree(&rules, &seats[..many], 10_000, many as u64);
        }
    }
}
