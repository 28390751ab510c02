use std::io::Read;
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
        let text = text_of(path).map_err(|error| {
            let known = GAMES.join(", ");
            let what = format!("`{game_or_path}` is none of {known}, and no rule book file ({error})");
            Faults(vec![Fault { line: 1, key: "game".into(), what }])
        })?;
        let rules = Rules::read(&text, |clauses| {
            text_of(&path.parent().unwrap_or(Path::new(".")).join(clauses)).map_err(|error| error.to_string())
        })?;
        let dead = rules.lines_that_never_pay();
        if dead.is_empty() { Ok(rules) } else { Err(Faults(dead)) }
    }
}

/// The text of a file, if it is a file and no larger than a rule book can be.
fn text_of(path: &Path) -> std::io::Result<String> {
    const LARGEST: u64 = 1 << 20;
    if !std::fs::metadata(path)?.is_file() {
        return Err(std::io::Error::other("not a file"));
    }
    let mut text = String::new();
    std::fs::File::open(path)?.take(LARGEST + 1).read_to_string(&mut text)?;
    if text.len() as u64 > LARGEST {
        return Err(std::io::Error::other("larger than 1 MiB"));
    }
    Ok(text)
}
