//! Whole rounds at tables of the floor, told by transcripts: with a dealer, through failures, on the meters, in their postings, from their shoes, and as they are stored.

mod clock;
pub(crate) mod copies;
mod crowd;
mod dealer;
mod debt;
mod golden;
mod keeping;
mod meters;
mod postings;
mod recovery;
mod scenarios;
mod shoes;
