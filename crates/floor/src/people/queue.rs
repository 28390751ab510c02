//! The queue in which passwords are checked. A check takes memory and time, so only a few run at once. People at an address
//! they signed in from before, people with a session, and staff who set a password have a lane of their own: a flood of sign-ins
//! from elsewhere does not hold them up. The queue of everybody else is short; when it is full, they are asked to try again.

use std::hash::{BuildHasher, RandomState};

use tokio::sync::{Mutex, MutexGuard, Semaphore, SemaphorePermit};

use super::Unwelcome;

/// How many passwords of each lane are checked at a time. Each check takes 19 MiB.
const KNOWN: usize = 4;
const STRANGERS: usize = 2;
/// How many strangers may wait. The last of them waits for a few seconds.
const WAITING: usize = 100;

/// A lane of the queue.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Lane {
    /// For people whom the floor knows.
    Known,
    /// For everybody else.
    Stranger,
}

/// The queue for checks of passwords.
pub(super) struct Queue {
    known: LaneQueue,
    strangers: LaneQueue,
    /// The places in the queue of strangers.
    places: Semaphore,
}

impl Default for Queue {
    fn default() -> Queue {
        let (known, strangers) = (LaneQueue::new(KNOWN), LaneQueue::new(STRANGERS));
        Queue { known, strangers, places: Semaphore::new(WAITING) }
    }
}

impl Queue {
    fn of(&self, lane: Lane) -> &LaneQueue {
        match lane {
            Lane::Known => &self.known,
            Lane::Stranger => &self.strangers,
        }
    }

    /// Takes a place in the queue; refused if too many strangers wait already.
    pub(super) fn enter(&self, lane: Lane) -> Result<Option<SemaphorePermit<'_>>, Unwelcome> {
        match lane {
            Lane::Known => Ok(None),
            Lane::Stranger => self.places.try_acquire().map(Some).map_err(|_| Unwelcome::Busy),
        }
    }

    /// Waits until it is this name's turn. Passwords for one name are tried one after the other, so that many at once are not
    /// counted as one.
    pub(super) async fn turn(&self, lane: Lane, name: &str) -> MutexGuard<'_, ()> {
        self.of(lane).turns.of(name).await
    }

    /// Waits until a password may be checked, or hashed.
    pub(super) async fn check(&self, lane: Lane) -> Option<SemaphorePermit<'_>> {
        self.of(lane).checks.acquire().await.ok()
    }
}

struct LaneQueue {
    turns: Turns,
    checks: Semaphore,
}

impl LaneQueue {
    fn new(at_a_time: usize) -> LaneQueue {
        LaneQueue { turns: Turns::default(), checks: Semaphore::new(at_a_time) }
    }
}

/// Names share turns: the number of turns does not grow, and nobody can choose a name that shares a turn with another.
struct Turns {
    hasher: RandomState,
    turns: [Mutex<()>; 256],
}

impl Default for Turns {
    fn default() -> Turns {
        Turns { hasher: RandomState::new(), turns: std::array::from_fn(|_| Mutex::default()) }
    }
}

impl Turns {
    async fn of(&self, name: &str) -> MutexGuard<'_, ()> {
        let turn = usize::from(self.hasher.hash_one(name).to_le_bytes()[0]);
        self.turns[turn].lock().await
    }
}
