//! `croupier serve`: the floor.

pub(crate) mod copies;
pub(crate) mod file;
pub(crate) mod key;

use std::io::IsTerminal;
use std::net::SocketAddr;
use std::path::{Path, PathBuf};

use anyhow::{Context, bail};
use floor::{Clock, Config, Entrance, Environment, Floor, Opened, Role, Tls, Unwelcome};
use journal::{DatabaseUrl, HeadsConfig, Journal, KeptHeads, Opening};
use tokio::net::TcpListener;
use tokio::task::JoinSet;
use tracing_subscriber::filter::{LevelFilter, Targets};
use tracing_subscriber::prelude::*;

use crate::Ended;
use crate::database::wait_for;
use crate::style::{BAD, DIM, GOOD, HEAD};
use file::File;
use key::Given;

/// Open the floor: tables of all five games that anyone who connects can play
///
/// Every event and every chip movement is on disk before it is acknowledged. After a kill or a power cut the
/// floor checks its journal, brings every table back as it was and applies the game's own clause for a power failure.
///
/// Flags go before environment variables, these before the config file; what none of them says has the value shown.
/// `croupier config` prints and explains every setting.
///
/// Example: croupier serve --listen 127.0.0.1:8080 --database sqlite:floor.db
#[derive(clap::Args)]
pub(crate) struct Serve {
    /// Where to listen [default: 127.0.0.1:2121]
    #[arg(long, value_name = "ADDRESS", env = "CROUPIER_LISTEN")]
    listen: Option<SocketAddr>,
    /// A certificate to speak TLS with (PEM, followed by those that vouch for it); read again when it changes
    #[arg(long, value_name = "FILE", env = "CROUPIER_TLS_CERT")]
    tls_cert: Option<PathBuf>,
    /// The private key of that certificate (PEM)
    #[arg(long, value_name = "FILE", env = "CROUPIER_TLS_KEY")]
    tls_key: Option<PathBuf>,
    /// The journal: `sqlite:PATH`, or `postgres://USER@HOST/NAME` [default: sqlite:croupier.db]
    #[arg(long, value_name = "URL", env = "CROUPIER_DATABASE")]
    database: Option<DatabaseUrl>,
    /// Where the heads of all books are kept outside the journal [default for SQLite: PATH.heads]
    #[arg(long, value_name = "FILE", env = "CROUPIER_HEADS")]
    heads: Option<PathBuf>,
    /// Go on, this once, with a journal that has lost entries its heads know; that is written into it
    #[arg(long)]
    accept_loss: bool,
    /// A config file (TOML)
    #[arg(long, value_name = "FILE", env = "CROUPIER_CONFIG")]
    config: Option<PathBuf>,
    /// The name of this server, where several share a PostgreSQL [default: floor]
    #[arg(long, value_name = "NAME", env = "CROUPIER_SERVER")]
    server: Option<String>,
    /// A file with the key that the order of undealt cards is encrypted with [default: croupier.key beside the database]
    #[arg(long, value_name = "FILE", env = "CROUPIER_SHOE_KEY_FILE")]
    shoe_key_file: Option<PathBuf>,
    /// Let nobody play without signing in
    #[arg(long, env = "CROUPIER_NO_GUESTS")]
    no_guests: bool,
    /// Write the log as JSON, one object a line
    #[arg(long, env = "CROUPIER_LOG_JSON")]
    log_json: bool,
}

impl Serve {
    pub(crate) fn run(self) -> anyhow::Result<Ended> {
        self.log()?;
        let mut file = self.file()?;
        fit_connections(&mut file);
        wait_for(self.serve(file))
    }

    fn log(&self) -> anyhow::Result<()> {
        let filter = match std::env::var("CROUPIER_LOG") {
            Ok(wanted) => levels(&wanted)?,
            Err(_) => Targets::new().with_default(LevelFilter::INFO),
        };
        let log = tracing_subscriber::fmt().with_max_level(LevelFilter::TRACE).with_writer(std::io::stderr);
        if self.log_json {
            log.json().finish().with(filter).init();
        } else {
            let colours = std::io::stderr().is_terminal();
            log.with_target(false).with_ansi(colours).finish().with(filter).init();
        }
        Ok(())
    }

