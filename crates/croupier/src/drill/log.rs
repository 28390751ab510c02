//! What the servers wrote into their logs: anything unexpected is a fault.

use std::path::Path;

use anyhow::Context;

/// What a drill makes a server say, and why that is no fault.
const EXPECTED: [(&str, Servers); 7] = [
    // The pit posts other limits than the config has, and every start says so.
    ("the table does not play by the config", Servers::Any),
    // Large awards and voids are asked for, and some of them no player's account covers.
    ("this waits for a second person", Servers::Any),
    ("what was approved is not covered", Servers::Any),
    // A table that passes from a killed server to the other, or back.
    ("another server keeps the table", Servers::Several),
    ("the table is being taken over", Servers::Several),
    ("the table is not served here", Servers::Several),
    // Until it is taken over it cannot be written; the parts are named in order, tables last.
    ("these parts cannot write: table/", Servers::Several),
];

/// With how many servers something is expected.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Servers {
    Any,
    Several,
}

/// What a drill does not expect in the log of one of several servers, each line once with how often it came.
pub(super) fn unexpected(path: &Path, servers: usize) -> anyhow::Result<Vec<String>> {
    let text = std::fs::read(path).with_context(|| path.display().to_string())?;
    Ok(lines(&String::from_utf8_lossy(&text), servers))
}

fn lines(text: &str, servers: usize) -> Vec<String> {
    let mut found: Vec<(String, u32)> = Vec::new();
    for line in text.lines().filter(|line| is_unexpected(line, servers)) {
        let words = without_time(line).chars().take(300).collect::<String>();
        match found.iter_mut().find(|(known, _)| *known == words) {
            Some((_, times)) => *times += 1,
            None => found.push((words, 1)),
        }
    }
    let told = |(words, times): (String, u32)| {
        if times > 1 { format!("{words} ({times} times)") } else { words }
    };
    found.into_iter().map(told).collect()
}

fn is_unexpected(line: &str, servers: usize) -> bool {
    let level = line.split_whitespace().nth(1);
    let bad = matches!(level, Some("WARN" | "ERROR"))
        || line.contains("panicked at")
        || line.starts_with("stack backtrace")
        || line.starts_with("croupier:");
    let is_expected =
        |(words, with): &(&str, Servers)| line.contains(words) && (*with == Servers::Any || servers > 1);
    bad && !EXPECTED.iter().any(is_expected)
}

/// A line of the log without its time, so that repeated lines are reported once.
fn without_time(line: &str) -> &str {
    let is_time = |word: &str| word.starts_with(|c: char| c.is_ascii_digit()) && word.ends_with('Z');
    match line.split_once(' ') {
        Some((time, rest)) if is_time(time) => rest.trim_start(),
        _ => line,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn warnings_errors_and_panics_are_unexpected_but_for_a_few() {
        let log = "The floor is open: http://127.0.0.1:1\n\
            2026-11-18T16:00:00.000001Z  INFO a guest came in\n\
            2026-11-18T16:00:00.000002Z  WARN the table does not play by the config table=\"plus-1\"\n\
            2026-11-18T16:00:00.000003Z  WARN another server keeps the table table=plus-1\n\
            2026-11-18T16:00:00.000004Z ERROR the book cannot be written book=cage/floor\n\
            2026-11-18T16:00:01.000005Z ERROR the book cannot be written book=cage/floor\n\
            thread 'main' panicked at src/main.rs:1:1:\n\
            croupier: the journal failed and the floor is closed\n";
        let found = lines(log, 1);
        assert_eq!(
            found,
            [
                "WARN another server keeps the table table=plus-1",
                "ERROR the book cannot be written book=cage/floor (2 times)",
                "thread 'main' panicked at src/main.rs:1:1:",
                "croupier: the journal failed and the floor is closed",
            ]
        );
        assert_eq!(lines(log, 2).len(), 3, "servers that share a database give tables to each other");
        assert!(lines("", 1).is_empty());
    }
}
