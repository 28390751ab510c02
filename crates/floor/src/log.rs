//! The log as people read it: the newest entries of every book, without what nobody is to know.
//!
//! What is shown is named here field by field. A shoe's seed, a password, a token are in no book. If a book holds what is not for
//! every eye (cards lying face down), a table's entry is shown as its viewer sees it. Books as they are stored
//! ([`Floor::stored`]) are shown without those cards while the round is on.

use std::sync::Arc;

use journal::{JournalError, Record, RecordBody, Stream};
use round::unseen;
use serde::Deserialize;
use serde_json::Value;
use vocabulary::Card;

use crate::cage::Receipt;
use crate::entry::Entry;
use crate::house::Floor;
use crate::sight::{News, write_seen};
use crate::stored::Stored;
use crate::window::Millis;

/// An entry of a book.
#[derive(Clone, Debug)]
pub struct LogLine {
    /// The book: `table/ID`, `cage/SERVER`, `people/SERVER`, `house` or `losses`.
    pub book: String,
    /// Its number there.
    pub seq: u64,
    /// When.
    pub at: Millis,
    /// Who caused it: a person, `clock` or `house`.
    pub by: String,
    /// What it is about.
    pub fact: Fact,
}

/// What an entry is about.
#[derive(Clone, Debug)]
pub enum Fact {
    /// Something at a table kept here.
    Table(Arc<News>),
    /// Something at a table that another server keeps and tells of.
    Elsewhere {
        /// The round it belongs to.
        round: u32,
    },
    /// Credits changed hands.
    Credits(Receipt),
    /// Something was done about someone.
    Person {
        /// What, in a few words.
        did: String,
        /// About whom.
        who: String,
    },
    /// A book was begun.
    Book(String),
    /// This program does not know what it says.
    Other,
}

/// A record of a book as it is stored, without cards that lie face down.
pub(crate) struct StoredLine {
    pub(crate) seq: u64,
    pub(crate) at: Millis,
    /// Its hash; `None` if it would reveal a card: anyone who knows all else finds the card by trying.
    pub(crate) hash: Option<String>,
    pub(crate) body: Value,
}

/// The number of records in a page, and of those read at a time in search of cards that lie face down.
const PAGE: usize = 100;

#[derive(Deserialize)]
struct Personal {
    by: String,
    did: String,
    who: String,
}

#[derive(Deserialize)]
struct Announcing {
    announce: String,
}

impl Floor {
    /// Every book with the number of its last entry.
    ///
    /// # Errors
    ///
    /// When the journal fails.
    pub async fn books(&self) -> Result<Vec<(String, u64)>, JournalError> {
        let streams = self.journal().streams().await?;
        Ok(streams.into_iter().map(|(stream, head)| (stream.as_str().to_owned(), head.seq)).collect())
    }

    /// The entries of a book after one of them, oldest first; nothing where there is no such book.
    ///
    /// # Errors
    ///
    /// When the journal fails.
    pub async fn log_lines(&self, book: &str, after: u64) -> Result<Vec<LogLine>, JournalError> {
        let Ok(stream) = book.parse::<Stream>() else { return Ok(Vec::new()) };
        let table = book.strip_prefix("table/");
        if let Some(table) = table
            && let Some(news) = self.entries_after(table, after).await?
        {
            return Ok(news.into_iter().map(|news| of_table(book, news)).collect());
        }
        let records = self.journal().records(&stream, after, 500).await?;
        Ok(records.iter().map(|record| told(book, record)).collect())
    }

    /// The records of a book after one of them, oldest first, as they are stored. While a card lies face down at a table it is
    /// not shown, and neither are the hashes of its record and of those that are chained to it.
    pub(crate) async fn stored(&self, book: &Stream, after: u64) -> Result<Vec<StoredLine>, JournalError> {
        let records = self.journal().records(book, after, PAGE).await?;
        let Some(last) = records.last() else { return Ok(Vec::new()) };
        // Looked for afterwards: a card turned meanwhile may be shown.
        let face_down = self.first_face_down(book, last.seq).await?;
        let line = |record: &Record| {
            let hides = face_down.is_some_and(|first| record.seq >= first);
            let body = if hides { face_up(&record.body) } else { json_of(&record.body) };
            let hash = (!hides).then(|| record.hash.to_string());
            StoredLine { seq: record.seq, at: record.at, hash, body }
        };
        Ok(records.iter().map(line).collect())
    }

