//! Ten thousand ways to do a journal harm, each found out.

mod adoption;
mod schema;
mod tables;
mod types;

use std::collections::BTreeSet;

use rusqlite::types::Value;
use rusqlite::{Connection, params};
use testkit::Random;

use super::{KnownHead, Since, Verdict, What};
use crate::readers::Readers;
use crate::seal::{Fact, Unsealed, digest, seal};
use crate::sqlite::{Shared, open_bare};
use crate::writer::Books;
use crate::{Batch, Epoch, Hash, Journal, Keep, NewRecord, Posting, RoundEnd, Sent, Stream};

const MANIPULATIONS: u32 = 10_000;

/// A seed gives the same manipulations every time.
struct Chance(Random);

impl Chance {
    fn below(&mut self, bound: i64) -> i64 {
        i64::try_from(self.0.below(usize::try_from(bound).unwrap())).unwrap()
    }

    fn of<'a, T>(&mut self, choice: &'a [T]) -> &'a T {
        &choice[self.0.below(choice.len())]
    }
}

/// How a manipulation is found out.
#[derive(Clone, Copy, PartialEq, Debug)]
enum Found {
    /// By the journal alone.
    Alone,
    /// Only by a head known from outside; without it the journal looks right.
    ByHeads,
}

/// None where it would have changed nothing or the database would not have it.
type Done = Option<Found>;

#[tokio::test]
async fn ten_thousand_manipulations_are_found_out() {
    let (journal, connection, heads) = small_journal().await;
    let mut chance = Chance(Random::new(7));
    let (mut alone, mut by_heads) = (0, 0);
    while alone + by_heads < MANIPULATIONS {
        connection.lock().await.execute_batch("begin").unwrap();
        let (what, found) = manipulate(&journal, &connection, &mut chance).await;
        if let Some(found) = found {
            let verdict = verified(&journal, &[]).await;
            match found {
                Found::Alone => alone += 1,
                Found::ByHeads => {
                    by_heads += 1;
                    assert!(is_clean(&verdict), "{what} alone: {:?}", verdict.faults);
                    assert!(!is_clean(&verified(&journal, &heads).await), "{what} was not found with heads");
                }
            }
            assert_eq!(is_clean(&verdict), found == Found::ByHeads, "{what}: {:?}", verdict.faults);
        }
        connection.lock().await.execute_batch("rollback").unwrap();
    }
    assert!(alone > 5_000 && by_heads > 500, "{alone} and {by_heads}");
    assert!(is_clean(&verified(&journal, &heads).await), "nothing of it was left behind");
}

async fn verified(journal: &Journal, heads: &[KnownHead]) -> Verdict {
    journal.verify(Since::Start, heads, |_| {}).await.expect("it can be read")
}

/// Whether nothing is wrong save that the guards are gone, as they are here.
fn is_clean(verdict: &Verdict) -> bool {
    verdict.faults.iter().all(|fault| matches!(fault.what, What::Schema { .. }))
}

/// About thirty records on four streams, with everything a record can have; and nothing that guards them.
async fn small_journal() -> (Journal, Shared, Vec<KnownHead>) {
    let (journal, connection) = guarded_journal().await;
    let verdict = verified(&journal, &[]).await;
    assert!(verdict.is_clean(), "{:?}", verdict.faults);
    unguard(&*connection.lock().await);
    (journal, connection, verdict.heads)
}

async fn guarded_journal() -> (Journal, Shared) {
    let (readers, mut books, connection) = open_bare().unwrap();
    for name in ["cage", "table/7", "table/8"] {
        let stream: Stream = name.parse().unwrap();
        books.announce(&stream, 1_000).await.unwrap();
        let records = (1..=9).map(|number| busy(name, number)).collect();
        let batch = Batch { stream, epoch: Epoch(0), after: 0, records };
        assert_eq!(books.append(&[batch]).await.unwrap()[0].as_ref().unwrap().written, 9);
    }
    let journal = Journal::reading(Readers::Sqlite(readers));
    let (_, checkpoint) = journal.walk_since(Since::Start, &[], &mut |_| {}).await.unwrap();
    books.remember(&checkpoint).await.unwrap();
    (journal, connection)
}

