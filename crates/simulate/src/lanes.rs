//! Many shoes at a time: the vector path, for one player who bets on nothing but his hand.
//!
//! Each lane has a shoe of its own (`shoes`), out of which cards are dealt ahead, whatever becomes of them. A step then takes
//! the next card of every lane and moves its machine on. What takes the time is written in plain words and for AVX2;
//! `dispatch` calls what the processor at hand can run.
//!
//! A lane whose player splits a pair plays that round to its end at once, by the machine of splits and with the cards that
//! are its next, and then waits until the others are as far.

use rand_xoshiro::rand_core::Rng;

use crate::automaton::{Automaton, NO_CARD, STRIDE};
use crate::block::Reach;
use crate::dispatch;
use crate::kernel::Kernel;
use crate::outcome::Brought;
use crate::splits::Splits;

#[cfg(target_arch = "x86_64")]
pub(crate) mod avx2;
pub(crate) mod plain;
mod shoes;
#[cfg(test)]
mod tests;

use shoes::WIDTH;
pub(crate) use shoes::{Full, Shoes, Values};

/// How many times [`WIDTH`] shoes there are.
pub(crate) const GROUPS: usize = 2;
/// How many shoes.
pub(crate) const LANES: usize = GROUPS * WIDTH;
/// As many endings as a machine in lanes may have: the states of all of them are bytes below 255.
pub(crate) const ENDINGS: usize = 24;
/// In place of a card that was dealt already.
const NONE: u8 = 10;
const _: () = assert!(NONE as u16 == NO_CARD && (ENDINGS - 1) * (STRIDE as usize) < 255);
/// So many cards of every shoe are dealt together.
const AHEAD: usize = 16;
/// So many steps are counted together; no more than a byte counts.
const KEPT: usize = 64;

/// The state of every lane's machine.
pub(crate) type States = [[u16; WIDTH]; GROUPS];
/// A bit for every lane with a pair to split, the first lane's the lowest.
pub(crate) type Pairs = [u32; GROUPS];

/// Sees the cards as they are dealt.
pub(crate) trait Watch {
    /// Whether there is anyone to see them.
    const WATCHES: bool = true;

    /// One card of a lane, in its turn.
    fn dealt(&mut self, lane: usize, value: u8);
}

/// Nobody.
impl Watch for () {
    const WATCHES: bool = false;

    fn dealt(&mut self, _lane: usize, _value: u8) {}
}

/// Shoes in lanes.
#[derive(Clone)]
pub(crate) struct Lanes<'k> {
    kernel: &'k Kernel,
    machine: &'k Automaton,
    splits: &'k Splits,
    full: Full,
    burnt: usize,
    cut: usize,
    shoes: [Shoes; GROUPS],
    /// Card by card, what the shoes have dealt, and how many cards that were.
    values: [Vec<Values>; GROUPS],
    dealt: usize,
    states: States,
    /// How many cards of every shoe have been taken.
    at: usize,
    /// The states after the last steps, as far as they fit a byte, and how many those were.
    kept: [[Values; GROUPS]; KEPT],
    steps: usize,
    /// How often rounds came to each ending of the machine.
    pub(crate) ended: [u64; ENDINGS],
    /// Rounds that ran out of cards.
    pub(crate) void: u64,
}

impl<'k> Lanes<'k> {
    /// The shoe of a game that can be played so: one player, no side wager, no hole card, few endings, and tens that may be
    /// split are all alike.
    pub(crate) fn fit(kernel: &Kernel, machine: &Automaton, decks: u8) -> Option<Full> {
        let [player] = kernel.players.as_slice() else { return None };
        let fits = !kernel.laws.peek
            && machine.splits.is_some()
            && !player.sides.on_the_deal()
            && !player.sides.on_dealers_hand()
            && machine.endings.len() <= ENDINGS;
        let mut counts = [0; 10];
        for kind in (0..).take(kernel.pack.cards.len()) {
            counts[usize::from(kernel.pack.value(kind))] += u16::from(decks);
        }
        Full::of(counts).filter(|_| fits)
    }

    /// How many rounds were played by the machine.
    pub(crate) fn played(&self) -> u64 {
        self.ended.iter().sum::<u64>() + self.void
    }

