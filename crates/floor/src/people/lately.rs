//! A cache of values, so that most requests need no read from the journal.
//!
//! A reader calls [`Lately::begin`] first: the value is cached only if nobody changed it meanwhile, or a value read just before
//! its end would stay for ever.

use std::collections::HashMap;
use std::sync::RwLock;
use std::time::{Duration, Instant};

use crate::hold;

/// If other servers write too, a cached value is good for this long.
const GOOD_FOR: Duration = Duration::from_secs(1);
/// The maximum number of values in the cache.
const MANY: usize = 50_000;

/// Values by key, each with the time it was read.
pub(super) struct Lately<T> {
    known: RwLock<Known<T>>,
    /// How long a value is good for; `None` (for ever) if nobody else writes.
    good_for: Option<Duration>,
    /// Whether a value says more than the journal does, so that it must not be forgotten yet.
    is_ahead: fn(&T) -> bool,
    most: usize,
}

struct Known<T> {
    values: HashMap<String, (T, Instant)>,
    /// The readers now, by key.
    reading: HashMap<String, Readers>,
    /// How often a value was changed.
    changes: u64,
}

/// Those who read the same value at the same time.
#[derive(Default)]
struct Readers {
    many: usize,
    /// The last change of the value since the first of them began.
    changed: u64,
}

/// A value that is being read.
pub(super) struct Reading<'l, T: Clone> {
    lately: &'l Lately<T>,
    key: &'l str,
    /// How often anything had been changed when it began.
    since: u64,
}

impl<T: Clone> Lately<T> {
    pub(super) fn new(is_shared: bool, is_ahead: fn(&T) -> bool) -> Lately<T> {
        let known = Known { values: HashMap::new(), reading: HashMap::new(), changes: 0 };
        let good_for = is_shared.then_some(GOOD_FOR);
        Lately { known: RwLock::new(known), good_for, is_ahead, most: MANY }
    }

    /// A value that is still good.
    pub(super) fn find(&self, key: &str) -> Option<T> {
        let known = hold::read(&self.known);
        known.values.get(key).filter(|(_, since)| self.is_good(*since)).map(|(value, _)| value.clone())
    }

    fn is_good(&self, since: Instant) -> bool {
        self.good_for.is_none_or(|good_for| since.elapsed() < good_for)
    }

    /// A value as it was last known, be it still good or not.
    pub(super) fn last(&self, key: &str) -> Option<T> {
        hold::read(&self.known).values.get(key).map(|(value, _)| value.clone())
    }

    /// Somebody begins to read a value, or to write one that nobody knows yet.
    pub(super) fn begin<'l>(&'l self, key: &'l str) -> Reading<'l, T> {
        let mut known = hold::write(&self.known);
        let since = known.changes;
        known.reading.entry(key.to_owned()).or_default().many += 1;
        Reading { lately: self, key, since }
    }

    /// A value was changed: it is read anew, and a read under way is not cached.
    pub(super) fn forget(&self, key: &str) {
        let mut known = hold::write(&self.known);
        known.changes += 1;
        known.values.remove(key);
        let changes = known.changes;
        if let Some(readers) = known.reading.get_mut(key) {
            readers.changed = changes;
        }
    }

    /// The values that are wanted, with their keys.
    pub(super) fn filtered(&self, wanted: impl Fn(&T) -> bool) -> Vec<(String, T)> {
        let known = hold::read(&self.known);
        let wanted = known.values.iter().filter(|(_, (value, _))| wanted(value));
        wanted.map(|(key, (value, _))| (key.clone(), value.clone())).collect()
    }

    /// Changes every value; how good they are stays as it was.
    pub(super) fn change_all(&self, change: impl Fn(&mut T)) {
        hold::write(&self.known).values.values_mut().for_each(|(value, _)| change(value));
    }

