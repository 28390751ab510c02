//! Any text is a transcript or is refused.
#![no_main]

libfuzzer_sys::fuzz_target!(|text: &str| laws::notation(text));
