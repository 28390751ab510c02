//! A small source of chance that a seed gives again.

/// Numbers by chance.
pub(super) struct Dice(u64);

impl Dice {
    pub(super) fn new(seed: u64) -> Dice {
        Dice(seed | 1)
    }

    /// Dice of someone in a drill with this seed.
    pub(super) fn of(seed: u64, number: usize) -> Dice {
        Dice::new(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15).wrapping_add(number as u64))
    }

    pub(super) fn below(&mut self, bound: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 20) % bound.max(1)
    }

    /// One of several; `None` if there are none.
    pub(super) fn pick<'a, T>(&mut self, of: &'a [T]) -> Option<&'a T> {
        of.get(usize::try_from(self.below(of.len() as u64)).unwrap_or(0))
    }
}
