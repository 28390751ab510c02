//! Whatever is said at a table, every law of a round holds.
#![no_main]

#[path = "../../crates/round/tests/laws/mod.rs"]
mod laws;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| laws::hold(bytes));
