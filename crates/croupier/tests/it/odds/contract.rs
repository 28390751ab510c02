//! What programs rely on.

use serde_json::Value;

use super::{agrees, file, json, lowest, number, text};

const VALUES: [&str; 10] = ["A", "2", "3", "4", "5", "6", "7", "8", "9", "T"];
const LETTERS: [&str; 8] = ["H", "S", "D", "d", "P", "R", "r", "Q"];

/// Two public programs agree on these to 15 decimals.
#[test]
fn macau_is_worth_what_two_public_programs_say() {
    let original = json(&["macau", "--decks", "6", "--set", "dealer-blackjack-loss=original-only"]);
    agrees(&original["main"]["ev"], -0.004_028_702_361_154);
    agrees(&original["main"]["ev_basic"], -0.004_059_224_176_988);
    assert_eq!(original["settings"], serde_json::json!({ "dealer-blackjack-loss": "original-only" }));
    let all = json(&["macau"]);
    agrees(&all["main"]["ev"], -0.005_140_564_552_902);
    assert_eq!((&all["game"], &all["decks"]), (&"macau".into(), &6.into()));
    assert_eq!(all["settings"], serde_json::json!({ "dealer-blackjack-loss": "all" }));
}

#[test]
fn every_key_of_the_contract_is_there_in_every_game() {
    for game in rulebook::GAMES {
        let json = json(&[game]);
        let main = &json["main"];
        for key in ["ev", "ev_basic"] {
            assert!(number(&main[key]).abs() < 0.02, "{game} {key}");
        }
        assert!(number(&main["ev"]) >= number(&main["ev_basic"]), "{game}");
        assert!((1.0..1.3).contains(&number(&main["std_dev"])), "{game}");
        assert!((0.0..1e-12).contains(&number(&main["error_bound"])), "{game}");
        let two_card = number(&main["classes"]["two-card"]);
        assert!((number(&main["ev_basic"])..=number(&main["ev"])).contains(&two_card), "{game}");
        assert!(main["method"].as_str().is_some_and(|method| !method.contains('\n')), "{game}");
        assert_eq!(keys(&main["by_up_card"]), sorted(&VALUES), "{game}");
        let kinds: Vec<String> = rulebook::Rules::of(game)
            .map(|rules| rules.side_wagers().iter().map(|wager| wager.kind.clone()).collect())
            .unwrap_or_default();
        for kind in kinds.iter().map(String::as_str).chain(["insurance"]) {
            wager(game, kind, &json["wagers"][kind]);
        }
        chart(game, &json["strategy"]);
    }
}

fn wager(game: &str, kind: &str, wager: &Value) {
    let (ev, rtp) = (number(&wager["ev"]), number(&wager["rtp"]));
    assert!((1.0 + ev - rtp).abs() < 1e-12 && number(&wager["std_dev"]) > 0.0, "{game} {kind}");
    let mut returned = 0.0;
    for outcome in wager["outcomes"].as_array().expect("outcomes") {
        let name = outcome["name"].as_str().expect("a name");
        assert!(!name.contains(' '), "{game} {kind} {name}");
        let (over, under) = outcome["probability"].as_str().and_then(|p| p.split_once('/')).expect("a/b");
        let [over, under] = [over, under].map(|digits| digits.parse::<f64>().expect("a whole number"));
        assert!((over / under - number(&outcome["p"])).abs() < 1e-15, "{game} {kind} {name}");
        let (pays, to) = outcome["pays"].as_str().and_then(|pays| pays.split_once(':')).expect("a:b");
        let [pays, to] = [pays, to].map(|side| side.parse::<f64>().expect("a whole number"));
        returned += over / under * (1.0 + pays / to);
    }
    assert!((returned - rtp).abs() < 1e-12, "{game} {kind}");
}

fn chart(game: &str, chart: &Value) {
    let totals = |from: u8, to: u8| (from..=to).map(|total| total.to_string()).collect::<Vec<_>>();
    let pairs: Vec<String> = VALUES.iter().map(ToString::to_string).collect();
    assert_eq!(keys(chart), sorted(&["hard", "soft", "pairs"]), "{game}");
    for (part, rows) in [("hard", totals(4, 21)), ("soft", totals(12, 21)), ("pairs", pairs)] {
        let rows: Vec<&str> = rows.iter().map(String::as_str).collect();
        assert_eq!(keys(&chart[part]), sorted(&rows), "{game} {part}");
        for row in rows {
            for up in VALUES {
                let letter = chart[part][row][up].as_str().unwrap_or_default();
                assert!(LETTERS.contains(&letter), "{game} {part} {row} {up}: {letter}");
            }
        }
    }
}

