//! The shoe as it is now.

use super::{agrees, json, number, odds, out, text};

/// Cards that are gone are the same whether they are named or what is left is counted.
#[test]
fn a_shoe_is_the_same_by_cards_seen_and_by_what_is_left() {
    let seen = json(&["macau", "--decks", "1", "--seen", "As Kd 7h Qc"]);
    let bare = json(&["macau", "--decks", "1", "--seen", "A, K, 7 Q"]);
    let left = "A=3,2=4,3=4,4=4,5=4,6=4,7=3,8=4,9=4,T=14";
    let left = json(&["macau", "--decks", "1", "--shoe", left]);
    for (shoe, known_by) in [(&seen, "card"), (&bare, "rank"), (&left, "value")] {
        assert_eq!(shoe["cards"], 48);
        assert_eq!(shoe["cards_known_by"], known_by);
        agrees(&shoe["main"]["ev"], number(&seen["main"]["ev"]));
        agrees(&shoe["main"]["ev_basic"], number(&seen["main"]["ev_basic"]));
        let ten = &shoe["wagers"]["insurance"]["outcomes"][0]["probability"];
        assert_eq!(ten, "14/47");
        assert_eq!(shoe["wagers"]["over-13"], seen["wagers"]["over-13"]);
    }
    assert_eq!(bare["wagers"]["pair"], seen["wagers"]["pair"]);
    // 9 ranks of four, and an Ace, a seven, a King and a Queen gone: (9 * 6 + 4 * 3) of 48 * 47 / 2.
    assert_eq!(seen["wagers"]["pair"]["outcomes"][0]["probability"], super::lowest(9 * 6 + 4 * 3, 24 * 47));
    assert!(left["wagers"]["pair"].is_null());
    assert_eq!(left["left_out"][0]["wager"], "pair");
}

#[test]
fn what_rests_on_suits_is_left_out_where_suits_are_not_known_and_said() {
    let text = text(&["plus", "--seen", "As K"]);
    assert!(text.contains("414 cards left, known by rank"), "{text}");
    assert!(
        text.contains("rws-pairs is left out: it looks at suits, which are not known of this shoe"),
        "{text}"
    );
    assert!(text.contains("Boom Busted (boom-busted)"), "{text}");
}

#[test]
fn wagers_a_short_shoe_cannot_decide_are_left_out_and_the_rest_is_worked_out() {
    let no_ace = json(&["macau", "--decks", "1", "--shoe", "2=4,3=4,4=4,5=4,6=4,7=4,8=4,9=4,T=16"]);
    assert!(no_ace["main"]["by_up_card"]["A"].is_null());
    assert!(no_ace["wagers"]["insurance"].is_null());
    let why = no_ace["left_out"].as_array().expect("a list").iter().find(|left| left["wager"] == "insurance");
    assert!(why.is_some_and(|why| why["why"].as_str().is_some_and(|why| why.contains("the shoe has none"))));
    let removal =
        text(&["macau", "--decks", "1", "--shoe", "2=4,3=4,4=4,5=4,6=4,7=4,8=4,9=4,T=16", "--removal"]);
    assert!(removal.contains("over-13") && !removal.contains("insurance"), "{removal}");
    let chart = text(&["macau", "--decks", "1", "--shoe", "2=4,3=4,4=4,5=4,6=4,7=4,8=4,9=4,T=16"]);
    assert!(
        chart.lines().any(|line| line.trim_start().starts_with("16 ") && line.trim_end().ends_with(" .")),
        "{chart}"
    );
}

#[test]
fn the_decisions_on_a_hand_are_valued_and_the_best_is_marked() {
    let eights = &json(&["plus", "--hand", "8s 8d", "--up", "Ts"])["hand"];
    assert_eq!((&eights["best"], &eights["total"]), (&"surrender".into(), &"hard 16".into()));
    agrees(&eights["decisions"]["surrender"], -0.5);
    for decision in ["stand", "hit", "double", "split"] {
        assert!(number(&eights["decisions"][decision]) < -0.5, "{eights}");
    }
    let eleven = odds(&["macau", "--hand", "6s 5d", "--up", "6h"]);
    let said = out(&eleven);
    let best: Vec<&str> = said.lines().filter(|line| line.trim_end().ends_with("best")).collect();
    assert!(best.len() == 1 && best[0].trim_start().starts_with("double"), "{said}");
}

/// The classic of three cards: 16 against a ten is drawn to as 9 and 7, and stood on as 7, 7 and 2.
#[test]
fn a_hand_of_more_cards_has_only_to_draw_or_to_stand() {
    let two = text(&["macau", "--hand", "9s 7d", "--up", "T"]);
    assert!(
        two.contains("double") && two.lines().any(|line| line.contains("hit") && line.contains("best")),
        "{two}"
    );
    let three = text(&["macau", "--hand", "7s 7d 2c", "--up", "T"]);
    assert!(three.lines().any(|line| line.contains("stand") && line.contains("best")), "{three}");
    assert!(!three.contains("double") && !three.contains("split") && !three.contains("surrender"), "{three}");
}

/// One deck: behind the Ace lie 16 tens among 49 cards, less those in the hand.
#[test]
fn against_an_ace_insurance_and_even_money_are_valued_too() {
    let twenty = &json(&["macau", "--decks", "1", "--hand", "Ks Qd", "--up", "Ah"])["hand"];
    agrees(&twenty["insurance"], 3.0 * 14.0 / 49.0 - 1.0);
    let blackjack = &json(&["macau", "--decks", "1", "--hand", "As Kd", "--up", "Ah"])["hand"];
    agrees(&blackjack["decisions"]["even-money"], 1.0);
    agrees(&blackjack["decisions"]["wait"], 1.5 * (1.0 - 15.0 / 49.0));
    assert_eq!(blackjack["best"], "wait");
}
