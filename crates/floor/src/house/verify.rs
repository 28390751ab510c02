//! The journal is verified while the floor is open, too. A start after a kill then has little left to read, and damage is
//! noticed before the next start.

use std::sync::atomic::Ordering;

use journal::{JournalError, Since};

use super::Floor;

/// How many entries may be written before they are read back: that takes about a quarter of a second.
const UNVERIFIED: u64 = 50_000;

impl Floor {
    /// The entry of the journal up to which it was found in order.
    #[must_use]
    pub fn verified(&self) -> u64 {
        self.inner.verified.load(Ordering::Relaxed)
    }

    /// Verifies what was written, again and again, until the floor closes.
    pub(super) fn begin_verifying(&self) {
        self.again_and_again(|floor| async move { floor.verify_what_was_written().await });
    }

    async fn verify_what_was_written(&self) -> Result<(), JournalError> {
        let journal = self.journal();
        if journal.last_entry().await? < self.verified() + UNVERIFIED {
            return Ok(());
        }
        let verdict = journal.verify(Since::Checkpoint, &[], |_| {}).await?;
        self.inner.verified.store(verdict.last_entry, Ordering::Relaxed);
        let warning = verdict.faults.first().map(|first| {
            let found = verdict.found;
            tracing::error!(found, %first, "the journal is not in order: run `croupier audit`");
            format!("the journal is not in order: {found} faults, the first of them: {first}. Run `croupier audit`")
        });
        self.warn_of("journal".into(), warning);
        Ok(())
    }
}
