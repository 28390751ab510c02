//! Side wagers and their pay tables.

use toml::de::DeTable;
use vocabulary::{Rank, Suit};

use super::{Reader, find, plain};
use crate::wager::{Line, LooksAt, Needs, Pattern, SideWager};

impl Reader<'_> {
    pub(super) fn wagers(&mut self, table: &DeTable<'_>) -> Vec<SideWager> {
        let Some((key, value)) = find(table, "wager") else { return Vec::new() };
        let Some(entries) = value.get_ref().as_array() else {
            self.fault(key.span().start, "wager", "expected [[wager]] tables".into());
            return Vec::new();
        };
        let mut wagers: Vec<SideWager> = Vec::new();
        for entry in entries {
            let at = entry.span().start;
            let Some(table) = entry.get_ref().as_table() else {
                self.fault(at, "wager", "expected a table".into());
                continue;
            };
            if let Some(wager) = self.wager(table, at) {
                if wagers.iter().any(|other| other.kind == wager.kind) {
                    self.fault(at, &wager.kind, "this kind of wager stands twice".into());
                }
                wagers.push(wager);
            }
        }
        if wagers.len() > 32 {
            self.fault(value.span().start, "wager", "a game has at most 32 side wagers".into());
        }
        wagers
    }

    fn wager(&mut self, table: &DeTable<'_>, at: usize) -> Option<SideWager> {
        const KEYS: [&str; 9] =
            ["kind", "name", "on", "needs", "places", "placed-by", "needs-by", "lost-by", "line"];
        self.only(table, "wager", &KEYS);
        let kind = self.word(table, at, "kind");
        if let Some(kind) = kind.as_deref().filter(|kind| !is_kind(kind)) {
            self.fault(at, kind, "a kind is a word of a-z, 0-9 and -, and not main, insurance or all".into());
        }
        let key = kind.clone().unwrap_or_else(|| "wager".into());
        let name = self.word(table, at, "name");
        let on = self.word(table, at, "on").and_then(|word| {
            let on = match word.as_str() {
                "first-two" => Some(LooksAt::FirstTwo),
                "first-two-and-up-card" => Some(LooksAt::FirstTwoAndUpCard),
                "dealer-hand" => Some(LooksAt::DealerHand),
                _ => None,
            };
            if on.is_none() {
                self.fault(at, &key, "`on` is first-two | first-two-and-up-card | dealer-hand".into());
            }
            on
        });
        let needs = self.word(table, at, "needs").and_then(|word| {
            let needs = match word.as_str() {
                "spot" => Some(Needs::Spot),
                "table" => Some(Needs::Table),
                _ => None,
            };
            if needs.is_none() {
                self.fault(at, &key, "`needs` is spot | table".into());
            }
            needs
        });
        let places = find(table, "places").and_then(|(_, value)| {
            let places = plain(value.get_ref()).and_then(|n| n.parse().ok()).filter(|n: &u8| *n > 0);
            if places.is_none() {
                self.fault(value.span().start, &key, "`places` is a whole number from 1".into());
            }
            places
        });
        let placed_by = self.citations(&key, table, "placed-by", at);
        let needs_by = self.citations(&key, table, "needs-by", at);
        let lost_by = self.citations(&key, table, "lost-by", at);
        let lines = self.lines(table, at, &key, on);
        Some(SideWager {
            kind: kind?,
            name: name?,
            on: on?,
            needs: needs?,
            places,
            placed_by: placed_by?,
            needs_by: needs_by?,
            lost_by: lost_by?,
            lines,
        })
    }

    fn lines(&mut self, table: &DeTable<'_>, at: usize, key: &str, on: Option<LooksAt>) -> Vec<Line> {
        let entries = find(table, "line").and_then(|(_, value)| value.get_ref().as_array());
        let Some(entries) = entries.filter(|entries| !entries.is_empty()) else {
            self.fault(at, key, "has no [[wager.line]]: a wager that cannot win".into());
            return Vec::new();
        };
        let mut lines = Vec::new();
        for entry in entries {
            let at = entry.span().start;
            let Some(line) = entry.get_ref().as_table() else {
                self.fault(at, key, "expected a table".into());
                continue;
            };
            lines.extend(self.line(line, at, key, on));
        }
        lines
    }

    fn line(&mut self, table: &DeTable<'_>, at: usize, key: &str, on: Option<LooksAt>) -> Option<Line> {
        const KEYS: [&str; 15] = [
            "name",
            "pays",
            "by",
            "same-rank",
            "same-suit",
            "same-colour",
            "ranks",
            "suit",
            "one-each",
            "at-least",
            "total",
            "low-total-over",
            "low-total-under",
            "dealer-blackjack",
            "dealer-bust-cards",
        ];
        self.only(table, key, &KEYS);
        let name = self.word(table, at, "name");
        let pays = self.word(table, at, "pays").and_then(|text| {
            text.parse().map_err(|fault: vocabulary::NotAPayout| self.fault(at, key, fault.to_string())).ok()
        });
        let by = self.citations(key, table, "by", at);
        let when = self.pattern(table, key);
        if when.is_empty() {
            self.fault(at, key, "this line has no condition".into());
        }
        if when.dealer_bust_cards.is_some() != (on == Some(LooksAt::DealerHand)) && on.is_some() {
            self.fault(
                at,
                key,
                "`dealer-bust-cards` goes with on = \"dealer-hand\", and only with it".into(),
            );
        }
        Some(Line { name: name?, pays: pays?, when, by: by? })
    }

    fn pattern(&mut self, table: &DeTable<'_>, key: &str) -> Pattern {
        let ranks = |text: &str| {
            let ranks = text.chars().map(Rank::from_letter).collect::<Option<Vec<_>>>();
            ranks.filter(|ranks| !ranks.is_empty())
        };
        let range = |text: &str| {
            if let Some(from) = text.strip_suffix('+') {
                return Some((from.parse().ok()?, u8::MAX));
            }
            let (from, to) = text.split_once('-').unwrap_or((text, text));
            let (from, to) = (from.parse().ok()?, to.parse().ok()?);
            (3 <= from && from <= to).then_some((from, to))
        };
        let count = |text: &str| {
            let (count, rank) = text.split_once(" x ")?;
            Some((count.parse().ok()?, letter(rank).and_then(Rank::from_letter)?))
        };
        Pattern {
            same_rank: self.condition(table, key, "same-rank", |t| t.parse().ok()),
            same_suit: self.condition(table, key, "same-suit", |t| t.parse().ok()),
            same_colour: self.condition(table, key, "same-colour", |t| t.parse().ok()),
            ranks: self.condition(table, key, "ranks", ranks),
            suit: self.condition(table, key, "suit", |t| letter(t).and_then(Suit::from_letter)),
            one_each: self.condition(table, key, "one-each", ranks),
            at_least: self.condition(table, key, "at-least", count),
            total: self.condition(table, key, "total", |t| t.parse().ok()),
            low_total_over: self.condition(table, key, "low-total-over", |t| t.parse().ok()),
            low_total_under: self.condition(table, key, "low-total-under", |t| t.parse().ok()),
            dealer_blackjack: self.condition(table, key, "dealer-blackjack", |t| t.parse().ok()),
            dealer_bust_cards: self.condition(table, key, "dealer-bust-cards", range),
        }
    }

    fn condition<T>(
        &mut self,
        table: &DeTable<'_>,
        key: &str,
        name: &str,
        read: impl Fn(&str) -> Option<T>,
    ) -> Option<T> {
        let (_, value) = find(table, name)?;
        let read = plain(value.get_ref()).and_then(|text| read(&text));
        if read.is_none() {
            self.fault(value.span().start, key, format!("cannot read the condition `{name}`"));
        }
        read
    }

    fn only(&mut self, table: &DeTable<'_>, key: &str, known: &[&str]) {
        for (name, _) in table {
            if !known.contains(&name.get_ref().as_ref()) {
                let what = format!("unknown key `{}`; expected {}", name.get_ref(), known.join(", "));
                self.fault(name.span().start, key, what);
            }
        }
    }

    fn word(&mut self, table: &DeTable<'_>, at: usize, name: &str) -> Option<String> {
        let word = find(table, name).and_then(|(_, value)| value.get_ref().as_str()).map(str::to_owned);
        if word.as_ref().is_none_or(String::is_empty) {
            self.fault(at, name, "missing or not a text".into());
            return None;
        }
        word
    }
}

/// Whether a transcript could name a wager by this word.
fn is_kind(word: &str) -> bool {
    word.starts_with(|c: char| c.is_ascii_lowercase())
        && word.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'-')
        && !["main", "insurance", "all", "on"].contains(&word)
}

/// The only letter of a text.
fn letter(text: &str) -> Option<char> {
    let mut letters = text.chars();
    letters.next().filter(|_| letters.next().is_none())
}
