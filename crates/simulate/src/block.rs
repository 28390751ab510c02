//! A block of rounds: so many from shoes of their own, by the numbers of their own streams.

use crate::automaton::Automaton;
use crate::counts::Counts;
use crate::generator::Numbers;
use crate::kernel::Kernel;
use crate::laws::may_be_blackjack;
use crate::net::Net;
use crate::outcome::{Brought, Insured};
use crate::shoe::{BATCH, From, Shoe, kind, value};
use crate::tally::Tally;

/// How many shoes take turns; each has a stream of its own.
pub(crate) const SHOES: usize = 8;
/// Where so few cards are dealt, one shoe is shuffled again and again.
const SHORT: usize = 4 * BATCH;

/// How far a shoe is dealt.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Reach {
    /// How many cards are burnt.
    pub(crate) burnt: usize,
    /// How many cards are out before no further round begins.
    pub(crate) cut: usize,
}

impl Reach {
    /// Whether shoes are dealt to a cut card, and not just a round from each.
    pub(crate) const fn is_long(self) -> bool {
        self.cut > SHORT
    }

    /// How far a shoe is shuffled at least.
    const fn ahead(self) -> usize {
        if self.is_long() { self.cut + BATCH } else { BATCH }
    }

    /// More rounds than a shoe can have: none takes fewer than three cards.
    pub(crate) const fn most_rounds(self) -> usize {
        self.cut / 3 + 1
    }
}

/// A shoe and the numbers that shuffle it.
pub(crate) struct Stream<N> {
    pub(crate) shoe: Shoe,
    pub(crate) numbers: N,
}

impl<N: Numbers> Stream<N> {
    /// The next shoe, shuffled as far as it is dealt at least.
    pub(crate) fn start(&mut self, reach: Reach) {
        self.shoe.reshuffle();
        self.shoe.shuffle_to(reach.ahead(), &mut self.numbers);
    }
}

/// Where the machine is in a shoe: where its round began, the next card, its state.
#[derive(Clone, Copy)]
pub(crate) struct At {
    pub(crate) start: usize,
    pub(crate) next: usize,
    pub(crate) state: u16,
}

/// Rounds of one block while they are played.
pub(crate) struct Block<'k, N> {
    pub(crate) kernel: &'k Kernel,
    pub(crate) streams: Vec<Stream<N>>,
    /// Whose shoe is next.
    turn: usize,
    pub(crate) reach: Reach,
    pub(crate) counts: Counts,
}

impl<'k, N: Numbers> Block<'k, N> {
    pub(crate) fn new(
        kernel: &'k Kernel,
        shoe: &Shoe,
        reach: Reach,
        tally: Tally,
        numbers: [N; SHOES],
    ) -> Self {
        let many = if reach.is_long() { SHOES } else { 1 };
        let streams =
            numbers.into_iter().take(many).map(|numbers| Stream { shoe: shoe.clone(), numbers }).collect();
        Block { kernel, streams, turn: 0, reach, counts: Counts::new(tally) }
    }

    fn next_turn(&mut self) -> usize {
        let turn = self.turn;
        self.turn = (turn + 1) % self.streams.len();
        turn
    }

    /// Plays so many rounds by the general path.
    pub(crate) fn general(&mut self, mut rounds: u64) {
        while rounds > 0 {
            let stream = self.next_turn();
            self.streams[stream].start(self.reach);
            let mut next = self.reach.burnt;
            while rounds > 0 && next < self.reach.cut {
                next = self.round(stream, next);
                rounds -= 1;
            }
        }
    }

    /// Plays so many rounds of one player by the machine, and what it leaves aside by the general path.
    pub(crate) fn fast(&mut self, machine: &Automaton, rounds: u64) {
        let deal = self.kernel.players.first().is_some_and(|player| player.sides.on_the_deal());
        let mut left = rounds;
        while !deal && self.reach.is_long() && left > (SHOES * self.reach.most_rounds()) as u64 {
            left -= self.cruise(machine);
        }
        while left > 0 {
            let stream = self.next_turn();
            self.streams[stream].start(self.reach);
            let burnt = self.reach.burnt;
            let at = At { start: burnt, next: burnt, state: machine.fresh };
            left = if deal {
                self.play_on::<true>(machine, stream, at, left)
            } else {
                self.play_on::<false>(machine, stream, at, left)
            };
        }
    }

    /// Plays on to the cut card, or as many rounds as are left; answers how many are left then.
    #[inline]
    pub(crate) fn play_on<const DEAL: bool>(
        &mut self,
        machine: &Automaton,
        stream: usize,
        at: At,
        mut left: u64,
    ) -> u64 {
        let At { mut start, mut next, mut state } = at;
        loop {
            let shoe = &mut self.streams[stream].shoe;
            while next < shoe.shuffled() {
                state = machine.next(state, value(shoe.at(next)));
                next += 1;
                if state < machine.within || state >= machine.pairs {
                    break;
                }
            }
            if state >= machine.within && state < machine.pairs {
                let Stream { shoe, numbers } = &mut self.streams[stream];
                shoe.shuffle_to(next + 1, numbers);
                if next >= shoe.len() {
                    self.counts.tally.void += 1;
                    return left - 1;
                }
                continue;
            }
            if state >= machine.pairs {
                next = self.round(stream, next - self.kernel.cards_of_a_deal());
                state = machine.fresh;
            } else if DEAL && !self.count_deal(stream, start, state) {
                next = self.round(stream, start);
                state = machine.fresh;
            } else {
                self.counts.end(state);
            }
            left -= 1;
            start = next;
            if next >= self.reach.cut || left == 0 {
                return left;
            }
        }
    }

    /// Counts what the cards of the deal from here make of the side wagers; `false` when one of them waits for the
    /// dealer's second card.
    #[inline]
    fn count_deal(&mut self, stream: usize, start: usize, state: u16) -> bool {
        let Some(player) = self.kernel.players.first() else { return true };
        let shoe = &self.streams[stream].shoe;
        let [first, up, second] = [start, start + 1, start + 2].map(|at| kind(shoe.at(at)));
        let verdicts = player.sides.of_deal(first, second, up);
        let waits = player.sides.any_waits(verdicts) && may_be_blackjack(self.kernel.pack.value(up));
        if !waits {
            self.counts.deal(verdicts, state);
        }
        !waits
    }

    /// Plays a round from a place of a shoe by the general path; answers where the next begins.
    pub(crate) fn round(&mut self, stream: usize, start: usize) -> usize {
        let Stream { shoe, numbers } = &mut self.streams[stream];
        let mut cards = From { shoe, numbers, next: start };
        let tally = &mut self.counts.tally;
        let played = match tally.seats.len() {
            1 => self.kernel.round_of_one(&mut cards).map(|brought| tally.add(&[brought])),
            _ => self.kernel.round(&mut cards).map(|outcome| tally.add(outcome.seats())),
        };
        if played.is_none() {
            tally.void += 1;
            return cards.shoe.len();
        }
        cards.next
    }

    /// Takes in a round of the only seat, who bet on nothing else.
    pub(crate) fn add(&mut self, main: Net, insured: Insured) {
        self.counts.tally.add(&[Brought { main, insured, ..Brought::NOTHING }]);
    }

    /// All that was counted.
    pub(crate) fn done(self, machine: Option<&Automaton>) -> Tally {
        self.counts.done(machine, self.kernel.players.first().map(|player| &player.sides))
    }
}
