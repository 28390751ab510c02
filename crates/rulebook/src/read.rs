use std::collections::BTreeSet;
use std::fmt;

use toml::Spanned;
use toml::de::{DeTable, DeValue};
use vocabulary::{Clause, Rank, Suit};

use crate::clauses::ClauseTable;
use crate::reason::Reason;
use crate::rules::{Book, Rules};
use crate::settings::{May, Settings, Written};
use crate::wager::{Line, LooksAt, Needs, Pattern, SideWager};

/// Something wrong with a rule book, with the place to look at.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Fault {
    /// The line, from 1.
    pub line: usize,
    /// The key.
    pub key: String,
    /// What is wrong, and what was expected.
    pub what: String,
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: {}: {}", self.line, self.key, self.what)
    }
}

/// All that is wrong with a rule book.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{}", .0.iter().map(Fault::to_string).collect::<Vec<_>>().join("\n"))]
pub struct Faults(pub Vec<Fault>);

const META: [&str; 4] = ["id", "name", "in-force", "clauses"];
const ANYTHING_ELSE: &str = "anything-else";

impl Rules {
    /// Reads a rule book. `open` yields the text of the clause table it names.
    ///
    /// # Errors
    ///
    /// All faults of the file at once: unknown and missing keys, values that cannot be read, clauses that do not
    /// exist, settings that make no game together.
    pub fn read(text: &str, open: impl FnOnce(&str) -> Result<String, String>) -> Result<Rules, Faults> {
        let (table, errors) = DeTable::parse_recoverable(text);
        let mut reader = Reader { text, faults: Vec::new(), clauses: None };
        for error in errors {
            let span = error.span().unwrap_or(0..0);
            let key =
                text.get(span.clone()).filter(|key| !key.is_empty() && key.len() < 40).unwrap_or("file");
            reader.fault(span.start, key.trim(), error.message().to_owned());
        }
        if !reader.faults.is_empty() {
            // What a broken file seems to say is not worth telling beside where it breaks.
            reader.faults.dedup();
            return Err(Faults(reader.faults));
        }
        let rules = reader.book(table.get_ref(), open);
        let mut faults = reader.faults;
        faults.sort_by_key(|fault| fault.line);
        match rules {
            Some(rules) if faults.is_empty() => Ok(rules),
            _ => Err(Faults(faults)),
        }
    }
}

struct Reader<'a> {
    text: &'a str,
    faults: Vec<Fault>,
    clauses: Option<ClauseTable>,
}

type Entry<'t, 'i> = (&'t Spanned<std::borrow::Cow<'i, str>>, &'t Spanned<DeValue<'i>>);

