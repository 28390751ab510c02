//! Exact odds: the true value of every wager of a rule book, from the rules alone.

mod basic;
mod change;
mod chart;
mod dealer;
mod falling;
mod first;
mod formulas;
mod game;
mod hands;
mod interval;
mod law;
mod live;
mod low;
mod number;
mod optimal;
mod packed;
mod plan;
mod shoe;
mod side;
mod split;
mod stand;
mod sums;
mod table;
mod unsplit;
mod variance;

pub use change::{Change, Standing, allowed_decks};
pub use chart::{Chart, Letter, NotAChart, Row};
pub use first::{Decisions, FirstHand};
pub use game::Game;
pub use hands::{ACE, Counts, Hand, HandAt, Hands, LETTERS, TEN, VALUES, hands};
pub use interval::Interval;
pub use law::Law;
pub use live::decide;
pub use number::Number;
pub use optimal::{NotComputed, distribution, optimal};
pub use plan::{Plan, Play};
pub use shoe::{Shoe, Unfit};
pub use side::{
    Combinations, Count, OutcomeOdds, Removal, Removed, ShortShoe, WagerOdds, WagerRemovals, best_count,
    betting_correlation, effects_of_removal, insurance, insurance_knowing, side_wager, side_wagers,
};
pub use split::Memory;
pub use table::{Analysis, Table, Worth};
