//! What cannot be understood ends with 2 and says what is wrong and what to do.

use super::{err, file, json, odds, out};

#[test]
fn every_mistake_is_named() {
    let thirteen = format!("{}As", "As ".repeat(6));
    let aces = "A ".repeat(25);
    for (arguments, said) in [
        (&["tarot"][..], "is none of blackjack, electronic"),
        (&[], "<GAME>"),
        (&["macau", "--decks", "9"], "`decks` cannot be `9`"),
        (&["macau", "--decks", "-1"], "-1"),
        (&["macau", "--set", "tie"], "write NAME=VALUE"),
        (&["macau", "--set", "soft-17=hit"], "it is fixed at stand"),
        (&["macau", "--seen", "Kf"], "--seen: `Kf` is not a card"),
        (&["macau", "--seen", "Ff"], "there is no Ff in a deck of 52 cards"),
        (
            &["star-elements", "--shoe", "A=20,T=60", "--hand", "As T", "--up", "T"],
            "there is no As in a deck of 65",
        ),
        (&["macau", "--hand", "8s 8d", "--up", "Ts", "--removal"], "cannot be used with"),
        (&["macau", "--seen", "F"], "there is no F in a deck of 52 cards"),
        (&["macau", "--seen", "10h"], "`10h` is not a card"),
        (&["macau", "--seen", &thirteen], "every As of this shoe is out already"),
        (&["macau", "--seen", &aces], "more cards A than the 24 that 6 decks hold"),
        (&["macau", "--shoe", "A=-3"], "-3 Aces: there cannot be fewer than none"),
        (&["macau", "--shoe", "A=25,T=96"], "25 Aces: 6 decks hold 24"),
        (&["macau", "--shoe", "T=97"], "97 tens: 6 decks hold 96"),
        (&["macau", "--shoe", "J=4"], "`J` is no value"),
        (&["macau", "--shoe", "A=4,A=5"], "A is given twice"),
        (&["macau", "--shoe", "A=x,2"], "`x` in `A=x` is not a whole number; `2` is not like A=4"),
        (&["macau", "--shoe", ""], "write how many of each value are left"),
        (&["macau", "--shoe", "A=2,T=3"], "5 cards are left, and a round may need"),
        (&["macau", "--shoe", "A=4", "--seen", "As"], "cannot be used with"),
        (&["macau", "--hand", "8s 8d"], "--up"),
        (&["macau", "--up", "8s"], "--hand"),
        (&["macau", "--hand", "8s", "--up", "Ts"], "a hand has two cards or more"),
        (&["macau", "--hand", "8s 8d", "--up", "Ts 9s"], "--up is one card"),
        (&["macau", "--hand", "8s 9d Tc", "--up", "Ts"], "8s 9d Tc come to 27, and the hand is bust"),
        (
            &["macau", "--hand", "As Kd", "--up", "Ts"],
            "As Kd is a blackjack, and there is nothing left to decide",
        ),
        (
            &["blackjack", "--hand", "7s 7d 7c", "--up", "Ts"],
            "7s 7d 7c is hard 21, and there is nothing left to decide",
        ),
        (&["macau", "--decks", "1", "--hand", "As As", "--up", "Ts"], "every As of this shoe is out already"),
        (&["macau", "--hand", "8s 8x", "--up", "Ts"], "--hand: `8x` is not a card"),
        (&["macau", "--compare", "tie"], "write NAME=VALUE"),
        (&["macau", "--compare", "tie=draw"], "`tie` is push | lose, not `draw`"),
        (&["macau", "--compare", "luck=more"], "there is no setting `luck`"),
        (&["macau", "--verbose"], "--compare"),
        (&["macau", "--distribution", "--removal"], "cannot be used with"),
        (&["macau", "--all-decks", "--seen", "As"], "cannot be used with"),
        (
            &["macau", "--strategy", "luck"],
            "`luck` is none of best, chart, default, mimic, never-bust, and no strategy file",
        ),
        (&["macau", "--strategy", "."], "not a file"),
        (&["macau", "--svg", "chart.png"], "chart.png: write a file that ends with .svg"),
        (&["macau", "--png", "chart"], "chart: write a file that ends with .png"),
        (&["macau", "--page", "chart.pdf"], "chart.pdf: write a file that ends with .html or .htm"),
        (&["macau", "--report", "par.txt"], "par.txt: a report ends with .html, .md or .json"),
        (&["macau", "--svg", "no-such-folder/chart.svg"], "no-such-folder/chart.svg cannot be written"),
    ] {
        let output = odds(arguments);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}: {}{}", out(&output), err(&output));
        assert!(err(&output).contains(said), "{arguments:?} should say {said}: {}", err(&output));
        assert!(out(&output).is_empty(), "{arguments:?}: {}", out(&output));
    }
}

#[test]
fn a_strategy_file_with_faults_is_told_all_of_them() {
    let chart = json(&["macau"])["strategy"].clone();
    let change = |change: &dyn Fn(&mut serde_json::Value)| {
        let mut chart = chart.clone();
        change(&mut chart);
        chart.to_string()
    };
    let remove = |part: &mut serde_json::Value, key: &str| {
        part.as_object_mut().expect("an object").remove(key);
    };
    let holes = change(&|chart| {
        remove(&mut chart["hard"]["16"], "T");
        remove(&mut chart["soft"], "18");
        chart["pairs"]["8"]["9"] = "X".into();
    });
    let unknown = change(&|chart| {
        chart["hard"]["22"] = serde_json::json!({});
        chart["hard"]["9"]["J"] = "H".into();
        chart["sotf"] = serde_json::json!({});
        chart["hard"]["12"]["2"] = "P".into();
        chart["hard"]["13"]["2"] = 7.into();
    });
    for (name, text, all) in [
        ("empty", String::new(), &["is not JSON"][..]),
        ("list", "[]".into(), &["expected an object with the parts hard, soft and pairs"]),
        ("bare", "{}".into(), &["hard 5 is missing", "hard 12 is missing", "and 14 more faults"]),
        (
            "holes",
            holes,
            &[
                "the chart has a hole: hard 16 against T",
                "the chart has a hole: soft 18 is missing",
                "the pair 8,8 against 9: \"X\" is none of H S D d P R r Q",
            ],
        ),
        (
            "unknown",
            unknown,
            &[
                "hard has no row `22`: they are 4 to 21",
                "hard 9: there is no up card `J`",
                "`sotf` is no part of a chart",
                "hard 12 against 2 cannot be `P`: only a pair can be split",
                "hard 13 against 2: 7 is none of",
            ],
        ),
    ] {
        let file = file(&format!("faulty-{name}.json"), &text);
        let output = odds(&["macau", "--strategy", &file]);
        assert_eq!(output.status.code(), Some(2), "{name}: {}", out(&output));
        for said in all {
            assert!(err(&output).contains(said), "{name} should say {said}: {}", err(&output));
        }
    }
}

#[test]
fn rows_that_nobody_plays_otherwise_may_be_left_out_of_a_strategy() {
    let first = json(&["macau"]);
    let mut chart = first["strategy"].clone();
    for (part, row) in [("hard", "4"), ("hard", "21"), ("soft", "12"), ("soft", "21")] {
        chart[part].as_object_mut().expect("rows").remove(row);
    }
    let again = json(&["macau", "--strategy", &file("short.json", &chart.to_string())]);
    super::agrees(&again["played"]["ev"], super::number(&first["main"]["ev_basic"]));
}
