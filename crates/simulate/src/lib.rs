//! Many rounds fast: a rule book and strategies compiled into flat tables.

mod automaton;
mod block;
mod dealing;
mod dispatch;
mod fault;
mod generator;
mod hands;
mod kernel;
mod lanes;
mod laws;
mod moves;
mod net;
mod pack;
mod run;
mod seat;
mod sessions;
mod settle;
mod shoe;
mod sides;
mod simulation;
mod tally;
mod worth;

pub use dealing::Dealing;
pub use fault::Unfit;
pub use generator::{Generator, Numbers, chacha, xoshiro};
pub use kernel::{Brought, Cards, Insured, Kernel, Outcome};
pub use net::{Net, denominator};
pub use pack::Kind;
pub use run::{BLOCK, Job, Shard, run};
pub use seat::Seat;
pub use sessions::Sessions;
pub use simulation::{Path, Simulation};
pub use tally::{SeatTally, Spread, Tally, Unlike};
pub use worth::{Worth, normal};
