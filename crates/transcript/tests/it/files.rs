//! Transcripts and pages on disk, for the tests.

use std::path::{Path, PathBuf};

/// The root of the project.
pub(crate) fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// All files with an ending below a folder of the project, in order.
pub(crate) fn below(folder: &str, ending: &str) -> Vec<PathBuf> {
    let (mut files, mut folders) = (Vec::new(), vec![root().join(folder)]);
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(&folder).expect("the folder is there") {
            let path = entry.expect("the folder can be read").path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|extension| extension == ending) {
                files.push(path);
            }
        }
    }
    files.sort();
    assert!(!files.is_empty(), "no .{ending} below {folder}");
    files
}

/// A transcript from disk, read.
pub(crate) fn transcript(path: &Path) -> transcript::Transcript {
    let text = transcript::read(path).expect("a text");
    transcript::parse(&text).unwrap_or_else(|faults| panic!("{}: {faults:?}", path.display()))
}
