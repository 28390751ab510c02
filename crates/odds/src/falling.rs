//! What is left of the shoe after the up card, as the products that draws from it are weighed by.

use crate::hands::{Counts, Hand, VALUES};
use crate::number::Number;
use crate::shoe::Shoe;

/// More cards of one value than two hands hold: they leave the shoe before the ones being counted.
const MOST_OUT: usize = 44;
/// The most cards of one value drawn at a time.
const MOST: usize = 15;

/// Falling factorials of every count of the shoe without the up card: how many ways there are to draw so many cards of
/// a value after so many of it are out.
pub(crate) struct Left<N> {
    /// How many of each value.
    pub(crate) counts: [u32; VALUES],
    /// How many in all.
    pub(crate) all: u32,
    table: Vec<N>,
    ones: Vec<N>,
}

impl<N: Number> Left<N> {
    /// The shoe without its up card; `None` if there is no such card.
    pub(crate) fn after(shoe: &Shoe, up: usize) -> Option<Left<N>> {
        let mut counts = *shoe.counts();
        counts[up] = counts[up].checked_sub(1)?;
        let mut table = Vec::with_capacity(VALUES * MOST_OUT * MOST);
        for count in counts {
            for out in 0..MOST_OUT {
                push_falling(&mut table, i64::from(count) - i64::try_from(out).expect("a small number"));
            }
        }
        Some(Left { counts, all: counts.iter().sum(), table, ones: vec![N::whole(1); MOST] })
    }

    /// The ways to draw `drawn` cards of a value after `out` of it.
    pub(crate) fn ways(&self, value: usize, out: u8, drawn: u8) -> &N {
        &self.table[(value * MOST_OUT + usize::from(out)) * MOST + usize::from(drawn)]
    }

    /// The ways to draw any number of cards of a value.
    pub(crate) fn falling(&self, value: usize, drawn: u8) -> N {
        let count = i64::from(self.counts[value]);
        (0..i64::from(drawn)).fold(N::whole(1), |ways, out| ways * &N::whole((count - out).max(0)))
    }

    /// The ways to draw 0, 1, 2 .. cards of a value after `out` of it.
    pub(crate) fn row(&self, value: usize, out: u8) -> &[N] {
        let from = (value * MOST_OUT + usize::from(out)) * MOST;
        &self.table[from..from + MOST]
    }

    /// In place of a row: a value that is weighed elsewhere.
    pub(crate) fn ones(&self) -> &[N] {
        &self.ones
    }

    /// Whether the shoe can give this hand.
    pub(crate) fn gives(&self, cards: &Counts) -> bool {
        cards.iter().zip(self.counts).all(|(&held, count)| u32::from(held) <= count)
    }

    /// How many of a value are left once the hand holds its cards.
    pub(crate) fn of(&self, value: usize, hand: &Hand) -> i64 {
        i64::from(self.counts[value]) - i64::from(hand.counts[value])
    }

    /// How many are left in all once the hand holds its cards.
    pub(crate) fn beside(&self, hand: &Hand) -> i64 {
        i64::from(self.all) - i64::from(hand.cards)
    }
}

fn push_falling<N: Number>(table: &mut Vec<N>, left: i64) {
    let mut ways = N::whole(1);
    for drawn in 0..i64::try_from(MOST).expect("a small number") {
        table.push(ways.clone());
        ways = ways * &N::whole((left - drawn).max(0));
    }
}
