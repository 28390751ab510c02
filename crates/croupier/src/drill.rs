//! `croupier drill`: an operator's fire drill, against a floor of its own.

mod check;
mod client;
mod idle;
mod server;
mod stream;
mod terminal;

use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Duration, Instant};

use anyhow::Context;
use indicatif::{ProgressBar, ProgressStyle};
use tokio::task::JoinSet;

use crate::Ended;
use crate::database::wait_for;
use crate::style::{BAD, GOOD, HEAD, aligned};
use check::Checked;
use idle::Idle;
use server::{Server, Setup};
use terminal::{Terminals, Told};

/// Try a floor: play all five games with simulated terminals, kill the server, cut its storage, and see that no chip is lost
///
/// It starts a floor of its own in a temporary folder and changes nothing else. Every command that was acknowledged is
/// looked up in the journal afterwards. The last line says how it went, and so does the exit status.
#[derive(clap::Args)]
pub(crate) struct Drill {
    /// How often the server is killed and started again
    #[arg(long, default_value_t = 10, value_name = "N")]
    kills: u32,
    /// How often, besides, the power is cut in the middle of a write: what was not synced is lost, torn or out of order
    #[arg(long, default_value_t = 0, value_name = "N")]
    cuts: u32,
    /// How many terminals play
    #[arg(long, default_value_t = 200, value_name = "N")]
    terminals: usize,
    /// How many tables there are, of the five games in turn
    #[arg(long, default_value_t = 10, value_name = "N")]
    tables: usize,
    /// How many more terminals are connected and do nothing, at first, to see how much memory the server takes for them
    #[arg(long, default_value_t = 0, value_name = "N")]
    idle: usize,
    /// How long they play at full load with nobody killing anything, in seconds
    #[arg(long, default_value_t = 5, value_name = "SECONDS")]
    load: u64,
    /// Commands a second each terminal sends
    #[arg(long, default_value_t = 5.0, value_name = "N")]
    pace: f64,
    /// How long bets are open in every round, in seconds
    #[arg(long, default_value_t = 2, value_name = "SECONDS")]
    bets: u32,
    /// Another database than a file of its own: it must be empty
    #[arg(long, value_name = "URL")]
    database: Option<String>,
    /// Keep the folder with the journal and the server's log
    #[arg(long, value_name = "FOLDER")]
    keep: Option<PathBuf>,
    /// The seed of all that is left to chance
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

impl Drill {
    pub(crate) fn run(self) -> anyhow::Result<Ended> {
        anyhow::ensure!(
            self.tables > 0 && self.terminals > 0,
            "a drill needs at least one table and one terminal"
        );
        anyhow::ensure!(self.pace > 0.0 && self.pace.is_finite(), "--pace is more than nothing");
        // Where the limit cannot be raised fewer terminals can be played.
        let _ = rlimit::increase_nofile_limit(u64::MAX);
        let folder = match &self.keep {
            Some(folder) => folder.clone(),
            None => std::env::temp_dir().join(format!("croupier-drill-{}", std::process::id())),
        };
        std::fs::create_dir_all(&folder).with_context(|| folder.display().to_string())?;
        let ended = wait_for(self.drill(folder.clone()));
        if self.keep.is_none() {
            // What cannot be removed now the system removes with its temporary files.
            let _ = std::fs::remove_dir_all(&folder);
        }
        ended
    }

    async fn drill(&self, folder: PathBuf) -> anyhow::Result<Ended> {
        let setup = Setup::new(folder, self.tables, self.bets, self.database.clone())?;
        let mut server = Server::start(&setup, None).await?;
        let idle = self.idle(&setup, &server).await?;
        let terminals = Arc::new(Terminals::new(setup.address, self.tables, self.pace));
        let mut tasks = JoinSet::new();
        for number in 0..self.terminals {
            let terminals = Arc::clone(&terminals);
            let seed = self.seed.wrapping_mul(0x9e37_79b9_7f4a_7c15).wrapping_add(number as u64);
            tasks.spawn(async move { terminals.play(number, seed).await });
        }
        let load = self.load(&terminals).await;
        let restarts = self.kill(&setup, &mut server, &terminals).await?;
        terminals.stop();
        let mut told = Told::default();
        while let Some(done) = tasks.join_next().await {
            told.add(done?);
        }
        server.stop().await?;
        let checked = check::check(&setup.database, told).await?;
        self.report(idle, &load, &restarts, &checked);
        Ok(if checked.is_clean() { Ended::Well } else { Ended::Badly })
    }

