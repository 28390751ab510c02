//! Machines that sell credits and pay them out. Each has an account, holds money up to a limit, and exchanges up to a limit
//! at a time.

use journal::{Account, Keep};
use vocabulary::Chips;

use super::{Cage, Exchange, NotExchanged, Receipt, Till};
use crate::book::NotWritten;
use crate::money::Money;
use crate::people::Person;
use crate::uncancelled::uncancelled;

/// How much terminals exchange.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TerminalLimits {
    /// The most at a time.
    pub exchange: Chips,
    /// The most money a terminal may hold.
    pub cash: Chips,
}

/// Where is kept how much money each terminal holds, in minor units. It is what its account says, and a receipt is written
/// only while it is what it was when the account was read: two at once cannot pass the limit together.
pub(crate) const TERMINALS: &str = "terminals";

/// What is done at a terminal.
#[derive(Clone, Debug)]
struct AtTerminal {
    id: String,
    receipt: Receipt,
    /// The terminal's name.
    name: String,
    limits: TerminalLimits,
    /// The purse or the cage, and the terminal.
    between: (Account, Account),
}

impl Cage {
    /// Sells credits to a player at a terminal, or pays them out there, once for each id.
    ///
    /// # Errors
    ///
    /// When the amount is above a limit, the terminal or the player has too little, or the journal fails.
    pub async fn exchange_at_terminal(
        &self,
        id: String,
        player: &Person,
        what: Exchange,
        (terminal, limits): (&Person, TerminalLimits),
        amount: Chips,
    ) -> Result<Receipt, NotExchanged> {
        if player.guest || !matches!(what, Exchange::Bought | Exchange::CashedOut) {
            return Err(NotExchanged::PlayMoney);
        }
        let receipt = self.receipt(&player.acting(), &player.name, what, amount)?;
        if what == Exchange::CashedOut {
            self.require_nothing_owed(Some(&id), &player.name).await?;
        }
        let purse = Money::Real.purse(&player.name).ok_or(NotExchanged::Amount)?;
        self.at_terminal(id, receipt, terminal, (limits, purse)).await
    }

    /// Puts money of the cage into a terminal, or takes it back, once for each id.
    ///
    /// # Errors
    ///
    /// When the terminal would hold too much or has too little, or the journal fails.
    pub async fn serve_terminal(
        &self,
        id: String,
        cashier: &Person,
        what: Exchange,
        (terminal, limits): (&Person, TerminalLimits),
        amount: Chips,
    ) -> Result<Receipt, NotExchanged> {
        if !matches!(what, Exchange::Filled | Exchange::Emptied) {
            return Err(NotExchanged::PlayMoney);
        }
        let receipt = self.receipt(&cashier.acting(), &terminal.name, what, amount)?;
        self.at_terminal(id, receipt, terminal, (limits, Till::Cage.account())).await
    }

    async fn at_terminal(
        &self,
        id: String,
        receipt: Receipt,
        terminal: &Person,
        (limits, first): (TerminalLimits, Account),
    ) -> Result<Receipt, NotExchanged> {
        let receipt = Receipt { terminal: Some(terminal.acting()), ..receipt };
        let between = (first, account(&terminal.name).ok_or(NotExchanged::Amount)?);
        let (cage, asked) =
            (self.clone(), AtTerminal { id, receipt, name: terminal.name.clone(), limits, between });
        uncancelled(async move {
            loop {
                match cage.try_at_terminal(&asked).await {
                    // Somebody else was at the terminal meanwhile: how much it holds now is looked up again.
                    Err(NotWritten::Changed) => {}
                    Err(NotWritten::Repeated(answer)) => return asked.receipt.given_before(&answer),
                    Err(why) => return Err(why.into()),
                    Ok(exchanged) => return exchanged,
                }
            }
        })
        .await
    }

    async fn try_at_terminal(&self, asked: &AtTerminal) -> Result<Result<Receipt, NotExchanged>, NotWritten> {
        let AtTerminal { id, receipt, name, limits, between } = asked;
        // What was done before is answered as it was, although the terminal may be full by now.
        match self.answer(Some(id)).await {
            Ok(Some(answer)) => return Err(NotWritten::Repeated(answer)),
            Ok(None) => {}
            Err(why) => return Ok(Err(why)),
        }
        let was = match self.journal.kept(TERMINALS, name).await {
            Ok(was) => was,
            Err(error) => return Ok(Err(error.into())),
        };
        let allowed = self.held_by_terminal(name).await.and_then(|held| limits.allow(receipt, held));
        let holds = match allowed {
            Ok(holds) => holds,
            Err(why) => return Ok(Err(why)),
        };
        let fact = |body| Keep { shelf: TERMINALS.into(), key: name.clone(), body };
        let facts = (fact(was), fact(Some(holds.units().to_string())));
        self.write(Some(id.clone()), receipt, between.clone(), Some(facts)).await.map(Ok)
    }

    /// How much money a terminal holds.
    ///
    /// # Errors
    ///
    /// When the journal fails.
    pub async fn held_by_terminal(&self, name: &str) -> Result<Chips, NotExchanged> {
        match account(name) {
            Some(account) => Ok(-self.journal.balance(&account).await?),
            None => Ok(Chips::ZERO),
        }
    }
}

impl TerminalLimits {
    /// What a terminal that holds this much holds after an exchange.
    fn allow(self, receipt: &Receipt, held: Chips) -> Result<Chips, NotExchanged> {
        let amount = Chips::minor(receipt.amount);
        let by_player = matches!(receipt.what, Exchange::Bought | Exchange::CashedOut);
        if by_player && amount > self.exchange {
            return Err(NotExchanged::AboveTerminalLimit { most: self.exchange });
        }
        let out = matches!(receipt.what, Exchange::CashedOut | Exchange::Emptied);
        let holds = if out { held - amount } else { held + amount };
        if holds < Chips::ZERO {
            return Err(NotExchanged::TerminalEmpty { held });
        }
        if holds > self.cash && holds > held {
            return Err(NotExchanged::TerminalFull { room: (self.cash - held).max(Chips::ZERO) });
        }
        Ok(holds)
    }
}

/// The account of a terminal: what it holds is below zero, as at the cage.
pub(super) fn account(name: &str) -> Option<Account> {
    format!("terminals/{name}").parse().ok()
}
