//! A table brought back from its book, round by round, and the chips on it.

use std::sync::Arc;

use floor::{Entry, Money};

use super::accounts::{Moved, house, purse, stakes};

/// A table as its book has it so far.
#[derive(Default)]
pub(super) struct Felt {
    round: Option<transcript::Table>,
    /// What is played for in the round.
    money: Money,
    chips: Moved,
}

impl Felt {
    /// What is played for in the round.
    pub(super) fn money(&self) -> Money {
        self.money
    }

    /// Takes in the next entry: what moves by it.
    pub(super) fn hear(&mut self, id: &str, entry: &Entry) -> Result<Moved, String> {
        if let Some(opens) = &entry.opens {
            let rules = opens.rules.rules().map_err(|why| why.to_string())?;
            let round =
                transcript::Table::resume(Arc::new(rules), opens.names.clone(), opens.between.clone());
            (self.round, self.money, self.chips) = (Some(round), opens.rules.money, Moved::default());
        }
        let Some(round) = &mut self.round else {
            return if entry.events.is_empty() {
                Ok(Moved::default())
            } else {
                Err("before any round".into())
            };
        };
        round.catch_up(&entry.names, &entry.events);
        let chips = chips((id, self.money), round);
        let moved = chips.since(&self.chips);
        self.chips = chips;
        Ok(moved)
    }
}

/// Where the chips of a round are: what players put down lies on the table until it is won or lost.
fn chips((id, money): (&str, Money), table: &transcript::Table) -> Moved {
    let mut chips = Moved::default();
    for wager in table.round().wagers() {
        let name = table.names().get(usize::from(wager.player.0)).map_or("", String::as_str);
        if wager.is_live() {
            chips.put(purse(name, money), -wager.at_risk());
            chips.put(stakes(id, money), wager.at_risk());
        } else {
            chips.put(purse(name, money), wager.net());
            chips.put(house(id, money), -wager.net());
        }
    }
    chips
}