    /// The server's memory with nobody but idle terminals connected.
    async fn idle(&self, setup: &Setup, server: &Server) -> anyhow::Result<Option<u64>> {
        if self.idle == 0 {
            return Ok(None);
        }
        let _idle = Idle::connect(setup.address, self.idle, self.tables).await?;
        Ok(server.memory())
    }

    /// Plays at full load for a while. Until everyone is in, and for half as long again, nothing is counted.
    async fn load(&self, terminals: &Terminals) -> Load {
        terminals.all_in(self.terminals).await;
        tokio::time::sleep(Duration::from_secs(self.load / 2)).await;
        let (acknowledged, answered) = (terminals.acknowledged(), terminals.answered());
        let began = Instant::now();
        terminals.time_answers(true);
        tokio::time::sleep(Duration::from_secs(self.load)).await;
        terminals.time_answers(false);
        let acknowledged = terminals.acknowledged() - acknowledged;
        let answered = terminals.answered() - answered;
        Load { acknowledged, answered, seconds: began.elapsed().as_secs_f64(), waits: terminals.waits() }
    }

    async fn kill(
        &self,
        setup: &Setup,
        server: &mut Server,
        terminals: &Terminals,
    ) -> anyhow::Result<Vec<Duration>> {
        let (mut restarts, mut dice) = (Vec::new(), terminal::Dice::new(self.seed));
        let bar = ProgressBar::new(u64::from(self.kills + self.cuts));
        bar.set_style(ProgressStyle::with_template("kills {wide_bar} {pos} of {len}, {eta} left")?);
        for round in 0..self.kills + self.cuts {
            let cut = round >= self.kills;
            if cut {
                server.wait_for_the_cut().await?;
            } else {
                tokio::time::sleep(Duration::from_millis(20 + dice.below(700))).await;
                server.kill().await?;
            }
            let next_cut =
                (round + 1 >= self.kills && round + 1 < self.kills + self.cuts).then(|| dice.below(1 << 32));
            let began = Instant::now();
            *server = Server::start(setup, next_cut).await?;
            restarts.push(began.elapsed());
            bar.inc(1);
        }
        bar.finish_and_clear();
        // Everyone finds back, and sends again what was not answered.
        terminals.all_answered(Duration::from_secs(15)).await;
        Ok(restarts)
    }

    fn report(&self, idle: Option<u64>, load: &Load, restarts: &[Duration], checked: &Checked) {
        let mut table = aligned(&["", ""]);
        let mut row = |what: &str, value: String| {
            table.add_row([what.to_owned(), value]);
        };
        if let Some(bytes) = idle {
            let mebibytes = bytes.div_ceil(1 << 20);
            row(&format!("memory with {} idle terminals", self.idle), format!("{mebibytes} MiB"));
        }
        row("terminals", self.terminals.to_string());
        row("tables", self.tables.to_string());
        row("commands answered a second", format!("{:.0}", load.a_second(load.answered)));
        row("commands acknowledged a second", format!("{:.0}", load.a_second(load.acknowledged)));
        row("half of them answered within", format!("{:.1} ms", load.within(50)));
        row("99 % of them answered within", format!("{:.1} ms", load.within(99)));
        if let Some(slowest) = restarts.iter().max() {
            row("slowest restart", format!("{:.2} s", slowest.as_secs_f64()));
        }
        row("commands acknowledged in all", checked.acknowledged.to_string());
        row("records in the journal", checked.records.to_string());
        row("rounds settled again", checked.rounds.to_string());
        anstream::println!("{HEAD}Drill{HEAD:#}\n{table}");
        for fault in &checked.faults {
            anstream::println!("{BAD}fault{BAD:#} {fault}");
        }
        let style = if checked.is_clean() { GOOD } else { BAD };
        anstream::println!(
            "{style}{} kills, {} lost, {} doubled, ledger {}{style:#}",
            self.kills + self.cuts,
            checked.lost,
            checked.doubled,
            checked.ledger
        );
    }
}

/// What the time of full load came to.
struct Load {
    acknowledged: u64,
    /// Those, and those that were refused.
    answered: u64,
    seconds: f64,
    /// How long each answer took, in microseconds, sorted.
    waits: Vec<u32>,
}

impl Load {
    #[expect(clippy::cast_precision_loss, reason = "a rate for people")]
    fn a_second(&self, commands: u64) -> f64 {
        commands as f64 / self.seconds
    }

    /// Within how many milliseconds so many per cent were answered.
    fn within(&self, per_cent: usize) -> f64 {
        let at = self.waits.len() * per_cent / 100;
        self.waits.get(at).map_or(0.0, |wait| f64::from(*wait) / 1000.0)
    }
}
