//! Several servers on one database: every table is kept by one of them, by lease. Each renews its own leases, gives up the
//! tables whose lease it lost, and takes over those that nobody keeps any more.
//!
//! Nothing rests on these clocks. A server that believes it keeps a table which has passed into other hands can write
//! nothing there: the journal looks at the epoch of the lease inside the transaction.

use std::collections::{BTreeMap, HashSet};
use std::sync::Arc;
use std::time::{Duration, Instant};

use journal::{Epoch, JournalError, Keep, Lease, Stream};
use serde::Serialize;
use tokio::task::JoinSet;
use utoipa::ToSchema;

use super::{Floor, LEASE, NotOpened};
use crate::config::TableConfig;
use crate::hold;
use crate::json;

/// How often leases are renewed, and how often is looked for tables that nobody keeps. With the lease's own length a table
/// is back within four seconds.
const LOOK: Duration = Duration::from_millis(500);
/// How long a table that could not be taken over is left to others.
const AVOIDED: Duration = Duration::from_secs(30);
/// Where the address of every server is kept, by its name.
pub(crate) const SERVERS: &str = "servers";

/// A server that keeps a table.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
pub struct Neighbour {
    /// Its name.
    pub server: String,
    /// Where it is reached, if it said so.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub address: Option<String>,
}

/// Where a table is that is not kept here.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Whereabouts {
    /// There is no such table.
    Nowhere,
    /// Another server keeps it.
    Elsewhere(Neighbour),
    /// Nobody keeps it just now.
    Unkept,
}

/// The name of a table's book.
pub(super) fn book_of(table: &str) -> Result<Stream, JournalError> {
    let name = format!("table/{table}");
    name.parse().map_err(|why: journal::NotAName| JournalError::Unsupported(why.to_string()))
}

impl Floor {
    /// Where a table is that is not kept here.
    #[must_use]
    pub fn whereabouts(&self, table: &str) -> Whereabouts {
        if let Some(neighbour) = hold::read(&self.inner.elsewhere).get(table) {
            return Whereabouts::Elsewhere(neighbour.clone());
        }
        let ours = self.config().tables.iter().any(|known| known.id == table);
        if ours { Whereabouts::Unkept } else { Whereabouts::Nowhere }
    }

    /// Writes down where this server is reached, for those who ask another one for its tables.
    pub(super) async fn note_address(&self) -> Result<(), NotOpened> {
        let server = &self.config().server;
        let body = self.config().address.as_ref().map(json::text);
        if self.journal().kept(SERVERS, server).await? != body {
            let keep = Keep { shelf: SERVERS.into(), key: server.clone(), body };
            self.people().note("house", "moved", server, vec![keep]).await?;
        }
        Ok(())
    }

    /// Renews this server's leases from now on, until the floor closes.
    pub(super) fn begin_renewing(&self) {
        self.again_and_again(|floor| async move { floor.renew().await });
    }

    /// Looks for tables that nobody keeps from now on, until the floor closes.
    pub(super) fn begin_looking(&self) {
        self.again_and_again(|floor| async move { floor.look().await });
    }

