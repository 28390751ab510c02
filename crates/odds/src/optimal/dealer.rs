//! The dealer's hand, drawn from the cards that are left.

use std::collections::HashMap;

use rulebook::Soft17;

use crate::game::{Game, Loss, blackjack_card};
use crate::hands::ACE;
use crate::number::Number;
use crate::optimal::round::{Left, Round, value};
use crate::optimal::settle::Dealer;
use crate::optimal::{Allowance, NotComputed};

/// The chance of each of [`Dealer::ALL`].
pub(super) type Chances<N> = [N; Dealer::ALL.len()];

/// What the dealer can come to, remembered for hands already drawn out.
pub(super) struct Dealers<'g, N> {
    game: &'g Game,
    known: HashMap<(Left, Points), Chances<N>>,
}

/// The points of a dealer's hand with every Ace as one.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
struct Points {
    hard: u8,
    ace: bool,
    cards: u8,
}

impl Points {
    fn of_up_card(up: u8) -> Points {
        Points { hard: 0, ace: false, cards: 0 }.and(usize::from(up))
    }

    fn and(self, value: usize) -> Points {
        let worth = u8::try_from(value + 1).expect("ten values");
        // Two cards can be a blackjack; how many more there are does not matter.
        Points { hard: self.hard + worth, ace: self.ace || value == ACE, cards: (self.cards + 1).min(3) }
    }

    /// Where the hand ends; `None` if it draws on.
    fn end(self, soft_17: Soft17) -> Option<Dealer> {
        let soft = self.ace && self.hard <= 11;
        match if soft { self.hard + 10 } else { self.hard } {
            22.. => Some(Dealer::Bust),
            21 if self.cards == 2 => Some(Dealer::Blackjack),
            17 if soft && soft_17 == Soft17::Hit => None,
            total @ 17.. => Some(Dealer::Total(total)),
            _ => None,
        }
    }
}

impl<'g, N: Number> Dealers<'g, N> {
    pub(super) fn new(game: &'g Game) -> Dealers<'g, N> {
        Dealers { game, known: HashMap::new() }
    }

    /// The chances of what the dealer comes to, with the cards that are left in a round. Where all hands are bust he draws
    /// no more than what may be a blackjack.
    pub(super) fn chances(
        &mut self,
        round: &Round,
        allowance: &mut Allowance,
    ) -> Result<Chances<N>, NotComputed> {
        match self.game.loss {
            _ if round.is_alive() => {
                self.draw(round.left.by_value(), Points::of_up_card(round.up), allowance)
            }
            Loss::Original => blackjack(round),
            Loss::BustedPlusOne | Loss::PerHand | Loss::All => Ok(either(N::zero())),
        }
    }

    fn draw(
        &mut self,
        left: Left,
        points: Points,
        allowance: &mut Allowance,
    ) -> Result<Chances<N>, NotComputed> {
        if let Some(known) = self.known.get(&(left, points)) {
            return Ok(known.clone());
        }
        allowance.spend()?;
        let all = left.all();
        if all == 0 {
            return Err(NotComputed::RunsOut);
        }
        let mut chances: Chances<N> = std::array::from_fn(|_| N::zero());
        for (kind, count, left) in left.draws() {
            let (points, share) = (points.and(value(kind)), N::fraction(count, all));
            if let Some(end) = points.end(self.game.soft_17) {
                let at = Dealer::ALL.iter().position(|one| *one == end).expect("all are listed");
                chances[at] += &share;
            } else {
                for (sum, chance) in chances.iter_mut().zip(self.draw(left, points, allowance)?) {
                    *sum += &(chance * &share);
                }
            }
        }
        self.known.insert((left, points), chances.clone());
        Ok(chances)
    }
}

/// Whether the dealer's next card makes a blackjack; a bust hand stands here for all others.
pub(super) fn blackjack<N: Number>(round: &Round) -> Result<Chances<N>, NotComputed> {
    let Some(card) = blackjack_card(usize::from(round.up)) else { return Ok(either(N::zero())) };
    let (makers, all) = (round.left.of_value(card), round.left.all());
    if all == 0 { Err(NotComputed::RunsOut) } else { Ok(either(N::fraction(makers, all))) }
}

/// A blackjack with this chance, or else a bust hand.
fn either<N: Number>(blackjack: N) -> Chances<N> {
    let bust = N::whole(1) - &blackjack;
    [N::zero(), N::zero(), N::zero(), N::zero(), N::zero(), bust, blackjack]
}
