//! What a table took and paid, by kind of wager.

mod sight;

pub use sight::{MeterSight, MetersSight, Theory};

use std::collections::BTreeMap;

use round::{Bet, Outcome, Wager};
use rulebook::{Kind, Rules};
use serde::{Deserialize, Serialize};

use crate::money::Money;
use crate::table::Table;

/// What a table took and paid, with real and play money apart.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct MetersByMoney {
    /// In real money.
    pub real: Meters,
    /// In play money.
    pub play: Meters,
}

impl MetersByMoney {
    /// Those of one kind of money.
    #[must_use]
    pub fn of(&self, money: Money) -> &Meters {
        match money {
            Money::Real => &self.real,
            Money::Play => &self.play,
        }
    }

    /// The meters after a round that is over, or that was corrected after it was.
    #[must_use]
    pub(crate) fn with(&self, table: &Table) -> MetersByMoney {
        let money = table.posted().money;
        let after = self.of(money).with(table);
        match money {
            Money::Real => MetersByMoney { real: after, ..self.clone() },
            Money::Play => MetersByMoney { play: after, ..self.clone() },
        }
    }

    /// The meters when a new round begins.
    pub(crate) fn settle(&mut self) {
        self.real.settle();
        self.play.settle();
    }
}

/// The shelf on which the meters of one kind of money are kept, by table.
pub(crate) const fn shelf(money: Money) -> &'static str {
    match money {
        Money::Real => "meters",
        Money::Play => "play-meters",
    }
}

/// Meters of a table: rounds, and for each kind of wager what was staked and what was returned.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Meters {
    /// Rounds that are over.
    pub rounds: u64,
    /// By kind of wager: `main`, `insurance`, or a side wager's word.
    pub wagers: BTreeMap<String, Meter>,
    /// The same by the game and settings they were played by, so that each is held against its own odds. Wagers of before
    /// this was kept are not in it.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    by_rules: BTreeMap<String, BTreeMap<String, Held>>,
    /// What the rounds before the present one came to.
    #[serde(skip)]
    before: Option<Box<Meters>>,
}

/// The meter of one kind of wager, in minor units.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
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

/// What wagers of one kind came to by one set of rules, in minor units.
#[derive(Clone, Copy, PartialEq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
struct Held {
    /// What was first put down.
    placed: i64,
    /// The squares of that, wager by wager: how widely all of them together spread.
    squares: f64,
    /// What the house kept.
    kept: i64,
}

impl Meters {
    /// The meters after a round that is over, or that was corrected after it was: what it came to counts once.
    #[must_use]
    fn with(&self, table: &Table) -> Meters {
        let before = self.before.as_deref().unwrap_or(self);
        let mut now = Meters { rounds: before.rounds + 1, before: None, ..before.clone() };
        let by_rules = now.by_rules.entry(table.posted().without_limits()).or_default();
        for wager in table.round().wagers() {
            let Some(settled) = wager.result else { continue };
            if matches!(settled.outcome, Outcome::Returned | Outcome::Void) {
                continue;
            }
            let word = word(table.rules(), wager);
            let meter = now.wagers.entry(word.to_owned()).or_default();
            let first = if wager.hand == 0 { wager.stake.units() } else { 0 };
            let (staked, returned) = (wager.at_risk().units(), settled.returned.units());
            meter.wagers += 1;
            meter.placed += first;
            meter.staked += staked;
            meter.returned += returned;
            let held = by_rules.entry(word.to_owned()).or_default();
            held.placed += first;
            held.squares += as_real(first) * as_real(first);
            held.kept += staked - returned;
        }
        now.before = Some(Box::new(Meters { before: None, ..before.clone() }));
        now
    }

    /// The meters when a new round begins.
    fn settle(&mut self) {
        self.before = None;
    }
}

fn word<'r>(rules: &'r Rules, wager: &Wager) -> &'r str {
    match wager.bet {
        Bet::Main => "main",
        Bet::Side(at) => rules.word(Kind::Side(at)),
        Bet::Insurance(_) => "insurance",
        Bet::Award => "rulings",
    }
}

/// An amount for reckoning; exact up to ninety million millions.
#[expect(
    clippy::cast_precision_loss,
    reason = "meters are far below 2^53, and only chance is reckoned with them"
)]
fn as_real(units: i64) -> f64 {
    units as f64
}
