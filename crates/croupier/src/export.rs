//! `croupier export`: one round as a transcript.

use anyhow::{Context, bail};
use journal::RoundQuery;

use crate::Ended;
use crate::database::{Database, wait_for};

/// Write a round of the journal as a transcript that replays to the same result
#[derive(clap::Args)]
pub(crate) struct Export {
    /// Which round: TABLE/NUMBER, such as plus-1/42
    round: String,
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
        let text = wait_for(self.find(table, number))?;
        anstream::print!("{text}");
        Ok(Ended::Well)
    }

    async fn find(&self, table: &str, number: i64) -> anyhow::Result<String> {
        let journal = self.database.read().await?;
        let stream = format!("table/{table}").parse()?;
        let query =
            RoundQuery { stream: Some(stream), number: Some(number), limit: 1, ..RoundQuery::default() };
        let round = journal.rounds(&query).await?.pop();
        let round = round.with_context(|| format!("table {table} has no finished round {number}"))?;
        let entries = floor::entries_of(&journal, &round).await?;
        Ok(floor::Recalled::of(&entries)?.transcript().to_string())
    }
}
