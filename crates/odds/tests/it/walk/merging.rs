//! Walking alike rounds on as one changes nothing, and no order of the cards is lost or counted twice.

use rulebook::Rules;

use super::cards::Cards;
use super::house::house;
use super::orders::{Alike, walked};
use super::plans::Strategy;

#[track_caller]
fn bring_the_same(rules: &Rules, ranks: &str) {
    let cards = Cards::of(rules.deck(), ranks);
    let every_order: u64 = (1..=cards.len()).map(|card| u64::try_from(card).expect("few cards")).product();
    for Strategy { name, plan } in [Strategy::greedy(), Strategy::wild(1)] {
        let merged = walked(rules, &cards, &plan, Alike::Merged).expect("enough cards");
        let apart = walked(rules, &cards, &plan, Alike::Apart).expect("enough cards");
        assert!(merged == apart, "{cards} by {name}");
        assert_eq!(merged.orders(), every_order, "{cards} by {name}");
    }
}

#[test]
fn alike_rounds_of_the_five_games_bring_the_same_as_one() {
    let of = |game| Rules::of(game).expect("one of the five games");
    bring_the_same(&of("blackjack"), "A68888TTTTTTTTTT");
    bring_the_same(&of("star-elements"), "AA6TTTTTTTTTTTTFF");
    bring_the_same(&of("plus"), "A3333TTTTTTTTTTTTT");
    bring_the_same(&of("macau"), "AA6TTTTTTTTTTTTTT");
    bring_the_same(&of("electronic"), "AA777TTTTTTTTK");
}

#[test]
fn alike_rounds_of_a_house_bring_the_same_as_one() {
    let unlike = [("double-after-unlike-ten-split", "false"), ("max-hands", "3")];
    bring_the_same(&house("blackjack", &unlike), "A6TTTTTTTTKKKKK");
    let by_rank = [("split-by", "rank"), ("soft-17", "hit")];
    bring_the_same(&house("blackjack", &by_rank), "A6TTTTTTTTTKKKKKK");
    let looks = [("hole-card", "peek"), ("surrender", "late"), ("soft-17", "hit")];
    bring_the_same(&house("blackjack", &looks), "A68888TTTTTTTTTT");
}
