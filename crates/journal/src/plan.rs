//! What a group of batches writes, decided before anything is written. Both databases follow the same plan.

use std::collections::{BTreeSet, HashMap};

use vocabulary::Chips;

use crate::seal::{Fact, Unsealed, seal};
use crate::{
    Account, AppendError, Appended, Batch, Epoch, Hash, Head, Keep, NewRecord, Posting, Stopped, Stream,
};

/// A stream as it stands.
#[derive(Clone, Debug)]
pub(crate) struct StreamNow {
    pub(crate) id: i64,
    pub(crate) epoch: i64,
    pub(crate) head: Head,
}

/// An account as it stands.
#[derive(Clone, Copy, Debug)]
pub(crate) struct AccountNow {
    pub(crate) id: i64,
    pub(crate) balance: i64,
}

/// What must be known of the database to decide: every stream, account, command and expected fact the group names. Deciding
/// keeps it up to date.
#[derive(Default, Debug)]
pub(crate) struct Known {
    pub(crate) streams: HashMap<Stream, StreamNow>,
    pub(crate) accounts: HashMap<Account, AccountNow>,
    /// The answers of those commands that were carried out before.
    pub(crate) answers: HashMap<String, String>,
    /// What the facts say that records of the group expect, by shelf and key.
    pub(crate) facts: HashMap<(String, String), Option<String>>,
}

/// A record that will be written.
#[derive(Debug)]
pub(crate) struct Sealed<'g> {
    pub(crate) new: &'g NewRecord,
    pub(crate) stream: i64,
    pub(crate) entry: i64,
    pub(crate) seq: i64,
    pub(crate) epoch: i64,
    pub(crate) prev: Hash,
    pub(crate) hash: Hash,
    /// The facts it keeps, as the chain covers them.
    pub(crate) facts: Vec<Fact<'g>>,
}

/// All that a group writes, and the answer to each of its batches once that is committed.
#[derive(Default, Debug)]
pub(crate) struct Plan<'g> {
    pub(crate) records: Vec<Sealed<'g>>,
    /// The accounts whose balance changes, in an order every server agrees on.
    pub(crate) changed: BTreeSet<&'g Account>,
    pub(crate) answers: Vec<Result<Appended, AppendError>>,
}

/// Decides. `entries` are numbers no record of the journal has yet, rising, at least one for every record of the group.
pub(crate) fn plan<'g>(
    known: &mut Known,
    mut entries: impl Iterator<Item = i64>,
    group: &'g [Batch],
) -> Plan<'g> {
    let mut planner = Planner {
        known,
        entries: &mut entries,
        now: HashMap::new(),
        plan: Plan::default(),
        buffer: Vec::new(),
    };
    for batch in group {
        let answer = planner.batch(batch);
        planner.plan.answers.push(answer);
    }
    planner.plan
}

/// Whether a batch can be written at all, whatever the database holds.
pub(crate) fn examine(batch: &Batch) -> Result<(), AppendError> {
    if batch.stream == Stream::house() {
        return Err(AppendError::Reserved);
    }
    for (index, record) in batch.records.iter().enumerate() {
        if record.postings.iter().map(|posting| i128::from(posting.amount.units())).sum::<i128>() != 0 {
            return Err(AppendError::Unbalanced { index });
        }
        if let Err(why) = writable(record) {
            return Err(AppendError::Unwritable { index, why });
        }
    }
    Ok(())
}

/// The longest text that is looked up by, in bytes.
const LONGEST: usize = 200;

/// PostgreSQL keeps no text with a zero byte and no long one in an index; were it found out inside the transaction, others
/// would suffer for it.
fn writable(record: &NewRecord) -> Result<(), &'static str> {
    let sent = record.command.iter().flat_map(|sent| [&sent.id, &sent.answer]);
    let facts = || record.keeps.iter().chain(&record.expects);
    let kept = facts().flat_map(|keep| [&keep.shelf, &keep.key].into_iter().chain(&keep.body));
    let players = record.round.iter().flat_map(|round| &round.players);
    if [&record.body].into_iter().chain(sent).chain(kept).chain(players).any(|text| text.contains('\0')) {
        return Err("a text has a zero byte");
    }
    if record.command.as_ref().is_some_and(|sent| sent.id.is_empty() || sent.id.len() > LONGEST) {
        return Err("a command's id has 1 to 200 bytes");
    }
    let shelved = facts().flat_map(|keep| [&keep.shelf, &keep.key]);
    if shelved.chain(record.round.iter().flat_map(|round| &round.players)).any(|text| text.len() > LONGEST) {
        return Err("a shelf, a key and a player's name have up to 200 bytes");
    }
    if record.round.as_ref().is_some_and(|round| i64::try_from(round.first).is_err()) {
        return Err("a round's first record has no such number");
    }
    Ok(())
}

struct Planner<'k, 'g, E> {
    known: &'k mut Known,
    entries: &'k mut E,
    /// The answers of commands carried out by this very group.
    now: HashMap<&'g str, &'g str>,
    plan: Plan<'g>,
    buffer: Vec<u8>,
}

