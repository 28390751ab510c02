//! Where credits are bought and cashed out: every receipt has a number and its posting in the ledger.

use journal::{Account, Journal, JournalError, NewRecord, Posting, Sent};
use serde::{Deserialize, Serialize};
use vocabulary::Chips;

use crate::book::{Book, NotWritten};
use crate::clock::Clock;
use crate::json;
use crate::window::Millis;

/// What a player and the house exchanged.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Receipt {
    /// Its number.
    pub number: u64,
    /// When.
    pub at: Millis,
    /// Whose credits.
    pub player: String,
    /// What was done.
    pub what: Exchange,
    /// How much, in minor units.
    pub amount: i64,
    /// Who did it: a cashier, or the player at his terminal.
    pub by: String,
}

/// What is done with credits.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Exchange {
    /// Credits for money.
    Bought,
    /// Money for credits.
    CashedOut,
    /// Play money for a guest.
    Given,
}

/// Where the money is on the other side.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Till {
    /// A cashier's.
    Cage,
    /// The terminal's.
    Terminal,
    /// Nobody's: play money.
    PlayMoney,
}

impl Till {
    fn account(self) -> Account {
        let name = match self {
            Till::Cage => "cage",
            Till::Terminal => "terminals",
            Till::PlayMoney => "play-money",
        };
        name.parse().expect("a till is an account")
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
}

impl Cage {
    pub(crate) fn new(book: Book, journal: Journal, clock: Clock) -> Cage {
        Cage { book, journal, clock }
    }

    /// What a player has.
    ///
    /// # Errors
    ///
    /// When the journal fails.
    pub async fn balance(&self, player: &str) -> Result<Chips, JournalError> {
        match account(player) {
            Some(account) => self.journal.balance(&account).await,
            None => Ok(Chips::ZERO),
        }
    }

    /// Exchanges credits, once for each id.
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
        let purse = account(player).ok_or(NotExchanged::Amount)?;
        if amount <= Chips::ZERO || amount > Chips::MOST {
            return Err(NotExchanged::Amount);
        }
        let at = self.clock.now();
        let to_player = if what == Exchange::CashedOut { -amount } else { amount };
        let till = till.account();
        let (player, amount, by) = (player.to_owned(), amount.units(), by.to_owned());
        let receipt = Receipt { number: 0, at, player, what, amount, by };
        let postings = vec![
            Posting { account: purse, amount: to_player },
            Posting { account: till, amount: -to_player },
        ];
        let written = receipt.clone();
        let line = move |number| {
            let body = json::text(&Receipt { number, ..written.clone() });
            let command = id.clone().map(|id| Sent { id, answer: body.clone() });
            NewRecord { at, body, command, postings: postings.clone(), ..NewRecord::default() }
        };
        match self.book.write(line).await {
            Ok(number) => Ok(Receipt { number, ..receipt }),
            Err(NotWritten::Repeated(answer)) => receipt.given_before(&answer),
            Err(NotWritten::Overdrawn(balance)) => Err(NotExchanged::TooLittle { balance }),
            Err(NotWritten::Changed) => Err(NotExchanged::Journal("a receipt expects no facts".into())),
            Err(NotWritten::Failed(error)) => Err(NotExchanged::Journal(error.to_string())),
        }
    }

    /// The cage's book.
    pub(crate) fn book(&self) -> &Book {
        &self.book
    }
}

impl Receipt {
    /// The receipt an id was answered with before, if it was for the same exchange.
    fn given_before(&self, answer: &str) -> Result<Receipt, NotExchanged> {
        let before: Receipt = serde_json::from_str(answer).map_err(|_| NotExchanged::OtherUse)?;
        let same = Receipt { number: before.number, at: before.at, ..self.clone() } == before;
        if same { Ok(before) } else { Err(NotExchanged::OtherUse) }
    }
}

fn account(player: &str) -> Option<Account> {
    format!("player/{player}").parse().ok()
}
