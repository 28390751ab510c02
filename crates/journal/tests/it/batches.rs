//! Short words for the stories.

use journal::{Batch, Epoch, NewRecord, Posting, Sent, Stream};
use vocabulary::Chips;

pub(crate) const NOON: i64 = 1_700_000_000_000;

pub(crate) fn stream(name: &str) -> Stream {
    name.parse().expect("a name")
}

/// Chips from one account to another.
pub(crate) fn moved(from: &str, to: &str, amount: i64) -> NewRecord {
    let posting = |account: &str, amount| Posting {
        account: account.parse().expect("a name"),
        amount: Chips::minor(amount),
    };
    NewRecord {
        at: NOON,
        body: format!("{{\"from\":\"{from}\",\"to\":\"{to}\",\"amount\":{amount}}}"),
        postings: vec![posting(from, -amount), posting(to, amount)],
        ..NewRecord::default()
    }
}

/// The same by a command, which is answered `done ID`.
pub(crate) fn asked(id: &str, record: NewRecord) -> NewRecord {
    NewRecord { command: Some(Sent { id: id.into(), answer: format!("done {id}") }), ..record }
}

pub(crate) fn batch(name: &str, epoch: u64, after: u64, records: Vec<NewRecord>) -> Batch {
    Batch { stream: stream(name), epoch: Epoch(epoch), after, records }
}
