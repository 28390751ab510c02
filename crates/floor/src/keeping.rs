//! Facts checked against the records that keep them: what lies on a shelf changes in the book it belongs to alone, with an entry that
//! does that.

use std::collections::{BTreeMap, VecDeque};

use journal::{Journal, JournalError, Kept, Record, Stream};

use crate::cage::{Receipt, TERMINALS};
use crate::entry::Entry;
use crate::house::SHOES;
use crate::keeper::CONFIG;
use crate::meters;
use crate::people::Roll;
use crate::postings::{BookKind, Felt};
use crate::rule_book::{ADOPTED, RULE_BOOKS};

/// The number of records read at a time.
const PAGE: usize = 1000;

/// A record with the facts it keeps.
pub(crate) struct Held {
    pub(crate) record: Record,
    pub(crate) facts: Vec<Kept>,
}

impl Held {
    /// The facts of which this is not true, each as a fault.
    pub(crate) fn but(&self, is_right: impl FnMut(&&Kept) -> bool) -> Vec<String> {
        let (_, wrong): (Vec<&Kept>, Vec<&Kept>) = self.facts.iter().partition(is_right);
        wrong.into_iter().map(|fact| self.misplaced(fact)).collect()
    }

    /// That nothing the record says changes this fact.
    pub(crate) fn misplaced(&self, fact: &Kept) -> String {
        let place = format!("\"{}\" on the shelf \"{}\"", fact.key, fact.shelf);
        self.fault(&format!("changes {place}, and nothing that it says does that"))
    }

    /// A fault of the record.
    pub(crate) fn fault(&self, why: &str) -> String {
        format!("{} {why}", self.name())
    }

    /// The book and the number of the record.
    pub(crate) fn name(&self) -> String {
        format!("{} entry {}", self.record.stream, self.record.seq)
    }
}

/// A book as it is read, up to what was its last record when the audit began.
pub(crate) struct Pages {
    book: Stream,
    after: u64,
    last: u64,
    /// Whether the chain covers facts: an earlier version has none to read.
    covers_facts: bool,
}

impl Pages {
    pub(crate) fn new(book: Stream, last: u64, covers_facts: bool) -> Pages {
        Pages { book, after: 0, last, covers_facts }
    }

    /// The next records; none at the end of the book. After an error the book is at its end.
    pub(crate) async fn turn(&mut self, journal: &Journal) -> Result<Vec<Held>, JournalError> {
        let Pages { book, last, covers_facts, .. } = self;
        let after = std::mem::replace(&mut self.after, *last);
        if after >= *last {
            return Ok(Vec::new());
        }
        let mut records = journal.records(book, after, PAGE).await?;
        records.retain(|record| record.seq <= *last);
        let Some(end) = records.last().map(|record| record.seq) else { return Ok(Vec::new()) };
        let facts = if *covers_facts { journal.facts(book, after, end).await? } else { Vec::new() };
        let mut held: Vec<Held> =
            records.into_iter().map(|record| Held { record, facts: Vec::new() }).collect();
        for (seq, fact) in facts {
            if let Ok(place) = held.binary_search_by_key(&seq, |held| held.record.seq) {
                held[place].facts.push(fact);
            }
        }
        self.after = end;
        Ok(held)
    }
}

/// Books read together, in the order of the journal.
#[derive(Default)]
pub(crate) struct Together(Vec<(Pages, VecDeque<Held>)>);

impl Together {
    pub(crate) fn add(&mut self, pages: Pages) {
        self.0.push((pages, VecDeque::new()));
    }

    /// The next record of any of them.
    pub(crate) async fn next(&mut self, journal: &Journal) -> Result<Option<Held>, JournalError> {
        for (pages, read) in &mut self.0 {
            if read.is_empty() {
                read.extend(pages.turn(journal).await?);
            }
        }
        let begun = self.0.iter_mut().filter_map(|(_, read)| Some((read.front()?.record.entry, read)));
        Ok(begun.min_by_key(|(entry, _)| *entry).and_then(|(_, read)| read.pop_front()))
    }
}

/// What all books but those of tables keep, followed in the order of the journal.
#[derive(Default)]
pub(crate) struct Keeping {
    /// The first record of all that keeps a fact.
    first: Option<i64>,
    people: Roll,
    terminals: Terminals,
}

impl Keeping {
    pub(crate) fn new(first: Option<i64>) -> Keeping {
        Keeping { first, ..Keeping::default() }
    }

