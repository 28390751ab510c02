//! What rules, decks and cards are worth.

use serde_json::Value;

use super::{agrees, json, number, text};

fn compared<'a>(json: &'a Value, setting: &str, is: &str) -> &'a Value {
    let all = json["compare"].as_array().expect("comparisons");
    let found = all.iter().find(|one| one["setting"] == setting && one["is"] == is);
    found.unwrap_or_else(|| panic!("{setting}={is} is not compared"))
}

#[test]
fn a_comparison_is_the_difference_of_two_games() {
    let base = json(&["macau", "--compare", "dealer-blackjack-loss=original-only", "--compare", "decks=1"]);
    for (setting, is) in [("dealer-blackjack-loss", "original-only"), ("decks", "1")] {
        let one = compared(&base, setting, is);
        let other = json(&["macau", "--set", &format!("{setting}={is}")]);
        for key in ["ev", "ev_basic"] {
            agrees(&one[key], number(&other["main"][key]));
            agrees(
                &one[format!("{key}_difference")],
                number(&other["main"][key]) - number(&base["main"][key]),
            );
        }
        assert_eq!(one["allowed"], true);
    }
    assert_eq!(compared(&base, "dealer-blackjack-loss", "original-only")["wagers"], serde_json::json!({}));
    let pair = &compared(&base, "decks", "1")["wagers"]["pair"];
    agrees(&pair["ev"], 12.0 * 3.0 / 51.0 - 1.0);
}

/// In a game of six decks it costs about 0.2 % when the dealer draws to soft 17, and 1.36 % when blackjack pays 6 to 5.
#[test]
fn a_rule_the_document_fixes_can_still_be_asked_about() {
    let base = json(&["macau", "--compare", "soft-17=hit", "--compare", "blackjack-pays=6:5"]);
    for (setting, is, difference) in [("soft-17", "hit", -0.0021), ("blackjack-pays", "6:5", -0.0136)] {
        let one = compared(&base, setting, is);
        assert_eq!(one["allowed"], false);
        assert!((number(&one["ev_difference"]) - difference).abs() < 0.0003, "{one}");
    }
}

/// What is taken away from the player cannot be worth anything to him, by the chart either.
#[test]
fn fewer_choices_are_never_better() {
    let changes =
        ["surrender-against=ten", "surrender=none", "double-on=hard-9-11", "max-hands=2", "split-aces=false"];
    let compared = changes.iter().flat_map(|change| ["--compare", change]);
    let base = json(&[&["blackjack"][..], &compared.collect::<Vec<_>>()].concat());
    for one in base["compare"].as_array().expect("comparisons") {
        assert!(number(&one["ev_difference"]) < 0.0 && number(&one["ev_basic_difference"]) < 0.0, "{one}");
    }
}

#[test]
fn every_setting_is_compared_and_those_without_effect_are_named_on_request() {
    let all = text(&["macau", "--compare", "all", "--verbose"]);
    for said in
        ["What a table may choose", "What the game's document fixes", "dealer-blackjack-loss", "resplit-aces"]
    {
        assert!(all.contains(said), "{said}: {all}");
    }
    let (compared, without) = all.split_once("Without effect").expect("a list at the end");
    let is_row = |name: &str| compared.lines().any(|line| line.split_whitespace().next() == Some(name));
    for (_, name) in rulebook::Settings::NAMES.iter().filter(|(_, name)| *name != "deck") {
        let named = without.split_whitespace().any(|word| word == *name);
        assert!(is_row(name) != named, "{name} is in both or in none");
    }
    assert!(!text(&["macau", "--compare", "tie=lose"]).contains("Without effect"));
}

#[test]
fn all_numbers_of_decks_stand_side_by_side() {
    let all = json(&["star-elements", "--all-decks"]);
    let decks = all["all_decks"].as_array().expect("a list");
    assert_eq!(
        decks.iter().map(|row| row["decks"].as_u64()).collect::<Vec<_>>(),
        [Some(4), Some(5), Some(6)]
    );
    let four = json(&["star-elements", "--decks", "4"]);
    agrees(&decks[0]["ev"], number(&four["main"]["ev"]));
    agrees(&decks[0]["ev_basic"], number(&four["main"]["ev_basic"]));
    for kind in ["pair", "super-star-sevens", "three-stars", "insurance"] {
        agrees(&decks[0]["wagers"][kind], number(&four["wagers"][kind]["ev"]));
    }
    assert!(text(&["star-elements", "--all-decks"]).contains("super-star-sevens"));
}

/// A card that leaves unseen changes nothing, so the effects of all cards, each as often as it is there, cancel out.
#[test]
fn effects_of_removal_cancel_out_over_the_shoe() {
    let removal = &json(&["plus", "--removal"])["removal"];
    let mut wagers: Vec<(&str, &Value, &str)> = vec![("main", &removal["main"], "ev_basic")];
    let side = removal["wagers"].as_object().expect("wagers");
    wagers.extend(side.iter().map(|(kind, wager)| (kind.as_str(), wager, "ev")));
    assert_eq!(wagers.len(), 4);
    for (kind, wager, key) in wagers {
        let cards = wager["cards"].as_object().expect("cards");
        let sum: f64 = cards.values().map(|card| number(&card["left"]) * number(&card[key])).sum();
        assert!(sum.abs() < 1e-10, "{kind}: {sum}");
        let counts = wager["counts"].as_array().expect("counts");
        let fits: Vec<f64> = counts.iter().map(|count| number(&count["correlation"])).collect();
        assert!(fits.is_sorted() && fits[0] > 0.9 && fits[2] <= 1.0 + 1e-12, "{kind}: {fits:?}");
    }
    let main = &removal["main"]["cards"];
    assert!(number(&main["5"]["ev"]) > 0.0 && number(&main["A"]["ev"]) < 0.0);
}

#[test]
fn fractions_say_the_same_as_doubles_and_are_in_lowest_terms() {
    let shoe = ["macau", "--shoe", "A=2,5=12,9=10,T=20"];
    let doubles = json(&shoe);
    let exact = json(&[&shoe[..], &["--exact", "--strategy", "mimic"]].concat());
    for (key, fraction) in [("ev", &exact["exact"]["ev"]), ("ev_basic", &exact["exact"]["ev_basic"])] {
        let (over, under) = fraction.as_str().and_then(|text| text.split_once('/')).expect("a/b");
        let value = over.parse::<f64>().expect("digits") / under.parse::<f64>().expect("digits");
        agrees(&doubles["main"][key], value);
        agrees(&exact["main"][key], value);
    }
    assert!(exact["exact"]["played"].as_str().is_some_and(|fraction| fraction.contains('/')));
    assert!(exact["exact"]["by_up_card"]["2"].is_null());
    assert!(text(&[&shoe[..], &["--exact"]].concat()).contains("best play is worth exactly"));
}
