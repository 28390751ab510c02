//! What time it is: the system's, or a test's.

use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use crate::window::Millis;

/// The clock of a floor. Cheap to clone; all clones show the same time.
#[derive(Clone, Debug, Default)]
pub enum Clock {
    /// The system's.
    #[default]
    System,
    /// Set by hand, for tests.
    Manual(Arc<AtomicI64>),
}

/// How often a clock set by hand is looked at.
const GLANCE: Duration = Duration::from_millis(2);

impl Clock {
    /// Now.
    #[must_use]
    pub fn now(&self) -> Millis {
        match self {
            Clock::System => {
                let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
                i64::try_from(since.as_millis()).unwrap_or(i64::MAX)
            }
            Clock::Manual(now) => now.load(Ordering::Relaxed),
        }
    }

    /// Returns at that time, or never where there is none.
    pub(crate) async fn wait_until(&self, time: Option<Millis>) {
        let Some(time) = time else { return std::future::pending().await };
        loop {
            let left = time - self.now();
            if left <= 0 {
                return;
            }
            let nap = match self {
                Clock::System => Duration::from_millis(left.unsigned_abs()),
                Clock::Manual(_) => GLANCE,
            };
            tokio::time::sleep(nap).await;
        }
    }
}
