//! The strategies that are walked.

use odds::{ACE, Chart, Game, Hand, Letter, Plan, Play, Row, Shoe, TEN, Table, hands};
use testkit::Random;

/// A strategy with its name.
pub(crate) struct Strategy {
    pub(crate) name: String,
    pub(crate) plan: Plan,
}

impl Strategy {
    pub(crate) fn new(name: impl Into<String>, plan: Plan) -> Strategy {
        Strategy { name: name.into(), plan }
    }

    /// The wild play of a seed.
    pub(crate) fn wild(seed: u64) -> Strategy {
        Strategy::new(format!("wild play {seed}"), wild_play(seed))
    }

    /// Splits and doubles whatever may be.
    pub(crate) fn greedy() -> Strategy {
        Strategy::new("greedy play", greedy())
    }
}

/// What is walked in every game.
pub(crate) fn all(game: &Game, shoe: &Shoe) -> Vec<Strategy> {
    vec![
        Strategy::new("the best play", best(game, shoe)),
        Strategy::new("a chart", chart().plan()),
        Strategy::new("silent play", silent()),
        Strategy::new("standing on everything", Plan::new(|_, _| Play::default())),
        Strategy::greedy(),
        Strategy::wild(1),
    ]
}

/// The best play for the shoe.
fn best(game: &Game, shoe: &Shoe) -> Plan {
    Table::<f64>::new(game, shoe).expect("enough cards").best().plan
}

/// A chart as books print it, more or less.
fn chart() -> Chart {
    Chart::new(|row, up| Some(cell(row, up))).expect("every cell is given, and only pairs split")
}

fn cell(row: Row, up: usize) -> Letter {
    let dealer_is_weak = (1..=5).contains(&up);
    match row {
        Row::Hard(15 | 16) if up == TEN => Letter::SurrenderOrHit,
        Row::Hard(10 | 11) | Row::Pair(4) if up != ACE => Letter::DoubleOrHit,
        Row::Soft(13..=18) if dealer_is_weak => Letter::DoubleOrStand,
        Row::Pair(0 | 7) => Letter::Split,
        Row::Pair(1 | 2 | 5 | 6 | 8) if dealer_is_weak => Letter::Split,
        Row::Hard(12..=16) if dealer_is_weak => Letter::Stand,
        Row::Hard(..=16) | Row::Soft(..=17) | Row::Pair(..=6) => Letter::Hit,
        Row::Hard(_) | Row::Soft(_) | Row::Pair(_) => Letter::Stand,
    }
}

/// Who does not answer draws to hard 12 and soft 17.
fn silent() -> Plan {
    Plan::new(|at, _| {
        let hand = hands().get(at);
        Play { hit: hand.total < if hand.soft { 17 } else { 12 }, ..Play::default() }
    })
}

/// Splits every pair, and does the rest by chance.
fn wild_play(seed: u64) -> Plan {
    let mut random = Random::new(seed);
    Plan::new(|at, _| {
        let hand = hands().get(at);
        let (surrender, double) = (random.one_in(12), random.one_in(3));
        Play { surrender, split: true, double, hit: draws(hand, &mut random) }
    })
}

/// Never on hard 17 or more, so that a round comes to an end.
fn draws(hand: &Hand, random: &mut Random) -> bool {
    let may = hand.soft || hand.total < 17;
    let lucky = !random.one_in(3);
    may && lucky
}

/// Splits and doubles whatever may be, and never draws otherwise.
fn greedy() -> Plan {
    Plan::new(|_, _| Play { surrender: false, split: true, double: true, hit: false })
}
