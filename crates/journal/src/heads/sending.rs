//! Notes on their way to a URL. Each URL has a thread of its own: a server that hangs holds up nobody.
//!
//! A note has all heads, so the newest says what any before it said: one note waits, and a newer one takes its place.

use std::sync::mpsc::{Receiver, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use tokio::runtime::Builder;
use tokio::sync::watch;

use super::NoteKey;
use super::client::Client;
use super::copies::{HeadsCopy, note_down};
use super::file::{Signed, last_of};
use crate::error::StorageError;
use crate::{JournalError, KnownHead};

/// The first pause before a note that was not taken is sent again; each further one is twice as long.
const AGAIN: Duration = Duration::from_secs(1);
/// The longest pause.
const LONGEST: Duration = Duration::from_mins(1);
/// How long to wait for the last note when the journal is closed.
const PATIENCE: Duration = Duration::from_secs(10);

/// The way to the thread that sends to a URL.
pub(super) struct Sending {
    pub(super) state: Arc<Mutex<HeadsCopy>>,
    notes: Option<watch::Sender<Arc<str>>>,
    /// What the server had at the start, where that could be read.
    there: Option<Signed>,
    /// Ends with the thread.
    ended: Mutex<Receiver<()>>,
}

impl Sending {
    /// Gets ready to send. What the server has is `None` if it has no note, and an error if it did not answer.
    pub(super) fn begin(
        copy: HeadsCopy,
        client: Client,
        key: NoteKey,
        there: Result<Option<Signed>, StorageError>,
    ) -> Result<Sending, JournalError> {
        let place = client.url().to_string();
        let failed = |why: std::io::Error| StorageError(format!("no thread for {place}: {why}"));
        let runtime = Builder::new_current_thread().enable_all().build().map_err(failed)?;
        let state = Arc::new(Mutex::new(copy));
        let (notes, waiting) = watch::channel(Arc::from(""));
        let (ends, ended) = channel::<()>();
        let sender =
            Sender { client, key, state: Arc::clone(&state), is_read: there.is_ok(), is_told: false };
        let run = move || {
            runtime.block_on(sender.run(waiting));
            // A name that is still being looked up is not waited for.
            runtime.shutdown_background();
            drop(ends);
        };
        std::thread::Builder::new().name("heads url".into()).spawn(run).map_err(failed)?;
        Ok(Sending { state, notes: Some(notes), there: there.ok().flatten(), ended: Mutex::new(ended) })
    }

    /// Has a note sent, without waiting.
    pub(super) fn add(&self, note: &str) {
        if let Some(notes) = &self.notes {
            notes.send_replace(Arc::from(note));
        }
    }

    /// Has the newest note sent that the journal has at its start, unless the server knows as much.
    pub(super) fn catch_up(&self, newest: &Signed) {
        let is_behind = |there: &Signed| there != newest && step_back(&there.heads, &newest.heads).is_none();
        if self.there.as_ref().is_none_or(is_behind) {
            self.add(&newest.note);
        }
    }
}

impl Drop for Sending {
    fn drop(&mut self) {
        self.notes = None;
        let ended = self.ended.get_mut().unwrap_or_else(PoisonError::into_inner);
        // The thread ends by hanging up.
        let _ = ended.recv_timeout(PATIENCE);
    }
}

/// A head of these that the others have not.
fn step_back<'h>(from: &'h [KnownHead], to: &[KnownHead]) -> Option<&'h KnownHead> {
    from.iter().find(|known| {
        let later = to.iter().find(|other| other.stream == known.stream);
        let later = later.map(|other| other.head).unwrap_or_default();
        later.seq < known.head.seq || (later.seq == known.head.seq && later.hash != known.head.hash)
    })
}

struct Sender {
    client: Client,
    key: NoteKey,
    state: Arc<Mutex<HeadsCopy>>,
    /// Whether what the server had was read: nothing is sent before, or it could take the place of what is missing here.
    is_read: bool,
    /// Whether the log has said that the server knows more.
    is_told: bool,
}

impl Sender {
    /// Sends notes until there are no more.
    async fn run(mut self, mut notes: watch::Receiver<Arc<str>>) {
        while notes.changed().await.is_ok() {
            self.deliver(&mut notes).await;
        }
    }

    /// Sends the newest note until one is taken, or, once there are no more, once more.
    async fn deliver(&mut self, notes: &mut watch::Receiver<Arc<str>>) {
        let (since, late) = (Instant::now(), self.client.url().late);
        let (mut pause, mut is_last) = (AGAIN, false);
        loop {
            let note = Arc::clone(&notes.borrow_and_update());
            let Err(why) = self.send(&note).await else {
                self.note_down(None);
                return;
            };
            tracing::debug!(%why, "heads were not sent");
            let left = late.saturating_sub(since.elapsed());
            if left.is_zero() || self.has_failed() {
                self.note_down(Some(why));
            }
            if is_last {
                return;
            }
            // The server is asked again when it begins to be late, so that this is reported in time.
            let wait = if left.is_zero() { pause } else { pause.min(left) };
            tokio::select! {
                () = tokio::time::sleep(wait) => {}
                changed = notes.changed() => is_last = changed.is_err(),
            }
            pause = LONGEST.min(pause * 2);
        }
    }

    async fn send(&mut self, note: &str) -> Result<(), StorageError> {
        if !self.is_read {
            self.compare(note).await?;
            self.is_read = true;
        }
        self.client.put(note).await
    }

    /// Looks at what the server has, where it did not answer at the start. What it knows must not be replaced by less.
    async fn compare(&mut self, note: &str) -> Result<(), StorageError> {
        let Some(body) = self.client.get().await? else { return Ok(()) };
        let place = self.client.url().to_string();
        let there = last_of(&place, &body, &self.key).map_err(|why| match why {
            JournalError::Storage(why) => why,
            other => StorageError(other.to_string()),
        })?;
        let ours = Signed::read(note, &self.key).map(|signed| signed.heads).unwrap_or_default();
        let Some(KnownHead { stream, head }) = step_back(&there.heads, &ours) else { return Ok(()) };
        let why = self.client.failed(&format!(
            "it knows entry {} of {stream}, which the heads here lack: nothing is sent there. Restart the floor, which then \
             compares its journal",
            head.seq
        ));
        if !std::mem::replace(&mut self.is_told, true) {
            tracing::error!(%why, "the journal may have lost entries");
        }
        Err(why)
    }

    fn has_failed(&self) -> bool {
        self.state.lock().unwrap_or_else(PoisonError::into_inner).failure.is_some()
    }

    fn note_down(&self, failure: Option<StorageError>) {
        note_down(&mut self.state.lock().unwrap_or_else(PoisonError::into_inner), failure);
    }
}
