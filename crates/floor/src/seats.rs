//! Seats that end: how long a table keeps one for somebody who does not play, and why one ended.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::window::Millis;

/// How long a table keeps a seat for somebody who does not play. Zero is for ever.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields, default)]
pub struct SeatLimits {
    /// The seat ends after this many rounds in a row that others played and its player did not.
    pub missed_rounds: u32,
    /// The seat ends after this many seconds without a connection to the table, a look at it or a word.
    pub away: u32,
    /// The seat ends after this many seconds of open bets without a wager, even if nobody plays.
    pub idle: u32,
    /// How often in a row a player may keep the seat without playing a round.
    pub stays: u32,
}

impl SeatLimits {
    /// No seat ends by itself.
    pub const NONE: SeatLimits = SeatLimits { missed_rounds: 0, away: 0, idle: 0, stays: 0 };
}

impl Default for SeatLimits {
    fn default() -> SeatLimits {
        SeatLimits { missed_rounds: 3, away: 120, idle: 600, stays: 3 }
    }
}

/// Why a player does not keep a seat by saying that they stay.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum NotKept {
    /// They have none.
    #[error("you have no seat at this table: sit down first")]
    NoSeat,
    /// They kept it as often as the table allows without playing a round.
    #[error("you have kept this seat {0} times in a row without playing: bet to keep it")]
    TooOften(u32),
}

/// Why a seat ended.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub enum SeatEndReason {
    /// Its player let too many rounds pass without a wager.
    MissedRounds,
    /// Its player signed out, or their login was disabled.
    SignedOut,
    /// Its player was away for too long.
    Away,
    /// Its player said nothing for too long.
    Idle,
    /// Staff ended it.
    Staff,
}

impl SeatEndReason {
    /// Its word.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            SeatEndReason::MissedRounds => "missed-rounds",
            SeatEndReason::SignedOut => "signed-out",
            SeatEndReason::Away => "away",
            SeatEndReason::Idle => "idle",
            SeatEndReason::Staff => "staff",
        }
    }
}

/// The end of a seat that its player did not give up themselves, as the table's book has it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct SeatEnd {
    /// Whose seat.
    pub player: String,
    /// Where.
    pub spot: u8,
    /// Why.
    pub why: SeatEndReason,
    /// What staff gave as their reason.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub words: Option<String>,
}

/// What the opening of a round tells of a seat beyond who sits there.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct SeatFact {
    /// Whose seat.
    pub player: String,
    /// How many rounds in a row they missed.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub missed: u32,
    /// How often in a row they said that they stay, without playing a round.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub stayed: u32,
    /// How many rounds were opened since they got up, if they did.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub gone: u32,
    /// Whether they took it themselves at a dealer's table, where the dealer takes most of them.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub own: bool,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde asks like this")]
fn is_zero(count: &u32) -> bool {
    *count == 0
}

/// The viewer's own seat, and when it ends if they do nothing.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub struct SeatSight {
    /// Where.
    pub spot: u8,
    /// How many rounds in a row they missed.
    pub missed: u32,
    /// The number of further rounds without a wager after which the seat ends; `null` if missed rounds do not end it.
    pub rounds_left: Option<u32>,
    /// When the seat ends unless they bet or say that they stay; `null` if no time limit runs.
    pub until: Option<Millis>,
    /// How often they can still say that they stay before they play a round; `null` if there is no limit.
    pub stays_left: Option<u32>,
}
