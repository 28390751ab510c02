//! One file, one writer: the lock beside the database, and who may look into it.

use std::fs::{File, OpenOptions, TryLockError};
use std::io;
use std::path::{Path, PathBuf};

use crate::error::{JournalError, StorageError};

/// The path with something added to its name.
pub(super) fn beside(path: &Path, ending: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(ending);
    name.into()
}

/// Takes the lock, which lasts as long as the file is open: a process that dies leaves none behind.
pub(super) fn take(path: &Path) -> Result<File, JournalError> {
    let name = beside(path, ".lock");
    let file = private().create(true).truncate(false).open(&name).map_err(|why| failed(&name, &why))?;
    match file.try_lock() {
        Ok(()) => Ok(file),
        Err(TryLockError::WouldBlock) => Err(JournalError::InUse(path.display().to_string())),
        Err(TryLockError::Error(why)) => Err(failed(&name, &why)),
    }
}

/// Creates the database file where there is none, for its owner's eyes alone. SQLite gives its other files the same mode.
pub(super) fn create_private(path: &Path) -> io::Result<()> {
    private().create(true).truncate(false).open(path).map(drop)
}

/// Creates a file that must not be there yet.
pub(super) fn create_new_private(path: &Path) -> io::Result<File> {
    private().create_new(true).open(path)
}

pub(super) fn failed(path: &Path, why: &io::Error) -> JournalError {
    StorageError(format!("{}: {why}", path.display())).into()
}

fn private() -> OpenOptions {
    let mut options = OpenOptions::new();
    options.read(true).write(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options
}
