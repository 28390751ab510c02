//! Files beside a database: how they are called, and who may look into them.

use std::fs::{File, OpenOptions};
use std::io;
use std::os::unix::fs::OpenOptionsExt;
use std::path::{Path, PathBuf};

use crate::error::{JournalError, StorageError};

/// The path with something added to its name.
pub(crate) fn beside(path: &Path, ending: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(ending);
    name.into()
}

/// A file for its owner's eyes alone.
pub(crate) fn private() -> OpenOptions {
    let mut options = OpenOptions::new();
    options.read(true).write(true).mode(0o600);
    options
}

/// Creates a file that must not be there yet.
pub(crate) fn create_new_private(path: &Path) -> io::Result<File> {
    private().create_new(true).open(path)
}

/// Makes sure that a file that was made or renamed is found after a power cut.
pub(crate) fn sync_folder_of(path: &Path) -> io::Result<()> {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    File::open(folder)?.sync_all()
}

/// What went wrong with a file.
pub(crate) fn failed(path: &Path, why: &io::Error) -> JournalError {
    told(path, why).into()
}

/// The same, for those who write.
pub(crate) fn told(path: &Path, why: &io::Error) -> StorageError {
    StorageError(format!("{}: {why}", path.display()))
}
