//! SQLite's own check of the file: whether its pages hang together, its indexes fit its tables, and each value is of the type of
//! its column.

use super::chain::Walk;
use super::fault::What;
use crate::JournalError;
use crate::readers::Snapshot;

/// A larger file is not checked at every start. The check reads all of it, 20 MB in about 50 ms.
const SMALL: i64 = 32 << 20;

/// Notes what SQLite finds. Where only what is new is verified, indexes are not checked against their tables.
pub(super) async fn check(
    walk: &mut Walk,
    snapshot: &mut Snapshot,
    is_quick: bool,
) -> Result<(), JournalError> {
    if matches!(snapshot, Snapshot::Postgres(_)) || (is_quick && size(snapshot).await? > SMALL) {
        return Ok(());
    }
    let sql = if is_quick { "pragma quick_check(20)" } else { "pragma integrity_check(20)" };
    for row in snapshot.rows(sql, vec![]).await?.iter() {
        let said = row.text(0).unwrap_or("what it found cannot be read");
        if said != "ok" {
            walk.faults.note(None, None, What::Integrity(said.to_owned()));
        }
    }
    Ok(())
}

/// The size of the database in bytes.
async fn size(snapshot: &mut Snapshot) -> Result<i64, JournalError> {
    let sql = "select page_count * page_size from pragma_page_count, pragma_page_size";
    snapshot.rows(sql, vec![]).await?.first().map_or(Ok(0), |row| row.number(0))
}
