//! What players tapped onto the felt, so that they can undo it and bet the same again. It is a convenience and lives as long
//! as the server; what counts is the table's book.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};

use vocabulary::Chips;

/// Chips put on a place, in minor units. The place as the notation has it: `3`, or `3 pair`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Tap {
    pub(crate) on: String,
    pub(crate) amount: i64,
}

impl Tap {
    /// The sentence that bets it.
    pub(crate) fn sentence(&self) -> String {
        format!("bets {} on {}", Chips::minor(self.amount), self.on)
    }
}

/// What can be done with what is remembered.
#[derive(Clone, Copy, Default)]
pub(crate) struct Known {
    pub(crate) can_undo: bool,
    pub(crate) can_repeat: bool,
}

/// Everyone's taps at every table.
#[derive(Default)]
pub(crate) struct Taps {
    all: Mutex<HashMap<(String, String), Evening>>,
}

/// A player's taps in this round, and those in the round they last bet in.
#[derive(Default)]
struct Evening {
    round: u32,
    now: Vec<Tap>,
    before: Vec<Tap>,
}

/// How many evenings are remembered; one more, and the others are forgotten.
const MOST: usize = 20_000;

impl Evening {
    /// Moves on to this round.
    fn turn_to(&mut self, round: u32) {
        if self.round != round {
            self.round = round;
            let now = std::mem::take(&mut self.now);
            if !now.is_empty() {
                self.before = together(now);
            }
        }
    }
}

/// One tap for each place, in the order they were first bet on.
fn together(taps: Vec<Tap>) -> Vec<Tap> {
    let mut all: Vec<Tap> = Vec::new();
    for tap in taps {
        match all.iter_mut().find(|other| other.on == tap.on) {
            Some(other) => other.amount += tap.amount,
            None => all.push(tap),
        }
    }
    all
}

impl Taps {
    fn with<T>(&self, table: &str, name: &str, round: u32, act: impl FnOnce(&mut Evening) -> T) -> T {
        let mut all = self.all.lock().unwrap_or_else(PoisonError::into_inner);
        if all.len() > MOST {
            all.clear();
        }
        let evening = all.entry((table.to_owned(), name.to_owned())).or_default();
        evening.turn_to(round);
        act(evening)
    }

    /// What can be undone and repeated.
    pub(crate) fn known(&self, table: &str, name: &str, round: u32) -> Known {
        if name.is_empty() {
            return Known::default();
        }
        self.with(table, name, round, |evening| Known {
            can_undo: !evening.now.is_empty(),
            can_repeat: !evening.before.is_empty(),
        })
    }

    /// Remembers a tap that was accepted.
    pub(crate) fn note(&self, table: &str, name: &str, round: u32, tap: Tap) {
        self.with(table, name, round, |evening| evening.now.push(tap));
    }

    /// The last tap, and what lies there without it.
    pub(crate) fn last(&self, table: &str, name: &str, round: u32) -> Option<(Tap, i64)> {
        self.with(table, name, round, |evening| {
            let (last, others) = evening.now.split_last()?;
            let left = others.iter().filter(|tap| tap.on == last.on).map(|tap| tap.amount).sum();
            Some((last.clone(), left))
        })
    }

    /// Forgets the last tap.
    pub(crate) fn undone(&self, table: &str, name: &str, round: u32) {
        self.with(table, name, round, |evening| evening.now.pop());
    }

    /// Forgets what was tapped onto a place, since it went with another wager.
    pub(crate) fn gone(&self, table: &str, name: &str, round: u32, on: &str) {
        self.with(table, name, round, |evening| evening.now.retain(|tap| tap.on != on));
    }

    /// Forgets this round's taps.
    pub(crate) fn cleared(&self, table: &str, name: &str, round: u32) {
        self.with(table, name, round, |evening| evening.now.clear());
    }

    /// What was bet in the round before, place by place.
    pub(crate) fn before(&self, table: &str, name: &str, round: u32) -> Vec<Tap> {
        self.with(table, name, round, |evening| evening.before.clone())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tap(on: &str, amount: i64) -> Tap {
        Tap { on: on.into(), amount }
    }

    #[test]
    fn taps_are_undone_one_by_one_and_repeated_place_by_place() {
        let taps = Taps::default();
        for tap in [tap("3", 500), tap("3 pair", 100), tap("3", 2500)] {
            taps.note("plus-1", "ann", 1, tap);
        }
        assert_eq!(taps.last("plus-1", "ann", 1), Some((tap("3", 2500), 500)));
        taps.undone("plus-1", "ann", 1);
        assert_eq!(taps.last("plus-1", "ann", 1), Some((tap("3 pair", 100), 0)));
        taps.note("plus-1", "ann", 1, tap("3", 1000));
        // A round she sat out does not make her forget.
        assert!(!taps.known("plus-1", "ann", 2).can_undo);
        assert_eq!(taps.before("plus-1", "ann", 3), [tap("3", 1500), tap("3 pair", 100)]);
        assert!(!taps.known("plus-1", "bob", 3).can_repeat);
        assert!(!taps.known("macau-1", "ann", 3).can_repeat);
    }
}
