//! SQLite: one file, one writer on a thread of its own, a few readers.

mod backfill;
mod books;
mod drill;
mod lock;
mod medium;
mod readers;
mod vfs;

use std::collections::BTreeMap;
use std::ffi::CStr;
use std::path::{Path, PathBuf};
use std::sync::{Arc, OnceLock};

use rusqlite::config::DbConfig;
use rusqlite::{Connection, OpenFlags};
use tokio::sync::Mutex;

use crate::error::JournalError;
use crate::files;
use crate::url::DrillPlan;
use crate::verify::COVERS_FACTS;
use backfill::Backfill;
use drill::Drill;
use lock::Lock;
use medium::Medium;

pub(crate) use books::SqliteBooks;
pub(crate) use readers::{SqliteReaders, SqliteSnapshot};

/// A connection that is used by one at a time.
pub(crate) type Shared = Arc<Mutex<Connection>>;

/// What brings a database from one format to the next, in order.
const MIGRATIONS: [&str; 2] = [include_str!("sqlite/1.sql"), include_str!("sqlite/2.sql")];
/// The format this program writes. It reads older ones too.
const FORMAT: i64 = 2;

/// A journal in memory, gone with the program. Its readers take turns with the writer.
pub(crate) fn open_memory() -> Result<(SqliteReaders, SqliteBooks), JournalError> {
    let shared = memory()?;
    let books = SqliteBooks::new(shared.clone(), None, None)?;
    Ok((SqliteReaders::sharing(shared), books))
}

fn memory() -> Result<Shared, JournalError> {
    let connection = Connection::open_in_memory()?;
    settle(&connection, "memory")?;
    Ok(Arc::new(Mutex::new(connection)))
}

/// A journal in memory and the connection it is on, for those who want to do it harm.
#[cfg(test)]
pub(crate) fn open_bare() -> Result<(SqliteReaders, SqliteBooks, Shared), JournalError> {
    let shared = memory()?;
    let books = SqliteBooks::new(shared.clone(), None, None)?;
    Ok((SqliteReaders::sharing(shared.clone()), books, shared))
}

/// A database file that is this process's own.
pub(crate) struct LockedFile {
    file: DatabaseFile,
    lock: Lock,
    /// One of those who looked at it as it was left. As long as somebody has it open, its log is not read through again.
    left: OnceLock<Shared>,
}

/// Takes a database file for this process alone; one is made where there is none.
pub(crate) fn lock_file(path: &Path, drill: Option<DrillPlan>) -> Result<LockedFile, JournalError> {
    let lock = lock::take(path)?;
    let disk = drill.map(|plan| vfs::register(Drill::new(plan))).transpose()?;
    Ok(LockedFile { file: DatabaseFile::new(path, disk), lock, left: OnceLock::new() })
}

impl LockedFile {
    /// Readers of the database as it was left: its log is not touched. `None` if the database is empty.
    pub(crate) fn as_left(&self) -> Result<Option<SqliteReaders>, JournalError> {
        let readers = SqliteReaders::of_file(DatabaseFile::new(&self.file.path, self.file.disk))?;
        let first = readers.any().clone();
        let format = format_of(&first.try_lock().expect("nobody else has it yet"))?;
        // The one that has read something: the others have not opened the log yet.
        self.left.get_or_init(|| first);
        Ok((format > 0).then_some(readers))
    }

    /// Opens it to be written.
    pub(crate) fn open(self) -> Result<(SqliteReaders, SqliteBooks), JournalError> {
        // The connection that read it as it was left stays until it is open again.
        let LockedFile { file, lock, left: _left } = self;
        let connection = file.connect(OpenFlags::SQLITE_OPEN_READ_WRITE)?;
        settle(&connection, &file.path.display().to_string())?;
        let backfill = if file.disk.is_some() {
            // A short drill should meet checkpoints too.
            connection.execute_batch("pragma wal_autocheckpoint = 20")?;
            None
        } else {
            let beside = file.connect(OpenFlags::SQLITE_OPEN_READ_WRITE)?;
            beside.execute_batch(
                "pragma busy_timeout = 10000; pragma synchronous = full; pragma fullfsync = on",
            )?;
            Some(Backfill::start(beside).map_err(|why| files::failed(&file.path, &why))?)
        };
        let books = SqliteBooks::new(Arc::new(Mutex::new(connection)), backfill, Some(lock))?;
        Ok((SqliteReaders::of_file(file)?, books))
    }
}

/// A database file and the disk it is on.
pub(crate) struct DatabaseFile {
    path: PathBuf,
    /// The name of a disk that will lose its power; none for the real one.
    disk: Option<&'static CStr>,
    /// Where nothing can be written beside it, what keeps servers away meanwhile.
    medium: Option<Medium>,
}

impl DatabaseFile {
    fn new(path: &Path, disk: Option<&'static CStr>) -> DatabaseFile {
        DatabaseFile { path: path.to_owned(), disk, medium: None }
    }

    fn connect(&self, flags: OpenFlags) -> Result<Connection, JournalError> {
        let flags = flags | OpenFlags::SQLITE_OPEN_NO_MUTEX;
        Ok(match (self.disk, &self.medium) {
            (Some(disk), _) => Connection::open_with_flags_and_vfs(&self.path, flags, disk)?,
            (None, Some(medium)) => medium.connect(flags)?,
            (None, None) => Connection::open_with_flags(&self.path, flags)?,
        })
    }
}

