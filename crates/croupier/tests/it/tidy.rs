//! Rules of style worth having are tests.

use std::path::{Path, PathBuf};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn files(folder: &Path, ending: &str, found: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).expect("the folder is there") {
        let path = entry.expect("the folder can be read").path();
        let name = path.file_name().and_then(|name| name.to_str()).unwrap_or_default().to_owned();
        if path.is_dir() && !["target", ".git", "corpus", "artifacts"].contains(&name.as_str()) {
            files(&path, ending, found);
        } else if path.extension().is_some_and(|extension| extension == ending) {
            found.push(path);
        }
    }
}

fn sources() -> Vec<(PathBuf, String)> {
    let mut found = Vec::new();
    files(&root().join("crates"), "rs", &mut found);
    found.sort();
    found.into_iter().map(|path| (path.clone(), std::fs::read_to_string(path).expect("a text"))).collect()
}

#[test]
fn no_source_file_holds_everything() {
    for (path, text) in
        sources().iter().filter(|(path, _)| path.components().any(|part| part.as_os_str() == "src"))
    {
        let lines = text.lines().count();
        assert!(lines <= 520, "{} has {lines} lines: what is it really about?", path.display());
    }
}

#[test]
fn nothing_is_left_unfinished_or_silenced() {
    let marks = [
        ["to", "do!("].concat(),
        ["unimple", "mented!("].concat(),
        ["FIX", "ME"].concat(),
        ["#[al", "low("].concat(),
    ];
    for (path, text) in sources() {
        for mark in &marks {
            assert!(!text.contains(mark), "{} has {mark}", path.display());
        }
    }
}

#[test]
fn games_are_data_and_the_engine_names_none() {
    for (path, text) in sources() {
        let engine = text.split("#[cfg(test)]").next().unwrap_or_default();
        if path.to_string_lossy().contains("crates/round/src") && !path.ends_with("lib.rs") {
            for game in ["\"blackjack\"", "\"electronic\"", "\"star-elements\"", "\"plus\"", "\"macau\""] {
                assert!(!engine.contains(game), "{} asks for {game}: ask the rules instead", path.display());
            }
        }
    }
}

#[test]
fn the_rule_book_page_explains_every_setting_and_every_reason_once() {
    let page = std::fs::read_to_string(root().join("rulebooks/README.md")).expect("the page is there");
    let settings = rulebook::Settings::NAMES.iter().map(|(_, name)| *name);
    for name in settings.chain(rulebook::Reason::ALL.iter().map(|reason| reason.name())) {
        assert!(page.contains(&format!("| `{name}`")), "rulebooks/README.md does not explain {name}");
    }
}

#[test]
fn the_architecture_page_knows_every_crate_and_every_part_of_the_engine() {
    let page = std::fs::read_to_string(root().join("ARCHITECTURE.md")).expect("the page is there");
    for entry in std::fs::read_dir(root().join("crates")).expect("crates") {
        let name = entry.expect("readable").file_name().to_string_lossy().into_owned();
        assert!(page.contains(&format!("`{name}`")), "ARCHITECTURE.md does not mention {name}");
    }
    for entry in std::fs::read_dir(root().join("crates/round/src")).expect("sources") {
        let name = entry.expect("readable").file_name().to_string_lossy().into_owned();
        assert!(
            name == "lib.rs" || page.contains(&format!("`{name}`")),
            "ARCHITECTURE.md does not mention {name}"
        );
    }
}
