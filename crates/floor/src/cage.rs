//! Where credits are bought and cashed out: every receipt has a number and its posting in the ledger.
//!
//! Play money is given here and never exchanged.

mod terminal;

use std::sync::Arc;

use journal::{Account, Journal, JournalError, Keep, NewRecord, Posting, Sent};
use serde::{Deserialize, Serialize};
use tokio::sync::Mutex;
use vocabulary::Chips;

use crate::book::{Book, NotWritten};
use crate::clock::Clock;
use crate::json;
use crate::money::Money;
use crate::uncancelled::uncancelled;
use crate::window::Millis;
pub(crate) use terminal::TERMINALS;
pub use terminal::TerminalLimits;

/// What a player and the house exchanged.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Receipt {
    /// Its number.
    pub number: u64,
    /// When.
    pub at: Millis,
    /// Whose credits; the terminal's name where the cage fills or empties one.
    pub player: String,
    /// What was done.
    pub what: Exchange,
    /// How much, in minor units.
    pub amount: i64,
    /// Who did it: a cashier, or the player at a terminal.
    pub by: String,
    /// The terminal, where it was done at one, and who made its token.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub terminal: Option<String>,
}

/// What is done with credits.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Exchange {
    /// Credits for money.
    Bought,
    /// Money for credits.
    CashedOut,
    /// Credits for what the player owes.
    Settled,
    /// Play money, which the house gives away.
    Given,
    /// Money of the cage put into a terminal.
    Filled,
    /// Money of a terminal taken to the cage.
    Emptied,
}

/// Where the money is on the other side.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Till {
    /// A cashier's.
    Cage,
    /// Nobody's: play money.
    PlayMoney,
}

impl Till {
    fn account(self) -> Account {
        let name = match self {
            Till::Cage => "cage",
            Till::PlayMoney => "play-money",
        };
        name.parse().expect("a till is an account")
    }

    /// What it has.
    fn money(self) -> Money {
        match self {
            Till::Cage => Money::Real,
            Till::PlayMoney => Money::Play,
        }
    }
}

/// Why nothing was exchanged.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum NotExchanged {
    /// Not an amount.
    #[error("an amount is from 0.01 to {}", Chips::MOST)]
    Amount,
    /// More than there is.
    #[error("the balance is {balance}: no more can be cashed out")]
    TooLittle {
        /// What there is.
        balance: Chips,
    },
    /// The player owes, and keeps back what they owe with.
    #[error("the player owes {debt}: settle that from their credits first")]
    Owing {
        /// How much.
        debt: Chips,
    },
    /// More would be settled than is owed.
    #[error("the player owes {debt}: no more can be settled")]
    OwesLess {
        /// How much.
        debt: Chips,
    },
    /// Play money is not for exchange, and the house gives no other away.
    #[error("play money is given by the house: nobody buys it or cashes it out")]
    PlayMoney,
    /// More than a terminal exchanges at a time.
    #[error("a terminal exchanges up to {most} at a time: take less, or go to the cage")]
    AboveTerminalLimit {
        /// The most.
        most: Chips,
    },
    /// The terminal would hold more money than it may.
    #[error("this terminal can take {room} more: take less, or go to the cage")]
    TerminalFull {
        /// What it can still take.
        room: Chips,
    },
    /// The terminal has too little money.
    #[error("this terminal holds {held}: take less, or go to the cage")]
    TerminalEmpty {
        /// What it holds.
        held: Chips,
    },
    /// The id was used for something else.
    #[error("this id was used for something else")]
    OtherUse,
    /// The journal failed.
    #[error("the journal failed: {0}")]
    Journal(String),
}

/// The cage.
#[derive(Clone)]
pub struct Cage {
    book: Book,
    journal: Journal,
    clock: Clock,
    /// Held while play money is topped up, so that two at once do not both give what is missing.
    topping_up: Arc<Mutex<()>>,
}

impl Cage {
    pub(crate) fn new(book: Book, journal: Journal, clock: Clock) -> Cage {
        Cage { book, journal, clock, topping_up: Arc::default() }
    }

    /// What a player has in real money.
    ///
    /// # Errors
    ///
    /// When the journal fails.
    pub async fn balance(&self, player: &str) -> Result<Chips, JournalError> {
        self.balance_in(Money::Real, player).await
    }

    /// What a player has in one kind of money.
    ///
    /// # Errors
    ///
    /// When the journal fails.
    pub async fn balance_in(&self, money: Money, player: &str) -> Result<Chips, JournalError> {
        match money.purse(player) {
            Some(account) => self.journal.balance(&account).await,
            None => Ok(Chips::ZERO),
        }
    }

