//! Players who count, their risk, and pictures.

use super::{err, file, json, number, out, path, sim, timeless};

const COUNTER: [&str; 9] = [
    "macau",
    "--penetration",
    "75",
    "--count",
    "hi-lo",
    "--ramp",
    "1,1:2,2:4,3:8,4:12",
    "--set",
    "dealer-blackjack-loss=original-only",
];

#[test]
fn the_table_by_counts_adds_up_and_its_player_wins() {
    let found = json(&[&COUNTER[..], &["--rounds", "3M", "--bankroll", "1000", "--goal", "200"]].concat());
    let counting = &found["counting"];
    let rows = counting["by_count"].as_array().expect("a list");
    let sum = |of: &dyn Fn(&serde_json::Value) -> f64| -> f64 { rows.iter().map(of).sum() };
    assert!((sum(&|row| number(&row["frequency"])) - 1.0).abs() < 1e-9);
    assert!((sum(&|row| number(&row["rounds"])) - number(&found["rounds"])).abs() < 0.5);
    let flat = sum(&|row| number(&row["mean"]) * number(&row["frequency"]));
    assert!((flat - number(&found["main"]["mean"])).abs() < 1e-9);
    assert!((flat + number(&counting["house_edge"])).abs() < 1e-9);
    let won = sum(&|row| number(&row["mean"]) * number(&row["frequency"]) * number(&row["average_bet"]));
    assert!((won - number(&counting["won_per_round"])).abs() < 1e-9);
    assert!(number(&counting["player_edge"]) > 0.0 && number(&counting["house_edge"]) > 0.0);
    let risk = &found["risk"];
    let score = number(&risk["desirability_index"]).powi(2);
    assert!((number(&risk["score"]) - score).abs() < 1e-9 * score);
    let bankroll = &risk["bankroll"];
    let apart = |formula: &str, played: &str, of: &serde_json::Value| {
        assert!((number(&of[formula]) - number(&of[played])).abs() < 0.03, "{of}");
    };
    apart("ruin_on_trip", "ruin_on_trip_played", bankroll);
    apart("before_ruin", "before_ruin_played", &bankroll["goal"]);
}

#[test]
fn shards_of_a_counting_player_are_his_run() {
    let run = [
        &COUNTER[..],
        &[
            "--rounds",
            "1.2M",
            "--wong-in",
            "1",
            "--wong-out",
            "-1",
            "--spots",
            "2",
            "--side",
            "pair=0.5",
            "--seats",
            "2",
        ],
    ]
    .concat();
    let whole = timeless(json(&run));
    let parts: Vec<String> = ["1/2", "2/2"]
        .into_iter()
        .map(|part| {
            let file = path(&format!("counter-{}.json", &part[..1]));
            let output = sim(&[&run[..], &["--shard", part, "--out", &file]].concat());
            assert_eq!(output.status.code(), Some(0), "{}", err(&output));
            file
        })
        .collect();
    assert_eq!(timeless(json(&["merge", &parts[1], &parts[0]])).to_string(), whole.to_string());
}

#[test]
fn systems_ramps_and_plays_can_be_files() {
    let system = file(
        "system.toml",
        "name = \"Ten count\"\ntags = { T = -9, A = 4, 2 = 4, 3 = 4, 4 = 4, 5 = 4, 6 = 4, 7 = 4, 8 = 4, 9 = 4 }\nrounding = \"nearest\"\ndecks = \"half\"\n",
    );
    let ramp = file("ramp.toml", "below = 1\nsteps = [{ count = 4, bet = 5 }]\nleave = -20\n");
    let plays = file(
        "plays.toml",
        "insurance = 4\nplays = [{ hand = \"hard 16\", against = \"T\", at = 0, play = \"S\" }]\n",
    );
    let words =
        ["macau", "--rounds", "200k", "--cut", "78", "--count", &system, "--ramp", &ramp, "--index", &plays];
    let output = sim(&words);
    assert_eq!(output.status.code(), Some(0), "{}", err(&output));
    let text = out(&output);
    for said in [
        "Counting  Ten count, one spot",
        "player's edge, of all he bet",
        "average bet",
        "SCORE",
        "N0, rounds",
    ] {
        assert!(text.contains(said), "{said} is not in\n{text}");
    }
}

