//! Chances sum to one.

use dashu_ratio::RBig;
use odds::{VALUES, distribution};
use proptest::prelude::*;

use super::any::{cases, houses, large_shoes, plans, small_shoes, table};

proptest! {
    #![proptest_config(cases(24))]

    #[test]
    fn every_up_card_is_met_by_some_hand(house in houses(), shoe in small_shoes(), wild in plans()) {
        let game = house.game();
        let worth = table::<RBig>(&game, &shoe).worth(&wild.plan());
        for up in 0..VALUES {
            let chances = worth.first[up].iter().map(|first| &first.chance);
            let all = chances.fold(RBig::ZERO, |sum, chance| sum + chance);
            let dealt = shoe.counts()[up] > 0;
            prop_assert_eq!(all, RBig::from(u8::from(dealt)));
            prop_assert_eq!(worth.by_up[up].is_some(), dealt);
        }
    }

    #[test]
    fn every_round_has_some_result(house in houses(), shoe in small_shoes(), wild in plans()) {
        let found = distribution::<RBig>(&house.game(), &shoe, &wild.plan(), 200_000);
        prop_assume!(found.is_ok());
        let found = found.unwrap();
        prop_assert_eq!(found.values().fold(RBig::ZERO, |sum, chance| sum + chance), RBig::ONE);
        prop_assert!(found.values().all(|chance| *chance > RBig::ZERO));
    }
}

proptest! {
    #![proptest_config(cases(4))]

    #[test]
    fn every_up_card_of_full_decks_is_met_by_some_hand(
        house in houses(), shoe in large_shoes(),
    ) {
        let game = house.game();
        let worth = table::<f64>(&game, &shoe).best();
        for first in worth.first {
            let all: f64 = first.iter().map(|first| first.chance).sum();
            prop_assert!((all - 1.0).abs() < 1e-12, "{}", all);
        }
    }
}
