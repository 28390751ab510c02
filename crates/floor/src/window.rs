//! How long the table waits, and for what.

use round::{Awaiting, Round, awaiting};
use rulebook::Rules;
use serde::{Deserialize, Serialize};
use vocabulary::{PlayerId, Spot};

/// Milliseconds since 1970, UTC.
pub type Millis = i64;

/// A clock that runs: what for, and until when.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Deadline {
    /// What is waited for.
    #[serde(rename = "for")]
    pub waits_for: WaitsFor,
    /// When the house goes on without it.
    pub until: Millis,
}

/// What a clock is for.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "kebab-case")]
pub enum WaitsFor {
    /// Wagers.
    Bets,
    /// Answers to what is offered.
    Offers,
    /// Playing decisions.
    Decision,
    /// Answers of those who may follow, or withdraw.
    Answers,
    /// The next round.
    NextRound,
}

/// How many seconds each clock runs; none is without that clock.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields, default)]
pub struct Seconds {
    /// From the first wager to the dealer's "no more bets".
    pub bets: Option<u32>,
    /// For insurance, even money and surrender.
    pub offers: Option<u32>,
    /// For a playing decision, unless the game's own rules say how long. In a game without a clock who has not answered
    /// by then counts as absent.
    pub decision: Option<u32>,
    /// For following a split or double, and for choices after an irregularity.
    pub answers: Option<u32>,
    /// Between a round's last payment and the next call for bets.
    pub next_round: Option<u32>,
    /// After the floor was away, for everyone to find back: no clock runs out before.
    pub coming_back: Option<u32>,
}

impl Seconds {
    /// No clock but the game's own.
    pub const NONE: Seconds = Seconds {
        bets: None,
        offers: None,
        decision: None,
        answers: None,
        next_round: None,
        coming_back: None,
    };
}

impl Default for Seconds {
    fn default() -> Seconds {
        Seconds {
            bets: Some(15),
            offers: Some(10),
            decision: Some(30),
            answers: Some(10),
            next_round: Some(4),
            coming_back: Some(10),
        }
    }
}

/// What exactly is waited for: while it is the same, the clock runs on.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Window {
    /// Nothing a clock is for.
    Open,
    Bets,
    Offers,
    /// A hand's turn, and how many cards the hand has.
    Turn(Spot, usize, PlayerId, usize),
    /// Everyone's decision on the shared hand, and how many cards it has.
    Common(usize),
    /// Answers, and how many are missing.
    Answers(usize),
    NextRound,
}

impl Window {
    /// What the table waits for now.
    pub(crate) fn of(rules: &Rules, round: &Round) -> Window {
        match awaiting(rules, round) {
            Awaiting::Wagers if round.wagers().is_empty() => Window::Open,
            Awaiting::Wagers => Window::Bets,
            Awaiting::Offers { .. } => Window::Offers,
            Awaiting::Decisions(_) if rules.shared_hand() => Window::Common(cards_out(round)),
            Awaiting::Decisions(decisions) => decisions
                .first()
                .map_or(Window::Open, |turn| Window::Turn(turn.spot, turn.hand, turn.by, cards_out(round))),
            Awaiting::Follow { players, .. } => Window::Answers(players.len()),
            Awaiting::Withdrawals(players) => Window::Answers(players.len()),
            Awaiting::Choices { choices, .. } => Window::Answers(choices.len()),
            Awaiting::FinishFirst(_) => Window::Answers(1),
            Awaiting::Nothing(_) => Window::NextRound,
            Awaiting::Card(_)
            | Awaiting::Pick { .. }
            | Awaiting::Discard
            | Awaiting::Control(_)
            | Awaiting::Ruling => Window::Open,
        }
    }

    /// The clock for it, if it has one.
    pub(crate) fn deadline(&self, rules: &Rules, seconds: &Seconds, now: Millis) -> Option<Deadline> {
        let own = rules.decision_seconds();
        let (waits_for, lasts) = match self {
            Window::Open => return None,
            Window::Bets => (WaitsFor::Bets, seconds.bets),
            Window::Offers => (WaitsFor::Offers, seconds.offers),
            Window::Turn(..) | Window::Common(_) if own > 0 => (WaitsFor::Decision, Some(u32::from(own))),
            Window::Turn(..) | Window::Common(_) => (WaitsFor::Decision, seconds.decision),
            Window::Answers(_) => (WaitsFor::Answers, seconds.answers),
            Window::NextRound => (WaitsFor::NextRound, seconds.next_round),
        };
        lasts.map(|lasts| Deadline { waits_for, until: now + i64::from(lasts) * 1000 })
    }
}

fn cards_out(round: &Round) -> usize {
    let hands = round.areas().iter().flat_map(round::Area::hands);
    round.dealer().cards().len() + hands.map(|hand| hand.cards().len()).sum::<usize>()
}
