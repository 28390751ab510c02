//! The shoe of a table put back in its order, once that is known to be the order the table's book committed to.

use journal::{Journal, JournalError, Record, Round};
use serde::Deserialize;

use super::restore::Reading;
use super::{Floor, NotOpened, entries_of};
use crate::entry::{Entry, ShoeFact};
use crate::shoe_key::{NotUnsealed, ShoeKey};
use crate::table::{Dealing, Table};

/// Where the seeds of the shoes in use are kept, by table.
pub(crate) const SHOES: &str = "shoes";

/// So many entries are looked through at a time for the beginning of the shoe.
const PAGE: u64 = 200;

/// A shoe as a table's book has it.
struct InUse {
    fact: ShoeFact,
    /// How many cards are out.
    drawn: usize,
}

/// Why a shoe cannot be put back, and what to do.
#[derive(Debug, thiserror::Error)]
enum NotPutBack {
    #[error(
        "the seed of its shoe is missing from the database, and cards of that shoe are still to be dealt: bring the \
         database back from a backup, or give the table another id"
    )]
    Missing,
    #[error(transparent)]
    Sealed(#[from] NotUnsealed),
    #[error(
        "the seed of its shoe does not fit the commitment {commitment} in its book: somebody changed the database. Bring \
         it back from a backup, or give the table another id"
    )]
    OtherSeed { commitment: String },
    #[error(
        "its shoe has {found} cards, and {published} by its book: somebody changed the database, or the number of decks \
         while a dealer dealt. Bring it back from a backup, or give the table another id"
    )]
    OtherCards { found: usize, published: usize },
}

impl Floor {
    /// Puts the shoe of a table that the house deals at back in the order it had.
    pub(super) async fn unseal(&self, reading: &mut Reading, id: &str) -> Result<(), NotOpened> {
        if !matches!(reading.table.dealing(), Dealing::House(_)) {
            return Ok(());
        }
        let Some(shoe) = self.shoe_in_use(reading, id).await? else { return Ok(()) };
        let kept = self.journal().kept(SHOES, id).await?;
        let kept = Kept { key: &self.inner.shoe_key, table: id, body: kept.as_deref() };
        put_back(&mut reading.table, &shoe, &kept).map_err(|why| NotOpened::table(id, &why))
    }

    /// The shoe in use, which may have been begun many rounds ago; none before the first.
    async fn shoe_in_use(&self, reading: &Reading, id: &str) -> Result<Option<InUse>, NotOpened> {
        let (mut fact, mut drawn, mut last) = (reading.shoe.clone(), reading.drawn, reading.after);
        while fact.is_none() && last > 0 {
            let after = last.saturating_sub(PAGE);
            let wanted = usize::try_from(last - after).unwrap_or(usize::MAX);
            for record in self.journal().records(&reading.book.stream, after, wanted).await?.iter().rev() {
                let noted: Noted = serde_json::from_str(&record.body)
                    .map_err(|why| NotOpened::table(id, &format!("entry {}: {why}", record.seq)))?;
                drawn = drawn.or(noted.drawn);
                fact = noted.shoe;
                if fact.is_some() {
                    break;
                }
            }
            last = after;
        }
        Ok(fact.map(|fact| InUse { fact, drawn: drawn.unwrap_or(0) }))
    }
}

/// What the database keeps of a table's shoe.
struct Kept<'k> {
    key: &'k ShoeKey,
    table: &'k str,
    body: Option<&'k str>,
}

/// What an entry notes of a shoe.
#[derive(Deserialize)]
struct Noted {
    shoe: Option<ShoeFact>,
    drawn: Option<usize>,
}

fn put_back(table: &mut Table, shoe: &InUse, kept: &Kept<'_>) -> Result<(), NotPutBack> {
    let InUse { fact: ShoeFact { commitment, cards, .. }, drawn } = shoe;
    let sealed = kept.key.open(kept.table, commitment, kept.body.ok_or(NotPutBack::Missing)?)?;
    if sealed.seed.commitment() != *commitment {
        return Err(NotPutBack::OtherSeed { commitment: commitment.clone() });
    }
    table.unseal(&sealed, *drawn);
    let Dealing::House(Some(shoe)) = table.dealing() else { return Ok(()) };
    let found = shoe.dealt() + shoe.left();
    if found == *cards { Ok(()) } else { Err(NotPutBack::OtherCards { found, published: *cards }) }
}

/// The entries from the beginning of the shoe that a round found to the beginning of the next after it; none where the round had
/// no cards of a shoe.
///
/// # Errors
///
/// When the journal fails, or holds something else than entries.
pub(crate) async fn entries_around(journal: &Journal, round: &Round) -> Result<Vec<Entry>, JournalError> {
    if entries_of(journal, round).await?.iter().all(|entry| entry.drawn.is_none()) {
        return Ok(Vec::new());
    }
    let (mut after, mut entries) = (beginning(journal, round).await? - 1, Vec::new());
    loop {
        let records =
            journal.records(&round.stream, after, usize::try_from(PAGE).unwrap_or(usize::MAX)).await?;
        let Some(last) = records.last() else { return Ok(entries) };
        after = last.seq;
        for record in &records {
            let entry = Entry::read(&record.body)
                .map_err(|why| JournalError::Damaged(format!("{} {}: {why}", record.stream, record.seq)))?;
            let is_next = entry.shoe.is_some() && record.seq > round.last;
            entries.push(entry);
            if is_next {
                return Ok(entries);
            }
        }
    }
}

/// The last entry, up to the opening of a round, with which a shoe was begun between rounds; the first of all where there is none.
async fn beginning(journal: &Journal, round: &Round) -> Result<u64, JournalError> {
    let begins = |record: &&Record| record.body.contains("\"shoe\":{") && record.body.contains("\"opens\":{");
    let mut last = round.first;
    loop {
        let after = last.saturating_sub(PAGE);
        let wanted = usize::try_from(last - after).unwrap_or(usize::MAX);
        let records = journal.records(&round.stream, after, wanted).await?;
        if let Some(found) = records.iter().rev().find(begins) {
            return Ok(found.seq);
        }
        if after == 0 {
            return Ok(1);
        }
        last = after;
    }
}
