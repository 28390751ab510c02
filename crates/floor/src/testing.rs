//! What the tests inside this crate share: tables, sentences, records.

use journal::{Epoch, Hash, Posting, Record};
use transcript::Statement;

use crate::money::Money;
use crate::posted::Posted;
use crate::shoe::Seed;
use crate::table::{Dealing, Table};
use crate::window::Seconds;

/// The rules of a game as its rule book has them, but for these settings.
pub(crate) fn posted(game: &str, settings: &[(&str, &str)]) -> Posted {
    let settings = settings.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect();
    Posted { game: game.into(), book: None, settings, limits: [].into(), money: Money::Real }
}

/// A table of a game as its rule book has it.
pub(crate) fn table(game: &str, dealing: Dealing) -> Table {
    Table::new(posted(game, &[]), dealing, Seconds::default()).unwrap()
}

/// A table at which somebody has said these sentences.
pub(crate) fn table_after(game: &str, dealing: Dealing, by: &str, said: &[&str]) -> Table {
    let mut table = table(game, dealing);
    for sentence in said {
        table.hear(by, &statement(sentence), 0, &mut || Seed([1; 32])).unwrap();
    }
    table
}

/// A sentence of the notation.
pub(crate) fn statement(sentence: &str) -> Statement {
    transcript::parse(sentence).unwrap().lines.pop().unwrap().statement
}

/// A record that stands alone, linked to no other.
pub(crate) fn record(entry: i64, book: &str, body: &str, postings: &[Posting]) -> Record {
    Record {
        entry,
        stream: book.parse().unwrap(),
        seq: 1,
        at: 7,
        epoch: Epoch(1),
        prev: Hash::default(),
        hash: Hash::default(),
        command: None,
        body: body.to_owned(),
        postings: postings.to_vec(),
        round: None,
    }
}
