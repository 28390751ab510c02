/// A small random source with a seed, so that a failing run can be repeated: xorshift64.
#[derive(Clone, Debug)]
pub struct Random(u64);

impl Random {
    /// Starts from a seed. Zero, which xorshift cannot leave, counts as one.
    #[must_use]
    pub fn new(seed: u64) -> Random {
        Random(seed.max(1))
    }

    /// Returns 64 random bits.
    pub fn bits(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }

    /// Returns a number below `bound`.
    ///
    /// # Panics
    /// When `bound` is zero.
    pub fn below(&mut self, bound: usize) -> usize {
        usize::try_from(self.bits() >> 33).expect("31 bits fit") % bound
    }
}

#[cfg(test)]
mod tests {
    use super::Random;

    #[test]
    fn the_same_seed_gives_the_same_numbers_and_all_of_a_range_come_up() {
        let (mut one, mut other) = (Random::new(7), Random::new(7));
        let mut seen = [0; 6];
        for _ in 0..6_000 {
            let number = one.below(6);
            assert_eq!(number, other.below(6));
            seen[number] += 1;
        }
        assert!(seen.iter().all(|count| (800..1_200).contains(count)), "{seen:?}");
    }
}
