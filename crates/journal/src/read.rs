//! What can be looked up.

use std::collections::HashMap;

use vocabulary::Chips;

use crate::value::{Row, Value};
use crate::verify::COVERS_FACTS;
use crate::{
    Account, Answered, Epoch, Head, Journal, JournalError, Kept, Posting, Record, RecordBody, RoundEnd, Sent,
    Stream,
};

/// The most rows of one look-up.
pub(crate) const MOST: usize = 10_000;

/// A place in the statement of an account.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Line {
    /// The record's place in the whole journal.
    pub entry: i64,
    /// Which of its postings, from 0.
    pub n: i64,
}

/// A line of the statement of an account.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StatementLine {
    /// Where it stands; lines before it are older.
    pub line: Line,
    /// The stream of the record.
    pub stream: Stream,
    /// The number of the record.
    pub seq: u64,
    /// When, in milliseconds since 1970, UTC.
    pub at: i64,
    /// What came in, or with a minus went out.
    pub amount: Chips,
    /// What the record says happened.
    pub body: String,
}

/// A stream that a server has leased.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Lease {
    /// Which.
    pub stream: Stream,
    /// Who has it.
    pub server: String,
    /// The epoch of the lease.
    pub epoch: Epoch,
    /// Whether it has run out, by the clock of the database: then anyone may take it.
    pub is_over: bool,
}

pub(crate) fn limited(limit: usize) -> Value {
    Value::Number(i64::try_from(limit.min(MOST)).unwrap_or(0))
}

fn number(value: u64) -> Value {
    Value::Number(i64::try_from(value).unwrap_or(i64::MAX))
}

/// The stream's own number, inside a statement.
const OF_STREAM: &str = "stream = (select id from streams where name = $1)";

/// Looking things up. Nothing here holds up the writer, and everything fails only when the database does or what it holds
/// makes no sense.
///
/// # Errors
///
/// [`JournalError::Storage`] and [`JournalError::Damaged`].
#[expect(clippy::missing_errors_doc, reason = "said once for all of them")]
impl Journal {
    /// The records of a stream after one of them, oldest first, at most 10,000.
    pub async fn records(
        &self,
        stream: &Stream,
        after: u64,
        limit: usize,
    ) -> Result<Vec<Record>, JournalError> {
        let sql = format!(
            "select entry, seq, at, epoch, prev, hash, command, answer, body from records
             where {OF_STREAM} and seq > $2 order by seq limit $3"
        );
        let rows =
            self.readers.rows(sql, vec![stream.as_str().into(), number(after), limited(limit)]).await?;
        let mut records =
            rows.iter().map(|row| record(stream, row)).collect::<Result<Vec<_>, JournalError>>()?;
        in_order(after, records.iter().map(|record| record.seq))?;
        if let Some(last) = records.last().map(|record| record.seq) {
            self.fill(stream, after, last, &mut records).await?;
        }
        Ok(records)
    }

    /// What the records of a stream say after one of them, oldest first, at most 10,000. This takes a third of the time of
    /// [`Journal::records`].
    pub async fn bodies(
        &self,
        stream: &Stream,
        after: u64,
        limit: usize,
    ) -> Result<Vec<RecordBody>, JournalError> {
        let sql = format!(
            "select r.seq, r.at, r.body, d.number from records r left join rounds d on d.entry = r.entry
             where r.{OF_STREAM} and r.seq > $2 order by r.seq limit $3"
        );
        let rows =
            self.readers.rows(sql, vec![stream.as_str().into(), number(after), limited(limit)]).await?;
        let bodies = rows.iter().map(record_body).collect::<Result<Vec<_>, JournalError>>()?;
        in_order(after, bodies.iter().map(|body| body.seq))?;
        Ok(bodies)
    }

    /// One record.
    pub async fn record(&self, stream: &Stream, seq: u64) -> Result<Option<Record>, JournalError> {
        let Some(after) = seq.checked_sub(1) else { return Ok(None) };
        Ok(self.records(stream, after, 1).await?.pop().filter(|record| record.seq == seq))
    }

