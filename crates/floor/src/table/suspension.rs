//! A table that takes no wagers for now because the floor is short of space. That is nobody's decision and stands in no book: it
//! ends by itself, and at the latest with the server.

use super::Table;
use crate::window::Millis;

impl Table {
    /// Whether it takes no wagers for now because the floor is short of space.
    #[must_use]
    pub fn is_suspended(&self) -> bool {
        self.suspended
    }

    /// Takes no wagers and begins no rounds for now, or does so again. What is on is played to the end.
    pub(crate) fn suspend(&mut self, suspended: bool, now: Millis) {
        self.suspended = suspended;
        // Nobody was idle who could not bet.
        self.seats.expect_bets(now);
        self.set_clock(now);
    }

    /// Whether further rounds begin and wagers are taken.
    pub(crate) fn begins_rounds(&self) -> bool {
        self.open && !self.suspended
    }
}
