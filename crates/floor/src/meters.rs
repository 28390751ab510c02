//! What a table took and paid, by kind of wager.

use std::collections::BTreeMap;

use round::{Bet, Outcome, Round};
use rulebook::{Kind, Rules};
use serde::{Deserialize, Serialize};

/// Meters of a table: rounds, and for each kind of wager what was staked and what was returned.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Meters {
    /// Rounds that are over.
    pub rounds: u64,
    /// By kind of wager: `main`, `insurance`, or a side wager's word.
    pub wagers: BTreeMap<String, Meter>,
    /// What the rounds before the present one came to.
    #[serde(skip)]
    before: Option<Box<Meters>>,
}

/// The meter of one kind of wager, in minor units.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Meter {
    /// How many wagers had a result.
    pub wagers: u64,
    /// What was first put down on them: the base of a theoretical return.
    pub placed: i64,
    /// All that was staked, doubles and splits included.
    pub staked: i64,
    /// All that went back to players.
    pub returned: i64,
}

impl Meters {
    /// The meters after a round that is over, or that was corrected after it was: what it came to counts once.
    #[must_use]
    pub(crate) fn with(&self, rules: &Rules, round: &Round) -> Meters {
        let before = self.before.as_deref().unwrap_or(self);
        let mut now = Meters { rounds: before.rounds + 1, wagers: before.wagers.clone(), before: None };
        for wager in round.wagers() {
            let Some(settled) = wager.result else { continue };
            if matches!(settled.outcome, Outcome::Returned | Outcome::Void) {
                continue;
            }
            let word = match wager.bet {
                Bet::Main => "main",
                Bet::Side(at) => rules.word(Kind::Side(at)),
                Bet::Insurance(_) => "insurance",
                Bet::Award => "rulings",
            };
            let meter = now.wagers.entry(word.to_owned()).or_default();
            meter.wagers += 1;
            meter.placed += if wager.hand == 0 { wager.stake.units() } else { 0 };
            meter.staked += wager.at_risk().units();
            meter.returned += settled.returned.units();
        }
        now.before = Some(Box::new(Meters { before: None, ..before.clone() }));
        now
    }

    /// The meters when a new round begins.
    pub(crate) fn settle(&mut self) {
        self.before = None;
    }
}
