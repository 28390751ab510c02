//! Events and ledger, stored: what happened at every table and where every chip is, in one append-only journal.
//!
//! A journal holds *streams* (a table, the cage) of *records*. A record carries what happened as text the journal does not
//! look into, the command that caused it with its answer, the chips it moves from account to account, current facts, and
//! the round it closes. All of that is one transaction, and [`Journal::append`] returns after its commit.
//!
//! Every record holds the hash of the one before it in its stream, so nothing can be changed unseen, nor can a fact that a
//! record keeps; see [`Journal::verify`] for what exactly is found out. Every stream is announced in the stream `house`, so no stream can be
//! dropped unseen.
//!
//! A stream has one owner at a time, by lease. Every lease has a higher epoch than the last, and a batch with another epoch
//! than the stream's is refused inside the transaction.
//!
//! ```
//! use journal::{Batch, DatabaseUrl, Epoch, Journal, NewRecord, Opening, Posting, Stream};
//! use vocabulary::Chips;
//!
//! # #[tokio::main(flavor = "current_thread")]
//! # async fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let journal = Journal::open(&"sqlite::memory:".parse()?, Opening::Serve).await?;
//! let cage: Stream = "cage".parse()?;
//! journal.announce(&cage, 1_700_000_000_000).await?;
//! let buy_in = NewRecord {
//!     at: 1_700_000_000_000,
//!     body: r#"{"bought":"ann"}"#.into(),
//!     postings: vec![
//!         Posting { account: "cage".parse()?, amount: Chips::whole(-100) },
//!         Posting { account: "player/ann".parse()?, amount: Chips::whole(100) },
//!     ],
//!     ..NewRecord::default()
//! };
//! let batch = Batch { stream: cage, epoch: Epoch(0), after: 0, records: vec![buy_in] };
//! assert_eq!(journal.append(batch).await?.written, 1);
//! assert_eq!(journal.balance(&"player/ann".parse()?).await?, Chips::whole(100));
//! # Ok(())
//! # }
//! ```

mod boxed;
mod error;
mod files;
mod heads;
mod journal;
mod loss;
mod name;
mod plan;
mod postgres;
mod read;
mod readers;
mod record;
mod roots;
mod rounds;
mod seal;
mod sqlite;
mod url;
mod value;
mod verify;
mod writer;

pub use boxed::BoxFuture;
pub use error::{
    AppendError, JournalError, NotADatabase, NotAHead, NotAHeadsUrl, NotAKey, NotAName, StorageError,
};
pub use heads::{
    HeadsConfig, HeadsCopy, HeadsPlace, HeadsToken, HeadsUrl, NoteKey, fetch_heads, has_heads, kept_heads,
    kept_key,
};
pub use journal::{Journal, KeptHeads, Opening};
pub use loss::Loss;
pub use name::{Account, Epoch, Stream};
pub use read::{Lease, Line, StatementLine};
pub use record::{
    Answered, Appended, Batch, Hash, Head, Keep, Kept, NewRecord, Posting, Record, RecordBody, RoundEnd,
    Sent, Stopped,
};
pub use rounds::{Round, RoundMark, RoundQuery};
pub use url::DatabaseUrl;
pub use verify::{Fault, KnownHead, Progress, Since, Verdict, What};
pub use writer::Announced;

/// What is written into `house` when facts of before they were covered are brought under the chain.
fn adoption(keeps: Vec<Keep>, at: i64, after: u64) -> Batch {
    let record = NewRecord { at, body: verify::ADOPTION.into(), keeps, ..NewRecord::default() };
    Batch { stream: Stream::house(), epoch: Epoch(0), after, records: vec![record] }
}

/// Whether an adoption was written: a floor does not open without.
fn adopted(answers: &[Result<Appended, AppendError>]) -> Result<(), JournalError> {
    match answers {
        [Ok(appended)] if appended.written == 1 => Ok(()),
        other => Err(JournalError::Damaged(format!("what lies on shelves cannot be adopted: {other:?}"))),
    }
}

/// What is written into `house` when a stream is announced.
fn announcement(stream: &Stream, at: i64, after: u64) -> Batch {
    let record = NewRecord { at, body: verify::announcing(stream.as_str()), ..NewRecord::default() };
    Batch { stream: Stream::house(), epoch: Epoch(0), after, records: vec![record] }
}
