//! Reading connections, which never hold up the writer.

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use rusqlite::types::{ToSqlOutput, Value as Owned, ValueRef};
use rusqlite::{Connection, OpenFlags, ToSql, params_from_iter};
use tokio::sync::{Mutex, OwnedMutexGuard};

use super::{DatabaseFile, Shared};
use crate::error::{JournalError, StorageError};
use crate::files::{self, beside};
use crate::value::{Rows, Value};

/// How many can read at once.
const READERS: usize = 3;

/// Those who read.
pub(crate) struct SqliteReaders {
    connections: Vec<Shared>,
    /// Where more connections come from; none for a journal in memory.
    file: Option<DatabaseFile>,
    turn: AtomicUsize,
}

impl SqliteReaders {
    pub(super) fn sharing(connection: Shared) -> SqliteReaders {
        SqliteReaders { connections: vec![connection], file: None, turn: AtomicUsize::new(0) }
    }

    pub(super) fn of_file(file: DatabaseFile) -> Result<SqliteReaders, JournalError> {
        let shared = |_| connect(&file).map(|connection| Arc::new(Mutex::new(connection)));
        let connections = (0..READERS).map(shared).collect::<Result<_, _>>()?;
        Ok(SqliteReaders { connections, file: Some(file), turn: AtomicUsize::new(0) })
    }

    /// The next in turn.
    pub(super) fn any(&self) -> &Shared {
        let turn = self.turn.fetch_add(1, Ordering::Relaxed);
        &self.connections[turn % self.connections.len()]
    }

    pub(crate) async fn rows(&self, sql: String, values: Vec<Value>) -> Result<Rows, JournalError> {
        let free = self.connections.iter().find_map(|connection| connection.clone().try_lock_owned().ok());
        let connection = match free {
            Some(connection) => connection,
            None => self.any().clone().lock_owned().await,
        };
        apart(move || rows(&connection, &sql, &values)).await
    }

    /// The journal as it is at this moment, whatever is written meanwhile.
    pub(crate) async fn snapshot(&self) -> Result<SqliteSnapshot, JournalError> {
        let connection = match &self.file {
            Some(file) => Arc::new(Mutex::new(connect(file)?)).lock_owned().await,
            None => self.any().clone().lock_owned().await,
        };
        // Like `begin`, but also where somebody is in the middle of something, as tests are.
        connection.execute_batch("savepoint moment")?;
        Ok(SqliteSnapshot { connection: Some(connection) })
    }

    /// Writes a copy of the journal as it is at this moment. It has its name only once it is complete and on disk.
    pub(crate) async fn backup(&self, path: &Path) -> Result<(), JournalError> {
        let connection = match &self.file {
            Some(file) => Arc::new(Mutex::new(connect(file)?)).lock_owned().await,
            None => self.any().clone().lock_owned().await,
        };
        let path = path.to_owned();
        apart(move || copy(&connection, &path)).await
    }
}

/// The journal at one moment.
pub(crate) struct SqliteSnapshot {
    /// Away while a statement runs.
    connection: Option<OwnedMutexGuard<Connection>>,
}

impl SqliteSnapshot {
    pub(crate) async fn rows(&mut self, sql: String, values: Vec<Value>) -> Result<Rows, JournalError> {
        let Some(connection) = self.connection.take() else { return Err(JournalError::Closed) };
        let (connection, found) = apart(move || {
            let found = rows(&connection, &sql, &values);
            Ok((connection, found))
        })
        .await?;
        self.connection = Some(connection);
        found
    }
}

impl Drop for SqliteSnapshot {
    fn drop(&mut self) {
        if let Some(connection) = &self.connection {
            // The connection of a journal in memory is used again.
            let _ = connection.execute_batch("rollback to moment; release moment");
        }
    }
}

fn connect(file: &DatabaseFile) -> Result<Connection, JournalError> {
    let connection = file.connect(OpenFlags::SQLITE_OPEN_READ_ONLY)?;
    super::steady(&connection)?;
    connection.execute_batch(
        "pragma busy_timeout = 10000; pragma mmap_size = 1073741824; pragma temp_store = memory;",
    )?;
    Ok(connection)
}

/// Runs where it may take its time.
async fn apart<T: Send + 'static>(
    work: impl FnOnce() -> Result<T, JournalError> + Send + 'static,
) -> Result<T, JournalError> {
    tokio::task::spawn_blocking(work)
        .await
        .unwrap_or_else(|why| Err(StorageError(format!("a reader was lost: {why}")).into()))
}

fn rows(connection: &Connection, sql: &str, values: &[Value]) -> Result<Rows, JournalError> {
    let mut statement = connection.prepare_cached(sql)?;
    let width = statement.column_count();
    let mut rows = statement.query(params_from_iter(values))?;
    let mut found = Rows::new(width);
    while let Some(row) = rows.next()? {
        for column in 0..width {
            put(&mut found, row.get_ref(column)?);
        }
    }
    Ok(found)
}

fn put(rows: &mut Rows, value: ValueRef<'_>) {
    match value {
        ValueRef::Integer(number) => rows.push_number(number),
        ValueRef::Text(bytes) => rows.push_text(bytes),
        ValueRef::Blob(bytes) => rows.push_bytes(bytes),
        ValueRef::Null => rows.push_none(),
        // The tables are strict: there is no column of real numbers.
        ValueRef::Real(_) => rows.push_other(),
    }
}

impl ToSql for Value {
    fn to_sql(&self) -> rusqlite::Result<ToSqlOutput<'_>> {
        Ok(match self {
            Value::Number(number) => ToSqlOutput::Owned(Owned::Integer(*number)),
            Value::Text(text) => ToSqlOutput::Borrowed(ValueRef::Text(text.as_bytes())),
        })
    }
}

fn copy(connection: &Connection, path: &Path) -> Result<(), JournalError> {
    let part = beside(path, ".part");
    let failed = |why: std::io::Error| files::failed(&part, &why);
    if path.exists() {
        return Err(StorageError(format!("{} is there already", path.display())).into());
    }
    let file = files::create_new_private(&part).map_err(failed)?;
    let name = part.to_str().ok_or_else(|| StorageError("the path is not UTF-8".into()))?;
    let copied = connection.execute("vacuum into ?1", [name]);
    if let Err(why) = copied {
        let _ = std::fs::remove_file(&part);
        return Err(why.into());
    }
    file.sync_all().map_err(failed)?;
    std::fs::rename(&part, path).map_err(failed)?;
    files::sync_folder_of(path).map_err(failed)
}
