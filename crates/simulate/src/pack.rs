//! The cards of a deck by number.

use vocabulary::{Card, Deck};

/// More kinds of card than any deck has.
pub(crate) const KINDS: usize = 65;

/// A card by its place in [`Deck::cards`].
pub type Kind = u8;

/// The kinds of card of one deck.
#[derive(Clone, Debug)]
pub(crate) struct Pack {
    pub(crate) cards: Vec<Card>,
    value: [u8; 256],
    rank: [u8; 256],
}

impl Pack {
    pub(crate) fn of(deck: Deck) -> Pack {
        let cards: Vec<Card> = deck.cards().collect();
        let (mut value, mut rank) = ([0; 256], [0; 256]);
        for (kind, card) in cards.iter().enumerate() {
            value[kind] = card.rank().points() - 1;
            rank[kind] = card.rank() as u8;
        }
        Pack { cards, value, rank }
    }

    /// The value of a card, as an index from the Ace.
    pub(crate) const fn value(&self, kind: Kind) -> u8 {
        self.value[kind as usize]
    }

    pub(crate) const fn rank(&self, kind: Kind) -> u8 {
        self.rank[kind as usize]
    }
}
