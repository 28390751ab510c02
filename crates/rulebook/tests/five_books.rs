//! The five rule books are complete, and a faulty one is told everything at once.

use rulebook::{Enforced, GAMES, Kind, Reading, Reason, Rules, Settings};

fn source(game: &str) -> String {
    #[expect(clippy::unwrap_used, reason = "a test without its rule book cannot go on")]
    std::fs::read_to_string(format!("{}/../../rulebooks/{game}.toml", env!("CARGO_MANIFEST_DIR"))).unwrap()
}

fn read(text: &str) -> Result<Rules, rulebook::Faults> {
    let folder = format!("{}/../../rulebooks", env!("CARGO_MANIFEST_DIR"));
    Rules::read(text, |path| std::fs::read_to_string(format!("{folder}/{path}")).map_err(|e| e.to_string()))
}

#[test]
fn the_five_books_read_without_a_fault() {
    for game in GAMES {
        if let Err(faults) = read(&source(game)) {
            panic!("{game}:\n{faults}");
        }
        assert_eq!(Rules::of(game).unwrap().id(), game);
    }
}

#[test]
fn every_act_names_a_clause_in_every_game() {
    for game in GAMES {
        let rules = Rules::of(game).unwrap();
        let silent: Vec<_> =
            Reason::ALL.iter().filter(|reason| !rules.knows(**reason)).map(|r| r.name()).collect();
        assert!(silent.is_empty(), "{game}: {silent:?}");
    }
}

/// A hundred readings and five policies, and every one a rule book cites is among them.
#[test]
fn every_reading_a_rule_book_cites_can_be_looked_up() {
    assert_eq!(Reading::all().len(), 105);
    for game in GAMES {
        let rules = Rules::of(game).unwrap();
        let reasons = Reason::ALL.iter().flat_map(|reason| rules.clauses_behind(*reason).to_vec());
        let settings = rules.settings().show().into_iter().flat_map(|shown| shown.by.to_vec());
        for clause in reasons.chain(settings) {
            let known = rules.clauses().get(clause).is_some() || Reading::find(clause).is_some();
            assert!(known, "{game} cites {clause}");
        }
    }
    for reading in Reading::all() {
        for name in &reading.settings {
            assert!(Settings::NAMES.iter().any(|(_, known)| known == name), "{} names {name}", reading.id);
        }
    }
}

/// 552 rows, 413 of them carried out by the engine itself: the count of the clause tables we were given.
#[test]
fn the_clause_tables_are_whole() {
    let rows: Vec<_> =
        GAMES.iter().flat_map(|game| Rules::of(game).unwrap().clauses().rows().to_vec()).collect();
    assert_eq!(rows.len(), 552);
    assert_eq!(rows.iter().filter(|row| row.enforced == Enforced::Engine).count(), 413);
}

#[test]
fn all_ten_side_wagers_are_there_with_every_line_of_their_pay_tables() {
    let lines = |game: &str, kind: &str| {
        let rules = Rules::of(game).unwrap();
        let wager = rules.side_wagers().iter().find(|wager| wager.kind == kind).unwrap().clone();
        wager.lines.iter().map(|line| line.pays.to_string()).collect::<Vec<_>>().join(" ")
    };
    for (game, kind, pays) in [
        ("blackjack", "pair", "11:1"),
        ("electronic", "set-21", "15:1 10:1"),
        ("electronic", "royal-match-21", "25:1 5:2"),
        ("electronic", "kings-bounty", "1000:1 100:1 30:1 20:1 9:1 6:1 4:1"),
        ("star-elements", "pair", "11:1"),
        ("star-elements", "super-star-sevens", "4000:1 400:1 40:1"),
        ("star-elements", "three-stars", "500:1 50:1"),
        ("plus", "rws-pairs", "50:1 20:1 12:1 6:1"),
        ("plus", "boom-busted", "200:1 50:1 12:1 4:1 2:1"),
        ("macau", "pair", "11:1"),
        ("macau", "over-13", "1:1"),
        ("macau", "under-13", "1:1"),
    ] {
        assert_eq!(lines(game, kind), pays, "{game} {kind}");
    }
}

/// The defaults of the settings catalogue in the agreed readings.
#[test]
fn the_defaults_are_those_of_the_settings_catalogue() {
    let catalogue = [
        ("dealer-blackjack-loss", ["original-only", "busted-plus-one", "all", "busted-plus-one", "all"]),
        ("pay-blackjack", ["immediate", "at-end", "immediate", "immediate", "at-end"]),
        ("insurance", ["up-to-half", "half", "up-to-half", "up-to-half", "half"]),
        ("double-amount", ["from-minimum", "equal", "from-minimum", "from-unit", "equal"]),
        ("max-hands", ["4", "3", "4", "4", "4"]),
        ("close-at-21", ["all", "all", "all", "soft-only", "none"]),
        ("dealer-draws-without-effect", ["true", "false", "false", "false", "true"]),
        ("max-bettors", ["1", "1", "3", "unlimited", "1"]),
        ("max-scope", ["wager", "terminal", "wager", "box", "wager"]),
        ("burn-first-card", ["false", "false", "true", "false", "false"]),
        ("tie", ["push", "push", "push", "push", "push"]),
    ];
    for (name, values) in catalogue {
        for (game, value) in GAMES.into_iter().zip(values) {
            let rules = Rules::of(game).unwrap();
            let shown = rules.settings().show().into_iter().find(|shown| shown.name == name).unwrap().value;
            assert_eq!(shown, value, "{game} {name}");
        }
    }
}

