//! The whole journal in its order, page by page: the next page is read while this one is checked.

use tokio::sync::mpsc;

use super::Progress;
use super::chain::Walk;
use crate::JournalError;
use crate::readers::Snapshot;
use crate::value::Rows;

/// Records of a page.
const PAGE: i64 = 2000;

/// Some records in the order of the journal, and all that belongs to them or to nothing.
pub(super) struct Page {
    pub(super) records: Rows,
    pub(super) postings: Rows,
    pub(super) rounds: Rows,
    pub(super) players: Rows,
    pub(super) facts: Rows,
}

/// Reads everything after where the walk begins, and gives the snapshot back.
pub(super) async fn read(
    mut snapshot: Snapshot,
    walk: &mut Walk,
    progress: &mut (dyn FnMut(Progress) + Send),
) -> Result<Snapshot, JournalError> {
    let (begin, covered) = (walk.begin, walk.covers_facts);
    let last = snapshot.rows("select coalesce(max(entry), 0) from records", vec![]).await?;
    let of = last
        .first()
        .map_or(Ok(0), |row| row.number(0))?
        .saturating_sub(begin.max(1) - 1)
        .max(0)
        .cast_unsigned();
    let (pages, mut turned) = mpsc::channel(2);
    let reading = tokio::spawn(turn(snapshot, begin, covered, pages));
    while let Some(page) = turned.recv().await {
        walk.page(&page);
        progress(Progress { done: walk.records, of: of.max(walk.records) });
    }
    reading.await.map_err(|_| JournalError::Closed)?
}

async fn turn(
    mut snapshot: Snapshot,
    mut begin: i64,
    covered: bool,
    pages: mpsc::Sender<Page>,
) -> Result<Snapshot, JournalError> {
    loop {
        let page = page(&mut snapshot, begin, covered).await?;
        let next = page.records.last().map(|row| row.number(0)).transpose()?;
        if pages.send(page).await.is_err() {
            return Ok(snapshot);
        }
        match next.filter(|last| *last >= begin).and_then(|last| last.checked_add(1)) {
            Some(next) => begin = next,
            // There is no more, or what comes was there already, which the walk notes.
            None => return Ok(snapshot),
        }
    }
}

async fn page(snapshot: &mut Snapshot, begin: i64, covered: bool) -> Result<Page, JournalError> {
    let sql = "select entry, stream, seq, at, epoch, prev, hash, command, answer, body from records
               where entry >= $1 order by entry limit $2";
    let records = snapshot.rows(sql, vec![begin.into(), PAGE.into()]).await?;
    // The last page has no records, only what lies behind them and belongs to nothing.
    let last = records.last().map_or(Ok(i64::MAX), |row| row.number(0))?;
    let within = || vec![begin.into(), last.into()];
    let postings = "select entry, n, account, amount from postings
                    where entry >= $1 and entry <= $2 order by entry, n";
    let rounds = "select entry, stream, number, first, opened_at, closed_at from rounds
                  where entry >= $1 and entry <= $2 order by entry";
    let players = "select entry, n, player, stream, closed_at from players
                   where entry >= $1 and entry <= $2 order by entry, n";
    let facts = "select entry, n, shelf, key, digest from facts
                 where entry >= $1 and entry <= $2 order by entry, n";
    Ok(Page {
        records,
        postings: snapshot.rows(postings, within()).await?,
        rounds: snapshot.rows(rounds, within()).await?,
        players: snapshot.rows(players, within()).await?,
        facts: if covered { snapshot.rows(facts, within()).await? } else { Rows::new(1) },
    })
}
