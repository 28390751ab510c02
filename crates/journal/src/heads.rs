//! The heads of all streams, kept outside the database: what is lost with it, or with its log, is found at the next start.
//!
//! Three files beside each other. `HEADS` has signed notes and only grows: all heads, when the journal is closed, after so
//! many records, and after so long. `HEADS.tail` has a line for every batch that was committed since the last note, written
//! before the batch is answered. `HEADS.key` has the secret key, made with the first of them.
//!
//! The text of a note, line by line:
//!
//! 1. the name of the key, which is also that of the journal;
//! 2. how many records all streams have together;
//! 3. the SHA-256 of all lines that follow, each with its line feed, in base64;
//! 4. from here on a head a line ([`KnownHead`]): its number, its hash, its stream; by the names of the streams.
//!
//! Nothing stands here before it is committed. The tail is not synced: after a power cut it may know less than the database,
//! never more.

mod note;

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs::{File, TryLockError};
use std::io::{self, ErrorKind, Read, Seek, SeekFrom, Write as _};
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use sha2::{Digest, Sha256};

use crate::error::StorageError;
use crate::files::{beside, create_new_private, failed, private, sync_folder_of, told};
use crate::{Head, JournalError, KnownHead, Stream};

pub use note::NoteKey;
use note::{SIGNED, SecretKey};

/// A note is written after so many lines of the tail,
const MOST: usize = 10_000;
/// or with the first batch after this.
const LONGEST: Duration = Duration::from_mins(10);
/// The last note is looked for in so many bytes first.
const REACH: u64 = 1 << 20;

/// Where heads are kept, and what is done where a journal lacks what they know.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct HeadsConfig {
    /// The file; for SQLite the database's own name with `.heads` where nothing is said. For PostgreSQL there is none then.
    pub path: Option<PathBuf>,
    /// Goes on with a journal that has lost records, and writes that into the stream `losses`, at this time.
    pub accept_loss_at: Option<i64>,
}

type All = BTreeMap<Stream, Head>;

/// The heads of a journal that is open, and the files they are kept in.
pub(crate) struct Heads {
    path: PathBuf,
    key: SecretKey,
    tail: File,
    all: All,
    /// How many lines the tail has.
    unsigned: usize,
    signed: Instant,
}

impl Heads {
    /// Opens the files and reads what they know.
    pub(crate) fn open(path: &Path) -> Result<Heads, JournalError> {
        let name = beside(path, ".tail");
        let mut tail = private().append(true).create(true).open(&name).map_err(|why| failed(&name, &why))?;
        match tail.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => return Err(JournalError::InUse(path.display().to_string())),
            Err(TryLockError::Error(why)) => return Err(failed(&name, &why)),
        }
        let key = match read_key(path)? {
            Some(key) => key,
            None => make_key(path)?,
        };
        let mut all = All::new();
        read_note(path, &key.public(), &mut all)?;
        let unsigned = read_tail(path, &mut all)?;
        // A line that was torn by a power cut must not spoil the next.
        tail.write_all(b"\n").map_err(|why| failed(&name, &why))?;
        Ok(Heads { path: path.to_owned(), key, tail, all, unsigned, signed: Instant::now() })
    }

    /// Whose signature stands under the notes.
    pub(crate) fn key(&self) -> NoteKey {
        self.key.public()
    }

    pub(crate) fn path(&self) -> &Path {
        &self.path
    }

    pub(crate) fn known(&self) -> Vec<KnownHead> {
        listed(&self.all)
    }

    /// Goes on from what the journal has. Where it has lost something that is accepted, the next note comes at once.
    pub(crate) fn begin(&mut self, now: Vec<(Stream, Head)>, with_loss: bool) {
        self.all = now.into_iter().collect();
        if with_loss {
            self.unsigned = MOST;
        }
    }

    /// Notes heads that are committed.
    pub(crate) fn note(&mut self, new: impl Iterator<Item = KnownHead>) -> Result<(), StorageError> {
        let mut lines = String::new();
        for known in new {
            // Writing into a string cannot fail.
            let _ = writeln!(lines, "{known}");
            self.all.insert(known.stream, known.head);
            self.unsigned += 1;
        }
        if lines.is_empty() {
            return Ok(());
        }
        self.tail.write_all(lines.as_bytes()).map_err(|why| told(&beside(&self.path, ".tail"), &why))?;
        if self.unsigned >= MOST || self.signed.elapsed() >= LONGEST { self.sign() } else { Ok(()) }
    }

    /// Writes a note, unless the last one says it all. The tail is empty then.
    fn sign(&mut self) -> Result<(), StorageError> {
        if self.unsigned == 0 {
            return Ok(());
        }
        let note = self.key.sign(&text(self.key.public().name(), &self.all));
        add(&self.path, &note).and_then(|()| self.tail.set_len(0)).map_err(|why| told(&self.path, &why))?;
        (self.unsigned, self.signed) = (0, Instant::now());
        Ok(())
    }
}

