//! A table where a dealer keys real cards, and those who play before them.

use std::time::Duration;

use super::actor::Actor;
use super::deed::What;
use super::dice::Dice;
use super::evening::Told;
use super::tally::Act;
use super::terminal::{Sayable, Seen};

/// The table's name.
pub(super) const DEALERS_TABLE: &str = "dealer-1";
/// Its game.
pub(super) const DEALERS_GAME: &str = "blackjack";

/// The dealer and the players.
pub(super) struct DealersTable {
    pub(super) dealer: Actor,
    pub(super) players: Vec<Actor>,
}

impl DealersTable {
    /// Deals until the evening is over.
    pub(super) async fn deal(mut self) -> Told {
        while !self.dealer.evening.is_over() {
            match look(&mut self.dealer).await {
                Some(options) => self.go_on(&options).await,
                // A server that was killed is asked again.
                None => self.dealer.client.next_door(),
            }
            tokio::time::sleep(Duration::from_millis(40 + self.dealer.dice.below(80))).await;
        }
        let mut told = Told::default();
        for actor in self.players.into_iter().chain([self.dealer]) {
            told.add(Told { deeds: actor.deeds(), ..Told::default() });
        }
        told
    }

    /// Does what the table waits for: the dealer keys a card, or the players answer, or the dealer goes on without them.
    async fn go_on(&mut self, options: &[Sayable]) {
        let Some(option) = options.first() else { return self.bet().await };
        match (option.wants.as_deref(), option.say.as_str()) {
            (Some("card"), _) => {
                let card = card(&mut self.dealer.dice);
                say(&mut self.dealer, Act::Dealt, format!("shoe {card}")).await;
            }
            (Some(_), words) => {
                say(&mut self.dealer, Act::Incident, format!("{words} it is so")).await;
            }
            (None, "dealer closes bets") => {
                self.bet().await;
                say(&mut self.dealer, Act::Dealt, "dealer closes bets".into()).await;
            }
            (None, words) => {
                if !self.answer().await || self.dealer.dice.below(4) == 0 {
                    say(&mut self.dealer, Act::Dealt, words.to_owned()).await;
                }
            }
        }
    }

    async fn bet(&mut self) {
        for (actor, spot) in self.players.iter_mut().zip(1..) {
            let chips = 5 * (1 + actor.dice.below(3));
            say(actor, Act::Wager, format!("bets {chips} on {spot}")).await;
        }
    }

    /// Lets the players who are asked answer. Returns whether any was.
    async fn answer(&mut self) -> bool {
        for actor in &mut self.players {
            let options = look(actor).await.unwrap_or_default();
            if let Some(words) = actor.dice.pick(&options).map(|option| option.say.clone()) {
                say(actor, Act::Decision, words).await;
                return true;
            }
        }
        false
    }
}

async fn look(actor: &mut Actor) -> Option<Vec<Sayable>> {
    let said = actor.get(&format!("/api/tables/{DEALERS_TABLE}")).await?;
    said.read::<Seen>().map(|seen| seen.options)
}

async fn say(actor: &mut Actor, act: Act, say: String) {
    let what = What::Say { table: DEALERS_TABLE.into(), say, keyed: true };
    actor.command(act, what).await;
}

fn card(dice: &mut Dice) -> String {
    let rank = dice.pick(b"A23456789TJQK").copied().unwrap_or(b'A');
    let suit = dice.pick(b"shdc").copied().unwrap_or(b's');
    format!("{}{}", char::from(rank), char::from(suit))
}
