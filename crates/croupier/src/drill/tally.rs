//! What was done in a drill and how it was answered, counted.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard};

/// A kind of act.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(super) enum Act {
    GuestIn,
    Wager,
    Decision,
    Sale,
    BuyBack,
    SignIn,
    WrongPassword,
    SignOut,
    PasswordChange,
    LoginDisabled,
    LoginEnabled,
    LockOutLifted,
    LoginAdded,
    TableOpened,
    LimitsPosted,
    DealersChanged,
    Dealt,
    Incident,
    LargeMove,
    Approval,
    SentAgain,
    Health,
}

impl Act {
    /// As the report names it.
    pub(super) fn words(self) -> &'static str {
        match self {
            Act::GuestIn => "guests let in",
            Act::Wager => "wagers put down and taken back",
            Act::Decision => "decisions",
            Act::Sale => "credits sold",
            Act::BuyBack => "credits bought back",
            Act::SignIn => "sign-ins",
            Act::WrongPassword => "wrong passwords",
            Act::SignOut => "sign-outs",
            Act::PasswordChange => "passwords changed",
            Act::LoginDisabled => "logins disabled",
            Act::LoginEnabled => "logins enabled",
            Act::LockOutLifted => "lock-outs lifted",
            Act::LoginAdded => "logins added",
            Act::TableOpened => "tables opened and closed",
            Act::LimitsPosted => "limits posted",
            Act::DealersChanged => "dealers assigned and signed on",
            Act::Dealt => "cards keyed and calls of a dealer",
            Act::Incident => "incidents and rulings",
            Act::LargeMove => "awards and voids that may take two people",
            Act::Approval => "of these approved, declined and taken back",
            Act::SentAgain => "acknowledged commands sent again",
            Act::Health => "health checks",
        }
    }

    /// With which statuses the floor may refuse it by rule.
    pub(super) fn refusals(self) -> &'static [u16] {
        match self {
            // A game's rules, a closed table, too few credits, a round that is on. And nobody can know whether a login was added
            // before the server was killed.
            Act::Wager
            | Act::Decision
            | Act::BuyBack
            | Act::LimitsPosted
            | Act::Dealt
            | Act::Incident
            | Act::LargeMove
            | Act::LoginAdded => &[409],
            // It lapsed meanwhile, or an account does not cover it.
            Act::Approval => &[404, 409],
            // A wrong password, a login that is disabled, or that another server changed a moment ago.
            Act::SignIn => &[401, 403, 409],
            Act::WrongPassword | Act::PasswordChange => &[401],
            Act::GuestIn
            | Act::Sale
            | Act::SignOut
            | Act::LoginDisabled
            | Act::LoginEnabled
            | Act::LockOutLifted
            | Act::TableOpened
            | Act::DealersChanged
            | Act::SentAgain
            | Act::Health => &[],
        }
    }
}

/// How an act was answered.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Heard {
    /// It is done.
    Done,
    /// It is refused by rule.
    Refused,
    /// Nobody is signed in.
    SignIn,
    /// It may be asked again.
    Again,
}

/// How often an act was done and refused.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Counted {
    pub(super) done: u64,
    pub(super) refused: u64,
}

/// How often something about a login was acknowledged, and how often nobody knows.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct LoginCount {
    pub(super) acknowledged: u64,
    pub(super) unknown: u64,
}

/// What the people's book says of someone: who, and what was done.
pub(super) type LoginLine = (String, &'static str);

/// All that is counted.
#[derive(Default)]
pub(super) struct Tally {
    acts: Mutex<BTreeMap<Act, Counted>>,
    logins: Mutex<BTreeMap<LoginLine, LoginCount>>,
    faults: Mutex<Faults>,
    pub(super) timed_out: AtomicU64,
    pub(super) too_many: AtomicU64,
    pub(super) internal: AtomicU64,
    pub(super) unavailable: AtomicU64,
    pub(super) broken: AtomicU64,
    pub(super) elsewhere: AtomicU64,
    pub(super) cut_in_part: AtomicU64,
    pub(super) cut_at_the_end: AtomicU64,
    pub(super) cut_before_reading: AtomicU64,
}

/// What went wrong: the first of it in words.
#[derive(Clone, Default, Debug)]
pub(super) struct Faults {
    told: Vec<String>,
    all: usize,
}

/// The maximum number of faults reported in full.
const TOLD: usize = 30;

impl Faults {
    pub(super) fn add(&mut self, fault: impl Into<String>) {
        self.all += 1;
        if self.told.len() < TOLD {
            self.told.push(fault.into());
        }
    }

    pub(super) fn extend(&mut self, others: Faults) {
        let untold = others.all - others.told.len();
        for fault in others.told {
            self.add(fault);
        }
        self.all += untold;
    }

    pub(super) fn is_empty(&self) -> bool {
        self.all == 0
    }

    /// The faults that are reported, and how many more there are.
    pub(super) fn tell(&self) -> Vec<String> {
        let more = self.all - self.told.len();
        let rest = (more > 0).then(|| format!("and {more} more"));
        self.told.iter().cloned().chain(rest).collect()
    }
}

pub(super) fn count(counter: &AtomicU64) {
    counter.fetch_add(1, Ordering::Relaxed);
}

fn hold<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().expect("nobody panics while counting")
}

