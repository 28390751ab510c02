//! Counts that can be made with pencil and paper.

use dashu_int::UBig;
use odds::{Removed, ShortShoe, effects_of_removal, insurance, insurance_knowing, side_wagers};
use rulebook::GAMES;
use vocabulary::{Composition, Deck, Rank};

use super::{cards, fraction, full, game, line, shoe_of, wager};

#[test]
fn a_pair_has_a_probability_of_four_n_less_one_in_fifty_two_n_less_one() {
    for decks in [1, 2, 3, 4, 5, 6, 7, 8, 12, 255] {
        let n = u64::from(decks);
        let odds = full(&game("blackjack"), "pair", decks);
        assert_eq!(line(&odds, "pair").probability, fraction(4 * n - 1, 52 * n - 1));
        assert_eq!(odds.outcomes[0].combinations.of, UBig::from(52 * n * (52 * n - 1) / 2));
        let odds = full(&game("star-elements"), "pair", decks);
        assert_eq!(line(&odds, "pair").probability, fraction(5 * n - 1, 65 * n - 1));
    }
}

#[test]
fn bet_the_set_pays_for_the_twin_of_a_card_and_for_its_cousins() {
    for decks in 2..=6u8 {
        let n = u64::from(decks);
        let odds = full(&game("electronic"), "set-21", decks);
        assert_eq!(line(&odds, "suited-pair").probability, fraction(n - 1, 52 * n - 1));
        assert_eq!(line(&odds, "unsuited-pair").probability, fraction(3 * n, 52 * n - 1));
        assert_eq!(odds.ev, fraction(16 * (n - 1) + 11 * 3 * n, 52 * n - 1) - fraction(1, 1));
    }
}

#[test]
fn rws_pairs_by_hand() {
    for decks in 4..=8u8 {
        let n = u64::from(decks);
        let odds = full(&game("plus"), "rws-pairs", decks);
        let of = 52 * n - 1;
        assert_eq!(line(&odds, "ace-pair-suited").probability, fraction(n - 1, 13 * of));
        assert_eq!(line(&odds, "suited-pair").probability, fraction(12 * (n - 1), 13 * of));
        assert_eq!(line(&odds, "coloured-pair").probability, fraction(n, of));
        assert_eq!(line(&odds, "mixed-pair").probability, fraction(2 * n, of));
    }
}

fn choose(n: u64, k: u64) -> u64 {
    (0..k).fold(1, |ways, at| ways * (n - at) / (at + 1))
}

#[test]
fn sevens_and_stars_are_hypergeometric() {
    for decks in 4..=6u8 {
        let n = u64::from(decks);
        let of = choose(65 * n, 3);
        let sevens = full(&game("star-elements"), "super-star-sevens", decks);
        let one_element = 5 * choose(n, 3);
        assert_eq!(line(&sevens, "three-sevens-of-one-element").probability, fraction(one_element, of));
        let mixed = choose(5 * n, 3) - one_element;
        assert_eq!(line(&sevens, "three-sevens").probability, fraction(mixed, of));
        assert_eq!(line(&sevens, "two-sevens").probability, fraction(choose(5 * n, 2) * 60 * n, of));
        let stars = full(&game("star-elements"), "three-stars", decks);
        let one_element = 5 * choose(3 * n, 3);
        assert_eq!(line(&stars, "three-stars-of-one-element").probability, fraction(one_element, of));
        let mixed = choose(15 * n, 3) - one_element;
        assert_eq!(line(&stars, "three-stars").probability, fraction(mixed, of));
        assert_eq!(line(&stars, "three-stars").combinations.of, UBig::from(3 * of));
    }
}

#[test]
fn two_kings_of_spades_meet_a_dealer_blackjack_by_hand() {
    for decks in 2..=6u8 {
        let n = u64::from(decks);
        let odds = full(&game("electronic"), "kings-bounty", decks);
        let kings = choose(n, 2);
        let blackjacks = 2 * (4 * n) * (16 * n - 2);
        let of = choose(52 * n, 2) * (52 * n - 2) * (52 * n - 3);
        let top = line(&odds, "two-kings-of-spades-and-a-dealer-blackjack");
        assert_eq!(top.combinations.hits, UBig::from(kings * blackjacks));
        assert_eq!(top.combinations.of, UBig::from(of));
        let second = &line(&odds, "two-kings-of-spades").probability;
        assert_eq!(&top.probability + second, fraction(kings, choose(52 * n, 2)));
    }
}

#[test]
fn a_line_that_no_cards_of_the_shoe_reach_has_no_chance_and_still_stands_in_the_table() {
    let odds = full(&game("electronic"), "kings-bounty", 1);
    assert!(line(&odds, "two-kings-of-spades").probability.is_zero());
    assert_eq!(odds.outcomes.len(), 7);
}

