//! The engine: a round of blackjack by the book.
//!
//! Three functions carry everything. [`awaiting()`] says what the round needs next, [`decide()`] answers a command with
//! events or a refusal, [`apply()`] is how events change the round. There is no clock, no randomness and no I/O; cards
//! are an input like any other. Whatever is said to it, it refuses or accepts, and never panics.
//!
//! ```
//! use round::{Action, Command, Round, apply, decide};
//! use rulebook::{Kind, Rules};
//! use vocabulary::{Chips, PlayerId, Spot};
//!
//! let rules = Rules::of("blackjack").expect("one of the five games");
//! let (ann, spot) = (PlayerId(0), Spot::FIRST);
//! let mut round = Round::new();
//! let mut say = |command: Command| {
//!     for event in decide(&rules, &round, &command)? {
//!         apply(&mut round, &event);
//!     }
//!     Ok::<Chips, round::Refusal>(round.net(ann))
//! };
//! say(Command::Bet { player: ann, spot, kind: Kind::Main, amount: Chips::whole(100) })?;
//! say(Command::CloseBets)?;
//! for card in ["As", "6d", "Kh"] {
//!     say(Command::Deal(card.parse().expect("a card")))?;
//! }
//! // A blackjack against a six is paid three to two at once.
//! assert_eq!(say(Command::Staff { by: round::By::PIT, duty: round::Duty::Rule { words: "noted".into() } })?, Chips::whole(150));
//! # Ok::<(), round::Refusal>(())
//! ```

mod apply;
mod awaiting;
mod betting;
mod choice;
mod cite;
mod claims;
mod command;
mod control;
mod deal;
mod dealer;
mod decide;
mod discretion;
mod duty;
mod event;
mod follow;
mod hand;
mod incident;
mod insure;
mod irregular;
mod limits;
mod list;
mod misdeal;
mod offers;
mod places;
mod play;
mod rebuild;
mod refusal;
mod ruling;
mod settle;
mod shoe;
mod side;
mod silence;
mod staff;
mod state;
mod together;
mod turn;
mod view;
mod wager;

pub use apply::apply;
pub use awaiting::{Actions, Awaiting, Decision, Offer, awaiting};
pub use cite::{cited, refusal_cites};
pub use command::{Action, Command, Trouble};
pub use deal::{due, undealt};
pub use decide::decide;
pub use duty::{By, Claimed, Drawn, Duty, Place, Verdict};
pub use event::{Choice, Event, Events, Marks, Remedy, Slot};
pub use hand::{Born, Closed, Hand};
pub use list::List;
pub use refusal::{Accepted, Refusal};
pub use state::{Area, Away, Between, End, Follow, Halt, Memory, Phase, Round, Stage};
pub use view::{Seen, View, ViewedArea, Viewer, concerns, seen_by, unseen, view};
pub use wager::{Bet, Outcome, Settled, Small, Wager};
