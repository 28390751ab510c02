//! Who is at a table: everyone who is connected to it or looked at it recently.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use crate::clock::Clock;
use crate::window::Millis;

/// Who is at a table. Cheap to clone; all clones know the same.
#[derive(Clone, Debug)]
pub(crate) struct Presence {
    known: Arc<Mutex<HashMap<String, Known>>>,
    clock: Clock,
}

#[derive(Debug, Default)]
struct Known {
    connections: usize,
    /// When they last looked, or their last connection ended.
    last: Millis,
}

impl Presence {
    pub(crate) fn new(clock: Clock) -> Presence {
        Presence { known: Arc::default(), clock }
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<String, Known>> {
        self.known.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Someone is connected for as long as this is held.
    pub(crate) fn connect(&self, name: &str) -> Connected {
        self.lock().entry(name.to_owned()).or_default().connections += 1;
        Connected { presence: self.clone(), name: name.to_owned() }
    }

    /// Someone has looked.
    pub(crate) fn note(&self, name: &str) {
        let now = self.clock.now();
        self.lock().entry(name.to_owned()).or_default().last = now;
    }

    /// When someone was last there: now if they are connected, `None` if they are unknown.
    pub(crate) fn last_seen(&self, name: &str) -> Option<Millis> {
        let known = self.lock();
        known.get(name).map(|known| if known.connections > 0 { self.clock.now() } else { known.last })
    }

    /// Forgets everyone who is not connected, except those with a seat.
    pub(crate) fn forget_others(&self, has_a_seat: impl Fn(&str) -> bool) {
        self.lock().retain(|name, known| known.connections > 0 || has_a_seat(name));
    }

    /// The clock was set by this much: nobody has been away longer or shorter for that.
    pub(crate) fn move_by(&self, by: Millis) {
        self.lock().values_mut().for_each(|known| known.last = known.last.saturating_add(by));
    }
}

/// Someone is connected to a table for as long as this is held.
#[derive(Debug)]
pub struct Connected {
    presence: Presence,
    name: String,
}

impl Drop for Connected {
    fn drop(&mut self) {
        let now = self.presence.clock.now();
        if let Some(known) = self.presence.lock().get_mut(&self.name) {
            known.connections = known.connections.saturating_sub(1);
            known.last = now;
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicI64, Ordering};

    use super::*;

    #[test]
    fn somebody_is_there_while_one_of_their_connections_is() {
        let now = Arc::new(AtomicI64::new(1_000));
        let presence = Presence::new(Clock::Manual(Arc::clone(&now)));
        assert_eq!(presence.last_seen("ann"), None);
        let (one, other) = (presence.connect("ann"), presence.connect("ann"));
        now.store(5_000, Ordering::Relaxed);
        drop(one);
        now.store(9_000, Ordering::Relaxed);
        assert_eq!(presence.last_seen("ann"), Some(9_000));
        drop(other);
        now.store(20_000, Ordering::Relaxed);
        assert_eq!(presence.last_seen("ann"), Some(9_000));
        presence.note("ann");
        presence.note("bob");
        presence.forget_others(|name| name == "ann");
        assert_eq!((presence.last_seen("ann"), presence.last_seen("bob")), (Some(20_000), None));
    }
}
