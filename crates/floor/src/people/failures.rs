//! Wrong passwords: three within half an hour lock a name for half an hour.

use std::collections::HashMap;

use journal::Keep;

use super::Unwelcome;
use crate::json;
use crate::window::Millis;

/// So many wrong passwords
const FAILURES: usize = 3;
/// within so long lock someone out for as long.
const LOCKED: Millis = 30 * 60 * 1000;
/// So many names that nobody has are remembered.
const MANY: usize = 10_000;

/// When passwords were tried for whom, and were not right. Names that nobody has are treated alike, or their answers would
/// tell them apart, but they have room of their own: whoever tries millions of them fills no memory, and makes the floor
/// forget nothing about people there are.
#[derive(Debug, Default)]
pub(super) struct Failures {
    people: HashMap<String, Tried>,
    nobody: HashMap<String, Tried>,
}

/// What was tried for one name.
#[derive(Debug, Default)]
struct Tried {
    /// When, since it was last locked.
    at: Vec<Millis>,
    locked_until: Millis,
}

/// Whether wrong passwords given at these times, at whichever server, lock a name; those that count no more are left out.
pub(super) fn count(mut failures: Vec<Millis>, now: Millis) -> Result<Vec<Millis>, Unwelcome> {
    failures.retain(|at| now - at < LOCKED);
    match failures.last() {
        Some(last) if failures.len() >= FAILURES => Err(locked(last + LOCKED, now)),
        _ => Ok(failures),
    }
}

/// Wrong passwords as they are kept.
pub(super) fn fact(name: &str, failures: &[Millis]) -> Keep {
    let body = (!failures.is_empty()).then(|| json::text(&failures));
    Keep { shelf: "failures".into(), key: name.to_owned(), body }
}

fn locked(until: Millis, now: Millis) -> Unwelcome {
    Unwelcome::LockedOut { seconds: u32::try_from((until - now + 999) / 1000).unwrap_or(u32::MAX) }
}

impl Failures {
    /// A password is tried for a name. It counts as wrong until it is known to be right.
    pub(super) fn attempt(&mut self, name: &str, exists: bool, now: Millis) -> Result<(), Unwelcome> {
        if self.nobody.len() >= MANY {
            self.nobody.clear();
        }
        let names = if exists { &mut self.people } else { &mut self.nobody };
        let tried = names.entry(name.chars().take(64).collect()).or_default();
        if now < tried.locked_until {
            return Err(locked(tried.locked_until, now));
        }
        tried.at.retain(|at| now - at < LOCKED);
        tried.at.push(now);
        if tried.at.len() >= FAILURES {
            *tried = Tried { at: Vec::new(), locked_until: now + LOCKED };
        }
        Ok(())
    }

    /// It was right, or somebody who may has lifted the lock-out.
    pub(super) fn forgive(&mut self, name: &str) {
        self.people.remove(name);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn trying_a_million_names_fills_no_memory_and_forgives_nobody() {
        let mut failures = Failures::default();
        for _ in 0..3 {
            failures.attempt("ann", true, 0).unwrap();
        }
        for number in 0..1_000_000 {
            failures.attempt(&format!("name-{number}"), false, 0).unwrap();
        }
        assert!(failures.nobody.len() <= MANY && failures.people.len() == 1);
        assert_eq!(failures.attempt("ann", true, LOCKED - 1), Err(Unwelcome::LockedOut { seconds: 1 }));
        assert_eq!(failures.attempt("ann", true, LOCKED), Ok(()));
    }

    #[test]
    fn a_name_that_nobody_has_is_locked_like_any_other() {
        let mut failures = Failures::default();
        let answers: Vec<bool> = (0..4).map(|at| failures.attempt("nobody", false, at).is_ok()).collect();
        assert_eq!(answers, [true, true, true, false]);
    }
}
