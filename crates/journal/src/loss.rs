//! What a journal lacks that was committed once, and what becomes of it.

use std::fmt;

use crate::heads::Heads;
use crate::readers::Readers;
use crate::sqlite::LockedFile;
use crate::value::Value;
use crate::{Batch, Epoch, Journal, JournalError, KnownHead, NewRecord, Stream};

/// Where it is written that a loss was accepted.
const LOSSES: &str = "losses";

/// A stream that has not what its head, kept outside the database, says.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Loss {
    /// The stream.
    pub stream: Stream,
    /// The number of the last record that was known.
    pub known: u64,
    /// The last number up to that which the journal has.
    pub found: u64,
}

impl fmt::Display for Loss {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Loss { stream, known, found } = self;
        match known.saturating_sub(*found) {
            0 => write!(f, "{stream} has another entry {known}"),
            1 => write!(f, "{stream} lost entry {known}"),
            lost => write!(f, "{stream} lost {lost} entries, {} to {known}", found + 1),
        }
    }
}

/// What a database file lacks, looked at as it was left.
///
/// # Errors
///
/// As [`find`]. A file whose log is lost may be no database any more.
pub(crate) async fn find_in(
    file: &LockedFile,
    heads: &Heads,
    accepted: Option<i64>,
) -> Result<Vec<Loss>, JournalError> {
    let look = async {
        let left = file.as_left()?.map(|readers| Journal::reading(Readers::Sqlite(readers)));
        find(left.as_ref(), heads, accepted).await
    };
    look.await.map_err(|why| match why {
        JournalError::Storage(why) => JournalError::Unreadable(why),
        other => other,
    })
}

/// What a journal, none if there is nothing in it, lacks of what its heads know.
///
/// # Errors
///
/// When something is lost and nobody has accepted that, and when the database fails.
pub(crate) async fn find(
    journal: Option<&Journal>,
    heads: &Heads,
    accepted: Option<i64>,
) -> Result<Vec<Loss>, JournalError> {
    let mut lost = Vec::new();
    for known in heads.known() {
        lost.extend(look_for(journal, &known).await?);
    }
    if lost.is_empty() || accepted.is_some() {
        return Ok(lost);
    }
    Err(JournalError::Behind { path: heads.place(), lost })
}

async fn look_for(journal: Option<&Journal>, known: &KnownHead) -> Result<Option<Loss>, JournalError> {
    let KnownHead { stream, head } = known;
    let mut found = 0;
    if let Some(journal) = journal {
        let sql = "select r.seq, r.hash from records r join streams s on s.id = r.stream
                   where s.name = $1 and r.seq <= $2 order by r.seq desc limit 1";
        let seq = Value::Number(head.seq.cast_signed());
        let rows = journal.readers.rows(sql, vec![stream.as_str().into(), seq]).await?;
        if let Some(row) = rows.first() {
            found = row.count(0)?;
            if found == head.seq && row.hash(1)? == head.hash {
                return Ok(None);
            }
        }
    }
    let loss = Loss { stream: stream.clone(), known: head.seq, found };
    Ok((head.seq > 0).then_some(loss))
}

impl Journal {
    /// Writes down that a loss was accepted, and when.
    pub(crate) async fn write_losses(
        &self,
        lost: &[Loss],
        heads_are_gone: bool,
        accepted: Option<i64>,
    ) -> Result<(), JournalError> {
        let Some(at) = accepted.filter(|_| heads_are_gone || !lost.is_empty()) else { return Ok(()) };
        let stream: Stream = LOSSES.parse().map_err(|_| JournalError::Closed)?;
        self.announce(&stream, at).await?;
        let after = self.head(&stream).await?.unwrap_or_default().seq;
        let record = |what: String, stream: &str| {
            // The name of a stream stands in JSON as it is.
            let body = format!(r#"{{"by":"operator","did":"accepted a loss: {what}","who":"{stream}"}}"#);
            NewRecord { at, body, ..NewRecord::default() }
        };
        let gone = heads_are_gone.then(|| record("the heads were gone or spoilt".into(), LOSSES));
        let lost = lost.iter().map(|loss| record(loss.to_string(), loss.stream.as_str()));
        let records = gone.into_iter().chain(lost).collect();
        let written = self.append(Batch { stream, epoch: Epoch(0), after, records }).await;
        written
            .map(drop)
            .map_err(|why| JournalError::Unsupported(format!("the loss is not written down: {why}")))
    }
}
