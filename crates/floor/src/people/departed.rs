//! People who signed out or were disabled, until the tables know: their seats end, and so does their dealing. Where servers share a
//! database, each of them reads it from the shelf of departures. A departure stays there for a minute: long enough for every
//! server to look many times, even one that is just taking over another's tables.

use std::collections::BTreeSet;
use std::sync::RwLock;

use journal::{JournalError, Keep};

use super::{People, Unwelcome};
use crate::hold;
use crate::window::Millis;

/// The shelf of departures: when somebody left, by name.
pub(super) const DEPARTED: &str = "departed";
/// How long a departure stays on the shelf.
const HEARD: Millis = 60 * 1000;

/// Who left, until the tables of this server know.
#[derive(Default)]
pub(super) struct Departed(RwLock<BTreeSet<String>>);

/// The fact that somebody left at this time; without a time, the departure is taken off the shelf.
pub(super) fn fact(name: &str, at: Option<Millis>) -> Keep {
    Keep { shelf: DEPARTED.into(), key: name.to_owned(), body: at.map(|at| at.to_string()) }
}

/// Whether every server has seen a departure. One in the future was written before a clock was set back.
pub(super) fn is_old(at: &str, now: Millis) -> bool {
    at.parse().is_ok_and(|at: Millis| (now - at).abs() > HEARD)
}

impl People {
    /// The fact for the other servers that somebody left; `None` if there are none.
    pub(super) fn departure(&self, name: &str) -> Option<Keep> {
        self.journal.is_shared().then(|| fact(name, Some(self.clock.now())))
    }

    /// Notes that someone signed out or was disabled, for the tables they sit or deal at.
    pub(super) fn note_departed(&self, name: &str) {
        hold::write(&self.departed.0).insert(name.to_owned());
    }

    /// People who signed out or were disabled at any server, and were not forgotten since.
    pub(crate) async fn departed(&self) -> Result<Vec<String>, JournalError> {
        if self.journal.is_shared() {
            let heard = self.journal.shelf(DEPARTED).await?;
            hold::write(&self.departed.0).extend(heard.into_iter().map(|(name, _)| name));
        }
        Ok(hold::read(&self.departed.0).iter().cloned().collect())
    }

    /// The tables know that someone left.
    pub(crate) fn forget_departed(&self, name: &str) {
        hold::write(&self.departed.0).remove(name);
    }

    /// Whether someone has a session left, at whichever server. One that is locked or expired is none.
    pub(crate) async fn is_signed_in(&self, name: &str) -> Result<bool, Unwelcome> {
        Ok(self.why_absent(name).await?.is_none())
    }
}
