//! How a round ends.

use serde_json::Value;

use super::{agrees, err, json, number, odds, text};

/// Two Aces, four eights, ten tens: every round can be dealt out.
const EIGHTS: [&str; 3] = ["macau", "--shoe", "A=2,8=4,T=10"];

fn net(result: &Value) -> f64 {
    let net = result["net"].as_str().expect("a fraction");
    let (over, under) = net.split_once('/').unwrap_or((net, "1"));
    let [over, under] = [over, under].map(|digits| digits.parse::<f64>().expect("a whole number"));
    over / under
}

/// The mean of a power of the net result.
fn mean(main: &Value, power: i32) -> f64 {
    let results = main["distribution"].as_array().expect("a list");
    results.iter().map(|result| net(result).powi(power) * number(&result["p"])).sum()
}

/// The greatest common divisor of two numbers.
fn common(one: u128, other: u128) -> u128 {
    if other == 0 { one } else { common(other, one % other) }
}

#[test]
fn the_chances_add_up_to_one_and_the_results_to_the_mean() {
    let json = json(&["blackjack", "--distribution"]);
    let (main, more) = (&json["main"], &json["main"]["more_hands"]);
    assert!((0.001..0.01).contains(&number(&more["p"])), "{more}");
    assert!((mean(main, 0) + number(&more["p"]) - 1.0).abs() < 1e-12);
    agrees(&main["ev_basic"], mean(main, 1) + number(&more["ev_share"]));
    assert_eq!(main["class"]["distribution"], "the best chart, by total and up card");
    let nets: Vec<&str> = main["distribution"]
        .as_array()
        .expect("a list")
        .iter()
        .filter_map(|result| result["net"].as_str())
        .collect();
    assert_eq!(nets, ["-4", "-3", "-2", "-1", "-1/2", "0", "1", "3/2", "2", "3", "4"]);
}

/// Who never splits has one hand, so that nothing remains; who never doubles or splits wins or loses one.
#[test]
fn a_strategy_that_was_asked_for_is_the_one_that_is_shown() {
    let json = json(&["macau", "--strategy", "mimic", "--distribution"]);
    let (main, played) = (&json["main"], &json["played"]);
    assert_eq!(main["class"]["distribution"], "strategy `mimic`");
    assert!(main["more_hands"].is_null());
    assert!((mean(main, 0) - 1.0).abs() < 1e-12);
    agrees(&played["ev"], mean(main, 1));
    let deviation = number(&played["std_dev"]);
    assert!((mean(main, 2) - mean(main, 1).powi(2) - deviation * deviation).abs() < 1e-12);
    let results = main["distribution"].as_array().expect("a list");
    let nets: Vec<&str> = results.iter().filter_map(|result| result["net"].as_str()).collect();
    assert_eq!(nets, ["-1", "0", "1", "3/2"]);
}

/// A blackjack is won with 2 Aces and 10 tens unless the dealer has the other Ace and a ten: of 16 * 15 * 14 * 13 orders
/// of the first four cards, player's cards and up card, by hand.
#[test]
fn a_small_shoe_is_dealt_out_and_told_in_fractions() {
    let json = json(&[&EIGHTS[..], &["--distribution", "--exact"]].concat());
    let main = &json["main"];
    assert!(main["more_hands"].is_null());
    let results = main["distribution"].as_array().expect("a list");
    let (mut over, mut under) = (0, 1);
    for result in results {
        let (one, of) = result["probability"].as_str().and_then(|p| p.split_once('/')).expect("a/b");
        let [one, of] = [one, of].map(|digits| digits.parse::<u128>().expect("a whole number"));
        (over, under) = (over * of + one * under, under * of);
        let by = common(over, under);
        (over, under) = (over / by, under / by);
    }
    assert_eq!((over, under), (1, 1));
    agrees(&main["ev_basic"], mean(main, 1));
    let deviation = number(&main["std_dev"]);
    assert!((mean(main, 2) - mean(main, 1).powi(2) - deviation * deviation).abs() < 1e-12);
    let paid = results.iter().find(|result| result["net"] == "3/2").expect("a blackjack is paid");
    let (orders, both) = (2 * 2 * 10 * 14 * 13, 2 * 2 * 10 * 2 * 9);
    assert_eq!(paid["probability"], super::lowest(orders - both, 16 * 15 * 14 * 13));
}

/// The bound by points asks for more than 16 cards, but no round of these takes them all.
#[test]
fn a_shoe_that_no_round_can_empty_is_enough() {
    let json = json(&EIGHTS);
    assert_eq!(json["cards"], 16);
    let main = &json["main"];
    let remembers = number(&main["classes"]["full memory"]);
    assert!(remembers >= number(&main["classes"]["CDPN"]) - 1e-12, "{main}");
    assert!(remembers >= number(&main["ev"]) - 1e-12, "{main}");
    assert!(text(&EIGHTS).contains("every card dealt to all its hands (full memory)"));
    let short = odds(&["macau", "--shoe", "A=2,T=4"]);
    assert_eq!(short.status.code(), Some(2));
    assert!(err(&short).contains("6 cards are left, and a round may need"), "{}", err(&short));
}

#[test]
fn people_read_it_as_a_table() {
    let text = text(&["macau", "--strategy", "chart", "--distribution"]);
    for said in
        ["How a round ends", "by strategy `chart`", "net result", "1 in", "+3/2", "three hands or more"]
    {
        assert!(text.contains(said), "{said}: {text}");
    }
}
