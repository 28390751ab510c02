//! `croupier backup`: a copy of the journal while the floor is open.

use std::path::PathBuf;

use crate::Ended;
use crate::database::{Database, wait_for};
use crate::style::GOOD;

/// Copy the journal to a new file, as it is at this moment, while the floor goes on
///
/// The key that the order of undealt cards is encrypted with is not in the copy: keep it too, and not beside it.
#[derive(clap::Args)]
pub(crate) struct Backup {
    /// The file to write; it must not exist
    to: PathBuf,
    #[command(flatten)]
    database: Database,
}

impl Backup {
    pub(crate) fn run(self) -> anyhow::Result<Ended> {
        wait_for(async {
            self.database.read().await?.backup(&self.to).await?;
            Ok(())
        })?;
        anstream::println!(
            "{GOOD}copied{GOOD:#} to {}; check it with: croupier audit --database sqlite:{0}\nThe key of its shoes (croupier.key \
             beside the database, or what you gave) is not in it: keep a copy of that elsewhere.",
            self.to.display()
        );
        Ok(Ended::Well)
    }
}