    /// Sells credits at the cage or buys them back, or gives play money, once for each id.
    ///
    /// # Errors
    ///
    /// When the amount is none, the player has too little, or the journal fails.
    pub async fn exchange(
        &self,
        id: Option<String>,
        by: &str,
        player: &str,
        what: Exchange,
        till: Till,
        amount: Chips,
    ) -> Result<Receipt, NotExchanged> {
        let other = match (what, till) {
            (Exchange::Bought | Exchange::CashedOut, Till::Cage) | (Exchange::Given, Till::PlayMoney) => {
                till.account()
            }
            (Exchange::Settled, Till::Cage) => Money::Real.debt(player).ok_or(NotExchanged::Amount)?,
            _ => return Err(NotExchanged::PlayMoney),
        };
        let receipt = self.receipt(by, player, what, amount)?;
        if what == Exchange::CashedOut {
            self.require_nothing_owed(id.as_deref(), player).await?;
        }
        let between = (till.money().purse(player).ok_or(NotExchanged::Amount)?, other);
        match self.write(id, &receipt, between, None).await {
            Err(NotWritten::Repeated(answer)) => receipt.given_before(&answer),
            // What a player owes is a balance below zero.
            Err(NotWritten::Overdrawn(balance)) if what == Exchange::Settled && balance < Chips::ZERO => {
                Err(NotExchanged::OwesLess { debt: -balance })
            }
            written => Ok(written?),
        }
    }

    /// What a player owes, because more was taken back from them than they had.
    ///
    /// # Errors
    ///
    /// When the journal fails.
    pub async fn debt(&self, player: &str) -> Result<Chips, JournalError> {
        match Money::Real.debt(player) {
            Some(account) => Ok(-self.journal.balance(&account).await?),
            None => Ok(Chips::ZERO),
        }
    }

    /// A player who owes keeps their credits until the debt is settled. An id that was answered before gets the same answer
    /// again.
    async fn require_nothing_owed(&self, id: Option<&str>, player: &str) -> Result<(), NotExchanged> {
        let debt = self.debt(player).await?;
        if debt > Chips::ZERO && self.answer(id).await?.is_none() {
            return Err(NotExchanged::Owing { debt });
        }
        Ok(())
    }

    /// Tops up a player's play money to this amount, once for each id; `None` if they already have that much.
    ///
    /// # Errors
    ///
    /// When the id was used for something else, or the journal fails.
    pub async fn top_up(
        &self,
        id: Option<String>,
        by: &str,
        player: &str,
        to: Chips,
    ) -> Result<Option<Receipt>, NotExchanged> {
        let (cage, by, player) = (self.clone(), by.to_owned(), player.to_owned());
        uncancelled(async move { cage.give_what_is_missing(id, &by, &player, to).await }).await
    }

    async fn give_what_is_missing(
        &self,
        id: Option<String>,
        by: &str,
        player: &str,
        to: Chips,
    ) -> Result<Option<Receipt>, NotExchanged> {
        let _one_at_a_time = self.topping_up.lock().await;
        if let Some(answer) = self.answer(id.as_deref()).await? {
            let before: Receipt = serde_json::from_str(&answer).map_err(|_| NotExchanged::OtherUse)?;
            // How much was missing then does not matter now.
            let amount = Chips::minor(before.amount);
            let same = self.receipt(by, player, Exchange::Given, amount)?.given_before(&answer);
            return same.map(Some);
        }
        let missing = to - self.balance_in(Money::Play, player).await?;
        if missing <= Chips::ZERO {
            return Ok(None);
        }
        self.exchange(id, by, player, Exchange::Given, Till::PlayMoney, missing).await.map(Some)
    }

    /// What this id was answered before.
    async fn answer(&self, id: Option<&str>) -> Result<Option<String>, NotExchanged> {
        match id {
            Some(id) => Ok(self.journal.answer(id).await?.map(|before| before.answer)),
            None => Ok(None),
        }
    }

    /// A receipt that has no number yet.
    fn receipt(
        &self,
        by: &str,
        player: &str,
        what: Exchange,
        amount: Chips,
    ) -> Result<Receipt, NotExchanged> {
        if amount <= Chips::ZERO || amount > Chips::MOST {
            return Err(NotExchanged::Amount);
        }
        let (at, player, amount, by) = (self.clock.now(), player.to_owned(), amount.units(), by.to_owned());
        Ok(Receipt { number: 0, at, player, what, amount, by, terminal: None })
    }

