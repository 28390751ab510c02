//! The dealer's hand: when he needs a card, and when he is done.

use crate::hands::ACE;
use crate::settle::Dealer;

/// How much of the dealer's hand is needed.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) enum Need {
    /// Nothing more.
    None,
    /// Whether his second card makes a blackjack.
    Second,
    /// All of it.
    Full,
}

/// The dealer's hand while he draws.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Drawing {
    /// The points with every Ace as one.
    low: u8,
    ace: bool,
    pub(crate) cards: u8,
}

impl Drawing {
    pub(crate) const fn new(up: u8) -> Drawing {
        Drawing { low: up + 1, ace: up == ACE, cards: 1 }
    }

    pub(crate) const fn take(&mut self, value: u8) {
        self.low += value + 1;
        self.ace |= value == ACE;
        self.cards += 1;
    }

    const fn points(self) -> u8 {
        if self.ace && self.low <= 11 { self.low + 10 } else { self.low }
    }

    /// Whether he takes another card.
    pub(crate) const fn is_due(self, need: Need, hit_soft_17: bool) -> bool {
        match (self.cards, need) {
            (_, Need::None) => false,
            (1, _) => true,
            (_, Need::Second) => false,
            (_, Need::Full) => self.must_draw(hit_soft_17),
        }
    }

    const fn must_draw(self, hit_soft_17: bool) -> bool {
        let points = self.points();
        points < 17 || (hit_soft_17 && points == 17 && self.ace && self.low == 7)
    }

    pub(crate) const fn done(self) -> Dealer {
        let points = self.points();
        let blackjack = self.cards == 2 && points == 21;
        Dealer { points: if points > 21 { 22 } else { points }, cards: self.cards, blackjack }
    }
}
