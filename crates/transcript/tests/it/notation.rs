//! The notation: what is printed reads back, what was played can be exported, what is documented runs.

use proptest::prelude::*;
use transcript::{Expectation, Played, Statement, export, parse, replay};

use crate::files;

fn statements(transcript: &transcript::Transcript) -> Vec<Statement> {
    transcript.lines.iter().map(|line| line.statement.clone()).collect()
}

#[test]
fn parse_print_parse_is_the_identity() {
    for path in files::below("scenarios", "round") {
        let first = files::transcript(&path);
        let again = parse(&first.to_string()).expect("what is printed can be read");
        assert_eq!(statements(&first), statements(&again), "{}", path.display());
    }
}

#[test]
fn any_round_exported_replays_to_the_same_result() {
    let mut exported = 0;
    for path in files::below("scenarios", "round") {
        let played = replay(&files::transcript(&path), path.parent(), false);
        let rules = played.rules.as_ref().expect("a game");
        // A later round may rest on what the table remembers of earlier ones; the first stands alone.
        let Some(record) = played.rounds.first() else { continue };
        if rulebook::Rules::of(rules.id()).is_none() || record.round.wagers().is_empty() {
            continue;
        }
        let written = export(rules, &played.names, &record.before, &record.events, &record.round);
        let again = replay(&written, None, false);
        assert_eq!(again.played, Played::Passed, "{}:\n{written}", path.display());
        let last = again.rounds.last().expect("a round");
        assert_eq!(last.round.house_net(), record.round.house_net(), "{}", path.display());
        assert_eq!(last.round.dealer(), record.round.dealer(), "{}", path.display());
        exported += 1;
    }
    assert!(exported > 600, "{exported}");
}

/// Every fenced block marked `round` on a page for people is a transcript that holds.
#[test]
fn the_examples_on_the_pages_hold() {
    let mut pages = files::below("docs", "md");
    pages.push(files::root().join("README.md"));
    let mut examples = 0;
    for page in pages {
        let text = std::fs::read_to_string(&page).expect("a page");
        for block in text.split("```round\n").skip(1) {
            let block = block.split("```").next().expect("the start of a block");
            let transcript = parse(block).unwrap_or_else(|faults| panic!("{}: {faults:?}", page.display()));
            let played = replay(&transcript, None, false).played;
            assert_eq!(played, Played::Passed, "{}:\n{block}", page.display());
            examples += 1;
        }
    }
    assert!(examples >= 10, "{examples}");
}

/// What a program gets from `--json`, pinned; the figures are those of the example the transcript was written from.
#[test]
fn the_json_of_a_replay_keeps_its_shape() {
    let path = files::root().join("crates/transcript/tests/golden/split-and-double.round");
    let json = replay(&files::transcript(&path), None, false).to_json("split-and-double.round");
    let json = serde_json::to_string_pretty(&json).expect("plain data");
    let golden = std::fs::read_to_string(path.with_extension("json")).expect("the golden file is there");
    assert_eq!(json.trim(), golden.trim());
}

/// What a person reads about a round that went wrong, pinned: a deal put right after payments, and a deal with choices.
#[test]
fn the_story_of_an_irregular_round_keeps_its_words() {
    for name in ["pairs-judged-anew", "choices"] {
        let path = files::root().join(format!("crates/transcript/tests/golden/{name}.round"));
        let told = replay(&files::transcript(&path), None, true);
        assert_eq!(told.played, Played::Passed, "{name}");
        let story: Vec<&str> =
            told.rounds.iter().flat_map(|round| &round.story).map(String::as_str).collect();
        let golden = std::fs::read_to_string(path.with_extension("story")).expect("the golden file is there");
        assert_eq!(story.join("\n"), golden.trim(), "{name}");
    }
}

