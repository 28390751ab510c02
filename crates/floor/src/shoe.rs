//! A shoe whose order nobody knows, and everybody can check once it is over.
//!
//! A seed of 32 bytes from the system's entropy keys `ChaCha20`; its numbers, made unbiased, drive a Fisher-Yates shuffle.
//! The SHA-256 of the seed is published before the first card is dealt and the seed itself when the shoe is done, so
//! anyone can shuffle the same cards again and find that none was changed on the way. This file is the whole recipe: its
//! numbers must never change, or old shoes could not be checked.

use std::fmt;
use std::sync::Arc;

use rand_chacha::ChaCha20Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};
use sha2::{Digest, Sha256};
use vocabulary::{Card, Composition};

use crate::hex::{hex, unhex};

/// Where the order of a shoe comes from. Secret until the shoe is done.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Seed(pub [u8; 32]);

impl Seed {
    /// What is published before the first card: the SHA-256 of the seed, in hexadecimal digits.
    #[must_use]
    pub fn commitment(&self) -> String {
        hex(&Sha256::digest(self.0))
    }

    /// The seed in hexadecimal digits, to be stored out of sight or shown when the shoe is done.
    #[must_use]
    pub fn reveal(&self) -> String {
        hex(&self.0)
    }

    /// Reads a seed that was stored or revealed.
    #[must_use]
    pub fn read(text: &str) -> Option<Seed> {
        unhex(text)?.try_into().ok().map(Seed)
    }
}

/// Neither logs nor errors show a seed.
impl fmt::Debug for Seed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Seed(..)")
    }
}

/// Shuffled cards, dealt from the front.
#[derive(Clone)]
pub struct Shoe {
    seed: Seed,
    cards: Arc<[Card]>,
    dealt: usize,
}

impl Shoe {
    /// Shuffles these cards by the seed.
    #[must_use]
    pub fn shuffle(cards: &Composition, seed: Seed) -> Shoe {
        let mut order: Vec<Card> = Vec::with_capacity(cards.len());
        for card in cards.deck().cards() {
            order.extend((0..cards.count(card)).map(|_| card));
        }
        let mut numbers = ChaCha20Rng::from_seed(seed.0);
        for last in (1..order.len()).rev() {
            order.swap(last, below(&mut numbers, last + 1));
        }
        Shoe { seed, cards: order.into(), dealt: 0 }
    }

    /// The same shoe after `dealt` cards.
    #[must_use]
    pub fn after(self, dealt: usize) -> Shoe {
        Shoe { dealt: dealt.min(self.cards.len()), ..self }
    }

    /// The next card.
    pub fn draw(&mut self) -> Option<Card> {
        let card = self.cards.get(self.dealt).copied();
        self.dealt += usize::from(card.is_some());
        card
    }

    /// The card at a place, from 0.
    pub(crate) fn at(&self, place: usize) -> Option<Card> {
        self.cards.get(place).copied()
    }

    /// How many cards came out.
    #[must_use]
    pub fn dealt(&self) -> usize {
        self.dealt
    }

    /// How many cards are left.
    #[must_use]
    pub fn left(&self) -> usize {
        self.cards.len() - self.dealt
    }

    /// Whether that percentage of the cards is out.
    #[must_use]
    pub fn is_past(&self, per_cent: u8) -> bool {
        self.dealt * 100 >= self.cards.len() * usize::from(per_cent)
    }

    /// Where its order comes from.
    #[must_use]
    pub fn seed(&self) -> Seed {
        self.seed
    }
}

/// Neither logs nor errors show the order.
impl fmt::Debug for Shoe {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Shoe({} dealt, {} left)", self.dealt, self.left())
    }
}

/// A number below a bound, each equally likely: the high half of a product, with the few low halves rejected that
/// would come once too often (Lemire, 2019).
fn below(numbers: &mut ChaCha20Rng, bound: usize) -> usize {
    let bound = u32::try_from(bound).expect("a shoe has fewer than 2^32 cards");
    let too_often = bound.wrapping_neg() % bound;
    loop {
        let product = u64::from(numbers.next_u32()) * u64::from(bound);
        let (high, low) = (product >> 32, product & u64::from(u32::MAX));
        if low >= u64::from(too_often) {
            return usize::try_from(high).expect("it is below the bound");
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use vocabulary::Deck;

    fn full() -> Composition {
        Composition::full(Deck::Standard52, 6)
    }

    #[test]
    fn a_shuffled_shoe_holds_every_card_as_often_as_its_decks_do() {
        let mut shoe = Shoe::shuffle(&full(), Seed([7; 32]));
        let mut left = full();
        while let Some(card) = shoe.draw() {
            left.take(card).unwrap();
        }
        assert!(left.is_empty());
        assert_eq!((shoe.left(), shoe.dealt()), (0, 312));
    }

    #[test]
    fn a_seed_gives_its_order_again_and_another_gives_another() {
        let order = |seed: u8| {
            let mut shoe = Shoe::shuffle(&full(), Seed([seed; 32]));
            std::iter::from_fn(move || shoe.draw()).collect::<Vec<_>>()
        };
        assert_eq!(order(1), order(1));
        assert_ne!(order(1), order(2));
        let mut later = Shoe::shuffle(&full(), Seed([1; 32])).after(100);
        assert_eq!(later.draw(), Some(order(1)[100]));
    }

    /// SHA-256 of 32 zero bytes, as published with the standard's test values.
    #[test]
    fn the_commitment_is_the_sha_256_of_the_seed() {
        let zero = "66687aadf862bd776c8fc18b8e9f8e20089714856ee233b3902a591d0d5f2925";
        assert_eq!(Seed([0; 32]).commitment(), zero);
    }

    #[test]
    fn a_revealed_seed_reads_back_and_debug_tells_nothing() {
        let seed = Seed(std::array::from_fn(|at| u8::try_from(at * 7).unwrap()));
        assert_eq!(Seed::read(&seed.reveal()), Some(seed));
        assert_eq!(Seed::read("00"), None);
        assert_eq!(Seed::read(&"zz".repeat(32)), None);
        assert_eq!(Seed::read(&"é".repeat(32)), None);
        let shoe = Shoe::shuffle(&full(), seed);
        assert_eq!(format!("{shoe:?} {seed:?}"), "Shoe(0 dealt, 312 left) Seed(..)");
    }

    /// Chi-square over which of 52 cards lies at which of 52 places, 20,000 shuffles: 2,601 degrees of freedom, the 99.9 %
    /// quantile by Wilson and Hilferty is 2,831.
    #[test]
    fn every_card_lies_everywhere_equally_often() {
        const SHUFFLES: u32 = 20_000;
        let one = Composition::full(Deck::Standard52, 1);
        let mut counts = [[0u32; 52]; 52];
        for number in 0..SHUFFLES {
            let mut seed = [0; 32];
            seed[..4].copy_from_slice(&number.to_le_bytes());
            let shoe = Shoe::shuffle(&one, Seed(seed));
            for (place, card) in shoe.cards.iter().enumerate() {
                counts[place][Deck::Standard52.index(*card).unwrap()] += 1;
            }
        }
        let expected = f64::from(SHUFFLES) / 52.0;
        let square = |count: &u32| (f64::from(*count) - expected).powi(2) / expected;
        let chi: f64 = counts.iter().flatten().map(square).sum();
        assert!(chi < 2_831.0, "chi-square {chi}");
    }
}
