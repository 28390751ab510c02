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
mod memory;
mod pattern;
mod single;
mod square;
mod weight;

pub(crate) use followed::Followed;
pub(crate) use law::SplitLaw;
pub use memory::Memory;
pub(crate) use square::SplitSquare;

use crate::game::Loss;
use crate::hands::hands;
use crate::number::Number;
use crate::unsplit::Board;

use escape::escape_chance;
use pattern::shares;
use single::Split;
use weight::PairWeight;

/// A pair split to at most so many hands, played by a strategy. Values are in original wagers; what a dealer blackjack
/// always takes is left out, as for hands that are not split.
pub(crate) struct Splitting<'b, 'g, N> {
    board: &'b Board<'g, N>,
    max_hands: u8,
    followed: &'b Followed,
    /// The value without the chance that a dealer blackjack finds no hand to take the one wager from.
    value: N,
    /// Half the mean number of hands out of a dealer blackjack's reach: all of two or more hands are so less often.
    escape_at_most: N,
}

impl<'b, 'g, N: Number> Splitting<'b, 'g, N> {
    pub(crate) fn new(board: &'b Board<'g, N>, max_hands: u8, like: u32, followed: &'b Followed) -> Self {
        let pair = followed.pair;
        let weight = PairWeight::new(board, pair, &shares(max_hands), like);
        let (mut value, escapes) = Split { board, pair, weight }.value(followed);
        if board.game.loss == Loss::BustedPlusOne {
            value = value - board.blackjack(hands().two(pair, pair));
        }
        Splitting { board, max_hands, followed, value, escape_at_most: escapes * &N::fraction(1, 2) }
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
                self.value.clone() + &escape_chance(self.board, self.max_hands, self.followed)
            }
        }
    }
}
