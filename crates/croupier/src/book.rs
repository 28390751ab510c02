//! The rule book behind a sheet as one text, and the fingerprint of it.

use rulebook::{Line, LooksAt, Needs, Pattern, Rules, SideWager};
use sha2::{Digest, Sha256};
use vocabulary::{Clause, Rank};

/// What is hashed, in a sentence.
pub(crate) const HASHED: &str = "SHA-256 of the rule book as a text in UTF-8: a line each for its form, id, name and \
    in-force date, for every setting in force with the clauses behind it, and for every side wager and every line of \
    its pay table with its conditions and clauses, in the order of the rule book. Names are quoted as in JSON, words \
    are separated by one blank, every line ends with a line feed. The JSON form of this sheet has \
    the text, as rule_book.canonical_text.";

/// The rules as they stand at the table, as one text that changes when anything a wager rests on changes.
pub(crate) fn canonical(rules: &Rules) -> String {
    let mut lines = vec![
        "croupier-rule-book 1".to_owned(),
        format!("id {}", quoted(rules.id())),
        format!("name {}", quoted(rules.name())),
        format!("in-force {}", quoted(rules.in_force())),
    ];
    for setting in rules.settings().show() {
        let (section, name) = (setting.section, setting.name);
        lines.push(format!("setting {section} {name} {} by {}", setting.value, clauses(setting.by)));
    }
    for wager in rules.side_wagers() {
        lines.push(wager_line(wager));
        lines.extend(wager.lines.iter().map(pay_line));
    }
    lines.iter().fold(String::new(), |text, line| text + line + "\n")
}

/// The SHA-256 of the canonical text, in hexadecimal.
pub(crate) fn hash(rules: &Rules) -> String {
    sha256(canonical(rules))
}

/// The SHA-256 of some bytes, in hexadecimal.
pub(crate) fn sha256(text: impl AsRef<[u8]>) -> String {
    let bytes: Vec<String> = Sha256::digest(text).iter().map(|byte| format!("{byte:02x}")).collect();
    bytes.concat()
}

/// Enough of the hash to tell two posters apart.
pub(crate) fn short_hash(rules: &Rules) -> String {
    hash(rules).chars().take(12).collect()
}

fn wager_line(wager: &SideWager) -> String {
    let SideWager { kind, name, on, needs, places, placed_by, needs_by, lost_by, lines: _ } = wager;
    let needs = match needs {
        Needs::Spot => "spot",
        Needs::Table => "table",
    };
    let places = places.map_or("unlimited".to_owned(), |places| places.to_string());
    format!(
        "wager {} {} on {} needs {needs} places {places} placed-by {} needs-by {} lost-by {}",
        quoted(kind),
        quoted(name),
        looks_at(*on),
        clauses(placed_by),
        clauses(needs_by),
        clauses(lost_by)
    )
}

fn pay_line(line: &Line) -> String {
    let Line { name, pays, when, by } = line;
    let conditions: Vec<String> =
        conditions(when).into_iter().map(|(name, value)| format!("{name} {}", quoted(&value))).collect();
    format!("line {} pays {pays} when {} by {}", quoted(name), conditions.join(" "), clauses(by))
}

/// The word of the rule books for the cards that decide a wager.
const fn looks_at(on: LooksAt) -> &'static str {
    match on {
        LooksAt::FirstTwo => "first-two",
        LooksAt::FirstTwoAndUpCard => "first-two-and-up-card",
        LooksAt::DealerHand => "dealer-hand",
    }
}

/// The conditions of a pay-table line, as a rule book writes them.
pub(crate) fn conditions(when: &Pattern) -> Vec<(&'static str, String)> {
    // Taken apart in full, so that a condition the books learn cannot be forgotten here.
    let Pattern {
        same_rank,
        same_suit,
        same_colour,
        ranks,
        suit,
        one_each,
        at_least,
        total,
        low_total_over,
        low_total_under,
        dealer_blackjack,
        dealer_bust_cards,
    } = when;
    let letters = |ranks: &Vec<Rank>| ranks.iter().map(|rank| rank.letter()).collect();
    let written = [
        ("same-rank", same_rank.map(|same| same.to_string())),
        ("same-suit", same_suit.map(|same| same.to_string())),
        ("same-colour", same_colour.map(|same| same.to_string())),
        ("ranks", ranks.as_ref().map(letters)),
        ("suit", suit.map(|suit| suit.letter().to_string())),
        ("one-each", one_each.as_ref().map(letters)),
        ("at-least", at_least.map(|(count, rank)| format!("{count} x {}", rank.letter()))),
        ("total", total.map(|total| total.to_string())),
        ("low-total-over", low_total_over.map(|bound| bound.to_string())),
        ("low-total-under", low_total_under.map(|bound| bound.to_string())),
        ("dealer-blackjack", dealer_blackjack.map(|wanted| wanted.to_string())),
        ("dealer-bust-cards", dealer_bust_cards.map(bust_cards)),
    ];
    written.into_iter().filter_map(|(name, value)| Some((name, value?))).collect()
}

fn bust_cards((from, to): (u8, u8)) -> String {
    match to {
        u8::MAX => format!("{from}+"),
        _ if from == to => from.to_string(),
        _ => format!("{from}-{to}"),
    }
}

fn clauses(by: &[Clause]) -> String {
    by.iter().map(Clause::as_str).collect::<Vec<_>>().join(" ")
}

/// A text in quotes, on one line whatever is in it.
fn quoted(text: &str) -> String {
    serde_json::Value::from(text).to_string()
}

#[cfg(test)]
mod tests {
    use rulebook::GAMES;

    use super::*;

    /// The example of FIPS 180-2.
    #[test]
    fn the_hash_is_sha_256() {
        assert_eq!(sha256("abc"), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
    }

    #[test]
    fn conditions_are_written_as_the_rule_books_write_them() {
        for game in GAMES {
            let path = format!("{}/../../rulebooks/{game}.toml", env!("CARGO_MANIFEST_DIR"));
            let book = std::fs::read_to_string(path).unwrap();
            for line in Rules::of(game).unwrap().side_wagers().iter().flat_map(|wager| &wager.lines) {
                let conditions = conditions(&line.when);
                assert!(!conditions.is_empty(), "{game}: {}", line.name);
                for (name, value) in conditions {
                    let written = [format!("{name} = {value}\n"), format!("{name} = \"{value}\"\n")];
                    assert!(written.iter().any(|line| book.contains(line)), "{game}: {name} {value}");
                }
            }
        }
    }

    #[test]
    fn the_text_has_a_line_for_every_setting_and_every_pay_table_line() {
        let text = canonical(&Rules::of("macau").unwrap());
        assert!(text.starts_with("croupier-rule-book 1\nid \"macau\"\nname \"Blackjack (Macau)\"\n"));
        assert!(text.contains("\nsetting cards decks 6 by "));
        assert!(text.contains("\nline \"pair\" pays 11:1 when same-rank \"true\" by "), "{text}");
        assert!(text.ends_with('\n') && !text.contains("\n\n"));
    }
}
