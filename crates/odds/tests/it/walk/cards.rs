//! A small shoe, as the engine deals it and as the odds see it.

use std::fmt;

use odds::Shoe;
use vocabulary::{Card, Composition, Deck, Rank};

/// The cards of a shoe by rank. Which suit comes first is fixed, so that suits never multiply the rounds.
pub(crate) struct Cards {
    deck: Deck,
    kinds: Vec<Vec<Card>>,
}

impl Cards {
    /// The shoe with these ranks.
    pub(crate) fn of(deck: Deck, ranks: &str) -> Cards {
        let copies = |rank: Rank| {
            let suits = deck.suits().iter().filter_map(move |suit| Card::new(rank, *suit)).cycle();
            suits.take(ranks.matches(rank.letter()).count()).collect::<Vec<Card>>()
        };
        let kinds: Vec<Vec<Card>> = deck.ranks().map(copies).filter(|kind| !kind.is_empty()).collect();
        let cards = Cards { deck, kinds };
        assert_eq!(cards.len(), ranks.len(), "{ranks} are not ranks of this deck");
        cards
    }

    pub(crate) fn len(&self) -> usize {
        self.kinds.iter().map(Vec::len).sum()
    }

    /// How many there are of each kind.
    pub(crate) fn counts(&self) -> Vec<u8> {
        self.kinds.iter().map(|kind| u8::try_from(kind.len()).expect("a small shoe")).collect()
    }

    /// The card that comes out next when so many of the kind are left.
    pub(crate) fn card(&self, kind: usize, left: u8) -> Card {
        self.kinds[kind][usize::from(left) - 1]
    }

    /// The same cards for the odds.
    pub(crate) fn shoe(&self) -> Shoe {
        let most = u8::try_from(self.len()).expect("a small shoe");
        let mut left = Composition::full(self.deck, most);
        for card in self.deck.cards() {
            let held = self.kinds.iter().flatten().filter(|held| **held == card).count();
            (held..self.len()).for_each(|_| left.take(card).expect("as many of it as cards in all"));
        }
        Shoe::of(&left)
    }
}

impl fmt::Display for Cards {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.kinds.iter().flatten().try_for_each(|card| write!(f, "{}", card.rank().letter()))
    }
}
