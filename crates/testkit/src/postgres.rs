use std::os::unix::fs::chown;
use std::path::Path;
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
}

impl Postgres {
    /// Starts a server.
    ///
    /// # Panics
    /// When PostgreSQL is missing or does not start; a [`crate::Suite`] ignores its tests before that.
    #[must_use]
    pub fn start() -> Postgres {
        let programs = postgres_programs()
            .unwrap_or_else(|| panic!("{}", Component::Postgres.missing().unwrap_or_default()));
        let folder = tempfile::tempdir().expect("a temporary folder");
        if is_root() {
            chown(folder.path(), Some(NOBODY), Some(NOBODY)).expect("root may give a folder away");
        }
        let data = folder.path().join("data");
        let made = command(&programs.join("initdb"), folder.path())
            .args(["-U", "croupier", "-A", "trust", "--no-sync", "-E", "UTF8", "--locale=C", "-D"])
            .arg(&data)
            .output()
            .expect("initdb runs");
        assert!(made.status.success(), "initdb: {}", String::from_utf8_lossy(&made.stderr));
        let process = command(&programs.join("postgres"), folder.path())
            .args(["-c", "listen_addresses=", "-k"])
            .arg(folder.path())
            .arg("-D")
            .arg(&data)
            .stderr(Stdio::null())
            .spawn()
            .expect("postgres runs");
        Postgres { folder, process }
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
        format!("postgres://croupier@{socket}/{name}")
    }
}

impl Drop for Postgres {
    fn drop(&mut self) {
        // Its own children notice that it is gone; nothing of it is worth a clean end.
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
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
