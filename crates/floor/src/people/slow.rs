//! Households that give many wrong passwords, whatever names they try, have to wait longer and longer. Only wrong passwords
//! cost time. Those that are still being looked at hold a place each, so that many at once are not one: a client that finds
//! no place waits until one of the others is judged. Each server counts for itself, in memory, by a clock that never goes back.

use std::cmp::Reverse;
use std::collections::HashMap;
use std::pin::pin;
use std::sync::RwLock;

use tokio::sync::Notify;

use super::Unwelcome;
use crate::clock::Clock;
use crate::hold;
use crate::window::Millis;

/// How many wrong passwords cost no time.
const FREE: u32 = 10;
/// The longest wait. The first wrong password that costs time costs a second, and each one more twice as much.
const LONGEST: Millis = 5 * 60 * 1000;
/// A household that gives no wrong password for this long begins anew.
const FORGOTTEN: Millis = 30 * 60 * 1000;
/// How many households are remembered.
const MANY: usize = 10_000;

/// How many wrong passwords each household gave recently, and how many of its passwords are being checked.
#[derive(Debug, Default)]
pub(super) struct SlowSources {
    households: RwLock<HashMap<String, Household>>,
    /// Somebody gave a place back.
    judged: Notify,
}

#[derive(Clone, Copy, Debug, Default)]
struct Household {
    /// Wrong passwords.
    wrong: u32,
    /// When the last of them was.
    last: Millis,
    /// Passwords that are being looked at.
    trying: u32,
}

impl Household {
    /// Its wrong passwords that still count.
    fn counted(self, now: Millis) -> u32 {
        if now - self.last >= FORGOTTEN { 0 } else { self.wrong }
    }

    /// How long it still has to wait.
    fn left(self, now: Millis) -> Millis {
        let pause = match self.counted(now).checked_sub(FREE) {
            None => 0,
            Some(more) => (1000 << more.min(20)).min(LONGEST),
        };
        (self.last + pause - now).clamp(0, pause)
    }

    /// How many of its passwords are looked at together: as many as could be wrong without a pause.
    fn places(self, now: Millis) -> u32 {
        FREE.saturating_sub(self.counted(now)).max(1)
    }
}

/// A password that is being looked at: it holds a place of its household until this is dropped.
#[derive(Debug)]
pub(super) struct Place<'s> {
    sources: &'s SlowSources,
    household: String,
}

impl SlowSources {
    /// A place to try a password, at once or when one is free; refused while the household has to wait.
    pub(super) async fn place(&self, household: &str, clock: &Clock) -> Result<Place<'_>, Unwelcome> {
        loop {
            let mut judged = pin!(self.judged.notified());
            judged.as_mut().enable();
            if let Some(place) = self.free_place(household, clock.uptime())? {
                return Ok(place);
            }
            judged.await;
        }
    }

    fn free_place(&self, household: &str, now: Millis) -> Result<Option<Place<'_>>, Unwelcome> {
        let mut households = hold::write(&self.households);
        let known = households.get(household).copied().unwrap_or_default();
        let left = known.left(now);
        if left > 0 {
            return Err(Unwelcome::Slowed {
                seconds: u32::try_from((left + 999) / 1000).unwrap_or(u32::MAX),
            });
        }
        if known.trying >= known.places(now) {
            return Ok(None);
        }
        let trying = known.trying + 1;
        households.insert(household.to_owned(), Household { trying, ..known });
        Ok(Some(Place { sources: self, household: household.to_owned() }))
    }

    /// A household gave a wrong password.
    pub(super) fn note_wrong(&self, household: &str, now: Millis) {
        let mut households = hold::write(&self.households);
        if households.len() >= MANY {
            make_room(&mut households, now);
        }
        let known = households.entry(household.to_owned()).or_default();
        known.wrong = known.counted(now).saturating_add(1);
        known.last = now;
    }
}

impl Drop for Place<'_> {
    fn drop(&mut self) {
        let mut households = hold::write(&self.sources.households);
        if let Some(known) = households.get_mut(&self.household) {
            known.trying = known.trying.saturating_sub(1);
            if known.trying == 0 && known.wrong == 0 {
                households.remove(&self.household);
            }
        }
        drop(households);
        self.sources.judged.notify_waiters();
    }
}

