//! Wrong passwords for a name. Three from one household within half an hour lock the name for that household, for half an
//! hour from the last; the person at another address is not affected. Twenty from anywhere lock it for every household
//! that never signed in with it: guessing from many addresses ends there.

use std::collections::HashMap;

use journal::Keep;
use serde::{Deserialize, Serialize};

use super::Unwelcome;
use crate::json;
use crate::window::Millis;

/// How many wrong passwords from one household lock a name for that household.
const FROM_ONE: usize = 3;
/// How many wrong passwords from anywhere lock a name for every household that never signed in with it.
const FROM_ALL: usize = 20;
/// How long wrong passwords count together, and how long the lock lasts from the last of them.
const LOCKED: Millis = 30 * 60 * 1000;
/// How many names that nobody has are remembered.
const NAMES: usize = 10_000;
/// The shelf of wrong passwords, by name.
pub(super) const SHELF: &str = "failures";

/// A wrong password.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(from = "Stored", into = "Stored")]
struct Failure {
    at: Millis,
    household: String,
}

/// A wrong password as it is kept; earlier versions did not know from where.
#[derive(Serialize, Deserialize)]
#[serde(untagged)]
enum Stored {
    At(Millis),
    From(Millis, String),
}

impl From<Stored> for Failure {
    fn from(stored: Stored) -> Failure {
        match stored {
            Stored::At(at) => Failure { at, household: String::new() },
            Stored::From(at, household) => Failure { at, household },
        }
    }
}

impl From<Failure> for Stored {
    fn from(Failure { at, household }: Failure) -> Stored {
        Stored::From(at, household)
    }
}

/// The wrong passwords for one name, at whichever server, oldest first.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct Failures(Vec<Failure>);

impl Failures {
    /// Reads them as they are kept.
    pub(super) fn read(body: Option<&str>) -> Failures {
        Failures(body.and_then(|body| serde_json::from_str(body).ok()).unwrap_or_default())
    }

    /// How they are kept.
    pub(super) fn fact(&self, name: &str) -> Keep {
        let Failures(failures) = self;
        let body = (!failures.is_empty()).then(|| json::text(failures));
        Keep { shelf: SHELF.into(), key: name.to_owned(), body }
    }

    /// Whether they lock the name for a household; one that is known to it minds no failures of others.
    pub(super) fn check(&self, household: &str, is_known: bool, now: Millis) -> Result<(), Unwelcome> {
        if let Some(seconds) = locked_for(&self.times(|from| from == household), FROM_ONE, now) {
            return Err(Unwelcome::LockedOut { seconds });
        }
        match locked_for(&self.times(|_| true), FROM_ALL, now) {
            Some(seconds) if !is_known => Err(Unwelcome::NameLocked { seconds }),
            _ => Ok(()),
        }
    }

    /// Dates what lies in the future back to now. Returns whether there was any: a clock that was set back makes no lock longer.
    pub(super) fn date_back(&mut self, now: Millis) -> bool {
        let Failures(failures) = self;
        let mut later = failures.iter_mut().filter(|failure| failure.at > now).peekable();
        let any = later.peek().is_some();
        later.for_each(|failure| failure.at = now);
        any
    }

    /// Whether they lock the name for anybody.
    pub(super) fn lock_anybody(&self, now: Millis) -> bool {
        let Failures(failures) = self;
        failures.iter().any(|failure| self.check(&failure.household, false, now).is_err())
    }

    /// Adds one, and drops those that lock nothing any more.
    pub(super) fn add(&mut self, household: &str, now: Millis) {
        self.date_back(now);
        let Failures(failures) = self;
        failures.retain(|failure| now - failure.at < 2 * LOCKED);
        failures.push(Failure { at: now, household: household.to_owned() });
    }

    /// A household gave the right password. What others tried still counts.
    pub(super) fn forgive(&mut self, household: &str) {
        let Failures(failures) = self;
        failures.retain(|failure| failure.household != household);
    }

    fn times(&self, wanted: impl Fn(&str) -> bool) -> Vec<Millis> {
        let Failures(failures) = self;
        failures.iter().filter(|failure| wanted(&failure.household)).map(|failure| failure.at).collect()
    }
}

/// For how many more seconds wrong passwords at these times lock, if the last `many` came within the window.
fn locked_for(times: &[Millis], many: usize, now: Millis) -> Option<u32> {
    let first = *times.get(times.len().checked_sub(many)?)?;
    let last = *times.last()?;
    let left = last + LOCKED - now;
    (last - first < LOCKED && left > 0).then(|| u32::try_from((left + 999) / 1000).unwrap_or(u32::MAX))
}

/// Wrong passwords for names that nobody has. They are treated like others, or the answers would tell them apart, but live in a
/// bounded cache in memory: trying millions of names does not fill it.
#[derive(Debug, Default)]
pub(super) struct Nobody(HashMap<String, Failures>);

impl Nobody {
    pub(super) fn failures(&mut self, name: &str, now: Millis) -> Failures {
        let Some(failures) = self.0.get_mut(&short(name)) else { return Failures::default() };
        failures.date_back(now);
        failures.clone()
    }