    /// Lanes for a game that [fits](Lanes::fit) them.
    pub(crate) fn new(
        kernel: &'k Kernel,
        machine: &'k Automaton,
        full: Full,
        reach: Reach,
        rng: &mut impl Rng,
    ) -> Option<Lanes<'k>> {
        let len = usize::from(full.len);
        Some(Lanes {
            kernel,
            machine,
            splits: machine.splits.as_ref()?,
            full,
            burnt: reach.burnt.min(len),
            cut: reach.cut.min(len),
            shoes: std::array::from_fn(|_| Shoes::new(full, rng)),
            values: std::array::from_fn(|_| vec![[NONE; WIDTH]; len]),
            dealt: 0,
            states: [[machine.fresh; WIDTH]; GROUPS],
            at: 0,
            kept: [[[u8::MAX; WIDTH]; GROUPS]; KEPT],
            steps: 0,
            ended: [0; ENDINGS],
            void: 0,
        })
    }

    /// Plays one shoe in each of the first so many lanes; rounds in which a pair is split go to `split`.
    pub(crate) fn shoes(&mut self, many: usize, split: &mut impl FnMut(Brought), watch: &mut impl Watch) {
        self.reshuffle(many);
        while self.at < self.burnt {
            self.burn(watch);
        }
        self.play_to(self.cut, split, watch);
        while self.stop_between_rounds() && self.at < self.full.len.into() {
            self.play_to(self.at + 1, split, watch);
        }
        let waiting = self.machine.waiting;
        self.void += self.states.as_flattened().iter().filter(|state| **state < waiting).count() as u64;
        self.count_endings();
    }

    fn reshuffle(&mut self, many: usize) {
        for shoes in &mut self.shoes {
            shoes.reshuffle(self.full);
        }
        (self.at, self.dealt) = (0, 0);
        self.states = [[self.machine.waiting; WIDTH]; GROUPS];
        self.states.as_flattened_mut()[..many.min(LANES)].fill(self.machine.fresh);
    }

    /// Deals the next few cards of every shoe.
    fn deal(&mut self) {
        let end = (self.dealt + AHEAD).min(self.full.len.into());
        let left = self.full.len - u16::try_from(self.dealt).unwrap_or(0);
        for (shoes, values) in self.shoes.iter_mut().zip(&mut self.values) {
            dispatch::deal(shoes, left, &mut values[self.dealt..end]);
        }
        self.dealt = end;
    }

    /// A card that no one gets.
    fn burn(&mut self, watch: &mut impl Watch) {
        if self.at == self.dealt {
            self.deal();
        }
        self.at += 1;
        self.show(self.at - 1, watch);
    }

    /// Shows the cards taken from this one on.
    fn show<W: Watch>(&self, from: usize, watch: &mut W) {
        if !W::WATCHES {
            return;
        }
        for (group, (values, states)) in self.values.iter().zip(&self.states).enumerate() {
            for values in &values[from..self.at] {
                let takes = |at: &usize| values[*at] != NONE && states[*at] != self.machine.waiting;
                (0..WIDTH).filter(takes).for_each(|at| watch.dealt(group * WIDTH + at, values[at]));
            }
        }
    }

    /// No further round begins; `true` while one is being played.
    fn stop_between_rounds(&mut self) -> bool {
        let Automaton { within, waiting, .. } = *self.machine;
        let mut going = false;
        for state in self.states.as_flattened_mut() {
            *state = if *state < within { waiting } else { *state };
            going |= *state < waiting;
        }
        going
    }

    /// Deals on until so many cards of every shoe are out.
    fn play_to(&mut self, end: usize, split: &mut impl FnMut(Brought), watch: &mut impl Watch) {
        while self.at < end {
            if self.at == self.dealt {
                self.deal();
            }
            if self.steps == KEPT {
                self.count_endings();
            }
            let from = self.at;
            let many = (end.min(self.dealt) - from).min(KEPT - self.steps);
            let kept = &mut self.kept[self.steps..self.steps + many];
            let values = self.values.each_ref().map(|values| &values[from..from + many]);
            let (steps, pairs) = dispatch::follow(self.machine, &mut self.states, values, kept);
            (self.at, self.steps) = (from + steps, self.steps + steps);
            self.show(from, watch);
            self.split_pairs(pairs, split, watch);
        }
    }

    /// Counts the endings among the last states.
    fn count_endings(&mut self) {
        let kept = &self.kept[..self.steps];
        let ended = self.ended.iter_mut().take(self.machine.endings.len());
        for (ended, ending) in ended.zip((0..u8::MAX).step_by(STRIDE.into())) {
            *ended += dispatch::count(kept, ending);
        }
        self.steps = 0;
    }

    /// Plays the rounds in which a pair has just come up to their end.
    fn split_pairs(&mut self, pairs: Pairs, split: &mut impl FnMut(Brought), watch: &mut impl Watch) {
        for (group, mut pairs) in pairs.into_iter().enumerate() {
            while pairs != 0 {
                self.split_pair(group, pairs.trailing_zeros() as usize, split, watch);
                pairs &= pairs - 1;
            }
        }
    }

    fn split_pair(
        &mut self,
        group: usize,
        lane: usize,
        split: &mut impl FnMut(Brought),
        watch: &mut impl Watch,
    ) {
        let (value, up) = self.machine.pair(self.states[group][lane]);
        let (kernel, splits) = (self.kernel, self.splits);
        let mut next = self.at;
        let brought = splits.round(kernel, value, up, || {
            if next == self.dealt {
                self.deal();
            }
            let card = self.values[group].get_mut(next)?;
            let value = std::mem::replace(&mut card[lane], NONE);
            watch.dealt(group * WIDTH + lane, value);
            next += 1;
            Some(value)
        });
        self.states[group][lane] = if let Some(brought) = brought {
            split(brought);
            self.machine.fresh
        } else {
            self.void += 1;
            self.machine.waiting
        };
    }
}
