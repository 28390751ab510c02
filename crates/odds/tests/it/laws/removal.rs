//! A card that is burnt unseen changes nothing: for a strategy that stays the same, the mean over all cards that may leave
//! the shoe of what the rest is worth is what the whole is worth. So effects of removal have the mean zero.

use dashu_ratio::RBig;
use odds::{Game, NotComputed, Plan, Shoe, TEN, distribution};
use proptest::prelude::*;
use vocabulary::{Deck, Rank};

use super::any::{best, cases, houses, large_shoes, plans, small_shoes, table};

proptest! {
    #![proptest_config(cases(12))]

    #[test]
    fn effects_of_removal_have_the_mean_zero(house in houses(), shoe in small_shoes(), wild in plans()) {
        let (game, plan) = (house.game(), wild.plan());
        let ends = |shoe: Shoe| distribution::<RBig>(&game, &shoe, &plan, 200_000) != Err(NotComputed::RunsOut);
        prop_assume!(removed(&shoe).all(|(_, rest)| ends(rest)));
        let whole = worth(&game, &shoe, &plan);
        let mut mean = RBig::ZERO;
        for (count, rest) in removed(&shoe) {
            let effect = worth(&game, &rest, &plan) - &whole;
            mean += effect * RBig::from(count);
        }
        prop_assert_eq!(mean, RBig::ZERO, "{} {:?}", house, shoe);
    }
}

proptest! {
    #![proptest_config(cases(3))]

    #[test]
    fn so_they_have_with_full_decks(house in houses(), shoe in large_shoes()) {
        let game = house.game();
        let plan = best(&game, &shoe);
        let worth = |shoe: &Shoe| table::<f64>(&game, shoe).worth(&plan).ev;
        let mean: f64 = removed(&shoe).map(|(count, rest)| worth(&rest) * f64::from(count)).sum();
        let (mean, whole) = (mean / f64::from(shoe.len()), worth(&shoe));
        prop_assert!((mean - whole).abs() < 1e-12, "{} {:?}: {} {}", house, shoe, mean, whole);
    }
}

fn worth(game: &Game, shoe: &Shoe, plan: &Plan) -> RBig {
    table::<RBig>(game, shoe).worth(plan).ev
}

/// Every rank a card of which may leave, how many there are, and the rest.
fn removed(shoe: &Shoe) -> impl Iterator<Item = (u32, Shoe)> {
    let rest = |rank: Rank| {
        let value = usize::from(rank.points()) - 1;
        let of = match Deck::Standard52.ranks().skip(TEN).position(|ten| ten == rank) {
            Some(ten) => shoe.tens()[ten],
            None => shoe.counts()[value],
        };
        Some((of, shoe.without(rank)?))
    };
    Deck::Standard52.ranks().filter_map(rest)
}
