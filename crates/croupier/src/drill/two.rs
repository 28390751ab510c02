//! Awards and voids that take two people: one shift manager asks, another approves or declines, now and then after the server
//! was killed in between.

use std::time::Duration;

use serde::Deserialize;

use super::actor::Actor;
use super::deed::What;
use super::evening::Told;
use super::server::AWARD;
use super::tally::Act;

/// More than anybody ever has, in whole units.
const TOO_MUCH: u64 = 900_000_000;
/// One request in this many is decided only after a server was restarted.
const ACROSS_A_KILL: u64 = 3;
/// They try this often: while bets are open the rules refuse both.
const TRIES: u32 = 8;
/// How long to wait for that restart.
const KILLED_WITHIN: Duration = Duration::from_secs(3);

/// Two shift managers.
pub(super) struct Two {
    pub(super) asks: Actor,
    pub(super) approves: Actor,
    /// The tables where they award and void.
    pub(super) tables: Vec<String>,
    /// Those where anything may wait: others of the pit ask too.
    pub(super) everywhere: Vec<String>,
    /// To whom money is awarded, and from whom it is taken back.
    pub(super) players: Vec<String>,
}

/// What waits at a table.
#[derive(Deserialize)]
struct Waiting {
    approvals: Vec<Request>,
}

#[derive(Deserialize)]
struct Request {
    number: u64,
    by: String,
}

impl Two {
    /// Asks and decides until the evening is over.
    pub(super) async fn decide(mut self) -> Told {
        while !self.asks.evening.is_over() {
            self.ask().await;
            for table in self.everywhere.clone() {
                self.judge_all(&table).await;
            }
            tokio::time::sleep(Duration::from_millis(50 + self.asks.dice.below(250))).await;
        }
        let mut told = Told { deeds: self.asks.deeds(), ..Told::default() };
        told.add(Told { deeds: self.approves.deeds(), ..Told::default() });
        told
    }

    /// Asks for something at one table after another, until a table takes it.
    async fn ask(&mut self) {
        for _ in 0..TRIES {
            let Some(what) = self.large_move() else { return };
            let restarts = self.asks.evening.restarts();
            if self.asks.command(Act::LargeMove, what).await.is_some() {
                if self.asks.dice.below(ACROSS_A_KILL) == 0 {
                    self.wait_for_a_kill(restarts).await;
                }
                return;
            }
        }
    }

    fn large_move(&mut self) -> Option<What> {
        let dice = &mut self.asks.dice;
        let (table, player) = (dice.pick(&self.tables)?.clone(), dice.pick(&self.players)?);
        let large = AWARD.unsigned_abs() / 100 + 1 + dice.below(50);
        let say = match dice.below(6) {
            0 | 1 => format!("pit awards {large} to {player} because of a spilled drink"),
            2 => format!("pit takes {large} from {player} because of a wrong payment"),
            3 => format!("pit takes {TOO_MUCH} from {player} because of a wrong payment"),
            _ => "pit voids because of a fire alarm".to_owned(),
        };
        Some(What::Say { table, say, keyed: false })
    }

    async fn wait_for_a_kill(&self, restarts: u64) {
        let evening = &self.asks.evening;
        let killed = async {
            while evening.restarts() == restarts && !evening.is_over() {
                tokio::time::sleep(Duration::from_millis(20)).await;
            }
        };
        // The kills may be over.
        let _ = tokio::time::timeout(KILLED_WITHIN, killed).await;
    }

    /// Approves most of what waits at a table and declines the rest; the person who asked takes some of it back.
    async fn judge_all(&mut self, table: &str) {
        let path = format!("/api/tables/{table}/approvals");
        let Ok(said) = self.approves.client.get(&path).await else { return self.approves.client.next_door() };
        let waiting: Option<Waiting> = said.read();
        for Request { number, by } in waiting.into_iter().flat_map(|waiting| waiting.approvals) {
            let choice = self.approves.dice.below(8);
            let what = What::Judge { table: table.to_owned(), number, approve: choice > 1 };
            let decides =
                if choice == 0 && by == self.asks.name { &mut self.asks } else { &mut self.approves };
            decides.command(Act::Approval, what).await;
        }
    }
}
