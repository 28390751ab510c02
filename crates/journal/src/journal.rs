use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

use tokio::sync::{mpsc, oneshot, watch};

use crate::error::StorageError;
use crate::heads::{CopyStates, Heads, ask_all, standing};
use crate::plan::examine;
use crate::readers::Readers;
use crate::url::Place;
use crate::verify::Checkpoint;
use crate::writer::{Announced, Books, Broken, Order, write};
use crate::{
    AppendError, Appended, Batch, BoxFuture, DatabaseUrl, Epoch, HeadsConfig, HeadsCopy, JournalError, Loss,
    NoteKey, Stream, loss, postgres, sqlite,
};

/// How many orders may wait; a sender with more waits too.
const QUEUE: usize = 4096;

/// A server that is gone is noticed within this, so that its name is free for the next.
const NOTICED: Duration = Duration::from_secs(2);

/// What a journal is opened for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Opening {
    /// To write and read it. The database is created or brought up to date. A file is locked: no second server can have
    /// it.
    Serve,
    /// To read it, while anybody writes it. Nothing is created or changed.
    Read,
}

/// The journal. Cheap to clone; all clones are one.
#[derive(Clone)]
pub struct Journal {
    pub(crate) readers: Arc<Readers>,
    writer: Option<Way>,
    heads: Option<Arc<KeptHeads>>,
    copies: CopyStates,
    file: Option<Arc<Path>>,
}

/// Where the heads of a journal are kept outside the database.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct KeptHeads {
    /// The file.
    pub path: PathBuf,
    /// Whose signature stands in it.
    pub key: NoteKey,
}

/// The way to the writer.
#[derive(Clone)]
struct Way {
    orders: mpsc::Sender<Order>,
    broken: watch::Receiver<Broken>,
}

impl fmt::Debug for Journal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Journal").field("writable", &self.is_writable()).finish_non_exhaustive()
    }
}

