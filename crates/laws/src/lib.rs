//! The laws: what holds for any input at all.
//!
//! Each law is a function that takes an input and panics if the law is broken. The tests of this crate call them with a
//! corpus and with mutations of it, on any toolchain; `fuzz/` calls them from libFuzzer.

pub mod table;

use rulebook::{GAMES, Rules};
use transcript::{Line, parse, replay};

/// Any text is a transcript or is refused. A transcript that parses prints to a text that parses to the same statements,
/// and replays without a panic.
///
/// # Panics
///
/// If the law is broken.
pub fn notation(text: &str) {
    let Ok(transcript) = parse(text) else { return };
    let printed = transcript.to_string();
    let again = parse(&printed).unwrap_or_else(|faults| panic!("{faults:?} in what was printed:\n{printed}"));
    let statements = |lines: &[Line]| lines.iter().map(|line| line.statement.clone()).collect::<Vec<_>>();
    assert_eq!(statements(&transcript.lines), statements(&again.lines));
    // `game PATH` would read a file, so only the five games are replayed.
    let first = transcript.lines.first().map(|line| line.statement.to_string()).unwrap_or_default();
    if GAMES.iter().any(|game| first == format!("game {game}")) {
        let _ = replay(&transcript, None, true);
    }
}

/// Any text is a rule book or is refused with at least one fault. A round by a book that is accepted obeys every law.
///
/// # Panics
///
/// If the law is broken.
pub fn rule_book(text: &str) {
    match Rules::read(text, clauses) {
        Ok(rules) => table::obeys_by(rules, &ROUND),
        Err(faults) => assert!(!faults.0.is_empty(), "a book is refused without a reason"),
    }
}

/// The clause tables of the five games, by the name a book gives them.
fn clauses(name: &str) -> Result<String, String> {
    let text = match name {
        "clauses/blackjack.tsv" => include_str!("../../../rulebooks/clauses/blackjack.tsv"),
        "clauses/electronic.tsv" => include_str!("../../../rulebooks/clauses/electronic.tsv"),
        "clauses/macau.tsv" => include_str!("../../../rulebooks/clauses/macau.tsv"),
        "clauses/plus.tsv" => include_str!("../../../rulebooks/clauses/plus.tsv"),
        "clauses/star-elements.tsv" => include_str!("../../../rulebooks/clauses/star-elements.tsv"),
        _ => return Err(format!("there is no {name}")),
    };
    Ok(text.to_owned())
}

/// Some choices that lead through a few rounds of any game; see [`table::obeys_by`].
const ROUND: [u8; 256] = choices();

const fn choices() -> [u8; 256] {
    let mut bytes = [0; 256];
    let (mut at, mut state) = (0, 1_u32);
    while at < bytes.len() {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        bytes[at] = state.to_be_bytes()[0];
        at += 1;
    }
    bytes
}
