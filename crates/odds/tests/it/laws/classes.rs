//! No way to play beats one that knows more.

use dashu_ratio::RBig;
use odds::{Memory, optimal};
use proptest::prelude::*;

use super::any::{cases, houses, plans, small_shoes, table};

/// More than the small shoes need.
const MOST: usize = 400_000;

proptest! {
    #![proptest_config(cases(24))]

    #[test]
    fn nothing_beats_play_that_remembers_every_card(
        house in houses(), shoe in small_shoes(), wild in plans(),
    ) {
        let game = house.game();
        let optimal = optimal::<RBig>(&game, &shoe, MOST);
        prop_assume!(optimal.is_ok());
        let optimal = optimal.unwrap();
        let table = table::<RBig>(&game, &shoe);
        let best = table.best();
        prop_assert!(table.worth(&wild.plan()).ev <= optimal, "{} {:?} {:?}", house, shoe, wild);
        prop_assert!(best.ev <= optimal, "{} {:?}", house, shoe);
        let pairs = table.with_memory(&best, Memory::Pairs);
        let others = table.with_memory(&best, Memory::PairsAndOthers);
        if let (Some(pairs), Some(others)) = (pairs, others) {
            prop_assert!(best.ev <= pairs && pairs <= others, "{} {:?}", house, shoe);
            prop_assert!(others <= optimal, "{} {:?}", house, shoe);
        }
    }
}

/// Best play is not bound to be better after a split, where it plays on as if there were none, so that a chart can be
/// worth more in an odd house game; in the five games it is not.
#[test]
fn no_chart_beats_the_best_play_in_the_five_games() {
    for name in rulebook::GAMES {
        let rules = rulebook::Rules::of(name).unwrap();
        let game = odds::Game::of(&rules);
        let table = table::<f64>(&game, &odds::Shoe::full(rules.deck(), rules.decks()));
        let found = table.analyse();
        let two_card = table.two_card(&found.chart).ev;
        assert!(found.basic.ev <= two_card && two_card <= found.best.ev, "{name}");
    }
}
