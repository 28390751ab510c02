//! The one place with `unsafe`: calling code that was compiled for more than the least processor.
//!
//! The invariant: a function compiled for a feature is called only after the processor said that it has the feature.
#![expect(
    unsafe_code,
    reason = "one program must run on all processors; by a library that hides this call the lanes took 1.4 times as long"
)]

use crate::lanes::Lanes;
use crate::outcome::Brought;

/// Plays one shoe in every lane, as fast as this processor can.
pub(crate) fn shoes(lanes: &mut Lanes<'_>, split: &mut impl FnMut(Brought)) {
    #[cfg(target_arch = "x86_64")]
    if is_x86_feature_detected!("avx2") && is_x86_feature_detected!("bmi2") {
        // SAFETY: the processor has just said that it has both features.
        return unsafe { with_avx2(lanes, split) };
    }
    lanes.shoes(split, &mut ());
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2,bmi2")]
fn with_avx2(lanes: &mut Lanes<'_>, split: &mut impl FnMut(Brought)) {
    lanes.shoes(split, &mut ());
}
