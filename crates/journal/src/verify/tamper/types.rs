//! Values of another type than their column's, as somebody puts there who takes `strict` from the tables for a while.

use std::time::Duration;

use rusqlite::Connection;

use super::{Since, guarded_journal};

/// Does it where no table is strict and nothing is guarded, and puts everything back.
fn loosely(connection: &Connection, harm: &str) {
    let script = format!(
        "pragma foreign_keys = off;
         pragma ignore_check_constraints = on;
         pragma writable_schema = on;
         create temp table made as select rowid as place, * from main.sqlite_schema;
         delete from main.sqlite_schema where type = 'trigger';
         update main.sqlite_schema set sql = replace(replace(replace(sql, 'strict, without rowid', 'without rowid'),
             ') strict', ')'), 'strict,', '') where type = 'table';
         pragma writable_schema = reset;
         {harm};
         pragma writable_schema = on;
         delete from main.sqlite_schema;
         insert into main.sqlite_schema (rowid, type, name, tbl_name, rootpage, sql)
             select place, type, name, tbl_name, rootpage, sql from temp.made;
         pragma writable_schema = reset;
         drop table temp.made"
    );
    connection.execute_batch(&script).unwrap();
    connection.execute_batch("pragma ignore_check_constraints = off").unwrap();
}

#[tokio::test]
async fn values_of_another_type_are_found_out() {
    for harm in [
        "insert into accounts values (99, cast('player/ann' as blob), 0)",
        "update records set command = cast(command as blob) where command is not null",
        "update records set body = cast(body as blob) where entry = 5",
        "update records set hash = cast(hash as text) where entry = 5",
        "update streams set name = cast(name as blob) where id = 2",
        "update players set player = cast(player as blob) where n = 0",
        "update shelves set shelf = cast(shelf as blob) where shelf = 'meters'",
        "update shelves set key = cast(key as blob) where shelf = 'meters'",
        "update shelves set body = cast(body as blob) where shelf = 'meters'",
        "insert into shelves values (x'ff', 'key', 'body')",
        "insert into postings values ('x', 0, 1, 5)",
        "insert into players values (x'00', 0, 'ann', 1, 1)",
        "insert into facts values (1.5, 0, 'people', 'ann', null)",
    ] {
        let (journal, shared) = guarded_journal().await;
        loosely(&*shared.lock().await, harm);
        for since in [Since::Start, Since::Checkpoint] {
            let verified = tokio::time::timeout(Duration::from_secs(30), journal.verify(since, &[], |_| {}));
            let verdict = verified.await.expect("it comes to an end");
            assert!(verdict.is_err() || !verdict.unwrap().is_clean(), "{harm}, {since:?}");
        }
    }
    let (journal, shared) = guarded_journal().await;
    loosely(&*shared.lock().await, "select 1");
    let verdict = journal.verify(Since::Start, &[], |_| {}).await.unwrap();
    assert!(verdict.is_clean(), "everything was put back: {:?}", verdict.faults);
}
