//! How a sheet is checked by someone who does not take our word for it.

use std::fmt::Write;

use rulebook::Rules;
use serde::Serialize;

use super::par::by_value;
use crate::odds::facts::out_of_the_shoe;
use crate::odds::live::Known;
use crate::odds::sheet::Sheet;

/// A way to check a sheet.
#[derive(Serialize)]
pub(super) struct Check {
    /// What it shows.
    pub(super) shows: &'static str,
    /// What to type; nothing where it is done by hand.
    pub(super) command: Option<String>,
}

/// The ways to check a sheet.
pub(super) fn checks(sheet: &Sheet) -> Vec<Check> {
    let game = game(sheet);
    let odds = format!("croupier odds {game}{}{}", shoe(sheet), analysis(sheet));
    let by_program = |shows, command: String| Check { shows, command: Some(command) };
    let by_hand = |shows| Check { shows, command: None };
    vec![
        by_program(
            "The whole sheet again. It has no date and no chance in it: the same rules give the same bytes.",
            format!("{odds} --report par.json"),
        ),
        by_program(
            "The hash of the rule book, by another program.",
            "jq -j .rule_book.canonical_text par.json | sha256sum".to_owned(),
        ),
        by_program(
            "Every setting and every line of the pay tables, with the clause behind it.",
            format!("croupier rules {game}"),
        ),
        by_hand(
            "Each line by itself: its combinations over all combinations are its probability; that times what is \
             paid for one unit, stake included, is its contribution; the contributions add up to the return.",
        ),
        by_hand(
            "Each wager as a whole: the combinations of its lines and of losing add up to all combinations, so the \
             probabilities add up to exactly 1.",
        ),
        by_hand(
            "The main wager: the mean against each up card times the probability of that up card, added up, is the \
             mean.",
        ),
        by_hand(
            "How a round ends: the chances add up to 1, and each times its net result, added up with what three hands or \
             more add, is the mean of that way of playing.",
        ),
        by_program(
            "From the source: the analysis against plain enumeration of small shoes and against published figures.",
            "cargo test --release -p odds".to_owned(),
        ),
    ]
}

/// The game with what was chosen for it, as a command line has it.
fn game(sheet: &Sheet) -> String {
    let is_ours = Rules::of(sheet.book.id()).is_some_and(|ours| ours == sheet.book);
    // A house's book is a file, and where it lies is not part of it.
    let mut words = if is_ours { sheet.book.id().to_owned() } else { "RULE-BOOK.toml".to_owned() };
    let _ = write!(words, " --decks {}", sheet.rules.decks());
    for (name, value) in sheet.rules.chosen(&sheet.book) {
        if name != "decks" {
            let _ = write!(words, " --set {name}={value}");
        }
    }
    words
}

/// What is said about the shoe, if it is not full.
fn shoe(sheet: &Sheet) -> String {
    if sheet.is_full() {
        return String::new();
    }
    let gone = out_of_the_shoe(&sheet.rules, &sheet.shoe).into_iter();
    let gone = gone.flat_map(|(card, count)| std::iter::repeat_n(card, usize::from(count)));
    match sheet.known {
        Known::Cards => {
            let gone: Vec<String> = gone.map(|card| card.to_string()).collect();
            format!(" --seen \"{}\"", gone.join(" "))
        }
        Known::Ranks => {
            let gone: Vec<String> = gone.map(|card| card.rank().letter().to_string()).collect();
            format!(" --seen \"{}\"", gone.join(" "))
        }
        Known::Values => {
            let values = by_value(&sheet.shoe).into_iter();
            let left: Vec<String> = values.map(|(value, count)| format!("{value}={count}")).collect();
            format!(" --shoe {}", left.join(","))
        }
    }
}

/// How the main wager was worked out, and what else was asked of it.
fn analysis(sheet: &Sheet) -> String {
    let mut words = String::new();
    if sheet.main.exact.is_some() {
        words.push_str(" --exact");
    }
    if let Some(played) = &sheet.main.played {
        let _ = write!(words, " --strategy {}", as_one_word(&played.name));
    }
    words
}

/// A name as a shell takes it for one word.
fn as_one_word(name: &str) -> String {
    let plain = |letter: char| letter.is_ascii_alphanumeric() || matches!(letter, '-' | '_' | '.' | '/');
    if !name.is_empty() && name.chars().all(plain) {
        name.to_owned()
    } else {
        format!("'{}'", name.replace('\'', r"'\''"))
    }
}