    pub(super) fn again_and_again<F>(&self, act: impl Fn(Floor) -> F + Send + 'static)
    where
        F: Future<Output = Result<(), JournalError>> + Send,
    {
        let (inner, mut closing) = (Arc::downgrade(&self.inner), self.inner.closing.subscribe());
        let watch = async move {
            loop {
                tokio::select! {
                    _ = closing.wait_for(|closing| *closing) => return,
                    () = tokio::time::sleep(LOOK) => {}
                }
                let Some(inner) = inner.upgrade() else { return };
                if let Err(error) = act(Floor { inner }).await {
                    tracing::warn!(%error, "a regular check of the floor failed");
                }
            }
        };
        hold::write(&self.inner.watches).spawn(watch);
    }

    /// Writes down who was active from now on, until the floor closes.
    pub(super) fn begin_noting_activity(&self) {
        self.again_and_again(|floor| async move {
            if let Err(why) = floor.people().write_activity().await {
                tracing::warn!(%why, "the activity of sessions cannot be written");
            }
            Ok(())
        });
    }

    /// Takes expired sessions off their shelf from now on, until the floor closes.
    pub(super) fn begin_sweeping(&self) {
        self.again_and_again(|floor| async move {
            if let Err(why) = floor.people().sweep().await {
                tracing::warn!(%why, "expired sessions could not be removed");
            }
            Ok(())
        });
    }

    /// Ends all of these, each after what it is about.
    pub(super) async fn end_watches(&self) {
        self.inner.closing.send_replace(true);
        let mut watches = std::mem::take(&mut *hold::write(&self.inner.watches));
        while watches.join_next().await.is_some() {}
    }

    /// Renews all leases. A table whose lease was lost is kept no more, and its streams end.
    async fn renew(&self) -> Result<(), JournalError> {
        // What was kept before is either renewed or lost; what is taken over meanwhile is neither.
        let kept = hold::read(&self.inner.tables).clone();
        let held = self.journal().renew(&self.config().server, LEASE).await?;
        let held: HashSet<(Stream, Epoch)> = held.into_iter().collect();
        for (id, desk) in kept.into_iter().filter(|(_, desk)| !held.contains(&desk.lease)) {
            tracing::warn!(table = %id, "the lease was lost: another server keeps the table");
            let mut tables = hold::write(&self.inner.tables);
            if tables.get(&id).is_some_and(|now| now.lease == desk.lease) {
                tables.remove(&id);
            }
            desk.dismiss();
        }
        Ok(())
    }

    /// Sees who keeps the tables that are not kept here, and takes over those that nobody keeps.
    pub(super) async fn look(&self) -> Result<(), JournalError> {
        let away: Vec<TableConfig> = {
            let here = hold::read(&self.inner.tables);
            let tables = self.config().tables.iter();
            tables.filter(|table| !here.contains_key(table.id.as_str())).cloned().collect()
        };
        let leases = if away.is_empty() { Vec::new() } else { self.journal().leases().await? };
        let elsewhere = self.elsewhere(&leases, &away).await?;
        let free: Vec<TableConfig> =
            away.into_iter().filter(|table| !elsewhere.contains_key(&table.id)).collect();
        *hold::write(&self.inner.elsewhere) = elsewhere;
        self.take_over(free).await;
        Ok(())
    }

    async fn elsewhere(
        &self,
        leases: &[Lease],
        away: &[TableConfig],
    ) -> Result<BTreeMap<String, Neighbour>, JournalError> {
        let others = leases.iter().filter(|lease| !lease.is_over && lease.server != self.config().server);
        let others: BTreeMap<&str, &Lease> = others.map(|lease| (lease.stream.as_str(), lease)).collect();
        if others.is_empty() {
            return Ok(BTreeMap::new());
        }
        let addresses: BTreeMap<String, String> = self.journal().shelf(SERVERS).await?.into_iter().collect();
        let mut elsewhere = BTreeMap::new();
        for table in away {
            if let Some(lease) = others.get(book_of(&table.id)?.as_str()) {
                let address = addresses.get(&lease.server).and_then(|body| serde_json::from_str(body).ok());
                let neighbour = Neighbour { server: lease.server.clone(), address };
                elsewhere.insert(table.id.clone(), neighbour);
            }
        }
        Ok(elsewhere)
    }

    /// Takes all of these tables at once: each waits for the database, none for another.
    async fn take_over(&self, free: Vec<TableConfig>) {
        hold::write(&self.inner.avoided).retain(|_, since| since.elapsed() < AVOIDED);
        let mut tables = JoinSet::new();
        for table in free {
            if !hold::read(&self.inner.avoided).contains_key(&table.id) {
                let floor = self.clone();
                tables.spawn(async move { floor.take_one_over(table).await });
            }
        }
        while tables.join_next().await.is_some() {}
    }

    async fn take_one_over(&self, table: TableConfig) {
        match self.take_up(&table).await {
            Ok(Some(says)) => tracing::info!(table = %table.id, says, "taken over"),
            Ok(None) => {}
            Err(error) => {
                tracing::error!(table = %table.id, %error, "the table could not be taken over");
                hold::write(&self.inner.avoided).insert(table.id, Instant::now());
            }
        }
    }
}
