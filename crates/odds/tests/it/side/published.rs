//! Figures that others have published.

use odds::{best_count, betting_correlation, effects_of_removal};
use vocabulary::{Composition, Rank};

use super::{assert_published, fraction, full, game, line, number, plus_with, written};

/// Wizard of Odds, Perfect Pairs: 8 decks, 1456 perfect, 1664 coloured and 3328 red/black pairs of 86320.
#[test]
fn rws_pairs_has_the_combinations_of_perfect_pairs_with_the_aces_taken_out() {
    let odds = full(&game("plus"), "rws-pairs", 8);
    let hits = |word: &str| u64::try_from(&line(&odds, word).combinations.hits).unwrap();
    assert_eq!(hits("ace-pair-suited") + hits("suited-pair"), 1456);
    assert_eq!(hits("coloured-pair"), 1664);
    assert_eq!(hits("mixed-pair"), 3328);
    assert!(odds.outcomes.iter().all(|outcome| outcome.combinations.of == 86_320u32.into()));
}

/// M. Shackleford's course GAM 470: six decks, 144 royal and 11868 easy matches of 48516; 3234 units are lost over all.
/// His Royal Match page has the edge as 6.67 %.
#[test]
fn royal_match_loses_3234_units_in_48516_hands() {
    let odds = full(&game("electronic"), "royal-match-21", 6);
    assert_eq!(line(&odds, "suited-king-and-queen").combinations.hits, 144u32.into());
    assert_eq!(line(&odds, "two-suited-cards").combinations.hits, 11_868u32.into());
    assert_eq!(odds.ev, -fraction(3234, 48_516));
    assert_published(number(&odds.ev), -0.0667, 4, "royal match");
}

/// E. Jacobson, "Card Counting the King's Bounty": house edge 23.164 % and standard deviation 4.871 for six decks;
/// 24.733489 % for two decks where the second to fourth lines pay 200, 50 and 25.
#[test]
fn kings_bounty_has_the_published_edges() {
    let rules = game("electronic");
    let six = full(&rules, "kings-bounty", 6);
    assert_published(number(&six.ev), -0.23164, 5, "six decks");
    assert_published(six.std_dev(), 4.871, 3, "six decks, deviation");

    let kings = "ranks = \"K\"";
    let lines = [
        ("1000:1", format!("{kings}\nsuit = \"s\"\ndealer-blackjack = true")),
        ("200:1", format!("{kings}\nsuit = \"s\"")),
        ("50:1", format!("{kings}\nsame-suit = true")),
        ("25:1", "ranks = \"QJT\"\nsame-rank = true\nsame-suit = true".into()),
        ("9:1", "total = 20\nsame-suit = true".into()),
        ("6:1", kings.into()),
        ("4:1", "total = 20".into()),
    ];
    let lines: Vec<(&str, &str)> = lines.iter().map(|(pays, when)| (*pays, when.as_str())).collect();
    let two = full(&plus_with(&[], &written("bounty", "first-two", &lines)), "bounty", 2);
    assert_published(number(&two.ev), -0.247_334_89, 8, "two decks");
}

/// Wizard of Odds, Over/Under 13: house edges by number of decks, and 10 to 1 on exactly 13.
#[test]
fn over_and_under_thirteen_have_the_published_edges() {
    let thirteen = written("thirteen", "first-two", &[("10:1", "low-total-over = 12\nlow-total-under = 14")]);
    let exactly = plus_with(&[], &thirteen);
    for (decks, under, over, thirteen) in [
        (1, 0.1011, 0.0679, 0.0709),
        (2, 0.1008, 0.0665, 0.0799),
        (4, 0.1007, 0.0658, 0.0844),
        (6, 0.1007, 0.0655, 0.0858),
        (8, 0.1006, 0.0654, 0.0866),
    ] {
        let macau = game("macau");
        assert_published(-number(&full(&macau, "under-13", decks).ev), under, 4, "under 13");
        assert_published(-number(&full(&macau, "over-13", decks).ev), over, 4, "over 13");
        assert_published(-number(&full(&exactly, "thirteen", decks).ev), thirteen, 4, "exactly 13");
    }
}

/// The dealer's bust by its number of cards, each number a line of its own.
fn busts(pays: [(&str, &str); 6], soft_17: &str) -> rulebook::Rules {
    let lines: Vec<(String, String)> = pays
        .iter()
        .map(|(cards, pays)| ((*pays).to_owned(), format!("dealer-bust-cards = \"{cards}\"")))
        .collect();
    let lines: Vec<(&str, &str)> = lines.iter().map(|(pays, when)| (pays.as_str(), when.as_str())).collect();
    let rule = format!("soft-17 = {{ is = \"{soft_17}\"");
    plus_with(&[("soft-17 = { is = \"stand\"", &rule)], &written("buster", "dealer-hand", &lines))
}

const BUSTER: [(&str, &str); 6] =
    [("8+", "250:1"), ("7", "50:1"), ("6", "12:1"), ("5", "4:1"), ("4", "2:1"), ("3", "2:1")];

