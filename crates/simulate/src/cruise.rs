//! Eight shoes at a time, six cards of each in turn: nothing is asked of a card but where it leads, and while one shoe's
//! next state is fetched the processor works on the others.

use crate::automaton::Automaton;
use crate::block::{At, Block, SHOES, Stream};
use crate::generator::Numbers;
use crate::kernel::Cards;
use crate::scale::{Load, Scale};
use crate::shoe::{BATCH, From, Lying, value};

/// So many times six cards of every shoe are dealt before endings are counted.
const LAPS: usize = Load::ROWS / (SHOES * BATCH);

/// Shoes under way.
struct Cruise<'b, 'k, N> {
    block: &'b mut Block<'k, N>,
    machine: &'b Automaton,
    scale: &'b Scale,
    /// How many cards a shoe has left at least where six more may be dealt.
    least: usize,
    /// By shoe, where the machine is.
    state: [u16; SHOES],
    /// Where it was before the last six cards.
    before: [u16; SHOES],
    /// The last six cards of every shoe.
    cards: [[Lying; BATCH]; SHOES],
    load: Load,
    /// How many further shoes each stream is to play.
    more: [usize; SHOES],
}

impl<N: Numbers> Block<'_, N> {
    /// Plays as many shoes, equally many of every stream, as bring no more than so many rounds; answers how many rounds
    /// they brought.
    pub(crate) fn cruise(&mut self, machine: &Automaton, scale: &Scale, rounds: u64) -> u64 {
        let before = self.counts.played(machine);
        let most = (SHOES * self.reach.most_rounds()) as u64;
        let least = self.streams.first().map_or(0, |stream| stream.shoe.len()) + BATCH - self.reach.cut;
        let mut cruise = Cruise {
            block: self,
            machine,
            scale,
            least,
            state: [scale.fresh; SHOES],
            before: [scale.fresh; SHOES],
            cards: [[0; BATCH]; SHOES],
            load: Load::default(),
            more: [0; SHOES],
        };
        let mut played = 0;
        while played + most <= rounds {
            cruise.play(usize::try_from((rounds - played) / most).unwrap_or(1));
            played = cruise.block.counts.played(machine) - before;
        }
        played
    }
}

impl<N: Numbers> Cruise<'_, '_, N> {
    /// Plays so many shoes of every stream.
    fn play(&mut self, shoes: usize) {
        self.more = [shoes; SHOES];
        for stream in 0..SHOES {
            let first = self.begin(stream);
            self.bring(stream, first);
        }
        let mut going = self.turn_over();
        while going {
            for _ in 0..LAPS {
                going = self.lap();
                if !going {
                    break;
                }
            }
            self.count();
        }
        for stream in 0..SHOES {
            self.play_alone(stream);
        }
    }

    /// Six cards of every shoe; whether each can go on.
    #[inline]
    fn lap(&mut self) -> bool {
        let on = self.deal();
        self.step();
        if self.load.any_pair() {
            self.split_pairs();
            return self.turn_over();
        }
        on || self.turn_over()
    }

    /// The next six cards of every shoe; whether each has six more.
    #[inline]
    fn deal(&mut self) -> bool {
        let mut on = true;
        for (Stream { shoe, numbers }, cards) in self.block.streams.iter_mut().zip(&mut self.cards) {
            shoe.deal(cards, numbers);
            on &= shoe.left() >= self.least;
        }
        on
    }

    /// Where the cards lead.
    #[inline]
    fn step(&mut self) {
        self.before = self.state;
        let (mut states, mut load) = (self.state, self.load);
        for at in 0..BATCH {
            for (state, cards) in states.iter_mut().zip(&self.cards) {
                *state = self.scale.weigh(*state, value(cards[at]), &mut load);
            }
        }
        (self.state, self.load) = (states, load);
    }

    /// Books the endings.
    fn count(&mut self) {
        self.block.counts.take_in(&self.load.endings().map(u64::from), 0);
        self.load = Load::default();
    }

    /// Sees to shoes near their cut cards; whether every stream has six cards to deal.
    #[cold]
    fn turn_over(&mut self) -> bool {
        let mut going = true;
        for stream in 0..SHOES {
            let shoe = &self.block.streams[stream].shoe;
            going &= shoe.left() >= self.least || self.bring(stream, shoe.shuffled());
        }
        going
    }

