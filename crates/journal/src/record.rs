use std::fmt;
use std::str::FromStr;

use vocabulary::Chips;

use crate::seal::digest;
use crate::{Account, Epoch, NotAHead, Stream};

/// What one owner of a stream adds in one go.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Batch {
    /// Where to.
    pub stream: Stream,
    /// The epoch of the owner's lease; 0 where nobody has ever leased the stream.
    pub epoch: Epoch,
    /// The number of the last record the owner knows; 0 for none.
    pub after: u64,
    /// What is added, in order. None at all asks only whether the owner is still the owner and knows the last record.
    pub records: Vec<NewRecord>,
}

/// A record to be written.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct NewRecord {
    /// When, in milliseconds since 1970, UTC.
    pub at: i64,
    /// What happened, as canonical JSON. The journal does not look into it.
    pub body: String,
    /// The command that caused it and the answer it was given.
    pub command: Option<Sent>,
    /// The chips it moves. They sum to zero.
    pub postings: Vec<Posting>,
    /// Facts that are now so, written in the same transaction.
    pub keeps: Vec<Keep>,
    /// Facts that must still be so, as read when the record was decided on. Otherwise it is not written.
    pub expects: Vec<Keep>,
    /// The round this record closes.
    pub round: Option<RoundEnd>,
    /// Whether something in it, or before it, is not to be known yet: anyone who knows all else and the hash finds it by trying.
    /// Such a head stands in no note until a record of the stream hides nothing. This is not stored.
    pub hides: bool,
}

/// A command and what it was answered.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Sent {
    /// Made by the sender; no two commands in the whole journal have the same.
    pub id: String,
    /// The answer to the sender, which they get again should the command come again.
    pub answer: String,
}

/// Chips that come into an account, or with a minus leave it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Posting {
    /// Whose.
    pub account: Account,
    /// How much.
    pub amount: Chips,
}

/// A current fact on a shelf. What it says is replaced; that it was said is history, covered by the chain with its digest.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Keep {
    /// Where facts of this kind lie.
    pub shelf: String,
    /// Which of them.
    pub key: String,
    /// What it says now; none takes it away.
    pub body: Option<String>,
}

/// A fact that a record changed, as the chain has it: what it says is known by its digest only.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Kept {
    /// Where facts of this kind lie.
    pub shelf: String,
    /// Which of them.
    pub key: String,
    /// The SHA-256 of what it says since; none where it was taken away.
    pub digest: Option<Hash>,
}

impl Kept {
    /// Whether it says this since.
    #[must_use]
    pub fn says(&self, body: &str) -> bool {
        self.digest == Some(Hash::of(body))
    }
}

/// A round that ends with the record it is part of.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RoundEnd {
    /// Its number.
    pub number: i64,
    /// The number of its first record in the stream.
    pub first: u64,
    /// When it began, in milliseconds since 1970, UTC.
    pub opened_at: i64,
    /// Who had a wager.
    pub players: Vec<String>,
}

/// SHA-256 over a record and the hash before it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Hash(pub [u8; 32]);

impl Hash {
    /// The hash of a text.
    #[must_use]
    pub fn of(text: &str) -> Hash {
        digest(text)
    }
}

impl fmt::Display for Hash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}

impl FromStr for Hash {
    type Err = NotAHead;

    fn from_str(text: &str) -> Result<Hash, NotAHead> {
        let unreadable = || NotAHead::Hash(text.chars().take(80).collect());
        let mut hash = Hash::default();
        if text.len() != 64 || !text.bytes().all(|digit| digit.is_ascii_hexdigit()) {
            return Err(unreadable());
        }
        for (place, byte) in hash.0.iter_mut().enumerate() {
            *byte = u8::from_str_radix(&text[place * 2..place * 2 + 2], 16).map_err(|_| unreadable())?;
        }
        Ok(hash)
    }
}

impl fmt::Debug for Hash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self}")
    }
}

/// The last record of a stream: its number and its hash. Number 0 and a hash of zeros before the first.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Head {
    /// The number of the record.
    pub seq: u64,
    /// Its hash.
    pub hash: Hash,
}

/// What became of a batch. All that it says is on disk.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Appended {
    /// How many records of the batch were written, from its beginning.
    pub written: usize,
    /// The last record of the stream now.
    pub head: Head,
    /// Why not all were written.
    pub stopped: Option<Stopped>,
}

/// The first record of a batch that could not be written. What came before it is, it and what follows is not: its command
/// can be answered, and the rest decided anew.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Stopped {
    /// An account that may not be negative would be, or more of a debt would be paid than is owed.
    Overdrawn {
        /// Which record of the batch, from 0.
        index: usize,
        /// Which account.
        account: Account,
        /// What it has.
        balance: Chips,
    },
    /// An account would hold more than a number can say.
    Overfull {
        /// Which record of the batch, from 0.
        index: usize,
        /// Which account.
        account: Account,
        /// What it has.
        balance: Chips,
    },
    /// The command was carried out before.
    Repeated {
        /// Which record of the batch, from 0.
        index: usize,
        /// The answer that its sender got then.
        answer: String,
    },
    /// A fact is not what the record expects: somebody changed it since it was read.
    Changed {
        /// Which record of the batch, from 0.
        index: usize,
    },
}

/// What a record says, and the number of the round it closed: all that a reader of one stream's story needs.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RecordBody {
    /// Its number in the stream.
    pub seq: u64,
    /// When, in milliseconds since 1970, UTC.
    pub at: i64,
    /// What happened.
    pub body: String,
    /// The number of the round it closed.
    pub round: Option<i64>,
}

/// A record as it is stored.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Record {
    /// Its place in the whole journal: rising, not without gaps.
    pub entry: i64,
    /// The stream it belongs to.
    pub stream: Stream,
    /// Its number in the stream, from 1 without gaps.
    pub seq: u64,
    /// When, in milliseconds since 1970, UTC.
    pub at: i64,
    /// The epoch of the owner who wrote it.
    pub epoch: Epoch,
    /// The hash of the record before it.
    pub prev: Hash,
    /// Its own hash.
    pub hash: Hash,
    /// The command that caused it.
    pub command: Option<Sent>,
    /// What happened.
    pub body: String,
    /// The chips it moved.
    pub postings: Vec<Posting>,
    /// The round it closed.
    pub round: Option<RoundEnd>,
}

impl Record {
    /// Whether it brought what an earlier version kept under the chain.
    #[must_use]
    pub fn adopts_facts(&self) -> bool {
        self.stream == Stream::house() && self.body == crate::verify::ADOPTION
    }
}

/// What a command was answered, and where that is written.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Answered {
    /// The stream of its record.
    pub stream: Stream,
    /// The number of its record.
    pub seq: u64,
    /// The answer that its sender got.
    pub answer: String,
}
