//! A block of rounds: so many from shoes of their own, by the numbers of their own stream.

use crate::automaton::{Automaton, STRIDE};
use crate::generator::Numbers;
use crate::kernel::{Insured, Kernel};
use crate::laws::may_be_blackjack;
use crate::net::Net;
use crate::shoe::{BATCH, From, Shoe, kind, value};
use crate::sides::UNBET;
use crate::tally::Tally;

/// One counter for each state.
const STARTS: usize = 1 << 16;
/// A power of two above the verdicts of any game's side wagers.
const VERDICTS: usize = 1 << 10;

/// A shoe of which no more is dealt is shuffled a few cards at a time.
const SHORT: usize = 4 * BATCH;

/// Where the machine is in a shoe: where its round began, the next card, its state.
#[derive(Clone, Copy)]
struct At {
    start: usize,
    next: usize,
    state: u16,
}

/// Rounds of one stream while they are played.
pub(crate) struct Block<'k, N> {
    kernel: &'k Kernel,
    shoe: Shoe,
    numbers: N,
    /// How many cards are burnt, and how many are dealt before no further round begins.
    burnt: usize,
    cut: usize,
    /// How far every shoe is shuffled at least.
    ahead: usize,
    /// How many cards are dealt to a single player and the dealer before anyone decides.
    deal: usize,
    /// In how many ways a round of the machine can end.
    endings: usize,
    tally: Tally,
    /// By the state that a round leads to, how often.
    ended: Vec<u64>,
    /// By verdict, how often the deal came to it.
    verdicts: Vec<u64>,
}

impl<'k, N: Numbers> Block<'k, N> {
    pub(crate) fn new(
        kernel: &'k Kernel,
        shoe: Shoe,
        (burnt, cut): (usize, usize),
        endings: usize,
        tally: Tally,
        numbers: N,
    ) -> Self {
        let (ended, verdicts) = (vec![0; STARTS], vec![0; VERDICTS]);
        let ahead = if cut > SHORT { cut + BATCH } else { BATCH };
        let deal = if kernel.laws.peek { 4 } else { 3 };
        Block { kernel, shoe, numbers, burnt, cut, ahead, deal, endings, tally, ended, verdicts }
    }

    /// Plays so many rounds by the general path.
    pub(crate) fn general(&mut self, mut rounds: u64) {
        while rounds > 0 {
            self.shoe.reshuffle();
            self.shoe.shuffle_to(self.ahead, &mut self.numbers);
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
        // No round takes fewer than three cards.
        let most = (self.cut / 3 + 1) as u64;
        let mut left = rounds;
        while left > 0 {
            self.shoe.reshuffle();
            left = if deal {
                self.play_shoe::<true>(machine, left)
            } else if left > most && self.cut > SHORT {
                self.cruise(machine, left)
            } else {
                self.play_shoe::<false>(machine, left)
            };
        }
    }

    /// Plays one shoe, or as many rounds of it as are left; answers how many are left then.
    fn play_shoe<const DEAL: bool>(&mut self, machine: &Automaton, left: u64) -> u64 {
        self.shoe.shuffle_to(self.ahead, &mut self.numbers);
        let at = At { start: self.burnt, next: self.burnt, state: 0 };
        self.play_on::<DEAL>(machine, at, left)
    }

    /// Plays on to the cut card, or as many rounds as are left; answers how many are left then.
    #[inline]
    fn play_on<const DEAL: bool>(&mut self, machine: &Automaton, at: At, mut left: u64) -> u64 {
        let At { mut start, mut next, mut state } = at;
        loop {
            while next < self.shoe.shuffled() {
                state = machine.next(state, value(self.shoe.at(next)));
                next += 1;
                if state >= machine.within && state < machine.pairs {
                    continue;
                }
                if state >= machine.pairs {
                    next = self.round(next - self.deal);
                    state = 0;
                } else if DEAL && !self.count_deal(start) {
                    next = self.round(start);
                    state = 0;
                } else {
                    self.ended[usize::from(state)] += 1;
                }
                left -= 1;
                start = next;
                if next >= self.cut || left == 0 {
                    return left;
                }
            }
            self.shoe.shuffle_to(next + 1, &mut self.numbers);
            if next >= self.shoe.len() {
                self.tally.void += 1;
                return left - 1;
            }
        }
    }

    /// Plays one whole shoe, six cards at a time: nothing is asked of a card but where it leads, so that the processor
    /// shuffles the next six meanwhile. There are more rounds left than the shoe has.
    fn cruise(&mut self, machine: &Automaton, left: u64) -> u64 {
        let before = self.played();
        let (mut next, mut state) = (self.burnt, 0);
        self.shoe.shuffle_to(next + BATCH, &mut self.numbers);
        while next + BATCH <= self.cut {
            let batch = self.shoe.batch(next);
            if self.shoe.shuffled() < next + 2 * BATCH {
                self.shoe.shuffle_more(&mut self.numbers);
            }
            let (first, ended) = (state, &mut *self.ended);
            // States within a round are counted too, all alike and to no purpose; one counter for each of the six cards,
            // so that none waits for the one before.
            for (card, within) in batch.into_iter().zip(machine.within..) {
                state = machine.next(state, value(card));
                ended[usize::from(state.min(within))] += 1;
            }
            if state >= machine.pairs {
                next = self.split(machine, first, next);
                state = 0;
                // Not past the cut card: the general path would not either.
                self.shoe.shuffle_to((next + BATCH).min(self.cut), &mut self.numbers);
            } else {
                next += BATCH;
            }
        }
        self.shoe.shuffle_to(self.ahead, &mut self.numbers);
        if state >= machine.within || next < self.cut {
            self.play_on::<false>(machine, At { start: next, next, state }, u64::MAX);
        }
        left - (self.played() - before)
    }

    /// Plays the round in which a pair came up somewhere in the batch from `next`; answers where the next round begins.
    #[cold]
    fn split(&mut self, machine: &Automaton, mut state: u16, mut next: usize) -> usize {
        while state < machine.pairs {
            state = machine.next(state, value(self.shoe.at(next)));
            next += 1;
        }
        self.round(next - self.deal)
    }

    /// How many rounds were played so far.
    pub(crate) fn played(&self) -> u64 {
        let starts = self.ended.iter().step_by(usize::from(STRIDE)).take(self.endings);
        self.tally.rounds + self.tally.void + starts.sum::<u64>()
    }

    /// Takes in a round of the only seat, who bet on nothing else.
    pub(crate) fn add(&mut self, main: Net, insured: Insured) {
        self.tally.rounds += 1;
        if let Some(seat) = self.tally.seats.first_mut() {
            seat.add_many(main, insured, 1);
        }
    }

    /// Takes in rounds by how often they came to each ending of the machine, and rounds that ran out of cards.
    pub(crate) fn take_in(&mut self, endings: &[u64], void: u64) {
        let starts = self.ended.iter_mut().step_by(usize::from(STRIDE));
        starts.zip(endings).for_each(|(count, times)| *count += times);
        self.tally.void += void;
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
        let played = match self.tally.seats.as_mut_slice() {
            [seat] => self.kernel.round_of_one(&mut cards).map(|brought| seat.add(&brought)),
            seats => self.kernel.round(&mut cards).map(|outcome| {
                seats.iter_mut().zip(outcome.seats()).for_each(|(seat, brought)| seat.add(brought));
            }),
        };
        let next = cards.next;
        if played.is_none() {
            self.tally.void += 1;
            return self.shoe.len();
        }
        self.tally.rounds += 1;
        next
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