impl<'g, E: Iterator<Item = i64>> Planner<'_, 'g, E> {
    fn batch(&mut self, batch: &'g Batch) -> Result<Appended, AppendError> {
        let mut stream = self.owned(batch)?;
        let (mut written, mut stopped) = (0, None);
        for record in &batch.records {
            stopped = self.stopped(written, record);
            if stopped.is_some() {
                break;
            }
            self.post(&record.postings);
            self.keep(&record.keeps);
            self.seal(&batch.stream, &mut stream, record);
            written += 1;
        }
        let head = stream.head;
        self.known.streams.insert(batch.stream.clone(), stream);
        Ok(Appended { written, head, stopped })
    }

    /// The stream, if the sender of the batch is its owner and knows its last record.
    fn owned(&self, batch: &Batch) -> Result<StreamNow, AppendError> {
        let stream = self.known.streams.get(&batch.stream);
        let stream = stream.ok_or_else(|| AppendError::Unannounced(batch.stream.clone()))?;
        let now = Epoch(stream.epoch.cast_unsigned());
        if batch.epoch != now {
            return Err(AppendError::Deposed { now });
        }
        if batch.after != stream.head.seq {
            return Err(AppendError::Missed { head: stream.head });
        }
        Ok(stream.clone())
    }

    /// Why a record cannot be written: first that its command is an old one, then that a fact has changed, then that chips
    /// are missing.
    fn stopped(&self, index: usize, record: &NewRecord) -> Option<Stopped> {
        if let Some(sent) = &record.command {
            let before = self.known.answers.get(&sent.id).map(String::as_str);
            if let Some(answer) = before.or_else(|| self.now.get(sent.id.as_str()).copied()) {
                return Some(Stopped::Repeated { index, answer: answer.to_owned() });
            }
        }
        if record.expects.iter().any(|expected| self.fact(expected) != expected.body.as_ref()) {
            return Some(Stopped::Changed { index });
        }
        net(&record.postings).into_iter().find_map(|(account, net)| {
            let balance = self.balance(account);
            let after = i128::from(balance) + net;
            let (account, balance) = (account.clone(), Chips::minor(balance));
            if account.is_guarded() && after < 0 || account.is_debt() && after > 0 {
                Some(Stopped::Overdrawn { index, account, balance })
            } else if i64::try_from(after).is_err() {
                Some(Stopped::Overfull { index, account, balance })
            } else {
                None
            }
        })
    }

    /// What a fact says now.
    fn fact(&self, fact: &Keep) -> Option<&String> {
        self.known.facts.get(&place(fact))?.as_ref()
    }

    /// Later records of the group may expect what an earlier one keeps.
    fn keep(&mut self, keeps: &[Keep]) {
        if self.known.facts.is_empty() {
            return;
        }
        for keep in keeps {
            if let Some(now) = self.known.facts.get_mut(&place(keep)) {
                now.clone_from(&keep.body);
            }
        }
    }

    fn balance(&self, account: &Account) -> i64 {
        self.known.accounts.get(account).map_or(0, |now| now.balance)
    }

    fn post(&mut self, postings: &'g [Posting]) {
        for (account, net) in net(postings) {
            let now = self.known.accounts.get_mut(account).expect("every account of the group is known");
            let after = i128::from(now.balance) + net;
            now.balance = i64::try_from(after).expect("a balance that is too large has stopped the batch");
            self.plan.changed.insert(account);
        }
    }

    fn seal(&mut self, name: &Stream, stream: &mut StreamNow, new: &'g NewRecord) {
        let entry = self.entries.next().expect("there is an entry for every record");
        let seq = stream.head.seq.cast_signed() + 1;
        let facts: Vec<Fact<'g>> = new.keeps.iter().map(Fact::of).collect();
        let unsealed = Unsealed {
            stream: name.as_str(),
            seq,
            entry,
            at: new.at,
            epoch: stream.epoch,
            prev: stream.head.hash,
            command: new.command.as_ref().map(|sent| (sent.id.as_str(), sent.answer.as_str())),
            body: &new.body,
            postings: &new.postings,
            round: new.round.as_ref(),
            facts: &facts,
        };
        let (prev, hash) = (stream.head.hash, seal(&unsealed, &mut self.buffer));
        stream.head = Head { seq: seq.cast_unsigned(), hash };
        if let Some(sent) = &new.command {
            self.now.insert(&sent.id, &sent.answer);
        }
        self.plan.records.push(Sealed {
            new,
            stream: stream.id,
            entry,
            seq,
            epoch: stream.epoch,
            prev,
            hash,
            facts,
        });
    }
}

/// Where a fact lies: its shelf and its key.
pub(crate) fn place(fact: &Keep) -> (String, String) {
    (fact.shelf.clone(), fact.key.clone())
}

/// What a record does to each account. A record happens at once: chips that come in pay for chips that go out.
fn net(postings: &[Posting]) -> Vec<(&Account, i128)> {
    let mut nets: Vec<(&Account, i128)> = Vec::with_capacity(postings.len());
    for posting in postings {
        let amount = i128::from(posting.amount.units());
        match nets.iter_mut().find(|(account, _)| **account == posting.account) {
            Some((_, net)) => *net += amount,
            None => nets.push((&posting.account, amount)),
        }
    }
    nets
}
