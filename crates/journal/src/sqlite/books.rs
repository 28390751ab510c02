//! The writing connection. Nobody else writes, so what it once read of streams and accounts it need not read again.

use std::time::Duration;

use rusqlite::{CachedStatement, Connection, OptionalExtension, params};

use super::Shared;
use super::backfill::Backfill;
use super::lock::Lock;
use crate::error::{JournalError, StorageError};
use crate::plan::{AccountNow, Known, Plan, Sealed, StreamNow, place, plan};
use crate::verify::Checkpoint;
use crate::writer::{Answers, Books};
use crate::{Account, Batch, Epoch, Hash, Head, Keep, Stream};

/// How many accounts are remembered before all are forgotten.
const REMEMBERED: usize = 200_000;

/// The books on SQLite.
pub(crate) struct SqliteBooks {
    connection: Shared,
    known: Known,
    /// The last entry of the journal.
    entry: i64,
    /// Both as long as the books are open.
    backfill: Option<Backfill>,
    _lock: Option<Lock>,
}

impl SqliteBooks {
    pub(super) fn new(
        connection: Shared,
        backfill: Option<Backfill>,
        lock: Option<Lock>,
    ) -> Result<SqliteBooks, JournalError> {
        let entry = last_entry(&connection.try_lock().expect("nobody else has it yet"))?;
        Ok(SqliteBooks { connection, known: Known::default(), entry, backfill, _lock: lock })
    }

    /// Does it in a transaction of its own. When it fails the writer is done for, so what was remembered does not matter.
    async fn transact<T>(
        &mut self,
        act: impl FnOnce(&Connection, &mut Known, &mut i64) -> rusqlite::Result<T>,
    ) -> Result<T, StorageError> {
        let connection = self.connection.lock().await;
        connection.prepare_cached("begin immediate")?.execute([])?;
        let done = act(&connection, &mut self.known, &mut self.entry);
        let done = done.and_then(|done| {
            connection.prepare_cached("commit")?.execute([])?;
            Ok(done)
        });
        if done.is_err() && !connection.is_autocommit() {
            // Readers may share this connection.
            let _ = connection.execute_batch("rollback");
        }
        Ok(done?)
    }
}

impl Drop for SqliteBooks {
    fn drop(&mut self) {
        // A checkpoint of the backfill that is still on its way would make the last one give up.
        drop(self.backfill.take());
        // The log is put into the database, so that a closed journal is one file. Without it nothing is lost, so it does not
        // wait long for readers.
        if let Ok(connection) = self.connection.try_lock() {
            let _ = connection.execute_batch("pragma busy_timeout = 500; pragma wal_checkpoint(truncate)");
        }
    }
}

impl Books for SqliteBooks {
    async fn append(&mut self, group: &[Batch]) -> Result<Answers, StorageError> {
        self.transact(|connection, known, entry| add(connection, known, entry, group)).await
    }

    async fn claim(&mut self, _: &str) -> Result<bool, StorageError> {
        // The holder of the lock is the only server there is.
        Ok(true)
    }

    async fn announce(&mut self, stream: &Stream, at: i64) -> Result<Option<Head>, StorageError> {
        self.transact(|connection, known, entry| {
            if look_up_stream(connection, stream)?.is_some() {
                return Ok(None);
            }
            connection.execute("insert into streams (name) values (?1)", [stream.as_str()])?;
            let id = connection.last_insert_rowid();
            connection.execute("insert into leases (stream, epoch, until) values (?1, 0, 0)", [id])?;
            let house = look_up_stream(connection, &Stream::house())?;
            let batch = crate::announcement(stream, at, house.map_or(0, |house| house.head.seq));
            known.streams.remove(&Stream::house());
            let answers = add(connection, known, entry, &[batch])?;
            Ok(answers.into_iter().find_map(Result::ok).map(|appended| appended.head))
        })
        .await
    }

    async fn lease(
        &mut self,
        stream: &Stream,
        server: &str,
        ttl: Duration,
    ) -> Result<Option<Option<Epoch>>, StorageError> {
        self.transact(|connection, known, _| {
            known.streams.remove(stream);
            let sql = "update leases set epoch = epoch + 1, server = ?2,
                           until = cast(unixepoch('subsec') * 1000 as integer) + ?3
                       where stream = (select id from streams where name = ?1) returning epoch";
            let values = params![stream.as_str(), server, milliseconds(ttl)];
            let epoch: Option<i64> = connection.query_row(sql, values, |row| row.get(0)).optional()?;
            Ok(epoch.map(|epoch| Some(Epoch(epoch.cast_unsigned()))))
        })
        .await
    }

