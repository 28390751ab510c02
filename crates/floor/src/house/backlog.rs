//! What was written at a table after an entry, read from its book a page at a time: whoever catches up holds one page and
//! one table, however much they missed.

use std::collections::VecDeque;
use std::sync::Arc;

use journal::{Journal, JournalError, Stream};

use super::Floor;
use super::books::read;
use super::watch::book_of;
use crate::sight::News;
use crate::table::Table;

/// So many entries are looked through for the opening of a round before it is too long ago,
const FURTHEST: u64 = 10_000;
/// as many at a time.
const STEP: u64 = 100;
/// A page has so many entries.
const PAGE: usize = 32;
/// So many entries are told together to who does not read on.
const MOST: usize = 500;

/// The entries of a table after one of them, as news.
pub(crate) struct Backlog {
    journal: Journal,
    stream: Stream,
    /// The table after the last entry that was read.
    table: Table,
    /// The number of that entry.
    read: u64,
    /// What is wanted comes after this entry. What comes before it brings the table there.
    after: u64,
    page: VecDeque<Arc<News>>,
}

impl Backlog {
    /// The next entry; none at the end of the book. Nothing is lost when it is waited for no longer.
    pub(crate) async fn next(&mut self) -> Result<Option<Arc<News>>, JournalError> {
        while self.page.is_empty() {
            if !self.turn_page().await? {
                return Ok(None);
            }
        }
        Ok(self.at_hand())
    }

    /// The next entry of the page that was read; none at its end.
    pub(crate) fn at_hand(&mut self) -> Option<Arc<News>> {
        self.page.pop_front()
    }

    /// Reads on by a page. Whether there was anything to read.
    async fn turn_page(&mut self) -> Result<bool, JournalError> {
        let records = self.journal.records(&self.stream, self.read, PAGE).await?;
        for record in &records {
            let (entry, wanted) = (read(&self.journal, record).await?, record.seq > self.after);
            let before = wanted.then(|| self.table.clone());
            self.table.catch_up(&entry).map_err(|why| JournalError::Damaged(why.to_string()))?;
            self.read = record.seq;
            let news = before.map(|before| Arc::new(News::new(record.seq, record.at, entry, before)));
            self.page.extend(news);
        }
        Ok(!records.is_empty())
    }
}

impl Floor {
    /// What was written at a table after an entry, as news, at most 500 entries; nothing where that is too long ago.
    ///
    /// # Errors
    ///
    /// When the journal fails, or holds something else than entries.
    pub async fn entries_after(
        &self,
        table: &str,
        after: u64,
    ) -> Result<Option<Vec<Arc<News>>>, JournalError> {
        let Some(mut backlog) = self.backlog(table, after).await? else { return Ok(None) };
        let mut news = Vec::new();
        while news.len() < MOST
            && let Some(next) = backlog.next().await?
        {
            news.push(next);
        }
        Ok(Some(news))
    }

    /// The same, to be read on as far as one likes; nothing where that is too long ago.
    pub(crate) async fn backlog(&self, table: &str, after: u64) -> Result<Option<Backlog>, JournalError> {
        let Some(desk) = self.table(table) else { return Ok(None) };
        let stream = book_of(table)?;
        let now = desk.standing.borrow().clone();
        let Some(read) = self.before_opening(&stream, after, now.seq).await? else { return Ok(None) };
        // Before the first opening there is none to begin with.
        let table = if read == 0 { now.table.before_first_round() } else { now.table.clone() };
        let table = table.off_duty();
        let (journal, page) = (self.journal().clone(), VecDeque::new());
        Ok(Some(Backlog { journal, stream, table, read, after, page }))
    }

    /// The number of the entry before the opening of the round that an entry's successor belongs to: from there on the table
    /// can be brought to where it was. Nothing where that is too long ago.
    async fn before_opening(
        &self,
        stream: &Stream,
        after: u64,
        last: u64,
    ) -> Result<Option<u64>, JournalError> {
        if last.saturating_sub(after) > FURTHEST {
            return Ok(None);
        }
        let mut until = after.saturating_add(1);
        loop {
            let from = until.saturating_sub(STEP);
            let wanted = usize::try_from(until - from).unwrap_or(usize::MAX);
            let records = self.journal().records(stream, from, wanted).await?;
            let opening = records.iter().rfind(|record| record.body.contains("\"opens\":"));
            match opening {
                Some(opening) => return Ok(Some(opening.seq.saturating_sub(1))),
                None if from == 0 => return Ok(Some(0)),
                None if last.saturating_sub(from) > FURTHEST => return Ok(None),
                None => until = from,
            }
        }
    }
}

#[cfg(test)]
impl Backlog {
    /// The most entries it ever holds, and how many it holds now.
    pub(crate) fn held(&self) -> (usize, usize) {
        (PAGE, self.page.len())
    }
}
