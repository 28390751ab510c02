//! Whatever goes wrong at a table, the round can be finished.

use std::thread;

use laws::table::{Tally, every_incident_ends_well};
use testkit::Random;

use crate::driver;

/// Walks to a state at which everything is tried that can go wrong. Two threads share them.
const WALKS: u64 = 25_000;

/// The bytes of a walk, by its number.
fn walk(number: u64) -> Vec<u8> {
    let mut random = Random::new(number.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1);
    let mut next = || random.bits().to_le_bytes()[3];
    let length = 16 + usize::from(next());
    (0..length).map(|_| next()).collect()
}

#[test]
fn every_incident_is_carried_out_or_refused_and_the_round_can_be_finished() {
    let walks = WALKS * driver::times();
    let half = |from: u64| {
        thread::spawn(move || {
            let mut tally = Tally::new();
            for number in (from..walks).step_by(2) {
                every_incident_ends_well(&walk(number), &mut tally);
            }
            tally
        })
    };
    let mut all = Tally::new();
    for half in [half(0), half(1)] {
        for (incident, counts) in half.join().expect("every law holds") {
            let sum = all.entry(incident).or_default();
            *sum = [sum[0] + counts[0], sum[1] + counts[1]];
        }
    }
    // The walks go far enough only if every incident meets tables where it can be carried out.
    for (incident, [carried_out, refused]) in all {
        assert!(carried_out > 0, "{incident}: carried out {carried_out} times, refused {refused} times");
    }
}
