//! What programs rely on, and what the figures must be.

use testkit::poll;

use super::{croupier, err, json, number, out, path, sim, timeless};

#[test]
fn the_fields_of_the_contract_are_there_and_fit_together() {
    let found = json(&["plus", "--rounds", "300000", "--seed", "7", "--threads", "2"]);
    assert_eq!((&found["game"], &found["decks"]), (&"plus".into(), &8.into()));
    let fields = ["rounds", "seed", "threads"].map(|field| found[field].as_u64());
    assert_eq!(fields, [Some(300_000), Some(7), Some(2)]);
    let rate = number(&found["rounds"]) / number(&found["cpu_seconds"]);
    assert!((number(&found["rounds_per_cpu_second"]) / rate - 1.0).abs() < 1e-9);
    for wager in [&found["main"], &found["wagers"]["rws-pairs"], &found["wagers"]["insurance"]] {
        let (times, std_dev) = (number(&wager["times"]), number(&wager["std_dev"]));
        assert!((number(&wager["std_error"]) / (std_dev / times.sqrt()) - 1.0).abs() < 1e-9, "{wager}");
        let outcomes = wager["outcomes"].as_array().expect("a list");
        let sum = |of: &dyn Fn(f64) -> f64| -> f64 {
            outcomes.iter().map(|outcome| of(number(&outcome["net"])) * number(&outcome["p"])).sum()
        };
        let (mean, square) = (sum(&|net| net), sum(&|net| net * net));
        assert!((mean - number(&wager["mean"])).abs() < 1e-12, "{wager}");
        assert!(((square - mean * mean).sqrt() - std_dev).abs() < 1e-9, "{wager}");
        assert!((sum(&|_| 1.0) - 1.0).abs() < 1e-12);
    }
}

#[test]
fn every_wager_lies_within_four_standard_errors_of_its_exact_odds() {
    for game in ["macau", "star-elements"] {
        let found = json(&[game, "--rounds", "1e6"]);
        let output = croupier(&["odds", game, "--json"]);
        let odds: serde_json::Value = serde_json::from_slice(&output.stdout).expect("JSON");
        let near = |name: &str, found: &serde_json::Value, exact: &serde_json::Value| {
            let away = (number(&found["mean"]) - number(exact)) / number(&found["std_error"]);
            assert!(away.abs() < 4.0, "{game} {name}: {away} standard errors");
        };
        near("main", &found["main"], &odds["main"]["ev_basic"]);
        let wagers = odds["wagers"].as_object().expect("an object");
        assert_eq!(found["wagers"].as_object().expect("an object").len(), wagers.len());
        for (kind, exact) in wagers {
            near(kind, &found["wagers"][kind], &exact["ev"]);
        }
    }
}

#[test]
fn threads_change_nothing_but_the_time() {
    let words = ["macau", "--rounds", "700000", "--penetration", "75", "--threads"];
    let [one, three] = ["1", "3"].map(|threads| timeless(json(&[&words[..], &[threads]].concat())));
    assert_eq!(one, three);
    assert_ne!(one, timeless(json(&[&words[..], &["1", "--seed", "2"]].concat())));
}

#[test]
fn it_stops_when_it_is_precise_enough() {
    let found = json(&["blackjack", "--until-error", "0.002", "--side", "none"]);
    assert!(number(&found["main"]["std_error"]) <= 0.002);
    assert!(number(&found["rounds"]) < 1e6);
    let most = json(&["blackjack", "--until-error", "1e-9", "--rounds", "1000"]);
    assert_eq!(most["rounds"], 1000);
}

#[test]
fn the_slow_generator_and_every_path_can_be_asked_for() {
    for (words, generator, path) in [
        (&["--generator", "chacha"][..], "ChaCha20", "machine"),
        (&["--path", "general"], "Xoshiro256++", "general"),
        (&["--path", "machine"], "Xoshiro256++", "machine"),
        (&["--path", "lanes", "--side", "none", "--cut", "78"], "Xoshiro256++", "lanes"),
    ] {
        let found = json(&[&["macau", "--rounds", "50k"], words].concat());
        assert_eq!((&found["generator"], &found["path"]), (&generator.into(), &path.into()), "{words:?}");
    }
}

#[test]
fn strategies_differ_as_they_should() {
    let mean = |strategy: &str| {
        number(
            &json(&["electronic", "--rounds", "400k", "--side", "none", "--strategy", strategy])["main"]["mean"],
        )
    };
    let [basic, default, mimic, never] = ["basic", "default", "mimic", "never-bust"].map(mean);
    assert!(basic > -0.02 && default < -0.03 && mimic < -0.04 && never < -0.02, "{default} {mimic} {never}");
    assert!((mean("chart") - basic).abs() < 1e-15);
}

#[test]
fn several_seats_are_told_one_by_one() {
    let found =
        json(&["plus", "--rounds", "200k", "--seats", "3", "--penetration", "60", "--side", "rws-pairs=0.5"]);
    let seats = found["seats"].as_array().expect("a list");
    assert_eq!(seats.len(), 3);
    assert_eq!(seats[0]["main"], found["main"]);
    let pairs = &found["wagers"]["rws-pairs"];
    assert!((number(&pairs["per_100_rounds"]) - 50.0 * number(&pairs["mean"])).abs() < 1e-9);
}

