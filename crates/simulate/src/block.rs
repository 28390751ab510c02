//! A block of rounds: so many from shoes of their own, by the numbers of their own streams.

use crate::automaton::Automaton;
use crate::counts::Counts;
use crate::generator::Numbers;
use crate::kernel::Kernel;
use crate::laws::may_be_blackjack;
use crate::net::Net;
use crate::outcome::{Brought, Insured};
use crate::shoe::{BATCH, From, Lying, Shoe, kind, value};
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

    /// Whether every round has a shoe of its own: none takes fewer than three cards.
    const fn is_one_round(self) -> bool {
        self.burnt == 0 && self.cut <= 3
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
            self.streams[stream].shoe.reshuffle();
            let mut next = self.reach.burnt;
            while rounds > 0 && next < self.reach.cut {
                next = self.round(stream, next);
                rounds -= 1;
            }
        }
    }

    /// Plays so many rounds of one player by the machine, and what it leaves aside by the general path.
    pub(crate) fn fast(&mut self, machine: &Automaton, rounds: u64) {
        if self.kernel.players.first().is_some_and(|player| player.sides.on_the_deal()) {
            self.by_machine::<true>(machine, rounds);
        } else {
            self.by_machine::<false>(machine, rounds);
        }
    }

    fn by_machine<const DEAL: bool>(&mut self, machine: &Automaton, rounds: u64) {
        if self.reach.is_one_round() {
            return self.each_anew::<DEAL>(machine, rounds);
        }
        let mut left = rounds;
        if let Some(scale) = machine.scale.as_ref().filter(|_| !DEAL && self.reach.is_long()) {
            left -= self.cruise(machine, scale, left);
        }
        while self.reach.is_long() && left >= (SHOES * self.reach.most_rounds()) as u64 {
            left -= self.in_turn::<DEAL>(machine);
        }
        while left > 0 {
            let stream = self.next_turn();
            let burnt = self.reach.burnt;
            self.streams[stream].shoe.reshuffle();
            let at = At { start: burnt, next: burnt, state: machine.fresh };
            left = self.play_on::<DEAL>(machine, stream, at, left);
        }
    }

    /// Plays so many rounds, each from a full shoe.
    fn each_anew<const DEAL: bool>(&mut self, machine: &Automaton, rounds: u64) {
        let mut cards = [0; BATCH];
        for _ in 0..rounds {
            let Stream { shoe, numbers } = &mut self.streams[0];
            shoe.reshuffle();
            shoe.deal(&mut cards, numbers);
            self.play_six::<DEAL>(machine, 0, 0, cards);
        }
    }

    /// Plays one shoe of every stream, a round of each in turn: what one round must wait for is done in another meanwhile.
    /// Answers how many rounds that were.
    fn in_turn<const DEAL: bool>(&mut self, machine: &Automaton) -> u64 {
        for Stream { shoe, numbers } in &mut self.streams {
            shoe.reshuffle();
            // All these cards will be dealt; shuffled in one go they come faster.
            shoe.shuffle_to(self.reach.cut, numbers);
        }
        let (mut next, mut rounds, mut before) = ([self.reach.burnt; SHOES], 0, u64::MAX);
        while rounds != before {
            before = rounds;
            for (stream, next) in next.iter_mut().enumerate() {
                if *next < self.reach.cut {
                    *next = self.play_one::<DEAL>(machine, stream, *next);
                    rounds += 1;
                }
            }
        }
        rounds
    }

    /// Plays a round from a place of a shoe; answers where the next begins.
    #[inline]
    fn play_one<const DEAL: bool>(&mut self, machine: &Automaton, stream: usize, start: usize) -> usize {
        match self.streams[stream].shoe.batch(start) {
            Some(cards) => self.play_six::<DEAL>(machine, stream, start, cards),
            None => self.finish::<DEAL>(machine, stream, At { start, next: start, state: machine.fresh }),
        }
    }

    /// Plays a round that begins with these cards; answers where the next begins. Most rounds are over by then. That the
    /// cards are not asked one by one whether they end the round spares the processor a guess at each.
    #[inline]
    fn play_six<const DEAL: bool>(
        &mut self,
        machine: &Automaton,
        stream: usize,
        start: usize,
        cards: [Lying; BATCH],
    ) -> usize {
        let (state, dealt) = machine.one_round(cards.map(value));
        if state >= machine.within && state < machine.pairs {
            return self.finish::<DEAL>(machine, stream, At { start, next: start + BATCH, state });
        }
        let [first, up, second, ..] = cards;
        if state >= machine.pairs || DEAL && !self.count_deal([first, up, second], state) {
            return self.round(stream, start);
        }
        self.counts.end(state);
        start + dealt
    }

    /// Plays on to the cut card, or as many rounds as are left; answers how many are left then.
    pub(crate) fn play_on<const DEAL: bool>(
        &mut self,
        machine: &Automaton,
        stream: usize,
        at: At,
        mut left: u64,
    ) -> u64 {
        let mut next = self.finish::<DEAL>(machine, stream, at);
        left -= 1;
        while next < self.reach.cut && left > 0 {
            next = self.finish::<DEAL>(machine, stream, At { start: next, next, state: machine.fresh });
            left -= 1;
        }
        left
    }

    /// Plays a round to its end, card by card; answers where the next begins.
    fn finish<const DEAL: bool>(&mut self, machine: &Automaton, stream: usize, at: At) -> usize {
        let At { start, mut next, mut state } = at;
        let Stream { shoe, numbers } = &mut self.streams[stream];
        loop {
            if next >= shoe.shuffled() {
                shoe.shuffle_to(next + 1, numbers);
                if next >= shoe.shuffled() {
                    self.counts.tally.void += 1;
                    return next;
                }
            }
            state = machine.next(state, value(shoe.at(next)));
            next += 1;
            if state < machine.within || state >= machine.pairs {
                break;
            }
        }
        if state >= machine.pairs {
            return self.round(stream, next - self.kernel.cards_of_a_deal());
        }
        let deal = [0, 1, 2].map(|at| shoe.at(start + at));
        if DEAL && !self.count_deal(deal, state) {
            return self.round(stream, start);
        }
        self.counts.end(state);
        next
    }

    /// Counts what the first three cards, the up card second, make of the side wagers; `false` when one of them waits for
    /// the dealer's second card.
    #[inline]
    fn count_deal(&mut self, cards: [Lying; 3], state: u16) -> bool {
        let Some(player) = self.kernel.players.first() else { return true };
        let [first, up, second] = cards.map(kind);
        let verdicts = player.sides.of_deal(first, second, up);
        let waits = player.sides.any_waits(verdicts) && may_be_blackjack(value(cards[1]));
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
