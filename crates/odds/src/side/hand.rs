//! Hands by what they hold, and the number of orders they can be drawn in.

use std::collections::{BTreeMap, BTreeSet};

use rulebook::Soft17;
use vocabulary::{Card, Rank, Suit, Total};

/// A deck has no more kinds of cards than this, however finely a wager looks at ranks.
const KINDS: usize = 13;

/// How many cards of each kind a hand holds.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
pub(super) struct Hand([u8; KINDS]);

/// A hand and the number of orders its kinds can come in, each card leaving the hand undone before the last.
#[derive(Clone, Copy, Debug)]
pub(super) struct Drawn {
    pub(super) hand: Hand,
    pub(super) orders: u64,
}

/// All that drawing until a hand is done can lead to, from a shoe that never runs out.
pub(super) struct Draws {
    /// The hands that are done.
    pub(super) done: Vec<Drawn>,
    /// The hands on the way that need another card.
    pub(super) undone: BTreeSet<Hand>,
}

impl Draws {
    /// Draws cards of so many kinds until `is_done` says so.
    pub(super) fn until(kinds: usize, is_done: impl Fn(&Hand) -> bool) -> Draws {
        let mut draws = Draws { done: Vec::new(), undone: BTreeSet::new() };
        let mut hands = BTreeMap::from([(Hand::default(), 1)]);
        while !hands.is_empty() {
            let mut next: BTreeMap<Hand, u64> = BTreeMap::new();
            for (hand, orders) in hands {
                if is_done(&hand) {
                    draws.done.push(Drawn { hand, orders });
                    continue;
                }
                draws.undone.insert(hand);
                for kind in 0..kinds {
                    *next.entry(hand.with(kind)).or_default() += orders;
                }
            }
            hands = next;
        }
        draws
    }
}

impl Hand {
    /// A shoe as one hand, if it is no larger than a hand can be.
    pub(super) fn holding(counts: impl Iterator<Item = u64>) -> Option<Hand> {
        let mut hand = Hand::default();
        for (kind, count) in counts.enumerate() {
            hand.0[kind] = u8::try_from(count).ok()?;
        }
        Some(hand)
    }

    fn with(mut self, kind: usize) -> Hand {
        self.0[kind] += 1;
        self
    }

    /// How many cards it has.
    pub(super) fn len(&self) -> usize {
        self.0.iter().map(|&held| usize::from(held)).sum()
    }

    /// The kinds it holds, each with how many of it.
    pub(super) fn held(&self) -> impl Iterator<Item = (usize, u8)> {
        self.0.iter().copied().enumerate().filter(|(_, held)| *held > 0)
    }

    /// Its cards on the table: each kind as its rank, the first card of one suit and all others of another.
    pub(super) fn lay(&self, kinds: &[Rank], (first, others): (Suit, Suit)) -> Vec<Card> {
        let ranks = self.held().flat_map(|(kind, held)| std::iter::repeat_n(kinds[kind], usize::from(held)));
        let suits = std::iter::once(first).chain(std::iter::repeat(others));
        ranks.zip(suits).filter_map(|(rank, suit)| Card::new(rank, suit)).collect()
    }

    /// Whether the dealer is done with it. No single card comes to 17.
    pub(super) fn dealer_is_done(&self, kinds: &[Rank], suit: Suit, soft_17: Soft17) -> bool {
        let total = Total::of(&self.lay(kinds, (suit, suit)));
        let soft_seventeen = total.soft && total.points == 17;
        total.points >= 17 && !(soft_seventeen && soft_17 == Soft17::Hit)
    }
}