#[test]
fn a_line_that_cannot_be_read_is_told_with_line_column_and_what_was_expected() {
    for (text, line, column, expected) in [
        ("game macau\nann dances", 2, 5, "what the player does"),
        ("game macau\nann bets lots on 1", 2, 10, "an amount"),
        ("game macau\nann bets 1.234 on 1", 2, 10, "an amount"),
        ("game macau\nshoe Xs", 2, 6, "a card"),
        ("game macau\n  dealer dances", 2, 10, "opens, closes, deals, reports"),
        ("game macau\npit reports fire", 2, 13, "foreign-card"),
        ("game macau\ndealer bets 10 on 1", 2, 16, "`for`"),
        ("game macau\nann bets 10 on 1 pair extra", 2, 23, "the end of the line"),
        ("game macau\nexpect ann", 2, 11, "an amount like +150"),
        ("game macau\nANN hits", 2, 1, "a statement"),
    ] {
        let faults = parse(text).expect_err(text);
        let fault = &faults[0];
        assert_eq!((fault.line, fault.column), (line, column), "{text}: {fault}");
        assert!(fault.expected.contains(expected), "{text}: {fault}");
    }
}

#[test]
fn all_lines_that_cannot_be_read_are_told() {
    assert_eq!(parse("game macau\nfoo\nbar\n# fine\nbaz qux").expect_err("three").len(), 3);
}

#[test]
fn a_hash_inside_a_word_is_no_comment() {
    let transcript = parse("expect cites 4.1#2 # the second line").expect("readable");
    let clause = "4.1#2".parse().expect("a clause");
    assert_eq!(transcript.lines[0].statement, Statement::Expect(Expectation::Cites(clause)));
}

fn a_word() -> impl Strategy<Value = String> {
    let known = [
        "game",
        "macau",
        "plus",
        "star-elements",
        "electronic",
        "ann",
        "bob",
        "dealer",
        "pit",
        "shoe",
        "bets",
        "on",
        "1",
        "2",
        "for",
        "100",
        "37.50",
        "closes",
        "opens",
        "offers",
        "hits",
        "stands",
        "splits",
        "doubles",
        "follows",
        "declines",
        "expect",
        "refuse",
        "[3.2]",
        "settled",
        "turn",
        "cites",
        "As",
        "Tf",
        "8s",
        "8h",
        "Kd",
        "set",
        "decks",
        "6",
        "limits",
        "unit",
        "insures",
        "takes",
        "even",
        "money",
        "surrenders",
        "reports",
        "power-failure",
        "voids",
        "because",
        "is",
        "absent",
        "times",
        "out",
        "pair",
        "+5",
        "#",
        "deals",
        "all",
        "withdraws",
        "continues",
        "picks",
        "misdeals",
        "skips",
        "draws",
        "together",
        "seeing",
        "in",
        "order",
        "to",
        "misdeal",
        "beyond-repair",
        "acts",
        "as",
        "supervisor",
        "shift-manager",
        "rules",
        "rebuilds",
        "discards",
        "awards",
        "from",
        "finds",
        "face",
        "up",
        "allows",
        "squeeze",
        "reveals",
        "refuses",
        "card",
        "player",
        "leaves",
        "unsettled",
        "settles",
        "rws-pairs",
        "\u{e9}",
    ];
    proptest::sample::select(known.to_vec()).prop_map(str::to_owned)
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(2000) })]

    /// No text panics, and what can be read prints and reads back the same.
    #[test]
    fn any_words_are_read_or_refused(lines in proptest::collection::vec(proptest::collection::vec(a_word(), 0..7), 0..14)) {
        let text: Vec<String> = lines.iter().map(|words| words.join(" ")).collect();
        let text = format!("game plus\nann bets 100 on 1\n{}", text.join("\n"));
        if let Ok(transcript) = parse(&text) {
            let again = parse(&transcript.to_string()).expect("what is printed can be read");
            prop_assert_eq!(statements(&transcript), statements(&again));
            let _ = replay(&transcript, None, true);
        }
    }

    #[test]
    fn any_text_is_read_or_refused(text in "\\PC*") {
        let _ = parse(&text);
    }
}
