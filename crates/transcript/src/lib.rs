//! Round transcripts: plain text that reads like what was said and dealt at the table, and checks itself.
//!
//! [`parse()`] reads one, its `Display` prints it, [`replay()`] runs it, [`export()`] writes one from a round's events.

mod export;
mod json;
mod parse;
mod replay;
mod source;
mod statement;
mod table;
mod tell;

pub use export::{export, export_by};
pub use json::{Amount, FileJson, HandJson, IrregularityJson, RefusalJson, RoundJson, WagerJson};
pub use parse::{Unreadable, parse};
pub use replay::{Failure, Played, RefusalRecord, Replay, RoundRecord, replay, replay_by};
pub use source::{NotText, read};
pub use statement::{
    Deed, Disputed, Expectation, Known, Line, Name, Picks, PlaceName, Signal, Speaker, SpotNumber, Statement,
    Transcript,
};
pub use table::{Refused, Table};
pub use tell::{irregularity, tell, tell_to};

/// The examples of the developers' page are compiled and run.
#[cfg(doctest)]
#[doc = include_str!("../../../docs/developer.md")]
struct DeveloperPage;