#[test]
fn thirteen_loses_over_and_under_and_nothing_else_does() {
    let macau = game("macau");
    let shoe = shoe_of(Deck::Standard52, &cards("6s 7h Ad Kc 4s"));
    let (over, under) = (wager(&macau, "over-13", &shoe), wager(&macau, "under-13", &shoe));
    // 6-7 is 13; 7-K, 6-K and K-4 are over; A-K is 11, and the other five are under.
    assert_eq!(over.outcomes[0].probability, fraction(3, 10));
    assert_eq!(under.outcomes[0].probability, fraction(6, 10));
}

#[test]
fn a_dealer_with_a_forced_hand_busts_or_does_not() {
    let plus = game("plus");
    let boom = |written: &str| wager(&plus, "boom-busted", &shoe_of(Deck::Standard52, &cards(written)));
    // Three sixes and a ten: two sixes draw to 18 or 22, a six and a ten draw the six that busts them.
    let odds = boom("6s 6h 6d Ts");
    assert_eq!(line(&odds, "three-or-four-cards").probability, fraction(3, 4));
    // Nothing but tens.
    assert!(boom("Ts Th Td").hit_frequency().is_zero());
}

#[test]
fn insurance_knows_the_cards_it_is_told() {
    let rules = game("blackjack");
    let shoe = Composition::full(Deck::Standard52, 1);
    let odds = |written: &str| insurance_knowing(&rules, &shoe, &cards(written)).unwrap().unwrap();
    assert_eq!(odds("").ev, insurance(&rules, &shoe).unwrap().unwrap().ev);
    assert_eq!(odds("2s 3s").outcomes[0].probability, fraction(16, 49));
    assert_eq!(odds("Ks Ts").outcomes[0].probability, fraction(14, 49));
    assert_eq!(odds("As 9s").outcomes[0].probability, fraction(16, 49));
}

#[test]
fn what_a_card_is_worth_to_a_wager_is_told_by_rank_where_all_its_cards_are_alike() {
    let rules = game("electronic");
    let removals = effects_of_removal(&rules, &Composition::full(Deck::Standard52, 6), 4).unwrap();
    let of = |kind: &str| removals.iter().find(|wager| wager.kind == kind).unwrap();
    // No card makes a pair more or less likely than another: a full shoe is the same in every rank.
    assert!(of("set-21").removals.iter().all(|removal| removal.effect.is_zero()));
    assert_eq!(of("set-21").count.correlation.to_bits(), 0.0f64.to_bits());
    assert_eq!(of("royal-match-21").removals.len(), 13);
    let bounty = of("kings-bounty");
    assert_eq!(bounty.removals.len(), 12 + 4);
    assert_eq!(bounty.removals[12].what, Removed::Card(cards("Ks")[0]));
    assert_eq!(bounty.removals[1].what, Removed::Rank(Rank::Two));
    // A ten gone is 95 of 310 for 96 of 311.
    let tens = of("insurance").removals.iter().find(|removal| removal.what == Removed::Rank(Rank::Ten));
    assert_eq!(tens.unwrap().effect, fraction(3 * 95, 310) - fraction(3 * 96, 311));
}

#[test]
fn a_shoe_that_is_too_short_says_what_is_missing() {
    let short = |id: &str, written: &str| {
        side_wagers(&game(id), &shoe_of(game(id).deck(), &cards(written))).unwrap_err().to_string()
    };
    assert_eq!(short("macau", "As"), "Pair needs 2 cards of its deck, and the shoe has 1");
    assert_eq!(
        short("star-elements", "7f 7g"),
        "Super Star Sevens needs 3 cards of its deck, and the shoe has 2"
    );
    assert_eq!(short("electronic", "Ks Ks As"), "Kings Bounty needs 4 cards of its deck, and the shoe has 3");
    let runs_out =
        "Boom Busted needs the dealer's finished hand, and with 2 cards left he could run out before that";
    assert_eq!(short("plus", "As 5s"), runs_out);
    let rules = game("plus");
    let no_ace = insurance(&rules, &shoe_of(Deck::Standard52, &cards("Ks Qs")));
    assert_eq!(no_ace, Err(ShortShoe::NoAce));
    let alone = insurance(&rules, &shoe_of(Deck::Standard52, &cards("As")));
    assert_eq!(alone.unwrap_err().to_string(), "Insurance needs 2 cards of its deck, and the shoe has 1");
    let twice = insurance_knowing(&rules, &shoe_of(Deck::Standard52, &cards("As Ks")), &cards("Ks Ks"));
    assert_eq!(twice.unwrap_err().to_string(), "every Ks of this shoe is out already");
}

#[test]
fn a_shoe_of_another_deck_or_of_any_size_is_no_reason_to_panic() {
    for id in GAMES {
        let rules = game(id);
        for deck in [Deck::Standard52, Deck::Elements65] {
            for decks in [0, 1, 255] {
                let shoe = Composition::full(deck, decks);
                let odds = side_wagers(&rules, &shoe);
                assert_eq!(odds.is_ok(), deck == rules.deck() && decks > 0, "{id} {deck:?} {decks}");
            }
        }
    }
}
