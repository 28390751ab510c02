//! Rule books: the games as data.
//!
//! A rule book (`rulebooks/*.toml`) says what a game does and names for every setting, payment and refusal the clause
//! of the game's document. [`Rules`] is a rule book with what one table chose: readings, decks, limits.
//!
//! ```
//! use rulebook::Rules;
//! let mut rules = Rules::of("plus").expect("one of the five");
//! assert_eq!(rules.forced_draw_below(), 12);
//! rules.set("dealer-blackjack-loss", "all")?;
//! assert!(rules.set("decks", "9").is_err());
//! # Ok::<(), rulebook::NotSet>(())
//! ```

mod books;
mod choices;
mod clauses;
mod read;
mod readings;
mod reason;
mod rules;
mod settings;
mod value;
mod wager;

pub use books::GAMES;
pub use choices::*;
pub use clauses::{ClauseTable, ClauseText, Enforced};
pub use read::{Fault, Faults};
pub use readings::Reading;
pub use reason::{Because, Reason};
pub use rules::{Kind, Limits, Rules};
pub use settings::{Cited, May, NotSet, Settings, Shown};
pub use value::{DoubleOn, Floor, Many, Value};
pub use wager::{Line, LooksAt, Needs, Pattern, SideWager};
