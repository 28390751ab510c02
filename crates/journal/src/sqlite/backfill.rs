//! The write-ahead log is put into the database beside the writer, so that no commit waits for it.

use std::io;
use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::thread::JoinHandle;
use std::time::Duration;

use rusqlite::Connection;

/// So often.
const EVERY: Duration = Duration::from_millis(100);

/// A thread of its own, for as long as this lives.
pub(super) struct Backfill {
    stop: Option<Sender<()>>,
    thread: Option<JoinHandle<()>>,
}

impl Backfill {
    pub(super) fn start(connection: Connection) -> io::Result<Backfill> {
        let (stop, stopped) = channel();
        let work = move || {
            while stopped.recv_timeout(EVERY) == Err(RecvTimeoutError::Timeout) {
                // What cannot be put there now is next time; should it never be, the writer does it.
                let _ = connection.execute_batch("pragma wal_checkpoint(passive)");
            }
        };
        let thread = std::thread::Builder::new().name("backfill".into()).spawn(work)?;
        Ok(Backfill { stop: Some(stop), thread: Some(thread) })
    }
}

impl Drop for Backfill {
    fn drop(&mut self) {
        drop(self.stop.take());
        if let Some(thread) = self.thread.take() {
            // It has nothing to say.
            let _ = thread.join();
        }
    }
}