#[test]
fn what_is_wrong_is_told_its_file_and_line() {
    let negative = file(
        "negative.toml",
        "below = 1\nsteps = [\n  { count = 1, bet = 2 },\n  { count = 2, bet = -4 },\n]\n",
    );
    let illegal = file(
        "illegal.toml",
        "plays = [\n  { hand = \"hard 16\", against = \"T\", at = 0, play = \"P\" },\n]\n",
    );
    let system = file("nosystem.toml", "name = \"x\"\ntags = { E = 1 }\n");
    for (words, said) in [
        (&["--count", "hi-lo", "--ramp", &negative][..], "negative.toml: line 4: the bet is -4"),
        (&["--count", "hi-lo", "--index", &illegal], "illegal.toml: line 2: hard 16 against T cannot be `P`"),
        (&["--count", &system], "nosystem.toml: line 2: `E` is no card"),
        (&["--count", "luck"], "`luck` is none of halves, hi-lo"),
        (&["--count", "hi-lo", "--ramp", "1,2:-3"], "--ramp 1,2:-3: `2:-3`: the bet is -3"),
        (&["--count", "hi-lo", "--wong-in", "1", "--wong-out", "2"], "he would leave as he comes"),
        (&["--count", "hi-lo", "--spots", "8"], "8 spots are to be played at a table of 7"),
        (&["--count", "hi-lo", "--spots", "4", "--seats", "5"], "8 spots are to be played at a table of 7"),
        (&["--count", "hi-lo", "--side", "lucky"], "--side lucky: Blackjack (Macau) has pair"),
        (&["--count", "hi-lo", "--side", "insurance=0.2"], "who counts insures half of what he bets"),
        (&["--ramp", "1,2:3"], "--count"),
        (&["--bankroll", "-5"], "--bankroll -5: expected a number above 0"),
        (&["--bankroll", "0"], "--bankroll 0: expected a number above 0"),
        (&["--risk", "1"], "--risk 1"),
        (&["--plot", "picture.pdf"], "write a file that ends with .svg or .png"),
    ] {
        let output = sim(&[&["macau", "--rounds", "1000", "--cut", "78"], words].concat());
        assert_eq!(output.status.code(), Some(2), "{words:?}: {}", out(&output));
        assert!(err(&output).contains(said), "{words:?}: {}", err(&output));
    }
}

#[test]
fn a_run_can_be_drawn() {
    let (svg, png) = (path("sim.svg"), path("sim.png"));
    for picture in [&svg, &png] {
        let output = sim(&[&COUNTER[..], &["--rounds", "1M", "--plot", picture]].concat());
        assert_eq!(output.status.code(), Some(0), "{}", err(&output));
    }
    let text = std::fs::read_to_string(&svg).expect("it was written");
    let read = roxmltree::Document::parse(&text).expect("SVG");
    let titles =
        ["Bankroll", "Outcomes of the main wager", "Convergence of what is won", "Expectation by count"];
    for title in titles {
        assert!(
            read.descendants().any(|node| node.has_tag_name("text") && node.text() == Some(title)),
            "{title}"
        );
    }
    assert!(!text.contains("NaN") && !text.contains("inf"));
    assert!(std::fs::read(&png).expect("it was written").starts_with(b"\x89PNG"));
}

#[test]
fn who_counts_bets_side_wagers_and_stops_by_what_he_wins() {
    let run =
        [&COUNTER[..], &["--side", "pair=0.5,insurance", "--spots", "2", "--until-error", "0.01"]].concat();
    let found = json(&run);
    let [pair, together] = [&found["wagers"]["pair"], &found["together"]];
    assert_eq!((pair["times"].as_u64(), &pair["stake"]), (found["rounds"].as_u64(), &0.5.into()));
    assert!(number(&together["std_error"]) <= 0.01 && number(&found["main"]["std_error"]) < 0.003);
    let sides: f64 = (found["seats"].as_array().expect("a list").iter())
        .map(|seat| 0.5 * number(&seat["wagers"]["pair"]["mean"]))
        .sum();
    let won = number(&found["counting"]["won_per_round"]) + sides;
    assert!((number(&together["mean"]) - won).abs() < 1e-9, "{won}: {together}");
    let index = number(&together["mean"]) / number(&together["std_dev"]) * 1000.0;
    assert!((number(&found["risk"]["desirability_index"]) - index).abs() < 1e-9);
    // The main wager alone was known as well long before.
    let flat = json(&["macau", "--cut", "78", "--until-error", "0.01", "--side", "none"]);
    assert!(number(&flat["rounds"]) < number(&found["rounds"]));
}

