//! The machine with a weight in every row: adding the weights of all rows that are reached counts the endings among them,
//! without a question and without a counter to be fetched and stored for each card.

use zerocopy::{transmute_mut, transmute_ref};

use crate::automaton::{Automaton, STRIDE};

/// How many numbers of 64 bits a row has: ten states of 16 bits, and the weight.
const STEP: u16 = 4;
/// Where the weight lies in a row.
const WEIGHT: usize = 3;
/// Any state and any byte lie within so many.
const ROOM: usize = (1 << 16) + 64;
/// As many endings as a weight has bytes for; the last byte is for pairs.
const ENDINGS: usize = 7;

/// A sum of weights.
#[derive(Clone, Copy, Default)]
pub(crate) struct Load(u64);

impl Load {
    /// So many rows can be added before a byte overflows, if each third of them is an ending.
    pub(crate) const ROWS: usize = 3 * u8::MAX as usize;

    /// Whether a pair to split was reached.
    #[inline]
    pub(crate) const fn any_pair(self) -> bool {
        self.0 >> 56 > 0
    }

    /// Forgets about pairs.
    pub(crate) const fn forget_pairs(&mut self) {
        self.0 &= u64::MAX >> 8;
    }

    /// How often each ending was reached.
    pub(crate) fn endings(self) -> [u8; ENDINGS] {
        let [endings @ .., _] = self.0.to_le_bytes();
        endings
    }
}

/// The table. A state is where its row begins, in numbers of 64 bits.
#[derive(Clone, Debug)]
pub(crate) struct Scale {
    rows: Box<[u64; ROOM]>,
    /// The first row of a shoe.
    pub(crate) fresh: u16,
    /// The first pair to split.
    pub(crate) pairs: u16,
}

impl Scale {
    /// The machine with weights; `None` when it has more endings than a weight has room for.
    pub(crate) fn of(machine: &Automaton) -> Option<Scale> {
        if machine.endings.len() > ENDINGS || usize::from(machine.rows()) * usize::from(STEP) > 1 << 16 {
            return None;
        }
        let mut rows: Box<[u64; ROOM]> = vec![0; ROOM].try_into().ok()?;
        for row in 0..machine.rows() {
            let states: &mut [u16; 4 * ROOM] = transmute_mut!(&mut *rows);
            for value in 0..10 {
                let to = machine.next(row * STRIDE, value);
                states[usize::from(row) * 16 + usize::from(value)] = here(to);
            }
            rows[usize::from(row * STEP) + WEIGHT] = match usize::from(row) {
                ending if ending < machine.endings.len() => 1 << (8 * ending),
                _ if row * STRIDE >= machine.pairs => 1 << 56,
                _ => 0,
            };
        }
        Some(Scale { rows, fresh: here(machine.fresh), pairs: here(machine.pairs) })
    }

    /// The state of the machine that this one is.
    pub(crate) const fn there(state: u16) -> u16 {
        state / STEP * STRIDE
    }

    /// The state after a card.
    #[inline]
    pub(crate) fn next(&self, state: u16, value: u8) -> u16 {
        let states: &[u16; 4 * ROOM] = transmute_ref!(&*self.rows);
        states[usize::from(state) * 4 + usize::from(value)]
    }

    /// The state after a card, the weight of which is added.
    #[inline]
    pub(crate) fn weigh(&self, state: u16, value: u8, load: &mut Load) -> u16 {
        let next = self.next(state, value);
        load.0 = load.0.wrapping_add(self.rows[usize::from(next) + WEIGHT]);
        next
    }
}

/// The state here that a state of the machine is.
const fn here(state: u16) -> u16 {
    state / STRIDE * STEP
}
