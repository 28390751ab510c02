//! The shoe of a table put back in its order, once that is known to be the order the table's book committed to.

use journal::{Journal, JournalError, RecordBody, Round, Stream};
use serde::Deserialize;

use super::books::read;
use super::restore::Reading;
use super::{Floor, NotOpened, entries_of};
use crate::entry::{Entry, ShoeFact};
use crate::shoe::Seed;
use crate::shoe_key::{NotUnsealed, ShoeKey};
use crate::table::{Dealing, Sealed, Table};

/// Where the seeds of the shoes in use are kept, by table.
pub(crate) const SHOES: &str = "shoes";

/// The number of entries read at a time in search of the beginning of the shoe.
const PAGE: usize = 200;
/// What stands in an entry with which a shoe begins.
const BEGINS: &str = "\"shoe\":{";
/// What stands in an entry that counts the cards that are out.
const DRAWN: &str = "\"drawn\":";

/// A shoe as a table's book has it.
struct InUse {
    /// The entry with which it began.
    seq: u64,
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
        "the seed of its shoe is not encrypted, and no earlier version began that shoe: somebody changed the database. Bring \
         it back from a backup, or give the table another id"
    )]
    Plain,
    #[error(
        "the seed of the shoe before the one in use was never published in its book, or is another: somebody changed the database. \
         Bring it back from a backup, or give the table another id"
    )]
    NotTold,
    #[error(
        "its shoe has {found} cards, and {published} by its book: somebody changed the database, or the number of decks \
         while a dealer dealt. Bring it back from a backup, or give the table another id"
    )]
    OtherCards { found: usize, published: usize },
}

impl Floor {
    /// Restores the shoe of a table where the house deals, in the order it had.
    pub(super) async fn unseal(&self, reading: &mut Reading, id: &str) -> Result<(), NotOpened> {
        if !matches!(reading.table.dealing(), Dealing::House(_)) {
            return Ok(());
        }
        let Some(shoe) = self.shoe_in_use(reading).await? else { return Ok(()) };
        let fault = |why: NotPutBack| NotOpened::table(id, &why);
        let book = &reading.book.stream;
        follows_on(self.journal(), book, &shoe).await?.map_err(fault)?;
        let may_be_plain = is_earlier(self.journal(), book, &shoe).await?;
        let kept = self.journal().kept(SHOES, id).await?;
        let kept = Kept { key: &self.inner.shoe_key, table: id, body: kept.as_deref(), may_be_plain };
        put_back(&mut reading.table, &shoe, &kept).map_err(fault)
    }

    /// The shoe in use, which may have been begun many rounds ago; none before the first.
    async fn shoe_in_use(&self, reading: &Reading) -> Result<Option<InUse>, JournalError> {
        if let Some((seq, fact)) = &reading.shoe {
            return Ok(Some(InUse { seq: *seq, fact: fact.clone(), drawn: reading.drawn.unwrap_or(0) }));
        }
        let shoe = last_shoe(self.journal(), &reading.book.stream, reading.after).await?;
        Ok(shoe.map(|shoe| InUse { drawn: reading.drawn.unwrap_or(shoe.drawn), ..shoe }))
    }
}

/// The last shoe that a book has up to an entry. Only bodies that speak of a shoe are read.
async fn last_shoe(journal: &Journal, book: &Stream, mut last: u64) -> Result<Option<InUse>, JournalError> {
    let mut drawn = None;
    while let Some((seq, noted)) = last_noted(journal, book, last, BEGINS).await? {
        if drawn.is_none() {
            drawn = last_drawn(journal, book, (seq, last)).await?;
        }
        if let Some(fact) = noted.shoe {
            return Ok(Some(InUse { seq, fact, drawn: drawn.unwrap_or(0) }));
        }
        last = seq - 1;
    }
    Ok(None)
}

/// Whether the book tells the seed of the shoe before this one with it. A table begins no shoe without that.
async fn follows_on(
    journal: &Journal,
    book: &Stream,
    shoe: &InUse,
) -> Result<Result<(), NotPutBack>, JournalError> {
    let Some(before) = last_shoe(journal, book, shoe.seq - 1).await? else { return Ok(Ok(())) };
    let told = shoe.fact.revealed.as_deref().and_then(Seed::read);
    let fits = told.is_some_and(|seed| seed.commitment() == before.fact.commitment);
    Ok(if fits { Ok(()) } else { Err(NotPutBack::NotTold) })
}

/// Whether a version began a shoe that did not encrypt its seed: one whose chain did not cover facts.
async fn is_earlier(journal: &Journal, book: &Stream, shoe: &InUse) -> Result<bool, JournalError> {
    let Some(first) = journal.first_with_facts().await? else { return Ok(true) };
    let begun = journal.record(book, shoe.seq).await?;
    Ok(begun.is_some_and(|record| record.entry < first))
}

/// How many cards are out by the last entry that says so, from one entry to another.
async fn last_drawn(
    journal: &Journal,
    book: &Stream,
    (first, mut last): (u64, u64),
) -> Result<Option<usize>, JournalError> {
    while let Some((seq, noted)) = last_noted(journal, book, last, DRAWN).await?
        && seq >= first
    {
        if noted.drawn.is_some() {
            return Ok(noted.drawn);
        }
        last = seq - 1;
    }
    Ok(None)
}

