//! What a viewer hears of an entry: the events that are for him, each with a sentence.

use std::sync::{Arc, OnceLock};

use round::{Seen, seen_by};
use serde::Serialize;
use serde_json::value::RawValue;

use super::Eyes;
use crate::entry::Entry;
use crate::json;
use crate::stored::{Stored, text_of};
use crate::table::Table;
use crate::window::{Deadline, Millis};

/// An entry that was written, and the table before it.
#[derive(Debug)]
pub struct News {
    /// The number of the entry.
    pub seq: u64,
    /// When.
    pub at: Millis,
    /// What happened.
    pub entry: Entry,
    /// The table before it.
    pub before: Table,
    /// What everyone hears, where everyone hears the same.
    open: OnceLock<Arc<str>>,
}

#[derive(Serialize)]
#[serde(rename_all = "kebab-case")]
struct Heard<'e> {
    seq: u64,
    at: Millis,
    round: u32,
    #[serde(skip_serializing_if = "<[String]>::is_empty")]
    people: &'e [String],
    events: Vec<HeardEvent>,
    clock: Option<Deadline>,
    #[serde(skip_serializing_if = "Option::is_none")]
    shoe: Option<&'e crate::entry::ShoeFact>,
}

#[derive(Serialize)]
#[serde(rename_all = "kebab-case")]
struct HeardEvent {
    event: Box<RawValue>,
    #[serde(skip_serializing_if = "Option::is_none")]
    says: Option<String>,
}

impl News {
    pub(crate) fn new(seq: u64, at: Millis, entry: Entry, before: Table) -> News {
        News { seq, at, entry, before, open: OnceLock::new() }
    }

    /// What this viewer hears of it, as JSON.
    #[must_use]
    pub fn heard(&self, eyes: &Eyes) -> Arc<str> {
        if self.is_private() {
            return self.tell(eyes).into();
        }
        Arc::clone(self.open.get_or_init(|| self.tell(&Eyes::Public).into()))
    }

    /// Whether viewers hear different things of it.
    fn is_private(&self) -> bool {
        let rules = self.before.rules();
        rules.shared_hand() || rules.squeeze()
    }

    fn tell(&self, eyes: &Eyes) -> String {
        let Entry { round, names, clock, shoe, .. } = &self.entry;
        let (mut events, mut table) = (Vec::new(), self.before.clone());
        table.each_event(&self.entry, |table, event| {
            let rules = table.rules();
            let Some(seen) = seen_by(rules, table.round(), event, eyes.viewer(table)) else { return };
            let says = match &seen {
                Seen::Open(event) => transcript::tell(rules, table.round(), table.names(), event),
                Seen::FaceDown(_) => Some("a card is dealt face down".into()),
                Seen::Waiting(_) => None,
            };
            events.push(HeardEvent { event: written(&seen), says });
        });
        let shared = self.before.rules().shared_hand();
        let own = if shared { super::own(names, eyes) } else { names.clone() };
        let heard = Heard {
            seq: self.seq,
            at: self.at,
            round: *round,
            people: &own,
            events,
            clock: *clock,
            shoe: shoe.as_ref(),
        };
        json::text(&heard)
    }
}

fn written(seen: &Seen) -> Box<RawValue> {
    let text = match seen {
        Seen::Open(event) => text_of(event),
        Seen::FaceDown(slot) => format!("{{\"FaceDown\":{{\"to\":{}}}}}", text_of(slot)),
        Seen::Waiting(cards) => {
            let mut out = String::from("{\"Waiting\":{\"cards\":");
            cards.write(&mut out);
            out.push_str("}}");
            out
        }
    };
    json::raw(text)
}
