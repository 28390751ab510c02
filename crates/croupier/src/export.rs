//! `croupier export`: one round as a transcript.

use std::io::Write;
use std::path::PathBuf;

use anyhow::{Context, bail};
use floor::{Recalled, RuleBook};
use journal::RoundQuery;

use crate::Ended;
use crate::database::{Database, wait_for};
use crate::style::DIM;

/// Write a round of the journal as a transcript that replays to the same result
///
/// A round that was played by a house's own rule book is exported with it: the book is written into a file named by its hash, which
/// the transcript names. Keep it beside the transcript, or in the folder from which that is replayed. Decisions that took two people
/// follow as comments that name both.
#[derive(clap::Args)]
pub(crate) struct Export {
    /// Which round: TABLE/NUMBER, such as plus-1/42
    round: String,
    /// Where a house's own rule book is written
    #[arg(long, value_name = "FOLDER", default_value = ".")]
    rule_books: PathBuf,
    #[command(flatten)]
    database: Database,
}

impl Export {
    pub(crate) fn run(self) -> anyhow::Result<Ended> {
        let meant =
            self.round.rsplit_once('/').and_then(|(table, number)| Some((table, number.parse().ok()?)));
        let Some((table, number)) = meant else {
            bail!("`{}` is no round: write TABLE/NUMBER, such as plus-1/42", self.round);
        };
        let recalled = wait_for(self.find(table, number))?;
        if let Some(book) = &recalled.posted.book {
            self.write(book)?;
        }
        write!(anstream::stdout(), "{}", recalled.exported())?;
        Ok(Ended::Well)
    }

    /// Writes the rule book, unless it lies there already.
    fn write(&self, book: &RuleBook) -> anyhow::Result<()> {
        let path = self.rule_books.join(book.file_name());
        let text = book.text().context("the rule book is not in the journal")?;
        if std::fs::read_to_string(&path).is_ok_and(|there| *there == *text) {
            return Ok(());
        }
        std::fs::write(&path, &*text).with_context(|| path.display().to_string())?;
        anstream::eprintln!("{DIM}its rule book is {}: keep it beside the transcript{DIM:#}", path.display());
        Ok(())
    }

    async fn find(&self, table: &str, number: i64) -> anyhow::Result<Recalled> {
        let journal = self.database.read().await?;
        let stream = format!("table/{table}").parse()?;
        let query =
            RoundQuery { stream: Some(stream), number: Some(number), limit: 1, ..RoundQuery::default() };
        let round = journal.rounds(&query).await?.pop();
        let round = round.with_context(|| format!("table {table} has no finished round {number}"))?;
        let entries = floor::entries_of(&journal, &round).await?;
        Ok(Recalled::of(&entries)?)
    }
}
