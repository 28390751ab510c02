//! The two kinds of money, where every chip of a round is, and what a step of it moves.

use std::collections::BTreeMap;

use journal::Account;
use round::Round;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use vocabulary::{Chips, PlayerId};

/// What the chips at a table are. The two are never exchanged for each other, and no posting mixes them.
#[derive(
    Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default, Serialize, Deserialize, ToSchema,
)]
#[serde(rename_all = "kebab-case")]
pub enum Money {
    /// Credits that are bought at the cage or at a terminal, and cashed out there.
    #[default]
    Real,
    /// Credits that the house gives away and nobody cashes out.
    Play,
}

impl Money {
    /// Both.
    pub const ALL: [Money; 2] = [Money::Real, Money::Play];

    /// Its word.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Money::Real => "real",
            Money::Play => "play",
        }
    }

    /// Whether it is real money, which is what is meant where nothing is written.
    #[must_use]
    pub fn is_real(&self) -> bool {
        *self == Money::Real
    }

    /// The account of a player's credits; none where nobody can have that name.
    #[must_use]
    pub fn purse(self, player: &str) -> Option<Account> {
        self.account("player", player)
    }

    /// The account of what lies on a table.
    pub(crate) fn stakes(self, table: &str) -> Option<Account> {
        self.account("stakes", table)
    }

    /// The account of what the house won at a table.
    pub(crate) fn house(self, table: &str) -> Option<Account> {
        self.account("house", table)
    }

    fn account(self, kind: &str, name: &str) -> Option<Account> {
        let apart = if self == Money::Play { "/play" } else { "" };
        format!("{kind}/{name}{apart}").parse().ok()
    }
}

/// The chips of a round: what each player got less what he put down, what lies on the table, what the house has won.
/// Together they are nothing, whatever happens.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Chipcount {
    pub(crate) players: BTreeMap<PlayerId, Chips>,
    pub(crate) stakes: Chips,
    pub(crate) house: Chips,
}

impl Chipcount {
    /// The chips as they lie.
    pub(crate) fn of(round: &Round) -> Chipcount {
        let mut count = Chipcount::default();
        for wager in round.wagers() {
            let player = count.players.entry(wager.player).or_default();
            if wager.is_live() {
                *player -= wager.at_risk();
                count.stakes += wager.at_risk();
            } else {
                *player += wager.net();
                count.house -= wager.net();
            }
        }
        count
    }

    /// What moved since an earlier count: for each player, for the stakes on the table, for the house.
    pub(crate) fn since(&self, before: &Chipcount) -> Chipcount {
        let mut moved = self.clone();
        for (player, chips) in &before.players {
            *moved.players.entry(*player).or_default() -= *chips;
        }
        moved.players.retain(|_, chips| *chips != Chips::ZERO);
        moved.stakes -= before.stakes;
        moved.house -= before.house;
        moved
    }
}
