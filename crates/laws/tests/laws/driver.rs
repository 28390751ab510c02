//! Calls a law with every input of a corpus, with mutations of them and with random bytes.

use std::hash::{BuildHasher, RandomState};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};

use testkit::Random;

use crate::mutate::{Shape, byte, mutate};

/// Random input is at most this long.
const RANDOM_LENGTH: usize = 700;

/// Inputs that reach deep, in files, to begin with.
pub(crate) struct Corpus {
    name: &'static str,
    shape: Shape,
    inputs: Vec<(PathBuf, Vec<u8>)>,
}

impl Corpus {
    pub(crate) fn of(name: &'static str, shape: Shape, files: &[PathBuf]) -> Corpus {
        let read = |path: &PathBuf| {
            (path.clone(), std::fs::read(path).unwrap_or_else(|why| panic!("{}: {why}", path.display())))
        };
        Corpus { name, shape, inputs: files.iter().map(read).collect() }
    }

    /// The input of a case: the same for the same seed and number.
    fn made(&self, seed: u64, case: u64) -> Vec<u8> {
        // Neighbouring cases must not begin alike.
        let mut random = Random::new(seed ^ (case + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15));
        if self.shape == Shape::Bytes && random.below(2) == 0 {
            let length = random.below(RANDOM_LENGTH);
            return std::iter::repeat_with(|| byte(&mut random)).take(length).collect();
        }
        let mut any = || &*self.inputs[random.below(self.inputs.len())].1;
        let (input, other) = (any(), any());
        mutate(&mut random, self.shape, input, other)
    }
}

/// Calls the law with the whole corpus, then with so many new inputs.
pub(crate) fn check(corpus: &Corpus, cases: u64, law: impl Fn(&[u8])) {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR"));
    let seed = number("CROUPIER_FUZZ_SEED").unwrap_or_else(|| RandomState::new().hash_one(corpus.name));
    if let Err(broken) = search(corpus, seed, cases * times(), law, folder) {
        panic!("{broken}");
    }
}

/// How many times the usual number of cases is wanted.
pub(crate) fn times() -> u64 {
    number("CROUPIER_FUZZ_TIMES").unwrap_or(1)
}

fn number(variable: &str) -> Option<u64> {
    let text = std::env::var(variable).ok()?;
    Some(text.parse().unwrap_or_else(|why| panic!("{variable}={text}: {why}")))
}

/// The same as [`check`]; if the law is broken, says by which input, and how to have it again.
fn search(corpus: &Corpus, seed: u64, cases: u64, law: impl Fn(&[u8]), folder: &Path) -> Result<(), String> {
    let name = corpus.name;
    assert!(!corpus.inputs.is_empty(), "the corpus of {name} is empty");
    let holds = |input: &[u8]| catch_unwind(AssertUnwindSafe(|| law(input))).is_ok();
    if let Some((path, _)) = corpus.inputs.iter().find(|(_, input)| !holds(input)) {
        return Err(format!("{name}: a law is broken by {}", path.display()));
    }
    for case in 0..cases {
        let input = corpus.made(seed, case);
        if !holds(&input) {
            let file = folder.join(format!("{name}-{seed}-{case}"));
            let saved = std::fs::write(&file, &input).map_or_else(
                |why| format!("it cannot be saved to {}: {why}", file.display()),
                |()| format!("it is saved in {}", file.display()),
            );
            return Err(format!(
                "{name}: a law is broken by case {case} of CROUPIER_FUZZ_SEED={seed}; {saved}. \
                 Once it is mended, keep the file in crates/laws/corpus/{name}."
            ));
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn corpus() -> Corpus {
        let inputs =
            vec![("one".into(), b"ann bets 10 on 1\n".to_vec()), ("two".into(), b"shoe As\n".to_vec())];
        Corpus { name: "example", shape: Shape::Text, inputs }
    }

    #[test]
    fn a_broken_law_is_found_and_its_input_is_saved_and_made_again_from_the_seed() {
        let law = |input: &[u8]| assert!(!input.windows(3).any(|three| three == b"255"));
        let folder = tempfile::tempdir().expect("a folder");
        let broken = search(&corpus(), 7, 20_000, law, folder.path()).expect_err("a mutation with 255 in it");
        assert!(broken.contains("CROUPIER_FUZZ_SEED=7"), "{broken}");
        let file =
            std::fs::read_dir(folder.path()).expect("readable").next().expect("a file").expect("readable");
        let saved = std::fs::read(file.path()).expect("readable");
        assert!(saved.windows(3).any(|three| three == b"255"));
        let name = file.file_name().into_string().expect("plain letters");
        let case = name.strip_prefix("example-7-").and_then(|case| case.parse().ok()).expect("a number");
        assert_eq!(corpus().made(7, case), saved);
        assert_ne!(corpus().made(8, case), saved);
    }

    #[test]
    fn an_input_of_the_corpus_that_breaks_a_law_is_named() {
        let law = |input: &[u8]| assert!(!input.starts_with(b"shoe"));
        let broken = search(&corpus(), 7, 0, law, Path::new("/nowhere")).expect_err("the second input");
        assert!(broken.contains("broken by two"), "{broken}");
    }
}
