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
    let run =
        [&COUNTER[..], &["--rounds", "1.2M", "--wong-in", "1", "--wong-out", "-1", "--spots", "2"]].concat();
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
        (&["--count", "hi-lo", "--spots", "8"], "--spots 8"),
        (&["--count", "hi-lo", "--spots", "4", "--seats", "5"], "8 players at a table of 7"),
        (&["--count", "hi-lo", "--side", "pair"], "cannot be used with"),
        (&["--ramp", "1,2:3"], "--count"),
        (&["--bankroll", "-5"], "-5"),
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
        ["Bankroll", "Outcomes of the main wager", "Convergence of the main wager", "Expectation by count"];
    for title in titles {
        assert!(
            read.descendants().any(|node| node.has_tag_name("text") && node.text() == Some(title)),
            "{title}"
        );
    }
    assert!(!text.contains("NaN") && !text.contains("inf"));
    assert!(std::fs::read(&png).expect("it was written").starts_with(b"\x89PNG"));
}