    fn file(&self) -> anyhow::Result<File> {
        self.config.as_deref().map_or_else(|| Ok(File::default()), File::read)
    }

    async fn serve(self, file: File) -> anyhow::Result<Ended> {
        let url = match self.database {
            Some(url) => url,
            None => file.database.parse()?,
        };
        let listen = self.listen.unwrap_or(file.listen);
        let tls = tls(
            self.tls_cert.or_else(|| file.tls_cert.clone()),
            self.tls_key.or_else(|| file.tls_key.clone()),
        )?;
        let mut config = file.floor.clone();
        config.guests &= !self.no_guests;
        config.server = self.server.unwrap_or(config.server);
        require_free(listen, "--listen")?;
        if let Some(metrics) = file.metrics_listen {
            require_free(metrics, "metrics-listen")?;
        }
        let given = Given::new(self.shoe_key_file.or_else(|| file.shoe_key.clone())).key(&url)?;
        require_rule_books(&config, &url)?;
        let stop = stop()?;
        let heads = HeadsConfig {
            path: self.heads.or_else(|| file.heads.clone()),
            copies: copies::places(&file.heads_copies)?,
            accept_loss_at: self.accept_loss.then(|| Clock::default().now()),
        };
        let journal = Journal::open_with(&url, Opening::Serve, heads).await?;
        let shoe_key = match given {
            Some(key) => key,
            None => key::beside(&url, &journal).await?,
        };
        let environment = Environment { shoe_key, ..Environment::default() };
        let (floor, opened) = Floor::open(config, journal.clone(), environment).await?;
        tell(&url, &journal, &opened);
        first_administrator(&floor).await?;
        let _metrics = serve_metrics(&floor, &file).await?;
        let listener = bind(listen, "--listen").await?;
        let scheme = if tls.is_some() { "https" } else { "http" };
        anstream::println!(
            "{GOOD}The floor is open:{GOOD:#} {HEAD}{scheme}://{}{HEAD:#}",
            listener.local_addr()?
        );
        let pages = pages::pages(&floor);
        let entrance = match tls {
            Some(tls) => Entrance::over_tls(listener, tls),
            None => listener.into(),
        };
        floor::serve(entrance, floor, file.guard(), pages, stop).await?;
        let failure = journal.failure();
        journal.close().await;
        if let Some(why) = failure {
            anstream::eprintln!(
                "{BAD}croupier:{BAD:#} the journal failed and the floor is closed: {why}. Everything acknowledged is on \
                 disk. Start the floor again when the database answers; where a disk is full, make space on it first."
            );
            return Ok(Ended::Badly);
        }
        anstream::println!("The floor is closed. Rounds that were on go on when it opens again.");
        Ok(Ended::Well)
    }
}

/// How much is logged: a level, or levels by crate. A word that is no level would be taken for a crate and silence the rest.
fn levels(wanted: &str) -> anyhow::Result<Targets> {
    let understood = wanted.parse::<Targets>().ok().filter(|_| {
        wanted.split(',').all(|part| part.contains('=') || part.trim().parse::<LevelFilter>().is_ok())
    });
    understood.with_context(|| {
        format!(
            "CROUPIER_LOG is `{wanted}`: it takes error, warn, info, debug, trace or off, or levels by crate such as \
             info,journal=debug"
        )
    })
}

/// Raises the limit of open files, and where it cannot be raised far enough lets in as many connections as it allows.
fn fit_connections(file: &mut File) {
    // Besides connections: the database, logs, and what opens for a moment.
    const OTHERS: usize = 64;
    // Nobody misses the few that are left out then.
    const PLENTY: usize = 10_000;
    let Some(files) =
        rlimit::increase_nofile_limit(u64::MAX).ok().and_then(|files| usize::try_from(files).ok())
    else {
        return;
    };
    let room = files.saturating_sub(OTHERS).max(1);
    if file.connections > room {
        if room < PLENTY {
            anstream::println!(
                "The system lets this process open only {files} files, so at most {room} connections are let in: raise that limit \
                 (ulimit -n, LimitNOFILE), or set `connections` lower."
            );
        }
        file.connections = room;
    }
}