fn busy(name: &str, number: u64) -> NewRecord {
    let posting = |account: &str, amount| Posting {
        account: account.parse().unwrap(),
        amount: vocabulary::Chips::minor(amount),
    };
    let round = RoundEnd {
        number: number.cast_signed(),
        first: number - number % 3,
        opened_at: 1_500,
        players: vec!["ann".into(), "bob".into()],
    };
    NewRecord {
        at: 2_000 + number.cast_signed(),
        body: format!("{{\"number\":{number}}}"),
        command: number
            .is_multiple_of(2)
            .then(|| Sent { id: format!("{name}-{number}"), answer: "yes".into() }),
        postings: vec![posting("cage", -300), posting("player/ann", 100), posting("player/bob", 200)],
        round: number.is_multiple_of(3).then_some(round),
        keeps: kept(name, number),
        ..NewRecord::default()
    }
}

/// Meters after some rounds, and people who come and go.
fn kept(name: &str, number: u64) -> Vec<Keep> {
    let keep =
        |shelf: &str, key: &str, body: Option<String>| Keep { shelf: shelf.into(), key: key.into(), body };
    match number % 4 {
        1 => vec![keep("meters", name, Some(format!("{number} rounds")))],
        2 => vec![keep("people", name, Some("guest".into())), keep("sessions", name, None)],
        3 => vec![keep("sessions", name, Some(format!("since {number}")))],
        _ => Vec::new(),
    }
}

fn unguard(connection: &Connection) {
    let sql = "select 'drop trigger ' || name from sqlite_schema where type = 'trigger'
               union all select 'drop index ' || name from sqlite_schema where type = 'index' and sql is not null";
    let drops: Vec<String> = connection
        .prepare(sql)
        .unwrap()
        .query_map([], |row| row.get(0))
        .unwrap()
        .map(Result::unwrap)
        .collect();
    connection.execute_batch(&drops.join(";")).unwrap();
    connection.execute_batch("pragma foreign_keys = off; pragma ignore_check_constraints = on").unwrap();
    // What facts ever said, for those who put shelves right.
    connection.execute_batch("create temp table said (digest, body)").unwrap();
    let bodies =
        ["cage", "table/7", "table/8"].into_iter().flat_map(|name| (1..=9).flat_map(|n| kept(name, n)));
    for body in bodies.filter_map(|keep| keep.body).collect::<BTreeSet<_>>() {
        connection.execute("insert into temp.said values (?1, ?2)", params![digest(&body).0, body]).unwrap();
    }
}

async fn manipulate(journal: &Journal, shared: &Shared, chance: &mut Chance) -> (String, Done) {
    let stream = *chance.of(&["cage", "table/7", "table/8"]);
    if chance.below(10) == 0 {
        return ("a tail hashed anew".into(), hash_anew(journal, shared, chance, stream).await);
    }
    let connection = shared.lock().await;
    match chance.below(13) {
        0 => ("a record dropped".into(), drop_record(&connection, chance, stream)),
        1 => ("two records swapped".into(), swap(&connection, chance)),
        2 => ("a stream cut short".into(), cut(&connection, chance, stream)),
        3 => ("a record added".into(), add(&connection, chance, stream)),
        4 => ("chips moved".into(), move_chips(&connection, chance)),
        5 => ("a balance changed".into(), change_balances(&connection, chance)),
        6 => ("a stream dropped".into(), drop_stream(&connection, chance, stream)),
        7 => ("a fact forged with its digest".into(), forge(&connection, chance)),
        _ => flip(&connection, chance),
    }
}

fn done(changed: rusqlite::Result<usize>) -> Done {
    changed.ok().filter(|&rows| rows > 0).map(|_| Found::Alone)
}

fn entry(connection: &Connection, chance: &mut Chance) -> i64 {
    let count: i64 = connection.query_row("select count(*) from records", [], |row| row.get(0)).unwrap();
    let sql = "select entry from records order by entry limit 1 offset ?1";
    connection.query_row(sql, [chance.below(count)], |row| row.get(0)).unwrap()
}

/// Takes records away with all that belongs to them, and puts the balances right.
fn remove(connection: &Connection, entries: &str) {
    for table in ["facts", "players", "rounds", "postings", "records"] {
        connection.execute_batch(&format!("delete from {table} where entry in ({entries})")).unwrap();
    }
    set_right(connection);
}

fn set_right(connection: &Connection) {
    let sql = "update accounts set balance =
               coalesce((select sum(amount) from postings where account = accounts.id), 0);
               delete from shelves;
               insert into shelves (shelf, key, body) select f.shelf, f.key, s.body from facts f
               join temp.said s on s.digest = f.digest where f.entry = (select max(entry) from facts
               where shelf = f.shelf and key = f.key)";
    connection.execute_batch(sql).unwrap();
}

