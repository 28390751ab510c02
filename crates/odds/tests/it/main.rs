//! The odds against the engine, second programs, published figures, counts by hand, and laws.

mod laws;
mod reference;
mod second;
mod side;
mod walk;