#[test]
fn insurance_by_the_count_is_a_wager_of_its_own() {
    let plays = file("insurance.toml", "insurance = 3\n");
    let words = ["--rounds", "600k", "--index", &plays, "--wong-in", "1", "--wong-out", "-1"];
    let run = [&COUNTER[..], &words].concat();
    let found = json(&run);
    let [main, insured] = [&found["main"], &found["wagers"]["insurance"]];
    let often = number(&insured["times"]) / number(&found["rounds"]);
    assert!(often > 0.001 && often < 1.0 / 13.0, "{often}");
    // A flat unit keeps the house what its main wager and its insurance do.
    let flat = (number(&main["per_100_rounds"]) + number(&insured["per_100_rounds"])) / 100.0;
    assert!((number(&found["counting"]["house_edge"]) + flat).abs() < 1e-9, "{flat}");
    // A shard so short that nobody insures fits with the others.
    let short = [&COUNTER[..], &["--index", &plays, "--rounds", "3"]].concat();
    let part = path("insurance-1.json");
    assert_eq!(sim(&[&short[..], &["--shard", "1/1", "--out", &part]].concat()).status.code(), Some(0));
    assert_eq!(timeless(json(&["merge", &part])), timeless(json(&short)));
}

#[test]
fn sessions_that_would_not_end_are_not_played() {
    let risk = |words: &[&str]| json(&[&COUNTER[..], words].concat())["risk"]["bankroll"].clone();
    let long = risk(&["--rounds", "300k", "--bankroll", "1e7", "--goal", "1e7", "--trip", "4294967295"]);
    assert!(long["ruin_on_trip_played"].is_null() && long["goal"]["before_ruin_played"].is_null(), "{long}");
    for rounds in ["1", "2", "3"] {
        risk(&["--rounds", rounds, "--bankroll", "100", "--goal", "100"]);
    }
}

#[test]
fn a_count_without_a_shoe_to_count_is_told() {
    let output = sim(&["macau", "--rounds", "1000", "--count", "hi-lo"]);
    assert_eq!(output.status.code(), Some(0));
    assert!(err(&output).contains("every round is dealt from a full shoe"), "{}", err(&output));
}

#[test]
fn the_table_by_counts_is_in_the_table_for_other_programs() {
    let csv = path("counting.csv");
    let run = [&COUNTER[..], &["--rounds", "300k", "--bankroll", "500", "--csv", &csv]].concat();
    let found = json(&run);
    let text = std::fs::read_to_string(&csv).expect("it was written");
    assert!(text.lines().all(|line| line.split(',').count() == 6), "{text}");
    let value = |about: &str, figure: &str, outcome: &str| -> f64 {
        let begins = format!("1,{about},{figure},{outcome},,");
        let line = text.lines().find_map(|line| line.strip_prefix(&begins));
        line.unwrap_or_else(|| panic!("{begins} is not in\n{text}")).parse().expect("a number")
    };
    let near =
        |one: f64, other: &serde_json::Value| assert!((one - number(other)).abs() < 1e-9, "{one} {other}");
    for row in found["counting"]["by_count"].as_array().expect("a list") {
        for figure in ["rounds", "average_bet", "mean", "std_error"] {
            near(value("by_count", figure, &row["count"].to_string()), &row[figure]);
        }
    }
    near(value("counting", "player_edge", ""), &found["counting"]["player_edge"]);
    near(value("together", "mean", ""), &found["together"]["mean"]);
    near(value("risk", "score", ""), &found["risk"]["score"]);
    near(value("risk bankroll", "ruin", ""), &found["risk"]["bankroll"]["ruin"]);
}
