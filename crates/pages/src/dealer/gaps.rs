//! The particulars of an incident: where, which card, who. Each is a gap in a sentence and a field of a form, with what is
//! on the table to choose from.

use std::collections::HashMap;

use floor::Table;
use maud::{Markup, html};
use rulebook::Kind;
use vocabulary::Chips;

use super::headline::possible_cards;
use super::incident::Incident;
use crate::texts::{Language, fill};

/// What stands in the address or in a form.
pub(super) type Fields = HashMap<String, String>;

/// How many ways to fill the gaps are tried.
const MOST: usize = 160;

/// What a gap is filled with, from the fields.
pub(super) fn filled(fields: &Fields, gap: &str) -> Option<String> {
    let text = fields.get(gap).map(|text| text.trim()).filter(|text| !text.is_empty())?;
    match gap {
        "card" | "cards" => Some(tidy_cards(text)),
        "known" => {
            let cards = tidy_cards(fields.get("cards")?);
            let (first, last) = (cards.split(' ').next()?, cards.rsplit(' ').next()?);
            Some(match text {
                "order" => " in order".to_owned(),
                "all" => " seeing all".to_owned(),
                "first" => format!(" seeing {first}"),
                "last" => format!(" seeing {last}"),
                _ => String::new(),
            })
        }
        _ => Some(text.to_owned()),
    }
}

/// Cards as the notation has them, however they were typed: `ks, 10h` is `Ks Th`.
fn tidy_cards(text: &str) -> String {
    let tidy = |word: &str| {
        let (rank, suit) = word.split_at(word.char_indices().next_back().map_or(0, |(at, _)| at));
        format!("{}{}", rank.to_uppercase().replace("10", "T"), suit.to_lowercase())
    };
    let words = text.split([' ', ',']).filter(|word| !word.is_empty());
    words.map(tidy).collect::<Vec<String>>().join(" ")
}

/// Everyone who sits at a table or has a wager on it.
fn players(table: &Table) -> Vec<String> {
    let (round, names) = (table.round(), table.names());
    let seated = round.memory().seats.iter().map(|(_, player)| *player);
    let betting = round.wagers().iter().map(|wager| wager.player);
    let name = |player: vocabulary::PlayerId| names.get(usize::from(player.0)).cloned();
    let mut all: Vec<String> = seated.chain(betting).filter_map(name).collect();
    all.sort_unstable();
    all.dedup();
    all
}

/// What a gap can be filled with at this table, as far as that can be listed.
fn choices(table: &Table, gap: &str) -> Vec<String> {
    let rules = table.rules();
    let spots = (1..=rules.spots()).map(|spot| spot.to_string());
    let sides = rules.side_wagers().iter().map(|side| side.kind.clone());
    match gap {
        "spot" => spots.collect(),
        "place" if rules.shared_hand() => vec!["player".to_owned(), "dealer".to_owned()],
        "place" => spots.chain(["dealer".to_owned()]).collect(),
        "player" | "other" => players(table),
        "side" => sides.collect(),
        "wager" => std::iter::once("main".to_owned()).chain(sides).collect(),
        _ => Vec::new(),
    }
}

/// What a gap is tried with where nothing can be listed.
fn examples(table: &Table, gap: &str) -> Vec<String> {
    let mut cards = possible_cards(table).map(|card| card.to_string());
    match gap {
        "card" => cards.next().into_iter().collect(),
        "cards" => vec![cards.take(2).collect::<Vec<String>>().join(" ")],
        "known" => vec!["order".to_owned()],
        "amount" => {
            let least = table.rules().limits(Kind::Main).map(|limits| limits.min);
            vec![least.unwrap_or(table.rules().unit()).max(Chips::minor(1)).to_string()]
        }
        "words" => vec!["so".to_owned()],
        _ => choices(table, gap),
    }
}

/// Ways to fill all gaps of an incident at this table.
pub(super) fn ways(incident: &Incident, table: &Table) -> Vec<Fields> {
    incident.gaps().fold(vec![Fields::new()], |ways, gap| {
        let with = examples(table, gap);
        let each = ways.iter().flat_map(|way| {
            with.iter().map(|value| {
                let mut way = way.clone();
                way.insert(gap.to_owned(), value.clone());
                way
            })
        });
        each.take(MOST).collect()
    })
}

/// A gap as a field of the form. What fits the table now is chosen already.
pub(super) fn field(
    table: &Table,
    language: Language,
    gap: &str,
    value: Option<&str>,
    first: bool,
) -> Markup {
    let texts = language.dealer();
    let label = match gap {
        "place" => texts.field_place,
        "card" => texts.field_card,
        "cards" => texts.field_cards,
        "known" => texts.field_known,
        "player" => texts.player,
        "other" => texts.field_other,
        "spot" => texts.field_spot,
        "side" => texts.field_side,
        "wager" => texts.wager,
        "amount" => texts.field_amount,
        _ => texts.field_words,
    };
    html! {
        label { (label) (input(table, language, gap, value, first)) }
    }
}

fn input(table: &Table, language: Language, gap: &str, value: Option<&str>, first: bool) -> Markup {
    let texts = language.dealer();
    let known = [
        ("nothing", texts.known_nothing),
        ("order", texts.known_order),
        ("all", texts.known_all),
        ("first", texts.known_first),
        ("last", texts.known_last),
    ];
    html! {
        @match gap {
            "known" => select name=(gap) autofocus[first] required {
                @for (word, says) in known { option value=(word) selected[value == Some(word)] { (says) } }
            },
            "card" | "cards" => {
                input name=(gap) value=[value] autofocus[first] required autocomplete="off" autocapitalize="none" spellcheck="false" maxlength="40";
                small { (fill(texts.card_hint, &[("card", &example(table, gap))])) }
            },
            "amount" => input type="number" name=(gap) value=[value] min="0.01" step="0.01" autofocus[first] required;,
            "words" => input name=(gap) value=[value] maxlength="500" autofocus[first] required autocomplete="off";,
            _ => select name=(gap) autofocus[first] required {
                @for choice in choices(table, gap) { option value=(choice) selected[value == Some(choice.as_str())] { (named(table, language, gap, &choice)) } }
            },
        }
    }
}

/// Cards of this deck as they are typed.
fn example(table: &Table, gap: &str) -> String {
    let cards = table.rules().deck().cards().map(|card| card.to_string());
    cards.skip(9).step_by(4).take(if gap == "cards" { 2 } else { 1 }).collect::<Vec<String>>().join(" ")
}

fn named(table: &Table, language: Language, gap: &str, choice: &str) -> String {
    let texts = language.dealer();
    let side = table.rules().side_wagers().iter().find(|side| side.kind == choice);
    match (gap, choice) {
        ("place", "dealer") => texts.at_dealer.to_owned(),
        ("place", "player") => texts.at_common.to_owned(),
        ("place" | "spot", spot) => fill(texts.at_spot, &[("spot", spot)]),
        ("side" | "wager", word) => language.wager(word, side.map_or("", |side| side.name.as_str())),
        (_, name) => name.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cards_are_read_however_they_are_typed() {
        let typed = [("ks", "Ks"), ("KS, 10h", "Ks Th"), (" 7F  fF ", "7f Ff"), ("福", "福"), ("", "")];
        for (text, cards) in typed {
            assert_eq!(tidy_cards(text), cards);
        }
    }
}
