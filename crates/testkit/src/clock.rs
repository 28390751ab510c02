use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};

use floor::{Clock, Millis};

/// A clock that stands still until a test moves it.
#[derive(Clone, Debug)]
pub struct ManualClock(Arc<AtomicI64>);

impl Default for ManualClock {
    fn default() -> ManualClock {
        ManualClock(Arc::new(AtomicI64::new(1_700_000_000_000)))
    }
}

impl ManualClock {
    /// Returns the time, in milliseconds.
    #[must_use]
    pub fn now(&self) -> Millis {
        self.0.load(Ordering::Relaxed)
    }

    /// Moves the clock forward. [`crate::TestFloor::advance`] also waits for what follows from it.
    pub fn advance(&self, seconds: i64) {
        self.0.fetch_add(seconds * 1000, Ordering::Relaxed);
    }

    /// Returns the floor's view of this clock.
    #[must_use]
    pub fn clock(&self) -> Clock {
        Clock::Manual(Arc::clone(&self.0))
    }
}