/// What to speak TLS with, where both files are given.
fn tls(certificate: Option<PathBuf>, key: Option<PathBuf>) -> anyhow::Result<Option<Tls>> {
    match (certificate, key) {
        (Some(certificate), Some(key)) => Ok(Some(Tls::read(certificate, key)?)),
        (None, None) => Ok(None),
        (Some(_), None) => bail!("--tls-cert needs the key of the certificate: give --tls-key as well"),
        (None, Some(_)) => bail!("--tls-key needs the certificate of the key: give --tls-cert as well"),
    }
}

/// Serves the meters at an address of their own, where there is one, until what is returned is dropped.
async fn serve_metrics(floor: &Floor, file: &File) -> anyhow::Result<JoinSet<()>> {
    let mut serving = JoinSet::new();
    if let Some(address) = file.metrics_listen {
        let listener = bind(address, "metrics-listen").await?;
        anstream::println!("Meters for Prometheus: http://{}/metrics", listener.local_addr()?);
        serving.spawn(floor::serve_metrics(listener, floor.clone(), file.guard()));
    }
    Ok(serving)
}

async fn bind(listen: SocketAddr, setting: &str) -> anyhow::Result<TcpListener> {
    TcpListener::bind(listen).await.with_context(|| not_free(listen, setting))
}

/// Whether we could listen there, found out before anything is opened. The floor itself listens once its journal is verified.
fn require_free(listen: SocketAddr, setting: &str) -> anyhow::Result<()> {
    std::net::TcpListener::bind(listen).map(drop).with_context(|| not_free(listen, setting))
}

/// Where there is no journal yet, every table needs its rule book. A table that was opened before goes on by the stored one.
fn require_rule_books(config: &Config, url: &DatabaseUrl) -> anyhow::Result<()> {
    if key::file_of(url).is_some_and(|file| !Path::new(&file).exists()) {
        let faults = config.rule_book_faults();
        if !faults.is_empty() {
            bail!("{}", faults.join("\n"));
        }
    }
    Ok(())
}

fn not_free(listen: SocketAddr, setting: &str) -> String {
    format!("cannot listen on {listen}: stop what listens there, or choose another address with {setting}")
}

/// Ctrl-C, or the system's wish; listened for from now on.
#[cfg(unix)]
fn stop() -> anyhow::Result<impl Future<Output = ()> + Send + 'static> {
    use tokio::signal::unix::{SignalKind, signal};
    let (mut interrupt, mut terminate) = (signal(SignalKind::interrupt())?, signal(SignalKind::terminate())?);
    Ok(async move {
        tokio::select! {
            _ = interrupt.recv() => {}
            _ = terminate.recv() => {}
        }
    })
}

/// Ctrl-C.
#[cfg(not(unix))]
#[expect(clippy::unnecessary_wraps, reason = "elsewhere it can fail")]
fn stop() -> anyhow::Result<impl Future<Output = ()> + Send + 'static> {
    Ok(async {
        // Where the signal cannot be received, only the system stops us.
        if tokio::signal::ctrl_c().await.is_err() {
            std::future::pending::<()>().await;
        }
    })
}

fn tell(url: &DatabaseUrl, journal: &Journal, opened: &Opened) {
    let verdict = &opened.verdict;
    anstream::println!(
        "The journal {url} is in order: {} records read, their chain is whole, the ledger sums to zero, {} \
         facts are as they were written.",
        verdict.records,
        verdict.facts.unwrap_or_default()
    );
    if let Some(KeptHeads { path, key }) = journal.heads() {
        anstream::println!("Its heads are kept in {}, signed by {key}", path.display());
        for copy in journal.copies() {
            match copy.failure {
                None => anstream::println!("They are copied to {}", copy.place),
                Some(why) => anstream::eprintln!("{BAD}They are not copied:{BAD:#} {why}"),
            }
        }
    }
    for (table, says) in &opened.tables {
        anstream::println!("  {HEAD}{table}{HEAD:#} {DIM}{says}{DIM:#}");
    }
}

/// A floor that nobody looks after yet gets an administrator, whose password is shown once.
async fn first_administrator(floor: &Floor) -> anyhow::Result<()> {
    let people = floor.people();
    if people.has_administrator().await? {
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
