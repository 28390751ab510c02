//! The file of notes: what a note says, adding one, and finding the last.

use std::fmt::Write as _;
use std::fs::File;
use std::io::{self, ErrorKind, Read, Seek, SeekFrom, Write as _};
use std::ops::Range;
use std::path::Path;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use sha2::{Digest, Sha256};

use super::note::{NoteKey, SIGNED, SecretKey};
use super::{All, listed, newer, wrong};
use crate::error::StorageError;
use crate::files::{failed, private, sync_folder_of};
use crate::{JournalError, KnownHead};

/// The number of bytes at the end that are searched first for the last note.
const REACH: u64 = 1 << 20;

/// The text of a note.
pub(super) fn text(origin: &str, all: &All) -> String {
    let lines = lines_of(all);
    let records: u64 = all.values().map(|head| head.seq).sum();
    let hash = hash_of(&lines);
    format!("{origin}\n{records}\n{hash}\n{lines}")
}

/// A head a line.
fn lines_of(all: &All) -> String {
    listed(all).iter().fold(String::new(), |mut lines, known| {
        // Writing into a string cannot fail.
        let _ = writeln!(lines, "{known}");
        lines
    })
}

pub(super) fn hash_of(text: &str) -> String {
    STANDARD.encode(Sha256::digest(text.as_bytes()))
}

/// Adds a note, and returns once it is on disk.
pub(super) fn add(path: &Path, note: &str) -> io::Result<()> {
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

/// Adds a first note, which knows nothing, so that a key without a note means that notes are gone.
pub(super) fn begin_notes(path: &Path, key: &SecretKey) -> Result<(), JournalError> {
    let note = key.sign(&text(key.public().name(), &All::new()));
    add(path, &note).map_err(|why| failed(path, &why))
}

/// A key stands beside notes as long as there are any.
pub(super) fn gone(path: &Path) -> JournalError {
    let why = "the heads are gone, but the key that was made with the first of them is there";
    own(wrong(path, why))
}

/// What to do about heads that cannot be trusted.
pub(super) fn own(why: JournalError) -> JournalError {
    told_what_to_do(
        why,
        "put the heads back, or a copy of them; to go on without them, start once with --accept-loss, which is written into the \
         journal",
    )
}

pub(super) fn told_what_to_do(why: JournalError, what: &str) -> JournalError {
    match why {
        JournalError::Heads { path, why } => JournalError::Heads { path, why: format!("{why}: {what}") },
        other => other,
    }
}

/// A note that was signed with the right key.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Signed {
    pub(super) note: String,
    /// The hash of its text, which the tail begins with.
    pub(super) hash: String,
    pub(super) heads: Vec<KnownHead>,
}

impl Signed {
    pub(super) fn read(note: &str, key: &NoteKey) -> Option<Signed> {
        let text = key.read(note)?;
        let heads = text.lines().skip(3).map(|line| line.parse().ok()).collect::<Option<_>>()?;
        Some(Signed { note: note.to_owned(), hash: hash_of(text), heads })
    }
}

/// Reads the last note in a file.
pub(super) fn read_note(path: &Path, key: &NoteKey, all: &mut All) -> Result<Option<Signed>, JournalError> {
    let Some(note) = last_note(path, key.name())? else { return Ok(None) };
    let signed = signed_by(key, &note).ok_or_else(|| wrong(path, &changed(key)))?;
    for known in &signed.heads {
        newer(all, known.clone());
    }
    Ok(Some(signed))
}

/// Reads the last note of what a URL has.
pub(super) fn last_of(place: &str, body: &[u8], key: &NoteKey) -> Result<Signed, JournalError> {
    let wrong = |why| JournalError::Heads { path: place.to_owned(), why };
    match place_of_note(body, key.name()) {
        Some(note) => signed_by(key, &body[note]).ok_or_else(|| wrong(changed(key))),
        None if has_signature(body) => Err(wrong(others(key.name()))),
        None => Err(StorageError(format!("{place}: what it answers is no note")).into()),
    }
}

fn signed_by(key: &NoteKey, note: &[u8]) -> Option<Signed> {
    std::str::from_utf8(note).ok().and_then(|note| Signed::read(note, key))
}

fn changed(key: &NoteKey) -> String {
    format!("its last note was changed, or not signed by {}", key.name())
}

fn others(name: &str) -> String {
    format!("there are heads, but none signed by {name}: they are of another journal")
}

fn has_signature(bytes: &[u8]) -> bool {
    bytes.split(|byte| *byte == b'\n').any(|line| line.starts_with(SIGNED.as_bytes()))
}

/// Whether there is a signature that names another. What is left of a note of this name is none.
fn has_signature_of_others(bytes: &[u8], name: &str) -> bool {
    let ours = format!("{SIGNED}{name} ");
    let is_theirs = |line: &[u8]| {
        line.ends_with(b"\n") && line.starts_with(SIGNED.as_bytes()) && !line.starts_with(ours.as_bytes())
    };
    bytes.split_inclusive(|byte| *byte == b'\n').any(is_theirs)
}

/// The bytes of the last complete note of this name.
fn last_note(path: &Path, name: &str) -> Result<Option<Vec<u8>>, JournalError> {
    let mut file = match File::open(path) {
        Err(why) if why.kind() == ErrorKind::NotFound => return Ok(None),
        opened => opened.map_err(|why| failed(path, &why))?,
    };
    let length = file.metadata().map_err(|why| failed(path, &why))?.len();
    for reach in [REACH, u64::MAX] {
        let begin = length.saturating_sub(reach);
        let mut bytes = Vec::new();
        let read = file.seek(SeekFrom::Start(begin)).and_then(|_| file.read_to_end(&mut bytes));
        read.map_err(|why| failed(path, &why))?;
        if let Some(place) = place_of_note(&bytes, name) {
            return Ok(Some(bytes[place].to_vec()));
        }
        if begin == 0 {
            return if has_signature_of_others(&bytes, name) {
                Err(wrong(path, &others(name)))
            } else {
                Ok(None)
            };
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
