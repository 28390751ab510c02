//! PostgreSQL: several servers on one journal.

mod address;
mod books;
mod group;
mod readers;
mod tls;

use tokio_postgres::Client;

use crate::error::{JournalError, StorageError};
use crate::verify::COVERS_FACTS;
use address::Address;

pub(crate) use address::require_readable;
pub(crate) use books::PostgresBooks;
pub(crate) use readers::{PostgresReaders, PostgresSnapshot};

/// What brings a database from one format to the next, in order.
pub(crate) const MIGRATIONS: [&str; 2] = [include_str!("postgres/1.sql"), include_str!("postgres/2.sql")];
/// The format this program writes. It reads older ones too.
pub(crate) const FORMAT: i64 = 2;
/// What the writing connection begins with. A server that stops in the middle of a transaction, or whose machine is gone,
/// must not hold up the others: its locks and its name are taken from it.
const WRITING: &str = "set synchronous_commit = on; set idle_in_transaction_session_timeout = '2s';
    set tcp_keepalives_idle = 3; set tcp_keepalives_interval = 1; set tcp_keepalives_count = 3";
/// The number of the lock that lets one server at a time bring the database up to date.
const MIGRATING: i64 = 0x0043_726f_7570_6965;

pub(crate) async fn open(url: &str) -> Result<(PostgresReaders, PostgresBooks), JournalError> {
    let address = Address::read(url)?;
    let readers = PostgresReaders::new(address.clone()).await?;
    let client = address.connect(WRITING).await?;
    require_durable(&client).await?;
    let covered = migrate(&client).await?;
    let books = PostgresBooks::new(client).await?;
    if !covered {
        books.adopt().await?;
    }
    Ok((readers, books))
}

/// A journal to be read while another process may write it.
pub(crate) async fn open_reading(url: &str) -> Result<PostgresReaders, JournalError> {
    let address = Address::read(url)?;
    let readers = PostgresReaders::new(address.clone()).await?;
    current(&address.connect("").await?).await?;
    Ok(readers)
}

/// Refuses a database that may forget what it acknowledged. How a session commits is its own affair: ours waits for the disk.
async fn require_durable(client: &Client) -> Result<(), JournalError> {
    let sql = "select name from pg_settings where name in ('fsync', 'full_page_writes') and setting = 'off'
               order by name";
    let off: Vec<String> = client.query(sql, &[]).await?.iter().map(|row| row.get(0)).collect();
    if off.is_empty() { Ok(()) } else { Err(JournalError::Forgetful { off }) }
}

/// Brings the database up to date, and says whether its chain covered facts before. If it did not, what lies on shelves has to be
/// adopted, which ends the transaction. On an error the caller drops the connection, which rolls everything back.
async fn migrate(client: &Client) -> Result<bool, JournalError> {
    client.batch_execute("begin").await?;
    client.execute("select pg_advisory_xact_lock($1)", &[&MIGRATING]).await?;
    client.batch_execute("create table if not exists format (version bigint not null)").await?;
    let found = format_of(client).await?;
    if found > FORMAT {
        return Err(JournalError::Newer { found, known: FORMAT });
    }
    for (format, script) in (1i64..).zip(MIGRATIONS).filter(|(format, _)| *format > found) {
        client.batch_execute(script).await?;
        client.execute("insert into format (version) values ($1)", &[&format]).await?;
    }
    let covered = found >= COVERS_FACTS;
    if covered {
        client.batch_execute("commit").await?;
    }
    Ok(covered)
}

async fn format_of(client: &Client) -> Result<i64, tokio_postgres::Error> {
    Ok(client.query_one("select coalesce(max(version), 0) from format", &[]).await?.get(0))
}

/// Whether it has a format this program reads.
async fn current(client: &Client) -> Result<(), JournalError> {
    let there: bool = client.query_one("select to_regclass('format') is not null", &[]).await?.get(0);
    if !there {
        return Err(JournalError::Missing("the database".into()));
    }
    match format_of(client).await? {
        found if found > FORMAT => Err(JournalError::Newer { found, known: FORMAT }),
        found if found < 1 => Err(JournalError::Missing("the database".into())),
        _ => Ok(()),
    }
}

fn lost() -> StorageError {
    StorageError("PostgreSQL: the database kept refusing to decide between servers".into())
}
