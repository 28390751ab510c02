//! The one place with `unsafe`: calling code that was compiled for more than the least processor.
//!
//! The invariant: a function compiled for a feature is called only after the processor said that it has the feature.
#![expect(
    unsafe_code,
    reason = "one program must run on all processors; by a library that hides this call the lanes took 1.4 times as long"
)]

use crate::automaton::Automaton;
#[cfg(target_arch = "x86_64")]
use crate::lanes::avx2;
use crate::lanes::{GROUPS, Pairs, Shoes, States, Values, plain};

/// [`Shoes::deal`], as fast as this processor can.
pub(crate) fn deal(shoes: &mut Shoes, left: u16, values: &mut [Values]) {
    #[cfg(target_arch = "x86_64")]
    if is_x86_feature_detected!("avx2") {
        // SAFETY: the processor has just said that it has the feature.
        return unsafe { avx2::deal(shoes, left, values) };
    }
    shoes.deal(left, values);
}

/// [`plain::follow`], as fast as this processor can.
pub(crate) fn follow(
    machine: &Automaton,
    states: &mut States,
    values: [&[Values]; GROUPS],
    kept: &mut [[Values; GROUPS]],
) -> (usize, Pairs) {
    #[cfg(target_arch = "x86_64")]
    if is_x86_feature_detected!("avx2") {
        // SAFETY: the processor has just said that it has the feature.
        return unsafe { avx2::follow(machine, states, values, kept) };
    }
    plain::follow(machine, states, values, kept)
}

/// [`plain::count`], as fast as this processor can.
pub(crate) fn count(kept: &[[Values; GROUPS]], ending: u8) -> u64 {
    #[cfg(target_arch = "x86_64")]
    if is_x86_feature_detected!("avx2") {
        // SAFETY: the processor has just said that it has the feature.
        return unsafe { avx2::count(kept, ending) };
    }
    plain::count(kept, ending)
}
