//! A journal written once more, otherwise: as somebody who can write to a database does it. Every hash is right, and every
//! balance is what its postings come to.

use journal::{Batch, DatabaseUrl, Epoch, Journal, NewRecord, Opening, Record, Stream};

/// The records of all books but the registry, in the order they were written.
pub(crate) async fn all_records(journal: &Journal) -> Vec<Record> {
    let mut all = Vec::new();
    for (stream, _) in journal.streams().await.expect("the journal reads") {
        if stream != Stream::house() {
            all.extend(journal.records(&stream, 0, 10_000).await.expect("the journal reads"));
        }
    }
    all.sort_by_key(|record| record.entry);
    all
}

/// A record as it is written anew.
pub(crate) fn again(record: &Record) -> NewRecord {
    NewRecord {
        at: record.at,
        body: record.body.clone(),
        command: record.command.clone(),
        postings: record.postings.clone(),
        round: record.round.clone(),
        ..NewRecord::default()
    }
}

/// A journal of these records, each changed as wanted; those that become nothing are left out.
pub(crate) async fn rewritten(
    records: &[Record],
    mut change: impl FnMut(&Record, NewRecord) -> Option<NewRecord>,
) -> Journal {
    let url: DatabaseUrl = "sqlite::memory:".parse().expect("a database");
    let journal = Journal::open(&url, Opening::Serve).await.expect("a journal");
    write_again(&journal, records, &mut change).await;
    journal
}

/// Adds these records to a journal, each changed as wanted. None of them keeps facts, as before the chain covered any.
pub(crate) async fn write_again(
    journal: &Journal,
    records: &[Record],
    mut change: impl FnMut(&Record, NewRecord) -> Option<NewRecord>,
) {
    for record in records {
        if let Some(changed) = change(record, again(record)) {
            add(journal, record.stream.as_str(), changed).await;
        }
    }
}

/// Adds a record at the end of a book.
pub(crate) async fn add(journal: &Journal, book: &str, record: NewRecord) {
    let stream: Stream = book.parse().expect("a stream");
    journal.announce(&stream, 0).await.expect("a stream");
    let after = journal.head(&stream).await.expect("the journal reads").map_or(0, |head| head.seq);
    let batch = Batch { stream, epoch: Epoch::default(), after, records: vec![record] };
    let appended = journal.append(batch).await.expect("it is written");
    assert_eq!(appended.stopped, None, "it is written");
}
