//! Which journal is meant, and a place for what waits for it to run.

use journal::{DatabaseUrl, Journal, Opening};

/// Which journal.
#[derive(clap::Args, Clone)]
pub(crate) struct Database {
    /// The journal: `sqlite:PATH`, or `postgres://USER@HOST/NAME`
    #[arg(long, value_name = "URL", env = "CROUPIER_DATABASE", default_value = "sqlite:croupier.db")]
    pub(crate) database: DatabaseUrl,
}

impl Database {
    pub(crate) async fn read(&self) -> anyhow::Result<Journal> {
        Ok(Journal::open(&self.database, Opening::Read).await?)
    }
}

/// Runs what waits for disks and other people.
pub(crate) fn wait_for<T>(work: impl Future<Output = anyhow::Result<T>>) -> anyhow::Result<T> {
    tokio::runtime::Builder::new_multi_thread().enable_all().build()?.block_on(work)
}
