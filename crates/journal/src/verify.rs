//! Whether the journal is what was written.
//!
//! # What is found out
//!
//! A full verification reads every record and trusts nothing but the records themselves. It finds every change of a record,
//! its postings or its round; every record that is missing, doubled, moved or added in the middle; a balance that is not
//! the sum of its postings; postings, rounds, players, facts and leases that belong to nothing; a stream that is missing or
//! was never announced; a command that was carried out twice; a fact on a shelf that is missing, or that says anything else
//! than what a record last put there; a table, an index or a trigger that is missing, was changed or added; on SQLite, an
//! index that does not fit its table, a page that is damaged, a value of another type than its column's.
//!
//! Three things a chain of hashes cannot tell by itself, since what is left is a journal that could have been written so:
//!
//! - the *newest* records of a stream are gone, with their postings, and the balances put right;
//! - somebody changed a record and computed its hash and all hashes after it anew, with the balances put right;
//! - somebody who can write to the database added a record at the end of a stream, with the right hash.
//!
//! The first two are found with a head known from outside ([`KnownHead`]): anyone who keeps the heads of yesterday elsewhere can
//! prove that yesterday has not been changed since. A journal that is served keeps them itself, beside a database file or in a
//! given place, and checks them whenever it is opened. What the third moves is for those to judge who understand the bodies: the
//! floor's audit compares the postings of every record with what its body says happened. A record that is right in itself, such
//! as a wager in somebody else's name, is kept out only by access to the database.
//! Dropping a whole stream is found without, because `house` announces it; unless the registry's own tail was cut or
//! rewritten, which its head tells.
//!
//! A verification since a checkpoint reads what came after it, all balances, and the last record of every stream before it.
//! What was changed further back it does not see. It compares every fact on a shelf all the same. Where it finds a fault, it
//! reads everything before it says so. SQLite's own check of the file is quicker then, and left out where the file is large.
//!
//! # What is not found, because nothing depends on it
//!
//! - who has the lease of a stream and until when (`leases.server`, `leases.until`): a lease is for minutes, and a server that
//!   loses one stops writing;
//! - an epoch of a lease that is another than it was (`leases.epoch`): its owner is deposed and stops writing; one below an
//!   epoch of a record is found;
//! - the numbers of accounts and streams (`accounts.id`, `streams.id`), where all that refers to them is changed alike;
//! - an account without postings and without chips (`accounts`): it is the same as none;
//! - the checkpoint (`checkpoint`): a full verification does not trust it, and one since a checkpoint only skips what it
//!   names by its hash;
//! - on SQLite, what `ANALYZE` counted (`sqlite_stat1`, `sqlite_stat4`), `application_id`, `journal_mode`, and how the file is laid
//!   out: its pages, their size, number and order, the encoding of text, and bytes in which nothing is stored;
//! - on PostgreSQL, tables, indexes and functions beside ours, how a table or an index of ours is made while it has its name, rules
//!   and row level security,
//!   and which formats below its own a database had (`format`).
//!
//! A journal of before the chain covered facts has shelves that prove nothing. The first server to open it writes what lies
//! there into `house`; from then on it is covered. A verdict on one that was only read says so ([`Verdict::facts`]).

mod chain;
mod checkpoint;
mod facts;
mod fault;
mod integrity;
mod pages;
mod schema;
#[cfg(test)]
mod tamper;

use std::collections::HashSet;
use std::fmt;
use std::str::FromStr;

use vocabulary::Chips;

use crate::readers::Snapshot;
use crate::value::Value;
use crate::{Account, BoxFuture, Head, Journal, JournalError, NotAHead, Stream};

use chain::Walk;
pub(crate) use checkpoint::Checkpoint;
pub(crate) use facts::{ADOPTION, COVERS_FACTS};
pub use fault::{Fault, What};

/// Where a verification begins.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Since {
    /// At the first record. Trusts no checkpoint.
    Start,
    /// After the last checkpoint, if there is one and it fits: what was found in order then is not read again.
    Checkpoint,
}

/// A head that somebody outside has written down.
///
/// ```
/// let line = "7 00112233445566778899aabbccddeeff00112233445566778899aabbccddeeff table/7";
/// let known: journal::KnownHead = line.parse()?;
/// assert_eq!((known.head.seq, known.stream.as_str()), (7, "table/7"));
/// assert_eq!(known.to_string(), line);
/// # Ok::<(), journal::NotAHead>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct KnownHead {
    /// The stream.
    pub stream: Stream,
    /// Its last record at that time.
    pub head: Head,
}

