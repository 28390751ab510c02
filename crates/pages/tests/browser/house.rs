//! A floor that listens, with its pages.

use std::net::SocketAddr;

use floor::{Clock, Config, Cost, Floor, Guard, Person, Role, Seconds};
use journal::{DatabaseUrl, Journal, Opening};
use tempfile::TempDir;
use tokio::net::TcpListener;

/// A floor of the five games, open for the length of a test.
pub(crate) struct House {
    pub(crate) address: SocketAddr,
    pub(crate) floor: Floor,
    supervisor: Person,
    _folder: TempDir,
}

impl House {
    /// Opens one. No clock hurries anyone: bets close when the test says so, and a settled round stays to be looked at.
    pub(crate) async fn open() -> House {
        let folder = TempDir::new().expect("a folder");
        let url: DatabaseUrl =
            format!("sqlite:{}", folder.path().join("floor.db").display()).parse().expect("an address");
        let journal = Journal::open(&url, Opening::Serve).await.expect("a journal");
        let mut config = Config::default();
        let seconds = Seconds { bets: Some(600), ..Seconds::NONE };
        config.tables.iter_mut().for_each(|table| table.seconds = seconds);
        let (floor, _) = Floor::open(config, journal, Clock::System, Cost::Least).await.expect("a floor");
        let supervisor = open_bets(&floor).await;
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
        let address = listener.local_addr().expect("an address");
        let served = floor::serve(
            listener,
            floor.clone(),
            Guard::default(),
            pages::pages(&floor),
            std::future::pending(),
        );
        tokio::spawn(served);
        House { address, floor, supervisor, _folder: folder }
    }

    /// The dealer calls no more bets.
    pub(crate) async fn close_bets(&self, table: &str) {
        let desk = self.floor.table(table).expect("a table");
        desk.say(&self.supervisor, None, "dealer closes bets").await.expect("bets are closed");
    }

    pub(crate) fn page(&self, path: &str) -> String {
        format!("http://{}{path}", self.address)
    }
}

/// Someone who calls for bets at every table.
async fn open_bets(floor: &Floor) -> Person {
    let supervisor = floor.people().add("house", "sue", Role::Supervisor, None).await.expect("a new name");
    for id in floor.tables() {
        let desk = floor.table(&id).expect("a table");
        desk.say(&supervisor, None, "dealer opens bets").await.expect("bets are opened");
    }
    supervisor
}
