//! Settings that touch few hands: for each the smallest case in which it matters.

use dashu_ratio::RBig;
use odds::{Game, Plan, Play, Table};
use rulebook::Rules;

use super::cards::Cards;
use super::compare;
use super::house::house;
use super::plans::Strategy;

const SURRENDERS: Play = Play { surrender: true, split: false, double: false, hit: false };
const DOUBLES: Play = Play { surrender: false, split: true, double: true, hit: false };

#[track_caller]
fn agrees(rules: &Rules, ranks: &str, play: Play) {
    let (game, cards) = (Game::of(rules), Cards::of(rules.deck(), ranks));
    let table = Table::<RBig>::new(&game, &cards.shoe()).expect("more than three cards");
    let strategy = Strategy::new(format!("{play:?}"), Plan::new(|_, _| play));
    compare(rules, &cards, &table, &strategy).expect("enough cards");
}

fn set(game: &str, name: &str, value: &str) -> Rules {
    let mut rules = Rules::of(game).expect("one of the five games");
    rules.set(name, value).expect("the game leaves this to the table");
    rules
}

/// I-01 b): T T against an Ace is worth -115/54; that every hand is bust is less likely when fewer tens are pairs.
#[test]
fn a_dealer_blackjack_takes_one_wager_where_only_equal_ranks_are_split() {
    let by_rank = [("split-by", "rank"), ("max-hands", "3"), ("dealer-blackjack-loss", "busted-plus-one")];
    agrees(&house("blackjack", &by_rank), "AA9999999TTKK", DOUBLES);
}

/// I-25: T K against 9 is split and not doubled, so that it wins 6/5; doubled it loses as much.
#[test]
fn hands_from_unlike_tens_are_not_doubled() {
    let rules = house("blackjack", &[("double-after-unlike-ten-split", "false"), ("max-hands", "2")]);
    agrees(&rules, "A99999TK", DOUBLES);
}

/// I-26, I-35: where every 21 takes no more cards, a split ten with an Ace is not doubled.
#[test]
fn a_split_21_that_is_closed_is_not_doubled() {
    agrees(&set("macau", "close-at-21", "all"), "A999999TTTTTTTTT", DOUBLES);
}

/// I-26: a blackjack that is doubled is no more than 21. A T against T wins 2 and not 3/2.
#[test]
fn a_blackjack_may_be_doubled() {
    agrees(&set("macau", "double-on-21", "any"), "A99TTTTTTTTTTTTT", DOUBLES);
}

/// I-12: where a table lets a blackjack be surrendered, who does so loses half.
#[test]
fn a_blackjack_may_be_surrendered() {
    agrees(&set("blackjack", "surrender-blackjack", "true"), "A9TT", SURRENDERS);
}
