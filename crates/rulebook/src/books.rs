use std::path::Path;
use std::sync::LazyLock;

use crate::read::{Fault, Faults};
use crate::rules::Rules;

/// The five games, in the order they are listed to people.
pub const GAMES: [&str; 5] = ["blackjack", "electronic", "star-elements", "plus", "macau"];

macro_rules! book {
    ($id:literal) => {
        (
            include_str!(concat!("../../../rulebooks/", $id, ".toml")),
            include_str!(concat!("../../../rulebooks/clauses/", $id, ".tsv")),
        )
    };
}

static BOOKS: LazyLock<Vec<Rules>> = LazyLock::new(|| {
    let sources =
        [book!("blackjack"), book!("electronic"), book!("star-elements"), book!("plus"), book!("macau")];
    let read = |(text, clauses): (&str, &str)| {
        Rules::read(text, |_| Ok(clauses.to_owned())).expect("the five rule books are checked by a test")
    };
    sources.into_iter().map(read).collect()
});

impl Rules {
    /// The rules of one of the five games.
    #[must_use]
    pub fn of(game: &str) -> Option<Rules> {
        BOOKS.iter().find(|rules| rules.id() == game).cloned()
    }

    /// The rules of one of the five games, or of the rule book file at this path.
    ///
    /// # Errors
    ///
    /// When there is no such game or file, or with all faults of the file.
    pub fn open(game_or_path: &str) -> Result<Rules, Faults> {
        if let Some(rules) = Rules::of(game_or_path) {
            return Ok(rules);
        }
        let path = Path::new(game_or_path);
        let text = std::fs::read_to_string(path).map_err(|error| {
            let known = GAMES.join(", ");
            let what = format!("`{game_or_path}` is none of {known}, and no rule book file ({error})");
            Faults(vec![Fault { line: 1, key: "game".into(), what }])
        })?;
        Rules::read(&text, |clauses| {
            let beside = path.parent().unwrap_or(Path::new(".")).join(clauses);
            std::fs::read_to_string(beside).map_err(|error| error.to_string())
        })
    }
}
