//! The laws hold for every input of a corpus, for mutations of it, and for random input.
//!
//! The number of cases is fixed; the seed is new in every run, and a failure prints it. `CROUPIER_FUZZ_SEED` gives a seed
//! back, `CROUPIER_FUZZ_TIMES=100` tries a hundred times as many cases.

mod driver;
mod incidents;
mod mutate;

use std::path::{Path, PathBuf};

use driver::Corpus;
use mutate::Shape;

/// The files below a folder of the project whose names have this ending, in order.
fn files(folder: &str, ending: &str) -> Vec<PathBuf> {
    let mut folders = vec![Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(folder)];
    let mut files = Vec::new();
    while let Some(folder) = folders.pop() {
        let entries = std::fs::read_dir(&folder).unwrap_or_else(|why| panic!("{}: {why}", folder.display()));
        for entry in entries {
            let path = entry.expect("a readable folder").path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|extension| extension == ending) {
                files.push(path);
            }
        }
    }
    files.sort();
    files
}

#[test]
fn the_laws_of_a_round_hold() {
    let corpus = Corpus::of("table", Shape::Bytes, &files("crates/laws/corpus/table", "bin"));
    driver::check(&corpus, 10_000, laws::table::obeys);
}

#[test]
fn any_text_is_a_transcript_or_is_refused() {
    let mut paths = files("scenarios", "round");
    paths.extend(files("crates/transcript/tests", "round"));
    paths.extend(files("crates/laws/corpus/notation", "round"));
    let corpus = Corpus::of("notation", Shape::Text, &paths);
    driver::check(&corpus, 30_000, |bytes| laws::notation(&String::from_utf8_lossy(bytes)));
}

#[test]
fn any_text_is_a_rule_book_or_is_refused() {
    let mut paths = files("rulebooks", "toml");
    paths.extend(files("crates/laws/corpus/rule-book", "toml"));
    let corpus = Corpus::of("rule-book", Shape::Text, &paths);
    driver::check(&corpus, 1000, |bytes| laws::rule_book(&String::from_utf8_lossy(bytes)));
}