impl Tally {
    /// Counts an answer and says what follows from it. A status the act is never answered with is a fault.
    pub(super) fn hear(&self, act: Act, status: u16, body: &[u8]) -> Heard {
        let mut acts = hold(&self.acts);
        let counted = acts.entry(act).or_default();
        match status {
            200..=299 => {
                counted.done += 1;
                return Heard::Done;
            }
            status if act.refusals().contains(&status) => {
                counted.refused += 1;
                return Heard::Refused;
            }
            _ => {}
        }
        drop(acts);
        match status {
            401 => return Heard::SignIn,
            408 => count(&self.timed_out),
            421 => count(&self.elsewhere),
            429 => count(&self.too_many),
            503 => count(&self.unavailable),
            other => {
                if other == 500 {
                    count(&self.internal);
                }
                let body: String = String::from_utf8_lossy(body).chars().take(300).collect();
                self.fault(format!("{}: answered with {other}: {body}", act.words()));
                return Heard::Refused;
            }
        }
        Heard::Again
    }

    /// Something about a login was acknowledged.
    pub(super) fn login(&self, name: &str, did: &'static str) {
        hold(&self.logins).entry((name.to_owned(), did)).or_default().acknowledged += 1;
    }

    /// Something about a login was tried and not answered.
    pub(super) fn login_unknown(&self, name: &str, did: &'static str) {
        hold(&self.logins).entry((name.to_owned(), did)).or_default().unknown += 1;
    }

    pub(super) fn fault(&self, fault: impl Into<String>) {
        hold(&self.faults).add(fault);
    }

    pub(super) fn acts(&self) -> BTreeMap<Act, Counted> {
        hold(&self.acts).clone()
    }

    pub(super) fn logins(&self) -> BTreeMap<LoginLine, LoginCount> {
        hold(&self.logins).clone()
    }

    pub(super) fn faults(&self) -> Faults {
        hold(&self.faults).clone()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_status_that_is_never_right_is_a_fault_and_the_others_are_counted_apart() {
        let tally = Tally::default();
        let hear = |act, status| tally.hear(act, status, b"{}");
        assert_eq!(hear(Act::Wager, 200), Heard::Done);
        assert_eq!(hear(Act::Wager, 409), Heard::Refused);
        assert_eq!(hear(Act::Wager, 401), Heard::SignIn);
        for status in [408, 421, 429, 503] {
            assert_eq!(hear(Act::Wager, status), Heard::Again, "{status}");
        }
        assert!(tally.faults().is_empty());
        let counters = [&tally.timed_out, &tally.elsewhere, &tally.too_many, &tally.unavailable];
        assert_eq!(counters.map(|counter| counter.load(Ordering::Relaxed)), [1; 4]);
        assert_eq!(tally.acts()[&Act::Wager], Counted { done: 1, refused: 1 });
        for (act, status) in [(Act::Wager, 500), (Act::Wager, 404), (Act::Sale, 409), (Act::SentAgain, 409)] {
            hear(act, status);
        }
        assert_eq!(tally.faults().tell().len(), 4);
        assert_eq!(tally.internal.load(Ordering::Relaxed), 1);
    }

    #[test]
    fn faults_beyond_the_first_are_counted() {
        let (mut faults, mut more) = (Faults::default(), Faults::default());
        (0..40).for_each(|number| more.add(number.to_string()));
        faults.add("first");
        faults.extend(more);
        let told = faults.tell();
        assert_eq!((told.len(), told.last().map(String::as_str)), (31, Some("and 11 more")));
    }
}
