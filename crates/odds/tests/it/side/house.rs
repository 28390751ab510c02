//! Wagers a house could write: every condition of a pay table, wherever it may stand.

use std::sync::LazyLock;

use odds::side_wager;
use proptest::prelude::*;
use rulebook::{LooksAt, Pattern, Rules, SideWager, Soft17};
use vocabulary::{Card, Total};

use super::dealt;
use super::laws::shares;
use super::{plus_with, shoe_of, small_shoes, written};

/// Conditions that are all a wager asks for, so that nothing else makes it look at ranks or suits.
const ALONE: [&str; 9] = [
    "same-rank = true",
    "ranks = \"KA62\"",
    "one-each = \"KQT\"",
    "at-least = \"1 x T\"",
    "same-suit = true",
    "same-suit = false",
    "same-colour = true",
    "suit = \"s\"",
    "total = 21",
];

static HOUSE: LazyLock<Rules> = LazyLock::new(|| {
    let bust = "dealer-bust-cards = \"3+\"";
    let of_the_hand = |when: &str| format!("{bust}\n{when}");
    let suits = [
        of_the_hand("same-suit = true\nranks = \"KQJT62\""),
        of_the_hand("same-suit = true"),
        of_the_hand("same-colour = true\nat-least = \"2 x A\""),
        of_the_hand("suit = \"s\""),
        of_the_hand("same-colour = false\ntotal = 22"),
    ];
    let points =
        [of_the_hand("low-total-over = 24"), "dealer-bust-cards = \"4\"".into(), of_the_hand("total = 22")];
    let ranks = [
        of_the_hand("same-rank = true"),
        of_the_hand("at-least = \"1 x T\""),
        of_the_hand("one-each = \"66T\""),
    ];
    let deal = [
        "same-suit = true\ndealer-blackjack = true".to_owned(),
        "same-colour = true\ndealer-blackjack = false".into(),
        "same-rank = false\nsame-suit = false".into(),
    ];
    let low = ["low-total-under = 15\ndealer-blackjack = true".to_owned(), "low-total-over = 20".into()];
    let wagers = [
        ("bust-suits", "dealer-hand", &suits[..]),
        ("bust-points", "dealer-hand", &points),
        ("bust-ranks", "dealer-hand", &ranks),
        ("two", "first-two", &deal),
        ("two-low", "first-two", &low),
        ("three", "first-two-and-up-card", &deal),
        ("three-low", "first-two-and-up-card", &low),
    ];
    let of_lines = |(kind, on, lines): (&str, &str, &[String])| {
        let lines: Vec<(&str, &str)> = lines.iter().map(|when| ("3:1", when.as_str())).collect();
        written(kind, on, &lines)
    };
    let alone = |(at, when): (usize, &&str)| {
        written(&format!("alone-{at}"), "first-two-and-up-card", &[("3:1", *when)])
    };
    let written: String =
        wagers.map(of_lines).into_iter().chain(ALONE.iter().enumerate().map(alone)).collect();
    plus_with(&[], &written)
});

/// The first line whose conditions hold for the cards themselves.
fn paid(wager: &SideWager, cards: &[Card], dealer: &[Card]) -> Option<String> {
    let blackjack = dealer.len() == 2 && Total::of(dealer).points == 21;
    let fits = |when: &Pattern| when.fits(cards) && when.fits_dealer(dealer, blackjack);
    wager.lines.iter().find(|line| fits(&line.when)).map(|line| line.name.clone())
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(60) })]

    #[test]
    fn every_condition_is_counted_as_the_cards_themselves_meet_it(
        cards in prop_oneof![small_shoes::standard(4..=7), small_shoes::low(4..=7)],
    ) {
        let shoe = shoe_of(HOUSE.deck(), &cards);
        for wager in HOUSE.side_wagers() {
            let counted = match wager.on {
                LooksAt::FirstTwo => Some(dealt::deals(&cards, |two, dealer| paid(wager, &two, &dealer))),
                LooksAt::FirstTwoAndUpCard => {
                    Some(dealt::deals(&cards, |[a, b], dealer| paid(wager, &[a, b, dealer[0]], &dealer)))
                }
                LooksAt::DealerHand => {
                    dealt::dealer_hands(&cards, Soft17::Stand, &|hand: &[Card]| paid(wager, hand, hand))
                }
            };
            let odds = side_wager(&HOUSE, wager, &shoe).ok();
            prop_assert_eq!(odds.as_ref().map(shares), counted, "{}", wager.kind);
        }
    }
}