    pub(super) fn add(&mut self, name: &str, household: &str, now: Millis) {
        if self.0.len() >= NAMES {
            self.0.clear();
        }
        self.0.entry(short(name)).or_default().add(household, now);
    }
}

/// Enough of a name to tell it from others.
fn short(name: &str) -> String {
    name.chars().take(64).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn failures(tries: &[(Millis, &str)]) -> Failures {
        let mut failures = Failures::default();
        for (at, household) in tries {
            failures.add(household, *at);
        }
        failures
    }

    #[test]
    fn three_from_one_household_lock_it_for_half_an_hour_from_the_last() {
        let three = failures(&[(0, "a"), (60_000, "a"), (120_000, "a")]);
        let locked = |household: &str, now| three.check(household, false, now);
        assert_eq!(locked("a", 120_000 + LOCKED - 1), Err(Unwelcome::LockedOut { seconds: 1 }));
        assert_eq!((locked("a", 120_000 + LOCKED), locked("b", 120_001)), (Ok(()), Ok(())));
        // A session or an earlier sign-in does not help against failures of one's own.
        assert_eq!(three.check("a", true, 120_000), Err(Unwelcome::LockedOut { seconds: 1800 }));
        let spread = failures(&[(0, "a"), (LOCKED / 2, "a"), (LOCKED, "a")]);
        assert_eq!(spread.check("a", false, LOCKED), Ok(()));
    }

    #[test]
    fn a_clock_that_is_set_back_makes_no_lock_longer() {
        const HOUR: Millis = 60 * 60 * 1000;
        let mut three = failures(&[(HOUR, "a"), (HOUR, "a"), (HOUR, "a")]);
        assert!(three.date_back(0) && !three.date_back(0));
        assert_eq!(three.check("a", false, 0), Err(Unwelcome::LockedOut { seconds: 1800 }));
        assert_eq!(three.check("a", false, LOCKED), Ok(()));
        let mut nobody = Nobody::default();
        (0..3).for_each(|_| nobody.add("nobody", "a", HOUR));
        assert!(nobody.failures("nobody", 0).check("a", false, 0).is_err());
        assert_eq!(nobody.failures("nobody", LOCKED).check("a", false, LOCKED), Ok(()));
        // One more wrong password does not lie before those of the future.
        let mut two = failures(&[(HOUR, "a"), (HOUR, "a")]);
        two.add("a", 0);
        assert_eq!(two.check("a", false, 0), Err(Unwelcome::LockedOut { seconds: 1800 }));
    }

    #[test]
    fn twenty_from_anywhere_lock_every_household_that_is_not_known() {
        let mut failures = Failures::default();
        for number in 0..20 {
            assert_eq!(failures.check("new", false, 0), Ok(()), "{number}");
            failures.add(&format!("192.0.2.{number}"), 0);
        }
        assert_eq!(failures.check("new", false, 1), Err(Unwelcome::NameLocked { seconds: 1800 }));
        assert_eq!((failures.check("home", true, 1), failures.check("new", false, LOCKED)), (Ok(()), Ok(())));
    }

    #[test]
    fn the_right_password_forgives_its_own_household_alone() {
        let mut both = failures(&[(0, "a"), (0, "b"), (0, "a"), (0, "b"), (0, "b")]);
        both.forgive("a");
        assert_eq!(both, failures(&[(0, "b"), (0, "b"), (0, "b")]));
        assert!(both.lock_anybody(1) && !both.lock_anybody(LOCKED));
    }

    #[test]
    fn what_is_kept_for_a_name_stays_short() {
        let mut failures = Failures::default();
        let mut longest = 0;
        for second in 0..200_000 {
            let household = format!("192.0.2.{}", second % 200);
            if failures.check(&household, false, second * 1000).is_ok() {
                failures.add(&household, second * 1000);
            }
            longest = longest.max(failures.0.len());
        }
        assert!(longest <= 2 * FROM_ALL, "{longest}");
    }

    #[test]
    fn failures_are_read_as_earlier_versions_kept_them() {
        let read = Failures::read(Some("[5,7]"));
        assert_eq!(read, failures(&[(5, ""), (7, "")]));
        let new = failures(&[(5, "192.0.2.1")]);
        assert_eq!(new.fact("ann").body.as_deref(), Some(r#"[[5,"192.0.2.1"]]"#));
        assert_eq!(Failures::read(new.fact("ann").body.as_deref()), new);
        assert_eq!(Failures::default().fact("ann").body, None);
    }

    #[test]
    fn trying_a_million_names_fills_no_memory() {
        let mut nobody = Nobody::default();
        for number in 0..1_000_000 {
            nobody.add(&format!("name-{number}"), "a", 0);
        }
        assert!(nobody.0.len() <= NAMES);
        (0..3).for_each(|_| nobody.add("nobody", "a", 0));
        assert!(nobody.failures("nobody", 0).check("a", false, 0).is_err());
    }
}
