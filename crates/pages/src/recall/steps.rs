//! A past round step by step, as one viewer saw it.

use floor::{Moment, Recalled};
use round::{Round, Seen, Viewer, apply, seen_by};
use vocabulary::Clause;

use crate::advice::{self, Advice};
use crate::tell::tell_of;
use crate::texts::Language;

/// Something that happened, as one viewer saw it.
pub(super) struct Step {
    /// How many events had happened then.
    pub(super) after: usize,
    /// In a sentence.
    pub(super) says: String,
    /// The clause behind it.
    pub(super) clause: Clause,
}

/// Everything this viewer saw of a round.
pub(super) fn steps(recalled: &Recalled, viewer: Viewer, language: Language) -> Vec<Step> {
    let (rules, names) = (&recalled.rules, &recalled.names);
    let mut round = recalled.before.clone();
    let mut steps = Vec::new();
    for (event, after) in recalled.events.iter().zip(1..) {
        apply(&mut round, event);
        let told = match seen_by(rules, &round, event, viewer) {
            Some(Seen::Open(event)) => tell_of(viewer, language, rules, &round, names, &event),
            Some(Seen::FaceDown(_)) => Some(language.texts().face_down.to_owned()),
            Some(Seen::Waiting(_)) | None => None,
        };
        let Some(told) = told else { continue };
        let clause = event.because().clause;
        let says = told.strip_suffix(&format!(" [{clause}]")).unwrap_or(&told).to_owned();
        steps.push(Step { after, says, clause });
    }
    steps
}

/// The round after this many events.
pub(super) fn round_after(recalled: &Recalled, events: usize) -> Round {
    let mut round = recalled.before.clone();
    recalled.events.iter().take(events).for_each(|event| apply(&mut round, event));
    round
}

/// The felt after this many events, as this viewer saw it.
pub(super) fn moment(recalled: &Recalled, events: usize, viewer: Viewer) -> Moment {
    recalled.moment(events, viewer)
}

/// What the answers were worth where the last of this many events was a decision.
pub(super) fn decision(recalled: &Recalled, events: usize) -> Option<(Advice, &'static str)> {
    let before = events.checked_sub(1)?;
    advice::of_event(&recalled.rules, &round_after(recalled, before), recalled.events.get(before)?)
}
