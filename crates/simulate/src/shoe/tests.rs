//! The statistics of the dealing, for both generators, at the 99 % level and with fixed seeds.

use vocabulary::Deck;

use super::*;
use crate::chance::{Counts, assert_normal, chi_square, count, float, limits};
use crate::generator::{chacha, xoshiro};

const SHOES: usize = 40_000;
const DEALT: usize = 60;

/// Deals so many cards of so many shoes; each shoe starts with the cards as the one before left them.
fn deal(mut numbers: impl Numbers, decks: u8, mut see: impl FnMut(&[Lying])) {
    let mut shoe = Shoe::new(&Pack::of(Deck::Standard52), decks);
    for _ in 0..SHOES {
        shoe.reshuffle();
        shoe.shuffle_to(DEALT.min(shoe.len()), &mut numbers);
        let cards: Vec<Lying> = (0..DEALT.min(shoe.len())).map(|place| shoe.at(place)).collect();
        see(&cards);
    }
}

fn both(decks: u8, mut see: impl FnMut(&mut dyn FnMut(&mut dyn FnMut(&[Lying])))) {
    see(&mut |each| deal(xoshiro(1, 7), decks, each));
    see(&mut |each| deal(chacha(1, 7), decks, each));
}

#[test]
fn every_card_is_as_likely_in_every_place() {
    for decks in [1, 6] {
        both(decks, |shoes| {
            let mut kinds = Counts::new(DEALT.min(usize::from(decks) * 52), 52);
            shoes(&mut |cards| {
                cards.iter().enumerate().for_each(|(place, card)| kinds.add(place, usize::from(kind(*card))));
            });
            kinds.assert_chance(&[1.0 / 52.0; 52]);
        });
    }
}

#[test]
fn every_rank_is_as_likely_in_every_place() {
    let mut shares = [1.0 / 13.0; 10];
    shares[9] = 4.0 / 13.0;
    both(6, |shoes| {
        let mut values = Counts::new(DEALT, 10);
        shoes(&mut |cards| {
            cards.iter().enumerate().for_each(|(place, card)| values.add(place, usize::from(value(*card))));
        });
        values.assert_chance(&shares);
    });
}

/// A card says of the next no more than that it is out itself.
#[test]
fn neighbours_are_as_likely_as_the_shoe_has_them() {
    both(1, |shoes| {
        let mut seen = vec![0; 100];
        shoes(&mut |cards| {
            // One pair of each shoe: those of one shoe depend on each other.
            seen[usize::from(value(cards[6]) * 10 + value(cards[7]))] += 1;
        });
        let of = |value: usize| if value == 9 { 16.0 } else { 4.0 };
        let share = |at: usize| {
            let (one, other) = (at / 10, at % 10);
            let left = of(other) - f64::from(u8::from(one == other));
            of(one) * left / (52.0 * 51.0)
        };
        let shares: Vec<f64> = (0..100).map(share).collect();
        let far = chi_square(&seen, &shares);
        assert!(limits(99.0).contains(&far), "{far}");
    });
}

/// The correlation of a card's points with those of the card so many places on: in a shoe of n cards it is -1 / (n - 1).
#[test]
fn cards_are_correlated_no_more_than_by_being_out() {
    both(6, |shoes| {
        for apart in [1, 2, 3, 6, 7] {
            let (mut sums, mut pairs) = ([0.0; 3], 0);
            shoes(&mut |cards| {
                let points = |card: Lying| f64::from(value(card)) - 72.0 / 13.0;
                for at in (0..cards.len() - apart).step_by(2 * apart) {
                    let (one, other) = (points(cards[at]), points(cards[at + apart]));
                    sums = [sums[0] + one * other, sums[1] + one * one, sums[2] + other * other];
                    pairs += 1;
                }
            });
            let correlation = sums[0] / (sums[1] * sums[2]).sqrt();
            assert_normal("serial correlation", (correlation + 1.0 / 311.0) * count(pairs).sqrt());
        }
    });
}

/// Runs of cards above and below the middle (Wald and Wolfowitz, 1940), shoe by shoe.
#[test]
fn runs_are_as_many_as_they_should_be() {
    both(6, |shoes| {
        let (mut sum, mut many) = (0.0, 0);
        shoes(&mut |cards| {
            let high: Vec<bool> = cards.iter().map(|card| value(*card) >= 6).collect();
            let runs = 1 + high.windows(2).filter(|two| two[0] != two[1]).count();
            let (a, b) = (count(high.iter().filter(|high| **high).count()), count(high.len()));
            let mean = 2.0 * a * (b - a) / b + 1.0;
            let variance = (mean - 1.0) * (mean - 2.0) / (b - 1.0);
            sum += (count(runs) - mean) / variance.sqrt();
            many += 1;
        });
        assert_normal("runs", sum / count(many).sqrt());
    });
}

/// Bits, bytes and runs of the generators themselves.
#[test]
fn the_generators_give_every_byte_and_bit_as_often() {
    fn check(mut numbers: impl Numbers) {
        let (mut bytes, mut bits, mut last, mut changes) = (vec![0; 256], 0u64, 0, 0u64);
        let many = 200_000;
        for _ in 0..many {
            let number = numbers.number();
            number.to_le_bytes().iter().for_each(|byte| bytes[usize::from(*byte)] += 1);
            bits += u64::from(number.count_ones());
            changes += u64::from((number ^ last).count_ones());
            last = number;
        }
        let far = chi_square(&bytes, &[1.0 / 256.0; 256]);
        assert!(limits(255.0).contains(&far), "{far}");
        let all = float(64 * many);
        for ones in [bits, changes] {
            assert_normal("bits", (float(ones) - all / 2.0) / (all / 4.0).sqrt());
        }
    }
    check(xoshiro(1, 0));
    check(chacha(1, 0));
}

#[test]
fn a_small_range_is_drawn_from_evenly() {
    let mut numbers = xoshiro(2, 0);
    for range in [1, 2, 3, 5, 6, 52] {
        let mut seen = vec![0; range];
        (0..60_000).for_each(|_| seen[below(range as u64, &mut numbers)] += 1);
        let far = chi_square(&seen, &vec![1.0 / count(range); range]);
        assert!(range == 1 || limits(count(range) - 1.0).contains(&far), "{range}: {far}");
    }
}

/// Where a batch would favour some places it is drawn again: with 64 bits that hardly ever shows, so the bound is checked.
#[test]
fn a_batch_refuses_what_the_ranges_leave_over() {
    for left in [6u64, 7, 52, 312, 416, 780] {
        let product: u128 = (0..6).map(|less| u128::from(left - less)).product();
        assert_eq!(u128::from(refused(left)), (1u128 << 64) % product, "{left}");
    }
}
