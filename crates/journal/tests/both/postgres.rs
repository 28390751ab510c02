//! A PostgreSQL of one's own for the length of a test. The tests of two servers (`croupier/tests/two`) start theirs with it too.

use std::os::unix::fs::chown;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use journal::DatabaseUrl;
use tempfile::TempDir;
use tokio_postgres::{Client, NoTls};

/// PostgreSQL refuses to run as root; this is `nobody`.
const NOBODY: u32 = 65534;

pub(crate) struct Server {
    folder: TempDir,
    process: Child,
}

impl Server {
    /// None, said loudly, where there is no PostgreSQL; with `CROUPIER_NEEDS_POSTGRES` that is a failure.
    pub(crate) fn started() -> Option<Server> {
        let Some(programs) = programs() else {
            let needed = std::env::var_os("CROUPIER_NEEDS_POSTGRES").is_some();
            assert!(!needed, "PostgreSQL is needed and not there: install it, or put initdb on the PATH");
            eprintln!(
                "LEFT OUT: no PostgreSQL on this machine, so nothing was tried on it. Install postgresql."
            );
            return None;
        };
        let folder = tempfile::tempdir().expect("a folder");
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
            .args(["-c", "listen_addresses=", "-c", "fsync=off", "-k"])
            .arg(folder.path())
            .arg("-D")
            .arg(&data)
            .stderr(Stdio::null())
            .spawn()
            .expect("postgres runs");
        Some(Server { folder, process })
    }

    /// A new, empty database.
    pub(crate) async fn database(&self, name: &str) -> DatabaseUrl {
        self.client("postgres")
            .await
            .batch_execute(&format!("create database {name}"))
            .await
            .expect("a database");
        self.url(name).parse().expect("a database")
    }

    /// A connection, as soon as the server answers.
    pub(crate) async fn client(&self, name: &str) -> Client {
        let start = Instant::now();
        loop {
            match tokio_postgres::connect(&self.url(name), NoTls).await {
                Ok((client, connection)) => {
                    tokio::spawn(connection);
                    return client;
                }
                Err(why) => {
                    assert!(start.elapsed() < Duration::from_mins(1), "PostgreSQL does not answer: {why}");
                }
            }
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
    }

    fn url(&self, name: &str) -> String {
        let socket = self.folder.path().display().to_string().replace('/', "%2F");
        format!("postgres://croupier@{socket}/{name}")
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        // Nothing of it is worth a clean end. Its own children notice that it is gone.
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

fn programs() -> Option<PathBuf> {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let mut folders: Vec<PathBuf> = std::env::split_paths(&path).collect();
    for version in std::fs::read_dir("/usr/lib/postgresql").into_iter().flatten().flatten() {
        folders.push(version.path().join("bin"));
    }
    folders.into_iter().find(|folder| folder.join("initdb").is_file() && folder.join("postgres").is_file())
}

fn is_root() -> bool {
    std::os::unix::fs::MetadataExt::uid(&std::fs::metadata("/proc/self").expect("procfs")) == 0
}

fn command(program: &Path, folder: &Path) -> Command {
    let mut command = if is_root() {
        let mut command = Command::new("setpriv");
        command.args(["--reuid=65534", "--regid=65534", "--clear-groups"]).arg(program);
        command
    } else {
        Command::new(program)
    };
    command.current_dir(folder).stdout(Stdio::null());
    command
}
