//! The laws of a round hold for random tables, people and cards, and whatever goes wrong. `fuzz/` drives the same laws
//! with a fuzzer.

mod laws;

use std::thread;

use proptest::prelude::*;

/// So many walks to a state at which everything is tried that can go wrong, shared by two threads.
const WALKS: u64 = 100_000;

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(1500) })]

    #[test]
    fn every_law_holds_whatever_is_said(bytes in proptest::collection::vec(any::<u8>(), 0..700)) {
        laws::hold(&bytes);
    }
}

/// The bytes of a walk, by its number.
fn walk(number: u64) -> Vec<u8> {
    let mut state = number.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1;
    let mut next = || {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        state.to_le_bytes()[3]
    };
    let length = 16 + usize::from(next());
    (0..length).map(|_| next()).collect()
}

#[test]
fn every_incident_is_carried_out_or_refused_and_the_round_can_be_finished() {
    let half = |from: u64| {
        thread::spawn(move || {
            let mut tally = laws::Tally::new();
            for number in (from..WALKS).step_by(2) {
                laws::every_incident_ends_well(&walk(number), &mut tally);
            }
            tally
        })
    };
    let mut all = laws::Tally::new();
    for half in [half(0), half(1)] {
        for (incident, counts) in half.join().expect("every law holds") {
            let sum = all.entry(incident).or_default();
            *sum = [sum[0] + counts[0], sum[1] + counts[1]];
        }
    }
    // The walks go far enough only if every incident meets tables where it can be carried out.
    for (incident, [carried_out, refused]) in all {
        assert!(carried_out >= 5, "{incident}: carried out {carried_out} times, refused {refused} times");
    }
}