/// One byte or one bit of one column of one row.
fn flip(connection: &Connection, chance: &mut Chance) -> (String, Done) {
    let tables = ["records", "postings", "accounts", "streams", "rounds", "players", "facts"];
    let table = *chance.of(&tables);
    let sql = format!("select name from pragma_table_info('{table}')");
    let columns: Vec<String> = connection
        .prepare(&sql)
        .unwrap()
        .query_map([], |row| row.get(0))
        .unwrap()
        .map(Result::unwrap)
        .collect();
    let column = chance.of(&columns).clone();
    let key = if columns.contains(&"n".to_owned()) { "entry * 100 + n" } else { columns[0].as_str() };
    let count: i64 =
        connection.query_row(&format!("select count(*) from {table}"), [], |row| row.get(0)).unwrap();
    let sql = format!("select {key}, {column} from {table} order by 1 limit 1 offset ?1");
    let at = |row: &rusqlite::Row<'_>| Ok((row.get::<_, i64>(0)?, row.get::<_, Value>(1)?));
    let (place, old) = connection.query_row(&sql, [chance.below(count)], at).unwrap();
    let (new, cast) = flipped(old, chance);
    let what = format!("{table}.{column} of {place}, now {new:?}");
    let sql = format!("update {table} set {column} = {cast} where {key} = ?2");
    (what, done(connection.execute(&sql, params![new, place])))
}

fn flipped(old: Value, chance: &mut Chance) -> (Value, &'static str) {
    let mut spoil = |mut bytes: Vec<u8>| {
        if bytes.is_empty() {
            bytes.push(b'x');
        } else {
            let place = chance.0.below(bytes.len());
            bytes[place] ^= 1 << chance.below(8);
        }
        Value::Blob(bytes)
    };
    match old {
        Value::Integer(number) => (Value::Integer(number ^ (1 << chance.below(64))), "?1"),
        Value::Text(text) => (spoil(text.into_bytes()), "cast(?1 as text)"),
        Value::Blob(bytes) => (spoil(bytes), "?1"),
        Value::Null | Value::Real(_) => (Value::Text("x".into()), "?1"),
    }
}

fn drop_record(connection: &Connection, chance: &mut Chance, stream: &str) -> Done {
    // Not the last: that is a stream cut short.
    let sql =
        "select r.entry from records r join streams s on s.id = r.stream where s.name = ?1 and r.seq = ?2";
    let entry: i64 =
        connection.query_row(sql, params![stream, 1 + chance.below(8)], |row| row.get(0)).unwrap();
    if chance.below(2) == 0 {
        remove(connection, &entry.to_string());
        return Some(Found::Alone);
    }
    done(connection.execute("delete from records where entry = ?1", [entry]))
}

fn swap(connection: &Connection, chance: &mut Chance) -> Done {
    let (one, other) = (entry(connection, chance), entry(connection, chance));
    let columns =
        *chance.of(&["body", "at", "seq", "hash", "prev", "stream", "seq, stream", "at, body", "body, hash"]);
    let sql = format!(
        "update records set ({columns}) = (select {columns} from before where before.entry = ?2) where entry = ?1"
    );
    let differ: i64 = connection
        .query_row(
            &format!("select count(*) from (select distinct {columns} from records where entry in (?1, ?2))"),
            [one, other],
            |row| row.get(0),
        )
        .unwrap();
    if differ < 2 {
        return None;
    }
    connection.execute_batch("create temp table before as select * from records").unwrap();
    let swapped = connection.execute(&sql, [one, other]).and_then(|_| connection.execute(&sql, [other, one]));
    connection.execute_batch("drop table temp.before").unwrap();
    done(swapped)
}

fn cut(connection: &Connection, chance: &mut Chance, stream: &str) -> Done {
    let whole = chance.below(2) == 0;
    let last = format!(
        "select r.entry from records r join streams s on s.id = r.stream where s.name = '{stream}' and r.seq > {}",
        chance.below(9)
    );
    if whole {
        connection.execute_batch(&format!("create temp table gone as {last}")).unwrap();
        remove(connection, "select entry from temp.gone");
        connection.execute_batch("drop table temp.gone").unwrap();
        return Some(Found::ByHeads);
    }
    done(connection.execute(&format!("delete from records where entry in ({last})"), []))
}

/// A record nobody wrote: a copy of one that was, in the middle, at the end, or before everything.
fn add(connection: &Connection, chance: &mut Chance, stream: &str) -> Done {
    let entry = *chance.of(&[1_000, -5, i64::MIN, i64::MAX, 0]);
    let sql = "insert into records (entry, stream, seq, at, epoch, prev, hash, command, answer, body)
               select ?1, stream, ?3, at, epoch, prev, hash, null, null, body from records
               where stream = (select id from streams where name = ?2) and seq = ?4";
    done(connection.execute(sql, params![entry, stream, 1 + chance.below(12), 1 + chance.below(9)]))
}

