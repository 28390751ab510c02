//! Exact odds: the true value of every wager of a rule book, from the rules alone.

mod dealer;
mod escape;
mod falling;
mod game;
mod hands;
mod number;
mod plan;
mod shoe;
mod split;
mod stand;
mod table;
mod unsplit;

pub use game::{Game, Origin};
pub use hands::{ACE, Counts, Hand, HandAt, Hands, LETTERS, TEN, VALUES, hands};
pub use number::Number;
pub use plan::{Plan, Play};
pub use shoe::{Shoe, Unfit};
pub use table::{Decisions, FirstHand, Table, Worth};
