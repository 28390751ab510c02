//! `croupier serve`: the floor.

use std::net::SocketAddr;
use std::path::PathBuf;

use anyhow::Context;
use floor::{Clock, Config, Cost, Floor, Guard, Opened, Role, Unwelcome};
use journal::{DatabaseUrl, Journal, Opening};
use serde::Deserialize;
use tracing_subscriber::EnvFilter;

use crate::Ended;
use crate::database::wait_for;
use crate::style::{BAD, DIM, GOOD, HEAD};

/// Open the floor: tables of all five games that anyone who connects can play
///
/// Every event and every chip movement is on disk before it is acknowledged. Whatever is unplugged, at the next start the
/// floor checks its journal, brings every table back as it was and applies the game's own clause for a power failure.
///
/// What is not given here or in the environment is taken from the config file, and what is not there either has the value
/// shown. docs/operator.md explains every setting.
#[derive(clap::Args)]
pub(crate) struct Serve {
    /// Where to listen [default: 127.0.0.1:2121]
    #[arg(long, value_name = "ADDRESS", env = "CROUPIER_LISTEN")]
    listen: Option<SocketAddr>,
    /// The journal: `sqlite:PATH`, or `postgres://USER@HOST/NAME` [default: sqlite:croupier.db]
    #[arg(long, value_name = "URL", env = "CROUPIER_DATABASE")]
    database: Option<DatabaseUrl>,
    /// A config file (TOML)
    #[arg(long, value_name = "FILE", env = "CROUPIER_CONFIG")]
    config: Option<PathBuf>,
    /// The name of this server, where several share a PostgreSQL [default: floor]
    #[arg(long, value_name = "NAME", env = "CROUPIER_SERVER")]
    server: Option<String>,
    /// Let nobody play without signing in
    #[arg(long, env = "CROUPIER_NO_GUESTS")]
    no_guests: bool,
    /// Write the log as JSON, one object a line
    #[arg(long, env = "CROUPIER_LOG_JSON")]
    log_json: bool,
}

/// The config file.
#[derive(Deserialize, Default)]
#[serde(rename_all = "kebab-case", deny_unknown_fields, default)]
struct File {
    listen: Option<SocketAddr>,
    database: Option<String>,
    #[serde(default)]
    floor: Config,
    /// Requests a second from one address, lastingly and at once.
    requests_a_second: Option<f64>,
    burst: Option<f64>,
    /// Connections at a time.
    connections: Option<usize>,
}

impl Serve {
    pub(crate) fn run(self) -> anyhow::Result<Ended> {
        self.log();
        let file = self.file()?;
        // Where the limit cannot be raised the floor serves as many as it can.
        let _ = rlimit::increase_nofile_limit(u64::MAX);
        wait_for(self.serve(file))
    }

    fn log(&self) {
        let filter = EnvFilter::try_from_env("CROUPIER_LOG").unwrap_or_else(|_| EnvFilter::new("info"));
        let log = tracing_subscriber::fmt().with_env_filter(filter).with_writer(std::io::stderr);
        if self.log_json { log.json().init() } else { log.with_target(false).init() }
    }

    fn file(&self) -> anyhow::Result<File> {
        let Some(path) = &self.config else { return Ok(File::default()) };
        let text = std::fs::read_to_string(path).with_context(|| path.display().to_string())?;
        toml::from_str(&text).with_context(|| path.display().to_string())
    }

    async fn serve(self, file: File) -> anyhow::Result<Ended> {
        let written = file.database.as_deref().unwrap_or("sqlite:croupier.db");
        let url = match self.database {
            Some(url) => url,
            None => written.parse()?,
        };
        let listen = self.listen.or(file.listen).unwrap_or(SocketAddr::from(([127, 0, 0, 1], 2121)));
        let mut config = file.floor;
        config.guests &= !self.no_guests;
        config.server = self.server.unwrap_or(config.server);
        let journal = Journal::open(&url, Opening::Serve).await?;
        let (floor, opened) = Floor::open(config, journal.clone(), Clock::System, Cost::Full).await?;
        tell(&url, &opened);
        first_administrator(&floor).await?;
        let listener =
            tokio::net::TcpListener::bind(listen).await.with_context(|| format!("listening on {listen}"))?;
        anstream::println!(
            "{GOOD}The floor is open:{GOOD:#} {HEAD}http://{}{HEAD:#}",
            listener.local_addr()?
        );
        let mut guard = Guard::default();
        guard.requests_a_second = file.requests_a_second.unwrap_or(guard.requests_a_second);
        guard.burst = file.burst.unwrap_or(guard.burst);
        guard.connections = file.connections.unwrap_or(guard.connections);
        floor::serve(listener, floor, guard, stop()).await?;
        let failure = journal.failure();
        journal.close().await;
        if let Some(why) = failure {
            anstream::eprintln!(
                "{BAD}croupier:{BAD:#} the journal failed and the floor is closed: {why}. Everything acknowledged is on \
                 disk. Start the floor again when the database answers."
            );
            return Ok(Ended::Badly);
        }
        anstream::println!("The floor is closed. Rounds that were on go on when it opens again.");
        Ok(Ended::Well)
    }
}

/// Ctrl-C, or the system's wish.
async fn stop() {
    let ctrl_c = async {
        // Where the signal cannot be heard, only the system stops us.
        if tokio::signal::ctrl_c().await.is_err() {
            std::future::pending::<()>().await;
        }
    };
    #[cfg(unix)]
    let terminate = async {
        match tokio::signal::unix::signal(tokio::signal::unix::SignalKind::terminate()) {
            Ok(mut signal) => drop(signal.recv().await),
            Err(_) => std::future::pending().await,
        }
    };
    #[cfg(not(unix))]
    let terminate = std::future::pending::<()>();
    tokio::select! {
        () = ctrl_c => {}
        () = terminate => {}
    }
}

fn tell(url: &DatabaseUrl, opened: &Opened) {
    let verdict = &opened.verdict;
    anstream::println!(
        "The journal {url} is in order: {} records read, their chain is whole, the ledger adds up to nothing.",
        verdict.records
    );
    for (table, says) in &opened.tables {
        anstream::println!("  {HEAD}{table}{HEAD:#} {DIM}{says}{DIM:#}");
    }
}

/// A floor that nobody looks after yet gets an administrator, whose password is shown once.
async fn first_administrator(floor: &Floor) -> anyhow::Result<()> {
    let people = floor.people();
    if people.all().await?.iter().any(|person| person.role == Role::Administrator) {
        return Ok(());
    }
    let password = floor::fresh_password();
    match people.add("house", "admin", Role::Administrator, Some(&password)).await {
        // Another server that opens at the same time was first, and shows the password.
        Err(Unwelcome::Taken) => return Ok(()),
        added => added?,
    };
    anstream::println!(
        "The floor has a first administrator: sign in as {HEAD}admin{HEAD:#} with {HEAD}{password}{HEAD:#}. \
         This is shown once."
    );
    Ok(())
}
