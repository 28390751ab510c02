//! The ways to draw the low cards of the dealer's finished hands beside the low cards of a player's.

use crate::dealer::{Finishes, PLACES, low_pair};
use crate::falling::Left;
use crate::hands::{Counts, LOW};
use crate::number::Number;

/// The products for two low values at a time; they serve many hands.
pub(crate) struct LowProducts<N> {
    /// A value that is weighed elsewhere.
    aside: Option<usize>,
    /// By how many of the first two values are held; empty where the shoe lacks those.
    first: Vec<Vec<N>>,
    /// Of the other two.
    second: Vec<Vec<N>>,
}

/// More cards of a value than a hand holds.
const HELD: usize = 22;

impl<N: Number> LowProducts<N> {
    /// For player's hands that have these cards.
    pub(crate) fn new(
        finishes: &Finishes,
        left: &Left<N>,
        held_by_all: &Counts,
        aside: Option<usize>,
    ) -> LowProducts<N> {
        let most = |value: usize| finishes.lows.iter().map(|low| low[value]).max().unwrap_or(0);
        let held = |value: usize| {
            let fits = left.counts[value].min(21 / u32::try_from(value + 1).expect("a small number"));
            if aside == Some(value) {
                0..=0
            } else {
                held_by_all[value]..=u8::try_from(fits).unwrap_or(u8::MAX)
            }
        };
        let row =
            |value: usize, out: u8| if aside == Some(value) { left.ones() } else { left.row(value, out) };
        let products = |one: usize, other: usize| {
            let mut tables = vec![Vec::new(); HELD * HELD];
            let (most_one, most_other) = (most(one), most(other));
            for (a, b) in held(one).flat_map(|a| held(other).map(move |b| (a, b))) {
                if usize::from(a) * (one + 1) + usize::from(b) * (other + 1) > 21 {
                    continue;
                }
                let mut table = vec![N::zero(); PLACES];
                for x in 0..=most_one {
                    for y in 0..=most_other {
                        let ways = row(one, a)[usize::from(x)].clone() * &row(other, b)[usize::from(y)];
                        table[usize::from(low_pair(x, y))] = ways;
                    }
                }
                tables[place(a, b)] = table;
            }
            tables
        };
        LowProducts { aside, first: products(0, 1), second: products(2, 3) }
    }

    /// The ways beside these low cards; empty where the shoe lacks those, or they were left out of account.
    pub(crate) fn row(&self, finishes: &Finishes, mut low: [u8; LOW]) -> Vec<N> {
        if let Some(aside) = self.aside.filter(|&value| value < LOW) {
            low[aside] = 0;
        }
        let one: Option<&[N; PLACES]> = self.first[place(low[0], low[1])].as_slice().try_into().ok();
        let other: Option<&[N; PLACES]> = self.second[place(low[2], low[3])].as_slice().try_into().ok();
        let (Some(one), Some(other)) = (one, other) else { return Vec::new() };
        let both =
            |&(x, y): &(u8, u8)| one[usize::from(x) % PLACES].clone() * &other[usize::from(y) % PLACES];
        finishes.low_pairs.iter().map(both).collect()
    }
}

fn place(a: u8, b: u8) -> usize {
    usize::from(a) * HELD + usize::from(b)
}
