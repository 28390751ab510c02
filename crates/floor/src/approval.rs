//! What takes two people: awards and voids above a limit, and a dealer's report that would end the round. The first one's
//! sentence waits in the table's book until a second person approves or declines it.

mod alone;
mod ended;

use round::{Bet, Event, Round};
use rulebook::Reason;
use serde::{Deserialize, Serialize};
use transcript::Statement;
use vocabulary::{Chips, Clause};

use crate::keeper::Asker;
use crate::roles::Role;
use crate::window::Millis;
pub use alone::AwardsAlone;
pub(crate) use alone::awarded_now;
pub(crate) use ended::Moves;
pub use ended::{EndedRequest, LapseReason, Lapsed, Outcome};

/// From where on a decision takes two people, in minor units. At 0 it always does.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields, default)]
pub struct ApprovalLimits {
    /// Awards that together are above this, to or from players: those of a round, and at a table those of eight hours that
    /// nobody approved.
    pub award: i64,
    /// Voids that give back or reverse more than this.
    pub void: i64,
    /// How many minutes a request can be approved for.
    pub minutes: u32,
}

impl Default for ApprovalLimits {
    fn default() -> ApprovalLimits {
        ApprovalLimits { award: 100_000, void: 500_000, minutes: 15 }
    }
}

impl ApprovalLimits {
    /// What is wrong with them, each with the key and what to do.
    pub(crate) fn faults(&self) -> Vec<String> {
        let most = Chips::MOST.units();
        let amount = |(key, value): (&str, i64)| {
            let fits = (0..=most).contains(&value);
            (!fits).then(|| format!("floor.approval.{key} {value}: give from 0 to {most} minor units"))
        };
        let amounts = [("award", self.award), ("void", self.void)].into_iter().filter_map(amount);
        let minutes = (!(1..=1440).contains(&self.minutes))
            .then(|| format!("floor.approval.minutes {}: give from 1 to 1440", self.minutes));
        amounts.chain(minutes).collect()
    }

    /// When a request made now ends by itself.
    pub(crate) fn until(&self, now: Millis) -> Millis {
        now.saturating_add(Millis::from(self.minutes) * 60_000)
    }

    /// Why what staff said takes a second person, if it does: by the rounds before and after it and all that happened.
    pub(crate) fn needed(
        &self,
        by: Role,
        statements: &[Statement],
        (before, after): (&Round, &Round),
        events: &[Event],
    ) -> Option<Need> {
        let ruled = statements.iter().any(|statement| matches!(statement, Statement::Staff { .. }));
        if by == Role::Player || !ruled {
            return None;
        }
        events.iter().find_map(|event| match event {
            Event::Awarded { amount, because, .. } => {
                let is_large = is_above(self.award, awarded(after));
                is_large.then_some(Need { amount: amount.units().abs(), clause: because.clause })
            }
            Event::Voided { reverses, because, .. } => {
                let amount = undone(before, *reverses);
                let takes_two = by == Role::Dealer || is_above(self.void, amount);
                takes_two.then_some(Need { amount: amount.units(), clause: because.clause })
            }
            // To give everyone their wagers back is as good as a void.
            Event::WithdrawalOffered { because, .. }
                if by == Role::Dealer && because.reason == Reason::PowerUndecided =>
            {
                Some(Need { amount: undone(before, false).units(), clause: because.clause })
            }
            _ => None,
        })
    }
}

/// Why something takes a second person.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Need {
    /// How much it moves, in minor units.
    pub(crate) amount: i64,
    pub(crate) clause: Clause,
}

fn is_above(limit: i64, amount: Chips) -> bool {
    limit == 0 || amount.units() > limit
}

/// All awards of a round, whichever way they went: a large one cannot be made of small ones.
fn awarded(round: &Round) -> Chips {
    let awards = round.wagers().iter().filter(|wager| wager.bet == Bet::Award);
    awards.fold(Chips::ZERO, |sum, wager| sum + size(wager.net()))
}

/// What a void gives back, and where it reverses payments what it reverses.
fn undone(round: &Round, reverses: bool) -> Chips {
    let undone = |wager: &round::Wager| match wager.is_live() {
        true => wager.at_risk(),
        false if reverses => size(wager.net()),
        false => Chips::ZERO,
    };
    round.wagers().iter().fold(Chips::ZERO, |sum, wager| sum + undone(wager))
}

fn size(chips: Chips) -> Chips {
    if chips < Chips::ZERO { -chips } else { chips }
}

/// A decision that waits for a second person.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Request {
    /// Its number at the table: that of its entry in the table's book.
    pub number: u64,
    /// Who asked.
    pub by: String,
    /// In which role.
    pub role: Role,
    /// Who made the token they asked with, where it was one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub token_by: Option<String>,
    /// What is carried out once it is approved.
    pub said: Vec<String>,
    /// How much it moved when it was asked for, in minor units.
    pub amount: i64,
    /// What each player would get, or with a minus give, when it was asked for, in minor units. It lapses once that is
    /// something else.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub moves: Option<Moves>,
    /// The clause it rests on.
    pub clause: String,
    /// When it was asked for.
    pub at: Millis,
    /// When it ends by itself, if the round does not end it before.
    pub until: Millis,
}

impl Request {
    /// Whether someone is the person who asked: by their own login, or behind a token. The maker of a token counts as the person
    /// who uses it; no token is made with a token.
    pub(crate) fn is_by(&self, asker: &Asker) -> bool {
        let mut first = [&self.by].into_iter().chain(&self.token_by);
        let second = || [&asker.name].into_iter().chain(&asker.token_by);
        first.any(|name| second().any(|other| other == name))
    }
}

/// What became of a request, as the table's book has it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", rename_all_fields = "kebab-case", deny_unknown_fields)]
pub enum Approval {
    /// Someone asked.
    Asked(Request),
    /// A second person approved: the entry holds what came of it.
    Approved {
        /// Its number.
        number: u64,
        /// Who had asked.
        asked_by: String,
    },
    /// A second person declined.
    Declined {
        /// Its number.
        number: u64,
        /// Who had asked.
        asked_by: String,
    },
    /// The person who asked took it back.
    TakenBack {
        /// Its number.
        number: u64,
    },
    /// A second person approved, and it could not be carried out: an account has too little, or the rules do not allow it any
    /// more.
    Refused {
        /// Its number.
        number: u64,
        /// Who had asked.
        asked_by: String,
        /// Why.
        why: String,
    },
    /// Nobody approved in time.
    Lapsed {
        /// Its number.
        number: u64,
    },
}

impl Approval {
    /// The number of the request it ends; `None` if it begins one.
    pub(crate) fn ends(&self) -> Option<u64> {
        match self {
            Approval::Asked(_) => None,
            Approval::Approved { number, .. }
            | Approval::Declined { number, .. }
            | Approval::TakenBack { number }
            | Approval::Refused { number, .. }
            | Approval::Lapsed { number } => Some(*number),
        }
    }

    /// Who had asked for what somebody else decided about.
    pub(crate) fn asked_by(&self) -> Option<&str> {
        match self {
            Approval::Approved { asked_by, .. }
            | Approval::Declined { asked_by, .. }
            | Approval::Refused { asked_by, .. } => Some(asked_by),
            Approval::Asked(_) | Approval::TakenBack { .. } | Approval::Lapsed { .. } => None,
        }
    }
}
