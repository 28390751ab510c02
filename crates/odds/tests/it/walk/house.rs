//! Rule books a house could write.

use rulebook::Rules;

/// Settings and their values.
pub(crate) type Changes<'c> = &'c [(&'c str, &'c str)];

/// One of the five books with settings changed, also those that its document fixes.
pub(crate) fn house(game: &str, changes: Changes<'_>) -> Rules {
    let (book, clauses) = source(game);
    let mut lines: Vec<String> = book.lines().map(str::to_owned).collect();
    for (name, value) in changes {
        let start = format!("{name} = {{");
        let line = lines.iter_mut().find(|line| line.starts_with(&start)).expect("a setting of the book");
        *line = format!("{name} = {{ is = {}, by = \"P4\" }}", written(value));
    }
    Rules::read(&lines.join("\n"), |_| Ok(clauses.to_owned())).expect("a rule book")
}

/// A value as TOML writes it: numbers and truths as they are, all else in quotes.
fn written(value: &str) -> String {
    let bare = value.parse::<bool>().is_ok() || value.parse::<u8>().is_ok();
    if bare { value.to_owned() } else { format!("\"{value}\"") }
}

/// A book and its clauses.
fn source(game: &str) -> (&'static str, &'static str) {
    match game {
        "blackjack" => (
            include_str!("../../../../../rulebooks/blackjack.toml"),
            include_str!("../../../../../rulebooks/clauses/blackjack.tsv"),
        ),
        "electronic" => (
            include_str!("../../../../../rulebooks/electronic.toml"),
            include_str!("../../../../../rulebooks/clauses/electronic.tsv"),
        ),
        "macau" => (
            include_str!("../../../../../rulebooks/macau.toml"),
            include_str!("../../../../../rulebooks/clauses/macau.tsv"),
        ),
        "plus" => (
            include_str!("../../../../../rulebooks/plus.toml"),
            include_str!("../../../../../rulebooks/clauses/plus.tsv"),
        ),
        "star-elements" => (
            include_str!("../../../../../rulebooks/star-elements.toml"),
            include_str!("../../../../../rulebooks/clauses/star-elements.tsv"),
        ),
        other => panic!("no house starts from {other}"),
    }
}
