use std::fmt;

use crate::{Card, Rank};

/// The points of a hand, with an Ace as eleven where that does not bust it.
///
/// ```
/// use vocabulary::{Card, Total};
/// let hand: Vec<Card> = ["As", "6h"].iter().map(|c| c.parse().unwrap()).collect();
/// assert_eq!(Total::of(&hand), Total { points: 17, soft: true });
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Total {
    /// The best count of the hand.
    pub points: u8,
    /// Whether an Ace counts eleven in it.
    pub soft: bool,
}

impl Total {
    /// The total of these cards.
    #[must_use]
    pub fn of(cards: &[Card]) -> Total {
        let (mut low, mut ace) = (0u8, false);
        for card in cards {
            low = low.saturating_add(card.rank().points());
            ace |= card.rank() == Rank::Ace;
        }
        let soft = ace && low <= 11;
        Total { points: if soft { low + 10 } else { low }, soft }
    }

    /// Whether the hand has gone past 21.
    #[must_use]
    pub const fn is_bust(self) -> bool {
        self.points > 21
    }
}

impl fmt::Display for Total {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.soft { write!(f, "soft {}", self.points) } else { write!(f, "{}", self.points) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The examples of the clause tables: 1.1.5, 1.1.13, 3.4.1 of Electronic Blackjack and their counterparts.
    #[test]
    fn hard_and_soft_totals_are_those_of_the_leaflets() {
        for (cards, points, soft) in [
            ("9s 6h As", 16, false),
            ("Ts 7h", 17, false),
            ("As 6h", 17, true),
            ("As 6h Td", 17, false),
            ("As Ah 9d", 21, true),
            ("As 9h 5d", 15, false),
            ("4s Ah Td 3c", 18, false),
            ("Af Fg", 21, true),
            ("As Ah", 12, true),
        ] {
            let hand: Vec<Card> = cards.split(' ').map(|card| card.parse().unwrap()).collect();
            assert_eq!(Total::of(&hand), Total { points, soft }, "{cards}");
        }
    }
}
