//! The two kinds of money, where every chip of a round is, and what a step of it moves.

use std::collections::BTreeMap;

use journal::{Account, Posting};
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

    /// The account of a player's credits; `None` if nobody can have that name.
    #[must_use]
    pub fn purse(self, player: &str) -> Option<Account> {
        self.account("player", player)
    }

    /// The account of what a player owes, where more was taken back from them than they had. Nobody asks for play money.
    pub(crate) fn debt(self, player: &str) -> Option<Account> {
        self.account("debt", player)
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

/// The chips of a round: what each player got less what they put down, what lies on the table, what the house has won.
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

    /// What each player was paid, or got back, for wagers that were settled before and are settled worse now or lie again: it
    /// is taken back from them, whether they have it or not.
    pub(crate) fn taken_back(before: &Round, after: &Round) -> BTreeMap<PlayerId, Chips> {
        let mut back: BTreeMap<PlayerId, Chips> = BTreeMap::new();
        for (was, is) in before.wagers().iter().zip(after.wagers()).filter(|(was, _)| !was.is_live()) {
            let now = if is.is_live() { -is.at_risk() } else { is.net() };
            if now < was.net() {
                *back.entry(was.player).or_default() += was.net() - now;
            }
        }
        back
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

    /// The players who put down nothing and pay nothing but what is taken back from them.
    pub(crate) fn only_gives_back(&self, back: &BTreeMap<PlayerId, Chips>) -> impl Iterator<Item = PlayerId> {
        let gives = |player: &PlayerId, chips: Chips| {
            chips < Chips::ZERO && back.get(player).is_some_and(|back| chips + *back >= Chips::ZERO)
        };
        self.players.iter().filter(move |(player, chips)| gives(player, **chips)).map(|(player, _)| *player)
    }

    /// This as postings: the players by number, the stakes on the table, the house.
    pub(crate) fn postings(&self, money: Money, table: &str, names: &[String]) -> Vec<Posting> {
        let players = self.players.iter().filter_map(|(player, chips)| {
            let name = names.get(usize::from(player.0)).filter(|_| *chips != Chips::ZERO)?;
            posting(money.purse(name), *chips)
        });
        let moved = |chips: Chips, account: fn(Money, &str) -> Option<Account>| {
            (chips != Chips::ZERO).then(|| posting(account(money, table), chips)).flatten()
        };
        players.chain(moved(self.stakes, Money::stakes)).chain(moved(self.house, Money::house)).collect()
    }
}

fn posting(account: Option<Account>, amount: Chips) -> Option<Posting> {
    Some(Posting { account: account?, amount })
}
