//! Looking into the books of tables.

use std::sync::Arc;

use journal::{Journal, JournalError, Record, Round, Stream};

use super::Floor;
use super::watch::book_of;
use crate::entry::Entry;
use crate::sight::News;
use crate::table::Table;

/// So many entries are looked through for the opening of a round before it is too long ago.
const FURTHEST: u64 = 10_000;
/// As many at a time.
const PAGE: u64 = 500;

impl Floor {
    /// What was written at a table after an entry, as news; nothing where that is too long ago.
    ///
    /// # Errors
    ///
    /// When the journal fails, or holds something else than entries.
    pub async fn entries_after(
        &self,
        table: &str,
        after: u64,
    ) -> Result<Option<Vec<Arc<News>>>, JournalError> {
        let Some(desk) = self.table(table) else { return Ok(None) };
        let stream = book_of(table)?;
        let now = desk.standing.borrow().clone();
        let Some(records) = self.back_to_an_opening(&stream, after, now.seq).await? else { return Ok(None) };
        let mut so_far: Table = now.table.clone();
        let mut news = Vec::new();
        for record in records {
            let (entry, before) = (read(&record)?, so_far.clone());
            so_far.catch_up(&entry).map_err(|why| JournalError::Damaged(why.to_string()))?;
            if record.seq > after {
                news.push(Arc::new(News::new(record.seq, record.at, entry, before)));
            }
        }
        Ok(Some(news))
    }

    /// The entries from the opening of the round that an entry's successor belongs to.
    async fn back_to_an_opening(
        &self,
        stream: &Stream,
        after: u64,
        last: u64,
    ) -> Result<Option<Vec<Record>>, JournalError> {
        if last.saturating_sub(after) > FURTHEST {
            return Ok(None);
        }
        let mut from = after;
        loop {
            let wanted = usize::try_from(last - from).unwrap_or(usize::MAX);
            let records = self.journal().records(stream, from, wanted).await?;
            let opening = |record: &Record| record.seq <= after + 1 && record.body.contains("\"opens\":");
            if let Some(at) = records.iter().rposition(opening) {
                return Ok(Some(records.into_iter().skip(at).collect()));
            }
            if from == 0 {
                return Ok(Some(records));
            }
            if last - from > FURTHEST {
                return Ok(None);
            }
            from = from.saturating_sub(PAGE);
        }
    }
}

/// The entries of a round that is over, corrections made after its end included.
///
/// # Errors
///
/// When the journal fails, or holds something else than entries.
pub async fn entries_of(journal: &Journal, round: &Round) -> Result<Vec<Entry>, JournalError> {
    let mut entries = Vec::new();
    let mut after = round.first - 1;
    loop {
        let records = journal.records(&round.stream, after, 500).await?;
        let Some(last) = records.last() else { return Ok(entries) };
        after = last.seq;
        for record in &records {
            let entry = read(record)?;
            if entry.opens.is_some() && record.seq > round.first {
                return Ok(entries);
            }
            entries.push(entry);
        }
    }
}

fn read(record: &Record) -> Result<Entry, JournalError> {
    let damaged = |why: crate::entry::NotAnEntry| {
        JournalError::Damaged(format!("{} {}: {why}", record.stream, record.seq))
    };
    Entry::read(&record.body).map_err(damaged)
}
