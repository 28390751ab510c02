//! Whatever is done to how the database is built.

use rusqlite::Connection;

use super::{Since, guarded_journal, verified};

/// All indexes and triggers, and how each is made.
fn guards(connection: &Connection) -> Vec<(String, String, String)> {
    let sql = "select type, name, tbl_name from sqlite_schema where type <> 'table' and sql is not null";
    let mut statement = connection.prepare(sql).unwrap();
    let guard = |row: &rusqlite::Row<'_>| Ok((row.get(0)?, row.get(1)?, row.get(2)?));
    statement.query_map([], guard).unwrap().map(Result::unwrap).collect()
}

fn tables(connection: &Connection) -> Vec<String> {
    let mut statement = connection.prepare("select name from sqlite_schema where type = 'table'").unwrap();
    statement.query_map([], |row| row.get(0)).unwrap().map(Result::unwrap).collect()
}

/// Nobody can make these but by writing into the schema itself.
fn parts_named_as_sqlite_names_its_own() -> impl Iterator<Item = String> {
    [
        "create index more on accounts (balance)",
        "create trigger more after insert on records begin select 1; end",
        "create view more as select 1",
        "create table more (a)",
    ]
    .into_iter()
    .map(|made| {
        format!(
            "{made}; update sqlite_schema set name = 'sqlite_more', sql = replace(sql, 'more', 'sqlite_more'),
                 tbl_name = iif(tbl_name = 'more', 'sqlite_more', tbl_name) where name = 'more'"
        )
    })
}

#[tokio::test]
async fn a_database_that_is_built_otherwise_is_found_out() {
    let (journal, shared) = guarded_journal().await;
    let mut changes = Vec::new();
    for (kind, name, table) in guards(&*shared.lock().await) {
        changes.push(format!("drop {kind} {name}"));
        changes.push(match kind.as_str() {
            "trigger" => format!(
                "drop trigger {name}; create trigger {name} before update on {table} begin select 1; end"
            ),
            _ => format!("drop index {name}; create index {name} on {table} (1)"),
        });
    }
    assert!(changes.len() > 30, "{changes:?}");
    for table in tables(&*shared.lock().await) {
        changes.push(format!("drop table {table}"));
        changes.push(format!("alter table {table} add column more text"));
        changes.push(format!("create index more on {table} (1)"));
        changes.push(format!("create trigger more after insert on {table} begin select 1; end"));
        changes.push(format!("create table more as select * from {table}"));
    }
    changes.push("create view more as select 1".into());
    changes.extend(parts_named_as_sqlite_names_its_own());
    changes.extend([0, 1, 3, 99, -1].map(|format| format!("pragma user_version = {format}")));
    shared.lock().await.execute_batch("pragma foreign_keys = off; pragma writable_schema = on").unwrap();
    for change in changes {
        shared.lock().await.execute_batch(&format!("begin; {change}")).unwrap();
        let verdict = journal.verify(Since::Start, &[], |_| {}).await;
        assert!(verdict.is_err() || !verdict.unwrap().is_clean(), "{change}");
        shared.lock().await.execute_batch("rollback").unwrap();
    }
    assert!(verified(&journal, &[]).await.is_clean(), "nothing of it was left behind");
}
