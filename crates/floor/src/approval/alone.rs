//! Awards that nobody approved. A table adds them up over a shift, or a large award could be split into small ones over many
//! rounds.

use round::Event;
use serde::{Deserialize, Serialize};
use vocabulary::Chips;

use super::{ApprovalLimits, Need, is_above, size};
use crate::window::Millis;

/// Awards count together for this long.
const SHIFT: Millis = 8 * 60 * 60 * 1000;
/// Awards of this long are written down as one.
const MINUTE: Millis = 60 * 1000;

/// The awards of a shift at a table that one person gave, oldest first.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(transparent)]
pub struct AwardsAlone(Vec<AwardAlone>);

/// Awards of a minute.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct AwardAlone {
    at: Millis,
    /// How much, whichever way it went, in minor units.
    amount: i64,
}

impl AwardsAlone {
    pub(crate) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// With another award, and without those of earlier shifts.
    #[must_use]
    pub(crate) fn and(&self, amount: Chips, now: Millis) -> AwardsAlone {
        let mut awards: Vec<AwardAlone> = self.of_shift(now).copied().collect();
        match awards.last_mut().filter(|last| now - last.at < MINUTE) {
            Some(last) => last.amount = last.amount.saturating_add(amount.units()),
            None => awards.push(AwardAlone { at: now, amount: amount.units() }),
        }
        AwardsAlone(awards)
    }

    fn of_shift(&self, now: Millis) -> impl Iterator<Item = &AwardAlone> {
        self.0.iter().filter(move |award| now - award.at < SHIFT)
    }

    fn total(&self, now: Millis) -> Chips {
        Chips::minor(self.of_shift(now).fold(0, |sum: i64, award| sum.saturating_add(award.amount)))
    }
}

/// All awards among these events, whichever way they went.
pub(crate) fn awarded_now(events: &[Event]) -> Chips {
    let awards = events.iter().filter_map(|event| match event {
        Event::Awarded { amount, .. } => Some(size(*amount)),
        _ => None,
    });
    awards.fold(Chips::ZERO, |sum, amount| sum + amount)
}

impl ApprovalLimits {
    /// Why an award takes a second person together with those of the shift, if it does.
    pub(crate) fn needed_together(&self, alone: &AwardsAlone, events: &[Event], now: Millis) -> Option<Need> {
        let clause = events.iter().find_map(|event| match event {
            Event::Awarded { because, .. } => Some(because.clause),
            _ => None,
        })?;
        let amount = awarded_now(events);
        let is_large = is_above(self.award, alone.total(now) + amount);
        is_large.then_some(Need { amount: amount.units(), clause })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn awards_add_up_over_a_shift_and_no_longer() {
        let one = AwardsAlone::default().and(Chips::whole(5), 0).and(Chips::whole(6), MINUTE - 1);
        assert_eq!((one.0.len(), one.total(MINUTE)), (1, Chips::whole(11)));
        let two = one.and(Chips::whole(7), MINUTE);
        assert_eq!((two.0.len(), two.total(MINUTE)), (2, Chips::whole(18)));
        assert_eq!(two.total(SHIFT), Chips::whole(7));
        assert_eq!(
            two.and(Chips::whole(1), SHIFT + MINUTE),
            AwardsAlone::default().and(Chips::whole(1), SHIFT + MINUTE)
        );
    }
}
