//! What a round brought.

use crate::net::Net;
use crate::settle::Dealer;
use crate::sides::{Lines, SIDES, UNBET};

/// As many seats as a table has.
pub(crate) const SEATS: usize = 7;

/// What became of an insurance.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Insured {
    /// It was not offered, or not taken.
    #[default]
    Not,
    /// It lost: half the original wager.
    Lost,
    /// The dealer had a blackjack.
    Won,
}

impl Insured {
    pub(crate) const fn by(taken: bool, dealer: Dealer) -> Insured {
        match (taken, dealer.blackjack) {
            (false, _) => Insured::Not,
            (true, false) => Insured::Lost,
            (true, true) => Insured::Won,
        }
    }
}

/// What a round brought one seat.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Brought {
    /// The main wager with all splits and doubles.
    pub main: Net,
    /// The insurance.
    pub insured: Insured,
    pub(crate) lines: Lines,
}

impl Brought {
    pub(crate) const NOTHING: Brought =
        Brought { main: Net::ZERO, insured: Insured::Not, lines: [UNBET; SIDES] };

    /// What became of a side wager: `Some(0)` when lost, from `Some(1)` the line that paid it, `None` if none was made.
    #[must_use]
    pub fn side(&self, wager: usize) -> Option<u8> {
        self.lines.get(wager).copied().filter(|line| *line != UNBET)
    }
}

/// What a round brought every seat.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Outcome {
    pub(crate) seats: [Brought; SEATS],
    pub(crate) many: usize,
}

impl Outcome {
    /// By seat, from the dealer's left.
    #[must_use]
    pub fn seats(&self) -> &[Brought] {
        &self.seats[..self.many]
    }
}
