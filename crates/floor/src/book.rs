//! A book the floor itself keeps: the cage's, the people's. One writer at a time, each line on disk before the next.

use std::sync::Arc;

use journal::{AppendError, Appended, Batch, Epoch, Journal, JournalError, NewRecord, Stopped, Stream};
use tokio::sync::Mutex;

use crate::clock::Clock;

/// A stream with one line at a time.
#[derive(Clone)]
pub(crate) struct Book {
    journal: Journal,
    stream: Stream,
    epoch: Epoch,
    last: Arc<Mutex<u64>>,
}

/// Why a line was not written.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum NotWritten {
    /// The command was carried out before; this was the answer.
    Repeated(String),
    /// An account has too little.
    Overdrawn(vocabulary::Chips),
    /// The journal failed.
    Failed(AppendError),
}

impl Book {
    /// Opens a book of this server, as its owner.
    pub(crate) async fn open(
        journal: &Journal,
        name: &str,
        server: &str,
        clock: &Clock,
        ttl: std::time::Duration,
    ) -> Result<Book, JournalError> {
        let stream: Stream =
            name.parse().map_err(|why: journal::NotAName| JournalError::Unsupported(why.to_string()))?;
        journal.announce(&stream, clock.now()).await?;
        let taken = || JournalError::InUse(format!("the book {name}"));
        let epoch = journal.lease(&stream, server, ttl).await?.ok_or_else(taken)?;
        let last = journal.head(&stream).await?.map_or(0, |head| head.seq);
        Ok(Book { journal: journal.clone(), stream, epoch, last: Arc::new(Mutex::new(last)) })
    }

    /// Writes a line, made for the number it gets.
    pub(crate) async fn write(&self, line: impl FnOnce(u64) -> NewRecord) -> Result<u64, NotWritten> {
        let mut last = self.last.lock().await;
        let number = *last + 1;
        let (stream, epoch, after) = (self.stream.clone(), self.epoch, *last);
        let batch = Batch { stream, epoch, after, records: vec![line(number)] };
        let Appended { stopped, .. } = self.journal.append(batch).await.map_err(NotWritten::Failed)?;
        match stopped {
            None => {
                *last = number;
                Ok(number)
            }
            Some(Stopped::Repeated { answer, .. }) => Err(NotWritten::Repeated(answer)),
            Some(Stopped::Overdrawn { balance, .. } | Stopped::Overfull { balance, .. }) => {
                Err(NotWritten::Overdrawn(balance))
            }
        }
    }
}
