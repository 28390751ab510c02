//! The server under drill: this very program in a process of its own.

use std::fs::File;
use std::net::{SocketAddr, TcpListener};
use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::time::Duration;

use anyhow::Context;
use floor::{AfterFailure, ApprovalLimits, Config, DealingConfig, Seconds, Size, TableConfig};
use rulebook::GAMES;
use serde::Serialize;
use tokio::process::{Child, Command};

use super::client::Doors;
use super::dealer::{DEALERS_GAME, DEALERS_TABLE};
use crate::serve::key::kept_in;

/// A server comes up within this, or it does not.
const PATIENCE: Duration = Duration::from_secs(30);

/// One start in this many has tables that wait for the pit after a power failure, and their round is voided.
const VOID: usize = 8;
/// Awards of a round above this take two people, in minor units.
pub(super) const AWARD: i64 = 10_000;
/// So do voids that give back more than this.
const VOIDED: i64 = 5_000;
/// The power is cut at one of this many operations on files.
const OPERATIONS: u64 = 2000;

/// How the floor under drill is set up.
pub(super) struct Setup {
    folder: PathBuf,
    /// The same config twice, with other standing instructions for tables that wait for the pit after a power failure.
    configs: [PathBuf; 2],
    pub(super) database: String,
    /// Where each server listens.
    pub(super) doors: Doors,
    /// The tables where the house deals.
    pub(super) tables: Vec<TableConfig>,
    /// How many of them, from the first, are for players with a login. The others are for guests.
    pub(super) for_logins: usize,
}

#[derive(Serialize)]
#[serde(rename_all = "kebab-case")]
struct Written {
    requests_a_second: f64,
    burst: f64,
    guests_a_minute: u32,
    connections_per_address: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    shoe_key_file: Option<PathBuf>,
    floor: Config,
}

impl Setup {
    pub(super) fn new(
        folder: PathBuf,
        (tables, for_logins): (usize, usize),
        bets: u32,
        database: Option<String>,
        servers: usize,
    ) -> anyhow::Result<Setup> {
        // A database of its own has its key beside it.
        let shoe_key_file = database.is_some().then(|| folder.join("drill.key"));
        if let Some(path) = &shoe_key_file {
            kept_in(path)?;
        }
        let database = database.unwrap_or_else(|| format!("sqlite:{}", folder.join("drill.db").display()));
        // Guests play for play money, at tables of their own.
        let money =
            |number: usize, table: TableConfig| if number < for_logins { table } else { table.for_play() };
        let tables: Vec<TableConfig> = (0..tables).map(|number| money(number, table(number, bets))).collect();
        let floor = Config {
            tables: tables.iter().cloned().chain([dealers_table(bets)]).collect(),
            after_power_failure: AfterFailure::GoOn,
            guest_credits: 100_000_000,
            // So low that both kinds of decision take two people now and then.
            approval: ApprovalLimits { award: AWARD, void: VOIDED, ..ApprovalLimits::default() },
            // A drill on a small disk is no fault of the floor's.
            disk_warning: Size(0),
            disk_critical: Size(0),
            ..Config::default()
        };
        let mut written = Written {
            requests_a_second: 1e9,
            burst: 1e9,
            guests_a_minute: u32::MAX,
            connections_per_address: 20_000,
            shoe_key_file,
            floor,
        };
        let configs = [folder.join("drill.toml"), folder.join("drill-void.toml")];
        for (config, standing) in configs.iter().zip([AfterFailure::GoOn, AfterFailure::Void]) {
            written.floor.after_power_failure = standing;
            std::fs::write(config, toml::to_string(&written)?)
                .with_context(|| config.display().to_string())?;
        }
        Ok(Setup { folder, configs, database, doors: free_addresses(servers)?, tables, for_logins })
    }

    /// The config for a start: now and then the standing instruction after a power failure is another.
    fn config(&self, start: usize) -> &Path {
        &self.configs[usize::from(start % VOID == VOID - 1)]
    }

    /// The log of a server.
    pub(super) fn log(&self, server: usize) -> PathBuf {
        let name = if server == 0 { "server.log".into() } else { format!("server-{}.log", server + 1) };
        self.folder.join(name)
    }

    /// The password of the floor's first administrator, which a server shows once.
    pub(super) fn administrators_password(&self) -> anyhow::Result<String> {
        let log = std::fs::read_to_string(self.log(0))?;
        let (_, rest) = log.split_once("sign in as admin with ").context(
            "the floor shows no password of a first administrator: is the database empty? A drill needs an empty one",
        )?;
        Ok(rest.chars().take_while(char::is_ascii_alphanumeric).collect())
    }
}

