//! What became of decisions that waited for a second person.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::{Approval, Request};

/// What a decision moves: for each player who gets or gives chips, how much they get.
pub(crate) type Moves = BTreeMap<String, i64>;

/// A request that lapsed because the table went on. The entry that it lapsed with says what happened.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Lapsed {
    /// Its number.
    pub number: u64,
    /// Who had asked.
    pub asked_by: String,
    /// Why.
    pub why: LapseReason,
}

/// Why a request lapsed before its time was over.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum LapseReason {
    /// The next round was opened.
    NextRound,
    /// It would now move other chips than when it was asked for.
    OtherChips,
    /// The rules do not allow it any more; why not.
    NotAllowed(String),
}

impl LapseReason {
    /// The same for a person.
    #[must_use]
    pub fn says(&self) -> String {
        match self {
            LapseReason::NextRound => "the next round was opened".to_owned(),
            LapseReason::OtherChips => {
                "the round went on, and it would now move other chips than when it was asked for".to_owned()
            }
            LapseReason::NotAllowed(why) => {
                format!("the round went on, and the rules do not allow it any more: {why}")
            }
        }
    }
}

/// A request that waits no more.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "kebab-case")]
pub struct EndedRequest {
    /// What was asked for.
    pub request: Request,
    /// What became of it.
    pub outcome: Outcome,
    /// Who ended it: the second person, or the person who asked. For a request that lapsed, the person whose act made it lapse,
    /// or `clock` if its time ran out.
    pub by: String,
    /// Why it was not carried out, where nobody decided that.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub why: Option<String>,
}

/// What became of a request.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Outcome {
    /// A second person approved it, and it was carried out.
    Approved,
    /// A second person declined it.
    Declined,
    /// The person who asked took it back.
    TakenBack,
    /// A second person approved it, and it could not be carried out.
    NotCarriedOut,
    /// Nobody decided before its time was over or the table went on.
    Lapsed,
}

impl EndedRequest {
    /// A request that someone's decision ended, or the clock.
    pub(crate) fn decided(request: Request, by: &str, approval: &Approval) -> EndedRequest {
        let (outcome, why) = match approval {
            Approval::Approved { .. } => (Outcome::Approved, None),
            Approval::Declined { .. } => (Outcome::Declined, None),
            Approval::TakenBack { .. } => (Outcome::TakenBack, None),
            Approval::Refused { why, .. } => (Outcome::NotCarriedOut, Some(why.clone())),
            Approval::Lapsed { .. } | Approval::Asked(_) => {
                (Outcome::Lapsed, Some("nobody approved it in time".to_owned()))
            }
        };
        EndedRequest { request, outcome, by: by.to_owned(), why }
    }

    /// A request that lapsed because the table went on.
    pub(crate) fn lapsed(request: Request, by: &str, why: &LapseReason) -> EndedRequest {
        EndedRequest { request, outcome: Outcome::Lapsed, by: by.to_owned(), why: Some(why.says()) }
    }

    /// What became of it, for a person who decides about it too late.
    pub(crate) fn says(&self) -> String {
        let EndedRequest { request: Request { by: asked_by, .. }, outcome, by, why } = self;
        let why = why.as_deref().unwrap_or_default();
        match outcome {
            Outcome::Approved => format!("{by} approved what {asked_by} asked for, and it was carried out"),
            Outcome::Declined => format!("{by} declined what {asked_by} asked for"),
            Outcome::TakenBack => format!("{by} took it back"),
            Outcome::NotCarriedOut => {
                format!("{by} approved what {asked_by} asked for, and it was not carried out: {why}")
            }
            Outcome::Lapsed => format!("what {asked_by} asked for lapsed: {why}"),
        }
    }
}
