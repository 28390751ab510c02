//! Shards of a run, merged, are the run.

use super::{err, file, json, out, path, sim, timeless};

const RUN: [&str; 7] = ["plus", "--rounds", "1.5M", "--seed", "9", "--penetration", "70"];

/// Plays all parts of a run into files.
fn parts(name: &str, of: usize, words: &[&str]) -> Vec<String> {
    (1..=of)
        .map(|part| {
            let (file, shard) = (path(&format!("{name}-{part}.json")), format!("{part}/{of}"));
            let output = sim(&[words, &["--shard", &shard, "--out", &file]].concat());
            assert_eq!(output.status.code(), Some(0), "{}", err(&output));
            assert_eq!(out(&output), "");
            file
        })
        .collect()
}

fn merge(files: &[String]) -> std::process::Output {
    let words: Vec<&str> = ["merge", "--json"].into_iter().chain(files.iter().map(String::as_str)).collect();
    sim(&words)
}

#[test]
fn merged_shards_are_bit_for_bit_the_whole_run() {
    let whole = timeless(json(&RUN));
    for of in [1, 4, 11] {
        let mut files = parts(&format!("shard-{of}"), of, &RUN);
        files.reverse();
        let output = merge(&files);
        assert_eq!(output.status.code(), Some(0), "{}", err(&output));
        let merged: serde_json::Value = serde_json::from_slice(&output.stdout).expect("JSON");
        assert_eq!(timeless(merged).to_string(), whole.to_string(), "{of} shards");
    }
}

#[test]
fn shards_that_do_not_belong_together_are_refused() {
    let files = parts("apart", 3, &RUN);
    let said = |files: &[String]| {
        let output = merge(files);
        assert_eq!(output.status.code(), Some(2));
        err(&output)
    };
    let missing = said(&files[..2]);
    assert!(missing.contains("shards are missing: 3/3"), "{missing}");
    let twice = said(&[files[0].clone(), files[0].clone(), files[1].clone(), files[2].clone()]);
    assert!(twice.contains("are both shard 1/3"), "{twice}");
    let other = parts("other", 3, &["plus", "--rounds", "1.5M", "--seed", "8", "--penetration", "70"]);
    let seeds = said(&[files[0].clone(), other[1].clone(), files[2].clone()]);
    assert!(seeds.contains("are not of one run: seed is 9 in one and 8 in the other"), "{seeds}");
    let two = parts("two", 2, &RUN);
    let numbers = said(&[files[0].clone(), two[1].clone()]);
    assert!(numbers.contains("one of 2 shards") && numbers.contains("one of 3"), "{numbers}");
    let nonsense = said(&[file("nonsense.json", "{}")]);
    assert!(nonsense.contains("nonsense.json is no shard"), "{nonsense}");
}

#[test]
fn the_job_arrays_of_the_documents_make_whole_runs() {
    let program = assert_cmd::cargo::cargo_bin!("croupier");
    let folder = program.parent().expect("a folder").to_str().expect("a readable path");
    let shards = path("shards");
    std::fs::create_dir_all(&shards).expect("a folder can be made");
    let search = format!("{folder}:{}", std::env::var("PATH").unwrap_or_default());
    for task in ["1", "2"] {
        let mut command = std::process::Command::new("bash");
        command
            .current_dir(super::root())
            .arg("docs/jobs/sim.slurm")
            .env("PATH", &search)
            .env("SHARDS", &shards);
        command.env("ROUNDS", "600k").env("SLURM_ARRAY_TASK_ID", task).env("SLURM_ARRAY_TASK_COUNT", "2");
        assert!(command.status().expect("there is a shell").success());
    }
    let merged = json(&["merge", &format!("{shards}/1.json"), &format!("{shards}/2.json")]);
    let whole = json(&["macau", "--rounds", "600k", "--penetration", "75", "--side", "none"]);
    assert_eq!(timeless(merged), timeless(whole));
    // The other document asks for the same, its parts counted from 0.
    let pods =
        std::fs::read_to_string(super::root().join("docs/jobs/sim-kubernetes.yaml")).expect("it is there");
    assert!(
        pods.contains("completionMode: Indexed\n  completions: 64\n") && pods.contains("INDEX + 1))/64\"")
    );
}

#[test]
fn merged_shards_draw_the_picture_of_the_whole_run() {
    for (name, words) in
        [("flat", &["--side", "all"][..]), ("counted", &["--count", "hi-lo", "--ramp", "1,1:3"])]
    {
        let words = [&RUN[..], words].concat();
        let [whole, merged] = ["whole", "merged"].map(|picture| path(&format!("{name}-{picture}.svg")));
        let output = sim(&[&words[..], &["--plot", &whole]].concat());
        assert_eq!(output.status.code(), Some(0), "{}", err(&output));
        let files = parts(&format!("plot-{name}"), 3, &words);
        let files: Vec<&str> = files.iter().rev().map(String::as_str).collect();
        let output = sim(&[&["merge", "--plot", &merged], &files[..]].concat());
        assert_eq!(output.status.code(), Some(0), "{}", err(&output));
        let [whole, merged] =
            [whole, merged].map(|file| std::fs::read_to_string(file).expect("it was written"));
        assert!(whole.contains("Convergence") && whole == merged, "{name}");
    }
}
