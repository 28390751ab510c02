//! A database where nothing can be written: a disc, a mounted backup, a folder that is another's.
//!
//! SQLite reads a database with a log only if it can create files beside it, or if the caller promises that nobody changes the
//! database, which it then believes. It would overlook what a log holds that is not in the database yet.

use std::fmt::Write;
use std::fs::{File, TryLockError};
use std::os::unix::ffi::OsStrExt;
use std::path::Path;

use rusqlite::{Connection, ErrorCode, OpenFlags};

use crate::error::JournalError;
use crate::files::{self, beside};

/// A database that nobody changes.
pub(super) struct Medium {
    /// Its name for SQLite.
    uri: String,
    /// Locked, so that no server opens it meanwhile.
    _file: File,
}

impl Medium {
    /// None for a database that is read as usual.
    pub(super) fn of(path: &Path) -> Result<Option<Medium>, JournalError> {
        if is_in_reach(path) {
            return Ok(None);
        }
        let failed = |why: std::io::Error| files::failed(path, &why);
        let path = path.canonicalize().map_err(failed)?;
        let file = File::open(&path).map_err(failed)?;
        match file.try_lock_shared() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => return Err(JournalError::InUse(path.display().to_string())),
            Err(TryLockError::Error(why)) => return Err(failed(why)),
        }
        if beside(&path, "-wal").metadata().is_ok_and(|log| log.len() > 0) {
            return Err(JournalError::LogOutOfReach(path.display().to_string()));
        }
        Ok(Some(Medium { uri: immutable(&path), _file: file }))
    }

    pub(super) fn connect(&self, flags: OpenFlags) -> rusqlite::Result<Connection> {
        Connection::open_with_flags(&self.uri, flags | OpenFlags::SQLITE_OPEN_URI)
    }
}

/// Whether SQLite finds or makes all the files it needs to read it.
fn is_in_reach(path: &Path) -> bool {
    let read = || {
        let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX;
        Connection::open_with_flags(path, flags)?.query_row("pragma schema_version", [], |_| Ok(()))
    };
    let why = read().err().and_then(|why| why.sqlite_error_code());
    !matches!(why, Some(ErrorCode::CannotOpen | ErrorCode::ReadOnly))
}

fn immutable(path: &Path) -> String {
    let mut uri = String::from("file:");
    for &byte in path.as_os_str().as_bytes() {
        if byte.is_ascii_alphanumeric() || b"/._-".contains(&byte) {
            uri.push(char::from(byte));
        } else {
            // Writing into a string cannot fail.
            let _ = write!(uri, "%{byte:02x}");
        }
    }
    uri.push_str("?immutable=1");
    uri
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::immutable;

    #[test]
    fn any_path_can_be_named() {
        let named = immutable(Path::new("/media/cd rom/100%?#.db"));
        assert_eq!(named, "file:/media/cd%20rom/100%25%3f%23.db?immutable=1");
    }
}