    /// The number of the last record in the order of the journal; 0 where there is none.
    pub async fn last_entry(&self) -> Result<u64, JournalError> {
        let rows = self.readers.rows("select coalesce(max(entry), 0) from records", vec![]).await?;
        rows.first().map_or(Ok(0), |row| row.count(0))
    }

    /// The newest record of a stream up to a number whose body has this text: its number and its body.
    pub async fn last_with(
        &self,
        stream: &Stream,
        up_to: u64,
        text: &str,
    ) -> Result<Option<(u64, String)>, JournalError> {
        let place_of = self.readers.place_of();
        let sql = format!(
            "select seq, body from records where {OF_STREAM} and seq <= $2 and {place_of}(body, $3) > 0
             order by seq desc limit 1"
        );
        let values = vec![stream.as_str().into(), number(up_to), text.into()];
        let rows = self.readers.rows(sql, values).await?;
        rows.first().map(|row| Ok((row.count(0)?, row.text(1)?.to_owned()))).transpose()
    }

    /// The last record of a stream. None if there is no such stream.
    pub async fn head(&self, stream: &Stream) -> Result<Option<Head>, JournalError> {
        let sql = "select r.seq, r.hash from streams s left join records r on r.stream = s.id
                   where s.name = $1 order by r.seq desc nulls last limit 1";
        let rows = self.readers.rows(sql, vec![stream.as_str().into()]).await?;
        rows.first().map(|row| head(row, 0)).transpose()
    }

    /// All streams with their last records, `house` too, in the order they were announced.
    pub async fn streams(&self) -> Result<Vec<(Stream, Head)>, JournalError> {
        let sql = "select s.name, r.seq, r.hash from streams s left join records r on r.stream = s.id
                   and r.seq = (select max(seq) from records where stream = s.id) order by s.id";
        let rows = self.readers.rows(sql, vec![]).await?;
        rows.iter().map(|row| Ok((row.stream(0)?, head(row, 1)?))).collect()
    }