#[test]
fn a_person_reads_a_table_without_colours_in_a_pipe() {
    let output = sim(&["plus", "--rounds", "100k", "--rounds-per-hour", "80"]);
    let text = out(&output);
    assert_eq!((output.status.code(), err(&output).as_str()), (Some(0), ""));
    for words in [
        "8 decks, 416 cards, every round from a full shoe",
        "strategy `chart`, 100,000 rounds",
        "95 % interval",
        "house edge",
        "player's edge",
        "per hour of 80",
        "Boom Busted  what it came to",
        "million rounds per CPU-second",
    ] {
        assert!(text.contains(words), "{words} is not in\n{text}");
    }
    assert!(!text.contains('\u{1b}'));
}

#[test]
fn the_table_for_other_programs_has_six_fields_in_every_line() {
    let csv = path("sim.csv");
    let output = sim(&["macau", "--rounds", "50k", "--csv", &csv]);
    assert_eq!(output.status.code(), Some(0));
    let text = std::fs::read_to_string(&csv).expect("it was written");
    assert!(text.starts_with("seat,wager,figure,outcome,net,value\n1,main,times,,,50000\n"), "{text}");
    assert!(text.lines().all(|line| line.split(',').count() == 6), "{text}");
    assert!(text.contains("\n1,main,count,,-0.5,") || text.contains("\n1,main,count,,1.5,"));
}

#[test]
fn the_help_shows_examples() {
    for words in [&["sim", "--help"][..], &["sim", "merge", "--help"]] {
        let help = out(&croupier(words));
        assert!(help.contains("Example") && help.contains("--rounds 1e10"), "{help}");
    }
}

/// Whether a process catches SIGINT and has worked for half a second since it started.
#[cfg(unix)]
fn is_under_way(id: u32) -> bool {
    let read = |name: &str| std::fs::read_to_string(format!("/proc/{id}/{name}")).expect("procfs");
    let status = read("status");
    let caught = status.lines().find_map(|line| line.strip_prefix("SigCgt:")).expect("caught signals");
    let caught = u64::from_str_radix(caught.trim(), 16).expect("a mask");
    // User time is the twelfth field after the name, in hundredths of a second.
    let stat = read("stat");
    let after_name = stat.rsplit(')').next().expect("fields");
    let worked: u64 = after_name.split_whitespace().nth(11).expect("a field").parse().expect("a number");
    caught & (1 << 1) != 0 && worked > 50
}

#[cfg(unix)]
#[test]
fn ctrl_c_ends_a_run_with_what_it_has_found() {
    let shard = path("interrupted.json");
    for (words, code) in [(&["--json"][..], 0), (&["--shard", "1/2", "--out", &shard], 1)] {
        let mut command = std::process::Command::new(assert_cmd::cargo::cargo_bin!("croupier"));
        command
            .args(["sim", "macau", "--rounds", "1e12", "--strategy", "mimic", "--threads", "1"])
            .args(words);
        command.stdout(std::process::Stdio::piped()).stderr(std::process::Stdio::piped());
        let run = command.spawn().expect("the program runs");
        poll("the run to be under way", || is_under_way(run.id()).then_some(()));
        let kill = std::process::Command::new("kill").args(["-INT", &run.id().to_string()]).status();
        assert!(kill.expect("there is a kill").success());
        let output = run.wait_with_output().expect("it ends");
        assert_eq!(output.status.code(), Some(code), "{}", err(&output));
        if code == 0 {
            let found: serde_json::Value = serde_json::from_slice(&output.stdout).expect("JSON");
            assert_eq!(found["interrupted"], true);
            assert!(number(&found["rounds"]) > 0.0 && number(&found["rounds"]) < 1e12);
        } else {
            assert!(err(&output).contains("no shard is written"), "{}", err(&output));
            assert!(!std::path::Path::new(&shard).exists());
        }
    }
}

#[test]
fn a_flat_bettor_may_have_several_spots() {
    let words = ["plus", "--rounds", "200k", "--spots", "2", "--seats", "2", "--side", "rws-pairs,insurance"];
    let found = json(&words);
    let seats = found["seats"].as_array().expect("a list");
    assert_eq!(
        seats.iter().map(|seat| seat["player"].as_u64()).collect::<Vec<_>>(),
        [Some(1), Some(1), Some(2)]
    );
    let players = found["players"].as_array().expect("a list");
    assert_eq!((&players[0]["spots"], &players[1]["spots"]), (&2.into(), &1.into()));
    assert_eq!(players[0]["together"], found["together"]);
    let sum = |seat: &serde_json::Value| -> f64 {
        let wagers = seat["wagers"].as_object().expect("an object").values();
        wagers.chain([&seat["main"]]).map(|wager| number(&wager["per_100_rounds"])).sum()
    };
    let [both, other] = [sum(&seats[0]) + sum(&seats[1]), sum(&seats[2])];
    assert!((number(&players[0]["together"]["per_100_rounds"]) - both).abs() < 1e-9);
    assert!((number(&players[1]["together"]["per_100_rounds"]) - other).abs() < 1e-9);
    // Two hands against one dealer stray farther than two that have nothing to do with each other.
    let strays = |player: usize| number(&players[player]["together"]["std_dev"]).powi(2);
    let apart = strays(0) - 2.0 * strays(1);
    assert!((0.7..1.3).contains(&apart), "{} and {}", strays(0), strays(1));
    let text = out(&sim(&words));
    for said in ["2 players, the first on 2 spots", "Seat 2 from the dealer's left, player 1", "together"] {
        assert!(text.contains(said), "{said} is not in\n{text}");
    }
}
