//! What is counted while rounds are played: by state and by verdict, booked in a tally once and for all.

use crate::automaton::{Automaton, STRIDE};
use crate::sides::Sides;
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
    /// By state and by verdict, what all wagers together come to; empty where nothing is bet on the deal.
    worth: Worth,
}

#[derive(Default)]
struct Worth {
    ended: Vec<i64>,
    verdicts: Vec<i64>,
}

impl Counts {
    pub(crate) fn new(tally: Tally) -> Counts {
        Counts { tally, ended: vec![0; STATES], verdicts: vec![0; VERDICTS], worth: Worth::default() }
    }

    /// Gets ready for rounds with wagers on the deal.
    pub(crate) fn weigh(&mut self, machine: &Automaton, sides: &Sides) {
        let Some(player) = self.tally.players.first().filter(|_| sides.on_the_deal()) else { return };
        let (stakes, lost) = (&player.stakes, sides.lost_on_the_deal(&player.stakes));
        self.worth = Worth { ended: vec![0; STATES], verdicts: sides.above_loss(stakes) };
        self.worth.verdicts.resize(VERDICTS, 0);
        for (ending, worth) in machine.endings.iter().zip(self.worth.ended.iter_mut().step_by(STRIDE.into()))
        {
            *worth = lost + stakes.hand(ending.main, ending.insured) + stakes.lines(ending.lines);
        }
    }

    /// A round ended in this state.
    #[inline]
    pub(crate) fn end(&mut self, state: u16) {
        self.ended[usize::from(state) % STATES] += 1;
    }

    /// Two verdicts on a deal, and the state its round led to.
    #[inline]
    pub(crate) fn deal(&mut self, verdicts: [u16; 2], state: u16) {
        let mut net = self.worth.ended[usize::from(state) % STATES];
        for verdict in verdicts {
            self.verdicts[usize::from(verdict) % VERDICTS] += 1;
            net += self.worth.verdicts[usize::from(verdict) % VERDICTS];
        }
        self.tally.add_together(net, 1);
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
        let (Some(machine), Some(sides)) = (machine, sides) else { return self.tally };
        let mut rounds = 0;
        for (ending, times) in machine.endings.iter().zip(self.ended.iter().step_by(usize::from(STRIDE))) {
            rounds += times;
            self.tally.add_many(ending.main, ending.insured, ending.lines, *times);
            // With wagers on the deal they were added up round by round.
            let player = self.tally.players.first().filter(|_| !sides.on_the_deal());
            if let Some(stakes) = player.map(|player| &player.stakes) {
                let net = stakes.hand(ending.main, ending.insured) + stakes.lines(ending.lines);
                self.tally.add_together(net, *times);
            }
        }
        if let Some(seat) = self.tally.seats.first_mut() {
            sides.add_deals(seat, rounds, &self.verdicts);
        }
        self.tally
    }
}
