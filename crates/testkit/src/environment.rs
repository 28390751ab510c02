use std::collections::BTreeMap;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use floor::{Clock, Cost, Environment, FreeSpace, Seed, SeedSource, ShoeKey};

use crate::Random;

/// Returns what a test's floor runs on: this clock, passwords that are cheap to check, the same cards and the same key for shoes
/// in every run, and disks with space.
/// `CROUPIER_TEST_SEED=2` deals others: a test that fails then depends on the cards and should bring them itself.
#[must_use]
pub fn environment(clock: Clock) -> Environment {
    let free_space = FreeSpace::new(|_| Ok(1 << 40), Duration::from_secs(30));
    Environment { clock, cost: Cost::Least, seeds: seeds(), shoe_key: shoe_key(), free_space }
}

fn shoe_key() -> ShoeKey {
    ShoeKey::read(&"5e".repeat(32)).expect("a key")
}

fn seeds() -> SeedSource {
    let run = std::env::var("CROUPIER_TEST_SEED").ok().and_then(|seed| seed.parse().ok()).unwrap_or(1);
    let tables: Mutex<BTreeMap<String, Random>> = Mutex::default();
    SeedSource::new(move |table| {
        let mut tables = tables.lock().unwrap_or_else(PoisonError::into_inner);
        let random = tables.entry(table.to_owned()).or_insert_with(|| of_table(run, table));
        let mut seed = [0; 32];
        for bytes in seed.chunks_mut(8) {
            bytes.copy_from_slice(&random.bits().to_le_bytes());
        }
        Seed(seed)
    })
}

/// Every table has cards of its own, in whatever order the tables take their seeds.
fn of_table(run: u64, table: &str) -> Random {
    table.bytes().fold(Random::new(run), |mut random, byte| Random::new(random.bits() ^ u64::from(byte)))
}