impl Drop for Heads {
    fn drop(&mut self) {
        // Where it fails the tail still says it all.
        let _ = self.sign();
        let _ = self.tail.unlock();
    }
}

/// Reads the heads kept in a file and its tail, and looks whether they were signed with this key, or with the one beside it.
/// There may be none.
///
/// # Errors
///
/// When a file cannot be read, the key is missing, or the last note was not signed with it.
pub fn kept_heads(path: &Path, key: Option<&NoteKey>) -> Result<Vec<KnownHead>, JournalError> {
    let found = if key.is_none() { read_key(path)?.map(|key| key.public()) } else { None };
    let mut all = All::new();
    if let Some(key) = key.or(found.as_ref()) {
        read_note(path, key, &mut all)?;
    }
    read_tail(path, &mut all)?;
    Ok(listed(&all))
}

fn listed(all: &All) -> Vec<KnownHead> {
    all.iter().map(|(stream, head)| KnownHead { stream: stream.clone(), head: *head }).collect()
}

/// The text of a note.
fn text(origin: &str, all: &All) -> String {
    let lines = listed(all).iter().fold(String::new(), |mut lines, known| {
        // Writing into a string cannot fail.
        let _ = writeln!(lines, "{known}");
        lines
    });
    let records: u64 = all.values().map(|head| head.seq).sum();
    let hash = STANDARD.encode(Sha256::digest(lines.as_bytes()));
    format!("{origin}\n{records}\n{hash}\n{lines}")
}

/// Adds a note, and returns once it is on disk.
fn add(path: &Path, note: &str) -> io::Result<()> {
    let is_new = !path.exists();
    let mut file = private().append(true).create(true).open(path)?;
    let length = file.metadata()?.len();
    let mut last = [b'\n'];
    if length > 0 {
        file.seek(SeekFrom::Start(length - 1))?;
        file.read_exact(&mut last)?;
    }
    // A note that was torn by a power cut must not spoil the next.
    let torn = if last == [b'\n'] { "" } else { "\n" };
    file.write_all(format!("{torn}{note}").as_bytes())?;
    file.sync_all()?;
    if is_new { sync_folder_of(path) } else { Ok(()) }
}

/// The key, if there is one. Where there are notes there must be.
fn read_key(path: &Path) -> Result<Option<SecretKey>, JournalError> {
    let name = beside(path, ".key");
    let has_notes = path.metadata().is_ok_and(|found| found.len() > 0);
    match std::fs::read_to_string(&name) {
        Ok(text) => match SecretKey::read(&text) {
            Some(key) => Ok(Some(key)),
            None => {
                Err(wrong(&name, "this is not a key: put back the one that was made with the first heads"))
            }
        },
        Err(why) if why.kind() == ErrorKind::NotFound && has_notes => Err(wrong(
            path,
            "the key of these heads is missing beside them: put it back, or name its public half",
        )),
        Err(why) if why.kind() == ErrorKind::NotFound => Ok(None),
        Err(why) => Err(failed(&name, &why)),
    }
}

