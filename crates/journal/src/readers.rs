//! Reading, the same for both databases: statements in the words both understand, rows as plain values.

use crate::postgres::{PostgresReaders, PostgresSnapshot};
use crate::sqlite::{SqliteReaders, SqliteSnapshot};
use crate::value::{Rows, Value};
use crate::{BoxFuture, JournalError};

/// Connections that read. Parameters are written `$1`, `$2` .. and appear in that order.
pub(crate) enum Readers {
    Sqlite(SqliteReaders),
    Postgres(Box<PostgresReaders>),
}

impl Readers {
    pub(crate) fn rows(
        &self,
        sql: impl Into<String>,
        values: Vec<Value>,
    ) -> BoxFuture<'_, Result<Rows, JournalError>> {
        self.read(sql.into(), values)
    }

    fn read(&self, sql: String, values: Vec<Value>) -> BoxFuture<'_, Result<Rows, JournalError>> {
        match self {
            Readers::Sqlite(readers) => Box::pin(readers.rows(sql, values)),
            Readers::Postgres(readers) => Box::pin(async move { readers.rows(&sql, &values).await }),
        }
    }

    /// Now, in milliseconds since 1970, by the clock of the database, inside a statement.
    pub(crate) fn now(&self) -> &'static str {
        match self {
            Readers::Sqlite(_) => "cast(unixepoch('subsec') * 1000 as integer)",
            Readers::Postgres(_) => "cast(extract(epoch from clock_timestamp()) * 1000 as bigint)",
        }
    }

    /// The function that says where in a text another begins, and 0 where it does not.
    pub(crate) fn place_of(&self) -> &'static str {
        match self {
            Readers::Sqlite(_) => "instr",
            Readers::Postgres(_) => "strpos",
        }
    }

    pub(crate) async fn snapshot(&self) -> Result<Snapshot, JournalError> {
        match self {
            Readers::Sqlite(readers) => readers.snapshot().await.map(Snapshot::Sqlite),
            Readers::Postgres(readers) => {
                readers.snapshot().await.map(|snapshot| Snapshot::Postgres(Box::new(snapshot)))
            }
        }
    }
}

/// The journal as it was at one moment.
pub(crate) enum Snapshot {
    Sqlite(SqliteSnapshot),
    Postgres(Box<PostgresSnapshot>),
}

impl Snapshot {
    /// The format of the database.
    pub(crate) async fn format(&mut self) -> Result<i64, JournalError> {
        let sql = match self {
            Snapshot::Sqlite(_) => "select user_version from pragma_user_version",
            Snapshot::Postgres(_) => "select coalesce(max(version), 0) from format",
        };
        self.rows(sql, vec![]).await?.first().map_or(Ok(0), |row| row.number(0))
    }

    pub(crate) async fn rows(&mut self, sql: &str, values: Vec<Value>) -> Result<Rows, JournalError> {
        match self {
            Snapshot::Sqlite(snapshot) => snapshot.rows(sql.to_owned(), values).await,
            Snapshot::Postgres(snapshot) => snapshot.rows(sql, &values).await,
        }
    }
}
