//! Why something that was asked of a table is not carried out.

use std::sync::Arc;

use transcript::Refused;
use vocabulary::Chips;

use crate::seats::NotKept;

/// Why something was not carried out. Nothing has changed.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Denied {
    /// It cannot be understood, or makes no game.
    #[error("{0}")]
    Senseless(String),
    /// It is not this person's to say.
    #[error("{0}")]
    NotYours(&'static str),
    /// Somebody is named who is no player of the floor.
    #[error("there is no player called {0} on this floor: look at the name again")]
    Stranger(String),
    /// A guest, or somebody who speaks of one, at a table for real money.
    #[error("guests play with play money, and this table is for real money: {}", where_to_play(.0))]
    RealMoney(Arc<[String]>),
    /// The rules of the game refuse it.
    #[error("{}", .0.says)]
    Rules(Refused),
    /// There is too little on the account.
    #[error("this needs more credits than there are: the balance is {balance}")]
    Overdrawn {
        /// What there is.
        balance: Chips,
    },
    /// Somebody's chips are moved who does not sit at the table.
    #[error("{0} is not seated at this table: they sit down at their own terminal first")]
    NotSeated(String),
    /// Further chips are staked for somebody who is signed in nowhere.
    #[error(
        "{0} is not signed in any more: no further chips are staked for them, and what they have on the table is played"
    )]
    PlayerAbsent(String),
    /// A player says that they stay, and the seat is not kept for it.
    #[error(transparent)]
    NotKept(#[from] NotKept),
    /// A dealer speaks at a table the pit did not assign them to.
    #[error("you are not assigned to this table: ask the pit to assign you")]
    NotAssigned,
    /// A dealer speaks who has not signed on.
    #[error("sign on to this table first")]
    NotSignedOn,
    /// Nothing waits under this number.
    #[error("nothing waits for approval under this number: it was decided, or its round or its time is over")]
    NothingWaits,
    /// What waited under this number waits no more.
    #[error("nothing waits for approval under this number any more: {0}")]
    WaitsNoMore(String),
    /// The login of a person who asked for what is approved is disabled.
    #[error("{0} asked for it, and that login was disabled since: ask for it anew if it is still right")]
    AskerDisabled(String),
    /// What was approved is not covered by an account.
    #[error("it is not carried out: {0}")]
    NotCovered(String),
    /// Too much waits already.
    #[error("too much waits for approval at this table: have it approved or declined first")]
    TooMuchWaits,
    /// The table takes no wagers and begins no rounds.
    #[error("the table is closed: it takes no more wagers; what is on it is played to the end")]
    Closed,
    /// The table takes no wagers for now.
    #[error(
        "no wagers are taken for now, because the floor is short of disk space: what is on the table is played to the end, \
         and wagers are taken again once there is space"
    )]
    Suspended,
    /// The id was used for something else.
    #[error("this id was used for something else: make another")]
    OtherUse,
    /// Settings change between rounds.
    #[error("a round is on: settings and limits change between rounds")]
    RoundOn,
    /// Too many wait.
    #[error("the table is busy: try again in a moment")]
    Busy,
    /// The table is played elsewhere, or its journal failed.
    #[error("the table is not served here: {0}")]
    Away(String),
}

/// Where guests play instead.
fn where_to_play(tables: &[String]) -> String {
    match tables {
        [] => "no table here is for play money".to_owned(),
        tables => format!("play at {}", tables.join(", ")),
    }
}
