//! What cannot be understood ends with 2, says what is wrong, and plays nothing.

use super::{croupier, err, file, out, sim};

#[test]
fn every_mistake_is_named() {
    for (arguments, said) in [
        (&["tarot"][..], "is none of blackjack, electronic"),
        (&[], "<GAME>"),
        (&["macau", "--rounds", "0"], "zero rounds"),
        (&["macau", "--rounds", "many"], "`many` is no number of rounds"),
        (&["macau", "--rounds", "-5"], "`-5` is no number of rounds"),
        (&["macau", "--rounds", "1e16"], "more than 1,000,000,000,000,000"),
        (&["macau", "--decks", "9"], "`decks` cannot be `9`"),
        (&["macau", "--set", "tie"], "write NAME=VALUE"),
        (&["macau", "--seats", "0"], "0 spots are to be played at a table of 7"),
        (&["macau", "--seats", "8"], "8 spots are to be played at a table of 7"),
        (&["macau", "--seats", "99999999999"], "no table has so many"),
        (&["macau", "--seats", "7", "--cut", "3"], "a round on 7 of the spots may need 16 cards"),
        (&["macau", "--spots", "0"], "--spots 0: a player has at least one"),
        (&["macau", "--spots", "200"], "200 spots are to be played at a table of 7"),
        (&["macau", "--spots", "99999999999"], "no table has so many"),
        (&["macau", "--side", "insurance=0.6"], "at most half the main wager is insured"),
        (&["macau", "--side", "pair=0.001"], "in steps of 0.01"),
        (&["macau", "--cut", "312"], "--cut 312: the shoe has 312 cards"),
        (&["macau", "--penetration", "0"], "--penetration 0: write a number of per cent"),
        (&["macau", "--penetration", "101"], "--penetration 101"),
        (&["macau", "--penetration", "NaN"], "--penetration NaN"),
        (&["macau", "--penetration", "75", "--cut", "9"], "cannot be used with"),
        (&["macau", "--side", "lucky"], "--side lucky: Blackjack (Macau) has pair"),
        (&["macau", "--side", "pair=-1"], "--side pair=-1: the stake is a number of units above 0"),
        (&["macau", "--side", "none,pair"], "nothing can stand beside it"),
        (&["macau", "--threads", "0"], "--threads 0"),
        (&["macau", "--until-error", "0"], "--until-error 0: an error is above 0"),
        (&["macau", "--until-error", "-1"], "--until-error -1: an error is above 0"),
        (&["macau", "--until-error", "inf"], "--until-error inf: an error is above 0"),
        (&["macau", "--rounds", "1e12", "--plot", "nowhere/plot.svg"], "nowhere/plot.svg cannot be written"),
        (
            &["macau", "--rounds", "1e12", "--csv", "nowhere/figures.csv"],
            "nowhere/figures.csv cannot be written",
        ),
        (
            &["macau", "--rounds", "1e12", "--shard", "1/2", "--out", "nowhere/1.json"],
            "nowhere/1.json cannot be written",
        ),
        (&["macau", "--rounds-per-hour", "1e300"], "--rounds-per-hour 1e300"),
        (&["macau", "--rounds-per-hour", "0"], "--rounds-per-hour 0"),
        (&["macau", "--strategy", "luck"], "`luck` is none of best, chart"),
        (&["macau", "--shard", "3/2", "--out", "x"], "there is no part 3 of 2"),
        (&["macau", "--shard", "0/2", "--out", "x"], "there is no part 0 of 2"),
        (&["macau", "--shard", "two", "--out", "x"], "write a part like 3/16"),
        (&["macau", "--shard", "1/2"], "--out"),
        (&["macau", "--shard", "1/2", "--out", "x", "--until-error", "1"], "cannot be used with"),
        (&["macau", "--generator", "dice"], "chacha"),
        (&["merge"], "<FILES>"),
        (&["merge", "nowhere.json"], "nowhere.json cannot be read"),
    ] {
        let output = sim(arguments);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}: {}", out(&output));
        assert!(err(&output).contains(said), "{arguments:?}: {}", err(&output));
        assert_eq!(out(&output), "", "{arguments:?}");
    }
}

#[test]
fn a_strategy_file_is_told_its_missing_cell_and_its_illegal_action() {
    let output = croupier(&["odds", "macau", "--json"]);
    let odds: serde_json::Value = serde_json::from_slice(&output.stdout).expect("JSON");
    let good = odds["strategy"].clone();
    let tried = |name: &str, change: &dyn Fn(&mut serde_json::Value)| {
        let mut chart = good.clone();
        change(&mut chart);
        let file = file(name, &chart.to_string());
        let output = sim(&["macau", "--rounds", "1000", "--strategy", &file]);
        (output.status.code(), err(&output))
    };
    assert_eq!(tried("sim-good.json", &|_| {}).0, Some(0));
    let (code, said) = tried("sim-hole.json", &|chart| {
        chart["hard"]["16"].as_object_mut().expect("a row").remove("T");
    });
    assert_eq!(code, Some(2));
    assert!(said.contains("hard 16 against T"), "{said}");
    let (code, said) = tried("sim-split.json", &|chart| chart["hard"]["16"]["9"] = "P".into());
    assert_eq!(code, Some(2));
    assert!(said.contains("hard 16 against 9 cannot be `P`: only a pair can be split"), "{said}");
    let (code, said) = tried("sim-word.json", &|chart| chart["soft"]["18"]["9"] = "X".into());
    assert_eq!(code, Some(2));
    assert!(said.contains("soft 18 against 9: \"X\" is none of"), "{said}");
}