impl fmt::Display for KnownHead {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {} {}", self.head.seq, self.head.hash, self.stream)
    }
}

impl FromStr for KnownHead {
    type Err = NotAHead;

    fn from_str(text: &str) -> Result<KnownHead, NotAHead> {
        let unreadable = || NotAHead::Head(text.chars().take(120).collect());
        let (seq, rest) = text.split_once(' ').ok_or_else(unreadable)?;
        let (hash, stream) = rest.split_once(' ').ok_or_else(unreadable)?;
        let head = Head { seq: seq.parse().map_err(|_| unreadable())?, hash: hash.parse()? };
        Ok(KnownHead { stream: stream.parse().map_err(|_| unreadable())?, head })
    }
}

/// How far a verification is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Progress {
    /// Records read.
    pub done: u64,
    /// Records there are, about.
    pub of: u64,
}

/// What a verification found.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Verdict {
    /// Where it began in fact.
    pub since: Since,
    /// The number of the last record in the order of the journal.
    pub last_entry: u64,
    /// How many records were read.
    pub records: u64,
    /// How many postings were read.
    pub postings: u64,
    /// How many facts lie on shelves, each checked against the chain. None for a journal of before the chain covered facts,
    /// whose shelves prove nothing; the first server to open it brings it up to date.
    pub facts: Option<u64>,
    /// The last record of every stream.
    pub heads: Vec<KnownHead>,
    /// What is wrong: the first hundred faults.
    pub faults: Vec<Fault>,
    /// How many faults there are.
    pub found: u64,
}

impl Verdict {
    /// Whether nothing is wrong.
    #[must_use]
    pub fn is_clean(&self) -> bool {
        self.found == 0
    }
}

/// The body of the record that announces a stream.
pub(crate) fn announcing(stream: &str) -> String {
    format!("{{\"announce\":\"{stream}\"}}")
}

/// The stream a record of `house` announces.
fn announced(body: &str) -> Option<&str> {
    body.strip_prefix("{\"announce\":\"")?.strip_suffix("\"}")
}

impl Journal {
    /// Verifies the journal as it is at this moment, while the writer goes on. What that finds is reported in full at
    /// [`What`]. After a clean verification a journal that was opened to serve remembers how far it came.
    ///
    /// # Errors
    ///
    /// When the database fails, or its file is damaged so that it cannot be read at all.
    pub async fn verify(
        &self,
        since: Since,
        known: &[KnownHead],
        mut progress: impl FnMut(Progress) + Send,
    ) -> Result<Verdict, JournalError> {
        self.boxed_verify(since, known, &mut progress).await
    }

    fn boxed_verify<'a>(
        &'a self,
        since: Since,
        known: &'a [KnownHead],
        progress: &'a mut (dyn FnMut(Progress) + Send),
    ) -> BoxFuture<'a, Result<Verdict, JournalError>> {
        Box::pin(self.walk(since, known, progress))
    }

    async fn walk(
        &self,
        since: Since,
        known: &[KnownHead],
        progress: &mut (dyn FnMut(Progress) + Send),
    ) -> Result<Verdict, JournalError> {
        let (mut verdict, mut checkpoint) = self.walk_since(since, known, progress).await?;
        if !verdict.is_clean() && verdict.since == Since::Checkpoint {
            // A checkpoint only saves time. A fault it names is reported once everything was read.
            (verdict, checkpoint) = self.walk_since(Since::Start, known, progress).await?;
        }
        if verdict.is_clean() && self.is_writable() {
            self.remember(checkpoint).await?;
        }
        Ok(verdict)
    }

    async fn walk_since(
        &self,
        since: Since,
        known: &[KnownHead],
        progress: &mut (dyn FnMut(Progress) + Send),
    ) -> Result<(Verdict, Checkpoint), JournalError> {
        let mut snapshot = self.readers.snapshot().await?;
        let format = snapshot.format().await?;
        let checkpoint = match since {
            Since::Start => None,
            Since::Checkpoint => checkpoint::load(&mut snapshot).await?,
        };
        let mut walk = Walk::begin(&mut snapshot, format, checkpoint.as_ref()).await?;
        let mut snapshot = pages::read(snapshot, &mut walk, progress).await?;
        schema::check(&mut walk, &mut snapshot, format).await?;
        integrity::check(&mut walk, &mut snapshot, checkpoint.is_some()).await?;
        conclude(walk, snapshot, checkpoint.is_some(), known).await
    }
}

