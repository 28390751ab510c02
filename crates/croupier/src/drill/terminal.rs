//! Simulated terminals: each sits at a table, follows what happens there, bets and decides, and remembers the answers it got.

use std::sync::Arc;
use std::time::Instant;

use floor::Answer;
use serde::Deserialize;
use tokio::sync::watch;

use super::actor::{Actor, Login};
use super::deed::What;
use super::dice::Dice;
use super::evening::{Evening, Told};
use super::stream::{Now, Stream};
use super::tally::Act;

/// A player with a login signs out and in again once in this many acts.
const SIGNED_OUT: u64 = 1500;

/// Of a table, only what a terminal looks at.
#[derive(Deserialize)]
pub(super) struct Seen {
    seq: u64,
    pub(super) options: Vec<Sayable>,
}

/// Something that can be said.
#[derive(Deserialize)]
pub(super) struct Sayable {
    pub(super) say: String,
    #[serde(default)]
    pub(super) wants: Option<String>,
}

/// Where a terminal stands and who plays there.
pub(super) struct Place {
    pub(super) table: String,
    pub(super) spot: usize,
    /// A guest, where there is no login.
    pub(super) login: Option<Login>,
}

/// Plays until the evening is over. Returns everything that was sent and received.
pub(super) async fn play(evening: Arc<Evening>, place: Place, dice: Dice) -> Told {
    let actor = match &place.login {
        Some(login) => Actor::signed_in(&evening, login, dice).await,
        None => Actor::guest(&evening, dice).await,
    };
    let (sender, now) = watch::channel(Now::default());
    let mut terminal = Terminal { actor, place, now, staked: None, looked: 0 };
    let mut listening = tokio::spawn(terminal.stream(sender.clone()).listen());
    evening.came_in();
    while !evening.is_over() {
        let began = Instant::now();
        terminal.act().await;
        if terminal.signs_out() {
            listening.abort();
            terminal.actor.sign_out_and_in().await;
            listening = tokio::spawn(terminal.stream(sender.clone()).listen());
        }
        let jitter = terminal.actor.dice.below(200);
        let pause = evening.pause.mul_f64(0.9 + f64::from(u32::try_from(jitter).unwrap_or(0)) / 1000.0);
        tokio::time::sleep(pause.saturating_sub(began.elapsed())).await;
    }
    listening.abort();
    let stream_faults = terminal.now.borrow().faults;
    Told { deeds: terminal.actor.deeds(), stream_faults }
}

struct Terminal {
    actor: Actor,
    place: Place,
    /// The last news.
    now: watch::Receiver<Now>,
    /// The round this terminal has a wager in.
    staked: Option<u32>,
    /// The entry after which it last looked at the table.
    looked: u64,
}

impl Terminal {
    fn stream(&self, sender: watch::Sender<Now>) -> Stream {
        Stream::new(&self.actor.evening.doors, self.actor.client.cookie(), &self.place.table, sender)
    }

    fn signs_out(&mut self) -> bool {
        let may = self.place.login.is_some() && !self.actor.evening.is_calm();
        may && self.actor.dice.below(SIGNED_OUT) == 0
    }

    /// Does what a player does now: puts down and takes back chips while bets are open, answers what is asked.
    async fn act(&mut self) {
        let Now { seq, waits_for, round, .. } = self.now.borrow().clone();
        match waits_for.as_str() {
            // Before any news of it, a table may be waiting for its first wager.
            "" | "bets" => self.bet(round).await,
            "next-round" => {}
            _ if self.staked == Some(round) && self.looked < seq => {
                if let Some(say) = self.asked().await {
                    self.say(Act::Decision, say).await;
                }
            }
            _ => {}
        }
    }

    /// A wager more, or the wagers back.
    async fn bet(&mut self, round: u32) {
        let (has_bet, spot) = (self.staked == Some(round), self.place.spot);
        if has_bet && self.actor.dice.below(3) > 0 {
            if self.say(Act::Wager, format!("withdraws on {spot}")).await.is_some() {
                self.staked = None;
            }
        } else {
            let chips = 5 * (1 + self.actor.dice.below(3));
            if let Some(answer) = self.say(Act::Wager, format!("bets {chips} on {spot}")).await {
                self.staked = Some(answer.round);
            }
        }
    }

    /// What is asked of this player now.
    async fn asked(&mut self) -> Option<String> {
        let path = format!("/api/tables/{}", self.place.table);
        let seen: Seen = self.actor.get(&path).await?.read()?;
        self.looked = seen.seq;
        self.actor.dice.pick(&seen.options).map(|option| option.say.clone())
    }

    async fn say(&mut self, act: Act, say: String) -> Option<Answer> {
        let what = What::Say { table: self.place.table.clone(), say, keyed: false };
        serde_json::from_str(&self.actor.command(act, what).await?).ok()
    }
}
