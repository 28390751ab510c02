//! Many shoes at a time: the vector path, for one player who bets on nothing but his hand.
//!
//! Each lane has a shoe of its own, as how many cards of each value are left in it. A step deals one card in every lane, so
//! all shoes are equally long, and moves every lane's machine on. All of this is written as loops over arrays that the
//! compiler turns into vector instructions; `dispatch` compiles it for the processors there are.
//!
//! A lane whose player splits a pair plays that round to its end at once, by the machine of splits and with cards of its own
//! shoe, and then waits until the others have dealt as many.
#![expect(
    clippy::inline_always,
    reason = "code is compiled for a processor only where it is inlined into `dispatch`"
)]

use std::hint::black_box;

use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::{Rng, SeedableRng};

use crate::automaton::{Automaton, STRIDE};
use crate::block::Reach;
use crate::kernel::Kernel;
use crate::outcome::Brought;
use crate::shoe::below;

#[cfg(test)]
mod tests;

/// How many shoes.
pub(crate) const LANES: usize = 64;
/// How many numbers of 64 bits a step takes.
const WORDS: usize = LANES / 4;
/// As many endings as a machine in lanes may have.
pub(crate) const ENDINGS: usize = 24;

/// The value of a ten, as an index.
const TEN: u16 = 9;
/// So many steps are counted together.
const RECENT: usize = 4;

type Lane<T> = [T; LANES];

/// Sees the cards as they are dealt.
pub(crate) trait Watch {
    /// One card in every lane, by value; 10 is none.
    fn dealt(&mut self, _values: &Lane<u16>) {}
    /// A card that a lane deals ahead of the others.
    fn ahead(&mut self, _lane: usize, _value: u8) {}
}

impl Watch for () {}

/// Shoes in lanes.
#[derive(Clone)]
pub(crate) struct Lanes<'k> {
    kernel: &'k Kernel,
    machine: &'k Automaton,
    /// Of a full shoe, how many cards have a value up to each.
    full: [i16; 9],
    len: u16,
    burnt: u16,
    cut: u16,
    /// How many cards are left in every lane: one number, so often as a vector instruction wants it.
    left: Lane<u16>,
    /// In every lane, how many cards with a value up to each are left.
    up_to: [Lane<i16>; 9],
    /// Where a ten would lead from every lane's state: for the compiler, an addition keeps the lanes together.
    tens: Lane<u16>,
    /// For how many steps each lane takes no card. It does not hang on the state, so that a processor can deal the next
    /// cards while it still looks up where the last ones lead.
    wait: Lane<u16>,
    numbers: Vector,
    /// For what only some lanes need.
    others: Xoshiro256PlusPlus,
    /// In how many ways a round can end, and how often each happened in this shoe.
    endings: usize,
    times: [Lane<u16>; ENDINGS],
    /// [`Lanes::tens`] after the last steps, and how many those were.
    recent: [Lane<u16>; RECENT],
    steps: usize,
    /// How often rounds came to each ending of the machine.
    pub(crate) ended: [u64; ENDINGS],
    /// Rounds that ran out of cards.
    pub(crate) void: u64,
}

/// Xoshiro256++, sixteen at a time.
#[derive(Clone)]
struct Vector([[u64; WORDS]; 4]);

impl Vector {
    fn from(rng: &mut impl Rng) -> Vector {
        let mut state = [[0; WORDS]; 4];
        for word in state.as_flattened_mut() {
            *word = rng.next_u64();
        }
        Vector(state)
    }

    #[inline(always)]
    fn next(&mut self) -> [u64; WORDS] {
        let [s0, s1, s2, s3] = &mut self.0;
        // Were these numbers known, the compiler would rotate one word after another.
        let [right_41, right_19] = black_box([41, 19]);
        let mut result = [0; WORDS];
        for at in 0..WORDS {
            let sum = s0[at].wrapping_add(s3[at]);
            result[at] = (sum << 23 | sum.wrapping_shr(right_41)).wrapping_add(s0[at]);
            let shifted = s1[at] << 17;
            s2[at] ^= s0[at];
            s3[at] ^= s1[at];
            s1[at] ^= s2[at];
            s0[at] ^= s3[at];
            s2[at] ^= shifted;
            s3[at] = s3[at] << 45 | s3[at].wrapping_shr(right_19);
        }
        result
    }
}

impl<'k> Lanes<'k> {
    /// Whether a game can be played so: one player, no side wager, no hole card, few endings, and tens that may be split
    /// are all alike.
    pub(crate) fn fit(kernel: &Kernel, machine: &Automaton) -> bool {
        let [player] = kernel.players.as_slice() else { return false };
        !kernel.laws.peek
            && machine.splits.is_some()
            && !player.sides.on_the_deal()
            && !player.sides.on_dealers_hand()
            && machine.endings.len() <= ENDINGS
    }

