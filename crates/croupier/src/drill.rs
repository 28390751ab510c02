//! `croupier drill`: an operator's fire drill, against a floor of its own.

mod actor;
mod backoff;
mod cashier;
mod check;
mod client;
mod dealer;
mod deed;
mod dice;
mod evening;
mod hire;
mod idle;
mod log;
mod report;
mod server;
mod staff;
mod stream;
mod tally;
mod terminal;
mod two;
mod visitors;

use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Duration, Instant};

use anyhow::Context;
use indicatif::{ProgressBar, ProgressStyle};
use tokio::task::JoinSet;

use crate::Ended;
use crate::database::wait_for;
use actor::Login;
use client::Client;
use dice::Dice;
use evening::{Evening, Told};
use hire::Staff;
use idle::Idle;
use report::{Load, Report};
use server::{Server, Setup};
use tally::Act;
use terminal::Place;

/// Try a floor: play all five games with simulated terminals, kill the server, cut its storage, and see that no chip is lost
///
/// It starts a floor of its own in a temporary folder and changes nothing else. Guests and players play, a cashier sells and
/// buys back, people sign in and out, staff open and close tables, post limits, deal, report incidents, and award and void with
/// a second person's approval; clients are cut off in the middle of what they send. Afterwards the journal is read: every
/// acknowledged command is in it as it was sent and answered, once; nothing that was refused is; every account has what the
/// rounds, played again, and the receipts come to. An answer that is never right, such as 500, and anything unexpected in the
/// server's log are faults too. The last line says how it went, and so does the exit status.
#[derive(clap::Args)]
pub(crate) struct Drill {
    /// How often the server is killed and started again
    #[arg(long, default_value_t = 10, value_name = "N")]
    kills: u32,
    /// How often, besides, the power is cut in the middle of a write: what was not synced is lost, torn or out of order
    /// [default: 5, and 0 with PostgreSQL]
    #[arg(long, value_name = "N")]
    cuts: Option<u32>,
    /// How many servers share the database, which is then PostgreSQL: one at a time is killed, and clients go to another
    #[arg(long, default_value_t = 1, value_name = "N")]
    servers: usize,
    /// How many terminals play: half of them, up to 60, for players with a login, the others for guests
    #[arg(long, default_value_t = 200, value_name = "N")]
    terminals: usize,
    /// How many tables there are, of the five games in turn, beside one where a dealer keys the cards
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
    /// Keep the folder with the journal and the servers' logs
    #[arg(long, value_name = "FOLDER")]
    keep: Option<PathBuf>,
    /// The seed of all that is left to chance
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

/// The most players who have a login: each password takes its time.
const LOGINS: usize = 60;
/// How often the power is cut by default.
const CUTS: u32 = 5;
/// How long to wait, when the evening ends, for answers that are on their way.
const PATIENCE: Duration = Duration::from_secs(30);

impl Drill {
    pub(crate) fn run(self) -> anyhow::Result<Ended> {
        self.require_sense()?;
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

    fn require_sense(&self) -> anyhow::Result<()> {
        anyhow::ensure!(
            self.tables > 0 && self.terminals > 0 && self.servers > 0,
            "a drill needs at least one table and one terminal, and one server"
        );
        anyhow::ensure!(self.pace > 0.0 && self.pace.is_finite(), "--pace is more than nothing");
        anyhow::ensure!(
            self.servers == 1 || self.is_shared(),
            "several servers share a PostgreSQL: create an empty database there and give it with --database \
             postgres://USER@HOST/NAME"
        );
        anyhow::ensure!(
            !self.is_shared() || self.cuts() == 0,
            "--cuts is for a file: the storage of PostgreSQL is not cut from here. Leave it out, or leave out --database"
        );
        Ok(())
    }

    /// Whether servers can share the database.
    fn is_shared(&self) -> bool {
        self.database.as_ref().is_some_and(|url| url.starts_with("postgres"))
    }

    fn cuts(&self) -> u32 {
        self.cuts.unwrap_or(if self.is_shared() { 0 } else { CUTS })
    }

    async fn drill(&self, folder: PathBuf) -> anyhow::Result<Ended> {
        let setup = Setup::new(
            folder,
            (self.tables, self.tables_for_logins()),
            self.bets,
            self.database.clone(),
            self.servers,
        )?;
        let mut servers = Vec::new();
        for number in 0..self.servers {
            servers.push(Server::start(&setup, number, 0, None).await?);
        }
        let evening = Evening::new(Arc::clone(&setup.doors), self.pace);
        let (mut staff, logins) = hire::hire(&evening, &setup, self.logins(), self.seed).await?;
        staff.cashier.sell_to_all().await;
        let idle = self.idle(&setup, &servers[0]).await?;
        let players = logins.len();
        let mut tasks = self.seat(&evening, &setup, logins);
        let load = self.load(&evening).await;
        evening.end_calm();
        begin(staff, &evening, &mut tasks);
        let began = Instant::now();
        let restarts = self.kill(&setup, &mut servers, &evening).await?;
        let took = began.elapsed();
        let told = everyone_goes_home(&evening, tasks).await?;
        must_be_healthy(&evening).await;
        for server in servers {
            server.stop().await?;
        }
        let mut checked = check::check(&setup.database, told.deeds, &evening.tally.logins()).await?;
        if told.stream_faults > 0 {
            let times = told.stream_faults;
            checked.faults.add(format!("{times} times an entry came twice over a stream, or not at all"));
        }
        checked.faults.extend(evening.tally.faults());
        let mut log = Vec::new();
        for server in 0..self.servers {
            log.extend(log::unexpected(&setup.log(server), self.servers)?);
        }
        let report = Report {
            terminals: self.terminals,
            logins: players,
            tables: self.tables,
            servers: self.servers,
            idle: idle.map(|bytes| (self.idle, bytes)),
            load: &load,
            restarts: &restarts,
            cuts: self.cuts(),
            took,
            tally: &evening.tally,
            checked: &checked,
            log: &log,
        };
        report.print();
        Ok(if report.is_clean() { Ended::Well } else { Ended::Badly })
    }

    /// How many terminals are for players with a login: all of them where there is but one table, which is not for guests.
    fn logins(&self) -> usize {
        if self.tables == 1 { self.terminals } else { self.terminals.div_ceil(2).min(LOGINS) }
    }

    /// How many tables are for them, so that all tables are about as full.
    fn tables_for_logins(&self) -> usize {
        let share = (self.tables * self.logins()).div_ceil(self.terminals);
        share.clamp(1, (self.tables - 1).max(1))
    }

    /// The server's memory with nobody but idle terminals connected.
    async fn idle(&self, setup: &Setup, server: &Server) -> anyhow::Result<Option<u64>> {
        if self.idle == 0 {
            return Ok(None);
        }
        let tables: Vec<String> = setup.tables.iter().map(|table| table.id.clone()).collect();
        let _idle = Idle::connect(&setup.doors, self.idle, &tables).await?;
        Ok(server.memory())
    }

    /// Seats everyone at a terminal: players with a login at the first tables, guests at the others.
    fn seat(&self, evening: &Arc<Evening>, setup: &Setup, logins: Vec<Login>) -> JoinSet<Told> {
        let (for_logins, for_guests) = setup.tables.split_at(setup.for_logins);
        let mut tasks = JoinSet::new();
        let known = logins.len();
        let mut logins = logins.into_iter();
        for number in 0..self.terminals {
            let login = logins.next();
            let (tables, at) =
                if login.is_some() { (for_logins, number) } else { (for_guests, number - known) };
            let place =
                Place { table: tables[at % tables.len()].id.clone(), spot: at / tables.len() % 7 + 1, login };
            let dice = Dice::of(self.seed, number);
            tasks.spawn(terminal::play(Arc::clone(evening), place, dice));
        }
        tasks
    }

    /// Plays at full load for a while. Until everyone is in, and for half as long again, nothing is counted.
    async fn load(&self, evening: &Evening) -> Load {
        evening.all_in(self.terminals).await;
        tokio::time::sleep(Duration::from_secs(self.load / 2)).await;
        let (acknowledged, answered) = (evening.acknowledged(), evening.answered());
        let began = Instant::now();
        evening.time_answers(true);
        tokio::time::sleep(Duration::from_secs(self.load)).await;
        evening.time_answers(false);
        let acknowledged = evening.acknowledged() - acknowledged;
        let answered = evening.answered() - answered;
        Load { acknowledged, answered, seconds: began.elapsed().as_secs_f64(), waits: evening.waits() }
    }

    async fn kill(
        &self,
        setup: &Setup,
        servers: &mut [Server],
        evening: &Evening,
    ) -> anyhow::Result<Vec<Duration>> {
        let (mut restarts, mut dice) = (Vec::new(), Dice::new(self.seed));
        let all = self.kills + self.cuts();
        let bar = ProgressBar::new(u64::from(all));
        bar.set_style(ProgressStyle::with_template("kills {wide_bar} {pos} of {len}, {eta} left")?);
        for round in 0..all {
            let mut which = 0;
            if round >= self.kills {
                servers[0].wait_for_the_cut().await?;
            } else {
                tokio::time::sleep(Duration::from_millis(20 + dice.below(700))).await;
                if servers.len() > 1 {
                    which = usize::try_from(dice.below(servers.len() as u64)).unwrap_or(0);
                }
                servers[which].kill().await?;
            }
            if servers.len() > 1 {
                others_take_over(setup, which).await;
            }
            let next_cut = (round + 1 >= self.kills && round + 1 < all).then(|| dice.below(1 << 32));
            let began = Instant::now();
            servers[which] = Server::start(setup, which, restarts.len() + 1, next_cut).await?;
            restarts.push(began.elapsed());
            evening.note_restart();
            bar.inc(1);
        }
        bar.finish_and_clear();
        // Everyone finds back and plays on for a moment.
        tokio::time::sleep(evening.pause.max(Duration::from_millis(500)) * 2).await;
        Ok(restarts)
    }
}

/// Lets the staff begin, and everyone who comes and goes.
fn begin(staff: Staff, evening: &Arc<Evening>, tasks: &mut JoinSet<Told>) {
    let Staff { cashier, pit, visitors, dealers_table } = staff;
    tasks.spawn(cashier.serve());
    tasks.spawn(pit.look_after());
    tasks.spawn(visitors.come_and_go());
    tasks.spawn(dealers_table.deal());
    tasks.spawn(watch_health(Arc::clone(evening)));
}

/// Nobody begins anything new; everyone waits for what is on its way and returns what they sent and received.
async fn everyone_goes_home(evening: &Arc<Evening>, mut tasks: JoinSet<Told>) -> anyhow::Result<Told> {
    evening.stop();
    let mut told = Told::default();
    let until = tokio::time::Instant::now() + PATIENCE;
    loop {
        match tokio::time::timeout_at(until, tasks.join_next()).await {
            Ok(None) => return Ok(told),
            Ok(Some(done)) => told.add(done?),
            Err(_) => break,
        }
    }
    let waiting = evening.give_up();
    evening.tally.fault(format!("{waiting} commands were not answered within {} s", PATIENCE.as_secs()));
    // Every request has its own limit, so nobody is still on their way after that.
    let until = until + PATIENCE;
    while let Ok(Some(done)) = tokio::time::timeout_at(until, tasks.join_next()).await {
        told.add(done?);
    }
    if !tasks.is_empty() {
        evening.tally.fault(format!("{} clients did not finish: what they sent is not checked", tasks.len()));
    }
    Ok(told)
}

/// Waits until the other servers keep all tables, or for a while.
async fn others_take_over(setup: &Setup, killed: usize) {
    let others: Vec<_> = setup.doors.iter().enumerate().filter(|(number, _)| *number != killed).collect();
    for _ in 0..100 {
        let mut kept = 0;
        for (_, door) in &others {
            let mut client = Client::new(&[**door].into());
            let tables =
                client.get("/api/tables").await.ok().and_then(|said| said.read::<serde_json::Value>());
            kept += tables.and_then(|tables| tables.as_array().map(Vec::len)).unwrap_or(0);
        }
        // One more than the house deals at: the dealer's.
        if kept > setup.tables.len() {
            return;
        }
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
}

/// Asks again and again whether every part of the floor can write. A table that passes from one server to another cannot, for
/// a moment.
async fn watch_health(evening: Arc<Evening>) -> Told {
    let mut client = Client::new(&evening.doors);
    while !evening.is_over() {
        if let Ok(said) = client.get("/api/health").await
            && evening.doors.len() == 1
            && evening.tally.hear(Act::Health, said.status.as_u16(), &said.body) != tally::Heard::Done
        {
            evening.tally.fault(format!("a part of the floor cannot write: {}", said.text()));
        }
        tokio::time::sleep(Duration::from_millis(200)).await;
    }
    Told::default()
}

/// In the end every part of every server can write.
async fn must_be_healthy(evening: &Evening) {
    for door in evening.doors.iter() {
        let mut client = Client::new(&[*door].into());
        let mut said = String::from("no answer");
        for _ in 0..100 {
            match client.get("/api/health").await {
                Ok(answer) if answer.status.is_success() => {
                    said.clear();
                    break;
                }
                Ok(answer) => said = answer.text(),
                Err(why) => said = why.to_string(),
            }
            tokio::time::sleep(Duration::from_millis(100)).await;
        }
        if !said.is_empty() {
            evening.tally.fault(format!("in the end a part of the floor cannot write: {said}"));
        }
    }
}
