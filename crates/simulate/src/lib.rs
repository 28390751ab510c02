//! Many rounds fast: a rule book and strategies compiled into flat tables.

mod fault;
mod hands;
mod kernel;
mod laws;
mod moves;
mod net;
mod pack;
mod seat;
mod settle;
mod sides;

pub use fault::Unfit;
pub use kernel::{Brought, Cards, Insured, Kernel, Outcome};
pub use net::{Net, denominator};
pub use pack::Kind;
pub use seat::Seat;
