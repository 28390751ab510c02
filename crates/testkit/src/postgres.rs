use std::os::unix::fs::chown;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use journal::DatabaseUrl;
use tempfile::TempDir;
use tokio_postgres::{Client, NoTls};

use crate::component::postgres_programs;
use crate::{Component, PATIENCE};

/// PostgreSQL refuses to run as root; this is `nobody`.
const NOBODY: u32 = 65534;

/// A PostgreSQL server on a Unix socket of its own, which goes away with the test.
pub struct Postgres {
    folder: TempDir,
    process: Child,
    /// Where it listens over TCP as well.
    port: Option<u16>,
}

impl Postgres {
    /// Starts a server.
    ///
    /// # Panics
    /// When PostgreSQL is missing or does not start; a [`crate::Suite`] ignores its tests before that.
    #[must_use]
    pub fn start() -> Postgres {
        let folder = made();
        let process = run(&folder, &[]);
        Postgres { folder, process, port: None }
    }

    /// Starts a server that also listens on this machine, over TLS only, with this certificate.
    ///
    /// # Panics
    /// As [`Postgres::start`].
    #[cfg(feature = "tls")]
    #[must_use]
    pub fn start_with_tls(issued: &crate::Issued) -> Postgres {
        let folder = made();
        let (certificate, key) = (folder.path().join("server.crt"), folder.path().join("server.key"));
        issued.write(&certificate, &key);
        std::fs::set_permissions(&key, std::os::unix::fs::PermissionsExt::from_mode(0o600)).expect("a mode");
        if is_root() {
            chown(&key, Some(NOBODY), Some(NOBODY)).expect("root may give a file away");
        }
        let rules = "local all all trust\nhostssl all all 127.0.0.1/32 trust\n";
        std::fs::write(folder.path().join("data/pg_hba.conf"), rules).expect("who may connect");
        let (certificate, key) = (certificate.display(), key.display());
        let settings = format!("ssl = on\nssl_cert_file = '{certificate}'\nssl_key_file = '{key}'\n");
        std::fs::write(folder.path().join("data/postgresql.auto.conf"), settings).expect("settings");
        loop {
            // PostgreSQL finds no free port by itself. Where another program takes this one first, the next is tried.
            let listener = std::net::TcpListener::bind("127.0.0.1:0").expect("a free port");
            let port = listener.local_addr().expect("an address").port();
            drop(listener);
            let mut process = run(&folder, &["listen_addresses=127.0.0.1", &format!("port={port}")]);
            let socket = folder.path().join(format!(".s.PGSQL.{port}"));
            let is_up = crate::poll("PostgreSQL to start or to end", || {
                let ended = process.try_wait().expect("a process").is_some();
                if ended { Some(false) } else { socket.exists().then_some(true) }
            });
            if is_up {
                return Postgres { folder, process, port: Some(port) };
            }
        }
    }

    /// Returns the port it listens on over TCP.
    ///
    /// # Panics
    /// When it does not.
    #[must_use]
    pub fn port(&self) -> u16 {
        self.port.expect("a server that listens over TCP")
    }

    /// Creates an empty database.
    ///
    /// # Panics
    /// When the server refuses.
    pub async fn database(&self, name: &str) -> DatabaseUrl {
        let create = format!("create database {name}");
        self.client("postgres").await.batch_execute(&create).await.expect("a database");
        self.url(name).parse().expect("a database URL")
    }

    /// Connects as soon as the server answers.
    ///
    /// # Panics
    /// When it does not answer within [`PATIENCE`].
    pub async fn client(&self, name: &str) -> Client {
        let start = Instant::now();
        loop {
            match tokio_postgres::connect(&self.url(name), NoTls).await {
                Ok((client, connection)) => {
                    tokio::spawn(connection);
                    return client;
                }
                Err(why) => assert!(start.elapsed() < PATIENCE, "PostgreSQL does not answer: {why}"),
            }
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    }

    fn url(&self, name: &str) -> String {
        let socket = self.folder.path().display().to_string().replace('/', "%2F");
        let port = self.port.map(|port| format!(":{port}")).unwrap_or_default();
        format!("postgres://croupier@{socket}{port}/{name}")
    }
}

impl Drop for Postgres {
    fn drop(&mut self) {
        // Its own children notice that it is gone; nothing of it is worth a clean end.
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

/// Makes the files of a server, in a folder of its own.
fn made() -> TempDir {
    let folder = tempfile::tempdir().expect("a temporary folder");
    if is_root() {
        chown(folder.path(), Some(NOBODY), Some(NOBODY)).expect("root may give a folder away");
    }
    let made = command(&programs().join("initdb"), folder.path())
        .args(["-U", "croupier", "-A", "trust", "--no-sync", "-E", "UTF8", "--locale=C", "-D"])
        .arg(folder.path().join("data"))
        .output()
        .expect("initdb runs");
    assert!(made.status.success(), "initdb: {}", String::from_utf8_lossy(&made.stderr));
    folder
}

/// Starts a server with these settings, on a socket in its folder.
fn run(folder: &TempDir, settings: &[&str]) -> Child {
    let mut command = command(&programs().join("postgres"), folder.path());
    command
        .args(["-c", "listen_addresses=", "-k"])
        .arg(folder.path())
        .arg("-D")
        .arg(folder.path().join("data"));
    for setting in settings {
        command.args(["-c", setting]);
    }
    command.stderr(Stdio::null()).spawn().expect("postgres runs")
}

fn programs() -> PathBuf {
    postgres_programs().unwrap_or_else(|| panic!("{}", Component::Postgres.missing().unwrap_or_default()))
}

fn is_root() -> bool {
    std::os::unix::fs::MetadataExt::uid(&std::fs::metadata("/proc/self").expect("procfs")) == 0
}

/// Runs a program as `nobody` where we are root, and ends it with this process.
fn command(program: &Path, folder: &Path) -> Command {
    let mut command = Command::new("setpriv");
    command.arg("--pdeathsig=KILL");
    if is_root() {
        command.args(["--reuid=65534", "--regid=65534", "--clear-groups"]);
    }
    command.arg(program).current_dir(folder).stdout(Stdio::null());
    command
}
