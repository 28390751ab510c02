//! What was read lately, so that most requests need no look into the journal.

use std::collections::HashMap;
use std::sync::RwLock;
use std::time::{Duration, Instant};

use crate::hold;

/// Where other servers write too, what was read is good for this long.
const GOOD_FOR: Duration = Duration::from_secs(1);

/// Values by key, each with the time it was read.
pub(super) struct Lately<T> {
    values: RwLock<HashMap<String, (T, Instant)>>,
    /// How long a value is good for; for ever where nobody else writes.
    good_for: Option<Duration>,
}

impl<T: Clone> Lately<T> {
    pub(super) fn new(is_shared: bool) -> Lately<T> {
        Lately { values: RwLock::default(), good_for: is_shared.then_some(GOOD_FOR) }
    }

    /// A value that is still good.
    pub(super) fn find(&self, key: &str) -> Option<T> {
        let values = hold::read(&self.values);
        let good = |since: &Instant| self.good_for.is_none_or(|good_for| since.elapsed() < good_for);
        values.get(key).filter(|(_, since)| good(since)).map(|(value, _)| value.clone())
    }

    /// A value as it was last known, be it still good or not.
    pub(super) fn last(&self, key: &str) -> Option<T> {
        hold::read(&self.values).get(key).map(|(value, _)| value.clone())
    }

    pub(super) fn note(&self, key: &str, value: T) {
        hold::write(&self.values).insert(key.to_owned(), (value, Instant::now()));
    }

    pub(super) fn forget(&self, key: &str) {
        hold::write(&self.values).remove(key);
    }

    /// The values that are wanted, with their keys.
    pub(super) fn filtered(&self, wanted: impl Fn(&T) -> bool) -> Vec<(String, T)> {
        let values = hold::read(&self.values);
        let wanted = values.iter().filter(|(_, (value, _))| wanted(value));
        wanted.map(|(key, (value, _))| (key.clone(), value.clone())).collect()
    }

    /// Changes every value; how good they are stays as it was.
    pub(super) fn change_all(&self, change: impl Fn(&mut T)) {
        hold::write(&self.values).values_mut().for_each(|(value, _)| change(value));
    }

    /// Changes a value that is known here alone; how good it is stays as it was.
    pub(super) fn change(&self, key: &str, change: impl FnOnce(&mut T)) {
        if let Some((value, _)) = hold::write(&self.values).get_mut(key) {
            change(value);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_others_may_have_changed_is_good_for_a_second() {
        let (own, shared) = (Lately::new(false), Lately::new(true));
        let long_ago = Instant::now().checked_sub(GOOD_FOR).unwrap();
        for lately in [&own, &shared] {
            lately.note("ann", 1);
            assert_eq!(lately.find("ann"), Some(1));
            hold::write(&lately.values).insert("bob".into(), (2, long_ago));
            lately.change("bob", |value| *value = 3);
        }
        assert_eq!((own.find("bob"), shared.find("bob")), (Some(3), None));
        assert_eq!(shared.last("bob"), Some(3));
    }
}
