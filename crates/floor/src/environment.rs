//! What a floor takes from the machine it runs on: time, randomness, a key, and how much work a password is worth.

use std::sync::Arc;

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
