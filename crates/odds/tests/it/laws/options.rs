//! What a player may leave alone cannot cost him anything: to take it away never raises what the game is worth to him.

use dashu_ratio::RBig;
use odds::{Game, Shoe, optimal};
use proptest::prelude::*;
use rulebook::{GAMES, Rules};

use super::any::{cases, houses, small_shoes, table};
use super::house::House;

/// With an option and without it.
const OPTIONS: [(&str, &str); 24] = [
    ("double-after-split=true", "double-after-split=false"),
    ("resplit-aces=true", "resplit-aces=false"),
    ("draw-on-split-aces=true", "draw-on-split-aces=false"),
    ("split-aces=true", "split-aces=false"),
    ("max-hands=4", "max-hands=3"),
    ("max-hands=3", "max-hands=2"),
    ("max-hands=2", "max-hands=1"),
    ("surrender=early", "surrender=none"),
    ("hole-card=peek surrender=late", "hole-card=peek surrender=none"),
    ("hole-card=peek surrender=early", "hole-card=peek surrender=late"),
    ("surrender-against=any", "surrender-against=not-ace"),
    ("surrender-against=not-ace", "surrender-against=ten"),
    ("surrender-blackjack=true", "surrender-blackjack=false"),
    ("double-on=any", "double-on=hard-9-11"),
    ("double-on=hard-9-11", "double-on=hard-10-11"),
    ("double-on-21=any", "double-on-21=split-only"),
    ("double-on-21=split-only", "double-on-21=never"),
    ("close-at-21=none", "close-at-21=soft-only"),
    ("close-at-21=soft-only", "close-at-21=all"),
    ("forced-draw-below=0", "forced-draw-below=12"),
    ("forced-draw-below=12", "forced-draw-below=17"),
    ("split-by=value", "split-by=rank"),
    ("double-after-unlike-ten-split=true", "double-after-unlike-ten-split=false"),
    ("double-on=hard-4-20", "double-on=hard-9-11"),
];

/// More than the small shoes need.
const MOST: usize = 400_000;

proptest! {
    #![proptest_config(cases(16))]

    #[test]
    fn an_option_costs_nothing_who_remembers_every_card(
        house in houses(), shoe in small_shoes(), option in prop::sample::select(&OPTIONS[..]),
    ) {
        let value = |house: House| optimal::<RBig>(&house.game(), &shoe, MOST);
        let (with, without) = (value(house.with(option.0)), value(house.with(option.1)));
        prop_assume!(with.is_ok() && without.is_ok());
        prop_assert!(without.unwrap() <= with.unwrap(), "{:?} {} {:?}", option, house, shoe);
    }
}

/// No law for play that forgets its other hands: one more of them may cost it something in an odd house game. In the five
/// games it does not.
#[test]
fn an_option_costs_nothing_in_the_five_games() {
    let mut compared = 0;
    for name in GAMES {
        for (with, without) in OPTIONS {
            let value = |changes: &str| -> Option<f64> {
                let mut rules = Rules::of(name).expect("one of the five games");
                for (name, value) in changes.split_whitespace().filter_map(|change| change.split_once('=')) {
                    rules.suppose(name, value).ok()?;
                }
                Some(table::<f64>(&Game::of(&rules), &Shoe::full(rules.deck(), rules.decks())).best().ev)
            };
            let (Some(more), Some(less)) = (value(with), value(without)) else { continue };
            assert!(less <= more + 1e-12, "{name}: {with} is worth {more}, {without} {less}");
            compared += 1;
        }
    }
    assert!(compared > 90, "few options go together with the games: {compared}");
}
