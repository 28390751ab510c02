//! The log as people read it: the newest entries of every book, told without what nobody is to know.
//!
//! What is told is named here field by field. A shoe's seed, a password, a token are in no book; where a book holds what is
//! not for every eye (cards lying face down), the entry of a table is told as its viewer sees it.

use std::sync::Arc;

use journal::{JournalError, Record, Stream};
use serde::Deserialize;

use crate::cage::Receipt;
use crate::entry::Entry;
use crate::house::Floor;
use crate::sight::News;
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
}

fn of_table(book: &str, news: Arc<News>) -> LogLine {
    let (book, by) = (book.to_owned(), news.entry.by.clone());
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
    let Entry { by, round, .. } = Entry::read(body).ok()?;
    Some((by, Fact::Elsewhere { round }))
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
