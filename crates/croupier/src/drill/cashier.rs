//! The cage: a cashier sells credits to players who have a login, and buys them back.

use std::time::Duration;

use floor::Exchange;

use super::actor::Actor;
use super::deed::What;
use super::evening::Told;
use super::tally::Act;

/// What every player buys at first, in minor units.
const AT_FIRST: i64 = 5_000_000;
/// One exchange in this many is cut off: there is one cashier, and the cage's book is as good as any table's.
const CUT_OFF: u64 = 8;
/// More than anybody ever has.
const TOO_MUCH: i64 = 90_000_000_000;

/// The cashier and everyone they serve.
pub(super) struct Cashier {
    pub(super) actor: Actor,
    pub(super) customers: Vec<String>,
}

impl Cashier {
    /// Sells every player what they play with.
    pub(super) async fn sell_to_all(&mut self) {
        for player in self.customers.clone() {
            self.exchange(Act::Sale, player, Exchange::Bought, AT_FIRST).await;
        }
    }

    /// Sells and buys back until the evening is over.
    pub(super) async fn serve(mut self) -> Told {
        self.actor.cut_off_in = CUT_OFF;
        while !self.actor.evening.is_over() {
            let Some(player) = self.actor.dice.pick(&self.customers).cloned() else { break };
            let amount = 100 + i64::try_from(self.actor.dice.below(9_900)).unwrap_or(0);
            match self.actor.dice.below(10) {
                0..=4 => self.exchange(Act::Sale, player, Exchange::Bought, amount).await,
                5..=8 => self.exchange(Act::BuyBack, player, Exchange::CashedOut, amount).await,
                _ => self.exchange(Act::BuyBack, player, Exchange::CashedOut, TOO_MUCH).await,
            }
            let pause = Duration::from_millis(30 + self.actor.dice.below(100));
            tokio::time::sleep(pause).await;
        }
        Told { deeds: self.actor.deeds(), ..Told::default() }
    }

    async fn exchange(&mut self, act: Act, player: String, what: Exchange, amount: i64) {
        self.actor.command(act, What::Exchange { player, what, amount }).await;
    }
}
