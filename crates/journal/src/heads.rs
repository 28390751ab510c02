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
mod note;
mod place;
mod sending;

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs::{File, TryLockError};
use std::io::{self, ErrorKind, Read, Seek, SeekFrom, Write as _};
use std::ops::Range;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use sha2::{Digest, Sha256};

use crate::error::StorageError;
use crate::files::{beside, failed, private, sync_folder_of, told};
use crate::{BoxFuture, Head, JournalError, KnownHead, Loss, Stream};

use client::Client;
use copies::Copies;
pub use copies::HeadsCopy;
pub(crate) use copies::{Asked, CopyStates, ask_all, standing};
pub use note::NoteKey;
use note::{SIGNED, SecretKey};
pub use place::{HeadsPlace, HeadsToken, HeadsUrl};

/// The number of lines in the tail after which a note is written.
const MOST: usize = 10_000;
/// A note is also written with the first batch after this time.
const LONGEST: Duration = Duration::from_mins(10);
/// The number of lines that may be left from before an opening; with more, the first batch brings a note. Every opening verifies
/// the signatures of all of them.
const LEFT: usize = 300;
/// What a line of the tail begins with whose record hides something.
const HIDES: &str = "hides ";
/// What to do without the key.
const LOST: &str = "If it is lost for good, move the heads and their tail away: the floor then begins new ones, and does not \
                    notice what was lost before";
/// The number of bytes at the end that are searched first for the last note.
const REACH: u64 = 1 << 20;

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
    /// When they cannot be trusted or are gone, and nobody has accepted that.
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
        warn_if_open(&beside(path, ".key"));
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

/// The text of a note.
fn text(origin: &str, all: &All) -> String {
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

fn hash_of(text: &str) -> String {
    STANDARD.encode(Sha256::digest(text.as_bytes()))
}

/// What is signed of a batch in the tail: its lines, and what comes before them.
fn linked(origin: &str, before: &str, lines: &str) -> String {
    format!("tail of {origin}\n{before}\n{lines}")
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

/// Warns of a key that others can read: whoever has it can sign other heads.
fn warn_if_open(key: &Path) {
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

/// A key stands beside notes as long as there are any.
fn gone(path: &Path) -> JournalError {
    let why = "the heads are gone, but the key that was made with the first of them is there";
    own(wrong(path, why))
}

/// What to do about heads that cannot be trusted.
fn own(why: JournalError) -> JournalError {
    told_what_to_do(
        why,
        "put the heads back, or a copy of them; to go on without them, start once with --accept-loss, which is written into the \
         journal",
    )
}

fn told_what_to_do(why: JournalError, what: &str) -> JournalError {
    match why {
        JournalError::Heads { path, why } => JournalError::Heads { path, why: format!("{why}: {what}") },
        other => other,
    }
}

/// Adds a first note, which knows nothing, so that a key without a note means that notes are gone.
fn begin_notes(path: &Path, key: &SecretKey) -> Result<(), JournalError> {
    let note = key.sign(&text(key.public().name(), &All::new()));
    add(path, &note).map_err(|why| failed(path, &why))
}

/// Makes a key. It has its name only once there is a first note: a server may be killed at any moment.
fn make_key(path: &Path) -> Result<SecretKey, JournalError> {
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

/// A note that was signed with the right key.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Signed {
    note: String,
    /// The hash of its text, which the tail begins with.
    hash: String,
    heads: Vec<KnownHead>,
}

impl Signed {
    fn read(note: &str, key: &NoteKey) -> Option<Signed> {
        let text = key.read(note)?;
        let heads = text.lines().skip(3).map(|line| line.parse().ok()).collect::<Option<_>>()?;
        Some(Signed { note: note.to_owned(), hash: hash_of(text), heads })
    }
}

/// Reads the last note in a file.
fn read_note(path: &Path, key: &NoteKey, all: &mut All) -> Result<Option<Signed>, JournalError> {
    let Some(note) = last_note(path, key.name())? else { return Ok(None) };
    let signed = signed_by(key, &note).ok_or_else(|| wrong(path, &changed(key)))?;
    for known in &signed.heads {
        newer(all, known.clone());
    }
    Ok(Some(signed))
}

/// Reads the last note of what a URL has.
fn last_of(place: &str, body: &[u8], key: &NoteKey) -> Result<Signed, JournalError> {
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

/// Notes a head, unless a newer one is known.
fn newer(all: &mut All, known: KnownHead) {
    let head = all.entry(known.stream).or_default();
    if known.head.seq > head.seq {
        *head = known.head;
    }
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

/// What a tail has.
struct Tail {
    /// The heads that are signed, and whether their records hide something.
    heads: Vec<(KnownHead, bool)>,
    /// What the next lines are signed with.
    link: String,
}

/// Reads the lines of the tail that are signed. What is torn, made up or of an earlier tail is passed over: it accuses nobody.
fn read_tail(path: &Path, key: &NoteKey, note: Option<&Signed>) -> Result<Tail, JournalError> {
    let name = beside(path, ".tail");
    let mut tail = Tail { heads: Vec::new(), link: note.map(|note| note.hash.clone()).unwrap_or_default() };
    let bytes = match std::fs::read(&name) {
        Err(why) if why.kind() == ErrorKind::NotFound => return Ok(tail),
        read => read.map_err(|why| failed(&name, &why))?,
    };
    let mut batch = String::new();
    for line in bytes.split_inclusive(|byte| *byte == b'\n') {
        let line = line.strip_suffix(b"\n").and_then(|line| std::str::from_utf8(line).ok());
        match line {
            Some(signature) if signature.starts_with(SIGNED) => {
                let lines = std::mem::take(&mut batch);
                if key.has_signed(&linked(key.name(), &tail.link, &lines), signature) {
                    tail.heads.extend(lines.lines().filter_map(tail_line));
                    signature.clone_into(&mut tail.link);
                }
            }
            None | Some("") => batch.clear(),
            Some(line) => {
                let _ = writeln!(batch, "{line}");
            }
        }
    }
    Ok(tail)
}

/// A head in the tail, and whether its record hides something.
fn tail_line(line: &str) -> Option<(KnownHead, bool)> {
    let hidden = line.strip_prefix(HIDES);
    Some((hidden.unwrap_or(line).parse().ok()?, hidden.is_some()))
}

fn wrong(path: &Path, why: &str) -> JournalError {
    JournalError::Heads { path: path.display().to_string(), why: why.to_owned() }
}
