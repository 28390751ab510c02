//! What a floor takes from the machine it runs on: time, randomness, a key, free space, and how much work a password is worth.

use std::io;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use crate::clock::Clock;
use crate::people::Cost;
use crate::shoe::Seed;
use crate::shoe_key::ShoeKey;

/// What a floor takes from the machine it runs on. A test brings its own.
#[derive(Clone, Debug, Default)]
pub struct Environment {
    /// Tells the time.
    pub clock: Clock,
    /// Sets how much work it takes to check a password.
    pub cost: Cost,
    /// Brings the seed of every new shoe.
    pub seeds: SeedSource,
    /// Encrypts the seeds of shoes in use in the database. The next floor on the same journal needs the same.
    pub shoe_key: ShoeKey,
    /// Tells how much space is left on a disk.
    pub free_space: FreeSpace,
}

/// The seeds of one table's shoes, one after another.
pub(crate) type TableSeeds = Box<dyn FnMut() -> Seed + Send>;

/// Where the seeds of new shoes come from. The default is the system's entropy.
#[derive(Clone)]
pub struct SeedSource(Arc<dyn Fn(&str) -> Seed + Send + Sync>);

impl SeedSource {
    /// Takes seeds from a function of the table's id, so that a test deals the same cards every time.
    pub fn new(seed: impl Fn(&str) -> Seed + Send + Sync + 'static) -> SeedSource {
        SeedSource(Arc::new(seed))
    }

    /// Returns the seeds of one table's shoes.
    pub(crate) fn of_table(&self, table: Arc<str>) -> TableSeeds {
        let seed = Arc::clone(&self.0);
        Box::new(move || seed(&table))
    }
}

impl Default for SeedSource {
    fn default() -> SeedSource {
        SeedSource::new(|_| {
            let mut seed = [0; 32];
            getrandom::fill(&mut seed).expect("the system has entropy");
            Seed(seed)
        })
    }
}

impl std::fmt::Debug for SeedSource {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.write_str("SeedSource")
    }
}

/// How much space is left where the floor writes, and how often that is looked at. The default asks the system every 30 seconds.
#[derive(Clone)]
pub struct FreeSpace {
    left: Arc<Left>,
    every: Duration,
}

/// How many bytes are left on the disk of a folder.
type Left = dyn Fn(&Path) -> io::Result<u64> + Send + Sync;

impl FreeSpace {
    /// Asks this function how many bytes are left on the disk of a folder, at this interval.
    pub fn new(
        left: impl Fn(&Path) -> io::Result<u64> + Send + Sync + 'static,
        every: Duration,
    ) -> FreeSpace {
        FreeSpace { left: Arc::new(left), every }
    }

    /// How many bytes are left on the disk of a folder.
    pub(crate) fn of(&self, folder: &Path) -> io::Result<u64> {
        (self.left)(folder)
    }

    pub(crate) fn every(&self) -> Duration {
        self.every
    }
}

impl Default for FreeSpace {
    fn default() -> FreeSpace {
        let left = |folder: &Path| {
            let found = rustix::fs::statvfs(folder)?;
            // What is kept back for the superuser is not ours.
            Ok(found.f_bavail.saturating_mul(found.f_frsize))
        };
        FreeSpace::new(left, Duration::from_secs(30))
    }
}

impl std::fmt::Debug for FreeSpace {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.debug_struct("FreeSpace").field("every", &self.every).finish_non_exhaustive()
    }
}
