//! How hands are played: for every hand and up card, what is tried first.

use crate::hands::{HandAt, VALUES, hands};

/// What a player does with a hand: the first of these that is wanted and allowed.
#[expect(
    clippy::struct_excessive_bools,
    reason = "four wishes in their order, each with or without the others"
)]
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Play {
    /// Gives up half, where that is offered.
    pub surrender: bool,
    /// Splits, where it is a pair that may be.
    pub split: bool,
    /// Doubles, where that is allowed.
    pub double: bool,
    /// Draws; stands otherwise.
    pub hit: bool,
}

/// A strategy that looks at the cards of the hand and the up card and at nothing else; split hands are played like any.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Plan {
    by_up: [Vec<Play>; VALUES],
}

impl Plan {
    /// The strategy that plays each hand against each up card as asked.
    #[must_use]
    pub fn new(mut play: impl FnMut(HandAt, usize) -> Play) -> Plan {
        Plan { by_up: std::array::from_fn(|up| hands().places().map(|at| play(at, up)).collect()) }
    }

    /// How a hand is played.
    #[must_use]
    pub fn play(&self, hand: HandAt, up: usize) -> Play {
        self.by_up[up][usize::from(hand)]
    }

    /// How every hand is played against one up card.
    #[must_use]
    pub fn against(&self, up: usize) -> &[Play] {
        &self.by_up[up]
    }

    pub(crate) fn of(by_up: [Vec<Play>; VALUES]) -> Plan {
        Plan { by_up }
    }
}