    /// Takes in the next record, and says which of its facts it does not change.
    pub(crate) fn follow(&mut self, held: &Held) -> Vec<String> {
        match BookKind::of(&held.record.stream) {
            BookKind::People => self.people.follow(held),
            BookKind::Cage => self.terminals.follow(held),
            BookKind::House if held.record.adopts_facts() => self.adopt(held),
            BookKind::House | BookKind::Losses | BookKind::Table | BookKind::Unknown => held.but(|_| false),
        }
    }

    /// What lies on shelves when an earlier version's journal is brought up to date is written down as it is: before anything else.
    fn adopt(&mut self, held: &Held) -> Vec<String> {
        if self.first.is_some_and(|first| first < held.record.entry) {
            let late = held.fault("brings facts under the chain, which covered facts before");
            return std::iter::once(late).chain(held.but(|_| false)).collect();
        }
        self.people.adopt(held);
        Vec::new()
    }

    /// Compares people and sessions as they are now with what the books say of them.
    ///
    /// # Errors
    ///
    /// When the journal cannot be read.
    pub(crate) async fn compare(&self, journal: &Journal) -> Result<Vec<String>, JournalError> {
        self.people.compare(journal).await
    }
}

/// How much money terminals hold, by their receipts.
#[derive(Default)]
struct Terminals(BTreeMap<String, i128>);

impl Terminals {
    /// A receipt of a terminal changes what that terminal holds, to what it then does.
    fn follow(&mut self, held: &Held) -> Vec<String> {
        let Terminals(holds) = self;
        for posting in &held.record.postings {
            if let Some(name) = posting.account.as_str().strip_prefix("terminals/") {
                *holds.entry(name.to_owned()).or_default() -= i128::from(posting.amount.units());
            }
        }
        let receipt: Option<Receipt> = serde_json::from_str(&held.record.body).ok();
        let terminal = receipt.as_ref().and_then(Receipt::terminal_name);
        let amount = terminal.and_then(|name| holds.get(name));
        held.but(|fact| {
            let is_its_own = fact.shelf == TERMINALS && Some(fact.key.as_str()) == terminal;
            is_its_own && amount.is_some_and(|amount| fact.says(&amount.to_string()))
        })
    }
}

/// Which facts an entry of a table does not change, once it is taken in.
pub(crate) fn misplaced_at_table(felt: &Felt, held: &Held, entry: &Entry) -> Vec<String> {
    held.but(|fact| {
        if fact.shelf == RULE_BOOKS {
            return fact.digest.is_some_and(|digest| digest.to_string() == fact.key);
        }
        let is_its_own = fact.key == felt.table() && fact.digest.is_some();
        is_its_own
            && match fact.shelf.as_str() {
                SHOES => entry.shoe.is_some(),
                CONFIG | ADOPTED => entry.wakes_up(),
                shelf => shelf == meters::shelf(felt.money()) && felt.is_over() && !entry.events.is_empty(),
            }
    })
}

#[cfg(test)]
mod tests {
    use journal::Hash;

    use super::*;
    use crate::testing;

    fn record(entry: i64, book: &str, body: &str, places: &[(&str, &str)]) -> Held {
        let fact = |(shelf, key): &(&str, &str)| Kept {
            shelf: (*shelf).to_owned(),
            key: (*key).to_owned(),
            digest: Some(Hash::of("what it says")),
        };
        Held { record: testing::record(entry, book, body, &[]), facts: places.iter().map(fact).collect() }
    }

    #[test]
    fn what_lay_on_shelves_is_brought_under_the_chain_before_any_record_keeps_facts() {
        let places = [("people", "bob"), ("sessions", "f0"), ("sessions/bob", "f0"), ("meters", "one")];
        let adoption = record(9, "house", r#"{"adopt":"facts"}"#, &places);
        let mut keeping = Keeping::new(Some(9));
        assert_eq!(keeping.follow(&adoption), [""; 0]);
        let bob = r#"{"by":"sue","did":"disabled","who":"bob"}"#;
        assert_eq!(keeping.follow(&record(10, "people/floor", bob, &places[..1])), [""; 0], "bob is known");
        let late = Keeping::new(Some(8)).follow(&adoption);
        assert_eq!(late.len(), 5, "{late:?}");
        assert_eq!(late[0], "house entry 1 brings facts under the chain, which covered facts before");
        assert!(late[1].starts_with("house entry 1 changes \"bob\" on the shelf \"people\""), "{late:?}");
        let announced = record(10, "house", r#"{"announce":"cage/floor"}"#, &places[..1]);
        assert_eq!(keeping.follow(&announced).len(), 1);
    }
}
