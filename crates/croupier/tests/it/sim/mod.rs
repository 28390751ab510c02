//! `croupier sim` as a person and a program meet it.

use std::path::Path;
use std::process::Output;

use crate::program::{croupier, err, out, root};
use serde_json::Value;

mod bad;
mod contract;
mod counting;
mod shards;

/// Runs `croupier sim` with these words.
fn sim(arguments: &[&str]) -> Output {
    croupier(&[&["sim"], arguments].concat())
}

/// What `croupier sim --json` prints.
#[track_caller]
fn json(arguments: &[&str]) -> Value {
    let output = sim(&[arguments, &["--json"]].concat());
    assert_eq!(output.status.code(), Some(0), "{arguments:?}: {}", err(&output));
    serde_json::from_slice(&output.stdout).expect("JSON")
}

/// A file of its own.
fn path(name: &str) -> String {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = std::fs::remove_file(&path);
    path.to_str().expect("a readable path").to_owned()
}

/// A file of its own with this text.
fn file(name: &str, text: &str) -> String {
    let path = path(name);
    std::fs::write(&path, text).expect("a file can be written");
    path
}

fn number(value: &Value) -> f64 {
    value.as_f64().unwrap_or_else(|| panic!("{value} is no number"))
}

/// What a run found, without how long it took.
fn timeless(mut json: Value) -> Value {
    for field in ["cpu_seconds", "rounds_per_cpu_second", "threads"] {
        json.as_object_mut().expect("an object").remove(field);
    }
    json
}
