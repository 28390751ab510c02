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

/// The lock of a database. A process that dies leaves none behind.
#[derive(Debug)]
pub(super) struct Lock(File);

impl Drop for Lock {
    /// Closing the file is not enough: a child that is being started has it open too until it runs its own program.
    fn drop(&mut self) {
        let _ = self.0.unlock();
    }
}

/// Takes the lock.
pub(super) fn take(path: &Path) -> Result<Lock, JournalError> {
    let name = beside(path, ".lock");
    let file = private().create(true).truncate(false).open(&name).map_err(|why| failed(&name, &why))?;
    match file.try_lock() {
        Ok(()) => Ok(Lock(file)),
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

#[cfg(test)]
mod tests {
    use super::take;

    #[test]
    fn a_lock_ends_with_its_owner_though_another_process_has_the_file_open() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("floor.db");
        let lock = take(&path).expect("a free lock");
        take(&path).expect_err("a lock that is held");
        let copy = lock.0.try_clone().expect("a copy, as a child has it");
        drop(lock);
        take(&path).expect("a free lock");
        drop(copy);
    }
}
