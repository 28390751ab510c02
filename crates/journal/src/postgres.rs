//! PostgreSQL: several servers on one journal.

mod books;
mod group;
mod readers;

use std::net::IpAddr;
use std::time::Duration;

use tokio_postgres::config::{Host, SslMode};
use tokio_postgres::{Client, Config, Error, NoTls};

use crate::error::{JournalError, StorageError};
use crate::verify::COVERS_FACTS;

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
/// A database that does not answer is given up after this.
const PATIENCE: Duration = Duration::from_secs(10);
/// The number of the lock that lets one server at a time bring the database up to date.
const MIGRATING: i64 = 0x0043_726f_7570_6965;

pub(crate) async fn open(url: &str) -> Result<(PostgresReaders, PostgresBooks), JournalError> {
    let config = configured(url)?;
    let readers = PostgresReaders::new(config.clone()).await?;
    let client = connect(&config, WRITING).await?;
    require_durable(&client).await?;
    let covered = migrate(&client).await?;
    let books = PostgresBooks::new(client).await?;
    if !covered {
        books.adopt().await?;
    }
    Ok((readers, books))
}

/// A journal to be read whoever writes it.
pub(crate) async fn open_reading(url: &str) -> Result<PostgresReaders, JournalError> {
    let config = configured(url)?;
    let readers = PostgresReaders::new(config.clone()).await?;
    current(&connect(&config, "").await?).await?;
    Ok(readers)
}

/// The way to the database, unless what is asked for cannot be kept: we bring no TLS, so nothing may be promised that
/// needs it, and nothing goes over a network in the clear unless somebody says so.
fn configured(url: &str) -> Result<Config, JournalError> {
    let mut config: Config = url.parse().map_err(JournalError::from)?;
    if config.get_ssl_mode() == SslMode::Require {
        let why = "sslmode=require: this program does not speak TLS to PostgreSQL; use a socket, or a tunnel to loopback";
        return Err(JournalError::NoTls(why.into()));
    }
    let near =
        config.get_hosts().iter().all(is_near) && config.get_hostaddrs().iter().all(IpAddr::is_loopback);
    if !near && config.get_ssl_mode() != SslMode::Disable {
        let why = "the database is on another machine and this program does not speak TLS to PostgreSQL; use a tunnel, \
                   or write sslmode=disable to send everything in the clear";
        return Err(JournalError::NoTls(why.into()));
    }
    if config.get_connect_timeout().is_none() {
        config.connect_timeout(PATIENCE);
    }
    if config.get_tcp_user_timeout().is_none() {
        config.tcp_user_timeout(PATIENCE);
    }
    Ok(config)
}

fn is_near(host: &Host) -> bool {
    match host {
        Host::Tcp(name) => {
            name == "localhost" || name.parse().is_ok_and(|address: IpAddr| address.is_loopback())
        }
        #[cfg(unix)]
        Host::Unix(_) => true,
    }
}

/// Refuses a database that may forget what it acknowledged. How a session commits is its own affair: ours waits for the disk.
async fn require_durable(client: &Client) -> Result<(), JournalError> {
    let sql = "select name from pg_settings where name in ('fsync', 'full_page_writes') and setting = 'off'
               order by name";
    let off: Vec<String> = client.query(sql, &[]).await?.iter().map(|row| row.get(0)).collect();
    if off.is_empty() { Ok(()) } else { Err(JournalError::Forgetful { off }) }
}

/// Every statement has an index that fits. A young database has no statistics yet and would rather read whole tables, and
/// keep to that plan when they have grown.
const SETTINGS: &str = "set enable_seqscan = off; set jit = off;";

async fn connect(config: &Config, first: &str) -> Result<Client, JournalError> {
    let (client, connection) = config.connect(NoTls).await?;
    // It ends with the client; what it fails of, the client is told.
    tokio::spawn(connection);
    client.batch_execute(&format!("{SETTINGS} {first}")).await?;
    Ok(client)
}

/// Brings the database up to date, and says whether its chain covered facts before. Where it did not, what lies on shelves
/// has to be adopted, which ends the transaction. Whoever gets an error drops the connection, which takes everything back.
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

async fn format_of(client: &Client) -> Result<i64, Error> {
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