/// Addresses nobody has: taken, and given back for the servers.
fn free_addresses(servers: usize) -> anyhow::Result<Doors> {
    let taken = (0..servers).map(|_| TcpListener::bind(("127.0.0.1", 0))).collect::<Result<Vec<_>, _>>()?;
    Ok(taken.iter().map(TcpListener::local_addr).collect::<Result<_, _>>()?)
}

fn seconds(bets: u32) -> Seconds {
    Seconds {
        bets: Some(bets),
        offers: Some(1),
        decision: Some(1),
        answers: Some(1),
        next_round: Some(0),
        coming_back: Some(0),
    }
}

/// A table where the house deals.
fn table(number: usize, bets: u32) -> TableConfig {
    let game = GAMES[number % GAMES.len()];
    let id = format!("{game}-{}", number / GAMES.len() + 1);
    let table = TableConfig { seconds: seconds(bets), ..TableConfig::of(&id, game) };
    // Where the game lets them, more than one play on a spot.
    let mut crowded = table.clone();
    crowded.settings.insert("max-bettors".into(), "3".into());
    if crowded.posted().rules().is_ok() { crowded } else { table }
}

/// The table where a dealer keys the cards.
fn dealers_table(bets: u32) -> TableConfig {
    let dealing = DealingConfig::Dealer;
    TableConfig { seconds: seconds(bets), dealing, ..TableConfig::of(DEALERS_TABLE, DEALERS_GAME) }
}

/// A server that runs.
pub(super) struct Server {
    child: Child,
}

impl Server {
    /// Starts the server and waits until it answers. With `cut` its storage loses power at some operation, by that seed; that
    /// may happen before it answers. `start` counts all starts of the drill.
    pub(super) async fn start(
        setup: &Setup,
        number: usize,
        start: usize,
        cut: Option<u64>,
    ) -> anyhow::Result<Server> {
        let log = File::options().create(true).append(true).open(setup.log(number))?;
        let address = setup.doors[number];
        let database = match cut {
            Some(seed) => format!("{}?cut-after={}&seed={seed}", setup.database, 1 + seed % OPERATIONS),
            None => setup.database.clone(),
        };
        let child = Command::new(std::env::current_exe()?)
            .arg("serve")
            .args(["--listen", &address.to_string(), "--database", &database])
            .args(["--server", &format!("floor-{}", number + 1)])
            .arg("--config")
            .arg(setup.config(start))
            .env("CROUPIER_LOG", "warn")
            .stdin(Stdio::null())
            .stdout(log.try_clone()?)
            .stderr(log)
            .kill_on_drop(true)
            .spawn()?;
        let mut server = Server { child };
        tokio::time::timeout(PATIENCE, server.comes_up(address, cut.is_some()))
            .await
            .context("the server did not come up")??;
        Ok(server)
    }

    async fn comes_up(&mut self, address: SocketAddr, cut: bool) -> anyhow::Result<()> {
        loop {
            if tokio::net::TcpStream::connect(address).await.is_ok() {
                return Ok(());
            }
            if let Some(status) = self.child.try_wait()? {
                // A power cut ends it by a signal, without an exit code.
                if cut && status.code().is_none() {
                    return Ok(());
                }
                anyhow::bail!("the server ended by itself ({status}): see server.log, with --keep FOLDER");
            }
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
    }

    /// How much memory it has, in bytes, where the system tells.
    pub(super) fn memory(&self) -> Option<u64> {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.child.id()?)).ok()?;
        let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"))?;
        line.split_whitespace().next()?.parse::<u64>().ok().map(|kib| kib * 1024)
    }

    /// Kills it where it stands.
    pub(super) async fn kill(&mut self) -> anyhow::Result<()> {
        self.child.kill().await?;
        Ok(())
    }

    /// Waits until its storage lost power, or kills it where that takes too long.
    pub(super) async fn wait_for_the_cut(&mut self) -> anyhow::Result<()> {
        if tokio::time::timeout(Duration::from_secs(10), self.child.wait()).await.is_err() {
            self.kill().await?;
        }
        Ok(())
    }

    /// Asks it to close.
    pub(super) async fn stop(mut self) -> anyhow::Result<()> {
        if let Some(id) = self.child.id() {
            Command::new("kill").args(["-TERM", &id.to_string()]).status().await?;
        }
        if tokio::time::timeout(PATIENCE, self.child.wait()).await.is_err() {
            self.kill().await?;
        }
        Ok(())
    }
}
