//! Mean and variance found by sums over hands are those of the net results of all rounds, dealt card by card.

use std::collections::BTreeMap;

use dashu_ratio::RBig;
use odds::{Plan, Play, Shoe, distribution};
use proptest::prelude::*;

use super::any::{best, cases, houses, plans, small_shoes, table};
use super::house::House;

type Distribution = BTreeMap<RBig, RBig>;

fn mean(of: &Distribution, measure: impl Fn(&RBig) -> RBig) -> RBig {
    of.iter().fold(RBig::ZERO, |sum, (net, chance)| sum + measure(net) * chance)
}

/// Both ways find the same; `None` when a round may run out of cards.
#[track_caller]
fn compare(house: &House, shoe: &Shoe, plan: &Plan) -> Option<Distribution> {
    let game = house.game();
    let found = distribution::<RBig>(&game, shoe, plan, 200_000).ok()?;
    let table = table::<RBig>(&game, shoe);
    let ev = mean(&found, RBig::clone);
    let variance = mean(&found, |net| net * net) - &ev * &ev;
    assert_eq!(table.worth(plan).ev, ev, "the mean of {house}{shoe:?}");
    if let Some(spread) = table.variance(plan) {
        assert_eq!(spread, variance, "the variance of {house}{shoe:?}");
    }
    Some(found)
}

proptest! {
    #![proptest_config(cases(24))]

    #[test]
    fn mean_and_variance_are_those_of_all_rounds(
        house in houses(), shoe in small_shoes(), wild in plans(), plays_well in any::<bool>(),
    ) {
        let game = house.game();
        let plan = if plays_well { best(&game, &shoe) } else { wild.plan() };
        prop_assume!(compare(&house, &shoe, &plan).is_some());
    }
}

/// Three and four hands, each doubled, beside a dealer who may have a blackjack: all stakes can be lost.
#[test]
fn so_they_are_where_every_hand_of_a_split_is_doubled() {
    let greedy = Plan::new(|_, _| Play { split: true, double: true, ..Play::default() });
    for (hands, changes) in [(3, "max-hands=3"), (4, "max-hands=4 blackjack-beats-21=false")] {
        for reading in READINGS {
            let house = House::default().with("double-on-21=any").with(changes).with(reading);
            for counts in [[2, 0, 0, 0, 0, 0, 0, 4, 0, 10], [2, 0, 4, 0, 0, 0, 0, 0, 0, 12]] {
                let found = compare(&house, &Shoe::by_value(counts), &greedy).expect("enough cards");
                assert_eq!(found.keys().next(), Some(&RBig::from(-2 * hands)), "{house}{counts:?}");
            }
        }
    }
}

pub(crate) const READINGS: [&str; 4] = [
    "dealer-blackjack-loss=original-only",
    "dealer-blackjack-loss=busted-plus-one",
    "dealer-blackjack-loss=per-hand",
    "dealer-blackjack-loss=all",
];
