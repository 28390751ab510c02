//! The strategies that are walked.

use odds::{ACE, Chart, Game, Hand, Letter, Plan, Play, Row, Shoe, TEN, Table, hands};

/// Seeds of the wild plays.
const WILD: [u64; 3] = [1, 2, 3];

/// A strategy with its name.
pub(crate) struct Named {
    pub(crate) name: String,
    pub(crate) plan: Plan,
}

/// What is walked in every game: the best play, a chart, the play of someone who does not answer, a greedy one, wild ones.
pub(crate) fn plans(game: &Game, shoe: &Shoe) -> Vec<Named> {
    let named = |name: &str, plan| Named { name: name.to_owned(), plan };
    let mut all = vec![
        named("the best play", best(game, shoe)),
        named("the chart", chart().plan()),
        named("the silent play", silent()),
        named("greedy play", greedy()),
    ];
    all.extend(WILD.map(|seed| named(&format!("wild play {seed}"), wild_play(seed))));
    all
}

/// The best play for the shoe.
fn best(game: &Game, shoe: &Shoe) -> Plan {
    Table::<f64>::new(game, shoe).expect("enough cards").best().plan
}

/// A chart as books print it, more or less.
pub(crate) fn chart() -> Chart {
    Chart::new(|row, up| Some(cell(row, up))).expect("every cell is given, and only pairs split")
}

fn cell(row: Row, up: usize) -> Letter {
    let dealer_is_weak = (1..=5).contains(&up);
    match row {
        Row::Hard(16) if up >= 8 => Letter::SurrenderOrHit,
        Row::Hard(15) if up == TEN => Letter::SurrenderOrHit,
        Row::Hard(9) if dealer_is_weak => Letter::DoubleOrHit,
        Row::Hard(10) if up != ACE && up != TEN => Letter::DoubleOrHit,
        Row::Hard(11) => Letter::DoubleOrHit,
        Row::Hard(..=11) => Letter::Hit,
        Row::Hard(12..=16) if !dealer_is_weak => Letter::Hit,
        Row::Soft(13..=18) if dealer_is_weak => Letter::DoubleOrStand,
        Row::Soft(..=17) => Letter::Hit,
        Row::Pair(0 | 7) => Letter::Split,
        Row::Pair(1 | 2 | 5 | 6 | 8) if dealer_is_weak => Letter::Split,
        Row::Pair(4) => Letter::DoubleOrHit,
        Row::Pair(1 | 2 | 3 | 5 | 6) => Letter::Hit,
        Row::Hard(_) | Row::Soft(_) | Row::Pair(_) => Letter::Stand,
    }
}

/// Who does not answer draws to hard 12 and soft 17.
pub(crate) fn silent() -> Plan {
    Plan::new(|at, _| {
        let hand = hands().get(at);
        Play { hit: hand.total < if hand.soft { 17 } else { 12 }, ..Play::default() }
    })
}

/// Splits every pair, and does the rest by chance.
pub(crate) fn wild_play(seed: u64) -> Plan {
    let mut dice = Dice(seed);
    Plan::new(|at, _| {
        let hand = hands().get(at);
        let (surrender, double) = (dice.one_in(12), dice.one_in(3));
        Play { surrender, split: true, double, hit: draws(hand, &mut dice) }
    })
}

/// Never on hard 17 or more, so that a round comes to an end.
fn draws(hand: &Hand, dice: &mut Dice) -> bool {
    let may = hand.soft || hand.total < 17;
    let lucky = !dice.one_in(3);
    may && lucky
}

/// Splits and doubles whatever may be, and never draws otherwise.
pub(crate) fn greedy() -> Plan {
    Plan::new(|_, _| Play { surrender: false, split: true, double: true, hit: false })
}

/// A small generator of numbers (splitmix64): the same seed gives the same play everywhere.
pub(crate) struct Dice(pub(crate) u64);

impl Dice {
    pub(crate) fn one_in(&mut self, many: u64) -> bool {
        self.below(many) == 0
    }

    pub(crate) fn below(&mut self, many: u64) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        (mixed ^ (mixed >> 31)) % many
    }
}
