//! Rule books a house could write.

use std::fmt;

use odds::Game;
use rulebook::Rules;

const BOOK: &str = include_str!("../../../../../rulebooks/macau.toml");
const CLAUSES: &str = include_str!("../../../../../rulebooks/clauses/macau.tsv");

/// What a house changes in the book of Macau, a later change over an earlier one.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct House(Vec<(&'static str, &'static str)>);

impl House {
    /// The house with these changes, written `name=value name=value`.
    pub(crate) fn with(&self, changes: &'static str) -> House {
        let mut house = self.clone();
        for change in changes.split_whitespace() {
            let (name, value) = change.split_once('=').expect("a name and a value");
            house.0.retain(|(known, _)| *known != name);
            house.0.push((name, value));
        }
        house
    }

    /// Its game.
    pub(crate) fn game(&self) -> Game {
        let mut lines: Vec<String> = BOOK.lines().map(str::to_owned).collect();
        for (name, value) in &self.0 {
            let start = format!("{name} = {{");
            let line = lines.iter_mut().find(|line| line.starts_with(&start)).expect("a setting of the book");
            *line = format!("{name} = {{ is = {}, by = \"P4\" }}", written(value));
        }
        Game::of(&Rules::read(&lines.join("\n"), |_| Ok(CLAUSES.to_owned())).expect("a rule book"))
    }
}

impl fmt::Display for House {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|(name, value)| write!(f, "{name}={value} "))
    }
}

/// A value as TOML writes it: numbers and truths as they are, all else in quotes.
fn written(value: &str) -> String {
    let bare = value.parse::<bool>().is_ok() || value.parse::<u8>().is_ok();
    if bare { value.to_owned() } else { format!("\"{value}\"") }
}
