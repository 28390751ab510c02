//! Small shoes, drawn so that the rare lines of the pay tables come up in them.

use proptest::prelude::*;
use vocabulary::{Card, Deck};

use super::cards;

/// So many cards of the 52-card deck, most of them ones that pay tables look at.
pub(crate) fn standard(size: std::ops::RangeInclusive<usize>) -> impl Strategy<Value = Vec<Card>> {
    some(Deck::Standard52, "Ks Ks Ks Kh Qs Qh Js Ts Td As As Ac Ad 9s 9h 7s 7h 6s 6d 3c 2s 2d", size)
}

/// So many cards of the 65-card deck, most of them sevens and stars.
pub(crate) fn elements(size: std::ops::RangeInclusive<usize>) -> impl Strategy<Value = Vec<Card>> {
    some(Deck::Elements65, "7f 7f 7f 7g 7w Ff Ff Lf Sf Fg Lg Sg St Tf Af Ae 6f 5w 2t", size)
}

/// Low cards, of which the dealer draws many before he is done.
pub(crate) fn low(size: std::ops::RangeInclusive<usize>) -> impl Strategy<Value = Vec<Card>> {
    some(Deck::Standard52, "As Ah Ad As 2s 2s 2h 2d 3s 3h 4s 5d 6s 6h Ts", size)
}

fn some(
    deck: Deck,
    often: &str,
    size: std::ops::RangeInclusive<usize>,
) -> impl Strategy<Value = Vec<Card>> + use<> {
    let any: Vec<Card> = deck.cards().collect();
    let card = prop_oneof![4 => prop::sample::select(cards(often)), 1 => prop::sample::select(any)];
    prop::collection::vec(card, size)
}
