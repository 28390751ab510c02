//! Looking at the disks the floor writes to, again and again.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use futures_util::future::join_all;
use tokio::sync::oneshot;
use tokio::time::timeout;

use super::Floor;
use crate::disks::{Disk, Disks};
use crate::environment::FreeSpace;
use crate::hold;
use crate::size::Size;

/// A disk that does not answer within this is reported.
const PATIENCE: Duration = Duration::from_secs(5);

impl Floor {
    /// The disks this server writes to, as they were found at the last look.
    #[must_use]
    pub fn disks(&self) -> Vec<Disk> {
        self.inner.disks.all()
    }

    /// Looks at every disk, and then looks again and again until the floor closes.
    pub(super) async fn begin_watching_disks(&self) {
        let disks = &self.inner.disks;
        let folders = disks.folders();
        // One that hangs is waited for by its own watch.
        join_all(folders.iter().map(|folder| timeout(PATIENCE, look(disks, folder)))).await;
        for folder in folders {
            self.begin_watching_disk(folder);
        }
    }

    fn begin_watching_disk(&self, folder: PathBuf) {
        let (disks, mut closing) = (Arc::clone(&self.inner.disks), self.inner.closing.subscribe());
        let watch = async move {
            let looking = async {
                loop {
                    tokio::time::sleep(disks.source().every()).await;
                    look(&disks, &folder).await;
                }
            };
            tokio::select! {
                _ = closing.wait_for(|closing| *closing) => {}
                () = looking => {}
            }
        };
        hold::write(&self.inner.watches).spawn(watch);
    }
}

/// Looks at a disk once. While it does not answer it is not asked again.
async fn look(disks: &Disks, folder: &Path) {
    let mut answer = ask(disks.source(), folder);
    let found = if let Ok(found) = timeout(PATIENCE, &mut answer).await {
        found
    } else {
        disks.note(folder, Err("it does not answer".into()));
        answer.await
    };
    disks.note(folder, found.unwrap_or_else(|_| Err("no thread to look at it".into())));
}

/// Asks how much space is left, on a thread of its own: the disk of another machine may hang for ever, and must not keep the
/// server from ending.
fn ask(source: &FreeSpace, folder: &Path) -> oneshot::Receiver<Result<Size, String>> {
    let (answer, answered) = oneshot::channel();
    let (source, folder) = (source.clone(), folder.to_owned());
    let look = move || {
        // The asking side may have gone.
        let _ = answer.send(source.of(&folder).map(Size).map_err(|why| why.to_string()));
    };
    // Without a thread the channel closes.
    let _ = std::thread::Builder::new().name("disk".into()).spawn(look);
    answered
}
