//! What a table took and paid, by kind of wager.

mod sight;

pub use sight::{MeterSight, MetersSight, Theory};

use std::collections::BTreeMap;

use round::{Bet, Outcome, Round, Wager};
use rulebook::{Kind, Rules};
use serde::{Deserialize, Serialize};

use crate::money::Money;
use crate::posted::Posted;
use crate::rule_book::RuleBook;
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

    /// The meters of a table that is brought back.
    #[must_use]
    pub(crate) fn resume(self, table: &Table) -> MetersByMoney {
        match table.posted().money {
            Money::Real => MetersByMoney { real: self.real.resume(table), ..self },
            Money::Play => MetersByMoney { play: self.play.resume(table), ..self },
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

/// Whether a table's round is over and counts. Before the first round there is nothing to count, although people sit down.
pub(crate) fn counts(table: &Table) -> bool {
    table.round().number() > 0 && table.round().end().is_some()
}

/// Meters of a table: rounds, and for each kind of wager what was staked and what was returned.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Meters {
    /// Rounds that are over.
    pub rounds: u64,
    /// By kind of wager: `main`, `insurance`, or a side wager's word.
    pub wagers: BTreeMap<String, Meter>,
    /// The same by the game and settings they were played by, so that each is checked against its own odds. Wagers of before
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
        let mut now = Meters { before: None, ..before.clone() };
        now.add(table.posted(), table.rules(), table.round());
        now.before = Some(Box::new(Meters { before: None, ..before.clone() }));
        now
    }

    /// Counts a round that is over.
    pub(crate) fn add(&mut self, posted: &Posted, rules: &Rules, round: &Round) {
        self.rounds += 1;
        let by_rules = self.by_rules.entry(posted.without_limits()).or_default();
        for wager in round.wagers() {
            let Some(settled) = wager.result else { continue };
            if matches!(settled.outcome, Outcome::Returned | Outcome::Void) {
                continue;
            }
            let word = word(rules, wager);
            let meter = self.wagers.entry(word.to_owned()).or_default();
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
    }

    /// The meters of a table that is brought back. Should its round be over, it was counted, and what is corrected about it
    /// counts once all the same.
    #[must_use]
    pub(crate) fn resume(mut self, table: &Table) -> Meters {
        if counts(table) {
            let mut last = Meters::default();
            last.add(table.posted(), table.rules(), table.round());
            self.before = Some(Box::new(self.less(&last)));
        }
        self
    }

    /// What is left without these.
    fn less(&self, other: &Meters) -> Meters {
        let rounds = self.rounds.saturating_sub(other.rounds);
        let mut left = Meters { rounds, before: None, ..self.clone() };
        for (word, gone) in &other.wagers {
            if let Some(meter) = left.wagers.get_mut(word) {
                meter.wagers = meter.wagers.saturating_sub(gone.wagers);
                meter.placed -= gone.placed;
                meter.staked -= gone.staked;
                meter.returned -= gone.returned;
            }
        }
        left.wagers.retain(|_, meter| *meter != Meter::default());
        for (rules, kinds) in &other.by_rules {
            let Some(by_rules) = left.by_rules.get_mut(rules) else { continue };
            for (word, gone) in kinds {
                if let Some(held) = by_rules.get_mut(word) {
                    held.placed -= gone.placed;
                    held.squares -= gone.squares;
                    held.kept -= gone.kept;
                }
            }
            by_rules.retain(|_, held| *held != Held::default());
        }
        left
    }

    /// Where these differ from what was counted, for a person.
    pub(crate) fn difference(&self, counted: &Meters) -> Option<String> {
        if self.rounds != counted.rounds {
            return Some(format!("they have {} rounds, the book has {}", self.rounds, counted.rounds));
        }
        let words = || self.wagers.keys().chain(counted.wagers.keys());
        let differs = |word: &&String| self.wagers.get(*word) != counted.wagers.get(*word);
        if let Some(word) = words().find(differs) {
            let told = |meters: &Meters| {
                let Meter { wagers, placed, staked, returned } =
                    meters.wagers.get(word).copied().unwrap_or_default();
                format!("{wagers} wagers, {placed} placed, {staked} staked, {returned} returned")
            };
            return Some(format!(
                "for {word} they have {}, the rounds come to {}",
                told(self),
                told(counted)
            ));
        }
        // Older meters were not kept by rules from the beginning.
        let by_rules = self.placed_by_rules() == self.placed() && !self.is_held_as(counted);
        by_rules.then(|| "by the rules of the rounds they are others".to_owned())
    }

    fn placed(&self) -> BTreeMap<&str, i64> {
        self.wagers.iter().map(|(word, meter)| (word.as_str(), meter.placed)).collect()
    }

    fn placed_by_rules(&self) -> BTreeMap<&str, i64> {
        let mut placed = BTreeMap::new();
        for (word, held) in self.by_rules.values().flatten() {
            *placed.entry(word.as_str()).or_default() += held.placed;
        }
        placed
    }

    fn is_held_as(&self, other: &Meters) -> bool {
        let flat = |meters: &'_ Meters| -> BTreeMap<(String, String), Held> {
            let kinds = |(rules, kinds): (&String, &BTreeMap<String, Held>)| {
                let rules = rules.clone();
                let held = |(word, held): (&String, &Held)| ((rules.clone(), word.clone()), *held);
                kinds.iter().map(held).collect::<Vec<_>>()
            };
            meters.by_rules.iter().flat_map(kinds).collect()
        };
        let (ours, theirs) = (flat(self), flat(other));
        ours.len() == theirs.len()
            && ours.iter().zip(&theirs).all(|((place, a), (other, b))| {
                // Squares beyond 2^53 depend on the order they were added in.
                let close = (a.squares - b.squares).abs() <= a.squares.abs() * 1e-9;
                place == other && (a.placed, a.kept) == (b.placed, b.kept) && close
            })
    }

    /// The houses' own rule books that they were played by.
    pub(crate) fn rule_books(&self) -> Vec<RuleBook> {
        let posted = |key: &String| serde_json::from_str::<Posted>(key).ok();
        self.by_rules.keys().filter_map(posted).filter_map(|posted| posted.book).collect()
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
