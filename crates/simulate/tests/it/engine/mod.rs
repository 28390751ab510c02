//! The kernel and the engine are dealt the same cards, and every wager of every seat comes to the same in every round.

mod games;
mod house;
mod plans;
mod table;
