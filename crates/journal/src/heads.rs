//! The heads of all streams, kept outside the database: what is lost with it, or with its log, is found at the next start.
//!
//! Three files beside each other. `HEADS` has signed notes and only grows: a note has all heads, and is written when the journal
//! is closed, after a number of records, after a time, and soon after a start that found a long tail. `HEADS.tail` has a line for
//! every batch that was committed since the last note, written before the batch is answered. `HEADS.key` has the secret key, made
//! with the first of them: a note without heads, so that a key without a note says that notes are gone.
//!
//! The text of a note, line by line:
//!
//! 1. the name of the key, which is also that of the journal;
//! 2. how many records all streams have together;
//! 3. the SHA-256 of all lines that follow, each with its line feed, in base64;
//! 4. from here on a head a line ([`KnownHead`]): its number, its hash, its stream; by the names of the streams.
//!
//! A note can be shown to anyone, so it has a head only where nobody can learn anything from its hash: of a stream whose last
//! record hides something ([`crate::NewRecord::hides`]) it has the last head before that. The tail has them all, and is for nobody else.
//!
//! The lines of a batch in the tail are signed together, each batch over the one before it and the first over the note: no line
//! can be made up, changed, moved or brought back from an earlier tail without the key. That the last batches were cut off is
//! not seen in the tail; what the note knows is known all the same.
//!
//! Nothing stands here before it is committed. The tail is not synced: after a power cut it may know less than the database,
//! never more.

mod client;
mod copies;
mod file;
mod key;
mod note;
mod place;
mod sending;
mod tail;

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs::{File, TryLockError};
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use crate::error::StorageError;
use crate::files::{beside, failed, private, told};
use crate::{BoxFuture, Head, JournalError, KnownHead, Loss, Stream};

use client::Client;
use copies::Copies;
pub use copies::HeadsCopy;
pub(crate) use copies::{Asked, CopyStates, ask_all, standing};
use file::{Signed, add, begin_notes, gone, hash_of, last_of, own, read_note, text};
pub use key::has_heads;
use key::{make_key, read_key, warn_if_open};
pub use note::NoteKey;
use note::SecretKey;
pub use place::{HeadsPlace, HeadsToken, HeadsUrl};
use tail::{HIDES, linked, read_tail};

/// The number of lines in the tail after which a note is written.
const MOST: usize = 10_000;
/// A note is also written with the first batch after this time.
const LONGEST: Duration = Duration::from_mins(10);
/// The number of lines that may be left from before an opening; with more, the first batch brings a note. Every opening verifies
/// the signatures of all of them.
const LEFT: usize = 300;

/// Where heads are kept, and what is done where a journal lacks what they know.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct HeadsConfig {
    /// The file; for SQLite the database's own name with `.heads` where nothing is said. For PostgreSQL there is none then.
    pub path: Option<PathBuf>,
    /// Further files and URLs that every note is added to, on other disks and machines.
    pub copies: Vec<HeadsPlace>,
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
    /// Those that anyone may know.
    shown: All,
    /// How many lines the tail has that no note knows.
    unsigned: usize,
    /// What the next lines of the tail are signed with.
    link: String,
    signed: Instant,
    /// The last note there was at the start.
    newest: Option<Signed>,
    copies: Copies,
    /// Whether the notes were gone or spoilt, which was accepted.
    is_gone: bool,
}

impl Heads {
    /// Opens the files and reads what they and their copies know.
    ///
    /// # Errors
    ///
    /// When they cannot be trusted, or are gone and nobody has accepted that.
    pub(crate) fn open(path: &Path, copies: Vec<Asked>, accepted: bool) -> Result<Heads, JournalError> {
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
        warn_if_open(path);
        let mut shown = All::new();
        let newest = match read_note(path, &key.public(), &mut shown) {
            Err(JournalError::Heads { .. }) if accepted => None,
            read => read.map_err(own)?,
        };
        let is_gone = newest.is_none() && read_tail(path, &key.public(), None)?.heads.is_empty();
        let newest = match newest {
            None if is_gone && !accepted => return Err(gone(path)),
            None if is_gone => {
                begin_notes(path, &key)?;
                read_note(path, &key.public(), &mut shown)?
            }
            newest => newest,
        };
        let copies = Copies::open(path, copies, &key.public(), &mut shown)?;
        let mut all = shown.clone();
        let tail_read = read_tail(path, &key.public(), newest.as_ref())?;
        let unsigned = tail_read.heads.len();
        for (known, hides) in tail_read.heads {
            if !hides {
                newer(&mut shown, known.clone());
            }
            newer(&mut all, known);
        }
        // A line that was torn by a power cut must not spoil the next: an empty line ends what was not signed.
        tail.write_all(b"\n\n").map_err(|why| failed(&name, &why))?;
        let (path, link, signed) = (path.to_owned(), tail_read.link, Instant::now());
        // A note without heads is news to nobody.
        let newest = newest.filter(|note| !note.heads.is_empty());
        Ok(Heads { path, key, tail, all, shown, unsigned, link, signed, newest, copies, is_gone })
    }

    /// The copies, for those who ask how they are.
    pub(crate) fn copies(&self) -> CopyStates {
        self.copies.states()
    }

    /// Whether its notes were gone or spoilt, which was accepted.
    pub(crate) fn is_gone(&self) -> bool {
        self.is_gone
    }

