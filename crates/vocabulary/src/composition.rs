use crate::{Card, Deck};

/// How many cards of each kind are in a shoe, whatever their order.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Composition {
    deck: Deck,
    counts: [u8; 65],
}

/// A card that the shoe cannot hold.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Exhausted {
    /// The deck in use has no such card.
    #[error("there is no {0} in a deck of {1} cards")]
    Foreign(Card, usize),
    /// Every card of this kind is out already.
    #[error("every {0} of this shoe is out already")]
    Gone(Card),
}

impl Composition {
    /// A full shoe of so many decks.
    #[must_use]
    pub fn full(deck: Deck, decks: u8) -> Composition {
        Composition { deck, counts: [decks; 65] }
    }

    /// The pack the shoe is made of.
    #[must_use]
    pub const fn deck(&self) -> Deck {
        self.deck
    }

    /// How many cards of this kind are left.
    #[must_use]
    pub fn count(&self, card: Card) -> u8 {
        self.deck.index(card).map_or(0, |at| self.counts[at])
    }

    /// How many cards are left in all.
    #[must_use]
    pub fn len(&self) -> usize {
        self.counts[..self.deck.size()].iter().map(|&n| usize::from(n)).sum()
    }

    /// Whether no card is left.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Takes one card out.
    ///
    /// # Errors
    ///
    /// When the deck has no such card, or none of its kind is left; nothing changes then.
    pub fn take(&mut self, card: Card) -> Result<(), Exhausted> {
        let at = self.deck.index(card).ok_or(Exhausted::Foreign(card, self.deck.size()))?;
        self.counts[at] = self.counts[at].checked_sub(1).ok_or(Exhausted::Gone(card))?;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_eight_deck_shoe_has_416_cards_and_no_ninth_ace_of_spades() {
        let mut shoe = Composition::full(Deck::Standard52, 8);
        assert_eq!(shoe.len(), 416);
        let ace: Card = "As".parse().unwrap();
        for _ in 0..8 {
            assert_eq!(shoe.take(ace), Ok(()));
        }
        assert_eq!(shoe.take(ace), Err(Exhausted::Gone(ace)));
        let fu: Card = "Ff".parse().unwrap();
        assert_eq!(shoe.take(fu), Err(Exhausted::Foreign(fu, 52)));
        assert_eq!(shoe.len(), 408);
        assert!(!shoe.is_empty());
    }
}