    /// How many rounds were played by the machines.
    pub(crate) fn played(&self) -> u64 {
        self.ended.iter().sum::<u64>() + self.void
    }

    pub(crate) fn new(
        kernel: &'k Kernel,
        machine: &'k Automaton,
        decks: u8,
        reach: Reach,
        rng: &mut impl Rng,
    ) -> Lanes<'k> {
        let mut counts = [0; 10];
        for kind in (0..).take(kernel.pack.cards.len()) {
            counts[usize::from(kernel.pack.value(kind))] += i16::from(decks);
        }
        let mut sum = 0;
        let full = std::array::from_fn(|value| {
            sum += counts[value];
            sum
        });
        let len = u16::try_from(counts.iter().sum::<i16>()).unwrap_or(0);
        let [burnt, cut] = [reach.burnt, reach.cut].map(|cards| u16::try_from(cards).unwrap_or(len).min(len));
        Lanes {
            kernel,
            machine,
            full,
            len,
            burnt,
            cut,
            left: [len; LANES],
            up_to: full.map(|count| [count; LANES]),
            tens: [machine.fresh + TEN; LANES],
            wait: [0; LANES],
            numbers: Vector::from(rng),
            others: Xoshiro256PlusPlus::from_rng(rng),
            endings: machine.endings.len().min(ENDINGS),
            times: [[0; LANES]; ENDINGS],
            recent: [[machine.waiting; LANES]; RECENT],
            steps: 0,
            ended: [0; ENDINGS],
            void: 0,
        }
    }

    /// Plays one shoe in every lane; rounds in which a pair is split go to `split`.
    #[inline(always)]
    pub(crate) fn shoes(&mut self, split: &mut impl FnMut(Brought), watch: &mut impl Watch) {
        self.left = [self.len; LANES];
        self.up_to = self.full.map(|count| [count; LANES]);
        self.tens = [self.machine.fresh + TEN; LANES];
        self.wait = [0; LANES];
        for left in (self.len - self.burnt + 1..=self.len).rev() {
            self.step(left, split, watch);
            self.tens = [self.machine.fresh + TEN; LANES];
            self.steps = 0;
        }
        for left in (self.len - self.cut + 1..=self.len - self.burnt).rev() {
            self.step(left, split, watch);
        }
        let mut left = self.len - self.cut;
        while self.stop_between_rounds() && left > 0 {
            self.step(left, split, watch);
            left -= 1;
        }
        self.void += self.tens.iter().filter(|ten| **ten < self.machine.waiting).count() as u64;
        self.count_endings();
    }

    /// No further round begins; `true` while one is being played.
    #[inline(always)]
    fn stop_between_rounds(&mut self) -> bool {
        let Automaton { within, waiting, .. } = *self.machine;
        let mut going = false;
        for (ten, wait) in self.tens.iter_mut().zip(&mut self.wait) {
            let stops = *ten < within;
            *wait = if stops { u16::MAX } else { *wait };
            *ten = if stops { waiting + TEN } else { *ten };
            going |= *ten < waiting;
        }
        going
    }

    /// Deals a card in every lane that has the others' number of cards left.
    #[inline(always)]
    fn step(&mut self, left: u16, split: &mut impl FnMut(Brought), watch: &mut impl Watch) {
        let drawn = self.draw(left);
        let (mut value, mut entry) = ([0; LANES], [0; LANES]);
        for at in 0..LANES {
            let waits = self.wait[at] > 0;
            self.wait[at] = self.wait[at].saturating_sub(1);
            let drawn = if waits { i16::MAX } else { drawn[at].cast_signed() };
            let mut of = TEN + u16::from(waits);
            for up_to in &mut self.up_to {
                let here = u16::from(drawn < up_to[at]);
                up_to[at] = up_to[at].wrapping_sub(here.cast_signed());
                of = of.wrapping_sub(here);
            }
            value[at] = of;
            entry[at] = self.tens[at].wrapping_add(of.wrapping_sub(TEN));
        }
        watch.dealt(&value);
        // The lanes are taken apart in memory, which is faster than in registers.
        self.tens = self.machine.follow(&black_box(entry)).map(|state| state.wrapping_add(TEN));
        let mut pairs = 0;
        for ten in &self.tens {
            pairs |= u16::from(*ten >= self.machine.pairs);
        }
        if pairs != 0 {
            self.split_pairs(left - 1, split, watch);
        }
        self.recent[self.steps % RECENT] = self.tens;
        self.steps += 1;
        if self.steps.is_multiple_of(RECENT) {
            self.count_recent();
        }
    }

    /// Counts the endings among the last states.
    #[inline(always)]
    fn count_recent(&mut self) {
        let [a, b, c, d] = self.recent;
        for (times, start) in self.times[..self.endings].iter_mut().zip((TEN..).step_by(STRIDE.into())) {
            for at in 0..LANES {
                let ends = |tens: &Lane<u16>| u16::from(tens[at] == start);
                times[at] += ends(&a) + ends(&b) + ends(&c) + ends(&d);
            }
        }
    }

    /// A number below `left` for every lane, each equally likely (Lemire, 2019, with 16 bits).
    #[inline(always)]
    #[expect(clippy::cast_possible_truncation, reason = "products and their halves are taken apart")]
    fn draw(&mut self, left: u16) -> Lane<u16> {
        let random: Lane<u16> = zerocopy::transmute!(self.numbers.next());
        let refused = ((u32::from(u16::MAX) + 1) % u32::from(left)) as u16;
        let (mut drawn, mut bad) = ([0; LANES], 0);
        for at in 0..LANES {
            drawn[at] = ((u32::from(random[at]) * u32::from(self.left[at])) >> 16) as u16;
            bad |= u16::from(random[at].wrapping_mul(self.left[at]) < refused);
            self.left[at] = self.left[at].wrapping_sub(1);
        }
        if bad != 0 {
            self.draw_again(left, refused, &random, &mut drawn);
        }
        drawn
    }

    #[cold]
    #[inline(never)]
    fn draw_again(&mut self, left: u16, refused: u16, random: &Lane<u16>, drawn: &mut Lane<u16>) {
        for lane in which(|lane| random[lane].wrapping_mul(left) < refused) {
            drawn[lane] = u16::try_from(below(left.into(), &mut self.others)).unwrap_or(0);
        }
    }

    /// Plays the rounds in which a pair came up to their end. The other lanes have `left` cards.
    #[cold]
    #[inline(never)]
    fn split_pairs(&mut self, left: u16, split: &mut impl FnMut(Brought), watch: &mut impl Watch) {
        let (pairs, before) = (self.machine.pairs, self.tens);
        for lane in which(|lane| before[lane] >= pairs) {
            let (value, up) = self.machine.pair(before[lane]);
            let mut up_to = [0; 16];
            for (up_to, all) in up_to.iter_mut().zip(&self.up_to) {
                *up_to = all[lane];
            }
            let mut cards = Ahead { up_to, numbers: &mut self.others, lane, left, watch };
            let splits = self.machine.splits.as_ref();
            let brought = splits.and_then(|splits| splits.round(self.kernel, value, up, || cards.next()));
            let dealt = left - cards.left;
            for (all, up_to) in self.up_to.iter_mut().zip(cards.up_to) {
                all[lane] = up_to;
            }
            (self.tens[lane], self.wait[lane]) = if let Some(brought) = brought {
                split(brought);
                (self.machine.fresh + TEN, dealt)
            } else {
                self.void += 1;
                (self.machine.waiting + TEN, u16::MAX)
            };
        }
    }

    /// Books the endings of the last steps.
    #[inline(never)]
    fn count_endings(&mut self) {
        // What is left of the last few steps; older states have been counted.
        let fresh = self.steps % RECENT;
        self.recent[fresh..].fill([self.machine.waiting; LANES]);
        self.count_recent();
        self.steps = 0;
        for (ended, times) in self.ended.iter_mut().zip(&mut self.times) {
            *ended += times.iter().map(|times| u64::from(*times)).sum::<u64>();
            *times = [0; LANES];
        }
    }
}