    async fn renew(&mut self, server: &str, ttl: Duration) -> Result<Vec<(Stream, Epoch)>, StorageError> {
        self.transact(|connection, _, _| {
            let sql = "update leases set until = cast(unixepoch('subsec') * 1000 as integer) + ?2
                       where server = ?1 returning (select name from streams where id = stream), epoch";
            let mut statement = connection.prepare_cached(sql)?;
            let rows = statement.query_map(params![server, milliseconds(ttl)], |row| {
                Ok((row.get::<_, String>(0)?, row.get::<_, i64>(1)?))
            })?;
            let held =
                |(name, epoch): (String, i64)| Some((name.parse().ok()?, Epoch(epoch.cast_unsigned())));
            rows.filter_map(|row| row.map(held).transpose()).collect()
        })
        .await
    }

    async fn release(&mut self, stream: &Stream, epoch: Epoch) -> Result<(), StorageError> {
        self.transact(|connection, _, _| {
            let sql = "update leases set server = null, until = 0
                       where stream = (select id from streams where name = ?1) and epoch = ?2";
            connection.execute(sql, params![stream.as_str(), epoch.0.cast_signed()]).map(drop)
        })
        .await
    }

    async fn linger(&mut self, pause: Duration) {
        // The thread is the writer's own, and sleeps more precisely than a timer.
        std::thread::sleep(pause);
    }

    async fn remember(&mut self, checkpoint: &Checkpoint) -> Result<(), StorageError> {
        let (body, hash) = checkpoint.written();
        self.transact(|connection, _, _| {
            let sql = "insert or replace into checkpoint (id, body, hash) values (1, ?1, ?2)";
            connection.execute(sql, params![body, hash.0]).map(drop)
        })
        .await
    }
}

/// Brings what already lies on shelves under the chain, inside the caller's transaction.
pub(super) fn adopt(connection: &Connection) -> Result<(), JournalError> {
    let mut shelves = connection.prepare("select shelf, key, body from shelves order by shelf, key")?;
    let kept =
        |row: &rusqlite::Row<'_>| Ok(Keep { shelf: row.get(0)?, key: row.get(1)?, body: Some(row.get(2)?) });
    let keeps = shelves.query_map([], kept)?.collect::<rusqlite::Result<Vec<Keep>>>()?;
    if keeps.is_empty() {
        return Ok(());
    }
    let at =
        connection.query_row("select cast(unixepoch('subsec') * 1000 as integer)", [], |row| row.get(0))?;
    let house = look_up_stream(connection, &Stream::house())?;
    let batch = crate::adoption(keeps, at, house.map_or(0, |house| house.head.seq));
    let mut entry = last_entry(connection)?;
    crate::adopted(&add(connection, &mut Known::default(), &mut entry, &[batch])?)
}

fn last_entry(connection: &Connection) -> rusqlite::Result<i64> {
    connection.query_row("select coalesce(max(entry), 0) from records", [], |row| row.get(0))
}

fn milliseconds(ttl: Duration) -> i64 {
    i64::try_from(ttl.as_millis()).unwrap_or(i64::MAX / 2)
}

/// Reads what the group needs, decides, writes.
fn add(
    connection: &Connection,
    known: &mut Known,
    entry: &mut i64,
    group: &[Batch],
) -> rusqlite::Result<Answers> {
    recall(connection, known, group)?;
    let plan = plan(known, *entry + 1.., group);
    put(connection, known, &plan)?;
    if let Some(last) = plan.records.last() {
        *entry = last.entry;
    }
    Ok(plan.answers)
}

fn recall(connection: &Connection, known: &mut Known, group: &[Batch]) -> rusqlite::Result<()> {
    known.answers.clear();
    known.facts.clear();
    if known.accounts.len() + known.streams.len() > REMEMBERED {
        *known = Known::default();
    }
    for batch in group {
        if !known.streams.contains_key(&batch.stream)
            && let Some(now) = look_up_stream(connection, &batch.stream)?
        {
            known.streams.insert(batch.stream.clone(), now);
        }
    }
    let mut commands = connection.prepare_cached("select answer from records where command = ?1")?;
    for record in group.iter().flat_map(|batch| &batch.records) {
        if let Some(sent) = &record.command
            && let Some(answer) = commands.query_row([&sent.id], |row| row.get(0)).optional()?
        {
            known.answers.insert(sent.id.clone(), answer);
        }
        for expected in &record.expects {
            known.facts.insert(place(expected), look_up_fact(connection, expected)?);
        }
        for posting in &record.postings {
            if !known.accounts.contains_key(&posting.account) {
                let now = look_up_account(connection, &posting.account)?;
                known.accounts.insert(posting.account.clone(), now);
            }
        }
    }
    Ok(())
}

fn look_up_stream(connection: &Connection, stream: &Stream) -> rusqlite::Result<Option<StreamNow>> {
    let sql = "select s.id, l.epoch, r.seq, r.hash from streams s join leases l on l.stream = s.id
               left join records r on r.stream = s.id where s.name = ?1 order by r.seq desc limit 1";
    let now = |row: &rusqlite::Row<'_>| {
        let seq: i64 = row.get::<_, Option<i64>>(2)?.unwrap_or(0);
        let hash = Hash(row.get::<_, Option<[u8; 32]>>(3)?.unwrap_or_default());
        Ok(StreamNow { id: row.get(0)?, epoch: row.get(1)?, head: Head { seq: seq.cast_unsigned(), hash } })
    };
    connection.prepare_cached(sql)?.query_row([stream.as_str()], now).optional()
}

