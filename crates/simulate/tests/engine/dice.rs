/// A small generator of numbers (splitmix64): the same seed gives the same cards everywhere.
pub(crate) struct Dice(pub(crate) u64);

impl Dice {
    pub(crate) fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    pub(crate) fn one_in(&mut self, many: u64) -> bool {
        self.next().is_multiple_of(many)
    }

    pub(crate) fn shuffle<T>(&mut self, things: &mut [T]) {
        for at in (1..things.len()).rev() {
            let below = usize::try_from(self.next() % (at as u64 + 1)).expect("smaller than the shoe");
            things.swap(at, below);
        }
    }
}
