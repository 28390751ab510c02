//! Reading connections. One that was lost is made again when it is next needed.

use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use tokio::sync::Mutex;
use tokio_postgres::types::private::BytesMut;
use tokio_postgres::types::{IsNull, ToSql, Type, to_sql_checked};
use tokio_postgres::{Client, Statement};

use super::address::Address;
use crate::error::JournalError;
use crate::value::{Rows, Value};

/// How many can read at once.
const READERS: usize = 3;
/// How many statements a connection remembers before it forgets all.
const REMEMBERED: usize = 200;

const READING: &str = "set default_transaction_read_only = on";

/// Those who read.
pub(crate) struct PostgresReaders {
    address: Address,
    readers: [Mutex<Option<Arc<Reader>>>; READERS],
    turn: AtomicUsize,
}

impl PostgresReaders {
    /// Connects all of them, so that nobody waits for it later.
    pub(super) async fn new(address: Address) -> Result<PostgresReaders, JournalError> {
        let readers = PostgresReaders { address, readers: Default::default(), turn: AtomicUsize::new(0) };
        for _ in 0..READERS {
            readers.any().await?;
        }
        Ok(readers)
    }

    pub(crate) async fn rows(&self, sql: &str, values: &[Value]) -> Result<Rows, JournalError> {
        self.any().await?.rows(sql, values).await
    }

    pub(crate) async fn snapshot(&self) -> Result<PostgresSnapshot, JournalError> {
        let reader = Reader::new(self.address.connect(READING).await?);
        reader.client.batch_execute("begin isolation level repeatable read read only").await?;
        Ok(PostgresSnapshot { reader })
    }

    async fn any(&self) -> Result<Arc<Reader>, JournalError> {
        let turn = self.turn.fetch_add(1, Ordering::Relaxed);
        let mut place = self.readers[turn % READERS].lock().await;
        if let Some(reader) = place.as_ref().filter(|reader| !reader.client.is_closed()) {
            return Ok(reader.clone());
        }
        let reader = Arc::new(Reader::new(self.address.connect(READING).await?));
        *place = Some(reader.clone());
        Ok(reader)
    }
}

/// The journal at one moment. Closing its connection ends the transaction.
pub(crate) struct PostgresSnapshot {
    reader: Reader,
}

impl PostgresSnapshot {
    pub(crate) async fn rows(&mut self, sql: &str, values: &[Value]) -> Result<Rows, JournalError> {
        self.reader.rows(sql, values).await
    }
}

/// A connection and the statements it has prepared.
struct Reader {
    client: Client,
    statements: Mutex<HashMap<String, Statement>>,
}

impl Reader {
    fn new(client: Client) -> Reader {
        Reader { client, statements: Mutex::default() }
    }

    async fn rows(&self, sql: &str, values: &[Value]) -> Result<Rows, JournalError> {
        let statement = self.prepared(sql).await?;
        let values: Vec<&(dyn ToSql + Sync)> = values.iter().map(|value| value as _).collect();
        let mut found = Rows::new(statement.columns().len());
        for row in &self.client.query(&statement, &values).await? {
            put(&mut found, row)?;
        }
        Ok(found)
    }

    async fn prepared(&self, sql: &str) -> Result<Statement, JournalError> {
        let mut statements = self.statements.lock().await;
        if let Some(statement) = statements.get(sql) {
            return Ok(statement.clone());
        }
        if statements.len() >= REMEMBERED {
            statements.clear();
        }
        let statement = self.client.prepare(sql).await?;
        statements.insert(sql.to_owned(), statement.clone());
        Ok(statement)
    }
}

fn put(rows: &mut Rows, row: &tokio_postgres::Row) -> Result<(), JournalError> {
    for (place, column) in row.columns().iter().enumerate() {
        let put = match *column.type_() {
            Type::INT8 => row.try_get::<_, Option<i64>>(place)?.map(|number| rows.push_number(number)),
            Type::BYTEA => row.try_get::<_, Option<&[u8]>>(place)?.map(|bytes| rows.push_bytes(bytes)),
            _ => row.try_get::<_, Option<&str>>(place)?.map(|text| rows.push_text(text.as_bytes())),
        };
        if put.is_none() {
            rows.push_none();
        }
    }
    Ok(())
}

impl ToSql for Value {
    fn to_sql(
        &self,
        kind: &Type,
        out: &mut BytesMut,
    ) -> Result<IsNull, Box<dyn std::error::Error + Sync + Send>> {
        match self {
            Value::Number(number) => number.to_sql_checked(kind, out),
            Value::Text(text) => text.to_sql_checked(kind, out),
        }
    }

    fn accepts(_: &Type) -> bool {
        true
    }

    to_sql_checked!();
}
