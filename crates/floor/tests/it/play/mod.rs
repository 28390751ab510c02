//! Whole rounds at tables of the floor, told by transcripts: with a dealer, through failures, on the meters, from their shoes, and as they are stored.

mod clock;
mod crowd;
mod dealer;
mod golden;
mod meters;
mod recovery;
mod scenarios;
mod shoes;
