//! How far results spread: the variance, which rests on all hands of a split at once.

use dashu_ratio::RBig;
use odds::{Game, Table};
use rulebook::Rules;

use super::cards::Cards;
use super::games::READINGS;
use super::house::{Changes, house};
use super::orders::{distribution, variance};
use super::plans::Strategy;

const EIGHTS: &str = "AA8888TTTTTTTTTT";

#[track_caller]
fn spreads(rules: &Rules, ranks: &str, strategies: &[Strategy]) {
    let (game, cards) = (Game::of(rules), Cards::of(rules.deck(), ranks));
    let table = Table::<RBig>::new(&game, &cards.shoe()).expect("more than three cards");
    for Strategy { name, plan } in strategies {
        let walked = variance(&distribution(rules, &cards, plan));
        assert_eq!(Some(walked), table.variance(plan), "{cards} by {name}: the walk, then the odds");
    }
}

#[test]
fn results_spread_as_rounds_do_in_every_game() {
    for game in ["star-elements", "plus", "macau", "electronic"] {
        spreads(&Rules::of(game).expect("one of the five games"), EIGHTS, &[Strategy::wild(1)]);
    }
}

#[test]
fn results_spread_as_rounds_do_in_every_reading() {
    for reading in READINGS {
        let rules = house("blackjack", &[("dealer-blackjack-loss", reading)]);
        spreads(&rules, EIGHTS, &[Strategy::greedy(), Strategy::wild(1)]);
    }
}

#[test]
fn results_spread_as_rounds_do_in_the_games_of_a_house() {
    let looks = [("hole-card", "peek"), ("surrender", "late"), ("soft-17", "hit"), ("blackjack-pays", "6:5")];
    let ties = [("blackjack-beats-21", "false"), ("blackjack-beats-split-21", "false"), ("tie", "lose")];
    let aces = [("resplit-aces", "true"), ("draw-on-split-aces", "true"), ("max-hands", "3")];
    let forced =
        [("forced-draw-below", "12"), ("surrender-against", "ten"), ("dealer-blackjack-loss", "all")];
    let houses: [(Changes<'_>, &str); 4] = [
        (&looks, "A6888TTTTTTTTTTT"),
        (&ties, "AA56TTTTTTTTTTTTT"),
        (&aces, "AAAA6TTTTTTTTTTT"),
        (&forced, "AA56TTTTTTTTTTTTT"),
    ];
    for (changes, ranks) in houses {
        spreads(&house("blackjack", changes), ranks, &[Strategy::greedy(), Strategy::wild(1)]);
    }
}

#[test]
fn results_spread_as_rounds_do_where_only_equal_ranks_are_split() {
    let by_rank = house("blackjack", &[("split-by", "rank"), ("max-hands", "2")]);
    spreads(&by_rank, "99TTTTKK", &[Strategy::greedy()]);
}
