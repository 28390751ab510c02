//! Terminals that are connected and do nothing, and what they cost the server.

use std::sync::Arc;

use tokio::sync::{Semaphore, watch};
use tokio::task::JoinSet;

use super::client::{Client, Doors};
use super::stream::{Now, Stream};

/// How many come in at a time.
const AT_ONCE: usize = 64;

/// Idle terminals, connected as long as this lives.
pub(super) struct Idle {
    _listening: JoinSet<()>,
}

impl Idle {
    /// Lets this many guests in, each listening to a table.
    pub(super) async fn connect(doors: &Doors, terminals: usize, tables: &[String]) -> anyhow::Result<Idle> {
        let door = Arc::new(Semaphore::new(AT_ONCE));
        let mut coming = JoinSet::new();
        for number in 0..terminals {
            let (door, doors) = (Arc::clone(&door), Arc::clone(doors));
            let table = tables[number % tables.len()].clone();
            coming.spawn(async move {
                let _turn = door.acquire_owned().await?;
                let mut client = Client::new(&doors);
                let said = client.post("/api/guest", String::new()).await?;
                anyhow::ensure!(said.status.is_success(), "a guest was refused with {}", said.status);
                let (now, _) = watch::channel(Now::default());
                let mut stream = Stream::new(&doors, client.cookie(), &table, now);
                let body = stream.open().await?;
                anyhow::Ok((stream, body))
            });
        }
        let mut listening = JoinSet::new();
        while let Some(come) = coming.join_next().await {
            let (mut stream, body) = come??;
            listening.spawn(async move { drop(stream.follow(body).await) });
        }
        Ok(Idle { _listening: listening })
    }
}
