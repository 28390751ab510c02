//! Copies of the notes on other disks and at URLs. Each has a thread of its own: a disk that hangs or is full holds up nobody.

use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, TrySendError, channel, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use hyper::body::Bytes;

use super::client::Client;
use super::file::{Signed, add, last_of, read_note, told_what_to_do};
use super::sending::Sending;
use super::{All, HeadsPlace, NoteKey, newer, wrong};
use crate::JournalError;
use crate::error::StorageError;
use crate::files::{private, told};

/// How many notes wait for a slow disk.
const WAITING: usize = 16;
/// The pause before a note that could not be written is tried again.
const AGAIN: Duration = Duration::from_mins(1);
/// How long to wait for the last note when the journal is closed.
const PATIENCE: Duration = Duration::from_secs(10);

/// A copy of the notes, and how it is.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct HeadsCopy {
    /// Where it is.
    pub place: HeadsPlace,
    /// Why it has not all notes, where it has not. A URL may be a little late.
    pub failure: Option<StorageError>,
}

/// How every copy is, now.
pub(crate) type CopyStates = Arc<[Arc<Mutex<HeadsCopy>>]>;

/// The state of the copies.
pub(crate) fn standing(states: &CopyStates) -> Vec<HeadsCopy> {
    states.iter().map(|state| state.lock().unwrap_or_else(PoisonError::into_inner).clone()).collect()
}

/// A place for a copy, and what a URL has.
pub(crate) enum Asked {
    File(PathBuf),
    Url(Box<Client>, Result<Option<Bytes>, StorageError>),
}

/// Asks every URL what it has.
///
/// # Errors
///
/// When one that is required does not answer, or TLS to one cannot be set up.
pub(crate) async fn ask_all(places: &[HeadsPlace]) -> Result<Vec<Asked>, JournalError> {
    let mut asked = Vec::new();
    for place in places {
        asked.push(match place {
            HeadsPlace::File(path) => Asked::File(path.clone()),
            HeadsPlace::Url(url) => {
                let client = Client::new(url)?;
                let answer = client.get().await;
                Asked::Url(Box::new(client), answer)
            }
        });
    }
    Ok(asked)
}

pub(super) struct Copies(Vec<Copying>);

enum Copying {
    File(Writing),
    Url(Sending),
}

/// The way to the thread that writes a copy.
struct Writing {
    state: Arc<Mutex<HeadsCopy>>,
    notes: Option<SyncSender<String>>,
    /// Ends with the thread.
    ended: Mutex<Receiver<()>>,
}

impl Copies {
    /// Reads what the readable copies know, and gets them ready.
    ///
    /// # Errors
    ///
    /// When one is of another journal, or its last note was changed.
    pub(super) fn open(
        path: &Path,
        copies: Vec<Asked>,
        key: &NoteKey,
        known: &mut All,
    ) -> Result<Copies, JournalError> {
        let copies = copies.into_iter().map(|copy| match copy {
            Asked::File(copy) => open_file(path, copy, key, known).map(Copying::File),
            Asked::Url(client, answer) => open_url(*client, answer, key, known).map(Copying::Url),
        });
        copies.collect::<Result<_, _>>().map(Copies)
    }

    pub(super) fn are_none(&self) -> bool {
        self.0.is_empty()
    }

    pub(super) fn states(&self) -> CopyStates {
        let state = |copy: &Copying| match copy {
            Copying::File(writing) => Arc::clone(&writing.state),
            Copying::Url(sending) => Arc::clone(&sending.state),
        };
        self.0.iter().map(state).collect()
    }

    /// Has a note added to every copy, without waiting.
    pub(super) fn add(&self, note: &str) {
        for copy in &self.0 {
            match copy {
                Copying::File(writing) => writing.add(note),
                Copying::Url(sending) => sending.add(note),
            }
        }
    }

    /// Has the newest note of the start sent where it is not known yet. A file has it with the next one.
    pub(super) fn catch_up(&self, newest: &Signed) {
        for copy in &self.0 {
            if let Copying::Url(sending) = copy {
                sending.catch_up(newest);
            }
        }
    }
}

fn open_file(path: &Path, copy: PathBuf, key: &NoteKey, known: &mut All) -> Result<Writing, JournalError> {
    // The heads are there by now.
    let is_same =
        copy.canonicalize().ok().is_some_and(|copy| path.canonicalize().is_ok_and(|path| path == copy));
    if copy == path || is_same {
        return Err(wrong(&copy, "a copy of the heads is kept in another file than the heads"));
    }
    let failure = match read_note(&copy, key, known) {
        Ok(note) => {
            // At a first start nothing is known yet, and the copy begins with the heads.
            if note.is_none() && !known.is_empty() {
                let copy = copy.display();
                tracing::warn!(%copy, "this copy of the heads has no note: it begins anew, and the journal is not compared with it");
            }
            private().append(true).create(true).open(&copy).err().map(|why| told(&copy, &why))
        }
        Err(JournalError::Storage(why)) => Some(why),
        Err(other) => {
            let what = "put it back as it was, or move it away to begin it anew";
            return Err(told_what_to_do(other, what));
        }
    };
    let mut state = HeadsCopy { place: copy.clone().into(), failure: None };
    note_down(&mut state, failure);
    Writing::begin(copy, state)
}

fn open_url(
    client: Client,
    answer: Result<Option<Bytes>, StorageError>,
    key: &NoteKey,
    known: &mut All,
) -> Result<Sending, JournalError> {
    let url = client.url().clone();
    let read = match answer {
        Ok(Some(body)) => last_of(&url.to_string(), &body, key).map(Some),
        Ok(None) => Ok(None),
        Err(why) => Err(why.into()),
    };
    let there = match read {
        Ok(there) => Ok(there),
        Err(JournalError::Storage(why)) if !url.required => {
            tracing::warn!(%why, "the heads at a URL cannot be read: the journal is opened without comparing it with them");
            Err(why)
        }
        Err(JournalError::Storage(why)) => {
            let why = format!(
                "{why}. It is required: the journal is not opened without comparing it with these heads"
            );
            return Err(JournalError::Heads { path: url.to_string(), why });
        }
        Err(other) => return Err(other),
    };
    for head in there.iter().flatten().flat_map(|signed| &signed.heads) {
        newer(known, head.clone());
    }
    let state = HeadsCopy { place: url.into(), failure: there.as_ref().err().cloned() };
    Sending::begin(state, client, key.clone(), there)
}

impl Writing {
    fn begin(path: PathBuf, copy: HeadsCopy) -> Result<Writing, JournalError> {
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

    fn add(&self, note: &str) {
        let sent = self.notes.as_ref().map(|notes| notes.try_send(note.to_owned()));
        if let Some(Err(TrySendError::Full(_))) = sent {
            self.fail("it takes no more notes: the disk hangs");
        }
    }

    fn fail(&self, why: &str) {
        let mut copy = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        let why = StorageError(format!("{}: {why}", copy.place));
        note_down(&mut copy, Some(why));
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
        note_down(&mut state.lock().unwrap_or_else(PoisonError::into_inner), failure);
    }
}

/// Notes how a copy is; the log says when that changes.
pub(super) fn note_down(copy: &mut HeadsCopy, failure: Option<StorageError>) {
    match (&copy.failure, &failure) {
        (None, Some(why)) => tracing::warn!(%why, "a copy of the heads cannot be written"),
        (Some(_), None) => {
            tracing::info!(place = %copy.place, "the copy of the heads is written again");
        }
        _ => {}
    }
    copy.failure = failure;
}