    /// Changes a value that is known here alone; how good it is stays as it was.
    pub(super) fn change(&self, key: &str, change: impl FnOnce(&mut T)) {
        if let Some((value, _)) = hold::write(&self.known).values.get_mut(key) {
            change(value);
        }
    }

    /// Drops what is not good any more, then the older half. What the journal does not know yet stays.
    fn make_room(&self, values: &mut HashMap<String, (T, Instant)>) {
        values.retain(|_, (value, since)| self.is_good(*since) || (self.is_ahead)(value));
        let mut times: Vec<Instant> = values.values().map(|(_, since)| *since).collect();
        if times.len() > self.most / 2 {
            let (_, middle, _) = times.select_nth_unstable(self.most / 2);
            let middle = *middle;
            values.retain(|_, (value, since)| *since > middle || (self.is_ahead)(value));
        }
    }
}

impl<T: Clone> Reading<'_, T> {
    /// Notes what was read, or what was written, unless somebody changed it meanwhile.
    pub(super) fn note(self, value: T) {
        let lately = self.lately;
        let mut known = hold::write(&lately.known);
        if known.reading.get(self.key).is_some_and(|readers| readers.changed > self.since) {
            return;
        }
        if known.values.len() >= lately.most {
            lately.make_room(&mut known.values);
        }
        known.values.insert(self.key.to_owned(), (value, Instant::now()));
    }

    /// Notes that there is no such value.
    pub(super) fn note_nothing(self) {
        hold::write(&self.lately.known).values.remove(self.key);
    }
}

impl<T: Clone> Drop for Reading<'_, T> {
    fn drop(&mut self) {
        let mut known = hold::write(&self.lately.known);
        if let Some(readers) = known.reading.get_mut(self.key) {
            readers.many -= 1;
            if readers.many == 0 {
                known.reading.remove(self.key);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lately(is_shared: bool) -> Lately<i32> {
        Lately::new(is_shared, |_| false)
    }

    #[test]
    fn what_others_may_have_changed_is_good_for_a_second() {
        let (own, shared) = (lately(false), lately(true));
        let long_ago = Instant::now().checked_sub(GOOD_FOR).unwrap();
        for lately in [&own, &shared] {
            lately.begin("ann").note(1);
            assert_eq!(lately.find("ann"), Some(1));
            hold::write(&lately.known).values.insert("bob".into(), (2, long_ago));
            lately.change("bob", |value| *value = 3);
        }
        assert_eq!((own.find("bob"), shared.find("bob")), (Some(3), None));
        assert_eq!(shared.last("bob"), Some(3));
    }

    #[test]
    fn what_was_read_before_a_change_is_not_noted_after_it() {
        let lately = lately(false);
        let (first, second, other) = (lately.begin("ann"), lately.begin("ann"), lately.begin("bob"));
        lately.forget("ann");
        let later = lately.begin("ann");
        first.note(1);
        assert_eq!(lately.find("ann"), None, "read before the change");
        other.note(2);
        assert_eq!(lately.find("bob"), Some(2), "nobody changed this one");
        later.note(3);
        second.note(1);
        assert_eq!(lately.find("ann"), Some(3), "read after the change");
        lately.begin("ann").note_nothing();
        assert_eq!(lately.find("ann"), None);
        assert!(hold::read(&lately.known).reading.is_empty(), "nobody reads any more");
    }

    #[test]
    fn a_million_values_fill_no_memory_and_what_only_this_server_knows_stays() {
        let lately = Lately { most: 100, ..Lately::new(false, |value| *value < 0) };
        lately.begin("ahead").note(-1);
        for number in 0..1_000_000 {
            lately.begin(&number.to_string()).note(number);
            assert_eq!(lately.find(&number.to_string()), Some(number));
        }
        let known = hold::read(&lately.known);
        assert!(known.values.len() <= 101 && known.reading.is_empty(), "{}", known.values.len());
        assert!(known.values.contains_key("ahead"));
    }
}
