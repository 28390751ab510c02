//! The conformance suite: every scenario holds, and every clause the engine carries out, leads through or records is
//! named by one of them.

use std::collections::{BTreeMap, BTreeSet};

use rulebook::{Enforced, GAMES, Rules};
use transcript::{Played, replay};
use vocabulary::Clause;

use crate::files;

#[test]
fn every_scenario_holds() {
    for path in files::below("scenarios", "round") {
        let played = replay(&files::transcript(&path), path.parent(), false).played;
        assert_eq!(played, Played::Passed, "{}", path.display());
    }
}

/// Rounds made up and settled by a second model of the games, written from the documents alone.
#[test]
fn a_second_model_of_the_games_agrees() {
    let rounds = files::below("crates/transcript/tests/second-model", "round");
    assert!(rounds.len() >= 250, "{}", rounds.len());
    for path in rounds {
        let played = replay(&files::transcript(&path), path.parent(), false).played;
        assert_eq!(played, Played::Passed, "{}", path.display());
    }
}

#[test]
fn every_clause_but_the_displayed_ones_is_named_in_a_scenario() {
    let mut named: BTreeMap<String, BTreeSet<Clause>> = BTreeMap::new();
    for path in files::below("scenarios", "round") {
        let played = replay(&files::transcript(&path), path.parent(), false);
        let game = played.rules.expect("a game").id().to_owned();
        named
            .entry(game)
            .or_default()
            .extend(played.rounds.iter().flat_map(|round| round.cited.iter().copied()));
    }
    let mut missing = Vec::new();
    for game in GAMES {
        let rules = Rules::of(game).expect("one of the five");
        for row in rules.clauses().rows() {
            let wanted = row.enforced != Enforced::Shown;
            if wanted && !named[game].contains(&row.id) {
                missing.push(format!("{game} {}", row.id));
            }
        }
    }
    assert!(missing.is_empty(), "no scenario names {missing:?}");
}

#[test]
fn a_scenario_is_named_for_a_clause_of_its_game() {
    for path in files::below("scenarios", "round") {
        let game = path
            .parent()
            .and_then(|folder| folder.file_name())
            .and_then(|name| name.to_str())
            .expect("a game");
        let Some(rules) = Rules::of(game) else { continue };
        let name = path.file_stem().and_then(|stem| stem.to_str()).expect("a name").replace("-line-", "#");
        let known = rules.clauses().rows().iter().any(|row| name.starts_with(&format!("{}-", row.id)));
        assert!(known, "{}: start the name with a clause of {game}", path.display());
    }
}