fn look_up_fact(connection: &Connection, fact: &Keep) -> rusqlite::Result<Option<String>> {
    let sql = "select body from shelves where shelf = ?1 and key = ?2";
    connection.prepare_cached(sql)?.query_row([&fact.shelf, &fact.key], |row| row.get(0)).optional()
}

fn look_up_account(connection: &Connection, account: &Account) -> rusqlite::Result<AccountNow> {
    let found = connection
        .prepare_cached("select id, balance from accounts where name = ?1")?
        .query_row([account.as_str()], |row| Ok(AccountNow { id: row.get(0)?, balance: row.get(1)? }))
        .optional()?;
    if let Some(found) = found {
        return Ok(found);
    }
    let mut new = connection.prepare_cached("insert into accounts (name, balance) values (?1, 0)")?;
    Ok(AccountNow { id: new.insert([account.as_str()])?, balance: 0 })
}

/// The statements every record needs.
struct Pens<'c> {
    record: CachedStatement<'c>,
    posting: CachedStatement<'c>,
}

fn put(connection: &Connection, known: &Known, plan: &Plan<'_>) -> rusqlite::Result<()> {
    let mut pens = Pens {
        record: connection.prepare_cached(
            "insert into records (entry, stream, seq, at, epoch, prev, hash, command, answer, body)
             values (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10)",
        )?,
        posting: connection
            .prepare_cached("insert into postings (entry, n, account, amount) values (?1, ?2, ?3, ?4)")?,
    };
    for sealed in &plan.records {
        put_record(&mut pens, known, sealed)?;
        put_facts(connection, sealed)?;
        put_round(connection, sealed)?;
    }
    let mut balance = connection.prepare_cached("update accounts set balance = ?2 where id = ?1")?;
    for account in &plan.changed {
        let now = &known.accounts[*account];
        balance.execute([now.id, now.balance])?;
    }
    Ok(())
}

fn put_record(pens: &mut Pens<'_>, known: &Known, sealed: &Sealed<'_>) -> rusqlite::Result<()> {
    let new = sealed.new;
    let sent = new.command.as_ref();
    pens.record.execute(params![
        sealed.entry,
        sealed.stream,
        sealed.seq,
        new.at,
        sealed.epoch,
        sealed.prev.0,
        sealed.hash.0,
        sent.map(|sent| &sent.id),
        sent.map(|sent| &sent.answer),
        new.body
    ])?;
    for (n, posting) in (0i64..).zip(&new.postings) {
        let account = known.accounts[&posting.account].id;
        pens.posting.execute([sealed.entry, n, account, posting.amount.units()])?;
    }
    Ok(())
}

fn put_facts(connection: &Connection, sealed: &Sealed<'_>) -> rusqlite::Result<()> {
    for (n, fact) in (0i64..).zip(&sealed.facts) {
        let sql = "insert into facts (entry, n, shelf, key, digest) values (?1, ?2, ?3, ?4, ?5)";
        let digest = fact.digest.map(|digest| digest.0);
        connection.prepare_cached(sql)?.execute(params![sealed.entry, n, fact.shelf, fact.key, digest])?;
    }
    for keep in &sealed.new.keeps {
        if let Some(body) = &keep.body {
            let sql = "insert into shelves (shelf, key, body) values (?1, ?2, ?3)
                       on conflict (shelf, key) do update set body = excluded.body";
            connection.prepare_cached(sql)?.execute(params![keep.shelf, keep.key, body])?;
        } else {
            let sql = "delete from shelves where shelf = ?1 and key = ?2";
            connection.prepare_cached(sql)?.execute(params![keep.shelf, keep.key])?;
        }
    }
    Ok(())
}

fn put_round(connection: &Connection, sealed: &Sealed<'_>) -> rusqlite::Result<()> {
    let Some(round) = &sealed.new.round else { return Ok(()) };
    let (first, closed_at) = (round.first.cast_signed(), sealed.new.at);
    connection
        .prepare_cached(
            "insert into rounds (entry, stream, number, first, opened_at, closed_at)
             values (?1, ?2, ?3, ?4, ?5, ?6)",
        )?
        .execute([sealed.entry, sealed.stream, round.number, first, round.opened_at, closed_at])?;
    let mut player = connection.prepare_cached(
        "insert into players (entry, n, player, stream, closed_at) values (?1, ?2, ?3, ?4, ?5)",
    )?;
    for (n, name) in (0i64..).zip(&round.players) {
        player.execute(params![sealed.entry, n, name, sealed.stream, closed_at])?;
    }
    Ok(())
}
