//! The GAME of a command line: one of the five or a house's own book, with the decks and settings chosen for the table.

use anyhow::{Context, Result, anyhow};
use rulebook::Rules;

/// The rules of one of the five games, or of the rule book at this path, as the book has them.
pub(crate) fn open(game: &str) -> Result<Rules> {
    Rules::open(game).map_err(|faults| anyhow!("{game}:\n{faults}"))
}

/// Chooses the number of decks and the settings written as NAME=VALUE.
pub(crate) fn choose(rules: &mut Rules, decks: Option<u8>, settings: &[String]) -> Result<()> {
    if let Some(decks) = decks {
        rules.set("decks", &decks.to_string())?;
    }
    // A setting may need another that comes later on the line.
    let mut later = Vec::new();
    for setting in settings {
        let (name, value) = setting_of(setting)?;
        if rules.set(name, value).is_err() {
            later.push((name, value));
        }
    }
    later.into_iter().try_for_each(|(name, value)| Ok(rules.set(name, value)?))
}

/// The two sides of NAME=VALUE.
pub(crate) fn setting_of(written: &str) -> Result<(&str, &str)> {
    written.split_once('=').with_context(|| format!("`{written}`: write NAME=VALUE"))
}

/// The settings the table chose, and what a dealer blackjack takes in any case. Decks are not among them.
pub(crate) fn settings(rules: &Rules, book: &Rules) -> Vec<(&'static str, String)> {
    let always = "dealer-blackjack-loss";
    let chosen = rules.chosen(book);
    let is_chosen = |name: &str| chosen.iter().any(|(chosen, _)| *chosen == name);
    let shown = rules.settings().show().into_iter();
    let shown = shown.filter(|shown| shown.name == always || is_chosen(shown.name));
    shown.filter(|shown| shown.name != "decks").map(|shown| (shown.name, shown.value)).collect()
}
