//! The stored form is for good: books written by earlier programs are read, settled again and written the same.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use floor::{Dealing, Entry, Money, Posted, Seconds, Seed, Table, options, settle_again};
use serde_json::Value;

use super::dealer::play_beside;

/// What to do when a test below fails.
const ADVICE: &str = "journals that are out there hold entries like this. Give the new form a new version (`v`), keep reading the \
    old one, and leave these files as they are; add files of the new form beside them with \
    `cargo test -p floor --test it -- --ignored write_golden_books`";

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden")
}

/// The names of all events, as the source that stores them lists them.
fn kinds() -> BTreeSet<String> {
    let source = include_str!("../../../src/stored/event.rs");
    let (_, list) = source.split_once("\nevents! {\n").expect("the list of events");
    let names = list.lines().map_while(|line| line.strip_prefix("    "));
    names.filter_map(|line| line.split(' ').next()).map(str::to_owned).collect()
}

/// The names of the events of an entry.
fn kinds_in(line: &str) -> BTreeSet<String> {
    let entry: Value = serde_json::from_str(line).expect("JSON");
    let events = entry["events"].as_array().cloned().unwrap_or_default();
    events.iter().filter_map(Value::as_object).flat_map(|event| event.keys().cloned()).collect()
}

/// Events only a rule book of a house leads to, or that no table of the floor has.
const ELSEWHERE: [&str; 2] = ["Peeked", "PostTaken"];

#[test]
fn books_written_before_are_read_settled_again_and_written_the_same() {
    let mut missing = kinds();
    assert!(missing.len() > 80, "{missing:?}");
    let mut files = 0;
    for file in std::fs::read_dir(folder()).expect("the golden books") {
        let path = file.expect("a file").path();
        let text = std::fs::read_to_string(&path).expect("a text");
        let mut entries = Vec::new();
        for (line, number) in text.lines().zip(1..) {
            let at = format!("{}:{number}", path.display());
            let entry = Entry::read(line).unwrap_or_else(|why| panic!("{at}: {why}: {ADVICE}"));
            assert_eq!(entry.write(), line, "{at}: {ADVICE}");
            missing.retain(|kind| !kinds_in(line).contains(kind));
            entries.push(entry);
        }
        for round in entries.chunk_by(|_, next| next.opens.is_none()) {
            settle_again(round).unwrap_or_else(|why| panic!("{}: {why}: {ADVICE}", path.display()));
        }
        files += 1;
    }
    assert!(files >= 6, "{files} golden books");
    missing.retain(|kind| !ELSEWHERE.contains(&kind.as_str()));
    assert!(missing.is_empty(), "no golden book has {missing:?}: add one");
}

/// Writes the books: a few scenarios in which every event occurs, and a table that the house deals at.
#[test]
#[ignore = "writes the golden books anew"]
fn write_golden_books() {
    let (mut missing, mut books) = (kinds(), std::collections::BTreeMap::<String, String>::new());
    for path in super::scenarios::all() {
        let transcript = super::scenarios::read(&path);
        let book: Vec<String> = play_beside(&transcript).iter().map(Entry::write).collect();
        let found: BTreeSet<String> = book.iter().flat_map(|line| kinds_in(line)).collect();
        let game = super::scenarios::posted(&transcript).game;
        if !books.contains_key(&game) || !found.is_disjoint(&missing) {
            missing.retain(|kind| !found.contains(kind));
            books.entry(game).or_default().push_str(&(book.join("\n") + "\n"));
        }
    }
    books.insert("house".into(), house_book());
    std::fs::create_dir_all(folder()).expect("a folder");
    for (name, text) in books {
        std::fs::write(folder().join(format!("{name}-1.jsonl")), text).expect("a file");
    }
    eprintln!("not in any scenario: {missing:?}");
}

/// Two rounds the house deals, with everything an entry can hold besides events.
fn house_book() -> String {
    let posted = Posted {
        game: "plus".into(),
        book: None,
        settings: [].into(),
        limits: [("main".into(), (500, 50_000))].into(),
        money: Money::Real,
    };
    let mut table = Table::new(posted, Dealing::House(None), Seconds::default()).expect("a game");
    let mut seeds = || Seed([7; 32]);
    let (mut entries, mut now) = (Vec::new(), 1_700_000_000_000);
    let said = |text: &str| transcript::parse(text).expect("a sentence").lines.remove(0).statement;
    entries.push(table.wake_up(false, floor::AfterFailure::Wait, now, &mut seeds).entry);
    while table.round().number() < 2 || table.round().end().is_none() {
        if table.round().wagers().is_empty() && table.round().end().is_none() {
            entries.push(table.hear("ann", &said("ann bets 10 on 1"), now, &mut seeds).expect("a bet").entry);
        } else if let Some(option) = options(&table, "ann").first() {
            let say = said(&format!("ann {}", option.say));
            entries.push(table.hear("ann", &say, now, &mut seeds).expect("an option").entry);
        }
        now += 60_000;
        entries.extend(table.tick(now, &mut seeds).map(|step| step.entry));
    }
    entries.push(table.keep_open("pia", false, now).entry);
    entries.push(table.rest().entry);
    // A round's entries begin with its opening.
    let rounds = entries.iter().skip_while(|entry| entry.opens.is_none());
    rounds.map(|entry| entry.write() + "\n").collect()
}
