//! What time it is: the system's, or a test's.

use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use tokio::sync::watch;

use crate::window::Millis;

/// The clock of a floor. Cheap to clone; all clones show the same time.
#[derive(Clone, Debug)]
pub enum Clock {
    /// The system's.
    System(SteadyClock),
    /// Set by hand, for tests.
    Manual(Arc<AtomicI64>),
}

/// How often a clock set by hand is looked at.
const GLANCE: Duration = Duration::from_millis(2);
/// The wall clock may differ by this much before it counts as having been set.
const TOLERANCE: Millis = 1000;

impl Default for Clock {
    fn default() -> Clock {
        Clock::System(SteadyClock::new(wall_time))
    }
}

impl Clock {
    /// Now.
    #[must_use]
    pub fn now(&self) -> Millis {
        match self {
            Clock::System(clock) => clock.now(),
            Clock::Manual(now) => now.load(Ordering::Relaxed),
        }
    }

    /// How long this clock has run. It never goes back, even if the wall clock is set. Only for values kept in memory.
    pub(crate) fn uptime(&self) -> Millis {
        match self {
            Clock::System(clock) => clock.elapsed(),
            Clock::Manual(now) => now.load(Ordering::Relaxed),
        }
    }

    /// Returns at that time, or never where there is none.
    pub(crate) async fn wait_until(&self, time: Option<Millis>) {
        let Some(time) = time else { return std::future::pending().await };
        match self {
            Clock::System(clock) => clock.wait_until(time).await,
            Clock::Manual(now) => {
                while now.load(Ordering::Relaxed) < time {
                    tokio::time::sleep(GLANCE).await;
                }
            }
        }
    }

    /// By how much somebody has set the wall clock since this clock was last set by it.
    pub(crate) fn step(&self) -> Option<Millis> {
        match self {
            Clock::System(clock) => clock.step(),
            Clock::Manual(_) => None,
        }
    }

    /// Sets the clock forward by this much; back if negative.
    pub(crate) fn set(&self, by: Millis) {
        match self {
            Clock::System(clock) => clock.offset.send_modify(|offset| *offset = offset.saturating_add(by)),
            Clock::Manual(now) => drop(now.fetch_add(by, Ordering::Relaxed)),
        }
    }
}

/// A clock that starts with the wall clock and then runs evenly, whatever becomes of the wall clock.
#[derive(Clone)]
pub struct SteadyClock {
    wall: Arc<dyn Fn() -> Millis + Send + Sync>,
    start: Instant,
    /// The time at the start, with everything it was set by since. Whoever waits for a time learns of it.
    offset: watch::Sender<Millis>,
}

impl SteadyClock {
    /// Starts a clock by this wall clock.
    pub fn new(wall: impl Fn() -> Millis + Send + Sync + 'static) -> SteadyClock {
        let offset = watch::Sender::new(wall());
        SteadyClock { wall: Arc::new(wall), start: Instant::now(), offset }
    }

    fn now(&self) -> Millis {
        self.offset.borrow().saturating_add(self.elapsed())
    }

    async fn wait_until(&self, time: Millis) {
        let mut offset = self.offset.subscribe();
        loop {
            let now = offset.borrow_and_update().saturating_add(self.elapsed());
            let left = time.saturating_sub(now);
            if left <= 0 {
                return;
            }
            tokio::select! {
                () = tokio::time::sleep(Duration::from_millis(left.unsigned_abs())) => {}
                Ok(()) = offset.changed() => {}
            }
        }
    }

    fn elapsed(&self) -> Millis {
        i64::try_from(self.start.elapsed().as_millis()).unwrap_or(i64::MAX)
    }

    fn step(&self) -> Option<Millis> {
        let step = (self.wall)() - self.now();
        (step.abs() > TOLERANCE).then_some(step)
    }
}

impl fmt::Debug for SteadyClock {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "SteadyClock({})", self.now())
    }
}

/// The time by the system's wall clock.
fn wall_time() -> Millis {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    i64::try_from(since.as_millis()).unwrap_or(i64::MAX)
}

/// What the books say of a clock that was set.
pub(crate) fn set_by(step: Millis) -> String {
    let way = if step > 0 { "forward" } else { "back" };
    format!("the clock was set {way} by {}.{:03} s", step.abs() / 1000, step.abs() % 1000)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_books_say_which_way_and_how_far() {
        assert_eq!(set_by(3_600_004), "the clock was set forward by 3600.004 s");
        assert_eq!(set_by(-61_500), "the clock was set back by 61.500 s");
    }
}
