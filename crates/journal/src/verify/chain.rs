//! Walking the chains of all streams at once, in the order of the journal.

use std::collections::{HashMap, HashSet};
use std::ops::Range;

use vocabulary::Chips;

use super::facts::{ADOPTION, COVERS_FACTS, Facts};
use super::fault::{Faults, What};
use super::pages::Page;
use super::{Checkpoint, KnownHead, Purse, announced};
use crate::readers::Snapshot;
use crate::seal::{Fact, Unsealed, seal};
use crate::value::{Row, Rows};
use crate::{Hash, Head, JournalError, Posting, RoundEnd, Stream};

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
    /// Whether the chain of this journal covers facts.
    pub(super) covers_facts: bool,
    pub(super) facts: Facts,
    /// Whether a record had facts, or those of before were adopted. From then on there is nothing to adopt.
    has_facts: bool,
    pub(super) faults: Faults,
    /// The first entry that is read.
    pub(super) begin: i64,
    /// The last entry that was read.
    pub(super) entry: i64,
    pub(super) records: u64,
    pub(super) postings: u64,
    buffer: Vec<u8>,
    /// The postings of the record that is being read.
    posted: Vec<Posting>,
}

impl Walk {
    pub(super) async fn begin(
        snapshot: &mut Snapshot,
        format: i64,
        checkpoint: Option<&Checkpoint>,
    ) -> Result<Walk, JournalError> {
        let mut walk = Walk {
            streams: HashMap::new(),
            accounts: HashMap::new(),
            announced: HashSet::from(["house".to_owned()]),
            covers_facts: format >= COVERS_FACTS,
            facts: Facts::default(),
            // The first record with facts came before the first checkpoint: the format that knows facts begins without one.
            has_facts: checkpoint.is_some(),
            faults: Faults::default(),
            // No record was ever written below 1, but one could have been smuggled in.
            begin: checkpoint.map_or(i64::MIN, |checkpoint| checkpoint.entry.saturating_add(1)),
            entry: checkpoint.map_or(0, |checkpoint| checkpoint.entry),
            records: 0,
            postings: 0,
            buffer: Vec::new(),
            posted: Vec::new(),
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
        for row in snapshot.rows(sql, vec![]).await?.iter() {
            let name = row.text(1).unwrap_or_default().to_owned();
            let (stream, epoch) = (name.parse().ok(), row.number(2).ok());
            if epoch.is_none() {
                self.faults.note(stream.as_ref(), None, What::Lease);
            }
            self.streams.insert(row.number(0)?, Walked { name, stream, head: Head::default(), epoch });
        }
        let leases = "select stream from leases where stream not in (select id from streams)";
        for _ in snapshot.rows(leases, vec![]).await?.iter() {
            self.faults.note(None, None, What::Stray("a lease"));
        }
        for row in snapshot.rows("select id, name from accounts", vec![]).await?.iter() {
            let name = row.text(1).unwrap_or_default().to_owned();
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
        self.facts = Facts::of_checkpoint(&checkpoint.facts);
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

    pub(super) fn page(&mut self, page: &Page) {
        let mut parts = Parts {
            postings: Part::new(&page.postings),
            rounds: Part::new(&page.rounds),
            players: Part::new(&page.players),
            facts: Part::new(&page.facts),
        };
        for row in page.records.iter() {
            self.records += 1;
            let entry = row.number(0).unwrap_or(self.entry);
            if entry <= self.entry {
                self.faults.note(None, row.count(2).ok(), What::Disorder("records"));
            }
            self.entry = entry;
            self.strays(&mut parts, Some(entry));
            self.record(row, &parts.of(entry));
        }
        self.strays(&mut parts, None);
    }

    /// What comes before the next record in the order of the journal, or after the last, and so belongs to none.
    fn strays(&mut self, parts: &mut Parts<'_>, next: Option<i64>) {
        let kinds = [
            (&mut parts.postings, "a posting"),
            (&mut parts.rounds, "a round"),
            (&mut parts.players, "a player of a round"),
            (&mut parts.facts, "a fact"),
        ];
        for (part, kind) in kinds {
            let before = |entry: Option<i64>| next.is_none_or(|next| entry.is_none_or(|entry| entry < next));
            for _ in part.take(before) {
                self.faults.note(None, None, What::Stray(kind));
            }
        }
    }

    fn record(&mut self, row: Row<'_>, parts: &OfRecord<'_>) {
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
        row: Row<'_>,
        parts: &OfRecord<'_>,
        wrong: &mut Vec<What>,
    ) -> Result<Hash, JournalError> {
        let (stream, at, body) = (row.number(1)?, row.number(3)?, row.text(9)?);
        self.add_up(parts, wrong)?;
        let round = parts.round(stream, at, wrong)?;
        let command = match (row.maybe_text(7)?, row.maybe_text(8)?) {
            (Some(id), Some(answer)) => Some((id, answer)),
            (None, None) => None,
            _ => return Err(JournalError::Damaged("a command without an answer".into())),
        };
        let facts = parts.facts()?;
        self.facts.take_in(&facts);
        let name = &self.streams[&stream].name;
        if name == "house" {
            match announced(body) {
                Some(name) if self.announced.insert(name.to_owned()) => {}
                None if body == ADOPTION && !self.has_facts => self.has_facts = true,
                None if body == ADOPTION => wrong.push(What::LateAdoption),
                _ => wrong.push(What::NoAnnouncement),
            }
        }
        self.has_facts |= !facts.is_empty();
        let unsealed = Unsealed {
            stream: name,
            seq: row.number(2)?,
            entry: row.number(0)?,
            at,
            epoch: row.number(4)?,
            prev: row.hash(5)?,
            command,
            body,
            postings: &self.posted,
            round: round.as_ref(),
            facts: &facts,
        };
        Ok(seal(&unsealed, &mut self.buffer))
    }

    /// Counts the postings of a record and lays them ready.
    fn add_up(&mut self, parts: &OfRecord<'_>, wrong: &mut Vec<What>) -> Result<(), JournalError> {
        self.posted.clear();
        let mut sum = 0;
        for (n, row) in (0..).zip(parts.postings()) {
            let amount = row.number(3)?;
            sum += i128::from(amount);
            self.postings += 1;
            if row.number(1)? != n {
                return Err(JournalError::Damaged("its postings are out of order".into()));
            }
            match self.accounts.get_mut(&row.number(2)?) {
                Some(Purse { account: Some(account), counted, .. }) => {
                    *counted += i128::from(amount);
                    self.posted.push(Posting { account: account.clone(), amount: Chips::minor(amount) });
                }
                _ => wrong.push(What::NoAccount),
            }
        }
        if sum != 0 {
            wrong.push(What::Unbalanced);
        }
        Ok(())
    }
}

/// Rows of one kind in the order of the journal, and how many of them have been given to their records.
struct Part<'p> {
    rows: &'p Rows,
    next: usize,
}

impl<'p> Part<'p> {
    fn new(rows: &'p Rows) -> Part<'p> {
        Part { rows, next: 0 }
    }

    /// The places of the next rows, as long as their entry is wanted; none where it is no number.
    fn take(&mut self, wanted: impl Fn(Option<i64>) -> bool) -> Range<usize> {
        let begin = self.next;
        while self.rows.get(self.next).is_some_and(|row| wanted(row.number(0).ok())) {
            self.next += 1;
        }
        begin..self.next
    }
}

/// What belongs to the records of a page.
struct Parts<'p> {
    postings: Part<'p>,
    rounds: Part<'p>,
    players: Part<'p>,
    facts: Part<'p>,
}

impl<'p> Parts<'p> {
    fn of(&mut self, entry: i64) -> OfRecord<'p> {
        OfRecord {
            postings: (self.postings.rows, self.postings.take(|other| other == Some(entry))),
            rounds: (self.rounds.rows, self.rounds.take(|other| other == Some(entry))),
            players: (self.players.rows, self.players.take(|other| other == Some(entry))),
            facts: (self.facts.rows, self.facts.take(|other| other == Some(entry))),
        }
    }
}

/// What belongs to one record.
struct OfRecord<'p> {
    postings: (&'p Rows, Range<usize>),
    rounds: (&'p Rows, Range<usize>),
    players: (&'p Rows, Range<usize>),
    facts: (&'p Rows, Range<usize>),
}

fn within<'p>((rows, places): &(&'p Rows, Range<usize>)) -> impl Iterator<Item = Row<'p>> + use<'p> {
    let rows = *rows;
    places.clone().filter_map(|place| rows.get(place))
}

impl<'p> OfRecord<'p> {
    fn postings(&self) -> impl Iterator<Item = Row<'p>> + use<'p> {
        within(&self.postings)
    }

    fn facts(&self) -> Result<Vec<Fact<'p>>, JournalError> {
        let fact = |(n, row): (i64, Row<'p>)| {
            if row.number(1)? != n {
                return Err(JournalError::Damaged("its facts are out of order".into()));
            }
            let digest = if row.is_none(4) { None } else { Some(row.hash(4)?) };
            Ok(Fact { shelf: row.text(2)?, key: row.text(3)?, digest })
        };
        (0..).zip(within(&self.facts)).map(fact).collect()
    }

    fn round(&self, stream: i64, at: i64, wrong: &mut Vec<What>) -> Result<Option<RoundEnd>, JournalError> {
        let Some(round) = within(&self.rounds).next() else {
            if !self.players.1.is_empty() {
                wrong.push(What::Stray("a player of a round"));
            }
            return Ok(None);
        };
        let mut filed = round.number(1)? == stream && round.number(5)? == at;
        let mut players = Vec::with_capacity(self.players.1.len());
        for (n, row) in (0..).zip(within(&self.players)) {
            filed &= row.number(1)? == n && row.number(3)? == stream && row.number(4)? == at;
            players.push(row.text(2)?.to_owned());
        }
        if !filed {
            wrong.push(What::Misfiled);
        }
        let first = round.number(3)?.cast_unsigned();
        Ok(Some(RoundEnd { number: round.number(2)?, first, opened_at: round.number(4)?, players }))
    }
}