fn keys(object: &Value) -> Vec<String> {
    let object = object.as_object().expect("an object");
    let mut keys: Vec<String> = object.keys().cloned().collect();
    keys.sort();
    keys
}

fn sorted(names: &[&str]) -> Vec<String> {
    let mut names: Vec<String> = names.iter().map(ToString::to_string).collect();
    names.sort();
    names
}

/// Of 52 cards a deck, `4 d - 1` of the other cards have the rank of the first and `16 d` are worth ten.
#[test]
fn a_pair_and_insurance_have_the_chances_of_their_formulas() {
    for decks in [1, 8] {
        let json = json(&["macau", "--decks", &decks.to_string()]);
        let pair = &json["wagers"]["pair"]["outcomes"][0];
        assert_eq!(pair["probability"], lowest(4 * decks - 1, 52 * decks - 1), "{decks}");
        assert_eq!(pair["pays"], "11:1");
        let insurance = &json["wagers"]["insurance"]["outcomes"][0];
        assert_eq!(insurance["probability"], lowest(16 * decks, 52 * decks - 1), "{decks}");
        assert_eq!(json["decks"], decks);
    }
}

#[test]
fn the_up_cards_weighed_by_how_often_they_come_give_the_whole() {
    for game in ["plus", "star-elements"] {
        let main = &json(&[game])["main"];
        for (by_up, whole) in [("by_up_card", "ev"), ("by_up_card_basic", "ev_basic")] {
            let weighed = |up: &str| number(&main[by_up][up]) * if up == "T" { 4.0 } else { 1.0 };
            let mean = VALUES.iter().map(|up| weighed(up)).sum::<f64>() / 13.0;
            agrees(&main[whole], mean);
        }
    }
}

#[test]
fn the_chart_fed_back_is_worth_ev_basic_and_the_names_mean_what_they_say() {
    // Few values make few hands, and these are worked out at once.
    let few = ["plus", "--shoe", "A=16,5=20,6=20,8=20,9=20,T=60"];
    let (full, few) = (vec!["blackjack"], few.to_vec());
    for (game, strategies) in
        [(full, &["whole.json"][..]), (few, &["whole.json", "chart.json", "chart", "best"])]
    {
        let first = json(&game);
        let files = [
            ("whole.json", file("whole.json", &first.to_string())),
            ("chart.json", file("chart.json", &first["strategy"].to_string())),
        ];
        for strategy in strategies {
            let written = files.iter().find(|(name, _)| name == strategy).map_or(*strategy, |(_, path)| path);
            let again = json(&[&game[..], &["--strategy", written]].concat());
            let key = if *strategy == "best" { "ev" } else { "ev_basic" };
            agrees(&again["played"]["ev"], number(&first["main"][key]));
            assert_eq!(again["played"]["strategy"], written);
        }
    }
}

/// Never drawing to a hard 12 or more costs about 4 %, drawing like the dealer about 5.5 %: figures of every book.
#[test]
fn who_does_not_answer_and_who_plays_like_the_dealer_pay_for_it() {
    for (strategy, least, most) in [("default", -0.10, -0.03), ("mimic", -0.062, -0.052)] {
        let json = json(&["electronic", "--strategy", strategy]);
        let ev = number(&json["played"]["ev"]);
        assert!((least..most).contains(&ev), "{strategy}: {ev}");
        assert!(json["played"]["chart"]["pairs"]["8"].as_object().is_some_and(|row| row.len() == 10));
    }
}

#[test]
fn the_pages_for_people_have_every_wager_and_no_colour_when_piped() {
    let text = text(&["plus"]);
    for said in [
        "Blackjack Plus (RWS)",
        "8 decks, 416 cards",
        "CDZ-",
        "the best chart, by total and up card",
        "RWS Pairs (rws-pairs)",
        "7/5395",
        "Boom Busted (boom-busted)",
        "Insurance (insurance)",
        "128/415",
        "surrender, else stand",
        "no mean is off by more than",
    ] {
        assert!(text.contains(said), "{said}: {text}");
    }
    assert!(!text.contains('\u{1b}'));
    let rows = text.lines().filter(|line| line.split_whitespace().count() == 11).count();
    assert!(rows >= 38, "{rows} rows of the chart");
}
