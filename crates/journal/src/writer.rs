//! The one who writes. Orders come from everywhere and wait in one queue; whatever waits is committed together.

use std::time::{Duration, Instant};

use tokio::sync::mpsc::Receiver;
use tokio::sync::oneshot::Sender;
use tokio::sync::watch;

use crate::error::StorageError;
use crate::heads::Heads;
use crate::verify::Checkpoint;
use crate::{AppendError, Appended, Batch, Epoch, Head, JournalError, KnownHead, Stream};

/// The most records in one transaction: enough that a slow disk does not matter, few enough that nobody waits long.
const MOST: usize = 1024;

/// Before a commit others are waited for: longer the more came together last time,
const EACH: Duration = Duration::from_micros(50);
/// but no longer than this.
const LONGEST: Duration = Duration::from_millis(4);

/// What became of every batch of a group, in order.
pub(crate) type Answers = Vec<Result<Appended, AppendError>>;

/// A database as its one writer needs it. Each call is one transaction and returns after its commit.
pub(crate) trait Books: Send {
    /// Writes what can be written of every batch. An error is one of the database, and the last thing this writer does.
    fn append(&mut self, group: &[Batch]) -> impl Future<Output = Result<Answers, StorageError>> + Send;
    /// Whether this server has the name now, for as long as these books are open; false where another has it.
    fn claim(&mut self, server: &str) -> impl Future<Output = Result<bool, StorageError>> + Send;
    /// The last record of `house` where the stream is new.
    fn announce(
        &mut self,
        stream: &Stream,
        at: i64,
    ) -> impl Future<Output = Result<Option<Head>, StorageError>> + Send;
    /// None inside where another server has the stream; none outside where there is no such stream.
    fn lease(
        &mut self,
        stream: &Stream,
        server: &str,
        ttl: Duration,
    ) -> impl Future<Output = Result<Option<Option<Epoch>>, StorageError>> + Send;
    fn renew(
        &mut self,
        server: &str,
        ttl: Duration,
    ) -> impl Future<Output = Result<Vec<(Stream, Epoch)>, StorageError>> + Send;
    fn release(
        &mut self,
        stream: &Stream,
        epoch: Epoch,
    ) -> impl Future<Output = Result<(), StorageError>> + Send;
    /// Lets others bring more before the next commit, for about this long.
    fn linger(&mut self, pause: Duration) -> impl Future<Output = ()> + Send {
        async move {
            let start = Instant::now();
            while start.elapsed() < pause {
                tokio::task::yield_now().await;
            }
        }
    }
    fn remember(&mut self, checkpoint: &Checkpoint) -> impl Future<Output = Result<(), StorageError>> + Send;
}

/// Whether a stream was there before it was announced.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Announced {
    /// It is new.
    New,
    /// It had been announced before; nothing was written.
    Before,
}

/// Something for the writer to do, and where the answer goes. Who no longer waits gets none.
pub(crate) enum Order {
    Append(Batch, Sender<Result<Appended, AppendError>>),
    Claim(String, Sender<Result<bool, JournalError>>),
    Announce(Stream, i64, Sender<Result<Announced, JournalError>>),
    Lease(Stream, String, Duration, Sender<Result<Option<Epoch>, JournalError>>),
    Renew(String, Duration, Sender<Result<Vec<(Stream, Epoch)>, JournalError>>),
    Release(Stream, Epoch, Sender<Result<(), JournalError>>),
    Remember(Checkpoint, Sender<Result<(), JournalError>>),
    Close(Sender<()>),
}

/// Set once the database has failed, for everyone to see: what it then holds is unknown, so nothing more may be
/// acknowledged.
pub(crate) type Broken = Option<StorageError>;

/// Carries out orders until one says to close or nobody can give any more.
pub(crate) async fn write<B: Books>(
    books: B,
    heads: Option<Heads>,
    mut orders: Receiver<Order>,
    broken: watch::Sender<Broken>,
) {
    let mut writer = Writer { heads, books, broken, pause: Duration::ZERO };
    let mut next = orders.recv().await;
    while let Some(order) = next.take() {
        match order {
            Order::Append(batch, answer) => {
                writer.linger().await;
                let (group, waiting, other) = gather(batch, answer, &mut orders);
                writer.append(&group, waiting).await;
                next = other;
            }
            Order::Close(done) => {
                drop(writer);
                let _ = done.send(());
                return;
            }
            other => writer.other(other).await,
        }
        if next.is_none() {
            next = orders.recv().await;
        }
    }
}

type Waiting = Vec<Sender<Result<Appended, AppendError>>>;

/// Everything that waits, up to the first order of another kind, which comes next.
fn gather(
    first: Batch,
    answer: Sender<Result<Appended, AppendError>>,
    orders: &mut Receiver<Order>,
) -> (Vec<Batch>, Waiting, Option<Order>) {
    let mut records = first.records.len();
    let (mut group, mut waiting) = (vec![first], vec![answer]);
    while records < MOST {
        match orders.try_recv() {
            Ok(Order::Append(batch, answer)) => {
                records += batch.records.len();
                group.push(batch);
                waiting.push(answer);
            }
            Ok(other) => return (group, waiting, Some(other)),
            Err(_) => break,
        }
    }
    (group, waiting, None)
}

