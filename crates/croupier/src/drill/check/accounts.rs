//! Which accounts chips move between, reckoned by the drill itself.

use std::collections::BTreeMap;
use std::fmt;

use floor::{Exchange, Money, Receipt};
use journal::{Account, Posting};
use vocabulary::Chips;

/// What a player has.
pub(super) fn purse(player: &str, money: Money) -> String {
    format!("player/{player}{}", suffix(money))
}

/// What lies on a table.
pub(super) fn stakes(table: &str, money: Money) -> String {
    format!("stakes/{table}{}", suffix(money))
}

/// What the house has won at a table.
pub(super) fn house(table: &str, money: Money) -> String {
    format!("house/{table}{}", suffix(money))
}

/// What tells accounts of play money from those of real money.
fn suffix(money: Money) -> &'static str {
    match money {
        Money::Real => "",
        Money::Play => "/play",
    }
}

/// What a receipt moves. Nobody in a drill fills or empties a terminal.
pub(super) fn exchanged(receipt: &Receipt) -> Moved {
    let (till, money, to_player) = match receipt.what {
        Exchange::Bought => ("cage", Money::Real, receipt.amount),
        Exchange::CashedOut => ("cage", Money::Real, -receipt.amount),
        Exchange::Given => ("play-money", Money::Play, receipt.amount),
        // Nobody in a drill owes anything.
        Exchange::Settled | Exchange::Filled | Exchange::Emptied => return Moved::default(),
    };
    let mut moved = Moved::default();
    moved.put(purse(&receipt.player, money), Chips::minor(to_player));
    moved.put(till.to_owned(), Chips::minor(-to_player));
    moved
}

/// Chips that came into accounts, or with a minus left them.
#[derive(Clone, Default, Debug)]
pub(super) struct Moved(BTreeMap<String, Chips>);

impl Moved {
    pub(super) fn by(postings: &[Posting]) -> Moved {
        let mut moved = Moved::default();
        for posting in postings {
            moved.put(posting.account.to_string(), posting.amount);
        }
        moved
    }

    pub(super) fn of(balances: &[(Account, Chips)]) -> Moved {
        let mut moved = Moved::default();
        for (account, chips) in balances {
            moved.put(account.to_string(), *chips);
        }
        moved
    }

    pub(super) fn put(&mut self, account: String, chips: Chips) {
        *self.0.entry(account).or_default() += chips;
    }

    pub(super) fn add(&mut self, other: &Moved) {
        for (account, chips) in &other.0 {
            self.put(account.clone(), *chips);
        }
    }

    /// What an account got.
    pub(super) fn to(&self, account: &str) -> Chips {
        self.0.get(account).copied().unwrap_or_default()
    }

    /// What moved since an earlier count.
    pub(super) fn since(&self, earlier: &Moved) -> Moved {
        let mut moved = self.clone();
        for (account, chips) in &earlier.0 {
            moved.put(account.clone(), -*chips);
        }
        moved
    }

    pub(super) fn sum(&self) -> Chips {
        self.0.values().copied().sum()
    }

    /// The accounts in which another count differs, with what both have.
    pub(super) fn differences(&self, other: &Moved) -> Vec<(String, Chips, Chips)> {
        let difference = self.since(other);
        let differs = difference.0.iter().filter(|(_, chips)| **chips != Chips::ZERO);
        differs.map(|(account, _)| (account.clone(), self.to(account), other.to(account))).collect()
    }
}

impl PartialEq for Moved {
    fn eq(&self, other: &Moved) -> bool {
        self.differences(other).is_empty()
    }
}

impl fmt::Display for Moved {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let moved: Vec<String> = self
            .0
            .iter()
            .filter(|(_, chips)| **chips != Chips::ZERO)
            .map(|(account, chips)| format!("{account} {chips}"))
            .collect();
        if moved.is_empty() { f.write_str("nothing") } else { f.write_str(&moved.join(", ")) }
    }
}
