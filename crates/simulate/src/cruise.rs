//! Eight shoes to their cut cards, six cards of each in turn: nothing is asked of a card but where it leads, and while one
//! shoe's next state is fetched the processor works on the others.

use crate::automaton::Automaton;
use crate::block::{At, Block, SHOES, Stream};
use crate::generator::Numbers;
use crate::kernel::Cards;
use crate::shoe::{BATCH, From, value};

/// How many states are kept before they are counted; fewer than a counter of 16 bits holds.
const KEPT: usize = 3072;

impl<N: Numbers> Block<'_, N> {
    /// Plays one shoe of every stream; answers how many rounds that were.
    pub(crate) fn cruise(&mut self, machine: &Automaton) -> u64 {
        let before = self.counts.played(machine);
        for stream in &mut self.streams {
            stream.start(self.reach);
        }
        let (mut next, mut state) = ([self.reach.burnt; SHOES], [machine.fresh; SHOES]);
        let (mut kept, mut many) = ([0; KEPT], 0);
        let mut going = true;
        while going {
            going = false;
            if many + SHOES * BATCH > KEPT {
                self.counts.went_through(machine, &kept[..many]);
                many = 0;
            }
            for stream in 0..SHOES.min(self.streams.len()) {
                if next[stream] + BATCH > self.reach.cut {
                    continue;
                }
                going = true;
                let Some(kept) = kept[many..].first_chunk_mut::<BATCH>() else { continue };
                many += BATCH;
                let first = state[stream];
                let mut now = first;
                for (kept, card) in kept.iter_mut().zip(self.streams[stream].shoe.batch(next[stream])) {
                    now = machine.next(now, value(card));
                    *kept = now;
                }
                (next[stream], state[stream]) = if now >= machine.pairs {
                    (self.split(machine, stream, first, next[stream]), machine.fresh)
                } else {
                    (next[stream] + BATCH, now)
                };
            }
        }
        self.counts.went_through(machine, &kept[..many]);
        for (stream, (next, state)) in next.into_iter().zip(state).enumerate() {
            if state >= machine.within || next < self.reach.cut {
                self.play_on::<false>(machine, stream, At { start: next, next, state }, u64::MAX);
            }
        }
        self.counts.played(machine) - before
    }

    /// Plays the round in which a pair came up somewhere in the batch from `next`; answers where the next round begins.
    #[cold]
    fn split(&mut self, machine: &Automaton, stream: usize, mut state: u16, mut next: usize) -> usize {
        while state < machine.pairs {
            state = machine.next(state, value(self.streams[stream].shoe.at(next)));
            next += 1;
        }
        let only_hand = self.kernel.players.first().is_some_and(|player| !player.sides.any());
        let Some(splits) = machine.splits.as_ref().filter(|_| only_hand) else {
            return self.round(stream, next - self.kernel.cards_of_a_deal());
        };
        let Stream { shoe, numbers } = &mut self.streams[stream];
        let (pair, up) = machine.pair(state);
        let mut cards = From { shoe, numbers, next };
        let pack = &self.kernel.pack;
        let values = || cards.next().map(|kind| pack.value(kind));
        let Some(brought) = splits.round(self.kernel, pair, up, values) else {
            self.counts.tally.void += 1;
            return cards.shoe.len();
        };
        next = cards.next;
        self.add(brought.main, brought.insured);
        next
    }
}
