//! The simulator against the engine, the exact odds, and itself by other paths.

mod counting;
mod engine;
mod odds;
mod paths;
mod shards;
