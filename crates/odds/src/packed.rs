//! Tables by sets of cards, fast enough to be filled with hundreds of thousands of them.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

use crate::hands::Counts;

/// A set of cards in one number: six bits for each value.
pub(crate) fn pack(cards: &Counts) -> u64 {
    cards.iter().fold(0, |packed, &count| packed << 6 | u64::from(count))
}

/// The cards of a packed set.
pub(crate) fn unpack(packed: u64) -> Counts {
    std::array::from_fn(|value| {
        let at = 6 * (9 - u32::try_from(value).expect("ten values"));
        u8::try_from(packed >> at & 63).expect("six bits")
    })
}

/// A table by packed sets of cards.
pub(crate) type BySet<T> = HashMap<u64, T, BuildHasherDefault<Mixed>>;

/// Mixes one number; the sets are our own, so nobody chooses them to collide.
#[derive(Default)]
pub(crate) struct Mixed(u64);

impl Hasher for Mixed {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.write_u64(u64::from(byte));
        }
    }

    fn write_u64(&mut self, number: u64) {
        let mixed = (self.0 ^ number).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        self.0 = mixed ^ mixed >> 29;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_packed_set_unpacks_to_itself() {
        let cards = [0, 1, 2, 3, 40, 63, 0, 9, 8, 7];
        assert_eq!(unpack(pack(&cards)), cards);
    }
}
