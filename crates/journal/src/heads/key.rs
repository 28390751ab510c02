//! The file of the key that signs notes.

use std::io::{ErrorKind, Write as _};
use std::os::unix::fs::PermissionsExt;
use std::path::Path;

use super::file::begin_notes;
use super::note::SecretKey;
use super::wrong;
use crate::files::{beside, failed, private, sync_folder_of};
use crate::{JournalError, KnownHead};

/// What to do without the key.
const LOST: &str = "If it is lost for good, move the heads and their tail away: the floor then begins new ones, and does not \
                    notice what was lost before";

/// The key, if there is one. Where there are notes there must be.
pub(super) fn read_key(path: &Path) -> Result<Option<SecretKey>, JournalError> {
    let name = beside(path, ".key");
    match std::fs::read_to_string(&name) {
        Ok(text) => match SecretKey::read(&text) {
            Some(key) => Ok(Some(key)),
            None => Err(wrong(
                &name,
                &format!("this is not a key: put back the one that was made with the first heads. {LOST}"),
            )),
        },
        Err(why) if why.kind() == ErrorKind::NotFound && has_heads(path) => {
            let missing =
                "the key of these heads is missing beside them: put it back, or name its public half";
            Err(wrong(path, &format!("{missing} (`croupier audit --heads-key`). {LOST}")))
        }
        Err(why) if why.kind() == ErrorKind::NotFound => Ok(None),
        Err(why) => Err(failed(&name, &why)),
    }
}

/// Warns of a key that others can read: with it anyone can sign other heads.
pub(super) fn warn_if_open(path: &Path) {
    let key = beside(path, ".key");
    let mode = key.metadata().map_or(0, |found| found.permissions().mode() & 0o777);
    if mode & 0o077 != 0 {
        let shown = key.display();
        tracing::warn!(
            "the key of the heads {shown} is open to others (mode {mode:03o}): run `chmod 600 {shown}`"
        );
    }
}

/// Whether the notes in a file know anything. A first note alone was left by a server that was killed before it had its key.
#[must_use]
pub fn has_heads(path: &Path) -> bool {
    let bytes = std::fs::read(path).unwrap_or_default();
    String::from_utf8_lossy(&bytes).lines().any(|line| line.parse::<KnownHead>().is_ok())
}

/// Makes a key. It has its name only once there is a first note: a server may be killed at any moment.
pub(super) fn make_key(path: &Path) -> Result<SecretKey, JournalError> {
    let (name, part) = (beside(path, ".key"), beside(path, ".key.part"));
    let key = SecretKey::new().map_err(|why| wrong(&name, &format!("no key can be made: {why}")))?;
    begin_notes(path, &key)?;
    let write = || {
        let mut file = private().create(true).truncate(true).open(&part)?;
        file.write_all(key.written().as_bytes())?;
        file.sync_all()?;
        std::fs::rename(&part, &name)?;
        sync_folder_of(&name)
    };
    write().map_err(|why| failed(&name, &why))?;
    Ok(key)
}
