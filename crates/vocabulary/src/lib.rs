//! The words everyone at the table speaks.
//!
//! Cards and their totals, chips and what they pay, spots, players, and the clause of a rule document that
//! caused an act. Nothing here knows a rule of any particular game.

mod card;
mod chips;
mod clause;
mod composition;
mod deck;
mod payout;
mod seat;
mod total;

pub use card::{Card, Colour, NotACard, Rank, Suit};
pub use chips::{Chips, NotAnAmount};
pub use clause::{Clause, NotAClause};
pub use composition::{Composition, Exhausted};
pub use deck::Deck;
pub use payout::{NotAPayout, Payout, Rounding};
pub use seat::{NotASpot, PlayerId, Spot};
pub use total::Total;
