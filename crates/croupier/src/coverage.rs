//! Which clauses the engine names in which scenarios.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use anyhow::Result;
use rulebook::{GAMES, Rules};
use transcript::{parse, read, replay};
use vocabulary::Clause;

use crate::files;

/// For each game the clauses named by a settlement, a refusal or an automatic act, and the scenarios that show it.
pub(crate) struct Coverage {
    games: BTreeMap<String, BTreeMap<Clause, BTreeSet<PathBuf>>>,
}

impl Coverage {
    /// Replays every transcript below a folder and gathers what it cites.
    pub(crate) fn of(folder: &Path) -> Result<Coverage> {
        let mut games: BTreeMap<String, BTreeMap<Clause, BTreeSet<PathBuf>>> = BTreeMap::new();
        for file in files::transcripts(&[folder.to_path_buf()])? {
            let Ok(text) = read(&file) else { continue };
            let Ok(transcript) = parse(&text) else { continue };
            let played = replay(&transcript, file.parent(), false);
            let Some(rules) = played.rules else { continue };
            let clauses = games.entry(rules.id().to_owned()).or_default();
            for clause in played.rounds.iter().flat_map(|round| &round.cited) {
                clauses.entry(*clause).or_default().insert(file.clone());
            }
        }
        Ok(Coverage { games })
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