/// A fact says something else, and so does the newest digest of it.
fn forge(connection: &Connection, chance: &mut Chance) -> Done {
    let said = format!("administrator {}", chance.below(1_000));
    let place = "(shelf, key) in (select shelf, key from shelves order by shelf, key limit 1 offset ?2)";
    let at = chance.below(9);
    let sql = format!(
        "update facts set digest = ?1 where {place} and entry = (select max(entry) from facts f
         where f.shelf = facts.shelf and f.key = facts.key)"
    );
    connection.execute(&sql, params![digest(&said).0, at]).unwrap();
    done(connection.execute(&format!("update shelves set body = ?1 where {place}"), params![said, at]))
}

/// From one posting of a record to another, the balances put right.
fn move_chips(connection: &Connection, chance: &mut Chance) -> Done {
    let (entry, amount) = (entry(connection, chance), 1 + chance.below(99));
    let sql =
        "update postings set amount = amount + case n when 0 then ?2 else -?2 end where entry = ?1 and n < 2";
    let moved = connection.execute(sql, [entry, amount]);
    set_right(connection);
    done(moved)
}

fn change_balances(connection: &Connection, chance: &mut Chance) -> Done {
    let amount = 1 + chance.below(99);
    let sql = *chance.of(&[
        "update accounts set balance = balance + ?1 where name = 'player/ann'",
        "update accounts set balance = balance + case name when 'cage' then ?1 else -?1 end where name <> 'player/bob'",
    ]);
    done(connection.execute(sql, [amount]))
}

fn drop_stream(connection: &Connection, chance: &mut Chance, stream: &str) -> Done {
    let id: i64 =
        connection.query_row("select id from streams where name = ?1", [stream], |row| row.get(0)).unwrap();
    connection
        .execute_batch(&format!("create temp table gone as select entry from records where stream = {id}"))
        .unwrap();
    remove(connection, "select entry from temp.gone");
    connection.execute_batch("drop table temp.gone").unwrap();
    if chance.below(2) == 0 {
        connection.execute("delete from leases where stream = ?1", [id]).unwrap();
    }
    done(connection.execute("delete from streams where id = ?1", [id]))
}

fn facts_of(connection: &Connection, entry: i64) -> Vec<(String, String, Option<Hash>)> {
    let fact = |row: &rusqlite::Row<'_>| {
        Ok((row.get(0)?, row.get(1)?, row.get::<_, Option<[u8; 32]>>(2)?.map(Hash)))
    };
    let mut statement =
        connection.prepare("select shelf, key, digest from facts where entry = ?1 order by n").unwrap();
    statement.query_map([entry], fact).unwrap().map(Result::unwrap).collect()
}

/// Changes the text of a record and computes every hash from there on.
async fn hash_anew(journal: &Journal, shared: &Shared, chance: &mut Chance, stream: &str) -> Done {
    let seq = 1 + chance.below(9);
    let name: Stream = stream.parse().unwrap();
    let sql = "update records set body = body || ' ' where seq = ?2 and stream = (select id from streams where name = ?1)";
    shared.lock().await.execute(sql, params![stream, seq]).unwrap();
    let mut prev: Option<Hash> = None;
    for record in journal.records(&name, seq.cast_unsigned() - 1, 100).await.unwrap() {
        let prev_hash = prev.unwrap_or(record.prev);
        let kept = facts_of(&*shared.lock().await, record.entry);
        let facts: Vec<Fact<'_>> =
            kept.iter().map(|(shelf, key, digest)| Fact { shelf, key, digest: *digest }).collect();
        let unsealed = Unsealed {
            stream,
            seq: record.seq.cast_signed(),
            entry: record.entry,
            at: record.at,
            epoch: record.epoch.0.cast_signed(),
            prev: prev_hash,
            command: record.command.as_ref().map(|sent| (sent.id.as_str(), sent.answer.as_str())),
            body: &record.body,
            postings: &record.postings,
            round: record.round.as_ref(),
            facts: &facts,
        };
        let hash = seal(&unsealed, &mut Vec::new());
        let sql = "update records set prev = ?2, hash = ?3 where entry = ?1";
        shared.lock().await.execute(sql, params![record.entry, prev_hash.0, hash.0]).unwrap();
        prev = Some(hash);
    }
    Some(Found::ByHeads)
}