    /// The first entry with a card face down since the last finished round of a table, up to this one.
    async fn first_face_down(&self, book: &Stream, until: u64) -> Result<Option<u64>, JournalError> {
        if !book.as_str().starts_with("table/") {
            return Ok(None);
        }
        let mut after = self.journal().last_round(book).await?.map_or(0, |round| round.last);
        while after < until {
            let records = self.journal().bodies(book, after, PAGE).await?;
            let Some(last) = records.last() else { break };
            after = last.seq;
            let hides = |record: &&RecordBody| {
                let events = Entry::read(&record.body).map(|entry| entry.events).unwrap_or_default();
                events.iter().any(|event| unseen(event).is_some())
            };
            if let Some(first) = records.iter().find(hides) {
                return Ok(Some(first.seq));
            }
        }
        Ok(None)
    }
}

fn json_of(text: &str) -> Value {
    serde_json::from_str(text).unwrap_or_default()
}

/// An entry without the cards that lie face down: its events as staff see them, and no cards in what was said.
fn face_up(body: &str) -> Value {
    let mut value = json_of(body);
    let Ok(entry) = Entry::read(body) else { return value };
    if !entry.events.iter().any(|event| unseen(event).is_some()) {
        return value;
    }
    let event = |event: &round::Event| {
        let mut text = String::new();
        match unseen(event) {
            Some(seen) => write_seen(&seen, &mut text),
            None => event.write(&mut text),
        }
        json_of(&text)
    };
    let word = |word: &str| if word.parse::<Card>().is_ok() { "?".to_owned() } else { word.to_owned() };
    let said = |line: &String| line.split(' ').map(word).collect::<Vec<_>>().join(" ");
    value["events"] = entry.events.iter().map(event).collect();
    value["said"] = entry.said.iter().map(said).collect();
    value
}

fn of_table(book: &str, news: Arc<News>) -> LogLine {
    let (book, by) = (book.to_owned(), news.entry.acting());
    LogLine { book, seq: news.seq, at: news.at, by, fact: Fact::Table(news) }
}

/// What a record says, where its book is of a kind this program knows.
fn told(book: &str, record: &Record) -> LogLine {
    let body = record.body.as_str();
    let (by, fact) = match book.split('/').next() {
        Some("table") => elsewhere(body),
        Some("cage") => credits(body),
        Some("people" | "losses") => personal(body),
        Some("house") => announced(body),
        _ => None,
    }
    .unwrap_or_else(|| (String::new(), Fact::Other));
    LogLine { book: book.to_owned(), seq: record.seq, at: record.at, by, fact }
}

fn elsewhere(body: &str) -> Option<(String, Fact)> {
    let entry = Entry::read(body).ok()?;
    Some((entry.acting(), Fact::Elsewhere { round: entry.round }))
}

fn credits(body: &str) -> Option<(String, Fact)> {
    let receipt: Receipt = serde_json::from_str(body).ok()?;
    Some((receipt.by.clone(), Fact::Credits(receipt)))
}

fn personal(body: &str) -> Option<(String, Fact)> {
    let Personal { by, did, who } = serde_json::from_str(body).ok()?;
    Some((by, Fact::Person { did, who }))
}

fn announced(body: &str) -> Option<(String, Fact)> {
    let Announcing { announce } = serde_json::from_str(body).ok()?;
    Some(("house".to_owned(), Fact::Book(announce)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::approval::Approval;

    #[test]
    fn a_table_kept_elsewhere_is_told_of_with_both_people_of_what_took_two() {
        let approval = Approval::Approved { number: 3, asked_by: "mary".into() };
        let entry = Entry { by: "max".into(), round: 7, approval: Some(approval), ..Entry::default() };
        let told = elsewhere(&entry.write());
        assert!(matches!(told, Some((by, Fact::Elsewhere { round: 7 })) if by == "max, asked by mary"));
    }
}
