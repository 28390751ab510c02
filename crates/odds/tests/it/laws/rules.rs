//! Rules that are better or worse for the player by themselves, however he plays.

use dashu_ratio::RBig;
use odds::{Number, Plan, Play, Shoe};
use proptest::prelude::*;

use super::any::{best, cases, full, houses, large_shoes, plans, small_shoes, table};
use super::house::House;

/// The better rule and the worse.
const BETTER: [(&str, &str); 6] = [
    ("tie=push", "tie=lose"),
    ("blackjack-pays=3:2", "blackjack-pays=6:5"),
    ("tie=push blackjack-beats-21=false", "tie=push blackjack-beats-21=true"),
    ("dealer-blackjack-loss=original-only", "dealer-blackjack-loss=busted-plus-one"),
    ("dealer-blackjack-loss=busted-plus-one", "dealer-blackjack-loss=per-hand"),
    ("dealer-blackjack-loss=per-hand", "dealer-blackjack-loss=all"),
];

fn worth<N: Number>(house: &House, shoe: &Shoe, plan: &Plan) -> N {
    table(&house.game(), shoe).worth(plan).ev
}

proptest! {
    #![proptest_config(cases(16))]

    #[test]
    fn the_better_rule_is_worth_more(
        house in houses(), shoe in small_shoes(), wild in plans(), rule in prop::sample::select(&BETTER[..]),
    ) {
        let plan = wild.plan();
        let [better, worse] = [rule.0, rule.1].map(|rule| worth::<RBig>(&house.with(rule), &shoe, &plan));
        prop_assert!(worse <= better, "{:?} {} {:?} {:?}", rule, house, shoe, wild);
    }

    /// Where the dealer looks first a blackjack takes one wager; and what cannot be seen to be different is not. Only who
    /// would double a blackjack gains by it: he ties before he can.
    #[test]
    fn a_dealer_who_looks_first_is_worth_one_who_takes_the_original_wager_only(
        house in houses(), shoe in small_shoes(), wild in plans(),
    ) {
        let plan = wild.plan();
        let house = house.with("double-on-21=split-only");
        let looks = house.with("hole-card=peek surrender=early");
        let takes_one = house.with(
            "hole-card=none surrender=early dealer-blackjack-loss=original-only blackjack-beats-21=true",
        );
        prop_assert_eq!(worth::<RBig>(&looks, &shoe, &plan), worth::<RBig>(&takes_one, &shoe, &plan));
    }
}

proptest! {
    #![proptest_config(cases(4))]

    #[test]
    fn the_better_rule_is_worth_more_with_full_decks(
        house in houses(), shoe in large_shoes(), rule in prop::sample::select(&BETTER[..]),
    ) {
        let plan = best(&house.game(), &shoe);
        let [better, worse] = [rule.0, rule.1].map(|rule| worth::<f64>(&house.with(rule), &shoe, &plan));
        prop_assert!(worse <= better + 1e-12, "{:?} {} {:?}", rule, house, shoe);
    }

    #[test]
    fn who_would_surrender_plays_on_where_it_is_not_offered(
        house in houses(), shoe in large_shoes(),
    ) {
        let plan = best(&house.game(), &shoe);
        let house = house.with("surrender=none");
        let never = Plan::new(|at, up| Play { surrender: false, ..plan.play(at, up) });
        let always = Plan::new(|at, up| Play { surrender: true, ..plan.play(at, up) });
        let worth = |plan: Plan| worth::<f64>(&house, &shoe, &plan).to_bits();
        let [plan, never, always] = [plan, never, always].map(worth);
        prop_assert_eq!([never, always], [plan; 2]);
    }
}

/// No law, but so it is with every number of full decks: a dealer who draws on soft 17 is the stronger one.
#[test]
fn a_dealer_who_draws_on_soft_17_is_the_stronger_one() {
    for decks in [1, 2, 8] {
        let shoe = Shoe::by_value(full(decks));
        let [hits, stands] = ["soft-17=hit", "soft-17=stand"].map(|rule| House::default().with(rule).game());
        let value = |game| table::<f64>(game, &shoe).best().ev;
        assert!(value(&hits) < value(&stands), "{decks} decks");
    }
}
