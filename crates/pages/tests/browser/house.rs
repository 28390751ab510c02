//! A floor that listens, with its pages.

use std::net::SocketAddr;

use floor::{Clock, Config, Cost, Floor, Guard, Role, Seconds};
use journal::{DatabaseUrl, Journal, Opening};
use tempfile::TempDir;
use tokio::net::TcpListener;

/// A floor of the five games, open for the length of a test.
pub(crate) struct House {
    pub(crate) address: SocketAddr,
    pub(crate) floor: Floor,
    _folder: TempDir,
}

impl House {
    /// Opens one. Bets close quickly; whoever has to decide may take his time, and a settled round stays to be looked at.
    pub(crate) async fn open() -> House {
        let folder = TempDir::new().expect("a folder");
        let url: DatabaseUrl =
            format!("sqlite:{}", folder.path().join("floor.db").display()).parse().expect("an address");
        let journal = Journal::open(&url, Opening::Serve).await.expect("a journal");
        let mut config = Config::default();
        let seconds = Seconds { bets: Some(4), ..Seconds::NONE };
        config.tables.iter_mut().for_each(|table| table.seconds = seconds);
        let (floor, _) = Floor::open(config, journal, Clock::System, Cost::Least).await.expect("a floor");
        open_bets(&floor).await;
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
        House { address, floor, _folder: folder }
    }

    pub(crate) fn page(&self, path: &str) -> String {
        format!("http://{}{path}", self.address)
    }
}

/// Calls for bets at every table.
async fn open_bets(floor: &Floor) {
    let person = floor.people().add("house", "sue", Role::Supervisor, None).await.expect("a new name");
    for id in floor.tables() {
        let desk = floor.table(&id).expect("a table");
        desk.say(&person, None, "dealer opens bets").await.expect("bets are opened");
    }
}