/// What can only be said once everything was read.
async fn conclude(
    mut walk: Walk,
    mut snapshot: Snapshot,
    from_checkpoint: bool,
    known: &[KnownHead],
) -> Result<(Verdict, Checkpoint), JournalError> {
    registry(&mut walk);
    balances(&mut walk, &mut snapshot).await?;
    if !from_checkpoint {
        commands(&mut walk, &mut snapshot).await?;
    }
    for known in known {
        if !contains(&mut snapshot, known).await? {
            walk.faults.note(Some(&known.stream), Some(known.head.seq), What::Lost);
        }
    }
    let heads: Vec<KnownHead> = walk.heads();
    let (balances, should_lie) = (walk.balances(), walk.facts.sorted());
    let checkpoint = Checkpoint { entry: walk.entry, heads: heads.clone(), balances, facts: should_lie };
    let facts = if walk.covers_facts { Some(facts::compare(&mut walk, &mut snapshot).await?) } else { None };
    let verdict = Verdict {
        since: if from_checkpoint { Since::Checkpoint } else { Since::Start },
        last_entry: walk.entry.try_into().unwrap_or_default(),
        records: walk.records,
        postings: walk.postings,
        facts,
        heads,
        faults: walk.faults.first,
        found: walk.faults.found,
    };
    Ok((verdict, checkpoint))
}

/// Every stream there is was announced, once, and every stream that was announced is there.
fn registry(walk: &mut Walk) {
    let mut named = HashSet::new();
    for name in walk.streams.values().map(|stream| stream.name.clone()) {
        let fault = match (walk.announced.contains(&name), named.insert(name.clone())) {
            (true, true) => continue,
            (true, false) => What::Doubled,
            (false, _) => What::Unannounced,
        };
        walk.faults.note(name.parse().ok().as_ref(), None, fault);
    }
    for name in walk.announced.difference(&named) {
        walk.faults.note(name.parse().ok().as_ref(), None, What::Gone { name: name.clone() });
    }
}

/// Every balance is the sum of its postings, and all of them together are nothing.
async fn balances(walk: &mut Walk, snapshot: &mut Snapshot) -> Result<(), JournalError> {
    let mut stored = 0i128;
    for row in snapshot.rows("select id, balance from accounts", vec![]).await?.iter() {
        let (id, balance) = (row.number(0)?, row.number(1)?);
        stored += i128::from(balance);
        let Some(account) = walk.accounts.get(&id) else { continue };
        if account.counted != i128::from(balance) {
            let counted = i64::try_from(account.counted).unwrap_or(i64::MAX);
            let what = What::Balance {
                account: account.name.clone(),
                stored: Chips::minor(balance),
                counted: Chips::minor(counted),
            };
            walk.faults.note(None, None, what);
        }
    }
    if stored != 0 || walk.accounts.values().map(|account| account.counted).sum::<i128>() != 0 {
        walk.faults.note(None, None, What::Sum);
    }
    Ok(())
}

async fn commands(walk: &mut Walk, snapshot: &mut Snapshot) -> Result<(), JournalError> {
    let sql = "select command from records where command is not null group by command
               having count(*) > 1 limit 100";
    for row in snapshot.rows(sql, vec![]).await?.iter() {
        let command = row.text(0).unwrap_or_default().to_owned();
        walk.faults.note(None, None, What::Repeated { command });
    }
    Ok(())
}

/// Whether the journal has that record still. Its own hash has been checked by then.
async fn contains(snapshot: &mut Snapshot, known: &KnownHead) -> Result<bool, JournalError> {
    if known.head.seq == 0 {
        return Ok(true);
    }
    let sql =
        "select r.hash from records r join streams s on s.id = r.stream where s.name = $1 and r.seq = $2";
    let seq = Value::Number(known.head.seq.cast_signed());
    let rows = snapshot.rows(sql, vec![known.stream.as_str().into(), seq]).await?;
    Ok(rows.len() == 1 && rows.first().and_then(|row| row.hash(0).ok()) == Some(known.head.hash))
}

/// An account while postings are added up.
pub(crate) struct Purse {
    pub(crate) name: String,
    pub(crate) account: Option<Account>,
    pub(crate) counted: i128,
}
