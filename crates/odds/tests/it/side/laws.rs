//! What holds for every shoe.

use dashu_ratio::RBig;
use odds::{
    ShortShoe, WagerOdds, best_count, betting_correlation, effects_of_removal, side_wager, side_wagers,
};
use proptest::prelude::*;
use rulebook::{GAMES, LooksAt, Rules, Soft17};
use vocabulary::{Card, Composition};

use super::dealt::{self, Shares};
use super::{fraction, game, plus_with, shoe_of, small_shoes};

fn some_shoe() -> impl Strategy<Value = (Rules, Vec<Card>)> {
    let standard = prop::sample::select(vec!["blackjack", "electronic", "plus", "macau"]);
    prop_oneof![
        (standard, small_shoes::standard(4..=8)).prop_map(|(id, cards)| (game(id), cards)),
        small_shoes::elements(4..=8).prop_map(|cards| (game("star-elements"), cards)),
    ]
}

/// The shares of the lines that are paid at all.
pub(crate) fn shares(odds: &WagerOdds) -> Shares {
    let paid = odds.outcomes.iter().filter(|outcome| !outcome.probability.is_zero());
    paid.map(|outcome| (outcome.name.clone(), outcome.probability.clone())).collect()
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(300) })]

    #[test]
    fn wagers_on_the_deal_are_paid_as_often_as_dealing_every_order_says((rules, cards) in some_shoe()) {
        let shoe = shoe_of(rules.deck(), &cards);
        for wager in rules.side_wagers().iter().filter(|wager| wager.on != LooksAt::DealerHand) {
            let counted = dealt::deals(&cards, |two, dealer| dealt::of_the_deal(&wager.kind, two, dealer));
            prop_assert_eq!(shares(&side_wager(&rules, wager, &shoe).unwrap()), counted, "{}", wager.kind);
        }
    }

    #[test]
    fn boom_busted_is_paid_as_often_as_playing_out_every_order_says(
        cards in prop_oneof![small_shoes::standard(2..=8), small_shoes::low(5..=9)],
        hits in any::<bool>(),
    ) {
        let soft_17 = if hits { Soft17::Hit } else { Soft17::Stand };
        let rules = if hits { hits_soft_17() } else { game("plus") };
        let shoe = shoe_of(rules.deck(), &cards);
        let boom = rules.side_wagers().iter().find(|wager| wager.kind == "boom-busted").unwrap();
        match (side_wager(&rules, boom, &shoe), dealt::dealer_hands(&cards, soft_17, &dealt::boom_busted)) {
            (Ok(odds), counted) => prop_assert_eq!(Some(shares(&odds)), counted),
            (Err(error), counted) => {
                let expected = ShortShoe::Dealer { wager: "Boom Busted".into(), left: cards.len() };
                prop_assert_eq!((error, counted), (expected, None));
            }
        }
    }

    #[test]
    fn the_figures_of_a_wager_go_together((rules, cards) in some_shoe()) {
        let Ok(wagers) = side_wagers(&rules, &shoe_of(rules.deck(), &cards)) else { return Ok(()) };
        for odds in wagers {
            figures_go_together(&odds);
        }
    }

    #[test]
    fn what_cards_do_when_they_leave_cancels_out((rules, cards) in some_shoe()) {
        let Ok(wagers) = effects_of_removal(&rules, &shoe_of(rules.deck(), &cards), 4) else { return Ok(()) };
        for wager in wagers {
            let effects = wager.removals.iter().map(|removal| &removal.effect * RBig::from(removal.left));
            let sum = effects.fold(RBig::ZERO, |sum, effect| sum + effect);
            prop_assert!(sum.is_zero(), "{}: {}", wager.kind, sum);
            prop_assert!((-1e-9..=1.0 + 1e-9).contains(&wager.count.correlation));
            prop_assert!(wager.count.tags.iter().all(|tag| (-4..=4).contains(tag)));
            prop_assert_eq!(wager.count.tags.len(), wager.removals.len());
        }
    }

    #[test]
    fn no_scale_rounds_to_a_better_count(
        effects in prop::collection::vec((1..16u8, -1000..1000i16), 2..7),
        level in 1..5i8,
    ) {
        let effects: Vec<(f64, f64)> =
            effects.into_iter().map(|(weight, effect)| (f64::from(weight), f64::from(effect))).collect();
        let best = best_count(&effects, level).correlation;
        for step in 1..2000u16 {
            let scale = f64::from(step) * 0.0005;
            let tag = |effect: f64| (effect * scale).round().clamp(-f64::from(level), f64::from(level));
            let tags: Vec<f64> = effects.iter().map(|(_, effect)| tag(*effect)).collect();
            prop_assert!(betting_correlation(&effects, &tags) <= best + 1e-9, "{} {:?}", scale, tags);
        }
    }
}

fn hits_soft_17() -> Rules {
    plus_with(&[("soft-17 = { is = \"stand\"", "soft-17 = { is = \"hit\"")], "")
}

fn figures_go_together(odds: &WagerOdds) {
    let one = fraction(1, 1);
    assert!(odds.hit_frequency() <= one, "{}", odds.kind);
    let returned = odds.outcomes.iter().fold(RBig::ZERO, |sum, outcome| sum + outcome.contribution());
    assert_eq!(returned, odds.rtp());
    assert_eq!(odds.rtp(), &odds.ev + &one);
    assert!(odds.variance >= RBig::ZERO);
    // The variance by its definition: the mean square of the distance from the mean.
    let distance = |net: RBig| (net - &odds.ev).sqr();
    let lost = (&one - odds.hit_frequency()) * distance(-one.clone());
    let spread = odds.outcomes.iter().fold(lost, |sum, outcome| {
        let (pays, to) = outcome.pays.sides();
        sum + &outcome.probability * distance(fraction(pays.into(), to.into()))
    });
    assert_eq!(odds.variance, spread);
    for outcome in &odds.outcomes {
        let counted = &outcome.combinations;
        assert_eq!(outcome.probability, RBig::from_parts(counted.hits.clone().into(), counted.of.clone()));
        assert_eq!(counted.of, odds.outcomes[0].combinations.of);
        assert!(!outcome.word().contains(' '));
    }
}

#[test]
fn the_laws_hold_for_the_full_shoes_of_all_games() {
    for id in GAMES {
        let rules = game(id);
        let shoe = Composition::full(rules.deck(), rules.decks());
        side_wagers(&rules, &shoe).unwrap().iter().for_each(figures_go_together);
        for wager in effects_of_removal(&rules, &shoe, 4).unwrap() {
            let effects = wager.removals.iter().map(|removal| &removal.effect * RBig::from(removal.left));
            assert!(effects.fold(RBig::ZERO, |sum, effect| sum + effect).is_zero(), "{id} {}", wager.kind);
        }
    }
}
