use std::fmt;

use vocabulary::Chips;

use crate::Stream;

/// How many faults are listed; more are counted.
const LISTED: usize = 100;

/// Something that is wrong with a journal.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Fault {
    /// In which stream, where it is of one.
    pub stream: Option<Stream>,
    /// At which record, where it is of one.
    pub seq: Option<u64>,
    /// What it is.
    pub what: What,
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (&self.stream, self.seq) {
            (Some(stream), Some(seq)) => write!(f, "{stream}, record {seq}: {}", self.what),
            (Some(stream), None) => write!(f, "{stream}: {}", self.what),
            (None, Some(seq)) => write!(f, "record {seq}: {}", self.what),
            (None, None) => write!(f, "{}", self.what),
        }
    }
}

/// What can be wrong.
///
/// All of this is found by a full verification without help, save [`What::Lost`]: that the newest records of a stream are
/// gone, or that a record was changed and every hash after it computed anew, leaves a journal that could have been written
/// so. It takes a head known from outside to see it.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum What {
    /// Records are missing, doubled or out of order.
    #[error("record {expected} should come here")]
    Gap {
        /// The number that should come.
        expected: u64,
    },
    /// The database gives rows in another order than it was asked for.
    #[error("{0} come out of order")]
    Disorder(&'static str),
    /// SQLite's own check of the file found something.
    #[error("the file is damaged or its columns hold what they never can: {0}")]
    Integrity(String),
    /// It does not continue the record before it.
    #[error("it does not follow the record before it")]
    Unlinked,
    /// It is not what was written.
    #[error("it was changed: its hash is another")]
    Changed,
    /// A column holds what it never can.
    #[error("it cannot be read: {0}")]
    Unreadable(String),
    /// Its postings do not sum to zero.
    #[error("its postings do not sum to zero")]
    Unbalanced,
    /// A posting is of an account that is not there.
    #[error("one of its postings is of no account")]
    NoAccount,
    /// The round stands under another stream or time than its record.
    #[error("its round stands under another stream or time")]
    Misfiled,
    /// Postings, a round or players of no record, or a record of no stream.
    #[error("{0} belongs to nothing")]
    Stray(&'static str),
    /// The registry holds something else than announcements.
    #[error("the registry holds something that announces no stream")]
    NoAnnouncement,
    /// Facts are adopted though a record had facts before. The first server that knows facts adopts those of before, once.
    #[error("it adopts facts, but the journal had facts before it")]
    LateAdoption,
    /// There is such a stream, but `house` does not announce it.
    #[error("the stream was never announced")]
    Unannounced,
    /// Two streams have this name, or it was announced twice.
    #[error("the stream is there twice")]
    Doubled,
    /// `house` announces it, but there is no such stream.
    #[error("the stream {name} is gone")]
    Gone {
        /// Its name.
        name: String,
    },
    /// Its lease is missing or older than its records.
    #[error("its lease is missing or older than its records")]
    Lease,
    /// A command was carried out twice.
    #[error("the command {command} was carried out twice")]
    Repeated {
        /// The id of the command.
        command: String,
    },
    /// A balance is not what its postings come to.
    #[error("{account} is said to have {stored}, its postings come to {counted}")]
    Balance {
        /// The account.
        account: String,
        /// What the balance says.
        stored: Chips,
        /// What the postings come to.
        counted: Chips,
    },
    /// All accounts together have something.
    #[error("all accounts together do not come to nothing")]
    Sum,
    /// A fact on a shelf is not what was last put there.
    #[error("on the shelf {shelf:?}, {key:?} was changed: it does not say what the journal last wrote there")]
    FactChanged {
        /// The shelf.
        shelf: String,
        /// The key.
        key: String,
    },
    /// A fact was put on a shelf and never taken away, but is not there.
    #[error("on the shelf {shelf:?}, {key:?} is missing: the journal wrote it and never took it away")]
    FactGone {
        /// The shelf.
        shelf: String,
        /// The key.
        key: String,
    },
    /// A fact lies on a shelf where the journal never put it, or whence it took it away.
    #[error("on the shelf {shelf:?}, {key:?} was not written by the journal")]
    FactAdded {
        /// The shelf.
        shelf: String,
        /// The key.
        key: String,
    },
    /// A table, an index or a trigger is missing, was changed or added.
    #[error("the {part} of the database is missing, was changed or does not belong there")]
    Schema {
        /// Which, by kind and name.
        part: String,
    },
    /// A record somebody outside knows is gone or was changed.
    #[error("a record known from outside is gone or was changed")]
    Lost,
}

/// Faults as they are found.
#[derive(Default)]
pub(crate) struct Faults {
    pub(crate) first: Vec<Fault>,
    pub(crate) found: u64,
}

impl Faults {
    pub(crate) fn note(&mut self, stream: Option<&Stream>, seq: Option<u64>, what: What) {
        self.found += 1;
        if self.first.len() < LISTED {
            self.first.push(Fault { stream: stream.cloned(), seq, what });
        }
    }
}
