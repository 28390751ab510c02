//! What lies on shelves, checked against what the chain says was put there.

use std::collections::HashMap;

use super::chain::Walk;
use super::fault::What;
use crate::readers::Snapshot;
use crate::seal::{Fact, digest};
use crate::value::Row;
use crate::{Hash, JournalError};

/// The first format whose chain covers facts.
pub(crate) const COVERS_FACTS: i64 = 2;

/// The body of the record that brings facts of before under the chain.
pub(crate) const ADOPTION: &str = r#"{"adopt":"facts"}"#;

/// The number of facts read at a time.
const PAGE: i64 = 2000;

/// The shelf and the key of a fact.
pub(super) type Place = (String, String);

/// What should lie on shelves after the records read so far: the digest of each fact that was not taken away.
#[derive(Default)]
pub(super) struct Facts(HashMap<Place, Hash>);

impl Facts {
    pub(super) fn of_checkpoint(facts: &[(Place, Hash)]) -> Facts {
        Facts(facts.iter().cloned().collect())
    }

    pub(super) fn take_in(&mut self, facts: &[Fact<'_>]) {
        for Fact { shelf, key, digest } in facts {
            let place = ((*shelf).to_owned(), (*key).to_owned());
            match digest {
                Some(digest) => self.0.insert(place, *digest),
                None => self.0.remove(&place),
            };
        }
    }

    /// All of them, in order.
    pub(super) fn sorted(&self) -> Vec<(Place, Hash)> {
        let mut facts: Vec<_> = self.0.iter().map(|(place, hash)| (place.clone(), *hash)).collect();
        facts.sort();
        facts
    }
}

/// Reads the shelves and notes whatever is not as it was put there. Returns how many facts lie there.
pub(super) async fn compare(walk: &mut Walk, snapshot: &mut Snapshot) -> Result<u64, JournalError> {
    let there = snapshot.rows("select count(*) from shelves", vec![]).await?;
    let there = there.first().map_or(Ok(0), |row| row.count(0))?;
    let (mut expected, mut found, mut after) = (std::mem::take(&mut walk.facts), 0, None::<Place>);
    loop {
        let (sql, values) = match &after {
            None => ("select shelf, key, body from shelves order by shelf, key limit $1", vec![PAGE.into()]),
            Some((shelf, key)) => (
                "select shelf, key, body from shelves where (shelf, key) > ($1, $2) order by shelf, key limit $3",
                vec![shelf.as_str().into(), key.as_str().into(), PAGE.into()],
            ),
        };
        let rows = snapshot.rows(sql, values).await?;
        found += rows.len() as u64;
        for row in rows.iter() {
            match wrong(&mut expected, row) {
                Ok(None) => {}
                Ok(Some(what)) => walk.faults.note(None, None, what),
                Err(why) => walk.faults.note(None, None, What::Unreadable(why.to_string())),
            }
        }
        let last =
            rows.last().map(|row| Ok::<_, JournalError>((row.text(0)?.to_owned(), row.text(1)?.to_owned())));
        match last {
            // Without this, a damaged index could give the same facts for ever.
            Some(_) if found > there => {
                walk.faults.note(None, None, What::Disorder("facts on shelves"));
                break;
            }
            Some(Ok(place)) => after = Some(place),
            // What cannot be read is noted already.
            Some(Err(_)) | None => break,
        }
    }
    for ((shelf, key), _) in expected.sorted() {
        walk.faults.note(None, None, What::FactGone { shelf, key });
    }
    Ok(found)
}

/// What is wrong with a fact on a shelf. Whatever is met is no longer expected.
fn wrong(expected: &mut Facts, row: Row<'_>) -> Result<Option<What>, JournalError> {
    let (shelf, key) = (row.text(0)?.to_owned(), row.text(1)?.to_owned());
    let place = (shelf, key);
    let written = expected.0.remove(&place);
    let (shelf, key) = place;
    let body = row.text(2)?;
    Ok(match written {
        Some(written) if written == digest(body) => None,
        Some(_) => Some(What::FactChanged { shelf, key }),
        None => Some(What::FactAdded { shelf, key }),
    })
}
