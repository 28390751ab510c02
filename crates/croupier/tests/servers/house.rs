//! Servers as processes, all on one database.

use std::fmt::Write as _;
use std::net::SocketAddr;
use std::path::PathBuf;
use std::process::{Command, Stdio};

use floor::ShoeKey;
use tempfile::TempDir;
use testkit::{Reply, Request, ServerProcess};

use super::client::send;

/// One table of each game.
pub(crate) const GAMES: [&str; 5] = rulebook::GAMES;

pub(crate) fn table_of(game: &str) -> String {
    format!("{game}-1")
}

/// The key of the shoes, which all servers on a database share.
pub(crate) fn shoe_key() -> ShoeKey {
    ShoeKey::read(&"5e".repeat(32)).expect("a key")
}

/// A database and a folder for what the servers say.
pub(crate) struct House {
    database: String,
    folder: TempDir,
}

impl House {
    pub(crate) fn new(database: String) -> House {
        House { database, folder: tempfile::tempdir().expect("a folder") }
    }

    pub(crate) fn database(&self) -> &str {
        &self.database
    }

    fn log(&self, name: &str) -> PathBuf {
        self.folder.path().join(format!("{name}.log"))
    }

    /// Nobody is hurried but by the betting window.
    fn config(&self, name: &str) -> PathBuf {
        let mut config = format!(
            "requests-a-second = 1e6\nburst = 1e6\n[floor]\naddress = \"http://{name}.example\"\n\
             after-power-failure = \"go-on\"\n"
        );
        for game in GAMES {
            let seconds = "{ bets = 1, offers = 60, decision = 60, answers = 60, next-round = 2 }";
            let _ = write!(
                config,
                "[[floor.table]]\nid = \"{}\"\ngame = \"{game}\"\nmoney = \"play\"\nseconds = {seconds}\n",
                table_of(game)
            );
        }
        let path = self.folder.path().join(format!("{name}.toml"));
        std::fs::write(&path, config).expect("a file");
        path
    }

    fn serve(&self, name: &str) -> Command {
        let mut command = Command::new(assert_cmd::cargo::cargo_bin!("croupier"));
        command.args(["serve", "--listen", "127.0.0.1:0", "--server", name, "--database", &self.database]);
        command.arg("--config").arg(self.config(name)).env("CROUPIER_SHOE_KEY", shoe_key().write());
        command.stdin(Stdio::null());
        command
    }

    /// All that a server has logged since it was opened.
    pub(crate) fn log_of(&self, name: &str) -> String {
        std::fs::read_to_string(self.log(name)).expect("a log")
    }

    /// Opens a server and waits until it serves.
    pub(crate) fn open(&self, name: &'static str) -> Server {
        self.open_with(name, &[])
    }

    /// The same with these environment variables.
    pub(crate) fn open_with(&self, name: &'static str, environment: &[(&str, &str)]) -> Server {
        let mut command = self.serve(name);
        let process = ServerProcess::start(command.envs(environment.iter().copied()), &self.log(name));
        Server { name, address: process.address, password: process.admin_password(), process }
    }

    /// Two servers of one name would take each other for themselves.
    pub(crate) fn refuses_a_second(&self, name: &str) {
        let output = self.serve(name).output().expect("the program runs");
        let said = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{said}");
        assert!(said.contains(&format!("another server called {name} is open on this database")), "{said}");
    }

    /// What a server logs that ends by itself, since it cannot go on.
    pub(crate) fn last_words(&self, server: Server) -> String {
        let name = server.name;
        assert_eq!(server.process.wait().code(), Some(1));
        self.log_of(name)
    }

    /// The audit finds the chain whole, the ledger even, and settles every round again.
    pub(crate) fn is_in_order(&self) {
        let mut audit = Command::new(assert_cmd::cargo::cargo_bin!("croupier"));
        let output = audit.args(["audit", "--database", &self.database]).output().expect("the program runs");
        let said = String::from_utf8_lossy(&output.stdout);
        assert!(output.status.success() && said.contains("ledger 0"), "{said}");
    }
}

/// A server that runs.
pub(crate) struct Server {
    pub(crate) name: &'static str,
    pub(crate) address: SocketAddr,
    /// The administrator's, where this server was the first.
    pub(crate) password: String,
    process: ServerProcess,
}

impl Server {
    pub(crate) fn look(&self, table: &str) -> Reply {
        send(self.address, &Request::get(&format!("/api/tables/{table}")))
    }

    /// The tables it keeps.
    pub(crate) fn tables(&self) -> Vec<String> {
        let tables = send(self.address, &Request::get("/api/tables")).json();
        let tables = tables.as_array().expect("a list").iter();
        tables.map(|table| table["id"].as_str().unwrap_or_default().to_owned()).collect()
    }

    pub(crate) fn keeps_all(&self) -> bool {
        self.tables().len() == GAMES.len()
    }

    pub(crate) fn signal(&self, signal: &str) {
        self.process.signal(signal);
    }

    pub(crate) fn kill(&mut self) {
        self.process.kill();
    }

    /// Asks it to close, and waits until it has.
    pub(crate) fn close(self) {
        assert!(self.process.stop().success());
    }
}
