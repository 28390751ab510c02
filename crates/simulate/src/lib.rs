//! Many rounds fast: a rule book and strategies compiled into flat tables.
//!
//! ```
//! use std::ops::ControlFlow;
//! use odds::{Game, Shoe, Table};
//! use simulate::{Dealing, Job, Seat, Simulation, run};
//!
//! let rules = rulebook::Rules::of("macau").expect("one of the five");
//! let (game, shoe) = (Game::of(&rules), Shoe::full(rules.deck(), rules.decks()));
//! let chart = Table::<f64>::new(&game, &shoe)?.basic_strategy();
//! let simulation = Simulation::new(&rules, &[Seat::new(chart.plan())], Dealing::of(&rules))?;
//! let tally = run(&simulation, &Job::new(7, 100_000), |_| ControlFlow::Continue(()));
//! let main = tally.seats[0].main_spread(&rules);
//! assert_eq!(main.times(), 100_000);
//! assert!((main.mean() + 0.0052).abs() < 4.0 * main.std_error());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod automaton;
mod block;
#[cfg(test)]
mod chance;
mod count;
mod counting;
mod counts;
mod cruise;
mod dealing;
mod dispatch;
mod drawing;
mod fault;
mod generator;
mod hands;
mod index;
mod kernel;
mod lanes;
mod laws;
mod moves;
mod net;
mod outcome;
mod pack;
mod ramp;
mod run;
mod scale;
mod seat;
mod sessions;
mod settle;
mod shoe;
mod sides;
mod simulation;
mod splits;
mod tally;
mod together;
mod worth;
mod written;

pub use count::{By, Count, Resolution, Rounding, System};
pub use counting::{CountRow, CountTable, CountTally, Counter, Counting};
pub use dealing::Dealing;
pub use fault::Unfit;
pub use generator::{Generator, Numbers, chacha, xoshiro};
pub use index::Indices;
pub use kernel::{Cards, Kernel};
pub use net::{Net, denominator};
pub use outcome::{Brought, Insured, Outcome};
pub use pack::Kind;
pub use ramp::Ramp;
pub use run::{BLOCK, Job, Playable, Shard, run};
pub use seat::{Level, Seat, Stake};
pub use sessions::Sessions;
pub use simulation::{Path, Simulation};
pub use tally::{Moments, SeatTally, Spread, Tally, Unlike};
pub use together::PlayerTally;
pub use worth::{Worth, normal};
pub use written::Miswritten;
