mod wagers;

use std::collections::BTreeSet;
use std::fmt;

use toml::Spanned;
use toml::de::{DeTable, DeValue};
use vocabulary::Clause;

use crate::clauses::ClauseTable;
use crate::reason::Reason;
use crate::rules::{Book, Rules};
use crate::settings::{May, Settings, Written};

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
    /// Reads a rule book. `open` yields the text of the clause table it names, unless the table is in the rule book itself.
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

/// A sound rule book with its clause table written into it, in place of the path.
pub(crate) fn with_clauses(text: &str, clauses: &str) -> String {
    let (table, _) = DeTable::parse_recoverable(text);
    let Some((_, path)) = find(table.get_ref(), "clauses") else { return text.to_owned() };
    let before = text.get(..path.span().start).unwrap_or_default();
    let after = text.get(path.span().end..).unwrap_or_default();
    format!("{before}{}{after}", quoted(clauses))
}

/// A text of several lines as TOML has it: as it is where that can be, otherwise with escapes.
fn quoted(text: &str) -> String {
    let text = if text.contains('\n') { text.to_owned() } else { format!("{text}\n") };
    let is_plain = |letter: char| letter == '\n' || letter == '\t' || !letter.is_control();
    if text.chars().all(is_plain) && !text.contains("'''") && !text.ends_with('\'') {
        return format!("'''\n{text}'''");
    }
    let escaped = |letter: char| match letter {
        '"' | '\\' => format!("\\{letter}"),
        _ if letter.is_control() => format!("\\u{:04X}", u32::from(letter)),
        _ => letter.to_string(),
    };
    format!("\"{}\"", text.chars().map(escaped).collect::<String>())
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
        // A path is one line, a table is more.
        let (text, named) = if path.contains('\n') {
            (path.to_owned(), "the clause table".to_owned())
        } else {
            let text = open(path)
                .map_err(|why| self.fault(at, "clauses", format!("cannot read `{path}`: {why}")))
                .ok()?;
            (text, format!("`{path}`"))
        };
        match ClauseTable::read(&text) {
            Ok(clauses) => Some(clauses),
            Err(faults) => {
                for (line, what) in faults {
                    self.fault(at, "clauses", format!("{named} line {line}: {what}"));
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
