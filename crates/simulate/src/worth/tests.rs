use super::*;
use crate::{Sessions, Spread};

fn near(value: f64, wanted: f64, within: f64) {
    assert!((value - wanted).abs() <= within, "{value} is not {wanted}");
}

#[test]
fn the_normal_distribution_is_that_of_printed_tables() {
    // Abramowitz and Stegun, table 26.1.
    for (value, below) in [
        (0.0, 0.5),
        (0.5, 0.691_462_461_274_013),
        (1.0, 0.841_344_746_068_543),
        (1.96, 0.975_002_104_851_780),
        (2.5, 0.993_790_334_674_224),
        (3.0, 0.998_650_101_968_370),
        (4.0, 0.999_968_328_758_167),
    ] {
        near(normal(value), below, 1e-14);
        near(normal(-value), 1.0 - below, 1e-14);
    }
    // Far out, where one less the rest would have no digits left: table 26.2, -log Q(10) = 23.118 05.
    near(-normal(-10.0).log10(), 23.118_05, 1e-5);
}

#[test]
fn a_kelly_bettor_is_ruined_once_in_e_squared() {
    // Published everywhere: full Kelly 13.53 %, half Kelly 1.83 %, a quarter 0.0335 %.
    let worth = Worth { mean: 0.02, std_dev: 2.7 };
    for (kelly, risk) in [(1.0, 0.135_335), (0.5, 0.018_316), (0.25, 0.000_335)] {
        near(worth.ruin(worth.kelly_bankroll(kelly)), risk, 1e-6);
    }
    near(worth.bankroll_for(0.135_335_283), worth.kelly_bankroll(1.0), 1e-4);
    // Betting by Kelly is worth half its mean for certain; twice as much is worth nothing.
    near(worth.certainty_equivalent(worth.kelly_bankroll(1.0), 1.0), worth.mean / 2.0, 1e-12);
    near(worth.certainty_equivalent(worth.kelly_bankroll(2.0), 1.0), 0.0, 1e-12);
}

#[test]
fn score_n0_and_the_index_are_one_figure_in_three_forms() {
    // Schlesinger: SCORE is the square of DI, and SCORE times N0 is a million.
    let worth = Worth { mean: 0.019, std_dev: 2.64 };
    near(worth.desirability(), 7.196_97, 1e-5);
    near(worth.score(), 51.796, 1e-3);
    near(worth.score() * worth.n0(), 1e6, 1e-6);
    // What SCORE means: 10,000 bet by Kelly brings so much in a hundred rounds.
    let scale = 10_000.0 / worth.kelly_bankroll(1.0);
    near(100.0 * scale * worth.mean, worth.score(), 1e-9);
    let losing = Worth { mean: -0.005, std_dev: 1.15 };
    assert_eq!((losing.score(), losing.ruin(1e9)), (0.0, 1.0));
    assert!(losing.n0().is_infinite() && losing.bankroll_for(0.1).is_infinite());
}

#[test]
fn a_long_trip_is_for_ever_and_a_fair_one_is_reflected() {
    let worth = Worth { mean: 0.01, std_dev: 1.2 };
    near(worth.ruin_on_trip(100.0, 1e9), worth.ruin(100.0), 1e-12);
    assert!(worth.ruin_on_trip(100.0, 1000.0) < worth.ruin_on_trip(100.0, 10_000.0));
    near(worth.ruin_on_trip(100.0, 0.0), 0.0, 0.0);
    // Without an edge: twice the chance to end below (the principle of reflection).
    let fair = Worth { mean: 0.0, std_dev: 1.0 };
    near(fair.ruin_on_trip(20.0, 400.0), 2.0 * (1.0 - 0.841_344_746_068_543), 1e-13);
    // Against an edge all is lost in the end, without overflow on the way.
    let losing = Worth { mean: -0.05, std_dev: 1.15 };
    near(losing.ruin_on_trip(10_000.0, 1e6), 1.0, 1e-12);
    near(losing.ruin_on_trip(10_000.0, 1e4), 0.0, 1e-12);
    let needed = losing.bankroll_for_trip(0.05, 5000.0);
    near(losing.ruin_on_trip(needed, 5000.0), 0.05, 1e-9);
}