/// The last entry up to a number whose text has this, and what it notes of a shoe.
async fn last_noted(
    journal: &Journal,
    book: &Stream,
    last: u64,
    text: &str,
) -> Result<Option<(u64, Noted)>, JournalError> {
    let Some((seq, body)) = journal.last_with(book, last, text).await? else { return Ok(None) };
    let noted = serde_json::from_str(&body);
    noted.map(|noted| Some((seq, noted))).map_err(|why| JournalError::Damaged(format!("{book} {seq}: {why}")))
}

/// What the database keeps of a table's shoe.
struct Kept<'k> {
    key: &'k ShoeKey,
    table: &'k str,
    body: Option<&'k str>,
    /// Whether an earlier version began the shoe, which kept the seed plainly.
    may_be_plain: bool,
}

/// What an entry notes of a shoe.
#[derive(Deserialize)]
struct Noted {
    shoe: Option<ShoeFact>,
    drawn: Option<usize>,
}

impl Kept<'_> {
    /// The secret of the shoe with this commitment.
    fn open(&self, commitment: &str) -> Result<Sealed, NotPutBack> {
        let body = self.body.ok_or(NotPutBack::Missing)?;
        let sealed = self.key.open(self.table, commitment, body)?;
        if sealed.seed.commitment() != commitment {
            return Err(NotPutBack::OtherSeed { commitment: commitment.to_owned() });
        }
        if self.may_be_plain || ShoeKey::has_sealed(body) { Ok(sealed) } else { Err(NotPutBack::Plain) }
    }
}

fn put_back(table: &mut Table, shoe: &InUse, kept: &Kept<'_>) -> Result<(), NotPutBack> {
    let InUse { fact: ShoeFact { commitment, cards, .. }, drawn, .. } = shoe;
    table.unseal(&kept.open(commitment)?, *drawn);
    let Dealing::House(Some(shoe)) = table.dealing() else { return Ok(()) };
    let found = shoe.dealt() + shoe.left();
    if found == *cards { Ok(()) } else { Err(NotPutBack::OtherCards { found, published: *cards }) }
}

/// What was found of the seeds that are kept for shoes in use.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct ShoesInUse {
    /// How many fit what was published.
    pub fit: u64,
    /// How many are encrypted with a key that was not given.
    pub unopened: u64,
    /// What is wrong with the others.
    pub faults: Vec<String>,
}

/// Compares the seed that is kept for each shoe in use with the commitment in its table's book. Without the key that takes seeds
/// that were kept plainly, and finds those that are missing.
///
/// # Errors
///
/// When the journal fails, or holds something else than entries.
pub async fn check_shoes(journal: &Journal, key: Option<&ShoeKey>) -> Result<ShoesInUse, JournalError> {
    // What was kept plainly opens with any.
    let (mut found, any) = (ShoesInUse::default(), ShoeKey::fresh());
    for (book, _) in journal.streams().await? {
        let Some(table) = book.as_str().strip_prefix("table/") else { continue };
        let Some((shoe, body)) = shoe_and_kept(journal, &book, table).await? else { continue };
        if key.is_none() && body.as_deref().is_some_and(ShoeKey::has_sealed) {
            found.unopened += 1;
            continue;
        }
        let may_be_plain = is_earlier(journal, &book, &shoe).await?;
        let kept = Kept { key: key.unwrap_or(&any), table, body: body.as_deref(), may_be_plain };
        let follows = follows_on(journal, &book, &shoe).await?;
        match follows.and_then(|()| kept.open(&shoe.fact.commitment)) {
            Ok(_) => found.fit += 1,
            Err(why) => found.faults.push(format!("{book}: {why}")),
        }
    }
    Ok(found)
}

/// The shoe a table deals from and what is kept for it, both of one moment.
async fn shoe_and_kept(
    journal: &Journal,
    book: &Stream,
    table: &str,
) -> Result<Option<(InUse, Option<String>)>, JournalError> {
    let newest = async || {
        let last = journal.head(book).await?.map_or(0, |head| head.seq);
        last_shoe(journal, book, last).await
    };
    let Some(mut shoe) = newest().await? else { return Ok(None) };
    loop {
        let kept = journal.kept(SHOES, table).await?;
        match newest().await? {
            // Another was begun meanwhile.
            Some(next) if next.fact != shoe.fact => shoe = next,
            _ => return Ok(Some((shoe, kept))),
        }
    }
}

/// The entries from the beginning of the shoe in use when a round began to the beginning of the next shoe after it; none if the
/// round had no cards from a shoe.
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
        let records = journal.bodies(&round.stream, after, PAGE).await?;
        let Some(last) = records.last() else { return Ok(entries) };
        after = last.seq;
        for record in &records {
            let entry = read(journal, &round.stream, record.seq, &record.body).await?;
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
    let begins = |record: &&RecordBody| record.body.contains(BEGINS) && record.body.contains("\"opens\":{");
    let mut last = round.first;
    loop {
        let after = last.saturating_sub(PAGE as u64);
        let wanted = usize::try_from(last - after).unwrap_or(usize::MAX);
        let records = journal.bodies(&round.stream, after, wanted).await?;
        if let Some(found) = records.iter().rev().find(begins) {
            return Ok(found.seq);
        }
        if after == 0 {
            return Ok(1);
        }
        last = after;
    }
}
