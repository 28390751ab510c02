//! A book the floor itself keeps: the cage's, the people's. One writer at a time, each line on disk before the next.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use journal::{AppendError, Appended, Batch, Epoch, Journal, JournalError, NewRecord, Stopped, Stream};
use tokio::sync::Mutex;

use crate::clock::Clock;
use crate::uncancelled::uncancelled;

/// A stream with one line at a time.
#[derive(Clone)]
pub(crate) struct Book {
    pages: Arc<Pages>,
}

struct Pages {
    journal: Journal,
    stream: Stream,
    epoch: Epoch,
    last: Mutex<u64>,
    /// Whether the last line could not be written.
    failing: AtomicBool,
}

/// Why a line was not written.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum NotWritten {
    /// The command was carried out before; this was the answer.
    Repeated(String),
    /// A fact is not what the line expects.
    Changed,
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
        let (journal, last, failing) = (journal.clone(), Mutex::new(last), AtomicBool::new(false));
        Ok(Book { pages: Arc::new(Pages { journal, stream, epoch, last, failing }) })
    }

    /// The name of its stream.
    pub(crate) fn name(&self) -> &str {
        self.pages.stream.as_str()
    }

    /// Whether the last line could be written. A book that nobody has written to yet can be.
    pub(crate) fn is_writable(&self) -> bool {
        !self.pages.failing.load(Ordering::Acquire)
    }

    /// Writes a line, made for the number it gets. A caller that goes away meanwhile changes nothing: the line is written
    /// to its end, and the book knows its last line.
    pub(crate) async fn write(
        &self,
        line: impl Fn(u64) -> NewRecord + Send + 'static,
    ) -> Result<u64, NotWritten> {
        let pages = Arc::clone(&self.pages);
        uncancelled(async move {
            let written = pages.write(line).await;
            let failing = matches!(written, Err(NotWritten::Failed(_)));
            pages.failing.store(failing, Ordering::Release);
            if let Err(NotWritten::Failed(error)) = &written {
                tracing::error!(book = %pages.stream, %error, "the book cannot be written");
            }
            written
        })
        .await
    }
}

impl Pages {
    async fn write(&self, line: impl Fn(u64) -> NewRecord) -> Result<u64, NotWritten> {
        let mut last = self.last.lock().await;
        let (number, appended) = loop {
            let number = *last + 1;
            let (stream, epoch, after) = (self.stream.clone(), self.epoch, *last);
            let batch = Batch { stream, epoch, after, records: vec![line(number)] };
            match self.journal.append(batch).await {
                Ok(appended) => break (number, appended),
                // Nobody else writes this book in our epoch, so whatever moved its head was ours.
                Err(AppendError::Missed { head }) if head.seq != *last => *last = head.seq,
                Err(error) => return Err(NotWritten::Failed(error)),
            }
        };
        let Appended { stopped, .. } = appended;
        match stopped {
            None => {
                *last = number;
                Ok(number)
            }
            Some(Stopped::Repeated { answer, .. }) => Err(NotWritten::Repeated(answer)),
            Some(Stopped::Changed { .. }) => Err(NotWritten::Changed),
            Some(Stopped::Overdrawn { balance, .. } | Stopped::Overfull { balance, .. }) => {
                Err(NotWritten::Overdrawn(balance))
            }
        }
    }
}
