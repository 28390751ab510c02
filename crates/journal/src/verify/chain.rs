//! Walking the chains of all streams at once, in the order of the journal.

use std::collections::{HashMap, HashSet};
use std::iter::Peekable;
use std::vec::IntoIter;

use vocabulary::Chips;

use super::fault::{Faults, What};
use super::pages::Page;
use super::{Checkpoint, KnownHead, Purse, announced};
use crate::readers::Snapshot;
use crate::seal::{Unsealed, seal};
use crate::value::Row;
use crate::{Hash, Head, JournalError, Posting, RoundEnd, Sent, Stream};

/// A stream while it is walked.
pub(super) struct Walked {
    pub(super) name: String,
    stream: Option<Stream>,
    head: Head,
    /// The epoch of its lease.
    epoch: Option<i64>,
}

/// What is known after the records read so far.
pub(super) struct Walk {
    pub(super) streams: HashMap<i64, Walked>,
    pub(super) accounts: HashMap<i64, Purse>,
    pub(super) announced: HashSet<String>,
    pub(super) faults: Faults,
    /// The first entry that is read.
    pub(super) begin: i64,
    /// The last entry that was read.
    pub(super) entry: i64,
    pub(super) records: u64,
    pub(super) postings: u64,
    buffer: Vec<u8>,
}

impl Walk {
    pub(super) async fn begin(
        snapshot: &mut Snapshot,
        checkpoint: Option<&Checkpoint>,
    ) -> Result<Walk, JournalError> {
        let mut walk = Walk {
            streams: HashMap::new(),
            accounts: HashMap::new(),
            announced: HashSet::from(["house".to_owned()]),
            faults: Faults::default(),
            // No record was ever written below 1, but one could have been smuggled in.
            begin: checkpoint.map_or(i64::MIN, |checkpoint| checkpoint.entry.saturating_add(1)),
            entry: checkpoint.map_or(0, |checkpoint| checkpoint.entry),
            records: 0,
            postings: 0,
            buffer: Vec::new(),
        };
        walk.meet(snapshot).await?;
        if let Some(checkpoint) = checkpoint {
            walk.resume(checkpoint);
        }
        Ok(walk)
    }

    /// All streams and accounts there are.
    async fn meet(&mut self, snapshot: &mut Snapshot) -> Result<(), JournalError> {
        let sql =
            "select s.id, s.name, l.epoch from streams s left join leases l on l.stream = s.id order by s.id";
        for mut row in snapshot.rows(sql, vec![]).await? {
            let name = row.text(1).unwrap_or_default();
            let (stream, epoch) = (name.parse().ok(), row.number(2).ok());
            if epoch.is_none() {
                self.faults.note(stream.as_ref(), None, What::Lease);
            }
            self.streams.insert(row.number(0)?, Walked { name, stream, head: Head::default(), epoch });
        }
        for mut row in snapshot.rows("select id, name from accounts", vec![]).await? {
            let name = row.text(1).unwrap_or_default();
            let account = name.parse().ok();
            self.accounts.insert(row.number(0)?, Purse { name, account, counted: 0 });
        }
        Ok(())
    }

    fn resume(&mut self, checkpoint: &Checkpoint) {
        let heads: HashMap<&str, Head> =
            checkpoint.heads.iter().map(|known| (known.stream.as_str(), known.head)).collect();
        self.announced.extend(heads.keys().map(|&name| name.to_owned()));
        for walked in self.streams.values_mut() {
            walked.head = heads.get(walked.name.as_str()).copied().unwrap_or_default();
        }
        let balances: HashMap<&str, i64> =
            checkpoint.balances.iter().map(|(name, balance)| (name.as_str(), *balance)).collect();
        for account in self.accounts.values_mut() {
            account.counted = i128::from(balances.get(account.name.as_str()).copied().unwrap_or_default());
        }
    }

    pub(super) fn heads(&self) -> Vec<KnownHead> {
        let known = |walked: &Walked| Some(KnownHead { stream: walked.stream.clone()?, head: walked.head });
        let mut heads: Vec<_> = self.streams.values().filter_map(known).collect();
        heads.sort_by(|a, b| a.stream.cmp(&b.stream));
        heads
    }

    pub(super) fn balances(&self) -> Vec<(String, i64)> {
        let balance = |purse: &Purse| i64::try_from(purse.counted).unwrap_or(i64::MAX);
        let mut balances: Vec<_> =
            self.accounts.values().map(|purse| (purse.name.clone(), balance(purse))).collect();
        balances.sort();
        balances
    }

    pub(super) fn page(&mut self, page: Page) {
        let mut parts = Parts {
            postings: page.postings.into_iter().peekable(),
            rounds: page.rounds.into_iter().peekable(),
            players: page.players.into_iter().peekable(),
        };
        for row in page.records {
            self.records += 1;
            let entry = row.number(0).unwrap_or(self.entry);
            self.entry = entry;
            self.strays(&mut parts, entry);
            let parts = parts.of(entry);
            self.record(row, parts);
        }
        self.strays(&mut parts, i64::MAX);
    }

    /// What comes before the next record in the order of the journal, and so belongs to none.
    fn strays(&mut self, parts: &mut Parts, next: i64) {
        let kinds = [
            (&mut parts.postings, "a posting"),
            (&mut parts.rounds, "a round"),
            (&mut parts.players, "a player of a round"),
        ];
        for (rows, kind) in kinds {
            while rows.next_if(|row| row.number(0).is_ok_and(|entry| entry < next)).is_some() {
                self.faults.note(None, None, What::Stray(kind));
            }
        }
    }

