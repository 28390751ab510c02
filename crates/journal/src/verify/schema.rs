//! Whether the database is built as it should be: its tables, its indexes, and the triggers that guard history.

use std::collections::{BTreeMap, BTreeSet};

use super::chain::Walk;
use super::fault::What;
use crate::readers::Snapshot;
use crate::{JournalError, postgres, sqlite};

/// What the database is built of, by kind and name: what each is made with, where that is compared.
type Parts = BTreeMap<String, String>;

/// Notes whatever is missing, made otherwise, or should not be there.
pub(super) async fn check(walk: &mut Walk, snapshot: &mut Snapshot, format: i64) -> Result<(), JournalError> {
    if !(1..=postgres::FORMAT).contains(&format) {
        walk.faults.note(None, None, What::Schema { part: "format".into() });
    }
    let (expected, found) = match snapshot {
        Snapshot::Sqlite(_) => (sqlite::schema(format)?, on_sqlite(snapshot).await?),
        Snapshot::Postgres(_) => (in_scripts(format), on_postgres(snapshot).await?),
    };
    let names: BTreeSet<&String> = expected.keys().chain(found.keys()).collect();
    for name in names {
        if expected.get(name) != found.get(name) {
            walk.faults.note(None, None, What::Schema { part: name.clone() });
        }
    }
    Ok(())
}

async fn on_sqlite(snapshot: &mut Snapshot) -> Result<Parts, JournalError> {
    read(snapshot, sqlite::SCHEMA, vec![]).await
}

/// Other tables and indexes in the same schema are their owner's affair; triggers on ours are not.
async fn on_postgres(snapshot: &mut Snapshot) -> Result<Parts, JournalError> {
    let ours = in_scripts(i64::MAX);
    let tables: Vec<&str> = ours.keys().filter_map(|name| name.strip_prefix("table ")).collect();
    let tables = format!(" {} ", tables.join(" "));
    let mut found = read(snapshot, PARTS, vec![guard().into(), tables.as_str().into()]).await?;
    found.retain(|name, _| ours.contains_key(name) || name.starts_with("trigger "));
    Ok(found)
}

async fn read(
    snapshot: &mut Snapshot,
    sql: &str,
    values: Vec<crate::value::Value>,
) -> Result<Parts, JournalError> {
    let rows = snapshot.rows(sql, values).await?;
    let part = |row: crate::value::Row<'_>| Ok((row.text(0)?.to_owned(), row.text(1)?.to_owned()));
    rows.iter().map(part).collect()
}

/// A trigger has its name alone where it is one of ours: before every update and delete, row by row (27), or before a table is
/// emptied (34). Any other is named with its table.
const PARTS: &str = "select 'table ' || tablename::text, '' from pg_tables where schemaname = current_schema()
    union all select 'index ' || indexname::text, '' from pg_indexes where schemaname = current_schema()
    union all select 'function stays', '' from pg_proc
        where proname = 'stays' and pronamespace = current_schema()::regnamespace and prosrc = $1
    union all select 'trigger ' || t.tgname::text || case when t.tgenabled = 'O' and t.tgqual is null
            and t.tgattr::text = '' and t.tgfoid = to_regproc('stays') and (t.tgname::text, t.tgtype::int) in (
                (c.relname::text || '_stay', 27), (c.relname::text || '_last', 34)
            ) then '' else ' on ' || c.relname::text end, ''
        from pg_trigger t join pg_class c on c.oid = t.tgrelid
        where not t.tgisinternal and c.relnamespace = current_schema()::regnamespace
            and position(' ' || c.relname::text || ' ' in $2) > 0";

/// What the scripts up to a format make, by kind and name.
fn in_scripts(format: i64) -> Parts {
    let scripts = (1i64..).zip(postgres::MIGRATIONS).filter(|(of, _)| *of <= format);
    let words: Vec<&str> = scripts.flat_map(|(_, script)| script.split([' ', '(', '\n'])).collect();
    let made = words.windows(4).filter_map(|words| match words {
        ["create", kind @ ("table" | "index" | "trigger" | "function"), name, ..] => {
            Some(format!("{kind} {name}"))
        }
        ["create", "unique", "index", name] => Some(format!("index {name}")),
        _ => None,
    });
    made.map(|name| (name, String::new())).collect()
}

/// What the function does that keeps history from being edited.
fn guard() -> &'static str {
    postgres::MIGRATIONS[0].split("$$").nth(1).unwrap_or_default()
}
