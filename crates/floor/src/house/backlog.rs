//! What was written at a table after an entry: the last entries are in memory, older ones are read from the book a page at a time.
//! A listener who catches up holds one page and one table, however much they missed.

use std::collections::VecDeque;
use std::sync::Arc;

use journal::{Journal, JournalError, Stream};

use super::Floor;
use super::books::read;
use super::watch::book_of;
use crate::sight::News;
use crate::table::Table;

/// How many entries back the opening of a round is looked for before it is too long ago.
const FURTHEST: u64 = 10_000;
/// The number of entries of that search read at a time.
const STEP: u64 = 100;
/// The number of entries in a page.
const PAGE: usize = 32;
/// The number of entries a client gets at once if they do not read on.
const MOST: usize = 500;

/// The entries of a table after one of them, as news.
pub(crate) struct Backlog {
    page: VecDeque<Arc<News>>,
    /// Where more comes from; `None` if everything was in memory.
    book: Option<OpenBook>,
}

/// The book of a table, open at some entry.
struct OpenBook {
    journal: Journal,
    stream: Stream,
    /// The table after the last entry that was read.
    table: Table,
    /// The number of that entry.
    read: u64,
    /// What is wanted comes after this entry. What comes before it brings the table there.
    after: u64,
}

impl Backlog {
    /// The next entry; none at the end of the book. Nothing is lost when it is waited for no longer.
    pub(crate) async fn next(&mut self) -> Result<Option<Arc<News>>, JournalError> {
        while self.page.is_empty() {
            let Some(book) = &mut self.book else { return Ok(None) };
            if !book.read_page(&mut self.page).await? {
                return Ok(None);
            }
        }
        Ok(self.at_hand())
    }

    /// The next entry of the page that was read; none at its end.
    pub(crate) fn at_hand(&mut self) -> Option<Arc<News>> {
        self.page.pop_front()
    }
}

impl OpenBook {
    /// Adds what is wanted of the next page. False at the end of the book.
    async fn read_page(&mut self, page: &mut VecDeque<Arc<News>>) -> Result<bool, JournalError> {
        let records = self.journal.bodies(&self.stream, self.read, PAGE).await?;
        for record in &records {
            let entry = read(&self.journal, &self.stream, record.seq, &record.body).await?;
            let before = (record.seq > self.after).then(|| self.table.clone());
            self.table.catch_up(&entry).map_err(|why| JournalError::Damaged(why.to_string()))?;
            self.read = record.seq;
            page.extend(before.map(|before| Arc::new(News::new(record.seq, record.at, entry, before))));
        }
        Ok(!records.is_empty())
    }
}

impl Floor {
    /// What was written at a table after an entry, as news, at most 500 entries; `None` if that is too long ago.
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

    /// The same without a limit, to be read page by page; `None` if that is too long ago.
    pub(crate) async fn backlog(&self, table: &str, after: u64) -> Result<Option<Backlog>, JournalError> {
        let Some(desk) = self.table(table) else { return Ok(None) };
        if let Some(page) = desk.recent.after(after) {
            return Ok(Some(Backlog { page, book: None }));
        }
        let stream = book_of(table)?;
        let now = desk.standing.borrow().clone();
        let Some(read) = self.before_opening(&stream, after, now.seq).await? else { return Ok(None) };
        // Before the first opening there is none to begin with.
        let table = if read == 0 { now.table.before_first_round() } else { now.table.clone() };
        let table = table.off_duty();
        let book = OpenBook { journal: self.journal().clone(), stream, table, read, after };
        Ok(Some(Backlog { page: VecDeque::new(), book: Some(book) }))
    }

    /// The number of the entry before the opening of the round that an entry's successor belongs to: the table can be replayed
    /// from there. `None` if that is too long ago.
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
            let records = self.journal().bodies(stream, from, wanted).await?;
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
    /// Whether no book has to be read.
    pub(crate) fn is_in_memory(&self) -> bool {
        self.book.is_none()
    }

    /// What it always holds fewer entries than, and how many it holds now.
    pub(crate) fn held(&self) -> (usize, usize) {
        (PAGE.max(crate::sight::RECENT) + 1, self.page.len())
    }
}
