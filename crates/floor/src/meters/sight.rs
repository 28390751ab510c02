//! Meters as an operator reads them: what was kept, and what the odds say should have been.

use std::collections::BTreeMap;

use serde::Serialize;
use utoipa::ToSchema;

use super::{Held, Meter, Meters, as_real};
use crate::theory::{self, Worth, Worths};

/// Meters of a table.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub struct MetersSight {
    /// Rounds that are over.
    pub rounds: u64,
    /// By kind of wager: `main`, `insurance`, `rulings`, or a side wager's word.
    pub wagers: BTreeMap<String, MeterSight>,
}

/// The meter of one kind of wager; amounts in minor units.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub struct MeterSight {
    /// How many wagers had a result.
    pub wagers: u64,
    /// What was first put down on them.
    pub placed: i64,
    /// All that was staked, doubles and splits included.
    pub staked: i64,
    /// All that went back to players.
    pub returned: i64,
    /// What the house kept: staked less returned.
    pub hold: i64,
    /// What players kept of each unit first put down: 1 less hold by placed. None before the first wager.
    pub actual_return: Option<f64>,
    /// The same by the exact odds; none while it is being worked out, and for what has none.
    pub theory: Option<Theory>,
}

/// A meter beside the exact odds of the rules each wager was placed under: the main wager as the best chart plays it.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub struct Theory {
    /// What players should keep of each unit first put down.
    pub theoretical_return: f64,
    /// What players did keep of the wagers whose rules are known.
    pub actual_return: f64,
    /// What the house should have kept of them, in minor units.
    pub expected_hold: f64,
    /// How far chance alone takes the hold from that, in minor units, were every wager on cards of its own.
    pub std_error: Option<f64>,
    /// The same of what players keep of each unit.
    pub return_error: Option<f64>,
    /// How many standard errors the hold is above what is expected; beyond 3 on either side is worth a look.
    pub standard_errors: Option<f64>,
}

impl MetersSight {
    /// Meters as they stand, with what is known of the odds by now.
    #[must_use]
    pub fn of(meters: &Meters) -> MetersSight {
        let worths = |key: &String| theory::worths(key);
        let by_rules: Vec<(&BTreeMap<String, Held>, Option<_>)> =
            meters.by_rules.iter().map(|(key, held)| (held, worths(key))).collect();
        let sight = |(kind, meter): (&String, &Meter)| {
            let held =
                by_rules.iter().filter_map(|(held, worths)| Some((*held.get(kind)?, worths.as_deref())));
            (kind.clone(), meter.sight(Theory::of(kind, held)))
        };
        MetersSight { rounds: meters.rounds, wagers: meters.wagers.iter().map(sight).collect() }
    }
}

impl Meter {
    fn sight(self, theory: Option<Theory>) -> MeterSight {
        let Meter { wagers, placed, staked, returned } = self;
        let hold = staked - returned;
        let actual_return = (placed > 0).then(|| 1.0 - as_real(hold) / as_real(placed));
        MeterSight { wagers, placed, staked, returned, hold, actual_return, theory }
    }
}

impl Theory {
    /// Nothing where the odds of any of these wagers are not known.
    fn of<'w>(kind: &str, held: impl Iterator<Item = (Held, Option<&'w Worths>)>) -> Option<Theory> {
        let mut sums = Sums::default();
        for (held, worths) in held.filter(|(held, _)| held.placed > 0) {
            sums.add(held, *worths?.get(kind)?);
        }
        let Sums { placed, held, expected, variance } = sums;
        let std_error = variance.map(f64::sqrt);
        (placed > 0.0).then(|| Theory {
            theoretical_return: 1.0 - expected / placed,
            actual_return: 1.0 - held / placed,
            expected_hold: expected,
            std_error,
            return_error: std_error.map(|error| error / placed),
            standard_errors: std_error.filter(|error| *error > 0.0).map(|error| (held - expected) / error),
        })
    }
}

/// Wagers of all rules together.
struct Sums {
    placed: f64,
    held: f64,
    expected: f64,
    variance: Option<f64>,
}

impl Default for Sums {
    fn default() -> Sums {
        Sums { placed: 0.0, held: 0.0, expected: 0.0, variance: Some(0.0) }
    }
}

impl Sums {
    fn add(&mut self, held: Held, Worth { ev, std_dev }: Worth) {
        self.placed += as_real(held.placed);
        self.held += as_real(held.kept);
        self.expected -= ev * as_real(held.placed);
        let spread = std_dev.map(|std_dev| std_dev * std_dev * held.squares);
        self.variance = self.variance.zip(spread).map(|(sum, spread)| sum + spread);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_wager_counts_by_the_odds_of_its_own_rules() {
        let worths = |ev: f64| Worths::from([("main".to_owned(), Worth { ev, std_dev: Some(2.0) })]);
        let (dear, cheap) = (worths(-0.5), worths(-0.25));
        let held = |placed: i64, kept: i64| Held { placed, squares: as_real(placed * placed), kept };
        let both = [(held(300, 200), Some(&dear)), (held(400, 0), Some(&cheap))];
        let theory = Theory::of("main", both.into_iter()).expect("both are known");
        // 150 and 100 are expected of 700; the spread is twice the root of 300 squared and 400 squared.
        assert!((theory.expected_hold - 250.0).abs() < 1e-9);
        assert!((theory.theoretical_return - 450.0 / 700.0).abs() < 1e-9);
        assert!((theory.actual_return - 500.0 / 700.0).abs() < 1e-9);
        assert_eq!((theory.std_error, theory.standard_errors), (Some(1000.0), Some(-0.05)));
        assert_eq!(theory.return_error, Some(1000.0 / 700.0));
        let one_unknown = [(held(300, 200), Some(&dear)), (held(400, 0), None)];
        assert_eq!(Theory::of("main", one_unknown.into_iter()), None);
        assert_eq!(Theory::of("rulings", both.into_iter()), None);
    }
}
