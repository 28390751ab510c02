//! A shoe, counted the way a wager looks at it.

use dashu_int::UBig;
use vocabulary::{Card, Composition, Rank, Suit};

use super::hand::Hand;
use super::suits::{Case, Suits};

/// How many cards of each kind are left, and in how many ways so many of them can be drawn.
pub(super) struct Stock {
    /// How many cards of the wager's deck are left.
    pub(super) cards: u64,
    /// How many of them are Aces.
    pub(super) aces: u64,
    /// How many are worth ten.
    pub(super) tens: u64,
    /// For each set of suits and kind of card: the ordered ways to draw none, one, two .. of them.
    ways: Vec<Vec<Vec<UBig>>>,
    /// How many of each kind are left.
    kinds: Vec<u64>,
}

impl Stock {
    /// Counts a shoe: `kinds` lists the ranks that belong together, `longest` is the longest hand to be drawn.
    pub(super) fn of(shoe: &Composition, kinds: &[Vec<Rank>], suits: &Suits, longest: usize) -> Stock {
        let left = |ranks: &[Rank], suits: &[Suit]| -> u64 {
            let cards =
                ranks.iter().flat_map(|&rank| suits.iter().filter_map(move |&suit| Card::new(rank, suit)));
            cards.map(|card| u64::from(shoe.count(card))).sum()
        };
        let counts: Vec<u64> = kinds.iter().map(|ranks| left(ranks, suits.all)).collect();
        let with = |is: fn(Rank) -> bool| -> u64 {
            kinds.iter().zip(&counts).filter(|(ranks, _)| is(ranks[0])).map(|(_, count)| count).sum()
        };
        let row = |set: &Vec<_>| kinds.iter().map(|ranks| falling(left(ranks, set), longest)).collect();
        Stock {
            cards: counts.iter().sum(),
            aces: with(|rank| rank == Rank::Ace),
            tens: with(Rank::is_ten),
            ways: suits.sets.iter().map(row).collect(),
            kinds: counts,
        }
    }

    /// The ordered ways to fill the places of a hand's kinds with cards whose suits fall this way.
    pub(super) fn ways(&self, hand: &Hand, case: &Case) -> UBig {
        let inside = self.ways_inside(hand, case.inside);
        case.except.iter().fold(inside, |ways, &set| ways - self.ways_inside(hand, set))
    }

    fn ways_inside(&self, hand: &Hand, set: usize) -> UBig {
        let mut product = UBig::ONE;
        for (kind, held) in hand.held() {
            let Some(ways) = self.ways[set][kind].get(usize::from(held)) else { return UBig::ZERO };
            product *= ways;
        }
        product
    }

    /// All that is left as one hand, if it is no larger than a hand can be.
    pub(super) fn as_hand(&self) -> Option<Hand> {
        Hand::holding(self.kinds.iter().copied())
    }
}

/// The ordered ways to draw none, one, two .. up to `most` of so many cards, as long as there are any.
pub(super) fn falling(count: u64, most: usize) -> Vec<UBig> {
    let mut ways = vec![UBig::ONE];
    for left in (1..=count).rev().take(most) {
        let next = &ways[ways.len() - 1] * UBig::from(left);
        ways.push(next);
    }
    ways
}

/// The ordered ways to draw exactly so many of so many cards.
pub(super) fn orders(count: u64, drawn: usize) -> UBig {
    falling(count, drawn).into_iter().nth(drawn).unwrap_or(UBig::ZERO)
}
