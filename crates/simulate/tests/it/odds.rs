//! What is simulated lies where the exact odds say: within four standard errors, for every wager of every game.
//!
//! The short version runs with all tests. The long one is a hundred million rounds a game:
//! `cargo test --release -p simulate --test it -- --ignored --nocapture`.

use std::ops::ControlFlow;

use odds::{Game, Plan, Shoe, Table, WagerOdds};
use rulebook::{GAMES, Rules};
use simulate::{Dealing, Generator, Job, Path, Seat, Simulation, Spread, Tally, run};
use vocabulary::Composition;

const READINGS: [&str; 4] = ["original-only", "busted-plus-one", "per-hand", "all"];

#[test]
fn the_means_of_all_wagers_are_those_of_the_exact_odds() {
    for game in GAMES {
        let rules = Rules::of(game).expect("one of the five");
        for path in [Path::Machine, Path::Lanes] {
            check(&rules, path, 2_000_000, Generator::Xoshiro256PlusPlus);
        }
    }
}

#[test]
fn every_reading_has_its_own_mean() {
    for reading in READINGS {
        let mut rules = Rules::of("macau").expect("one of the five");
        rules.set("dealer-blackjack-loss", reading).expect("left to the table");
        check(&rules, Path::Lanes, 2_000_000, Generator::Xoshiro256PlusPlus);
    }
}

#[test]
fn the_slow_generator_comes_to_the_same_means() {
    let rules = Rules::of("plus").expect("one of the five");
    check(&rules, Path::Machine, 1_000_000, Generator::ChaCha20);
}

#[test]
#[ignore = "a hundred million rounds a game take minutes"]
fn a_hundred_million_rounds_lie_within_four_standard_errors() {
    for game in GAMES {
        let rules = Rules::of(game).expect("one of the five");
        for path in [Path::Machine, Path::Lanes] {
            check(&rules, path, 100_000_000, Generator::Xoshiro256PlusPlus);
        }
    }
}

/// Plays from full shoes, as the exact odds have it, and holds every wager against its odds.
fn check(rules: &Rules, path: Path, rounds: u64, generator: Generator) {
    let (plan, main) = chart(rules);
    let wagers = rules.side_wagers().len();
    let insured = Seat { insures: true, ..Seat::new(plan) };
    let seat = if path == Path::Lanes { insured } else { insured.betting_all_sides(wagers) };
    let simulation = Simulation::new(rules, &[seat], Dealing::EveryRound).expect("one player fits");
    assert_eq!(simulation.path(path, generator), path);
    let job = Job { threads: 2, path, generator, ..Job::new(7, rounds) };
    let tally = run(&simulation, &job, |_| ControlFlow::Continue(()));
    assert_eq!((tally.rounds, tally.void), (rounds, 0));
    let seat = &tally.seats[0];
    within(rules, "main", &seat.main_spread(rules), main);
    let shoe = Composition::full(rules.deck(), rules.decks());
    if let Some(odds) = odds::insurance(rules, &shoe).expect("a full shoe") {
        within(rules, "insurance", &seat.insurance_spread(rules), ev(&odds));
    }
    if path != Path::Lanes {
        sides(rules, &shoe, &tally);
    }
}

fn sides(rules: &Rules, shoe: &Composition, tally: &Tally) {
    for (at, odds) in odds::side_wagers(rules, shoe).expect("a full shoe").iter().enumerate() {
        let spread = tally.seats[0].side_spread(rules, at).expect("a wager of the game");
        assert_eq!(spread.times(), tally.rounds);
        within(rules, &odds.kind, &spread, ev(odds));
    }
}

/// The best chart, and what it is worth.
fn chart(rules: &Rules) -> (Plan, f64) {
    let (game, shoe) = (Game::of(rules), Shoe::full(rules.deck(), rules.decks()));
    let analysis = Table::<f64>::new(&game, &shoe).expect("full decks suffice").analyse();
    (analysis.chart.plan(), analysis.basic.ev)
}

fn ev(odds: &WagerOdds) -> f64 {
    odds.ev.to_f64().value()
}

fn within(rules: &Rules, wager: &str, spread: &Spread, exact: f64) {
    let far = (spread.mean() - exact) / spread.std_error();
    println!("{} {wager}: {:.6}, exactly {exact:.6}, {far:+.2} standard errors", rules.id(), spread.mean());
    assert!(
        far.abs() < 4.0,
        "{} {wager}: {} is {far} standard errors from {exact}",
        rules.id(),
        spread.mean()
    );
}