/// Wizard of Odds, Buster Blackjack: six decks, the dealer hits soft 17.
#[test]
fn the_dealer_busts_with_so_many_cards_as_often_as_published() {
    let odds = full(&busts(BUSTER, "hit"), "buster", 6);
    let published = [0.000_012, 0.000_214, 0.002_638, 0.020_473, 0.089_392, 0.173_032];
    for (outcome, published) in odds.outcomes.iter().zip(published) {
        assert_published(number(&outcome.probability), published, 6, &outcome.pays.to_string());
    }
    assert_published(number(&odds.ev), -0.062_143, 6, "pay table 1");
}

/// Wizard of Odds, Buster Blackjack, pay table 1: house edges by number of decks and soft 17.
#[test]
fn a_wager_on_the_dealers_bust_has_the_published_edges_for_every_number_of_decks() {
    let (stands, hits) = (busts(BUSTER, "stand"), busts(BUSTER, "hit"));
    for (decks, stand, hit) in [
        (1, 0.0877, 0.0689),
        (2, 0.0848, 0.0651),
        (4, 0.0831, 0.0629),
        (5, 0.0827, 0.0625),
        (6, 0.0825, 0.0621),
        (8, 0.0822, 0.0617),
    ] {
        assert_published(-number(&full(&stands, "buster", decks).ev), stand, 4, "stands on soft 17");
        assert_published(-number(&full(&hits, "buster", decks).ev), hit, 4, "hits soft 17");
    }
}

/// E. Jacobson, Buster Blackjack at 200, 100, 30, 6, 3 and 1 to 1: edge, standard deviation and hit frequency for six and
/// for two decks, soft 17 hit; and the tags of his count, which cannot be better than ours.
#[test]
fn another_pay_table_on_the_dealers_bust_has_the_published_figures() {
    let pays = [("8+", "200:1"), ("7", "100:1"), ("6", "30:1"), ("5", "6:1"), ("4", "3:1"), ("3", "1:1")];
    let rules = busts(pays, "hit");
    for (decks, edge, deviation, hit) in [(6, 0.04724, 2.724, 0.28576), (2, 0.05478, 2.591, 0.28645)] {
        let odds = full(&rules, "buster", decks);
        assert_published(-number(&odds.ev), edge, 5, "edge");
        assert_published(odds.std_dev(), deviation, 3, "deviation");
        assert_published(number(&odds.hit_frequency()), hit, 5, "hit frequency");
    }
    let removals = effects_of_removal(&rules, &Composition::full(rules.deck(), 2), 3).unwrap();
    let buster = removals.iter().find(|wager| wager.kind == "buster").unwrap();
    let effects: Vec<(f64, f64)> = buster.removals.iter().map(odds::Removal::weighed).collect();
    let his = [-2.0, -3.0, -2.0, 0.0, 0.0, 0.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0];
    let his = betting_correlation(&effects, &his);
    assert!(his > 0.9 && buster.count.correlation >= his, "{his} {:?}", buster.count);
}

/// Wizard of Odds, "Ask the Wizard" 71: five decks, of 17373720 ordered three cards 6600 are sevens of mixed suits and
/// 240 sevens of one suit.
#[test]
fn three_sevens_come_as_often_as_published() {
    let lines = [("400:1", "ranks = \"7\"\nsame-suit = true"), ("40:1", "ranks = \"7\"")];
    let odds = full(&plus_with(&[], &written("sevens", "first-two-and-up-card", &lines)), "sevens", 5);
    assert_eq!(odds.outcomes[0].probability, fraction(240, 17_373_720));
    assert_eq!(odds.outcomes[1].probability, fraction(6600, 17_373_720));
}

/// J. Grochowski, "The whys of table games": behind an Ace 16 of 51 cards of one deck are worth ten, 96 of 311 of six.
/// The edges 5.88 %, 7.40 % and 7.47 % for one, six and eight decks stand in every book on the game.
#[test]
fn insurance_is_sixteen_in_fifty_one_with_one_deck() {
    let rules = game("macau");
    for (decks, tens, of, edge) in [(1, 16, 51, 0.0588), (6, 96, 311, 0.0740), (8, 128, 415, 0.0747)] {
        let shoe = Composition::full(rules.deck(), decks);
        let odds = odds::insurance(&rules, &shoe).unwrap().unwrap();
        assert_eq!(line(&odds, "dealer-blackjack").probability, fraction(tens, of));
        assert_published(-number(&odds.ev), edge, 4, "insurance");
    }
}

/// P. Griffin, "The Theory of Blackjack": effects of removal of the main game, single deck, in per cent, from the Ace to the
/// ten; the Hi-Lo count has a betting correlation of about 0.97 with them.
#[test]
fn the_helper_for_counts_rates_hi_lo_as_the_literature_does() {
    let effects = [-0.61, 0.38, 0.44, 0.55, 0.69, 0.46, 0.28, 0.00, -0.18, -0.51];
    let hi_lo = [-1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 0.0, 0.0, 0.0, -1.0];
    let weighed: Vec<(f64, f64)> =
        effects.iter().enumerate().map(|(at, effect)| (if at == 9 { 16.0 } else { 4.0 }, *effect)).collect();
    assert_published(betting_correlation(&weighed, &hi_lo), 0.97, 2, "Hi-Lo");
    let level_one = best_count(&weighed, 1);
    assert!(level_one.correlation >= betting_correlation(&weighed, &hi_lo));
    assert!(best_count(&weighed, 4).correlation > level_one.correlation);
    assert_eq!(level_one.tags.len(), Rank::ALL[..10].len());
}
