//! Any text is a rule book or is refused.
#![no_main]

libfuzzer_sys::fuzz_target!(|text: &str| laws::rule_book(text));