/// A journal in a file, to be read while anybody writes it.
pub(crate) fn open_reading(path: &Path) -> Result<SqliteReaders, JournalError> {
    let missing = || JournalError::Missing(path.display().to_string());
    if !path.is_file() {
        return Err(missing());
    }
    let file = DatabaseFile { medium: Medium::of(path)?, ..DatabaseFile::new(path, None) };
    let readers = SqliteReaders::of_file(file)?;
    let found = format_of(&readers.any().try_lock().expect("nobody else has it yet"))?;
    match found {
        0 => Err(missing()),
        found if found > FORMAT => Err(JournalError::Newer { found, known: FORMAT }),
        _ => Ok(readers),
    }
}

/// All that a database is built of, by kind and name, and how each was made. What SQLite adds by itself is left out: it has no
/// text for the indexes of its own, and `ANALYZE` makes tables.
pub(crate) const SCHEMA: &str = "select type || ' ' || name, tbl_name || ': ' || sql from sqlite_schema
    where sql is not null and not (type = 'table' and name in ('sqlite_stat1', 'sqlite_stat4'))";

/// How a database of this format should be built.
pub(crate) fn schema(format: i64) -> Result<BTreeMap<String, String>, JournalError> {
    static NEWEST: OnceLock<BTreeMap<String, String>> = OnceLock::new();
    if format != FORMAT {
        return built(format);
    }
    if let Some(newest) = NEWEST.get() {
        return Ok(newest.clone());
    }
    let newest = built(format)?;
    Ok(NEWEST.get_or_init(|| newest).clone())
}

fn built(format: i64) -> Result<BTreeMap<String, String>, JournalError> {
    let connection = Connection::open_in_memory()?;
    for (_, script) in (1..).zip(MIGRATIONS).filter(|(of, _)| *of <= format) {
        connection.execute_batch(script)?;
    }
    let mut parts = connection.prepare(SCHEMA)?;
    let parts = parts.query_map([], |row| Ok((row.get(0)?, row.get(1)?)))?;
    Ok(parts.collect::<rusqlite::Result<_>>()?)
}

/// Statements are prepared once, and not again for other values.
fn steady(connection: &Connection) -> rusqlite::Result<()> {
    connection.set_prepared_statement_cache_capacity(64);
    connection.set_db_config(DbConfig::SQLITE_DBCONFIG_ENABLE_QPSG, true).map(drop)
}

/// Makes a commit mean what it says, and brings the database up to date.
fn settle(connection: &Connection, name: &str) -> Result<(), JournalError> {
    steady(connection)?;
    connection.execute_batch(
        "pragma busy_timeout = 10000; pragma journal_mode = wal; pragma synchronous = full; pragma fullfsync = on;
         pragma foreign_keys = on; pragma cache_size = -65536; pragma temp_store = memory;
         pragma wal_autocheckpoint = 16000; pragma journal_size_limit = 67108864;",
    )?;
    migrate(connection, name)
}

fn migrate(connection: &Connection, name: &str) -> Result<(), JournalError> {
    let found = format_of(connection)?;
    if found > FORMAT {
        return Err(JournalError::Newer { found, known: FORMAT });
    }
    let tables: i64 = connection.query_row("select count(*) from sqlite_schema", [], |row| row.get(0))?;
    if found == 0 && tables > 0 {
        return Err(JournalError::Missing(name.to_owned()));
    }
    for (format, script) in (1..).zip(MIGRATIONS).filter(|(format, _)| *format > found) {
        connection.execute_batch(&format!("begin immediate; {script}; pragma user_version = {format}"))?;
        if format == COVERS_FACTS {
            books::adopt(connection)?;
        }
        connection.execute_batch("commit")?;
    }
    Ok(())
}

fn format_of(connection: &Connection) -> Result<i64, JournalError> {
    Ok(connection.query_row("pragma user_version", [], |row| row.get(0))?)
}

#[cfg(test)]
mod tests {
    use std::fs::{File, copy};
    use std::os::unix::fs::FileExt;

    use super::*;

    /// Where the index of a log has four bytes that nothing uses. A reader that goes through the log rebuilds its index.
    const UNUSED: u64 = 132;

    #[test]
    fn a_log_that_a_kill_left_is_read_through_once() {
        let folder = tempfile::tempdir().expect("a folder");
        let (open, left) = (folder.path().join("open.db"), folder.path().join("left.db"));
        let journal = lock_file(&open, None).and_then(LockedFile::open).expect("it opens");
        for ending in ["", "-wal"] {
            copy(files::beside(&open, ending), files::beside(&left, ending)).expect("a copy");
        }
        drop(journal);
        let file = lock_file(&left, None).expect("a free lock");
        drop(file.as_left().expect("it is read").expect("there is something in it"));
        let index = files::beside(&left, "-shm");
        let mark = File::options().write(true).open(&index).expect("an index");
        mark.write_all_at(b"mark", UNUSED).expect("it is marked");
        let opened = file.open().expect("it opens");
        let mut found = [0; 4];
        let index = File::open(&index).expect("an index");
        index.read_exact_at(&mut found, UNUSED).expect("it is read");
        assert_eq!(&found, b"mark", "its index is the one that was made first");
        drop(opened);
    }
}
