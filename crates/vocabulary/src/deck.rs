use crate::{Card, Rank, Suit};

/// Which pack of cards a shoe is made of.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Deck {
    /// Four suits of thirteen ranks.
    Standard52,
    /// Five elements of thirteen ranks: Ace to ten, Fu, Lu, Shou.
    Elements65,
}

impl Deck {
    /// How many cards one deck has.
    #[must_use]
    pub const fn size(self) -> usize {
        match self {
            Deck::Standard52 => 52,
            Deck::Elements65 => 65,
        }
    }

    /// The suits of this deck.
    #[must_use]
    pub const fn suits(self) -> &'static [Suit] {
        match self {
            Deck::Standard52 => &Suit::STANDARD,
            Deck::Elements65 => &Suit::ELEMENTS,
        }
    }

    /// The thirteen ranks of this deck.
    pub fn ranks(self) -> impl Iterator<Item = Rank> {
        let pictures = match self {
            Deck::Standard52 => 10..13,
            Deck::Elements65 => 13..16,
        };
        Rank::ALL[..10].iter().chain(&Rank::ALL[pictures]).copied()
    }

    /// Every card of one deck, once, suit by suit.
    pub fn cards(self) -> impl Iterator<Item = Card> {
        self.suits().iter().flat_map(move |&suit| self.ranks().filter_map(move |rank| Card::new(rank, suit)))
    }

    /// Whether the deck has this card.
    #[must_use]
    pub const fn contains(self, card: Card) -> bool {
        match self {
            Deck::Standard52 => !card.suit().is_element(),
            Deck::Elements65 => card.suit().is_element(),
        }
    }

    /// The card's place in [`Deck::cards`], if the deck has it.
    #[must_use]
    pub fn index(self, card: Card) -> Option<usize> {
        if !self.contains(card) {
            return None;
        }
        let rank = card.rank() as usize;
        let rank = if rank >= Rank::Fu as usize { rank - 3 } else { rank };
        let suit = card.suit() as usize;
        let suit = if suit >= 4 { suit - 4 } else { suit };
        Some(suit * 13 + rank)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_deck_lists_each_of_its_cards_once_in_the_order_of_their_index() {
        for (deck, size) in [(Deck::Standard52, 52), (Deck::Elements65, 65)] {
            let cards: Vec<Card> = deck.cards().collect();
            assert_eq!(cards.len(), size);
            assert_eq!(deck.size(), size);
            for (at, card) in cards.iter().enumerate() {
                assert_eq!(deck.index(*card), Some(at), "{card}");
                assert_eq!(card.to_string().parse(), Ok(*card));
            }
        }
    }

    #[test]
    fn the_decks_share_no_card() {
        assert!(Deck::Standard52.cards().all(|card| !Deck::Elements65.contains(card)));
        assert_eq!("Ff".parse::<Card>().map(|fu| Deck::Standard52.index(fu)), Ok(None));
    }

    #[test]
    fn what_is_no_card_is_said() {
        for text in ["", "K", "Kf", "Fs", "1s", "Tsx", "ks", "é♠", "10h"] {
            assert!(text.parse::<Card>().is_err(), "{text}");
        }
    }
}
