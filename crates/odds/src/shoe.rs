//! The cards a round is dealt from, by value.

use rulebook::CloseAt21;
use vocabulary::{Composition, Deck, Rank};

use crate::game::Game;
use crate::hands::{TEN, VALUES};

/// Why a shoe cannot be analysed.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Unfit {
    /// A round may need more cards than are left.
    #[error("{left} cards are left, and a round may need {needed}: deal from a shoe with more cards")]
    TooFew {
        /// How many are left.
        left: u32,
        /// How many a round may take.
        needed: u32,
    },
    /// The shoe does not hold the cards of a hand and its up card.
    #[error("there are only {left} cards of value {value} left, fewer than the hand and the up card have")]
    Missing {
        /// The value.
        value: char,
        /// How many are left.
        left: u32,
    },
    /// A hand over 21.
    #[error("the hand is bust: there is nothing to decide")]
    Bust,
    /// A hand of fewer than two cards.
    #[error("a hand has two cards or more, not {cards}")]
    NoHand {
        /// How many there are.
        cards: u8,
    },
}

/// How many cards of each value are left, and how the tens divide into ranks.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Shoe {
    counts: [u32; VALUES],
    tens: [u32; 4],
}

impl Shoe {
    /// What is left of these decks.
    #[must_use]
    pub fn of(cards: &Composition) -> Shoe {
        let deck = cards.deck();
        let mut shoe = Shoe { counts: [0; VALUES], tens: [0; 4] };
        for (at, rank) in deck.ranks().enumerate() {
            let left = deck.suits().iter().filter_map(|&suit| vocabulary::Card::new(rank, suit));
            let left: u32 = left.map(|card| u32::from(cards.count(card))).sum();
            shoe.counts[value(rank)] += left;
            if value(rank) == TEN {
                shoe.tens[at - TEN] += left;
            }
        }
        shoe
    }

    /// So many full decks.
    #[must_use]
    pub fn full(deck: Deck, decks: u8) -> Shoe {
        Shoe::of(&Composition::full(deck, decks))
    }

    /// These cards by value, Ace to ten; the tens divided as evenly as they can be.
    #[must_use]
    pub fn by_value(counts: [u32; VALUES]) -> Shoe {
        let tens = counts[TEN];
        let share = |at: u32| tens / 4 + u32::from(at < tens % 4);
        Shoe { counts, tens: [share(0), share(1), share(2), share(3)] }
    }

    /// The rest without one card of a rank; `None` if there is no such card.
    #[must_use]
    pub fn without(&self, rank: Rank) -> Option<Shoe> {
        let mut rest = self.clone();
        let value = value(rank);
        rest.counts[value] = rest.counts[value].checked_sub(1)?;
        if value == TEN {
            let at = Deck::Standard52.ranks().skip(TEN).position(|ten| ten == rank)?;
            rest.tens[at] = rest.tens[at].checked_sub(1)?;
        }
        Some(rest)
    }

    /// How many of each value.
    #[must_use]
    pub fn counts(&self) -> &[u32; VALUES] {
        &self.counts
    }

    /// How many of each rank worth ten.
    #[must_use]
    pub fn tens(&self) -> &[u32; 4] {
        &self.tens
    }

    /// How many in all.
    #[must_use]
    pub fn len(&self) -> u32 {
        self.counts.iter().sum()
    }

    /// Whether a round of one hand, split as often as the rules allow, can always be finished, as far as the points of
    /// its cards tell: a shoe that is refused may still last.
    ///
    /// # Errors
    ///
    /// When the cards may run out.
    pub fn suffices(&self, game: &Game) -> Result<(), Unfit> {
        let needed = self.most_needed(game);
        if needed > self.len() { Err(Unfit::TooFew { left: self.len(), needed }) } else { Ok(()) }
    }

    /// The most cards a round can take, or some more: before its last card each hand has at most 20 points, or 21 where a
    /// hand of 21 may draw on, and the dealer at most 16; so the smallest cards that come to so many points together, and
    /// a last card each.
    fn most_needed(&self, game: &Game) -> u32 {
        let hands = u32::from(game.max_hands.max(1));
        let open = if game.close_at_21 == CloseAt21::All { 20 } else { 21 };
        let mut points = open * hands + 16;
        let mut cards = hands + 1;
        for (count, value) in self.counts.iter().zip(1..) {
            let taken = (*count).min(points / value);
            cards += taken;
            points -= taken * value;
        }
        cards
    }

    /// Whether none is left.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

/// The value of a rank, as an index.
#[must_use]
pub(crate) fn value(rank: Rank) -> usize {
    usize::from(rank.points()) - 1
}

#[cfg(test)]
mod tests {
    use rulebook::Rules;

    use super::*;

    /// Three hands of 21 points and a dealer of 16, each with a card more: 79 Aces and 4 tens, if 21 may be drawn to.
    #[test]
    fn a_hand_of_21_that_is_open_needs_one_point_more() {
        let most = |close_at_21: &str| {
            let mut rules = Rules::of("electronic").unwrap();
            rules.set("close-at-21", close_at_21).unwrap();
            let mut counts = [0; VALUES];
            (counts[0], counts[TEN]) = (90, 90);
            Shoe::by_value(counts).most_needed(&Game::of(&rules))
        };
        assert_eq!(most("all"), 3 * 20 + 16 + 4);
        assert_eq!((most("soft-only"), most("none")), (3 * 21 + 16 + 4, 3 * 21 + 16 + 4));
    }
}