impl Reader<'_> {
    fn fault(&mut self, at: usize, key: &str, what: String) {
        let line = 1 + self.text.bytes().take(at).filter(|&b| b == b'\n').count();
        self.faults.push(Fault { line, key: key.to_owned(), what });
    }

    fn book(
        &mut self,
        table: &DeTable<'_>,
        open: impl FnOnce(&str) -> Result<String, String>,
    ) -> Option<Rules> {
        let meta: Vec<Option<String>> = META.iter().map(|key| self.meta(table, key)).collect();
        if let Some(path) = &meta[3] {
            self.clauses = self.clause_table(table, path, open);
        }
        let sections: BTreeSet<&str> = Settings::NAMES.iter().map(|(section, _)| *section).collect();
        for (key, _) in table {
            let name = key.get_ref().as_ref();
            if !META.contains(&name) && !sections.contains(name) && !["wager", "because"].contains(&name) {
                let known: Vec<&str> = sections.iter().copied().chain(["wager", "because"]).collect();
                self.fault(key.span().start, name, format!("unknown; expected one of {}", known.join(", ")));
            }
        }
        let settings = self.settings(table);
        let wagers = self.wagers(table);
        let because = self.because(table);
        let mut meta = meta.into_iter();
        let mut next = || meta.next().flatten();
        let (id, name, in_force) = (next()?, next()?, next()?);
        let book = Book { id, name, in_force, wagers, because: because?, clauses: self.clauses.clone()? };
        let rules = Rules::new(settings?, book);
        for (key, why) in rules.impossible() {
            let section =
                Settings::NAMES.iter().find(|(_, name)| *name == key).map_or("", |(section, _)| section);
            let at = section_of(table, section).map_or(0, |section| place_of(section, key));
            self.fault(at, key, why);
        }
        Some(rules)
    }

    fn meta(&mut self, table: &DeTable<'_>, key: &str) -> Option<String> {
        let Some((_, value)) = find(table, key) else {
            self.fault(0, key, "missing".into());
            return None;
        };
        let text = value.get_ref().as_str().filter(|text| !text.is_empty()).map(str::to_owned);
        if text.is_none() {
            self.fault(value.span().start, key, "expected a text".into());
        }
        text
    }

    fn clause_table(
        &mut self,
        table: &DeTable<'_>,
        path: &str,
        open: impl FnOnce(&str) -> Result<String, String>,
    ) -> Option<ClauseTable> {
        let at = place_of(table, "clauses");
        let text = open(path)
            .map_err(|why| self.fault(at, "clauses", format!("cannot read `{path}`: {why}")))
            .ok()?;
        match ClauseTable::read(&text) {
            Ok(clauses) => Some(clauses),
            Err(faults) => {
                for (line, what) in faults {
                    self.fault(at, "clauses", format!("`{path}` line {line}: {what}"));
                }
                None
            }
        }
    }

    fn settings(&mut self, table: &DeTable<'_>) -> Option<Settings> {
        let mut written: Vec<(&str, &str, Option<Written>)> = Vec::new();
        for (section, name) in Settings::NAMES {
            let entry = section_of(table, section).and_then(|section| find(section, name));
            if entry.is_none() {
                let at = place_of(table, section);
                self.fault(at, name, format!("missing in [{section}]"));
            }
            written.push((section, name, entry.and_then(|(_, value)| self.setting(name, value))));
        }
        self.unknown_settings(table);
        let mut unread = Vec::new();
        let settings = Settings::build(
            |section, name| {
                written
                    .iter_mut()
                    .find(|(s, n, _)| *s == section && *n == name)
                    .and_then(|(_, _, w)| w.take())
            },
            |section, name, what| unread.push((section, name, what)),
        );
        for (section, name, what) in unread {
            let at = section_of(table, section).map_or(0, |section| place_of(section, name));
            self.fault(at, name, what);
        }
        settings
    }

    fn unknown_settings(&mut self, table: &DeTable<'_>) {
        let sections: BTreeSet<&str> = Settings::NAMES.iter().map(|(section, _)| *section).collect();
        for section in sections {
            match find(table, section).map(|(key, value)| (key, value.get_ref())) {
                Some((_, DeValue::Table(entries))) => {
                    for (key, _) in entries {
                        let name = key.get_ref().as_ref();
                        if !Settings::NAMES.contains(&(section, name)) {
                            self.fault(key.span().start, name, format!("unknown in [{section}]"));
                        }
                    }
                }
                Some((key, _)) => self.fault(key.span().start, section, "expected a table".into()),
                None => {}
            }
        }
    }

    fn setting(&mut self, name: &str, value: &Spanned<DeValue<'_>>) -> Option<Written> {
        let Some(table) = value.get_ref().as_table() else {
            self.fault(value.span().start, name, "expected { is = VALUE, by = CLAUSE }".into());
            return None;
        };
        for (key, _) in table {
            if !["is", "by", "may"].contains(&key.get_ref().as_ref()) {
                self.fault(
                    key.span().start,
                    name,
                    format!("unknown key `{}`: only is, by, may", key.get_ref()),
                );
            }
        }
        let is = find(table, "is").and_then(|(_, value)| plain(value.get_ref()));
        if is.is_none() {
            self.fault(value.span().start, name, "`is` is missing or not a plain value".into());
        }
        let by = self.citations(name, table, "by", value.span().start);
        let may = find(table, "may").map_or(Some(May::Fixed), |(_, value)| self.may(name, value));
        Some(Written { is: is?, by: by?, may: may? })
    }

    fn may(&mut self, name: &str, value: &Spanned<DeValue<'_>>) -> Option<May> {
        let range = |text: &str| {
            let (from, to) = text.split_once('-')?;
            Some(May::Range(from.parse().ok()?, to.parse().ok()?))
        };
        let may = match value.get_ref() {
            DeValue::String(text) if text == "any" => Some(May::Any),
            DeValue::String(text) => range(text),
            DeValue::Array(values) => {
                values.iter().map(|value| plain(value.get_ref())).collect::<Option<Vec<_>>>().map(May::Among)
            }
            _ => None,
        };
        if may.is_none() {
            self.fault(
                value.span().start,
                name,
                "`may` is \"any\", a range like \"1-8\", or a list of values".into(),
            );
        }
        may
    }

    /// One clause or a list of clauses; at least one, and each must exist.
    fn citations(&mut self, key: &str, table: &DeTable<'_>, name: &str, at: usize) -> Option<Vec<Clause>> {
        let Some((_, value)) = find(table, name) else {
            self.fault(at, key, format!("`{name}` is missing: name the clause"));
            return None;
        };
        self.clause_list(key, value)
    }

    fn clause_list(&mut self, key: &str, value: &Spanned<DeValue<'_>>) -> Option<Vec<Clause>> {
        let at = value.span().start;
        let texts: Option<Vec<&str>> = match value.get_ref() {
            DeValue::String(text) => Some(vec![text.as_ref()]),
            DeValue::Array(values) => values.iter().map(|value| value.get_ref().as_str()).collect(),
            _ => None,
        };
        let Some(texts) = texts.filter(|texts| !texts.is_empty()) else {
            self.fault(at, key, "expected a clause or a list of clauses".into());
            return None;
        };
        let mut clauses = Vec::new();
        for text in texts {
            match text.parse::<Clause>() {
                Ok(clause) if self.clauses.as_ref().is_none_or(|table| table.can_cite(clause)) => {
                    clauses.push(clause);
                }
                Ok(clause) => self.fault(at, key, format!("there is no clause {clause} in the clause table")),
                Err(fault) => self.fault(at, key, fault.to_string()),
            }
        }
        (!clauses.is_empty()).then_some(clauses)
    }

    fn because(&mut self, table: &DeTable<'_>) -> Option<Vec<Vec<Clause>>> {
        let mut lists = vec![Vec::new(); Reason::ALL.len() + 1];
        let Some(entries) = section_of(table, "because") else {
            let at = place_of(table, "because");
            self.fault(
                at,
                "because",
                format!("expected a table: at least `{ANYTHING_ELSE}` must name a clause"),
            );
            return None;
        };
        for (key, value) in entries {
            let name = key.get_ref().as_ref();
            let place = if name == ANYTHING_ELSE {
                Some(Reason::ALL.len())
            } else {
                Reason::named(name).map(|reason| reason as usize)
            };
            match place {
                Some(place) => lists[place] = self.clause_list(name, value).unwrap_or_default(),
                None => self.fault(key.span().start, name, "unknown in [because]".into()),
            }
        }
        if lists[Reason::ALL.len()].is_empty() {
            let at = place_of(table, "because");
            self.fault(
                at,
                ANYTHING_ELSE,
                "missing in [because]: the clause behind all that is not listed".into(),
            );
            return None;
        }
        Some(lists)
    }

    fn wagers(&mut self, table: &DeTable<'_>) -> Vec<SideWager> {
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

fn find<'t, 'i>(table: &'t DeTable<'i>, name: &str) -> Option<Entry<'t, 'i>> {
    table.iter().find(|(key, _)| key.get_ref() == name)
}

fn section_of<'t, 'i>(table: &'t DeTable<'i>, name: &str) -> Option<&'t DeTable<'i>> {
    find(table, name).and_then(|(_, value)| value.get_ref().as_table())
}

/// Where a key stands: at the top, or in one of the sections.
fn place_of(table: &DeTable<'_>, name: &str) -> usize {
    let nested =
        || table.iter().filter_map(|(_, value)| value.get_ref().as_table()).find_map(|t| find(t, name));
    find(table, name).or_else(nested).map_or(0, |(key, _)| key.span().start)
}

/// A text, number or truth value in its written form.
fn plain(value: &DeValue<'_>) -> Option<String> {
    match value {
        DeValue::String(text) => Some(text.to_string()),
        DeValue::Integer(number) if number.radix() == 10 => Some(number.as_str().to_owned()),
        DeValue::Float(number) => Some(number.as_str().to_owned()),
        DeValue::Boolean(truth) => Some(truth.to_string()),
        DeValue::Integer(_) | DeValue::Datetime(_) | DeValue::Array(_) | DeValue::Table(_) => None,
    }
}
