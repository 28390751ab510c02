//! The pit: a supervisor closes and opens tables and reports incidents, a pit manager posts limits.

use std::time::Duration;

use floor::TableConfig;

use super::actor::Actor;
use super::deed::What;
use super::evening::Told;
use super::tally::Act;
use super::terminal::Seen;
use super::two::Two;

/// How often a pit manager tries to post limits at a table that has just been closed: a round may be on.
const TRIES: u32 = 6;

/// Everyone of the pit.
pub(super) struct Pit {
    pub(super) rounds: Rounds,
    pub(super) two: Two,
}

impl Pit {
    /// Looks after the tables until the evening is over.
    pub(super) async fn look_after(self) -> Told {
        let (mut told, decided) = tokio::join!(self.rounds.make(), self.two.decide());
        told.add(decided);
        told
    }
}

/// Who goes from table to table.
pub(super) struct Rounds {
    pub(super) supervisor: Actor,
    pub(super) manager: Actor,
    /// The tables with what the config posts at them.
    pub(super) tables: Vec<TableConfig>,
}

impl Rounds {
    /// Closes and opens tables, posts limits and reports incidents until the evening is over.
    async fn make(mut self) -> Told {
        while !self.supervisor.evening.is_over() {
            if let Some(table) = self.supervisor.dice.pick(&self.tables).cloned() {
                match self.supervisor.dice.below(3) {
                    0 => self.report_power_failure(&table.id).await,
                    _ => self.post_between_rounds(&table).await,
                }
            }
            tokio::time::sleep(Duration::from_millis(500 + self.supervisor.dice.below(1500))).await;
        }
        let mut told = Told { deeds: self.supervisor.deeds(), ..Told::default() };
        told.add(Told { deeds: self.manager.deeds(), ..Told::default() });
        told
    }

    /// Closes a table, posts other limits once its round is over, and opens it again.
    async fn post_between_rounds(&mut self, table: &TableConfig) {
        self.keep_open(&table.id, false).await;
        let mut posted = table.posted();
        let most = 30_000 + 100 * i64::try_from(self.manager.dice.below(200)).unwrap_or(0);
        posted.limits.insert("main".into(), (500, most));
        for _ in 0..TRIES {
            let what = What::Post { table: table.id.clone(), posted: posted.clone() };
            let done = self.manager.command(Act::LimitsPosted, what).await.is_some();
            if done || self.manager.evening.is_over() {
                break;
            }
            tokio::time::sleep(Duration::from_millis(250)).await;
        }
        self.keep_open(&table.id, true).await;
    }

    async fn keep_open(&mut self, table: &str, open: bool) {
        let what = What::Open { table: table.to_owned(), open };
        self.supervisor.command(Act::TableOpened, what).await;
    }

    /// Reports that the power failed. Where the game leaves it to the pit, play goes on.
    async fn report_power_failure(&mut self, table: &str) {
        if self.say(table, "pit reports power-failure").await.is_none() {
            return;
        }
        for _ in 0..TRIES {
            let path = format!("/api/tables/{table}");
            let seen = self.supervisor.get(&path).await.and_then(|said| said.read::<Seen>());
            let waits = seen.is_some_and(|seen| seen.options.iter().any(|option| option.say == "pit rules"));
            if waits {
                self.say(table, "pit rules play goes on").await;
                return;
            }
            tokio::time::sleep(Duration::from_millis(100)).await;
        }
    }

    async fn say(&mut self, table: &str, say: &str) -> Option<String> {
        let what = What::Say { table: table.to_owned(), say: say.to_owned(), keyed: false };
        self.supervisor.command(Act::Incident, what).await
    }
}