    /// Writes a receipt with its postings, from the second account to the first or back, and a fact that changes with it: as
    /// it must be before, and as it is after.
    async fn write(
        &self,
        id: Option<String>,
        receipt: &Receipt,
        (first, other): (Account, Account),
        fact: Option<(Keep, Keep)>,
    ) -> Result<Receipt, NotWritten> {
        let amount = Chips::minor(receipt.amount);
        let out = matches!(receipt.what, Exchange::CashedOut | Exchange::Settled | Exchange::Emptied);
        let to_first = if out { -amount } else { amount };
        let postings =
            vec![Posting { account: first, amount: to_first }, Posting { account: other, amount: -to_first }];
        let (before, after): (Vec<Keep>, Vec<Keep>) = fact.into_iter().unzip();
        let written = receipt.clone();
        let line = move |number| {
            let body = json::text(&Receipt { number, ..written.clone() });
            let command = id.clone().map(|id| Sent { id, answer: body.clone() });
            let (postings, expects, keeps) = (postings.clone(), before.clone(), after.clone());
            NewRecord { at: written.at, body, command, postings, expects, keeps, ..NewRecord::default() }
        };
        let number = self.book.write(line).await?;
        Ok(Receipt { number, ..receipt.clone() })
    }

    /// The cage's book.
    pub(crate) fn book(&self) -> &Book {
        &self.book
    }
}

impl Receipt {
    /// What it moves; `None` if nobody exchanges such an amount.
    pub(crate) fn postings(&self) -> Option<Vec<Posting>> {
        let amount = Chips::minor(self.amount);
        if amount <= Chips::ZERO || amount > Chips::MOST {
            return None;
        }
        let purse = || Money::Real.purse(&self.player);
        let (gives, takes) = match (self.what, &self.terminal) {
            (Exchange::Bought, None) => (Some(Till::Cage.account()), purse()),
            (Exchange::CashedOut, None) => (purse(), Some(Till::Cage.account())),
            (Exchange::Bought, Some(terminal)) => (terminal::account(of_terminal(terminal)), purse()),
            (Exchange::CashedOut, Some(terminal)) => (purse(), terminal::account(of_terminal(terminal))),
            (Exchange::Settled, None) => (purse(), Money::Real.debt(&self.player)),
            (Exchange::Given, None) => (Some(Till::PlayMoney.account()), Money::Play.purse(&self.player)),
            (Exchange::Given | Exchange::Settled, Some(_)) => return None,
            (Exchange::Filled, _) => (terminal::account(&self.player), Some(Till::Cage.account())),
            (Exchange::Emptied, _) => (Some(Till::Cage.account()), terminal::account(&self.player)),
        };
        Some(vec![Posting { account: takes?, amount }, Posting { account: gives?, amount: -amount }])
    }

    /// The name of the terminal it was done at.
    pub(crate) fn terminal_name(&self) -> Option<&str> {
        self.terminal.as_deref().map(of_terminal)
    }

    /// Whether an earlier version posted it like this: play money into the purse for real money, and what was exchanged at a
    /// terminal as money of all terminals, which the receipt does not say.
    pub(crate) fn was_posted_earlier(&self, postings: &[Posting]) -> bool {
        let to_player = if self.what == Exchange::CashedOut { -self.amount } else { self.amount };
        let till = match self.what {
            Exchange::Given => "play-money",
            Exchange::Bought | Exchange::CashedOut => "terminals",
            Exchange::Settled | Exchange::Filled | Exchange::Emptied => return false,
        };
        let [first, other] = postings else { return false };
        let to_player = Chips::minor(to_player);
        self.terminal.is_none()
            && (Some(&first.account), first.amount) == (Money::Real.purse(&self.player).as_ref(), to_player)
            && (other.account.as_str(), other.amount) == (till, -to_player)
    }

    /// The receipt an id was answered with before, if it was for the same exchange.
    fn given_before(&self, answer: &str) -> Result<Receipt, NotExchanged> {
        let before: Receipt = serde_json::from_str(answer).map_err(|_| NotExchanged::OtherUse)?;
        let same = Receipt { number: before.number, at: before.at, ..self.clone() } == before;
        if same { Ok(before) } else { Err(NotExchanged::OtherUse) }
    }
}

/// The name of a terminal that acted with a token.
fn of_terminal(acting: &str) -> &str {
    acting.split_once(' ').map_or(acting, |(name, _)| name)
}

impl From<NotWritten> for NotExchanged {
    fn from(why: NotWritten) -> NotExchanged {
        match why {
            NotWritten::Repeated(_) => NotExchanged::OtherUse,
            NotWritten::Overdrawn(balance) => NotExchanged::TooLittle { balance },
            NotWritten::Changed => NotExchanged::Journal("a fact was changed meanwhile".into()),
            NotWritten::Failed(error) => NotExchanged::Journal(error.to_string()),
        }
    }
}

impl From<JournalError> for NotExchanged {
    fn from(error: JournalError) -> NotExchanged {
        NotExchanged::Journal(error.to_string())
    }
}