#[test]
fn decks_stay_in_the_range_of_the_document() {
    for (game, from, to) in
        [("blackjack", 1, 8), ("electronic", 2, 6), ("star-elements", 4, 6), ("plus", 4, 8), ("macau", 1, 8)]
    {
        for decks in 0..=12u8 {
            let set = Rules::of(game).unwrap().set("decks", &decks.to_string());
            assert_eq!(set.is_ok(), (from..=to).contains(&decks), "{game} {decks}: {set:?}");
        }
    }
}

#[test]
fn all_faults_of_a_file_are_told_at_once_with_line_and_key() {
    let broken = source("plus")
        .replace("soft-17 = ", "soft-eighteen = ")
        .replace("tie = { is = \"push\"", "tie = { is = \"draw\"")
        .replace("by = \"3.20\"", "by = \"3.99\"")
        .replace("max-hands = { is = 4", "max-hands = { is = 0")
        .replace("pays = \"50:1\"\nranks", "pays = \"fifty\"\nranks")
        .replace("[because]", "[colour]\nfelt = 1\n\n[because]");
    let faults = read(&broken).unwrap_err();
    let told: Vec<String> = faults.0.iter().map(ToString::to_string).collect();
    for expected in [
        "soft-eighteen: unknown",
        "soft-17: missing",
        "tie: expected push",
        "3.99",
        "fifty",
        "colour: unknown",
    ] {
        assert!(told.iter().any(|fault| fault.contains(expected)), "{expected} not in {told:#?}");
    }
    let line = 1 + broken.lines().position(|line| line.starts_with("soft-eighteen")).unwrap();
    assert!(faults.0.iter().any(|fault| fault.line == line && fault.key == "soft-eighteen"), "{told:#?}");
}

#[test]
fn settings_that_make_no_game_together_are_a_fault() {
    let impossible = source("plus").replace("max-hands = { is = 4", "max-hands = { is = 0");
    assert!(read(&impossible).unwrap_err().to_string().contains("max-hands"));
    let late = source("blackjack").replace("surrender = { is = \"early\"", "surrender = { is = \"late\"");
    assert!(read(&late).unwrap_err().to_string().contains("hole card"));
}

#[test]
fn syntax_errors_of_a_file_are_faults_too() {
    for text in ["", "id =", "[[[", "\u{0}\u{1}", "id = \"x\"\nid = \"y\""] {
        assert!(read(text).is_err(), "{text:?}");
    }
}

#[test]
fn a_house_may_write_another_blackjack() {
    let house = source("blackjack")
        .replace("hole-card = { is = \"none\"", "hole-card = { is = \"peek\"")
        .replace("soft-17 = { is = \"stand\"", "soft-17 = { is = \"hit\"")
        .replace("blackjack-pays = { is = \"3:2\"", "blackjack-pays = { is = \"6:5\"")
        .replace("double-on = { is = \"any\"", "double-on = { is = \"hard-10-11\"")
        .replace("double-after-split = { is = true", "double-after-split = { is = false")
        .replace("surrender = { is = \"early\"", "surrender = { is = \"late\"")
        .replace("resplit-aces = { is = false", "resplit-aces = { is = true");
    let rules = read(&house).unwrap();
    assert!(rules.resplit_aces() && !rules.double_after_split());
    assert_eq!(rules.blackjack_pays().to_string(), "6:5");
    assert_eq!(rules.word(Kind::Main), "main");
    assert!(Settings::NAMES.len() > 60);
}

/// A folder with this rule book and the clause table it names.
fn shelved(name: &str, text: &str, clauses: &str) -> std::path::PathBuf {
    let folder = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("whole-{name}"));
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(folder.join("clauses")).expect("a folder");
    std::fs::write(folder.join(format!("clauses/{name}.tsv")), clauses).expect("a file");
    std::fs::write(folder.join("book.toml"), text).expect("a file");
    folder.join("book.toml")
}

#[test]
fn a_book_made_whole_needs_no_other_file() {
    for game in GAMES {
        let clauses = format!("{}/../../rulebooks/clauses/{game}.tsv", env!("CARGO_MANIFEST_DIR"));
        let clauses = std::fs::read_to_string(clauses).expect("a file");
        // Texts that TOML cannot write as they are come back too.
        let quoted = clauses.replace("the", "'''the\\n\"");
        for clauses in [clauses.clone(), clauses.replace('\n', "\r\n"), quoted] {
            let path = shelved(game, &source(game), &clauses);
            let path = path.to_str().unwrap();
            let whole = Rules::whole(path).unwrap();
            assert_eq!(Rules::of_whole(&whole), Rules::open(path), "{game}");
            std::fs::write(path, &whole).unwrap();
            assert_eq!(Rules::whole(path), Ok(whole), "{game}: it is whole already");
        }
    }
}

#[test]
fn a_text_without_its_clause_table_is_not_whole() {
    let faults = Rules::of_whole(&source("plus")).unwrap_err();
    assert!(faults.to_string().contains("the clause table is not in this text"), "{faults}");
}

/// Journals hold rule books like this one, and rounds are retold and settled again by them.
#[test]
fn a_book_that_was_stored_before_is_read_for_good() {
    let text = include_str!("golden/house.toml");
    let rules = Rules::of_whole(text).unwrap_or_else(|faults| {
        panic!("read what is stored: a new key has a value where it is missing; leave this file as it is:\n{faults}")
    });
    let (macau, shown) = (Rules::of("macau").expect("a game"), rules.settings().show());
    let mut ours = macau.settings().show();
    ours.retain(|setting| {
        shown.iter().all(|stored| stored.name != setting.name || stored.value != setting.value)
    });
    let differs: Vec<&str> = ours.iter().map(|setting| setting.name).collect();
    assert_eq!((rules.id(), differs), ("house", vec!["blackjack-pays"]));
}
