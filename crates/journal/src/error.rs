use rusqlite::ErrorCode;

use crate::{Epoch, Head, Loss, Stream};

/// Text that is no name.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error(
    "`{0}` is not a name: write 1 to 200 bytes without control characters, quotation marks and backslashes"
)]
pub struct NotAName(pub(crate) String);

/// Text that is no hash or no head.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum NotAHead {
    /// A hash is 64 hexadecimal digits.
    #[error("`{0}` is not a hash: write 64 hexadecimal digits")]
    Hash(String),
    /// A head is a number, a hash and the name of a stream.
    #[error("`{0}` is not a head: write its number, its hash and the stream")]
    Head(String),
}

/// Text that is no public key of signed notes.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("this is not a key: write NAME+ID+KEY, as the floor prints it when it opens")]
pub struct NotAKey;

/// Text that is no URL for heads.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("`{url}` is no URL for heads: {why}")]
pub struct NotAHeadsUrl {
    /// What was written, without its secrets.
    pub(crate) url: String,
    /// What is wrong with it.
    pub(crate) why: &'static str,
}

impl NotAHeadsUrl {
    /// What is said of a URL on another machine without TLS.
    pub(crate) const IN_THE_CLEAR: &str =
        "without TLS anyone on the way can change what is said: begin with https://";

    /// Whether it is one but for TLS.
    #[must_use]
    pub fn is_in_the_clear(&self) -> bool {
        self.why == NotAHeadsUrl::IN_THE_CLEAR
    }
}

/// Text that names no database.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum NotADatabase {
    /// Neither of the two kinds.
    #[error("`{0}` names no database: write sqlite:PATH, or postgres://USER@HOST/NAME")]
    Unknown(String),
    /// A path or an option is missing or wrong.
    #[error("`{url}` cannot be understood: {why}")]
    Unreadable {
        /// What was written, without passwords.
        url: String,
        /// What is wrong with it.
        why: String,
    },
}

/// What the database said when it failed.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{0}")]
pub struct StorageError(pub(crate) String);

impl From<rusqlite::Error> for StorageError {
    fn from(error: rusqlite::Error) -> StorageError {
        StorageError(format!("SQLite: {error}"))
    }
}

impl From<tokio_postgres::Error> for StorageError {
    fn from(error: tokio_postgres::Error) -> StorageError {
        // Its own text says no more than "db error"; what a person needs is underneath.
        match error.as_db_error() {
            Some(said) => StorageError(format!("PostgreSQL: {} ({})", said.message(), said.code().code())),
            None => StorageError(format!("PostgreSQL: {}", chain(&error))),
        }
    }
}

fn chain(error: &dyn std::error::Error) -> String {
    let mut text = error.to_string();
    let mut source = error.source();
    while let Some(cause) = source {
        text = format!("{text}: {cause}");
        source = cause.source();
    }
    text
}

/// Why the journal could not be opened, read or changed.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum JournalError {
    /// Another server writes this file.
    #[error("{0} is in use: another server has it open")]
    InUse(String),
    /// Another server on the same database has this name.
    #[error("another server called {0} is open on this database: give each server a name of its own")]
    NameTaken(String),
    /// There is nothing to read.
    #[error("{0} is not there, or is no journal")]
    Missing(String),
    /// Its newest records are in a log that cannot be read where it is.
    #[error(
        "{0} lies where nothing can be written, and its newest records may be in the log beside it ({0}-wal): copy both \
         files to a folder that can be written, and read the copy"
    )]
    LogOutOfReach(String),
    /// A later version of the program wrote it.
    #[error("the journal has format {found}, this program knows formats up to {known}: use a newer program")]
    Newer {
        /// The format of the database.
        found: i64,
        /// The newest this program knows.
        known: i64,
    },
    /// The heads kept outside cannot be trusted.
    #[error("{path}: {why}")]
    Heads {
        /// Their file.
        path: String,
        /// What is wrong with it.
        why: String,
    },
    /// Records that were committed once are not there, or are others.
    #[error(
        "the journal is not what {path} knows it was: {}. Its write-ahead log was lost or damaged, or an older copy is in its \
         place. Put back the log or a copy that has these entries; to go on without them, start once with --accept-loss, \
         which is written into the journal",
        .lost.iter().map(ToString::to_string).collect::<Vec<_>>().join("; ")
    )]
    Behind {
        /// The file of the heads.
        path: String,
        /// What is missing.
        lost: Vec<Loss>,
    },
    /// The database file cannot be read.
    #[error(
        "{0}. The file or its write-ahead log was lost or damaged: put back the log, or a copy of the journal"
    )]
    Unreadable(StorageError),
    /// The connection cannot be encrypted as it must be, or the server does not prove who it is.
    #[error("{0}")]
    NoTls(String),
    /// PostgreSQL is set up so that a power cut loses what it acknowledged.
    #[error(
        "PostgreSQL runs with {names} = off, so a power cut can lose what it has acknowledged: set {names} = on in \
         postgresql.conf and reload it",
        names = .off.join(" and ")
    )]
    Forgetful {
        /// The settings that are off.
        off: Vec<String>,
    },
    /// It was opened for reading.
    #[error("the journal was opened for reading only")]
    ReadOnly,
    /// No such stream.
    #[error("the stream {0} was never announced")]
    Unannounced(Stream),
    /// What was read makes no sense.
    #[error("the journal is damaged: {0}")]
    Damaged(String),
    /// This cannot be done with this kind of database.
    #[error("{0}")]
    Unsupported(String),
    /// The database failed.
    #[error(transparent)]
    Storage(#[from] StorageError),
    /// The writer has ended: after a storage error, or because its thread is gone.
    #[error("the journal is closed")]
    Closed,
}

impl From<rusqlite::Error> for JournalError {
    fn from(error: rusqlite::Error) -> JournalError {
        match error.sqlite_error_code() {
            Some(ErrorCode::DatabaseCorrupt | ErrorCode::NotADatabase) => {
                JournalError::Unreadable(error.into())
            }
            _ => JournalError::Storage(error.into()),
        }
    }
}

impl From<tokio_postgres::Error> for JournalError {
    fn from(error: tokio_postgres::Error) -> JournalError {
        JournalError::Storage(error.into())
    }
}

/// Why nothing of a batch was written, in the order these are looked at.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum AppendError {
    /// The registry is written by the journal itself.
    #[error("the stream house is written by the journal alone")]
    Reserved,
    /// The postings of a record do not sum to zero.
    #[error("the postings of record {index} of the batch do not sum to zero")]
    Unbalanced {
        /// Which record of the batch, from 0.
        index: usize,
    },
    /// A text no database keeps, or a command without an id.
    #[error("record {index} of the batch cannot be written: {why}")]
    Unwritable {
        /// Which record of the batch, from 0.
        index: usize,
        /// What is wrong with it.
        why: &'static str,
    },
    /// No such stream.
    #[error("the stream {0} was never announced")]
    Unannounced(Stream),
    /// Somebody else has the stream now.
    #[error("the stream has passed into other hands: its epoch is {now}")]
    Deposed {
        /// The epoch of the stream.
        now: Epoch,
    },
    /// The owner does not know the last record, or thinks there are more than there are.
    #[error("the last record is number {}, not the one the batch comes after", head.seq)]
    Missed {
        /// The last record.
        head: Head,
    },
    /// It was opened for reading.
    #[error("the journal was opened for reading only")]
    ReadOnly,
    /// The database failed. Whether the batch was written is unknown, and the journal writes nothing more until it is
    /// opened again.
    #[error("the journal could not be written and is closed: {0}")]
    Storage(StorageError),
}
