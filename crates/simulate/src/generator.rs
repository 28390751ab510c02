//! Where random numbers come from.
//!
//! A run is cut into blocks. The numbers of block `b` under seed `s` begin with `ChaCha20` keyed with `s` on stream `b`:
//! it gives the first state of the fast generator, Xoshiro256++ (Blackman and Vigna, 2019; period 2^256 - 1), or in the
//! slow mode every number itself. So blocks do not depend on each other, nor on who plays them.

use rand_chacha::ChaCha20Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

/// Which generator deals.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Generator {
    /// Xoshiro256++: fast, and good enough that no test here tells it from chance.
    #[default]
    Xoshiro256PlusPlus,
    /// `ChaCha20`: a cipher, several times slower, to compare with.
    ChaCha20,
}

/// Numbers one after another, all 64 bits of each equally likely.
pub trait Numbers {
    /// The next number.
    fn number(&mut self) -> u64;
}

impl Numbers for Xoshiro256PlusPlus {
    #[inline]
    fn number(&mut self) -> u64 {
        self.next_u64()
    }
}

impl Numbers for ChaCha20Rng {
    #[inline]
    fn number(&mut self) -> u64 {
        self.next_u64()
    }
}

/// The cipher of one block.
#[must_use]
pub fn chacha(seed: u64, block: u64) -> ChaCha20Rng {
    let mut rng = ChaCha20Rng::seed_from_u64(seed);
    rng.set_stream(block);
    rng
}

/// The fast generator of one block.
#[must_use]
pub fn xoshiro(seed: u64, block: u64) -> Xoshiro256PlusPlus {
    Xoshiro256PlusPlus::from_rng(&mut chacha(seed, block))
}
