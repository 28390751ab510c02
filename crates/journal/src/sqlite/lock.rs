//! One file, one writer, whatever the file is called.
//!
//! Two locks are held. The one on the database itself finds a second server that comes by another name: a link, or the name
//! the file was given since. The one on a file beside it finds a server whose database was put in the place of one that is
//! still open: both would write the same log.

use std::collections::BTreeMap;
use std::fs::{File, Metadata, TryLockError};
use std::io;
use std::os::unix::fs::MetadataExt;
use std::path::Path;
use std::sync::{Mutex, MutexGuard, PoisonError};

use crate::error::JournalError;
use crate::files::{beside, failed, private};

/// Where `flock` and SQLite's own locks do not see each other. Elsewhere the database itself cannot be locked beside them.
const APART: bool = cfg!(any(target_os = "linux", target_os = "android"));

/// The device and number of a file: what it is, whatever it is called.
type Inode = (u64, u64);

/// Every database this process has opened to write. Its descriptor stays open after its lock is given back: closing any
/// descriptor of a file drops all locks SQLite has on it in this process.
static DATABASES: Mutex<Databases> = Mutex::new(BTreeMap::new());

type Databases = BTreeMap<Inode, Database>;

struct Database {
    file: File,
    is_taken: bool,
}

fn databases() -> MutexGuard<'static, Databases> {
    DATABASES.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The locks of a database. A process that dies leaves none behind.
#[derive(Debug)]
pub(super) struct Lock {
    database: Inode,
    beside: File,
}

impl Drop for Lock {
    /// Closing the files is not enough: a child that is being started has them open too until it runs its own program.
    fn drop(&mut self) {
        let _ = self.beside.unlock();
        if let Some(database) = databases().get_mut(&self.database) {
            let _ = database.file.unlock();
            database.is_taken = false;
        }
    }
}

/// Creates the database file where there is none, for its owner's eyes alone, and takes its locks. SQLite gives its other
/// files the same mode.
pub(super) fn take(path: &Path) -> Result<Lock, JournalError> {
    let in_use = || JournalError::InUse(path.display().to_string());
    let mut databases = databases();
    // A file without a name is opened by nobody any more.
    databases.retain(|_, known| known.is_taken || known.file.metadata().is_ok_and(|found| found.nlink() > 0));
    let inode = find(&mut databases, path).map_err(|why| failed(path, &why))?;
    let Some(database) = databases.get_mut(&inode).filter(|database| !database.is_taken) else {
        return Err(in_use());
    };
    if APART && !is_locked(&database.file).map_err(|why| failed(path, &why))? {
        return Err(in_use());
    }
    // SQLite puts the log beside the file a link leads to.
    let name = path.canonicalize().map_err(|why| failed(path, &why))?;
    let name = beside(&name, ".lock");
    let locked = private().create(true).truncate(false).open(&name).and_then(|file| {
        let locked = is_locked(&file)?;
        Ok(locked.then_some(file))
    });
    match locked {
        Ok(Some(beside)) => {
            database.is_taken = true;
            Ok(Lock { database: inode, beside })
        }
        refused => {
            let _ = database.file.unlock();
            Err(refused.err().map_or_else(in_use, |why| failed(&name, &why)))
        }
    }
}

/// Locks a file, unless another has locked it.
fn is_locked(file: &File) -> io::Result<bool> {
    match file.try_lock() {
        Ok(()) => Ok(true),
        Err(TryLockError::WouldBlock) => Ok(false),
        Err(TryLockError::Error(why)) => Err(why),
    }
}

/// Finds a database by what it is, and opens it if this process never did.
fn find(databases: &mut Databases, path: &Path) -> io::Result<Inode> {
    if let Ok(found) = path.metadata()
        && databases.contains_key(&inode_of(&found))
    {
        return Ok(inode_of(&found));
    }
    let file = private().create(true).truncate(false).open(path)?;
    let inode = inode_of(&file.metadata()?);
    databases.insert(inode, Database { file, is_taken: false });
    Ok(inode)
}

fn inode_of(found: &Metadata) -> Inode {
    (found.dev(), found.ino())
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
        let copy = lock.beside.try_clone().expect("a copy, as a child has it");
        drop(lock);
        drop(take(&path).expect("a free lock"));
        drop(copy);
    }
}