    fn record(&mut self, row: Row, parts: OfRecord) {
        let Some(walked) = row.number(1).ok().and_then(|id| self.streams.get_mut(&id)) else {
            self.faults.note(None, row.count(2).ok(), What::Stray("a record"));
            return;
        };
        let (stream, expected) = (walked.stream.clone(), walked.head.seq + 1);
        let seq = row.count(2).unwrap_or_default();
        let mut wrong = Vec::new();
        if seq != expected {
            wrong.push(What::Gap { expected });
        }
        if row.hash(5).ok() != Some(walked.head.hash) {
            wrong.push(What::Unlinked);
        }
        if row.number(4).ok() > walked.epoch {
            wrong.push(What::Lease);
        }
        let hash = row.hash(6);
        walked.head = Head { seq, hash: *hash.as_ref().unwrap_or(&Hash::default()) };
        match self.content(row, parts, &mut wrong) {
            Ok(counted) if Ok(counted) != hash => wrong.push(What::Changed),
            Ok(_) => {}
            Err(why) => wrong.push(What::Unreadable(why.to_string())),
        }
        for what in wrong {
            self.faults.note(stream.as_ref(), Some(seq), what);
        }
    }

    /// The hash of a record as it stands, with whatever is wrong with its parts.
    fn content(
        &mut self,
        mut row: Row,
        parts: OfRecord,
        wrong: &mut Vec<What>,
    ) -> Result<Hash, JournalError> {
        let (stream, at, body) = (row.number(1)?, row.number(3)?, row.text(9)?);
        let postings = self.add_up(&parts.postings, wrong)?;
        let round = parts.round(stream, at, wrong)?;
        let command = match (row.maybe_text(7)?, row.maybe_text(8)?) {
            (Some(id), Some(answer)) => Some(Sent { id, answer }),
            (None, None) => None,
            _ => return Err(JournalError::Damaged("a command without an answer".into())),
        };
        let name = &self.streams[&stream].name;
        if name == "house" && !announced(&body).is_some_and(|name| self.announced.insert(name.to_owned())) {
            wrong.push(What::NoAnnouncement);
        }
        let unsealed = Unsealed {
            stream: name,
            seq: row.number(2)?,
            entry: row.number(0)?,
            at,
            epoch: row.number(4)?,
            prev: row.hash(5)?,
            command: command.as_ref(),
            body: &body,
            postings: &postings,
            round: round.as_ref(),
        };
        Ok(seal(&unsealed, &mut self.buffer))
    }

    fn add_up(&mut self, rows: &[Row], wrong: &mut Vec<What>) -> Result<Vec<Posting>, JournalError> {
        let mut postings = Vec::with_capacity(rows.len());
        let mut sum = 0;
        for (n, row) in (0..).zip(rows) {
            let amount = row.number(3)?;
            sum += i128::from(amount);
            self.postings += 1;
            if row.number(1)? != n {
                return Err(JournalError::Damaged("its postings are out of order".into()));
            }
            match self.accounts.get_mut(&row.number(2)?) {
                Some(Purse { account: Some(account), counted, .. }) => {
                    *counted += i128::from(amount);
                    postings.push(Posting { account: account.clone(), amount: Chips::minor(amount) });
                }
                _ => wrong.push(What::NoAccount),
            }
        }
        if sum != 0 {
            wrong.push(What::Unbalanced);
        }
        Ok(postings)
    }
}

/// What belongs to the records of a page, in their order.
struct Parts {
    postings: Peekable<IntoIter<Row>>,
    rounds: Peekable<IntoIter<Row>>,
    players: Peekable<IntoIter<Row>>,
}

impl Parts {
    fn of(&mut self, entry: i64) -> OfRecord {
        let take = |rows: &mut Peekable<IntoIter<Row>>| {
            std::iter::from_fn(|| rows.next_if(|row| row.number(0) == Ok(entry))).collect()
        };
        OfRecord {
            postings: take(&mut self.postings),
            rounds: take(&mut self.rounds),
            players: take(&mut self.players),
        }
    }
}

/// What belongs to one record.
struct OfRecord {
    postings: Vec<Row>,
    rounds: Vec<Row>,
    players: Vec<Row>,
}

impl OfRecord {
    fn round(self, stream: i64, at: i64, wrong: &mut Vec<What>) -> Result<Option<RoundEnd>, JournalError> {
        let Some(round) = self.rounds.first() else {
            if !self.players.is_empty() {
                wrong.push(What::Stray("a player of a round"));
            }
            return Ok(None);
        };
        let mut filed = round.number(1)? == stream && round.number(5)? == at;
        let mut players = Vec::with_capacity(self.players.len());
        for (n, mut row) in (0..).zip(self.players) {
            filed &= row.number(1)? == n && row.number(3)? == stream && row.number(4)? == at;
            players.push(row.text(2)?);
        }
        if !filed {
            wrong.push(What::Misfiled);
        }
        let first = round.number(3)?.cast_unsigned();
        Ok(Some(RoundEnd { number: round.number(2)?, first, opened_at: round.number(4)?, players }))
    }
}
