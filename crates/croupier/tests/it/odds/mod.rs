//! `croupier odds` as a person and a program meet it.

use std::collections::HashMap;
use std::path::Path;
use std::process::Output;
use std::sync::{Arc, LazyLock, Mutex, OnceLock};

use crate::program::{croupier, err, out, root};
use serde_json::Value;

mod bad;
mod contract;
mod distribution;
mod live;
mod pages;
mod worth;

/// Runs `croupier odds` with these words.
fn odds(arguments: &[&str]) -> Output {
    croupier(&[&["odds"], arguments].concat())
}

/// What `croupier odds --json` prints. What several tests look at is worked out once.
#[track_caller]
fn json(arguments: &[&str]) -> Value {
    static KNOWN: LazyLock<Mutex<HashMap<String, Arc<OnceLock<Value>>>>> = LazyLock::new(Mutex::default);
    let known = KNOWN.lock().expect("no test panics here").entry(arguments.join(" ")).or_default().clone();
    known.get_or_init(|| printed(arguments)).clone()
}

#[track_caller]
fn printed(arguments: &[&str]) -> Value {
    let output = odds(&[arguments, &["--json"]].concat());
    assert_eq!(output.status.code(), Some(0), "{arguments:?}: {}", err(&output));
    serde_json::from_slice(&output.stdout).expect("JSON")
}

/// What it prints for people.
#[track_caller]
fn text(arguments: &[&str]) -> String {
    let output = odds(arguments);
    assert_eq!(output.status.code(), Some(0), "{arguments:?}: {}", err(&output));
    out(&output)
}

/// A file of its own with this text.
fn file(name: &str, text: &str) -> String {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    std::fs::write(&path, text).expect("a file can be written");
    path.to_str().expect("a readable path").to_owned()
}

fn number(value: &Value) -> f64 {
    value.as_f64().unwrap_or_else(|| panic!("{value} is no number"))
}

#[track_caller]
fn agrees(value: &Value, reference: f64) {
    let value = number(value);
    assert!((value - reference).abs() < 1e-12, "{value:.15} is not {reference:.15}");
}

/// So many in so many, in lowest terms.
fn lowest(over: u64, under: u64) -> String {
    let (mut one, mut other) = (over, under);
    while other > 0 {
        (one, other) = (other, one % other);
    }
    format!("{}/{}", over / one, under / one)
}
