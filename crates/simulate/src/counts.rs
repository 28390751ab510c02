//! What is counted while rounds are played: by state and by verdict, booked in a tally once and for all.

use crate::automaton::{Automaton, STRIDE};
use crate::sides::Sides;
use crate::tally::Tally;
use crate::together::Stakes;

/// As many states as a machine can have.
const STATES: usize = 1 << 16;
/// A power of two above the verdicts of any game's side wagers.
const VERDICTS: usize = 1 << 10;

/// Counts of one block.
pub(crate) struct Counts {
    /// Rounds of the general path.
    pub(crate) tally: Tally,
    /// By the state that a round led to, how often.
    ended: Box<[u64; STATES]>,
    /// By verdict, how often the deal came to it.
    verdicts: Box<[u64; VERDICTS]>,
    /// What all wagers together come to, where something is bet on the deal.
    worth: Option<Worth>,
}

/// What all wagers of a player come to: a sum over the state his round led to and the verdicts on his deal.
struct Worth {
    /// By state and by verdict, parts of the sum.
    ended: Box<[i64; STATES]>,
    verdicts: Box<[i64; VERDICTS]>,
    /// By the sum, how often it came within reach of this list.
    times: Box<[u64; STATES]>,
    /// The sum of its first place.
    least: i64,
}

/// A list of nothing, in a place of its own.
#[expect(clippy::unnecessary_box_returns, reason = "it is too large for the stack")]
fn blank<T: Clone + Default, const PLACES: usize>() -> Box<[T; PLACES]> {
    vec![T::default(); PLACES].into_boxed_slice().try_into().ok().expect("it has as many places")
}

impl Counts {
    pub(crate) fn new(tally: Tally) -> Counts {
        Counts { tally, ended: blank(), verdicts: blank(), worth: None }
    }

    /// Gets ready for rounds with wagers on the deal.
    pub(crate) fn weigh(&mut self, machine: &Automaton, sides: &Sides) {
        let player = self.tally.players.first().filter(|_| sides.on_the_deal());
        self.worth = player.map(|player| Worth::of(machine, sides, &player.stakes));
    }

    /// A round ended in this state.
    #[inline]
    pub(crate) fn end(&mut self, state: u16) {
        self.ended[usize::from(state)] += 1;
    }

    /// Two verdicts on a deal, and the state its round led to.
    #[inline]
    pub(crate) fn deal(&mut self, verdicts: [u16; 2], state: u16) {
        let [one, other] = verdicts.map(|verdict| usize::from(verdict) % VERDICTS);
        self.verdicts[one] += 1;
        self.verdicts[other] += 1;
        let Some(worth) = &mut self.worth else { return };
        let sum = worth.ended[usize::from(state)] + worth.verdicts[one] + worth.verdicts[other];
        match u16::try_from(sum - worth.least) {
            Ok(place) => worth.times[usize::from(place)] += 1,
            Err(_) => self.tally.add_together(sum, 1),
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
        if let Some(worth) = self.worth {
            let sums = (worth.least..).zip(worth.times.iter().copied());
            sums.filter(|(_, times)| *times > 0).for_each(|(sum, times)| self.tally.add_together(sum, times));
        }
        if let Some(seat) = self.tally.seats.first_mut() {
            sides.add_deals(seat, rounds, &*self.verdicts);
        }
        self.tally
    }
}

impl Worth {
    fn of(machine: &Automaton, sides: &Sides, stakes: &Stakes) -> Worth {
        let lost = sides.lost_on_the_deal(stakes);
        let mut worth = Worth { ended: blank(), verdicts: blank(), times: blank(), least: 0 };
        for (ending, place) in machine.endings.iter().zip(worth.ended.iter_mut().step_by(STRIDE.into())) {
            *place = lost + stakes.hand(ending.main, ending.insured) + stakes.lines(ending.lines);
            worth.least = worth.least.min(*place);
        }
        worth.verdicts.iter_mut().zip(sides.above_loss(stakes)).for_each(|(place, part)| *place = part);
        worth
    }
}
