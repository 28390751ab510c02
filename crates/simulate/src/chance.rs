//! Whether what was dealt could well be chance, at the 99 % level.

/// How often each of some things came in each of some places.
pub(crate) struct Counts {
    /// By place, then by thing.
    pub(crate) counts: Vec<Vec<u64>>,
}

impl Counts {
    pub(crate) fn new(places: usize, things: usize) -> Counts {
        Counts { counts: vec![vec![0; things]; places] }
    }

    pub(crate) fn add(&mut self, place: usize, thing: usize) {
        self.counts[place][thing] += 1;
    }

    /// Every place has each thing as often as its share says. Cards of one shoe are drawn without replacement, which makes
    /// places depend on each other but not each place by itself; so each is tested alone, and then whether the tests that
    /// failed are as few as they should be.
    pub(crate) fn assert_chance(&self, shares: &[f64]) {
        let limits = limits(count(shares.len()) - 1.0);
        let outside = self.counts.iter().filter(|place| !limits.contains(&chi_square(place, shares))).count();
        // One in a hundred is expected, twice as many and three are most unlikely.
        assert!(
            count(outside) <= count(self.counts.len()) / 50.0 + 3.0,
            "{outside} of {} places",
            self.counts.len()
        );
    }
}

/// How far counts are from their shares.
pub(crate) fn chi_square(counts: &[u64], shares: &[f64]) -> f64 {
    let all: f64 = counts.iter().map(|seen| float(*seen)).sum();
    let terms =
        counts.iter().zip(shares).map(|(seen, share)| (float(*seen) - all * share).powi(2) / (all * share));
    terms.sum()
}

/// Where chi-square lies in 99 of 100 cases (Wilson and Hilferty, 1931).
pub(crate) fn limits(freedom: f64) -> std::ops::Range<f64> {
    let at = |z: f64| {
        let part = 2.0 / (9.0 * freedom);
        freedom * (1.0 - part + z * part.sqrt()).powi(3)
    };
    at(-2.5758)..at(2.5758)
}

/// A standard normal value lies within the middle 99 %.
pub(crate) fn assert_normal(what: &str, z: f64) {
    assert!(z.abs() < 2.5758, "{what}: {z} standard deviations");
}

pub(crate) fn count(number: usize) -> f64 {
    float(number as u64)
}

#[expect(clippy::cast_precision_loss, reason = "counts of a test are far below what a double holds")]
pub(crate) fn float(number: u64) -> f64 {
    number as f64
}
