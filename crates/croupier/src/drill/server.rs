//! The server under drill: this very program in a process of its own.

use std::fs::File;
use std::net::{SocketAddr, TcpListener};
use std::path::PathBuf;
use std::process::Stdio;
use std::time::Duration;

use anyhow::Context;
use floor::{AfterFailure, Config, Seconds, TableConfig};
use rulebook::GAMES;
use serde::Serialize;
use tokio::process::{Child, Command};

use crate::serve::key::kept_in;

/// A server comes up within this, or it does not.
const PATIENCE: Duration = Duration::from_secs(30);

/// How the floor under drill is set up.
pub(super) struct Setup {
    folder: PathBuf,
    config: PathBuf,
    pub(super) database: String,
    pub(super) address: SocketAddr,
}

#[derive(Serialize)]
#[serde(rename_all = "kebab-case")]
struct Written {
    requests_a_second: f64,
    burst: f64,
    connections_per_address: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    shoe_key_file: Option<PathBuf>,
    floor: Config,
}

impl Setup {
    pub(super) fn new(
        folder: PathBuf,
        tables: usize,
        bets: u32,
        database: Option<String>,
    ) -> anyhow::Result<Setup> {
        // A database of its own has its key beside it.
        let shoe_key_file = database.is_some().then(|| folder.join("drill.key"));
        if let Some(path) = &shoe_key_file {
            kept_in(path)?;
        }
        let database = database.unwrap_or_else(|| format!("sqlite:{}", folder.join("drill.db").display()));
        // A port nobody has: taken, and given back for the server.
        let address = TcpListener::bind(("127.0.0.1", 0))?.local_addr()?;
        let seconds = Seconds {
            bets: Some(bets),
            offers: Some(1),
            decision: Some(1),
            answers: Some(1),
            next_round: Some(0),
            coming_back: Some(0),
        };
        let table = |number: usize| {
            let id = table_id(number);
            let table =
                TableConfig { seconds, ..TableConfig::of(&id, GAMES[number % GAMES.len()]).for_play() };
            // Where the game lets them, more than one play on a spot.
            let mut crowded = table.clone();
            crowded.settings.insert("max-bettors".into(), "3".into());
            if crowded.posted().rules().is_ok() { crowded } else { table }
        };
        let floor = Config {
            tables: (0..tables).map(table).collect(),
            after_power_failure: AfterFailure::GoOn,
            guest_credits: 100_000_000,
            ..Config::default()
        };
        let written = Written {
            requests_a_second: 1e9,
            burst: 1e9,
            connections_per_address: 20_000,
            shoe_key_file,
            floor,
        };
        let config = folder.join("drill.toml");
        std::fs::write(&config, toml::to_string(&written)?).with_context(|| config.display().to_string())?;
        Ok(Setup { folder, config, database, address })
    }
}

/// The name of a table, by its number.
pub(super) fn table_id(number: usize) -> String {
    format!("{}-{}", GAMES[number % GAMES.len()], number / GAMES.len() + 1)
}

/// A server that runs.
pub(super) struct Server {
    child: Child,
}

impl Server {
    /// Starts the server and waits until it answers. With `cut` its storage loses power at some operation, by that seed; that
    /// may happen before it answers.
    pub(super) async fn start(setup: &Setup, cut: Option<u64>) -> anyhow::Result<Server> {
        let log = File::options().create(true).append(true).open(setup.folder.join("server.log"))?;
        let database = match cut {
            Some(seed) => format!("{}?cut-after={}&seed={seed}", setup.database, 1 + seed % 4000),
            None => setup.database.clone(),
        };
        let child = Command::new(std::env::current_exe()?)
            .arg("serve")
            .args(["--listen", &setup.address.to_string(), "--database", &database])
            .arg("--config")
            .arg(&setup.config)
            .env("CROUPIER_LOG", "warn")
            .stdin(Stdio::null())
            .stdout(log.try_clone()?)
            .stderr(log)
            .kill_on_drop(true)
            .spawn()?;
        let mut server = Server { child };
        tokio::time::timeout(PATIENCE, server.comes_up(setup.address, cut.is_some()))
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
