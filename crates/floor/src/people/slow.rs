//! Households that give many wrong passwords, whatever names they try, have to wait longer and longer.

use std::cmp::Reverse;
use std::collections::HashMap;

use super::Unwelcome;
use crate::window::Millis;

/// This many wrong passwords cost no time.
const FREE: u32 = 10;
/// The next one costs a second, and each one more twice as much, up to this.
const LONGEST: Millis = 5 * 60 * 1000;
/// Who gives no wrong password for this long begins anew.
const FORGOTTEN: Millis = 30 * 60 * 1000;
/// This many households are remembered.
const MANY: usize = 10_000;

/// How often each household was wrong lately. Each server counts for itself, in memory.
#[derive(Debug, Default)]
pub(super) struct SlowSources(HashMap<String, Wrong>);

#[derive(Clone, Copy, Debug)]
struct Wrong {
    passwords: u32,
    last: Millis,
}

impl Wrong {
    /// How long they wait after the last one.
    fn pause(self) -> Millis {
        match self.passwords.checked_sub(FREE) {
            None => 0,
            Some(more) => (1000 << more.min(20)).min(LONGEST),
        }
    }
}

impl SlowSources {
    /// Whether a household may try a password now.
    pub(super) fn check(&self, household: &str, now: Millis) -> Result<(), Unwelcome> {
        let left = self.0.get(household).map_or(0, |wrong| wrong.last + wrong.pause() - now);
        if left <= 0 {
            return Ok(());
        }
        Err(Unwelcome::Slowed { seconds: u32::try_from((left + 999) / 1000).unwrap_or(u32::MAX) })
    }

    /// A password is tried. It counts as wrong until it is known to be right, so that many at once are not one.
    pub(super) fn attempt(&mut self, household: &str, now: Millis) {
        if self.0.len() >= MANY {
            self.make_room(now);
        }
        let wrong = self.0.entry(household.to_owned()).or_insert(Wrong { passwords: 0, last: now });
        if now - wrong.last >= FORGOTTEN {
            wrong.passwords = 0;
        }
        *wrong = Wrong { passwords: wrong.passwords.saturating_add(1), last: now };
    }

    /// It was right.
    pub(super) fn forgive(&mut self, household: &str) {
        if let Some(wrong) = self.0.get_mut(household) {
            wrong.passwords = wrong.passwords.saturating_sub(1);
        }
    }

    /// Drops those that are forgotten, then those that were wrong least, so that nobody has themselves forgotten by
    /// trying once from many other addresses.
    fn make_room(&mut self, now: Millis) {
        self.0.retain(|_, wrong| now - wrong.last < FORGOTTEN);
        if self.0.len() > MANY / 2 {
            let mut all: Vec<(String, Wrong)> = self.0.drain().collect();
            all.select_nth_unstable_by_key(MANY / 2, |(_, wrong)| Reverse((wrong.passwords, wrong.last)));
            self.0.extend(all.into_iter().take(MANY / 2));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_wrong_password_more_costs_twice_the_time() {
        let mut slow = SlowSources::default();
        let mut now = 0;
        let mut pauses = Vec::new();
        for _ in 0..22 {
            let left = match slow.check("a", now) {
                Err(Unwelcome::Slowed { seconds }) => seconds,
                _ => 0,
            };
            pauses.push(left);
            now += Millis::from(left) * 1000;
            assert_eq!((slow.check("a", now), slow.check("b", now)), (Ok(()), Ok(())));
            slow.attempt("a", now);
        }
        let doubled = [1, 2, 4, 8, 16, 32, 64, 128, 256, 300, 300, 300];
        assert_eq!(pauses, [[0; 10].as_slice(), &doubled].concat());
        slow.attempt("a", now + FORGOTTEN);
        assert_eq!(slow.check("a", now + FORGOTTEN), Ok(()), "begins anew");
    }

    #[test]
    fn a_million_addresses_fill_no_memory_and_the_worst_are_remembered() {
        let mut slow = SlowSources::default();
        (0..12).for_each(|_| slow.attempt("worst", 0));
        for number in 0..1_000_000 {
            slow.attempt(&format!("address-{number}"), 1);
        }
        assert!(slow.0.len() <= MANY);
        assert_eq!(slow.check("worst", 1), Err(Unwelcome::Slowed { seconds: 4 }));
    }

    #[test]
    fn a_right_password_costs_nothing() {
        let mut slow = SlowSources::default();
        for _ in 0..1000 {
            slow.attempt("terminals", 0);
            slow.forgive("terminals");
        }
        assert_eq!(slow.check("terminals", 0), Ok(()));
    }
}
