//! What everyone in a drill shares: the doors of the floor, what is counted, and how far the evening is.

use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use super::client::Doors;
use super::deed::{Deed, Fate};
use super::tally::{Act, Tally};

/// The evening of a drill.
pub(super) struct Evening {
    pub(super) doors: Doors,
    pub(super) tally: Tally,
    /// How long a terminal waits from one command to the next.
    pub(super) pause: Duration,
    /// While it is calm nobody is cut off, and terminals only play.
    calm: AtomicBool,
    stopping: AtomicBool,
    late: AtomicBool,
    timing: AtomicBool,
    inside: AtomicUsize,
    /// Commands that wait for their answer.
    waiting: AtomicUsize,
    /// How often a server was started again.
    restarts: AtomicU64,
    acknowledged: AtomicU64,
    answered: AtomicU64,
    waits: Mutex<Vec<u32>>,
}

/// What someone brings home.
#[derive(Default)]
pub(super) struct Told {
    pub(super) deeds: Vec<Deed>,
    /// Entries of a table's stream that came twice or not at all.
    pub(super) stream_faults: u32,
}

impl Told {
    pub(super) fn add(&mut self, other: Told) {
        self.deeds.extend(other.deeds);
        self.stream_faults += other.stream_faults;
    }
}

impl Evening {
    pub(super) fn new(doors: Doors, pace: f64) -> Arc<Evening> {
        Arc::new(Evening {
            doors,
            tally: Tally::default(),
            pause: Duration::from_secs_f64(1.0 / pace),
            calm: AtomicBool::new(true),
            stopping: AtomicBool::default(),
            late: AtomicBool::default(),
            timing: AtomicBool::default(),
            inside: AtomicUsize::default(),
            waiting: AtomicUsize::default(),
            restarts: AtomicU64::default(),
            acknowledged: AtomicU64::default(),
            answered: AtomicU64::default(),
            waits: Mutex::default(),
        })
    }

    pub(super) fn is_calm(&self) -> bool {
        self.calm.load(Ordering::Relaxed)
    }

    pub(super) fn end_calm(&self) {
        self.calm.store(false, Ordering::Relaxed);
    }

    /// Whether nobody begins anything new.
    pub(super) fn is_over(&self) -> bool {
        self.stopping.load(Ordering::Relaxed)
    }

    /// Someone has come in.
    pub(super) fn came_in(&self) {
        self.inside.fetch_add(1, Ordering::Relaxed);
    }

    pub(super) fn restarts(&self) -> u64 {
        self.restarts.load(Ordering::Relaxed)
    }

    pub(super) fn note_restart(&self) {
        self.restarts.fetch_add(1, Ordering::Relaxed);
    }

    pub(super) fn acknowledged(&self) -> u64 {
        self.acknowledged.load(Ordering::Relaxed)
    }

    /// How many commands of terminals were answered, refusals included.
    pub(super) fn answered(&self) -> u64 {
        self.answered.load(Ordering::Relaxed)
    }

    pub(super) fn time_answers(&self, on: bool) {
        self.timing.store(on, Ordering::Relaxed);
    }

    /// How long answers took, in microseconds, sorted.
    pub(super) fn waits(&self) -> Vec<u32> {
        let mut waits = std::mem::take(&mut *self.waits.lock().expect("nobody panics while noting"));
        waits.sort_unstable();
        waits
    }

    /// A command is sent.
    pub(super) fn begin(&self) {
        self.waiting.fetch_add(1, Ordering::Relaxed);
    }

    /// Nobody waits for its answer any more.
    pub(super) fn end(&self, act: Act, fate: &Fate, began: Instant) {
        self.waiting.fetch_sub(1, Ordering::Relaxed);
        if !matches!(act, Act::Wager | Act::Decision) {
            return;
        }
        self.answered.fetch_add(1, Ordering::Relaxed);
        if !matches!(fate, Fate::Acknowledged(_)) {
            return;
        }
        self.acknowledged.fetch_add(1, Ordering::Relaxed);
        if self.timing.load(Ordering::Relaxed) {
            let wait = u32::try_from(began.elapsed().as_micros()).unwrap_or(u32::MAX);
            self.waits.lock().expect("nobody panics while noting").push(wait);
        }
    }

    /// Waits until this many terminals have come in, for a minute at most.
    pub(super) async fn all_in(&self, terminals: usize) {
        for _ in 0..6000 {
            if self.inside.load(Ordering::Relaxed) >= terminals {
                return;
            }
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
    }

    /// Nobody begins anything new; what is on its way is still answered.
    pub(super) fn stop(&self) {
        self.stopping.store(true, Ordering::Relaxed);
    }

    /// Makes everyone who still waits for an answer give up. Returns how many those are.
    pub(super) fn give_up(&self) -> usize {
        self.late.store(true, Ordering::Relaxed);
        self.waiting.load(Ordering::Relaxed)
    }

    /// Whether it is too late for any answer.
    pub(super) fn is_late(&self) -> bool {
        self.late.load(Ordering::Relaxed)
    }
}