/// Drops those that are forgotten, then those that were wrong least, so that nobody has themselves forgotten by trying once
/// from many other addresses. Whose passwords are being looked at stays.
fn make_room(households: &mut HashMap<String, Household>, now: Millis) {
    households.retain(|_, known| known.trying > 0 || known.counted(now) > 0);
    if households.len() > MANY / 2 {
        let mut all: Vec<(String, Household)> = households.drain().collect();
        let rank = |known: &Household| Reverse((known.trying > 0, known.wrong, known.last));
        all.select_nth_unstable_by_key(MANY / 2, |(_, known)| rank(known));
        let kept = all.into_iter().enumerate().filter(|(at, (_, known))| *at < MANY / 2 || known.trying > 0);
        households.extend(kept.map(|(_, household)| household));
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;
    use std::sync::atomic::{AtomicI64, Ordering};

    use futures_util::FutureExt;

    use super::*;

    /// Whether a household could try a password now: how long it has to wait, or `None` if others are checked first.
    fn waits(slow: &SlowSources, household: &str, now: Millis) -> Option<u32> {
        match slow.free_place(household, now) {
            Ok(place) => place.map(|_| 0),
            Err(Unwelcome::Slowed { seconds }) => Some(seconds),
            Err(other) => panic!("{other}"),
        }
    }

    #[test]
    fn each_wrong_password_more_costs_twice_the_time() {
        let slow = SlowSources::default();
        let mut now = 0;
        let mut pauses = Vec::new();
        for _ in 0..22 {
            let left = waits(&slow, "a", now).expect("a place");
            pauses.push(left);
            now += Millis::from(left) * 1000;
            assert_eq!((waits(&slow, "a", now), waits(&slow, "b", now)), (Some(0), Some(0)));
            slow.note_wrong("a", now);
        }
        let doubled = [1, 2, 4, 8, 16, 32, 64, 128, 256, 300, 300, 300];
        assert_eq!(pauses, [[0; 10].as_slice(), &doubled].concat());
        slow.note_wrong("a", now + FORGOTTEN);
        assert_eq!(waits(&slow, "a", now + FORGOTTEN), Some(0), "begins anew");
    }

    #[test]
    fn a_million_addresses_fill_no_memory_and_the_worst_are_remembered() {
        let slow = SlowSources::default();
        (0..12).for_each(|_| slow.note_wrong("worst", 0));
        let trying = slow.free_place("trying", 0).expect("no pause").expect("a place");
        for number in 0..1_000_000 {
            slow.note_wrong(&format!("address-{number}"), 1);
        }
        assert!(hold::read(&slow.households).len() <= MANY);
        assert_eq!(waits(&slow, "worst", 1), Some(4));
        assert_eq!(hold::read(&slow.households)["trying"].trying, 1);
        drop(trying);
    }

    #[test]
    fn right_passwords_cost_nothing_and_leave_nothing() {
        let slow = SlowSources::default();
        for _ in 0..1000 {
            assert_eq!(waits(&slow, "terminals", 0), Some(0));
        }
        assert!(hold::read(&slow.households).is_empty());
    }

    #[test]
    fn more_at_once_than_may_be_wrong_wait_and_none_of_them_is_refused() {
        let time = Arc::new(AtomicI64::new(0));
        let (slow, clock) = (SlowSources::default(), Clock::Manual(Arc::clone(&time)));
        let begin = || slow.place("office", &clock).now_or_never();
        let mut first: Vec<_> = (0..FREE).map(|_| begin().expect("at once").expect("no pause")).collect();
        assert!(begin().is_none(), "one too many waits");
        let mut waiting = pin!(slow.place("office", &clock));
        assert!(waiting.as_mut().now_or_never().is_none());
        // One was right: the next comes in.
        first.pop();
        let next = waiting.now_or_never().expect("a place").expect("no pause");
        // All the others were wrong: nobody more is looked at than one at a time, after the pause.
        let mut waiting = pin!(slow.place("office", &clock));
        assert!(waiting.as_mut().now_or_never().is_none());
        for place in first.drain(..).chain([next]) {
            slow.note_wrong("office", 0);
            drop(place);
        }
        let refused = waiting.now_or_never().expect("judged").expect_err("a pause");
        assert_eq!(refused, Unwelcome::Slowed { seconds: 1 });
        time.store(1000, Ordering::Relaxed);
        let one = begin().expect("at once").expect("no pause");
        assert!(begin().is_none());
        drop(one);
    }
}