    /// Who has which stream. What nobody has, or was given back, is not among them.
    pub async fn leases(&self) -> Result<Vec<Lease>, JournalError> {
        let left = format!("l.until - {}", self.readers.now());
        let sql = format!(
            "select s.name, l.server, l.epoch, {left} from leases l join streams s on s.id = l.stream
             where l.server is not null order by s.id"
        );
        let rows = self.readers.rows(sql, vec![]).await?;
        let lease = |row: Row<'_>| {
            let (stream, server) = (row.stream(0)?, row.text(1)?.to_owned());
            Ok(Lease { stream, server, epoch: Epoch(row.count(2)?), is_over: row.number(3)? <= 0 })
        };
        rows.iter().map(lease).collect()
    }

    /// What a command was answered.
    pub async fn answer(&self, command: &str) -> Result<Option<Answered>, JournalError> {
        let sql = "select s.name, r.seq, r.answer from records r join streams s on s.id = r.stream
                   where r.command = $1";
        let rows = self.readers.rows(sql, vec![command.into()]).await?;
        let answered = |row: Row<'_>| {
            Ok(Answered { stream: row.stream(0)?, seq: row.count(1)?, answer: row.text(2)?.to_owned() })
        };
        rows.first().map(answered).transpose()
    }

    /// What an account has. Nothing, if there is no such account.
    pub async fn balance(&self, account: &Account) -> Result<Chips, JournalError> {
        let sql = "select balance from accounts where name = $1";
        let rows = self.readers.rows(sql, vec![account.as_str().into()]).await?;
        rows.first().map_or(Ok(Chips::ZERO), |row| row.number(0).map(Chips::minor))
    }

    /// All accounts whose name begins so, with what they have, by name.
    pub async fn balances(&self, beginning: &str) -> Result<Vec<(Account, Chips)>, JournalError> {
        let sql = "select name, balance from accounts where substr(name, 1, length($1)) = $1 order by name";
        let rows = self.readers.rows(sql, vec![beginning.into()]).await?;
        rows.iter().map(|row| Ok((row.account(0)?, Chips::minor(row.number(1)?)))).collect()
    }

    /// The movements of an account, newest first; with `before`, those older than that line.
    pub async fn statement(
        &self,
        account: &Account,
        before: Option<Line>,
        limit: usize,
    ) -> Result<Vec<StatementLine>, JournalError> {
        let sql = "select p.entry, p.n, s.name, r.seq, r.at, p.amount, r.body from postings p
                   join records r on r.entry = p.entry join streams s on s.id = r.stream
                   where p.account = (select id from accounts where name = $1) and (p.entry, p.n) < ($2, $3)
                   order by p.entry desc, p.n desc limit $4";
        let Line { entry, n } = before.unwrap_or(Line { entry: i64::MAX, n: 0 });
        let values = vec![account.as_str().into(), entry.into(), n.into(), limited(limit)];
        let rows = self.readers.rows(sql, values).await?;
        rows.iter().map(statement_line).collect()
    }

    /// What all accounts have together: nothing, or chips have come from nowhere.
    pub async fn ledger_sum(&self) -> Result<Chips, JournalError> {
        let sql = "select cast(coalesce(sum(balance), 0) as bigint) from accounts";
        let rows = self.readers.rows(sql, vec![]).await?;
        rows.first().map_or(Ok(Chips::ZERO), |row| row.number(0).map(Chips::minor))
    }

    /// A current fact, by its shelf and its key.
    pub async fn kept(&self, place: &str, key: &str) -> Result<Option<String>, JournalError> {
        let sql = "select body from shelves where shelf = $1 and key = $2";
        let rows = self.readers.rows(sql, vec![place.into(), key.into()]).await?;
        rows.first().map(|row| row.text(0).map(str::to_owned)).transpose()
    }

    /// All current facts of a shelf, by key.
    pub async fn shelf(&self, place: &str) -> Result<Vec<(String, String)>, JournalError> {
        let sql = "select key, body from shelves where shelf = $1 order by key";
        let rows = self.readers.rows(sql, vec![place.into()]).await?;
        rows.iter().map(|row| Ok((row.text(0)?.to_owned(), row.text(1)?.to_owned()))).collect()
    }

    /// Current facts of a shelf, by key: the first ones after a key.
    pub async fn shelf_after(
        &self,
        place: &str,
        after: &str,
        limit: usize,
    ) -> Result<Vec<(String, String)>, JournalError> {
        let sql = "select key, body from shelves where shelf = $1 and key > $2 order by key limit $3";
        let rows = self.readers.rows(sql, vec![place.into(), after.into(), limited(limit)]).await?;
        rows.iter().map(|row| Ok((row.text(0)?.to_owned(), row.text(1)?.to_owned()))).collect()
    }

    /// The facts that records of a stream changed, from after one number to another, each with the number of its record. Only a
    /// journal whose chain covers facts has them.
    pub async fn facts(
        &self,
        stream: &Stream,
        after: u64,
        last: u64,
    ) -> Result<Vec<(u64, Kept)>, JournalError> {
        let sql = format!(
            "select r.seq, f.shelf, f.key, f.digest from records r join facts f on f.entry = r.entry
             where r.{OF_STREAM} and r.seq > $2 and r.seq <= $3 order by r.seq, f.n"
        );
        let rows = self.readers.rows(sql, vec![stream.as_str().into(), number(after), number(last)]).await?;
        let kept = |row: Row<'_>| {
            let digest = if row.is_none(3) { None } else { Some(row.hash(3)?) };
            let kept = Kept { shelf: row.text(1)?.to_owned(), key: row.text(2)?.to_owned(), digest };
            Ok((row.count(0)?, kept))
        };
        rows.iter().map(kept).collect()
    }

    /// The entry of the first record that changed a fact. What came before it was written by an earlier version, whose chain
    /// did not cover facts; a journal of such a version has none.
    pub async fn first_with_facts(&self) -> Result<Option<i64>, JournalError> {
        let mut snapshot = self.readers.snapshot().await?;
        if snapshot.format().await? < COVERS_FACTS {
            return Ok(None);
        }
        let rows = snapshot.rows("select entry from facts order by entry limit 1", vec![]).await?;
        rows.first().map(|row| row.number(0)).transpose()
    }

    /// Adds postings and rounds to records of a stream from one number to another.
    async fn fill(
        &self,
        stream: &Stream,
        after: u64,
        last: u64,
        records: &mut [Record],
    ) -> Result<(), JournalError> {
        let values = || vec![stream.as_str().into(), number(after), number(last)];
        let within = format!("where r.{OF_STREAM} and r.seq > $2 and r.seq <= $3 order by r.seq");
        let by_seq: HashMap<u64, usize> =
            records.iter().enumerate().map(|(place, record)| (record.seq, place)).collect();
        let postings = format!(
            "select r.seq, a.name, p.amount from records r join postings p on p.entry = r.entry
             join accounts a on a.id = p.account {within}, p.n"
        );
        for row in self.readers.rows(postings, values()).await?.iter() {
            let posting = Posting { account: row.account(1)?, amount: Chips::minor(row.number(2)?) };
            if let Some(&place) = by_seq.get(&row.count(0)?) {
                records[place].postings.push(posting);
            }
        }
        let rounds = format!(
            "select r.seq, d.number, d.first, d.opened_at from records r join rounds d on d.entry = r.entry {within}"
        );
        for row in self.readers.rows(rounds, values()).await?.iter() {
            if let Some(&place) = by_seq.get(&row.count(0)?) {
                records[place].round = Some(round_end(row)?);
            }
        }
        let players = format!(
            "select r.seq, p.player from records r join players p on p.entry = r.entry {within}, p.n"
        );
        for row in self.readers.rows(players, values()).await?.iter() {
            let place = by_seq.get(&row.count(0)?);
            if let Some(round) = place.and_then(|&place| records[place].round.as_mut()) {
                round.players.push(row.text(1)?.to_owned());
            }
        }
        Ok(())
    }
}

