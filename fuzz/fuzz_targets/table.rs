//! The laws of a round hold whatever is said at a table.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| laws::table::obeys(bytes));