    /// Whose signature stands under the notes.
    pub(crate) fn key(&self) -> NoteKey {
        self.key.public()
    }

    /// What knows them, in words.
    pub(crate) fn place(&self) -> String {
        let more = if self.copies.are_none() { "" } else { " or a copy of it" };
        format!("{}{more}", self.path.display())
    }

    pub(crate) fn known(&self) -> Vec<KnownHead> {
        listed(&self.all)
    }

    /// Goes on from what the journal has. The next note comes at once where it has lost something that is accepted, and where
    /// a server that was killed left a long tail.
    pub(crate) fn begin(&mut self, now: Vec<(Stream, Head)>, lost: &[Loss]) {
        self.all = now.into_iter().collect();
        self.shown.retain(|stream, _| lost.iter().all(|loss| loss.stream != *stream));
        if !lost.is_empty() || self.is_gone || self.unsigned > LEFT {
            self.unsigned = MOST;
        } else if let Some(newest) = self.newest.take() {
            self.copies.catch_up(&newest);
        }
    }

    /// Notes heads that are committed, and whether their last records hide something.
    pub(crate) fn note(&mut self, new: impl Iterator<Item = (KnownHead, bool)>) -> Result<(), StorageError> {
        let mut lines = String::new();
        for (known, hides) in new {
            // Writing into a string cannot fail.
            let _ = writeln!(lines, "{}{known}", if hides { HIDES } else { "" });
            if !hides {
                self.shown.insert(known.stream.clone(), known.head);
            }
            self.all.insert(known.stream, known.head);
            self.unsigned += 1;
        }
        if lines.is_empty() {
            return Ok(());
        }
        self.add_to_tail(lines).map_err(|why| told(&beside(&self.path, ".tail"), &why))?;
        if self.unsigned >= MOST || self.signed.elapsed() >= LONGEST { self.sign() } else { Ok(()) }
    }

    /// Adds the lines of a batch to the tail, signed.
    fn add_to_tail(&mut self, mut lines: String) -> io::Result<()> {
        self.link = self.key.signature(&linked(self.key.public().name(), &self.link, &lines));
        let _ = writeln!(lines, "{}", self.link);
        self.tail.write_all(lines.as_bytes())
    }

    /// Writes a note, unless the last one says it all. Only heads that are not in it stay in the tail.
    fn sign(&mut self) -> Result<(), StorageError> {
        if self.unsigned == 0 {
            return Ok(());
        }
        let text = text(self.key.public().name(), &self.shown);
        let note = self.key.sign(&text);
        let hidden = listed(&self.all).into_iter().filter(|it| self.shown.get(&it.stream) != Some(&it.head));
        let mut left = String::new();
        for known in hidden {
            let _ = writeln!(left, "{HIDES}{known}");
        }
        self.link = hash_of(&text);
        add(&self.path, &note)
            .and_then(|()| self.tail.set_len(0))
            .and_then(|()| if left.is_empty() { Ok(()) } else { self.add_to_tail(left) })
            .map_err(|why| told(&self.path, &why))?;
        self.copies.add(&note);
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
/// There may be none where there is no key beside them.
///
/// # Errors
///
/// When a file cannot be read, the key is missing, the last note was not signed with it, or the notes are gone.
pub fn kept_heads(path: &Path, key: Option<&NoteKey>) -> Result<Vec<KnownHead>, JournalError> {
    let found = if key.is_none() { read_key(path)?.map(|key| key.public()) } else { None };
    let mut all = All::new();
    if let Some(key) = key.or(found.as_ref()) {
        let note = read_note(path, key, &mut all).map_err(own)?;
        let tail = read_tail(path, key, note.as_ref())?.heads;
        if note.is_none() && tail.is_empty() && beside(path, ".key").exists() {
            return Err(gone(path));
        }
        for (known, _) in tail {
            newer(&mut all, known);
        }
    }
    Ok(listed(&all))
}

/// Fetches the newest heads that a URL has, and looks whether they were signed with this key. It may have none.
///
/// # Errors
///
/// [`JournalError::Storage`] when the URL cannot be read, and another when its note was not signed with the key.
#[must_use]
pub fn fetch_heads<'u>(
    url: &'u HeadsUrl,
    key: &'u NoteKey,
) -> BoxFuture<'u, Result<Vec<KnownHead>, JournalError>> {
    Box::pin(async move {
        let body = Client::new(url)?.get().await?;
        let signed = body.map(|body| last_of(&url.to_string(), &body, key)).transpose()?;
        Ok(signed.map(|signed| signed.heads).unwrap_or_default())
    })
}

/// Reads the public half of the key beside heads, if there is one.
///
/// # Errors
///
/// When it cannot be read, or there are heads and it is missing.
pub fn kept_key(path: &Path) -> Result<Option<NoteKey>, JournalError> {
    Ok(read_key(path)?.map(|key| key.public()))
}

fn listed(all: &All) -> Vec<KnownHead> {
    all.iter().map(|(stream, head)| KnownHead { stream: stream.clone(), head: *head }).collect()
}

/// Notes a head, unless a newer one is known.
fn newer(all: &mut All, known: KnownHead) {
    let head = all.entry(known.stream).or_default();
    if known.head.seq > head.seq {
        *head = known.head;
    }
}

fn wrong(path: &Path, why: &str) -> JournalError {
    JournalError::Heads { path: path.display().to_string(), why: why.to_owned() }
}