/// Each record comes after the one before it. Those who read page by page would begin again and again otherwise.
fn in_order(after: u64, seqs: impl Iterator<Item = u64>) -> Result<(), JournalError> {
    let mut last = after;
    for seq in seqs {
        if seq <= last {
            return Err(JournalError::Damaged("records come out of order".into()));
        }
        last = seq;
    }
    Ok(())
}

fn record(stream: &Stream, row: Row<'_>) -> Result<Record, JournalError> {
    let command = match (row.maybe_text(6)?, row.maybe_text(7)?) {
        (Some(id), Some(answer)) => Some(Sent { id: id.to_owned(), answer: answer.to_owned() }),
        _ => None,
    };
    Ok(Record {
        entry: row.number(0)?,
        stream: stream.clone(),
        seq: row.count(1)?,
        at: row.number(2)?,
        epoch: Epoch(row.count(3)?),
        prev: row.hash(4)?,
        hash: row.hash(5)?,
        command,
        body: row.text(8)?.to_owned(),
        postings: Vec::new(),
        round: None,
    })
}

fn record_body(row: Row<'_>) -> Result<RecordBody, JournalError> {
    let round = if row.is_none(3) { None } else { Some(row.number(3)?) };
    Ok(RecordBody { seq: row.count(0)?, at: row.number(1)?, body: row.text(2)?.to_owned(), round })
}

fn round_end(row: Row<'_>) -> Result<RoundEnd, JournalError> {
    Ok(RoundEnd {
        number: row.number(1)?,
        first: row.count(2)?,
        opened_at: row.number(3)?,
        players: Vec::new(),
    })
}

fn statement_line(row: Row<'_>) -> Result<StatementLine, JournalError> {
    Ok(StatementLine {
        line: Line { entry: row.number(0)?, n: row.number(1)? },
        stream: row.stream(2)?,
        seq: row.count(3)?,
        at: row.number(4)?,
        amount: Chips::minor(row.number(5)?),
        body: row.text(6)?.to_owned(),
    })
}

/// A head in two columns, empty where a stream has no record yet.
fn head(row: Row<'_>, column: usize) -> Result<Head, JournalError> {
    if row.is_none(column) {
        return Ok(Head::default());
    }
    Ok(Head { seq: row.count(column)?, hash: row.hash(column + 1)? })
}
