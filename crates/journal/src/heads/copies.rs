//! Copies of the notes on other disks. Each has a thread of its own: a disk that hangs or is full holds up nobody.

use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, TrySendError, channel, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use super::{All, NoteKey, add, read_note, wrong};
use crate::JournalError;
use crate::error::StorageError;
use crate::files::{private, told};

/// This many notes wait for a slow disk.
const WAITING: usize = 16;
/// A note that could not be written is tried again after this.
const AGAIN: Duration = Duration::from_mins(1);
/// The last note is waited for this long when the journal is closed.
const PATIENCE: Duration = Duration::from_secs(10);

/// A copy of the notes, and how it is.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct HeadsCopy {
    /// The file.
    pub path: PathBuf,
    /// Why it has not all notes, where it has not.
    pub failure: Option<StorageError>,
}

/// How every copy is, now.
pub(crate) type CopyStates = Arc<[Arc<Mutex<HeadsCopy>>]>;

/// How they are, for whoever asks.
pub(crate) fn standing(states: &CopyStates) -> Vec<HeadsCopy> {
    states.iter().map(|state| state.lock().unwrap_or_else(PoisonError::into_inner).clone()).collect()
}

pub(super) struct Copies(Vec<Writing>);

/// The way to the thread that writes a copy.
struct Writing {
    state: Arc<Mutex<HeadsCopy>>,
    notes: Option<SyncSender<String>>,
    /// Ends with the thread.
    ended: Mutex<Receiver<()>>,
}

impl Copies {
    /// Reads what the copies know, as far as they can be read, and has them ready.
    ///
    /// # Errors
    ///
    /// When one is of another journal, or its last note was changed.
    pub(super) fn open(
        path: &Path,
        copies: &[PathBuf],
        key: &NoteKey,
        known: &mut All,
    ) -> Result<Copies, JournalError> {
        let copies = copies.iter().map(|copy| {
            if copy == path {
                return Err(wrong(copy, "a copy of the heads is kept in another file than the heads"));
            }
            let failure = match read_note(copy, key, known) {
                Ok(_) => private().append(true).create(true).open(copy).err().map(|why| told(copy, &why)),
                Err(JournalError::Storage(why)) => Some(why),
                Err(other) => return Err(other),
            };
            let mut state = HeadsCopy { path: copy.clone(), failure: None };
            note(&mut state, failure);
            Writing::begin(state)
        });
        copies.collect::<Result<_, _>>().map(Copies)
    }

    pub(super) fn states(&self) -> CopyStates {
        self.0.iter().map(|writing| Arc::clone(&writing.state)).collect()
    }

    /// Has a note added to every copy, without waiting.
    pub(super) fn add(&self, note: &str) {
        for writing in &self.0 {
            let sent = writing.notes.as_ref().map(|notes| notes.try_send(note.to_owned()));
            if let Some(Err(TrySendError::Full(_))) = sent {
                writing.fail("it takes no more notes: the disk hangs");
            }
        }
    }
}

impl Writing {
    fn begin(copy: HeadsCopy) -> Result<Writing, JournalError> {
        let path = copy.path.clone();
        let state = Arc::new(Mutex::new(copy));
        let (notes, waiting) = sync_channel(WAITING);
        let (ends, ended) = channel::<()>();
        let writer = Arc::clone(&state);
        let run = move || {
            write(&path, &waiting, &writer);
            drop(ends);
        };
        let started = std::thread::Builder::new().name("heads copy".into()).spawn(run);
        started.map_err(|why| StorageError(format!("no thread for a copy of the heads: {why}")))?;
        Ok(Writing { state, notes: Some(notes), ended: Mutex::new(ended) })
    }

    fn fail(&self, why: &str) {
        let mut copy = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        let why = StorageError(format!("{}: {why}", copy.path.display()));
        note(&mut copy, Some(why));
    }
}

impl Drop for Writing {
    fn drop(&mut self) {
        self.notes = None;
        let ended = self.ended.get_mut().unwrap_or_else(PoisonError::into_inner);
        // The thread ends by hanging up.
        let _ = ended.recv_timeout(PATIENCE);
    }
}

/// Writes notes until there are no more. What was missed is in the next note; it is tried again until there is one.
fn write(path: &Path, notes: &Receiver<String>, state: &Mutex<HeadsCopy>) {
    let mut missed: Option<String> = None;
    loop {
        let next = match &missed {
            None => notes.recv().ok(),
            Some(note) => match notes.recv_timeout(AGAIN) {
                Ok(newer) => Some(newer),
                Err(RecvTimeoutError::Timeout) => Some(note.clone()),
                Err(RecvTimeoutError::Disconnected) => None,
            },
        };
        let Some(next) = next else { return };
        let failure = add(path, &next).err().map(|why| told(path, &why));
        missed = failure.is_some().then_some(next);
        note(&mut state.lock().unwrap_or_else(PoisonError::into_inner), failure);
    }
}

/// Notes how a copy is; the log says when that changes.
fn note(copy: &mut HeadsCopy, failure: Option<StorageError>) {
    match (&copy.failure, &failure) {
        (None, Some(why)) => tracing::warn!(%why, "a copy of the heads cannot be written"),
        (Some(_), None) => {
            tracing::info!(path = %copy.path.display(), "the copy of the heads is written again");
        }
        _ => {}
    }
    copy.failure = failure;
}
