//! Servers as processes, all on one database.

use std::fmt::Write as _;
use std::fs::File;
use std::io::{BufRead, BufReader};
use std::net::SocketAddr;
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use tempfile::TempDir;

use super::client::{Said, ask};
use super::within;

/// One table of each game.
pub(crate) const GAMES: [&str; 5] = rulebook::GAMES;

pub(crate) fn table_of(game: &str) -> String {
    format!("{game}-1")
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
                "[[floor.table]]\nid = \"{}\"\ngame = \"{game}\"\nseconds = {seconds}\n",
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
        command.arg("--config").arg(self.config(name)).stdin(Stdio::null());
        command
    }

    /// Opens a server and waits until it serves.
    pub(crate) fn open(&self, name: &'static str) -> Server {
        let log = File::create(self.log(name)).expect("a file");
        let mut process =
            self.serve(name).stdout(Stdio::piped()).stderr(log).spawn().expect("the program runs");
        let mut lines = BufReader::new(process.stdout.take().expect("it is piped")).lines();
        let mut password = String::new();
        let address = loop {
            let line = lines.next().expect("the server opens").expect("text");
            if let Some((_, rest)) = line.split_once("sign in as admin with ") {
                rest.split('.').next().unwrap_or_default().clone_into(&mut password);
            }
            if let Some((_, address)) = line.split_once("The floor is open: http://") {
                break address.parse().expect("an address");
            }
        };
        // What it says at its end must not find a closed pipe.
        std::thread::spawn(move || lines.count());
        Server { name, address, password, process }
    }

    /// Two servers of one name would take each other for themselves.
    pub(crate) fn refuses_a_second(&self, name: &str) {
        let output = self.serve(name).output().expect("the program runs");
        let said = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{said}");
        assert!(said.contains(&format!("another server called {name} is open on this database")), "{said}");
    }

    /// What a server says that ends by itself, since it cannot go on.
    pub(crate) fn last_words(&self, mut server: Server) -> String {
        let mut ended = None;
        within(Duration::from_secs(5), "the server ends", || {
            ended = server.process.try_wait().expect("a process");
            ended.is_some()
        });
        assert_eq!(ended.and_then(|status| status.code()), Some(1));
        std::fs::read_to_string(self.log(server.name)).expect("what it said")
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
    process: Child,
}

impl Server {
    pub(crate) fn asked_for(&self, table: &str) -> Said {
        ask(self.address, "GET", &format!("/api/tables/{table}"), "", None)
    }

    /// The tables it keeps.
    pub(crate) fn tables(&self) -> Vec<String> {
        let said = ask(self.address, "GET", "/api/tables", "", None);
        let tables = said.body.as_array().expect("a list").iter();
        tables.map(|table| table["id"].as_str().unwrap_or_default().to_owned()).collect()
    }

    pub(crate) fn keeps_all(&self) -> bool {
        self.tables().len() == GAMES.len()
    }

    pub(crate) fn signal(&self, signal: &str) {
        let id = self.process.id().to_string();
        let sent = Command::new("kill").args([&format!("-{signal}"), &id]).status().expect("kill runs");
        assert!(sent.success());
    }

    pub(crate) fn kill(&mut self) {
        self.process.kill().expect("it runs");
        self.process.wait().expect("it ends");
    }

    /// Asks it to close, and waits until it has.
    pub(crate) fn close(mut self) {
        self.signal("TERM");
        assert!(self.process.wait().expect("it ends").success());
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        // One that has ended needs no killing.
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}
