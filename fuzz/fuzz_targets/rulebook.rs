//! Any text is a rule book or a list of faults.
#![no_main]

libfuzzer_sys::fuzz_target!(|text: &str| {
    let _ = rulebook::Rules::read(text, |_| Ok(String::from("id\tkind\tactor\trule\tconsequence\texample\tenforce\n")));
});
