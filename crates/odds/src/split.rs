//! Pairs that are split, to as many hands as the rules allow.
//!
//! Split hands draw from one shoe, but each of them sees exchangeable cards: what one hand is worth depends only on how
//! many pair cards are out and on how many other hands are known to have drawn no pair card first. That a card is *no*
//! pair card is the difference of not knowing it and of its being one. So the value of the whole split is a sum, with
//! whole-number coefficients, of the values of a single hand with two, three, four .. pair cards out; and that sum can
//! be taken before the dealer's hands are summed over, in the weight of the pair value alone.

mod escape;
mod followed;
mod joint;
mod law;
pub(crate) mod memory;
mod pattern;
mod single;
mod square;
mod ways;
mod weight;

pub(crate) use followed::Played;
pub(crate) use law::SplitLaw;
pub use memory::Memory;
pub(crate) use square::SplitSquare;
pub(crate) use ways::Pairs;

use crate::game::Loss;
use crate::hands::hands;
use crate::number::Number;
use crate::unsplit::Board;

use escape::escape_chance;
use pattern::shares;
use single::Split;
use weight::PairWeight;

/// A pair split to as many hands as may be, played by a strategy. Values are in original wagers; what a dealer blackjack
/// always takes is left out, as for hands that are not split.
pub(crate) struct Splitting<'b, 'g, N> {
    board: &'b Board<'g, N>,
    pairs: Pairs,
    played: &'b Played,
    /// The value without the chance that a dealer blackjack finds no hand to take the one wager from.
    value: N,
    /// Half the mean number of hands out of a dealer blackjack's reach: all of two or more hands are so less often.
    escape_at_most: N,
}

impl<'b, 'g, N: Number> Splitting<'b, 'g, N> {
    pub(crate) fn new(board: &'b Board<'g, N>, pairs: Pairs, played: &'b Played) -> Self {
        let pair = played.pair();
        let weight = PairWeight::new(board, pair, &shares(pairs.max_hands), pairs.like);
        let split = Split { board, pair, weight };
        let (mut value, mut escapes) = (N::zero(), N::zero());
        for (share, followed) in played.shares(board) {
            let (of_share, escapes_of_share) = split.value(followed);
            value += &(of_share * &share);
            escapes += &(escapes_of_share * &share);
        }
        if board.game.loss == Loss::BustedPlusOne {
            value = value - board.blackjack(hands().two(pair, pair));
        }
        Splitting { board, pairs, played, value, escape_at_most: escapes * &N::fraction(1, 2) }
    }

    /// No less than the value, and sooner found.
    pub(crate) fn at_most(&self) -> N {
        self.value.clone() + &self.escape_at_most
    }

    /// The value.
    pub(crate) fn value(&self) -> N {
        match self.board.game.loss {
            Loss::All | Loss::PerHand => self.value.clone(),
            Loss::Original | Loss::BustedPlusOne => {
                self.value.clone() + &escape_chance(self.board, self.pairs, self.played)
            }
        }
    }
}
