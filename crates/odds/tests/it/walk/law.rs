//! Every net result with its chance: the law found by sums over two hands at a time is that of all rounds.

use dashu_ratio::RBig;
use odds::{Game, Table};
use rulebook::Rules;

use super::assert_seen;
use super::cards::Cards;
use super::games::READINGS;
use super::house::{Changes, house};
use super::marks::{Mark, Marks};
use super::orders::{Alike, mean, walked};
use super::plans::Strategy;

const GAMES: [(&str, &str); 5] = [
    ("blackjack", "AA8888TTTTTTTTTT"),
    ("star-elements", "AA888TTTTTTTTTTF"),
    ("plus", "AA56TTTTTTTTTTTTT"),
    ("macau", "AA8888TTTTTTTTTT"),
    ("electronic", "AA56888TTTTTTT"),
];

/// The chances of all results of one or two hands, that of more hands, and the mean.
#[track_caller]
fn agree(rules: &Rules, ranks: &str, strategies: &[Strategy]) -> Marks {
    let (game, cards) = (Game::of(rules), Cards::of(rules.deck(), ranks));
    let table = Table::<RBig>::new(&game, &cards.shoe()).expect("more than three cards");
    let mut marks = Marks::default();
    for Strategy { name, plan } in strategies {
        let walked = walked(rules, &cards, plan, Alike::Merged).expect("enough cards");
        let law = table.law(plan);
        assert_eq!(
            walked.distribution_of_two_hands(),
            law.chances,
            "{cards} by {name}: the walk, then the odds"
        );
        let more = walked.marks.times(Mark::ThreeHands) + walked.marks.times(Mark::FourHands);
        let more_hands = RBig::from(more) / RBig::from(walked.orders());
        assert_eq!(more_hands, law.more_hands, "{cards} by {name}: three hands or more");
        let all = mean(&law.chances) + law.more_hands_mean;
        assert_eq!(mean(&walked.distribution()), all, "{cards} by {name}: the mean");
        marks.join(&walked.marks);
    }
    marks
}

#[test]
fn two_hands_bring_what_rounds_do_in_every_game_and_reading() {
    for (game, ranks) in GAMES {
        let mut seen = Marks::default();
        for reading in READINGS {
            let rules = house(game, &[("dealer-blackjack-loss", reading), ("max-hands", "2")]);
            let strategies = [Strategy::greedy(), Strategy::wild(1), Strategy::wild(2)];
            seen.join(&agree(&rules, ranks, &strategies));
        }
        let met =
            [Mark::TwoHands, Mark::DoubleAfterSplit, Mark::SomeBustAgainstAce, Mark::SomeBustAgainstTen];
        assert_seen(&seen, &met);
        assert!(!seen.has(Mark::ThreeHands), "{game}");
    }
}

#[test]
fn no_more_than_two_hands_bring_what_rounds_do_where_more_are_allowed() {
    for (game, ranks) in GAMES {
        for reading in READINGS {
            let rules = house(game, &[("dealer-blackjack-loss", reading)]);
            let seen = agree(&rules, ranks, &[Strategy::greedy(), Strategy::wild(1)]);
            assert_seen(&seen, &[Mark::TwoHands, Mark::ThreeHands]);
        }
    }
}

#[test]
fn so_they_do_in_the_games_of_a_house() {
    let looks = [
        ("hole-card", "peek"),
        ("surrender", "late"),
        ("soft-17", "hit"),
        ("blackjack-pays", "6:5"),
        ("win-pays", "2:1"),
    ];
    let ties = [("blackjack-beats-21", "false"), ("blackjack-beats-split-21", "false"), ("tie", "lose")];
    let one_for_all = [
        ("blackjack-beats-21", "false"),
        ("blackjack-beats-split-21", "false"),
        ("dealer-blackjack-loss", "busted-plus-one"),
        ("win-pays", "4:5"),
    ];
    let aces = [("resplit-aces", "true"), ("draw-on-split-aces", "true"), ("max-hands", "3")];
    let forced =
        [("forced-draw-below", "12"), ("surrender-against", "ten"), ("dealer-blackjack-loss", "all")];
    let houses: [(Changes<'_>, &str); 5] = [
        (&looks, "A6888TTTTTTTTTTT"),
        (&ties, "AA56TTTTTTTTTTTTT"),
        (&one_for_all, "AA56TTTTTTTTTTTTT"),
        (&aces, "AAAA6TTTTTTTTTTT"),
        (&forced, "AA56TTTTTTTTTTTTT"),
    ];
    for (changes, ranks) in houses {
        agree(&house("blackjack", changes), ranks, &[Strategy::greedy(), Strategy::wild(1)]);
    }
}

#[test]
fn so_they_do_where_only_equal_ranks_are_split() {
    let by_rank = |max_hands, reading| {
        let changes = [("split-by", "rank"), ("max-hands", max_hands), ("dealer-blackjack-loss", reading)];
        house("blackjack", &changes)
    };
    let strategies = [Strategy::greedy(), Strategy::wild(1)];
    for reading in READINGS {
        agree(&by_rank("2", reading), "A9TTTTTTTTKKKKK", &strategies);
    }
    agree(&by_rank("2", "all"), "99TTTTKK", &strategies);
    agree(&by_rank("4", "all"), "A6TTTTTTTTTKKKKKK", &strategies);
}

/// Blackjacks that are doubled or given up, and hands that may be doubled only if they came from tens of one rank.
#[test]
fn so_they_do_where_blackjacks_act_and_unlike_tens_are_not_doubled() {
    let doubled = [("double-on-21", "any"), ("pay-blackjack", "at-end"), ("close-at-21", "none")];
    let looked = [("double-on-21", "any"), ("pay-blackjack", "at-end"), ("hole-card", "peek")];
    let given_up = [("surrender-blackjack", "true"), ("pay-blackjack", "at-end")];
    let unlike = [("double-after-unlike-ten-split", "false"), ("max-hands", "2")];
    let more_unlike = [("double-after-unlike-ten-split", "false"), ("max-hands", "3")];
    let houses: [(Changes<'_>, &str); 5] = [
        (&doubled, "AA99TTTTTTTTTTTTT"),
        (&looked, "AA99TTTTTTTTTTTTT"),
        (&given_up, "AA99TTTTTTTTTTTTT"),
        (&unlike, "A6TTTTTTTTKKKKK"),
        (&more_unlike, "A6TTTTTTTTKKKKK"),
    ];
    let strategies = [Strategy::greedy(), Strategy::wild(1), Strategy::wild(3)];
    for (changes, ranks) in houses {
        agree(&house("blackjack", changes), ranks, &strategies);
    }
}