impl Journal {
    /// Opens a journal. The heads of one in a file are kept beside it.
    ///
    /// # Errors
    ///
    /// When the database cannot be reached, is written by another server, has a format this program does not know, or
    /// lacks records that the heads kept outside it know.
    #[must_use]
    pub fn open(url: &DatabaseUrl, opening: Opening) -> BoxFuture<'_, Result<Journal, JournalError>> {
        Journal::open_with(url, opening, HeadsConfig::default())
    }

    /// Opens a journal whose heads are kept as this says.
    ///
    /// # Errors
    ///
    /// As [`Journal::open`].
    #[must_use]
    pub fn open_with(
        url: &DatabaseUrl,
        opening: Opening,
        heads: HeadsConfig,
    ) -> BoxFuture<'_, Result<Journal, JournalError>> {
        match opening {
            Opening::Serve => Box::pin(Journal::connect(url, heads)),
            Opening::Read => Box::pin(Journal::connect_to_read(url)),
        }
    }

    async fn connect_to_read(url: &DatabaseUrl) -> Result<Journal, JournalError> {
        Ok(Journal::reading(match &url.0 {
            Place::Memory => return Journal::connect(url, HeadsConfig::default()).await,
            Place::File(path, _) => Readers::Sqlite(sqlite::open_reading(path)?),
            Place::Postgres(url) => Readers::Postgres(Box::new(postgres::open_reading(url).await?)),
        }))
    }

    async fn connect(url: &DatabaseUrl, config: HeadsConfig) -> Result<Journal, JournalError> {
        match &url.0 {
            Place::Memory => {
                let (readers, books) = sqlite::open_memory()?;
                let writer = Some(on_thread(books, None)?);
                Ok(Journal { writer, ..Journal::reading(Readers::Sqlite(readers)) })
            }
            Place::File(path, drill) => {
                let file = sqlite::lock_file(path, *drill)?;
                let heads = config.path.or_else(|| url.heads());
                let copies = ask_all(&config.copies).await?;
                let open = |path: &Path| Heads::open(path, copies, config.accept_loss_at.is_some());
                let mut kept = heads.as_deref().map(open).transpose()?;
                let lost = match &kept {
                    Some(kept) if !kept.known().is_empty() => {
                        loss::find_in(&file, kept, config.accept_loss_at).await?
                    }
                    _ => Vec::new(),
                };
                let (readers, books) = file.open()?;
                let reading = Journal::reading(Readers::Sqlite(readers));
                let heads = reading.begin(&mut kept, heads, &lost).await?;
                let is_gone = kept.as_ref().is_some_and(Heads::is_gone);
                let copies = copies_of(kept.as_ref());
                // SQLite keeps its log beside the file itself, whatever link leads there.
                let file = Some(path.canonicalize().as_ref().unwrap_or(path).as_path().into());
                let journal =
                    Journal { writer: Some(on_thread(books, kept)?), heads, copies, file, ..reading };
                journal.write_losses(&lost, is_gone, config.accept_loss_at).await?;
                Ok(journal)
            }
            Place::Postgres(_) if config.path.is_none() && !config.copies.is_empty() => {
                Err(JournalError::Unsupported("copies of the heads need heads: name their file too".into()))
            }
            Place::Postgres(url) => {
                let copies = ask_all(&config.copies).await?;
                let open = |path: &Path| Heads::open(path, copies, config.accept_loss_at.is_some());
                let mut kept = config.path.as_deref().map(open).transpose()?;
                let (readers, books) = postgres::open(url).await?;
                let reading = Journal::reading(Readers::Postgres(Box::new(readers)));
                let lost = match &kept {
                    Some(kept) => loss::find(Some(&reading), kept, config.accept_loss_at).await?,
                    None => Vec::new(),
                };
                let heads = reading.begin(&mut kept, config.path, &lost).await?;
                let is_gone = kept.as_ref().is_some_and(Heads::is_gone);
                let copies = copies_of(kept.as_ref());
                let journal = Journal { writer: Some(as_task(books, kept)), heads, copies, ..reading };
                journal.write_losses(&lost, is_gone, config.accept_loss_at).await?;
                Ok(journal)
            }
        }
    }

    /// Has the heads begin with what the journal has.
    async fn begin(
        &self,
        kept: &mut Option<Heads>,
        path: Option<PathBuf>,
        lost: &[Loss],
    ) -> Result<Option<Arc<KeptHeads>>, JournalError> {
        let (Some(kept), Some(path)) = (kept, path) else { return Ok(None) };
        kept.begin(self.streams().await?, lost);
        Ok(Some(Arc::new(KeptHeads { path, key: kept.key() })))
    }

    /// Adds to a stream, and returns once that is on disk.
    ///
    /// Records are written in order up to the first that cannot be ([`Appended::stopped`]). Batches of many callers share a
    /// commit; what is wrong with one does not touch the others. Should the caller stop waiting, the batch may be written
    /// all the same.
    ///
    /// # Errors
    ///
    /// When nothing of the batch was written; after [`AppendError::Storage`] that is unknown, and nothing more is written
    /// until the journal is opened again.
    pub async fn append(&self, batch: Batch) -> Result<Appended, AppendError> {
        examine(&batch)?;
        let orders = self.orders().ok_or(AppendError::ReadOnly)?;
        let closed = || AppendError::Storage(StorageError("the journal is closed".into()));
        let (answer, answered) = oneshot::channel();
        orders.send(Order::Append(batch, answer)).await.map_err(|_| closed())?;
        answered.await.unwrap_or_else(|_| Err(closed()))
    }

    /// Takes the name of a server among those on this database, until the journal is closed or the process ends. On SQLite,
    /// which has one server, any name is free.
    ///
    /// # Errors
    ///
    /// [`JournalError::NameTaken`] while another server has it, and when the database fails.
    pub async fn claim(&self, server: &str) -> Result<(), JournalError> {
        let since = Instant::now();
        while !self.order(|answer| Order::Claim(server.to_owned(), answer)).await? {
            if since.elapsed() > NOTICED {
                return Err(JournalError::NameTaken(server.to_owned()));
            }
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
        Ok(())
    }

    /// Announces a stream: creates it and writes that into `house`, in one transaction.
    ///
    /// # Errors
    ///
    /// When the database fails.
    pub async fn announce(&self, stream: &Stream, at: i64) -> Result<Announced, JournalError> {
        self.order(|answer| Order::Announce(stream.clone(), at, answer)).await
    }

    /// Takes the lease of a stream that is free, whose lease has run out, or that this server has already: from now on only
    /// batches with the epoch returned are written. None if another server has it. By the clock of the database. On SQLite,
    /// which has one server, it is always granted.
    ///
    /// # Errors
    ///
    /// When the stream was never announced, is `house`, or the database fails.
    pub async fn lease(
        &self,
        stream: &Stream,
        server: &str,
        ttl: Duration,
    ) -> Result<Option<Epoch>, JournalError> {
        if *stream == Stream::house() {
            return Err(JournalError::Unsupported("the stream house is written by the journal alone".into()));
        }
        self.order(|answer| Order::Lease(stream.clone(), server.to_owned(), ttl, answer)).await
    }

    /// Renews all leases of a server at once and tells which it has.
    ///
    /// # Errors
    ///
    /// When the database fails.
    pub async fn renew(&self, server: &str, ttl: Duration) -> Result<Vec<(Stream, Epoch)>, JournalError> {
        self.order(|answer| Order::Renew(server.to_owned(), ttl, answer)).await
    }

    /// Gives a stream back, so that another server need not wait until the lease runs out. Does nothing if somebody has
    /// taken it since.
    ///
    /// # Errors
    ///
    /// When the database fails.
    pub async fn release(&self, stream: &Stream, epoch: Epoch) -> Result<(), JournalError> {
        self.order(|answer| Order::Release(stream.clone(), epoch, answer)).await
    }

    /// Writes a copy of a journal on SQLite, as it is at this moment, while the writer goes on.
    ///
    /// # Errors
    ///
    /// When the file is there already or cannot be written, and on PostgreSQL, which has tools of its own.
    pub async fn backup(&self, path: &Path) -> Result<(), JournalError> {
        match &*self.readers {
            Readers::Sqlite(readers) => readers.backup(path).await,
            Readers::Postgres(_) => Err(JournalError::Unsupported(
                "a journal on PostgreSQL is backed up with pg_dump or pg_basebackup".into(),
            )),
        }
    }

    /// Writes everything that waits, then closes the journal for all its clones. Without it the same happens by itself, a
    /// little after the last clone is gone.
    pub async fn close(self) {
        if let Some(orders) = self.orders() {
            let (done, closed) = oneshot::channel();
            if orders.send(Order::Close(done)).await.is_ok() {
                let _ = closed.await;
            }
        }
    }

    /// What somebody else writes.
    pub(crate) fn reading(readers: Readers) -> Journal {
        Journal { readers: Arc::new(readers), writer: None, heads: None, copies: Arc::default(), file: None }
    }

    /// The file of the database that is written here, where it is a file.
    #[must_use]
    pub fn file(&self) -> Option<&Path> {
        self.file.as_deref()
    }

    /// Where its heads are kept, if they are.
    #[must_use]
    pub fn heads(&self) -> Option<&KeptHeads> {
        self.heads.as_deref()
    }

    /// The copies of its heads, and how they are.
    #[must_use]
    pub fn copies(&self) -> Vec<HeadsCopy> {
        standing(&self.copies)
    }

    /// Whether other servers may write it at the same time.
    #[must_use]
    pub fn is_shared(&self) -> bool {
        matches!(&*self.readers, Readers::Postgres(_))
    }

    /// Why nothing more is written until the journal is opened again, should the database have failed.
    #[must_use]
    pub fn failure(&self) -> Option<StorageError> {
        self.writer.as_ref().and_then(|writer| writer.broken.borrow().clone())
    }

    /// Waits until the database fails; for ever where it never does.
    pub async fn failed(&self) -> StorageError {
        if let Some(Way { mut broken, .. }) = self.writer.clone()
            && let Ok(why) = broken.wait_for(Option::is_some).await
            && let Some(why) = why.clone()
        {
            return why;
        }
        std::future::pending().await
    }

    /// Whether it can be written to.
    pub(crate) fn is_writable(&self) -> bool {
        self.writer.is_some()
    }

    fn orders(&self) -> Option<&mpsc::Sender<Order>> {
        self.writer.as_ref().map(|writer| &writer.orders)
    }

    pub(crate) async fn remember(&self, checkpoint: Checkpoint) -> Result<(), JournalError> {
        self.order(|answer| Order::Remember(checkpoint, answer)).await
    }

    async fn order<T>(
        &self,
        order: impl FnOnce(oneshot::Sender<Result<T, JournalError>>) -> Order,
    ) -> Result<T, JournalError> {
        let orders = self.orders().ok_or(JournalError::ReadOnly)?;
        let (answer, answered) = oneshot::channel();
        orders.send(order(answer)).await.map_err(|_| JournalError::Closed)?;
        answered.await.unwrap_or(Err(JournalError::Closed))
    }
}

/// SQLite writes and syncs while it holds its thread, so it has one of its own.
fn on_thread<B: Books + 'static>(books: B, heads: Option<Heads>) -> Result<Way, JournalError> {
    let (way, waiting, broken) = way();
    let failed = |why: std::io::Error| StorageError(format!("the writer could not be started: {why}"));
    let runtime = tokio::runtime::Builder::new_current_thread().build().map_err(failed)?;
    std::thread::Builder::new()
        .name("journal".into())
        .spawn(move || runtime.block_on(write(books, heads, waiting, broken)))
        .map_err(failed)?;
    Ok(way)
}

fn as_task<B: Books + 'static>(books: B, heads: Option<Heads>) -> Way {
    let (way, waiting, broken) = way();
    tokio::spawn(write(books, heads, waiting, broken));
    way
}

fn copies_of(heads: Option<&Heads>) -> CopyStates {
    heads.map(Heads::copies).unwrap_or_default()
}

fn way() -> (Way, mpsc::Receiver<Order>, watch::Sender<Broken>) {
    let (orders, waiting) = mpsc::channel(QUEUE);
    let (fails, broken) = watch::channel(None);
    (Way { orders, broken }, waiting, fails)
}
