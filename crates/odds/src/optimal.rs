//! Rounds walked card by card, from shoes so small that every one of them can be: play that remembers all cards, and
//! every net result a strategy can have.
//!
//! Nothing is taken from the sums the rest of this crate is built on but what a hand may do. Split hands are played from
//! left to right, each gets its second card when the hand before it is finished, and the dealer draws last.
//!
//! Where the dealer looks for a blackjack first, cards are drawn here as if he had not, and his second card comes after
//! them: unseen cards may be drawn in any order. Rounds in which it makes a blackjack cost one wager whatever was done, so
//! the best play against the others is not changed by them.

#[cfg(test)]
mod at_the_end;
pub(crate) mod best;
mod dealer;
pub(crate) mod played;
mod round;
mod settle;

use std::collections::BTreeMap;

use dashu_ratio::RBig;

use crate::game::Game;
use crate::number::Number;
use crate::plan::Plan;
use crate::shoe::Shoe;

/// Why rounds were not walked to their ends.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum NotComputed {
    /// There are too many ways for a round to go.
    #[error("a round can come to more than {most} states: take fewer cards, or allow more states")]
    TooManyStates {
        /// How many were allowed.
        most: usize,
    },
    /// A round may need a card when there is none.
    #[error("a round may run out of cards: take more of them")]
    RunsOut,
}

/// The mean net result of one unit for a player who remembers every card of all his hands and uses it as well as can be.
/// Insurance and even money are not his.
///
/// ```
/// use dashu_ratio::RBig;
/// use odds::{Game, NotComputed, Shoe, Table, optimal};
/// use rulebook::Rules;
/// let game = Game::of(&Rules::of("macau").unwrap());
/// // Two Aces, four eights, ten tens.
/// let shoe = Shoe::by_value([2, 0, 0, 0, 0, 0, 0, 4, 0, 10]);
/// let value = optimal::<RBig>(&game, &shoe, 100_000).unwrap();
/// let without_memory = Table::<RBig>::new(&game, &shoe).unwrap().best().ev;
/// assert!(value >= without_memory);
/// let short = Shoe::by_value([2, 0, 0, 0, 0, 0, 0, 0, 0, 2]);
/// assert_eq!(optimal::<RBig>(&game, &short, 100_000), Err(NotComputed::RunsOut));
/// ```
///
/// # Errors
///
/// When a round can come to more than `most_states` states, or may run out of cards however it is played.
pub fn optimal<N: Number>(game: &Game, shoe: &Shoe, most_states: usize) -> Result<N, NotComputed> {
    N::optimal(game, shoe, most_states)
}

/// The chance of every net result of one unit, in original wagers, when hands are played by a plan.
///
/// # Errors
///
/// When a round can come to more than `most_states` states, or may run out of cards.
pub fn distribution<N: Number>(
    game: &Game,
    shoe: &Shoe,
    plan: &Plan,
    most_states: usize,
) -> Result<BTreeMap<RBig, N>, NotComputed> {
    N::distribution(game, shoe, plan, most_states)
}

/// How many states may still be met.
struct Allowance {
    most: usize,
    left: usize,
}

impl Allowance {
    fn new(most: usize) -> Allowance {
        Allowance { most, left: most }
    }

    /// Counts one more.
    fn spend(&mut self) -> Result<(), NotComputed> {
        self.left = self.left.checked_sub(1).ok_or(NotComputed::TooManyStates { most: self.most })?;
        Ok(())
    }
}