    /// Brings a stream to where six cards can be dealt: from a place on to where the shoe is shuffled, or near its cut card
    /// to its end and into the next one. `false` when there is none.
    fn bring(&mut self, stream: usize, mut next: usize) -> bool {
        loop {
            next = self.catch_up(stream, next);
            let shoe = &self.block.streams[stream].shoe;
            if next == shoe.shuffled() && shoe.left() >= self.least {
                return true;
            }
            self.finish(stream, next);
            if self.more[stream] == 0 {
                return false;
            }
            next = self.begin(stream);
        }
    }

    /// Begins a shoe; answers the place of its first card.
    fn begin(&mut self, stream: usize) -> usize {
        self.more[stream] -= 1;
        let Stream { shoe, numbers } = &mut self.block.streams[stream];
        shoe.reshuffle();
        shoe.shuffle_to(self.block.reach.burnt, numbers);
        self.block.reach.burnt
    }

    /// Deals on from a place to where the shoe is shuffled, or to the cut card; answers how far it came.
    fn catch_up(&mut self, stream: usize, mut next: usize) -> usize {
        let mut state = self.state[stream];
        while next < self.block.streams[stream].shoe.shuffled().min(self.block.reach.cut) {
            state = self.scale.next(state, value(self.block.streams[stream].shoe.at(next)));
            next += 1;
            if state >= self.scale.pairs {
                next = self.play_pair(stream, state, next);
                state = self.scale.fresh;
            } else if state < self.scale.fresh {
                self.block.counts.end(Scale::there(state));
            }
        }
        self.state[stream] = state;
        next
    }

    /// Plays a shoe from a place on to its cut card.
    fn finish(&mut self, stream: usize, next: usize) {
        let state = Scale::there(self.state[stream]);
        if state >= self.machine.within || next < self.block.reach.cut {
            self.block.play_on::<false>(self.machine, stream, At { start: next, next, state }, u64::MAX);
        }
        self.state[stream] = self.scale.fresh;
    }

    /// The other shoes of a stream, when another stream has no more.
    fn play_alone(&mut self, stream: usize) {
        while self.block.streams[stream].shoe.left() >= self.least {
            let next = self.block.streams[stream].shoe.shuffled();
            let Stream { shoe, numbers } = &mut self.block.streams[stream];
            shoe.shuffle_more(numbers);
            self.bring(stream, next);
        }
    }

    /// Plays the pairs that came up among the last six cards, and what is left of them.
    #[cold]
    fn split_pairs(&mut self) {
        self.load.forget_pairs();
        for stream in 0..SHOES {
            if self.state[stream] >= self.scale.pairs {
                self.split_pair(stream);
            }
        }
    }

    fn split_pair(&mut self, stream: usize) {
        let shoe = &self.block.streams[stream].shoe;
        let (mut state, mut next) = (self.before[stream], shoe.shuffled() - BATCH);
        while state < self.scale.pairs {
            state = self.scale.next(state, value(shoe.at(next)));
            next += 1;
        }
        next = self.play_pair(stream, state, next);
        self.state[stream] = self.scale.fresh;
        self.bring(stream, next);
    }

    /// Plays the round of a pair; answers where the next begins.
    fn play_pair(&mut self, stream: usize, state: u16, next: usize) -> usize {
        let (block, machine) = (&mut *self.block, self.machine);
        let only_hand = block.kernel.players.first().is_some_and(|player| !player.sides.any());
        let Some(splits) = machine.splits.as_ref().filter(|_| only_hand) else {
            return block.round(stream, next - block.kernel.cards_of_a_deal());
        };
        let Stream { shoe, numbers } = &mut block.streams[stream];
        let (pair, up) = machine.pair(Scale::there(state));
        let mut cards = From { shoe, numbers, next };
        let pack = &block.kernel.pack;
        let values = || cards.next().map(|kind| pack.value(kind));
        let Some(brought) = splits.round(block.kernel, pair, up, values) else {
            block.counts.tally.void += 1;
            return cards.shoe.len();
        };
        let next = cards.next;
        block.add(brought.main, brought.insured);
        next
    }
}
