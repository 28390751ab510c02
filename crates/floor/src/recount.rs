//! Meters counted again from the rounds that are stored, and checked against what is kept of them.

use std::collections::BTreeMap;

use journal::{Journal, JournalError, Round, Stream};

use crate::entry::Entry;
use crate::meters::{self, Meters};
use crate::money::Money;
use crate::recall::settled;

/// How often a table that is written meanwhile is looked at.
const TRIES: usize = 20;
/// How many records are read at a time.
const PAGE: usize = 1000;

/// The meters of all tables while they are counted.
#[derive(Debug, Default)]
pub(crate) struct Recount {
    tables: BTreeMap<(Stream, Money), Counted>,
}

/// The meters of one table.
#[derive(Debug)]
struct Counted {
    /// What is kept,
    kept: Result<Meters, String>,
    /// after this record. Later ones do not count.
    head: u64,
    /// What the rounds up to there come to.
    rounds: Meters,
    /// Whether all of them could be counted.
    is_whole: bool,
}

impl Recount {
    /// Reads what is kept, table by table. Earlier versions, whose chain did not cover facts, counted some rounds twice or one
    /// too many: tables that began with one of those are left out.
    ///
    /// # Errors
    ///
    /// When the journal cannot be read.
    pub(crate) async fn begin(journal: &Journal, covers_facts: bool) -> Result<Recount, JournalError> {
        let mut tables = BTreeMap::new();
        if !covers_facts {
            return Ok(Recount { tables });
        }
        let adoption = adoption(journal).await?;
        for money in [Money::Real, Money::Play] {
            for (table, _) in journal.shelf(meters::shelf(money)).await? {
                let Ok(stream) = format!("table/{table}").parse::<Stream>() else { continue };
                let first = journal.records(&stream, 0, 1).await?;
                if first.first().is_some_and(|first| Some(first.entry) < adoption) {
                    continue;
                }
                if let Some((head, body)) = at_rest(journal, &stream, money, &table).await? {
                    let kept = serde_json::from_str(&body).map_err(|why| why.to_string());
                    let counted = Counted { kept, head, rounds: Meters::default(), is_whole: true };
                    tables.insert((stream, money), counted);
                }
            }
        }
        Ok(Recount { tables })
    }

    /// Counts a round: its entries, and the table after they were said again. Where that fails nothing can be said of the
    /// table's meters.
    pub(crate) fn take_in(&mut self, round: &Round, again: Option<&(Vec<Entry>, transcript::Table)>) {
        let opening =
            again.and_then(|(entries, seat)| Some((entries, seat, entries.first()?.opens.as_ref()?)));
        let Some((entries, seat, opens)) = opening else {
            // Which money it was for is not known either.
            for money in [Money::Real, Money::Play] {
                if let Some(counted) = self.tables.get_mut(&(round.stream.clone(), money)) {
                    counted.is_whole &= round.last > counted.head;
                }
            }
            return;
        };
        let Some(counted) = self.tables.get_mut(&(round.stream.clone(), opens.rules.money)) else { return };
        if round.last > counted.head {
            return;
        }
        // What was corrected since does not count.
        let known = usize::try_from((counted.head + 1).saturating_sub(round.first)).unwrap_or(usize::MAX);
        let seat = if entries.len() > known { settled(&entries[..known]).ok() } else { Some(seat.clone()) };
        match seat {
            Some(seat) => counted.rounds.add(&opens.rules, seat.rules(), seat.round()),
            None => counted.is_whole = false,
        }
    }

    /// Where the rounds come to something else.
    pub(crate) fn faults(&self) -> impl Iterator<Item = String> {
        self.tables.iter().filter(|(_, counted)| counted.is_whole).filter_map(|((stream, _), counted)| {
            let why = match &counted.kept {
                Ok(kept) => kept.difference(&counted.rounds)?,
                Err(why) => format!("they cannot be read: {why}"),
            };
            Some(format!("{stream}, its meters: {why}"))
        })
    }
}

/// Where facts of an earlier version were brought under the chain; `None` if there were none.
pub(crate) async fn adoption(journal: &Journal) -> Result<Option<i64>, JournalError> {
    let (house, mut after) = (Stream::house(), 0);
    loop {
        let records = journal.records(&house, after, PAGE).await?;
        let Some(last) = records.last() else { return Ok(None) };
        after = last.seq;
        if let Some(found) = records.iter().find(|record| record.adopts_facts()) {
            return Ok(Some(found.entry));
        }
    }
}

/// The last record of a table and the meters kept with it; `None` if the table is too busy to read both at once.
async fn at_rest(
    journal: &Journal,
    stream: &Stream,
    money: Money,
    table: &str,
) -> Result<Option<(u64, String)>, JournalError> {
    for _ in 0..TRIES {
        let before = journal.head(stream).await?;
        let kept = journal.kept(meters::shelf(money), table).await?;
        if journal.head(stream).await? == before {
            return Ok(before.zip(kept).map(|(head, kept)| (head.seq, kept)));
        }
    }
    Ok(None)
}
