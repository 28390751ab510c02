//! Which clauses the engine names in which scenarios.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use rulebook::{GAMES, Rules};
use transcript::{Played, Replay, parse, read, replay};
use vocabulary::Clause;

use crate::files;

/// For each game the clauses named by a settlement, a refusal or an automatic act, and the scenarios that show it.
pub(crate) struct Coverage {
    games: BTreeMap<String, BTreeMap<Clause, BTreeSet<PathBuf>>>,
    failed: Vec<String>,
}

impl Coverage {
    /// Replays every transcript below a folder and gathers what those that pass cite.
    pub(crate) fn of(folder: &Path) -> Coverage {
        let mut coverage = Coverage { games: BTreeMap::new(), failed: Vec::new() };
        for file in files::transcripts(&[folder.to_path_buf()]) {
            match file {
                Ok(file) => coverage.add(&file),
                Err(why) => coverage.failed.push(why),
            }
        }
        coverage
    }

    fn add(&mut self, file: &Path) {
        let transcript = read(file).ok().and_then(|text| parse(&text).ok());
        let played = transcript.map(|transcript| replay(&transcript, file.parent(), false));
        match played {
            Some(Replay { rules: Some(rules), rounds, played: Played::Passed, .. }) => {
                // A house's own book is not one of the five, whatever it calls itself.
                if Rules::of(rules.id()).is_none_or(|book| book.clauses() != rules.clauses()) {
                    return;
                }
                let clauses = self.games.entry(rules.id().to_owned()).or_default();
                for clause in rounds.iter().flat_map(|round| &round.cited) {
                    clauses.entry(*clause).or_default().insert(file.to_path_buf());
                }
            }
            _ => self.failed.push(format!("{}: does not pass, and does not count", file.display())),
        }
    }

    /// What could not be counted.
    pub(crate) fn failed(&self) -> &[String] {
        &self.failed
    }

    /// The scenarios in which a clause of a game is named.
    pub(crate) fn scenarios(&self, game: &str, clause: Clause) -> Vec<&Path> {
        let files = self.games.get(game).and_then(|clauses| clauses.get(&clause));
        files.map_or_else(Vec::new, |files| files.iter().map(PathBuf::as_path).collect())
    }

    /// The rows of each game's clause table that are named, by game, with the rules.
    pub(crate) fn rows(&self) -> Vec<(Rules, Vec<bool>)> {
        let games = GAMES.iter().filter_map(|game| Rules::of(game));
        games
            .map(|rules| {
                let named = |clause: Clause| !self.scenarios(rules.id(), clause).is_empty();
                let rows = rules.clauses().rows().iter().map(|row| named(row.id)).collect();
                (rules, rows)
            })
            .collect()
    }
}
