//! Any text is a transcript or is refused; what can be read prints and reads back the same, and runs without a panic.
#![no_main]

use transcript::{parse, replay};

libfuzzer_sys::fuzz_target!(|text: &str| {
    if let Ok(transcript) = parse(text) {
        let again = parse(&transcript.to_string()).expect("what is printed can be read");
        assert!(transcript.lines.iter().map(|line| &line.statement).eq(again.lines.iter().map(|line| &line.statement)));
        // A path in the text is not followed: only the five games are played here.
        let first = transcript.lines.first().map(|line| line.statement.to_string()).unwrap_or_default();
        if rulebook::GAMES.iter().any(|game| first == format!("game {game}")) {
            let _ = replay(&transcript, None, true);
        }
    }
});
