//! The program run in the folder of the project, and what it prints.

use std::path::{Path, PathBuf};
use std::process::Output;

use assert_cmd::Command;

pub(crate) fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// Runs `croupier` with these words.
pub(crate) fn croupier(arguments: &[&str]) -> Output {
    let mut command = Command::new(assert_cmd::cargo::cargo_bin!("croupier"));
    command.current_dir(root()).args(arguments).output().expect("the program runs")
}

pub(crate) fn out(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned()
}

pub(crate) fn err(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}
