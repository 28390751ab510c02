//! The program as a person in a shell meets it.

use std::path::{Path, PathBuf};

use crate::program::{croupier, err, out, root};

/// A folder of its own with these files in it.
fn folder(name: &str, files: &[(&str, &[u8])]) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).expect("a folder can be made");
    for (file, bytes) in files {
        std::fs::write(folder.join(file), bytes).expect("a file can be written");
    }
    folder
}

fn text(path: &Path) -> &str {
    path.to_str().expect("a readable path")
}

const GOOD: &[u8] =
    b"game macau\nann bets 100 on 1\ndealer closes bets\nshoe Ts 7d 9s\nann stands\nshoe Th\n\
    expect ann +100\nexpect dealer 17\nexpect settled\n";

#[test]
fn a_transcript_that_holds_ends_with_zero_and_one_that_does_not_with_one() {
    let wrong = String::from_utf8_lossy(GOOD).replace("+100", "+50");
    let folder = folder("holds", &[("good.round", GOOD), ("wrong.round", wrong.as_bytes())]);
    let good = croupier(&["replay", text(&folder.join("good.round"))]);
    assert_eq!(good.status.code(), Some(0));
    assert!(out(&good).starts_with("ok ") && out(&good).ends_with("1 passed, 0 failed\n"), "{}", out(&good));
    let both = croupier(&["replay", text(&folder)]);
    assert_eq!(both.status.code(), Some(1));
    assert!(out(&both).contains("wrong.round:7: expected ann +50, got +100"), "{}", out(&both));
    assert!(out(&both).ends_with("1 passed, 1 failed\n"), "{}", out(&both));
}

#[test]
fn what_cannot_be_read_ends_with_two_and_says_where_and_what() {
    let many = [b"x".repeat(1000), b"\n".to_vec()].concat().repeat(9000);
    for (name, bytes, said) in [
        ("words", &b"game macau\nann dances"[..], "words.round:2:5: expected what the player does"),
        ("empty", b"", "expected `game GAME` first, found an empty file"),
        ("comments", b"# nothing\n\n", "expected `game GAME` first"),
        ("binary", b"game macau\n\xff\xfe\x00", "is not UTF-8 text"),
        ("large", &many, "is larger than 8 MiB"),
        ("game", b"game tarot\n", "1:6: expected one of blackjack"),
        ("wager", b"game macau\nann bets 5 on 1 lucky\n", "2:17: expected a wager of this game (pair"),
        ("clause", b"game macau\nexpect cites 9.9\n", "2:14: expected a clause of macau"),
        ("amount", b"game macau\nann bets 99999999999 on 1\n", "an amount of at most 1000000000"),
        ("refuse", b"game macau\nrefuse refuse ann hits\n", "a statement that can be refused"),
    ] {
        let folder = folder(&format!("unreadable-{name}"), &[(&format!("{name}.round"), bytes)]);
        let output = croupier(&["replay", text(&folder)]);
        assert_eq!(output.status.code(), Some(2), "{name}: {}", out(&output));
        assert!(out(&output).contains(said), "{name}: {}", out(&output));
        assert!(out(&output).ends_with("0 passed, 1 failed\n"), "{name}");
    }
}

#[test]
fn a_statement_the_engine_turns_away_fails_the_file_with_the_reason_and_the_clause() {
    for (name, line, said) in [
        ("ninth-ace", "shoe As As As As As As As As As", "every As of this shoe is out already [2.1]"),
        ("fu", "shoe Ff", "there is no Ff in a deck of 52 cards [2.1]"),
        ("nothing", "ann bets 0 on 1", "not a sum of whole chips"),
        ("turn", "ann hits on 1", "not this hand's turn"),
        ("decks", "decks 9", "the table is set before the first bet"),
        ("spot", "ann bets 10 on 8", "no such spot"),
    ] {
        let file = format!("game blackjack\nann bets 10 on 1\n{line}\n");
        let folder = folder(&format!("refused-{name}"), &[("a.round", file.as_bytes())]);
        let output = croupier(&["replay", text(&folder)]);
        assert_eq!(output.status.code(), Some(1), "{name}: {}", out(&output));
        assert!(out(&output).contains(said), "{name}: {}", out(&output));
    }
}

#[test]
fn a_missing_file_does_not_keep_the_others_from_running() {
    let folder = folder("missing", &[("good.round", GOOD)]);
    let output = croupier(&["replay", "no-such.round", text(&folder)]);
    assert_eq!(output.status.code(), Some(2));
    assert!(out(&output).ends_with("1 passed, 1 failed\n"), "{}", out(&output));
}

#[test]
fn the_explanation_tells_every_payment_with_its_clause_and_has_no_colour_when_piped() {
    let output = croupier(&["replay", "--explain", "crates/transcript/tests/golden/split-and-double.round"]);
    assert!(out(&output).contains("ann's 5 on Pair at spot 2 wins: +55 [4.1#4]"), "{}", out(&output));
    assert!(out(&output).contains("refused: bob insures on 2 for 8"), "{}", out(&output));
    assert!(!out(&output).contains('\u{1b}'));
}

#[test]
fn json_is_one_object_a_line_and_the_summary_is_kept_apart() {
    let folder = folder("json", &[("good.round", GOOD), ("bad.round", b"game macau\nfoo")]);
    let output = croupier(&["replay", "--json", text(&folder)]);
    let lines: Vec<serde_json::Value> =
        out(&output).lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    assert_eq!(lines.len(), 2);
    assert_eq!(lines[0]["result"], "unreadable");
    assert_eq!(lines[1]["nets"]["ann"], 100);
    assert_eq!(lines[1]["wagers"][0]["clause"], "M24");
    assert!(err(&output).contains("1 passed, 1 failed"));
}

