//! Harm done to a journal's file by somebody who can write to it, past all that guards it there.

use std::ops::Deref;
use std::path::Path;

use rusqlite::{Connection, params};
use sha2::{Digest, Sha256};

/// One kind of harm to the book of the table `one`.
pub(crate) struct Harm {
    pub(crate) name: &'static str,
    /// Whether it leaves a journal that could have been written so: it takes heads known from outside to see it.
    pub(crate) needs_heads: bool,
    /// Does it, and says at which record it shows.
    pub(crate) act: fn(&Path) -> i64,
}

/// Every kind.
pub(crate) const ALL: [Harm; 6] = [
    Harm { name: "flip", needs_heads: false, act: flip },
    Harm { name: "drop", needs_heads: false, act: drop_one },
    Harm { name: "swap", needs_heads: false, act: swap },
    Harm { name: "insert", needs_heads: false, act: insert },
    Harm { name: "truncate", needs_heads: true, act: truncate },
    Harm { name: "hash-anew", needs_heads: true, act: hash_anew },
];

/// The records of the table's book.
const BOOK: &str = "stream = (select id from streams where name = 'table/one')";

/// A file without its triggers and indexes, which keep honest programs from mistakes. They are put back when the harm is done,
/// so that nobody sees they were gone.
pub(super) struct Unguarded {
    connection: Connection,
    guards: Vec<String>,
}

impl Deref for Unguarded {
    type Target = Connection;

    fn deref(&self) -> &Connection {
        &self.connection
    }
}

impl Drop for Unguarded {
    fn drop(&mut self) {
        self.connection.execute_batch(&self.guards.join(";")).expect("the guards are back");
    }
}

pub(super) fn unguarded(path: &Path) -> Unguarded {
    let connection = Connection::open(path).expect("a database");
    let guards = "select 'drop ' || type || ' ' || name, sql from sqlite_schema
                  where type = 'trigger' or type = 'index' and sql is not null";
    let (drops, guards): (Vec<String>, Vec<String>) = {
        let mut statement = connection.prepare(guards).expect("a statement");
        let rows = statement.query_map([], |row| Ok((row.get(0)?, row.get(1)?))).expect("rows");
        rows.map(|row| row.expect("a guard")).unzip()
    };
    connection.execute_batch(&drops.join(";")).expect("they are dropped");
    connection.execute_batch("pragma foreign_keys = off").expect("a setting");
    Unguarded { connection, guards }
}

fn change(connection: &Connection, sql: &str) {
    let changed = connection.execute(&sql.replace("BOOK", BOOK), []).expect("a statement");
    assert!(changed > 0, "{sql}");
}

/// The number of the last record.
fn last(connection: &Connection) -> i64 {
    let sql = format!("select max(seq) from records where {BOOK}");
    connection.query_row(&sql, [], |row| row.get(0)).expect("a number")
}

fn flip(path: &Path) -> i64 {
    change(&unguarded(path), "update records set at = at + 1 where BOOK and seq = 2");
    2
}

fn drop_one(path: &Path) -> i64 {
    change(&unguarded(path), "delete from records where BOOK and seq = 2");
    3
}

/// Two records change places.
fn swap(path: &Path) -> i64 {
    let connection = unguarded(path);
    change(&connection, "update records set seq = 1000 where BOOK and seq = 1");
    change(&connection, "update records set seq = 1 where BOOK and seq = 2");
    change(&connection, "update records set seq = 2 where BOOK and seq = 1000");
    1
}

/// A record that nobody wrote, made after another one.
fn insert(path: &Path) -> i64 {
    let connection = unguarded(path);
    let next = last(&connection) + 1;
    let sql = format!(
        "insert into records (entry, stream, seq, at, epoch, prev, hash, body)
         select 100000, stream, {next}, at, epoch, hash, hash, body from records where BOOK and seq = {}",
        next - 1
    );
    change(&connection, &sql);
    next
}

/// The newest record is gone.
fn truncate(path: &Path) -> i64 {
    let connection = unguarded(path);
    let last = last(&connection);
    change(&connection, &format!("delete from records where BOOK and seq = {last}"));
    last
}

/// One of the last records says something else, and every hash from there on is computed anew, by the table in
/// `crates/journal/src/seal.rs`. Nobody asked for these records, and they move no chips.
fn hash_anew(path: &Path) -> i64 {
    let connection = unguarded(path);
    let last = last(&connection);
    let reworded = "update records set body = replace(body, 'the floor opens', 'the floor slept')";
    change(&connection, &format!("{reworded} where BOOK and seq = {}", last - 1));
    for seq in [last - 1, last] {
        let sql = format!(
            "select r.entry, r.at, r.epoch, r.body, p.hash from records r join records p on p.stream = r.stream
             and p.seq = r.seq - 1 where r.{BOOK} and r.seq = {seq} and r.command is null
             and not exists (select 1 from postings where entry = r.entry)"
        );
        let row =
            |row: &rusqlite::Row<'_>| Ok((row.get(0)?, row.get(1)?, row.get(2)?, row.get(3)?, row.get(4)?));
        let (entry, at, epoch, body, prev): (i64, i64, i64, String, Vec<u8>) =
            connection.query_row(&sql, [], row).expect("a record that moves nothing");
        let mut sealed = [text("croupier journal 1"), text("table/one")].concat();
        for number in [seq, entry, at, epoch] {
            sealed.extend(number.to_be_bytes());
        }
        // No command, the body, no postings, no round.
        sealed.extend([&prev[..], &[0], &text(&body), &0_i64.to_be_bytes(), &[0]].concat());
        let hash = Sha256::digest(&sealed).to_vec();
        let sql = format!("update records set prev = ?1, hash = ?2 where {BOOK} and seq = ?3");
        connection.execute(&sql, params![prev, hash, seq]).expect("it is written");
    }
    last
}

/// A text as it goes into a hash: its length, then its bytes.
fn text(value: &str) -> Vec<u8> {
    let length = i64::try_from(value.len()).expect("a short text");
    [&length.to_be_bytes()[..], value.as_bytes()].concat()
}