/// The lanes of which something is true; all are asked before the first is named.
#[inline]
fn which(is: impl Fn(usize) -> bool) -> impl Iterator<Item = usize> {
    let mut found = 0_u64;
    for few in (0..LANES).step_by(16).rev() {
        let mut bits = 0_u16;
        for at in 0..16 {
            bits |= if is(few + at) { 1 << at } else { 0 };
        }
        found = found << 16 | u64::from(bits);
    }
    std::iter::from_fn(move || {
        let lane = found.trailing_zeros() as usize;
        found &= found.wrapping_sub(1);
        (lane < LANES).then_some(lane)
    })
}

/// The cards of a lane that plays a round by itself.
struct Ahead<'l, W> {
    /// How many cards with a value up to each are left; above the nine values there are none.
    up_to: [i16; 16],
    numbers: &'l mut Xoshiro256PlusPlus,
    lane: usize,
    left: u16,
    watch: &'l mut W,
}

impl<W: Watch> Ahead<'_, W> {
    /// The value of the next card.
    #[inline]
    fn next(&mut self) -> Option<u8> {
        if self.left == 0 {
            return None;
        }
        let drawn = i16::try_from(below(self.left.into(), self.numbers)).unwrap_or(0);
        self.left -= 1;
        let mut value = 9;
        for up_to in &mut self.up_to {
            let here = drawn < *up_to;
            *up_to -= i16::from(here);
            value -= u8::from(here);
        }
        self.watch.ahead(self.lane, value);
        Some(value)
    }
}
