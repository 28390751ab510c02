//! Looking into the books of tables.

use journal::{Journal, JournalError, Round, Stream};

use crate::entry::Entry;
use crate::rule_book::find_for;

/// The entries of a round that is over, corrections made after its end included.
///
/// # Errors
///
/// When the journal fails, or holds something else than entries.
pub async fn entries_of(journal: &Journal, round: &Round) -> Result<Vec<Entry>, JournalError> {
    let mut entries = Vec::new();
    let mut after = round.first - 1;
    loop {
        let records = journal.bodies(&round.stream, after, 500).await?;
        let Some(last) = records.last() else { return Ok(entries) };
        after = last.seq;
        for record in &records {
            let entry = read(journal, &round.stream, record.seq, &record.body).await?;
            if entry.opens.is_some() && record.seq > round.first {
                return Ok(entries);
            }
            entries.push(entry);
        }
    }
}

/// The entry that a record holds, with the rule books it names at hand.
pub(crate) async fn read(
    journal: &Journal,
    stream: &Stream,
    seq: u64,
    body: &str,
) -> Result<Entry, JournalError> {
    let damaged = |why: crate::entry::NotAnEntry| JournalError::Damaged(format!("{stream} {seq}: {why}"));
    let mut entry = Entry::read(body).map_err(damaged)?;
    find_for(journal, stream, &mut entry).await?;
    Ok(entry)
}