#[test]
fn a_goal_takes_as_long_as_the_books_of_chance_say() {
    // Feller, volume 1, chapter XIV: a fair game lasts the product of both bounds; a sure one the goal over the mean.
    near(Worth { mean: 0.0, std_dev: 1.0 }.rounds_to_goal_or_ruin(40.0, 25.0), 1000.0, 1e-9);
    near(Worth { mean: 1e-6, std_dev: 1.0 }.rounds_to_goal_or_ruin(40.0, 25.0), 1000.0, 0.01);
    near(Worth { mean: 0.5, std_dev: 1.0 }.rounds_to_goal_or_ruin(1000.0, 25.0), 50.0, 1e-9);
    near(Worth { mean: -0.5, std_dev: 1.0 }.rounds_to_goal_or_ruin(40.0, 1000.0), 80.0, 1e-9);
}

#[test]
fn a_goal_is_reached_or_the_bankroll_is_lost() {
    for mean in [-0.02, -1e-12, 0.0, 1e-12, 0.02] {
        let worth = Worth { mean, std_dev: 1.1 };
        let other = Worth { mean: -mean, std_dev: 1.1 };
        // What one side wins the other loses.
        near(worth.goal_before_ruin(40.0, 25.0) + other.goal_before_ruin(25.0, 40.0), 1.0, 1e-9);
    }
    let worth = Worth { mean: 0.02, std_dev: 1.1 };
    near(1.0 - worth.goal_before_ruin(40.0, 1e6), worth.ruin(40.0), 1e-12);
    near(Worth { mean: 0.0, std_dev: 2.0 }.goal_before_ruin(30.0, 10.0), 0.75, 1e-12);
    near(Worth { mean: -1.0, std_dev: 1.0 }.goal_before_ruin(1e6, 1e6), 0.0, 1e-12);
}

/// A coin that wins a unit 52 times in 100.
fn coin() -> (Spread, Worth) {
    let spread = Spread { nets: vec![(-1, 48), (1, 52)], over: 1 };
    let worth = Worth { mean: spread.mean(), std_dev: spread.std_dev() };
    (spread, worth)
}

#[test]
fn sessions_that_are_played_come_to_what_the_formulas_say() {
    let (spread, worth) = coin();
    let sessions = Sessions::new(&spread).unwrap();
    let played = 20_000_u32;
    let within = 4.0 * (0.25 / f64::from(played)).sqrt();
    let trip = sessions.ruin(20.0, 600, played.into(), 3);
    // A walk in whole steps hits its bound a little later than a diffusion, by about half a step.
    near(trip, worth.ruin_on_trip(20.5, 600.0), within + 0.01);
    // The gambler's ruin, exactly: (1 - (q/p)^10) / (1 - (q/p)^30).
    let odds = 48.0f64 / 52.0;
    let exact = (1.0 - odds.powi(10)) / (1.0 - odds.powi(30));
    near(sessions.goal_before_ruin(10.0, 20.0, played.into(), 5), exact, within);
    near(worth.goal_before_ruin(10.0, 20.0), exact, 0.005);
    near(sessions.ruin(20.0, 600, 1000, 9), sessions.ruin(20.0, 600, 1000, 9), 0.0);
}

#[test]
fn bands_hold_as_many_sessions_as_they_say() {
    let (spread, worth) = coin();
    let fan = Sessions::new(&spread).unwrap().fan(400, 4, 4000, &[5, 50, 95], 11);
    assert_eq!(fan.len(), 5);
    assert_eq!(fan[0], [0.0; 3]);
    let (mean, stray) = (400.0 * worth.mean, 20.0 * worth.std_dev);
    for (value, away) in fan[4].iter().zip([-1.644_85, 0.0, 1.644_85]) {
        near(*value, mean + away * stray, 0.1 * stray);
    }
}
