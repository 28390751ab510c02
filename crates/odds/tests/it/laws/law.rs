//! The law of the net result: all chances together are one, and they have the mean and the variance found otherwise.

use dashu_ratio::RBig;
use odds::{Shoe, distribution};
use proptest::prelude::*;

use super::any::{best, cases, full, houses, plans, small_shoes, table};
use super::house::House;
use super::spread::READINGS;

proptest! {
    #![proptest_config(cases(12))]

    /// Against rounds walked card by card.
    #[test]
    fn with_two_hands_it_is_that_of_all_rounds(
        house in houses(), shoe in small_shoes(), wild in plans(), plays_well in any::<bool>(),
    ) {
        let game = house.with("max-hands=2").game();
        let plan = if plays_well { best(&game, &shoe) } else { wild.plan() };
        let walked = distribution::<RBig>(&game, &shoe, &plan, 200_000);
        prop_assume!(walked.is_ok());
        let law = table::<RBig>(&game, &shoe).law(&plan);
        prop_assert_eq!(&law.more_hands, &RBig::ZERO);
        let mut walked = walked.expect("just asked");
        walked.retain(|_, chance| *chance != RBig::ZERO);
        prop_assert_eq!(walked, law.chances);
    }

    /// No result of one or two hands is likelier than it is at all.
    #[test]
    fn with_more_hands_the_rest_is_theirs(house in houses(), shoe in small_shoes(), wild in plans()) {
        let (game, plan) = (house.game(), wild.plan());
        let walked = distribution::<RBig>(&game, &shoe, &plan, 200_000);
        prop_assume!(walked.is_ok());
        let walked = walked.expect("just asked");
        let law = table::<RBig>(&game, &shoe).law(&plan);
        let told = law.chances.values().fold(RBig::ZERO, |sum, chance| sum + chance);
        prop_assert_eq!(told + &law.more_hands, RBig::ONE);
        for (net, chance) in &law.chances {
            prop_assert!(walked.get(net).is_some_and(|all| chance <= all), "{}: {}", net, chance);
        }
        let mean = |of: &std::collections::BTreeMap<RBig, RBig>| {
            of.iter().fold(RBig::ZERO, |sum, (net, chance)| sum + net * chance)
        };
        prop_assert_eq!(mean(&walked), mean(&law.chances) + law.more_hands_mean);
    }
}

/// Six full decks, split to two hands: nothing remains.
#[test]
fn from_full_shoes_it_has_the_mean_and_the_variance_found_otherwise() {
    let changes =
        ["win-pays=4:5 tie=lose", "hole-card=peek surrender=late", "soft-17=hit", "double-on-21=any"];
    for (reading, changes) in READINGS.into_iter().zip(changes) {
        let house = House::default().with(reading).with(changes).with("max-hands=2");
        let game = house.game();
        let table = table::<f64>(&game, &Shoe::by_value(full(6)));
        let plan = table.best().plan;
        let law = table.law(&plan);
        let mean = |power: i32| -> f64 {
            law.chances.iter().map(|(net, chance)| net.to_f64().value().powi(power) * chance).sum()
        };
        let close = |found: f64, wanted: f64| {
            assert!((found - wanted).abs() < 1e-12, "{house}: {found} is not {wanted}");
        };
        close(law.more_hands, 0.0);
        close(mean(0), 1.0);
        close(mean(1), table.worth(&plan).ev);
        close(
            mean(2) - mean(1) * mean(1),
            table.variance(&plan).expect("hands are played by their cards alone"),
        );
    }
}
