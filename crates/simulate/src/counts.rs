//! What is counted while rounds are played: by state and by verdict, booked in a tally once and for all.

use crate::automaton::{Automaton, STRIDE};
use crate::sides::{Sides, UNBET};
use crate::tally::Tally;

/// As many states as a machine can have.
const STATES: usize = 1 << 16;
/// A power of two above the verdicts of any game's side wagers.
const VERDICTS: usize = 1 << 10;

/// Counts of one block.
pub(crate) struct Counts {
    /// Rounds of the general path.
    pub(crate) tally: Tally,
    /// By the state that a round led to, how often.
    ended: Vec<u64>,
    /// By verdict, how often the deal came to it.
    verdicts: Vec<u64>,
}

impl Counts {
    pub(crate) fn new(tally: Tally) -> Counts {
        Counts { tally, ended: vec![0; STATES], verdicts: vec![0; VERDICTS] }
    }

    /// A round ended in this state.
    #[inline]
    pub(crate) fn end(&mut self, state: u16) {
        self.ended[usize::from(state) % STATES] += 1;
    }

    /// Two verdicts on a deal.
    #[inline]
    pub(crate) fn deal(&mut self, verdicts: [u16; 2]) {
        for verdict in verdicts {
            self.verdicts[usize::from(verdict) % VERDICTS] += 1;
        }
    }

    /// Takes in rounds by how often they came to each ending of the machine, and rounds that ran out of cards.
    pub(crate) fn take_in(&mut self, endings: &[u64], void: u64) {
        let starts = self.ended.iter_mut().step_by(usize::from(STRIDE));
        starts.zip(endings).for_each(|(count, times)| *count += times);
        self.tally.void += void;
    }

    /// How many rounds were played so far.
    pub(crate) fn played(&self, machine: &Automaton) -> u64 {
        let starts = self.ended.iter().step_by(usize::from(STRIDE)).take(machine.endings.len());
        self.tally.rounds + self.tally.void + starts.sum::<u64>()
    }

    /// All that was counted.
    pub(crate) fn done(mut self, machine: Option<&Automaton>, sides: Option<&Sides>) -> Tally {
        let (Some(machine), Some(seat)) = (machine, self.tally.seats.first_mut()) else { return self.tally };
        let mut rounds = 0;
        for (ending, times) in machine.endings.iter().zip(self.ended.iter().step_by(usize::from(STRIDE))) {
            rounds += times;
            seat.add_many(ending.main, ending.insured, *times);
            for (wager, line) in ending.lines.iter().enumerate().filter(|(_, line)| **line != UNBET) {
                seat.add_line(wager, *line, *times);
            }
        }
        self.tally.rounds += rounds;
        if let Some(sides) = sides {
            sides.add_deals(seat, rounds, &self.verdicts);
        }
        self.tally
    }
}