struct Writer<B> {
    /// Given up before the books are, whose lock keeps others away from both.
    heads: Option<Heads>,
    books: B,
    /// How long to wait for others before the next commit.
    pause: Duration,
    broken: watch::Sender<Broken>,
}

impl<B: Books> Writer<B> {
    /// Those who were answered together come back together, one by one. Without a short wait the first of them would have
    /// a commit to itself, and all others wait for it.
    async fn linger(&mut self) {
        if !self.pause.is_zero() {
            self.books.linger(self.pause).await;
        }
    }

    async fn append(&mut self, group: &[Batch], waiting: Waiting) {
        self.commit(group, waiting).await;
        let others = u32::try_from(group.len() - 1).unwrap_or(u32::MAX);
        self.pause = EACH.saturating_mul(others).min(LONGEST);
    }

    async fn commit(&mut self, group: &[Batch], waiting: Waiting) {
        let broken = self.broken.borrow().clone();
        let answers = match broken {
            None => self.books.append(group).await,
            Some(why) => Err(why),
        };
        match answers {
            Ok(answers) => {
                let written = group.iter().zip(&answers).filter_map(|(batch, answer)| {
                    let appended = answer.as_ref().ok().filter(|appended| appended.written > 0)?;
                    let hides = batch.records.get(appended.written - 1).is_some_and(|last| last.hides);
                    Some((KnownHead { stream: batch.stream.clone(), head: appended.head }, hides))
                });
                self.note(written);
                for (waiting, answer) in waiting.into_iter().zip(answers) {
                    let _ = waiting.send(answer);
                }
            }
            Err(why) => {
                self.fail(&why);
                for waiting in waiting {
                    let _ = waiting.send(Err(AppendError::Storage(why.clone())));
                }
            }
        }
    }

    async fn other(&mut self, order: Order) {
        match order {
            Order::Append(..) | Order::Close(_) => {}
            Order::Claim(server, answer) => {
                let done = if self.whole() { Some(self.books.claim(&server).await) } else { None };
                self.answer(done, answer);
            }
            Order::Announce(stream, at, answer) => {
                let done = if self.whole() { Some(self.books.announce(&stream, at).await) } else { None };
                let house = self.noted(done);
                if let Ok(Some(head)) = house {
                    self.note([(KnownHead { stream: Stream::house(), head }, false)].into_iter());
                }
                let announced =
                    |new: Option<Head>| if new.is_some() { Announced::New } else { Announced::Before };
                let _ = answer.send(house.map(announced));
            }
            Order::Lease(stream, server, ttl, answer) => {
                let done =
                    if self.whole() { Some(self.books.lease(&stream, &server, ttl).await) } else { None };
                let found = self.noted(done).and_then(|lease| lease.ok_or(JournalError::Unannounced(stream)));
                let _ = answer.send(found);
            }
            Order::Renew(server, ttl, answer) => {
                let done = if self.whole() { Some(self.books.renew(&server, ttl).await) } else { None };
                self.answer(done, answer);
            }
            Order::Release(stream, epoch, answer) => {
                let done = if self.whole() { Some(self.books.release(&stream, epoch).await) } else { None };
                self.answer(done, answer);
            }
            Order::Remember(checkpoint, answer) => {
                let done = if self.whole() { Some(self.books.remember(&checkpoint).await) } else { None };
                self.answer(done, answer);
            }
        }
    }

    /// Notes outside the database what was committed. Should that fail, what was committed is still answered; nothing more is
    /// written.
    fn note(&mut self, written: impl Iterator<Item = (KnownHead, bool)>) {
        if let Some(heads) = &mut self.heads
            && let Err(why) = heads.note(written)
        {
            self.fail(&why);
        }
    }

    fn whole(&self) -> bool {
        self.broken.borrow().is_none()
    }

    /// The first failure is the one to know.
    fn fail(&self, why: &StorageError) {
        self.broken.send_if_modified(|broken| broken.is_none() && broken.replace(why.clone()).is_none());
    }

    fn answer<T>(&mut self, done: Option<Result<T, StorageError>>, to: Sender<Result<T, JournalError>>) {
        let _ = to.send(self.noted(done));
    }

    /// What was done, or why not; a failure is the last thing that was tried.
    fn noted<T>(&mut self, done: Option<Result<T, StorageError>>) -> Result<T, JournalError> {
        match done {
            Some(Ok(done)) => Ok(done),
            Some(Err(why)) => {
                self.fail(&why);
                Err(why.into())
            }
            None => Err(self.broken.borrow().clone().map_or(JournalError::Closed, JournalError::from)),
        }
    }
}
