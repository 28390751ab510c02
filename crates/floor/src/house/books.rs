//! Looking into the books of tables.

use journal::{Journal, JournalError, Record, Round};

use crate::entry::Entry;

/// The entries of a round that is over, corrections made after its end included.
///
/// # Errors
///
/// When the journal fails, or holds something else than entries.
pub async fn entries_of(journal: &Journal, round: &Round) -> Result<Vec<Entry>, JournalError> {
    let mut entries = Vec::new();
    let mut after = round.first - 1;
    loop {
        let records = journal.records(&round.stream, after, 500).await?;
        let Some(last) = records.last() else { return Ok(entries) };
        after = last.seq;
        for record in &records {
            let entry = read(record)?;
            if entry.opens.is_some() && record.seq > round.first {
                return Ok(entries);
            }
            entries.push(entry);
        }
    }
}

/// The entry that a record holds.
pub(super) fn read(record: &Record) -> Result<Entry, JournalError> {
    let damaged = |why: crate::entry::NotAnEntry| {
        JournalError::Damaged(format!("{} {}: {why}", record.stream, record.seq))
    };
    Entry::read(&record.body).map_err(damaged)
}