#[test]
fn the_rule_card_and_a_clause_can_be_read() {
    let card = croupier(&["rules", "plus", "--decks", "4", "--set", "dealer-blackjack-loss=all"]);
    assert_eq!(card.status.code(), Some(0));
    let line =
        |name: &str| out(&card).lines().find(|line| line.trim_start().starts_with(name)).map(str::to_owned);
    assert!(line("dealer-blackjack-loss").is_some_and(|line| line.contains("all")), "{}", out(&card));
    assert!(out(&card).contains("ace pair suited"), "{}", out(&card));
    let clause = croupier(&["rules", "plus", "3.20"]);
    assert!(out(&clause).contains("Below 12 a card must be drawn"), "{}", out(&clause));
    assert!(out(&clause).contains("scenarios/plus/3.20"), "{}", out(&clause));
    let reading = croupier(&["rules", "plus", "I-40"]);
    assert_eq!(reading.status.code(), Some(0), "{}", err(&reading));
    for wrong in [
        &["rules", "plus", "9.9"][..],
        &["rules", "tarot"],
        &["rules", "plus", "--set", "tie=lose"],
        &["rules"],
    ] {
        assert_eq!(croupier(wrong).status.code(), Some(2), "{wrong:?}");
    }
}

#[test]
fn coverage_ends_with_the_count_alone_on_a_line() {
    let output = croupier(&["rules", "--coverage"]);
    let text = out(&output);
    let last = text.lines().last().expect("a line");
    let words: Vec<&str> = last.split(' ').collect();
    assert!(matches!(words[..], [_, "of", "552", "covered"]), "{last}");
    assert!(words[0].parse::<u32>().is_ok_and(|covered| covered >= 440), "{last}");
}

#[test]
fn coverage_does_not_count_a_scenario_that_fails() {
    let wrong = String::from_utf8_lossy(GOOD).replace("+100", "+50");
    let folder = folder("uncounted", &[("wrong.round", wrong.as_bytes())]);
    let output = croupier(&["rules", "--coverage", "--scenarios", text(&folder)]);
    assert_eq!(output.status.code(), Some(1));
    assert!(out(&output).ends_with("0 of 552 covered\n"), "{}", out(&output));
    assert!(err(&output).contains("wrong.round"), "{}", err(&output));
}

#[test]
fn a_house_plays_by_its_own_book() {
    let book = std::fs::read_to_string(root().join("rulebooks/blackjack.toml")).expect("a rule book");
    let book = book
        .replace("id = \"blackjack\"", "id = \"house\"")
        .replace("hole-card = { is = \"none\"", "hole-card = { is = \"peek\"")
        .replace("soft-17 = { is = \"stand\"", "soft-17 = { is = \"hit\"")
        .replace("blackjack-pays = { is = \"3:2\"", "blackjack-pays = { is = \"6:5\"")
        .replace("clauses = \"clauses/blackjack.tsv\"", "clauses = \"clauses.tsv\"");
    let clauses = std::fs::read(root().join("rulebooks/clauses/blackjack.tsv")).expect("a clause table");
    let round = b"game house.toml\nann bets 10 on 1\nbob bets 10 on 2\ndealer closes bets\nshoe As 9s 6d Kd 9d Ah\n\
        dealer closes offers\nbob stands on 2\nshoe 4c\nexpect dealer 21\nexpect ann +12\nexpect bob -10\nexpect settled\n";
    let files: [(&str, &[u8]); 3] =
        [("house.toml", book.as_bytes()), ("clauses.tsv", &clauses), ("soft-17-draws.round", round)];
    let folder = folder("house", &files);
    let output = croupier(&["replay", text(&folder)]);
    assert_eq!(output.status.code(), Some(0), "{}", out(&output));
    let card = croupier(&["rules", text(&folder.join("house.toml"))]);
    assert!(out(&card).contains("6:5"), "{}", out(&card));
}

#[test]
fn a_faulty_book_is_told_everything_with_line_and_key() {
    let book = std::fs::read_to_string(root().join("rulebooks/macau.toml")).expect("a rule book");
    let book = book
        .replace("tie = { is = \"push\"", "tie = { is = \"draw\"")
        .replace("max-hands = ", "most-hands = ")
        .replace("by = \"M23\"", "by = \"M99\"");
    let clauses = std::fs::read(root().join("rulebooks/clauses/macau.tsv")).expect("a clause table");
    let folder = folder("faulty", &[("macau.toml", book.as_bytes())]);
    std::fs::create_dir_all(folder.join("clauses")).expect("a folder");
    std::fs::write(folder.join("clauses/macau.tsv"), clauses).expect("a file");
    let output = croupier(&["rules", text(&folder.join("macau.toml"))]);
    assert_eq!(output.status.code(), Some(2));
    for said in ["tie: expected push | lose", "most-hands: unknown", "max-hands: missing", "M99"] {
        assert!(err(&output).contains(said), "{said}: {}", err(&output));
    }
}

#[test]
fn every_command_has_help_with_an_example() {
    for command in ["replay", "games", "rules", "odds"] {
        let output = croupier(&[command, "--help"]);
        assert_eq!(output.status.code(), Some(0));
        assert!(out(&output).contains("Example"), "{command}");
    }
    assert!(out(&croupier(&["games"])).contains("Star Elements"));
    assert!(serde_json::from_str::<serde_json::Value>(&out(&croupier(&["games", "--json"]))).is_ok());
    assert_eq!(croupier(&["dance"]).status.code(), Some(2));
}
