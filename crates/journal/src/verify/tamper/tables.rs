//! Whatever is done to a row of whatever table: found out, or nothing depends on it. The tables are those the database has, so
//! that a new one is not forgotten.

use std::collections::{BTreeMap, BTreeSet};

use rusqlite::types::Value;
use rusqlite::{Connection, params_from_iter};
use testkit::Random;

use super::{Chance, flipped, is_clean, small_journal, verified};

/// A row, column by column.
type Row = Vec<Value>;

/// A table: its columns, those that make its key, and its rows.
struct Table {
    name: String,
    columns: Vec<String>,
    key: Vec<usize>,
    rows: Vec<Row>,
}

#[tokio::test]
async fn a_thousand_manipulations_of_every_table_are_found_out() {
    manipulate_every_table(1_000).await;
}

#[tokio::test]
#[ignore = "takes two minutes"]
async fn ten_thousand_manipulations_of_every_table_are_found_out() {
    manipulate_every_table(10_000).await;
}

async fn manipulate_every_table(times: usize) {
    let (journal, shared, _) = small_journal().await;
    shared.lock().await.execute_batch(SPARE).unwrap();
    let (mut chance, mut unimportant) = (Chance(Random::new(9)), BTreeMap::<String, usize>::new());
    let names = names(&*shared.lock().await);
    assert!(names.len() >= 10, "{names:?}");
    for name in &names {
        let mut done = 0;
        while done < times {
            shared.lock().await.execute_batch("begin").unwrap();
            let (what, before, after) = {
                let connection = shared.lock().await;
                let before = Table::of(&connection, name);
                let what = before.manipulate(&connection, &mut chance);
                (what, before, Table::of(&connection, name))
            };
            if before.rows != after.rows {
                done += 1;
                let harmless = is_unimportant(&*shared.lock().await, &before, &after);
                *unimportant.entry(name.clone()).or_default() += usize::from(harmless);
                let verdict = verified(&journal, &[]).await;
                assert_eq!(is_clean(&verdict), harmless, "{name}: {what}: {:?}", verdict.faults);
            }
            shared.lock().await.execute_batch("rollback").unwrap();
        }
    }
    unimportant.retain(|_, times| *times > 0);
    assert!(unimportant.keys().eq(["accounts", "checkpoint", "leases"]), "{unimportant:?}");
    assert!(unimportant["accounts"] * 2 < times, "most of what is done to accounts matters: {unimportant:?}");
    assert!(is_clean(&verified(&journal, &[]).await), "nothing of it was left behind");
}

/// Accounts that chips never came to, and a stream with a higher epoch than its records.
const SPARE: &str = "insert into accounts (name, balance) values ('player/cy', 0), ('house/t9', 0);
    update leases set epoch = 4 where stream = 2";

/// The list at the head of `verify.rs`, as data: what nothing depends on, and so is not found.
fn is_unimportant(connection: &Connection, before: &Table, after: &Table) -> bool {
    match before.name.as_str() {
        "checkpoint" => true,
        "leases" => {
            let kept =
                |table: &Table| table.rows.iter().map(|row| format!("{:?}", row[0])).collect::<BTreeSet<_>>();
            // The records here are of epoch 0.
            let fits = |row: &Row| matches!(row[1], Value::Integer(epoch) if epoch >= 0);
            kept(before) == kept(after) && after.rows.iter().all(fits)
        }
        "accounts" => {
            let sql = "select count(*) from postings where account = ?1";
            let used =
                |row: &Row| connection.query_row(sql, [&row[0]], |row| row.get::<_, i64>(0)).unwrap() > 0;
            let differ = before.rows.iter().filter(|row| !after.rows.contains(row));
            let differ = differ.chain(after.rows.iter().filter(|row| !before.rows.contains(row)));
            differ.into_iter().all(|row| row[2] == Value::Integer(0) && !used(row))
        }
        _ => false,
    }
}

/// All tables there are, save those SQLite has for itself.
fn names(connection: &Connection) -> Vec<String> {
    let sql = "select name from sqlite_schema where type = 'table' and substr(name, 1, 7) <> 'sqlite_' order by name";
    let mut statement = connection.prepare(sql).unwrap();
    statement.query_map([], |row| row.get(0)).unwrap().map(Result::unwrap).collect()
}

impl Table {
    fn of(connection: &Connection, name: &str) -> Table {
        let mut info = connection.prepare("select name, pk from pragma_table_info(?1)").unwrap();
        let column = |row: &rusqlite::Row<'_>| Ok((row.get::<_, String>(0)?, row.get::<_, i64>(1)?));
        let columns: Vec<_> = info.query_map([name], column).unwrap().map(Result::unwrap).collect();
        let key = (0..columns.len()).filter(|place| columns[*place].1 > 0).collect();
        let columns: Vec<String> = columns.into_iter().map(|(column, _)| column).collect();
        let mut all = connection.prepare(&format!("select * from {name} order by 1, 2")).unwrap();
        let row = |row: &rusqlite::Row<'_>| (0..columns.len()).map(|place| row.get(place)).collect();
        let rows: Vec<Row> = all.query_map([], row).unwrap().map(Result::unwrap).collect();
        Table { name: name.to_owned(), columns, key, rows }
    }

    /// Does something to the table; does nothing if the database refuses it.
    fn manipulate(&self, connection: &Connection, chance: &mut Chance) -> String {
        let row = chance.of(&self.rows).clone();
        let column = chance.0.below(self.columns.len());
        match chance.below(16) {
            0 => {
                connection.execute(&format!("delete from {}", self.name), []).unwrap();
                "all rows deleted".into()
            }
            1..=3 => {
                let sql = format!("delete from {} where {}", self.name, self.is_row(1));
                connection.execute(&sql, params_from_iter(self.key_of(&row))).unwrap();
                format!("deleted {row:?}")
            }
            4..=6 => {
                let mut added = row;
                for place in self.key.iter().copied().chain([column]) {
                    added[place] = self.other(&added[place], place, chance);
                }
                let marks: Vec<String> = (1..=added.len()).map(|place| format!("?{place}")).collect();
                let sql = format!("insert into {} values ({})", self.name, marks.join(", "));
                let _ = connection.execute(&sql, params_from_iter(&added));
                format!("added {added:?}")
            }
            _ => {
                let value = self.other(&row[column], column, chance);
                let sql = format!(
                    "update {} set {} = ?1 where {}",
                    self.name,
                    self.columns[column],
                    self.is_row(2)
                );
                let values = [value.clone()].into_iter().chain(self.key_of(&row));
                let _ = connection.execute(&sql, params_from_iter(values));
                format!("{} of {row:?} is now {value:?}", self.columns[column])
            }
        }
    }

    /// One bit of a value changed, or the value of another row in its place.
    fn other(&self, value: &Value, column: usize, chance: &mut Chance) -> Value {
        if chance.below(3) == 0 {
            return chance.of(&self.rows)[column].clone();
        }
        let (new, _) = flipped(value.clone(), chance);
        match (value, new) {
            // A text stays one: the tables are strict.
            (Value::Text(_), Value::Blob(bytes)) => Value::Text(String::from_utf8_lossy(&bytes).into_owned()),
            (_, new) => new,
        }
    }

    fn is_row(&self, first: usize) -> String {
        let same =
            self.key.iter().zip(first..).map(|(place, mark)| format!("{} = ?{mark}", self.columns[*place]));
        same.collect::<Vec<_>>().join(" and ")
    }

    fn key_of(&self, row: &Row) -> Vec<Value> {
        self.key.iter().map(|place| row[*place].clone()).collect()
    }
}
