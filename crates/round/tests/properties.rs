//! The laws of a round hold for random tables, people and cards. `fuzz/` drives the same laws with a fuzzer.

mod laws;

use proptest::prelude::*;

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(1500) })]

    #[test]
    fn every_law_holds_whatever_is_said(bytes in proptest::collection::vec(any::<u8>(), 0..700)) {
        laws::hold(&bytes);
    }
}
