//! A block of rounds: so many from shoes of their own, by the numbers of their own stream.

use crate::automaton::{Automaton, STRIDE};
use crate::generator::Numbers;
use crate::kernel::Kernel;
use crate::laws::may_be_blackjack;
use crate::shoe::{From, Shoe, kind, value};
use crate::sides::UNBET;
use crate::tally::Tally;

/// A power of two above all states at which a round of any game begins.
const STARTS: usize = 1 << 12;
/// A power of two above the verdicts of any game's side wagers.
const VERDICTS: usize = 1 << 10;

/// Rounds of one stream while they are played.
pub(crate) struct Block<'k, N> {
    kernel: &'k Kernel,
    shoe: Shoe,
    numbers: N,
    /// How many cards are burnt, and how many are dealt before no further round begins.
    burnt: usize,
    cut: usize,
    tally: Tally,
    /// By the state that a round leads to, how often.
    ended: Box<[u64; STARTS]>,
    /// By verdict, how often the deal came to it.
    verdicts: Box<[u64; VERDICTS]>,
}

impl<'k, N: Numbers> Block<'k, N> {
    pub(crate) fn new(kernel: &'k Kernel, shoe: Shoe, (burnt, cut): (usize, usize), tally: Tally, numbers: N) -> Self {
        let (ended, verdicts) = (Box::new([0; STARTS]), Box::new([0; VERDICTS]));
        Block { kernel, shoe, numbers, burnt, cut, tally, ended, verdicts }
    }

    /// Plays so many rounds by the general path.
    pub(crate) fn general(&mut self, mut rounds: u64) {
        while rounds > 0 {
            self.shoe.reshuffle();
            let mut next = self.burnt;
            while rounds > 0 && next < self.cut {
                next = self.round(next);
                rounds -= 1;
            }
        }
    }

    /// Plays so many rounds of one player by the machine, and what it leaves aside by the general path.
    pub(crate) fn fast(&mut self, machine: &Automaton, rounds: u64) {
        let deal = self.kernel.players.first().is_some_and(|player| player.sides.on_the_deal());
        let mut left = rounds;
        while left > 0 {
            self.shoe.reshuffle();
            left = if deal { self.fast_shoe::<true>(machine, left) } else { self.fast_shoe::<false>(machine, left) };
        }
    }

    /// Plays one shoe, or as many rounds of it as are left; answers how many are left then.
    #[inline]
    fn fast_shoe<const DEAL: bool>(&mut self, machine: &Automaton, mut left: u64) -> u64 {
        self.shoe.shuffle_to(self.cut + 5, &mut self.numbers);
        let (mut start, mut next, mut state) = (self.burnt, self.burnt, 0);
        loop {
            while next < self.shoe.shuffled() {
                state = machine.next(state, value(self.shoe.at(next)));
                next += 1;
                if state >= machine.within {
                    continue;
                }
                if state >= machine.pairs || (DEAL && !self.count_deal(start)) {
                    next = self.round(start);
                    state = 0;
                } else {
                    self.ended[usize::from(state) % STARTS] += 1;
                }
                left -= 1;
                start = next;
                if next >= self.cut || left == 0 {
                    return left;
                }
            }
            self.shoe.shuffle_to(next + 1, &mut self.numbers);
            if self.shoe.shuffled() == self.shoe.len() && next >= self.shoe.len() {
                self.tally.void += 1;
                return left - 1;
            }
        }
    }

    /// Counts what the cards of the deal from here make of the side wagers; `false` when one of them waits for the dealer's
    /// second card.
    #[inline]
    fn count_deal(&mut self, start: usize) -> bool {
        let Some(player) = self.kernel.players.first() else { return true };
        let [first, up, second] = [start, start + 1, start + 2].map(|at| kind(self.shoe.at(at)));
        let [two, three] = player.sides.of_deal(first, second, up);
        let counted = !(player.sides.any_waits(two, three) && may_be_blackjack(self.kernel.pack.value(up)));
        self.verdicts[usize::from(two) % VERDICTS] += u64::from(counted);
        self.verdicts[usize::from(three) % VERDICTS] += u64::from(counted);
        counted
    }

    /// Plays a round from a place of the shoe by the general path; answers where the next begins.
    fn round(&mut self, start: usize) -> usize {
        let mut cards = From { shoe: &mut self.shoe, numbers: &mut self.numbers, next: start };
        let outcome = self.kernel.round(&mut cards);
        let next = cards.next;
        match outcome {
            Some(outcome) => {
                self.tally.rounds += 1;
                for (tally, brought) in self.tally.seats.iter_mut().zip(outcome.seats()) {
                    tally.add(brought);
                }
                next
            }
            None => {
                self.tally.void += 1;
                self.shoe.len()
            }
        }
    }

    /// All that was counted.
    pub(crate) fn done(mut self, machine: Option<&Automaton>) -> Tally {
        let Some(seat) = self.tally.seats.first_mut() else { return self.tally };
        let endings = machine.map_or(&[][..], |machine| &machine.endings);
        let mut rounds = 0;
        for (ending, times) in endings.iter().zip(self.ended.iter().step_by(usize::from(STRIDE))) {
            rounds += times;
            seat.add_many(ending.main, ending.insured, *times);
            for (wager, line) in ending.lines.iter().enumerate().filter(|(_, line)| **line != UNBET) {
                seat.add_line(wager, *line, *times);
            }
        }
        self.tally.rounds += rounds;
        if let Some(player) = self.kernel.players.first() {
            player.sides.add_deals(seat, rounds, self.verdicts.as_slice());
        }
        self.tally
    }
}
