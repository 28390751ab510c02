//! The shoes deal what their counts say, by the generator they are said to have, on any processor.

use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::SeedableRng;

use super::*;
use crate::dispatch;
use crate::generator::chacha;

/// The values of so many decks with a number of suits.
fn full(decks: u16, suits: u16) -> Full {
    let mut counts = [decks * suits; 10];
    counts[9] *= 4;
    Full::of(counts).expect("no shoe is larger")
}

#[test]
fn whole_shoes_are_the_same_on_any_processor_and_hold_the_cards_of_their_decks() {
    for (decks, suits) in [(1, 4), (6, 4), (8, 4), (12, 4), (12, 5)] {
        let full = full(decks, suits);
        let mut plain = Shoes::new(full, &mut chacha(decks.into(), 0));
        let mut fastest = plain.clone();
        for _ in 0..50 {
            plain.reshuffle(full);
            fastest.reshuffle(full);
            let mut dealt = [vec![[0; WIDTH]; full.len.into()], vec![[0; WIDTH]; full.len.into()]];
            plain.deal(full.len, &mut dealt[0]);
            let (first, rest) = dealt[1].split_at_mut(10);
            dispatch::deal(&mut fastest, full.len, first);
            dispatch::deal(&mut fastest, full.len - 10, rest);
            assert_eq!(dealt[0], dealt[1], "{decks} decks");
            for shoe in 0..WIDTH {
                let many = |value| dealt[0].iter().filter(|values| values[shoe] == value).count();
                let tens = usize::from(decks * suits);
                assert_eq!(many(9), 4 * tens, "{decks} decks");
                assert!((0..9).all(|value| many(value) == tens), "{decks} decks");
            }
        }
    }
}

#[test]
fn shoes_that_a_byte_cannot_count_are_refused() {
    let mut counts = [0; 10];
    counts[3] = 256;
    assert_eq!(Full::of(counts), None);
}

#[test]
fn the_numbers_are_those_of_xoshiro() {
    let mut shoes = Shoes::new(full(6, 4), &mut chacha(1, 0));
    let mut one = {
        let mut seed = [0; 32];
        for (bytes, words) in seed.chunks_exact_mut(8).zip(shoes.numbers) {
            bytes.copy_from_slice(&words[2].to_le_bytes());
        }
        Xoshiro256PlusPlus::from_seed(seed)
    };
    for _ in 0..1000 {
        let bytes: [[u8; 8]; 4] = zerocopy::transmute!(shoes.random());
        assert_eq!(u64::from_le_bytes(bytes[2]), one.next_u64());
    }
}