fn make_key(path: &Path) -> Result<SecretKey, JournalError> {
    let name = beside(path, ".key");
    let key = SecretKey::new().map_err(|why| wrong(&name, &format!("no key can be made: {why}")))?;
    let write = || {
        let mut file = create_new_private(&name)?;
        file.write_all(key.written().as_bytes())?;
        file.sync_all()?;
        sync_folder_of(&name)
    };
    write().map_err(|why| failed(&name, &why))?;
    Ok(key)
}

/// Reads the last note.
fn read_note(path: &Path, key: &NoteKey, all: &mut All) -> Result<(), JournalError> {
    let note = match last_note(path, key.name()) {
        Ok(Some(note)) => note,
        Ok(None) => return Ok(()),
        Err(why) => return Err(failed(path, &why)),
    };
    let read = || {
        let text = std::str::from_utf8(&note).ok().and_then(|note| key.read(note))?;
        text.lines().skip(3).map(|line| line.parse().ok()).collect::<Option<Vec<KnownHead>>>()
    };
    let Some(heads) = read() else {
        return Err(wrong(path, &format!("its last note was changed, or not signed by {}", key.name())));
    };
    all.extend(heads.into_iter().map(|known| (known.stream, known.head)));
    Ok(())
}

/// The bytes of the last complete note of this name.
fn last_note(path: &Path, name: &str) -> io::Result<Option<Vec<u8>>> {
    let mut file = match File::open(path) {
        Err(why) if why.kind() == ErrorKind::NotFound => return Ok(None),
        opened => opened?,
    };
    let length = file.metadata()?.len();
    for reach in [REACH, u64::MAX] {
        let begin = length.saturating_sub(reach);
        let mut bytes = Vec::new();
        file.seek(SeekFrom::Start(begin))?;
        file.read_to_end(&mut bytes)?;
        if let Some(place) = place_of_note(&bytes, name) {
            return Ok(Some(bytes[place].to_vec()));
        }
        if begin == 0 {
            let signed = bytes.split(|byte| *byte == b'\n').any(|line| line.starts_with(SIGNED.as_bytes()));
            let other = format!("there are heads, but none signed by {name}");
            return if signed { Err(io::Error::other(other)) } else { Ok(None) };
        }
    }
    Ok(None)
}

/// From a line with the name to the last signature below it.
fn place_of_note(bytes: &[u8], name: &str) -> Option<Range<usize>> {
    let (mut start, mut found, mut at) = (None, None, 0);
    for line in bytes.split_inclusive(|byte| *byte == b'\n') {
        let begin = at;
        at += line.len();
        match line.strip_suffix(b"\n") {
            Some(line) if line == name.as_bytes() => start = Some(begin),
            Some(line) if line.starts_with(SIGNED.as_bytes()) => {
                found = start.map(|start| start..at).or(found);
            }
            _ => {}
        }
    }
    found
}

/// Reads the tail, and returns how many lines it has. One that was torn is not counted.
fn read_tail(path: &Path, all: &mut All) -> Result<usize, JournalError> {
    let name = beside(path, ".tail");
    let bytes = match std::fs::read(&name) {
        Err(why) if why.kind() == ErrorKind::NotFound => return Ok(0),
        read => read.map_err(|why| failed(&name, &why))?,
    };
    let mut lines = 0;
    for line in bytes.split_inclusive(|byte| *byte == b'\n') {
        let line = line.strip_suffix(b"\n").and_then(|line| std::str::from_utf8(line).ok());
        let Some(known) = line.and_then(|line| line.parse::<KnownHead>().ok()) else { continue };
        lines += 1;
        // The note may be newer, should the power have gone before the tail was emptied.
        let head = all.entry(known.stream).or_default();
        if known.head.seq > head.seq {
            *head = known.head;
        }
    }
    Ok(lines)
}

fn wrong(path: &Path, why: &str) -> JournalError {
    JournalError::Heads { path: path.display().to_string(), why: why.to_owned() }
}
