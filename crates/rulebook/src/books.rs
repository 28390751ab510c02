use std::io::Read;
use std::path::Path;
use std::sync::LazyLock;

use crate::read::{Fault, Faults, with_clauses};
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
        File::open(game_or_path).map(|file| file.rules)
    }

    /// The rule book file at this path as one text that needs no other file: its clause table is written into it. All that
    /// its rules follow from is in that text.
    ///
    /// # Errors
    ///
    /// When there is no such file, or with all its faults.
    pub fn whole(path: &str) -> Result<String, Faults> {
        let File { text, clauses, .. } = File::open(path)?;
        Ok(match clauses {
            Some(clauses) => with_clauses(&text, &clauses),
            None => text,
        })
    }

    /// The rules of a rule book that has its clause table in it.
    ///
    /// # Errors
    ///
    /// All faults of the text at once.
    pub fn of_whole(text: &str) -> Result<Rules, Faults> {
        Rules::read(text, |_| Err("the clause table is not in this text".into()))
    }
}

/// A rule book file that was read.
struct File {
    text: String,
    /// Its clause table, where that is a file of its own.
    clauses: Option<String>,
    rules: Rules,
}

impl File {
    fn open(path: &str) -> Result<File, Faults> {
        let file = Path::new(path);
        let text = text_of(file).map_err(|error| {
            let known = GAMES.join(", ");
            let what = format!("`{path}` is none of {known}, and no rule book file ({error})");
            Faults(vec![Fault { line: 1, key: "game".into(), what }])
        })?;
        let mut clauses = None;
        let rules = Rules::read(&text, |beside| {
            let beside = file.parent().unwrap_or(Path::new(".")).join(beside);
            let table = text_of(&beside).map_err(|error| error.to_string())?;
            Ok(clauses.insert(table).clone())
        })?;
        let dead = rules.lines_that_never_pay();
        if dead.is_empty() { Ok(File { text, clauses, rules }) } else { Err(Faults(dead)) }
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
