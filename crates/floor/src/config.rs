//! What an operator decides before the floor opens.

use std::collections::BTreeMap;

use rulebook::GAMES;
use serde::{Deserialize, Serialize};
use vocabulary::Chips;

use crate::approval::ApprovalLimits;
use crate::disks::SpaceLimits;
use crate::money::Money;
use crate::posted::{NotPlayable, Posted};
use crate::rule_book::RuleBook;
use crate::seats::SeatLimits;
use crate::size::Size;
use crate::window::Seconds;

/// A floor as an operator sets it up. Every part has a value of its own where nothing is written.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields, default)]
pub struct Config {
    /// The name of this server among several on one database.
    pub server: String,
    /// Where this server is reached, for those who ask another one for its tables.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub address: Option<String>,
    /// Whether visitors may play with play money without signing in.
    pub guests: bool,
    /// What a guest is given, in minor units. Play money is topped up to it.
    pub guest_credits: i64,
    /// The most a terminal sells or pays out at a time, in minor units.
    pub terminal_exchange_limit: i64,
    /// The most money a terminal may hold, in minor units.
    pub terminal_cash_limit: i64,
    /// Below how much free space on a disk it writes to the floor warns; 0 turns that off.
    pub disk_warning: Size,
    /// Below how much no wagers are taken; 0 turns that off.
    pub disk_critical: Size,
    /// What the house does by itself after a power failure, if that is a supervisor's decision.
    pub after_power_failure: AfterFailure,
    /// From where on a decision of the pit takes two people.
    pub approval: ApprovalLimits,
    /// The tables.
    #[serde(rename = "table")]
    pub tables: Vec<TableConfig>,
}

/// A standing instruction for tables that wait for a supervisor after a power failure.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum AfterFailure {
    /// Wait until they decide.
    #[default]
    Wait,
    /// Go on.
    GoOn,
    /// The round is void.
    Void,
}

/// A table as an operator sets it up.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct TableConfig {
    /// Its name in addresses: small letters, digits and dashes.
    pub id: String,
    /// One of the five games, or the path of a rule book.
    pub game: String,
    /// What is played for. Guests play for play money only.
    #[serde(default)]
    pub money: Money,
    /// Settings that differ from the rule book's own.
    #[serde(default)]
    pub settings: BTreeMap<String, String>,
    /// The smallest and largest wager of each kind, in minor units.
    #[serde(default)]
    pub limits: BTreeMap<String, (i64, i64)>,
    /// Who brings the cards.
    #[serde(default)]
    pub dealing: DealingConfig,
    /// How long the table waits.
    #[serde(default)]
    pub seconds: Seconds,
    /// How long it keeps a seat for somebody who does not play.
    #[serde(default)]
    pub seats: SeatLimits,
}

/// Who brings the cards to a table.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum DealingConfig {
    /// The house, from a shoe it shuffles.
    #[default]
    House,
    /// A dealer, who keys or scans real cards.
    Dealer,
}

impl Default for Config {
    fn default() -> Config {
        Config {
            server: "floor".into(),
            address: None,
            guests: true,
            guest_credits: 100_000,
            terminal_exchange_limit: 500_000,
            terminal_cash_limit: 5_000_000,
            disk_warning: Size(1 << 30),
            disk_critical: Size(128 << 20),
            after_power_failure: AfterFailure::default(),
            approval: ApprovalLimits::default(),
            tables: GAMES.iter().map(|game| TableConfig::of(&format!("{game}-1"), game).for_play()).collect(),
        }
    }
}

impl Config {
    /// All that keeps a floor from being made of it, each with the key and what to do.
    #[must_use]
    pub fn faults(&self) -> Vec<String> {
        let mut faults = Vec::new();
        if !is_id(&self.server) {
            faults.push(format!("floor.server `{}`: use small letters, digits and dashes", self.server));
        }
        let amounts = [
            ("guest-credits", self.guest_credits),
            ("terminal-exchange-limit", self.terminal_exchange_limit),
            ("terminal-cash-limit", self.terminal_cash_limit),
        ];
        let most = Chips::MOST.units();
        for (key, amount) in amounts.into_iter().filter(|(_, amount)| !(1..=most).contains(amount)) {
            faults.push(format!("floor.{key} {amount}: give from 1 to {most} minor units"));
        }
        if self.disk_critical > self.disk_warning && !self.disk_warning.is_zero() {
            faults.push(format!(
                "floor.disk-critical {}: give no more than disk-warning, which is {}",
                self.disk_critical, self.disk_warning
            ));
        }
        faults.extend(self.approval.faults());
        for (at, table) in self.tables.iter().enumerate() {
            let id = &table.id;
            let mut fault = |why: &str| faults.push(format!("floor.table `{id}`: {why}"));
            if !is_id(id) {
                fault("an id has 1 to 40 small letters, digits and dashes");
            }
            if self.tables[..at].iter().any(|other| other.id == *id) {
                fault("another table has this id: give each its own");
            }
            if let Some(why) = table.posted().rules().err().filter(|_| !table.has_own_book()) {
                fault(&why.to_string());
            }
        }
        faults
    }

    /// Below how much free space what is done.
    pub(crate) fn space_limits(&self) -> SpaceLimits {
        SpaceLimits { warning: self.disk_warning, critical: self.disk_critical }
    }

    /// Tables whose own rule book cannot be read, each with why. A table that was opened before goes on by the rule book that
    /// is stored with it.
    #[must_use]
    pub fn rule_book_faults(&self) -> Vec<String> {
        let fault = |table: &TableConfig| {
            let why = table.read().and_then(|posted| posted.rules()).err()?;
            Some(format!("floor.table `{}`: {why}", table.id))
        };
        self.tables.iter().filter(|table| table.has_own_book()).filter_map(fault).collect()
    }
}

/// Whether this can stand in addresses and in the names of books.
fn is_id(id: &str) -> bool {
    let plain = |b: u8| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'-';
    (1..=40).contains(&id.len()) && id.bytes().all(plain)
}

impl TableConfig {
    /// A table of one of the five games as it comes: shuffled when three quarters are dealt, 5 to 500 a wager.
    #[must_use]
    pub fn of(id: &str, game: &str) -> TableConfig {
        TableConfig {
            id: id.to_owned(),
            game: game.to_owned(),
            money: Money::Real,
            settings: [("cut-card-position".to_owned(), "75".to_owned())].into(),
            limits: [("main".to_owned(), (500, 50_000))].into(),
            dealing: DealingConfig::House,
            seconds: Seconds::default(),
            seats: SeatLimits::default(),
        }
    }

    /// The same table for play money.
    #[must_use]
    pub fn for_play(self) -> TableConfig {
        TableConfig { money: Money::Play, ..self }
    }

    /// What is posted at it, without the text of a house's own rule book.
    #[must_use]
    pub fn posted(&self) -> Posted {
        let TableConfig { game, settings, limits, money, .. } = self.clone();
        Posted { game, book: None, settings, limits, money }
    }

    /// Whether it plays by a rule book of the house's own.
    fn has_own_book(&self) -> bool {
        !GAMES.contains(&self.game.as_str())
    }

    /// What is posted at it, with the house's own rule book read from its file.
    ///
    /// # Errors
    ///
    /// When that file cannot be read, or has faults.
    pub(crate) fn read(&self) -> Result<Posted, NotPlayable> {
        let book = self.has_own_book().then(|| RuleBook::open(&self.game)).transpose()?;
        Ok(Posted { book, ..self.posted() })
    }
}
