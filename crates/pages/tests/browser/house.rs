//! A floor that listens, with its pages.

use std::net::SocketAddr;

use floor::{Clock, Config, Cost, DealingConfig, Exchange, Floor, Guard, Person, Role, Seconds, Till};
use journal::{DatabaseUrl, Journal, Opening};
use tempfile::TempDir;
use tokio::net::TcpListener;

use crate::browser::Browser;

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
        House::dealt_by(DealingConfig::House).await
    }

    /// Opens one where the house deals, or where cards come as the test brings them.
    pub(crate) async fn dealt_by(dealing: DealingConfig) -> House {
        House::played_by(dealing, &[]).await
    }

    /// Opens one where these settings of a table are others.
    pub(crate) async fn played_by(dealing: DealingConfig, settings: &[(&str, &str, &str)]) -> House {
        let folder = TempDir::new().expect("a folder");
        let url: DatabaseUrl =
            format!("sqlite:{}", folder.path().join("floor.db").display()).parse().expect("an address");
        let journal = Journal::open(&url, Opening::Serve).await.expect("a journal");
        let mut config = Config::default();
        let seconds = Seconds { bets: Some(600), ..Seconds::NONE };
        config.tables.iter_mut().for_each(|table| (table.seconds, table.dealing) = (seconds, dealing));
        for (id, name, value) in settings {
            let table = config.tables.iter_mut().find(|table| table.id == *id).expect("a table");
            table.settings.insert((*name).into(), (*value).into());
        }
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
        self.staff_say(table, "dealer closes bets").await;
    }

    /// The dealer calls for bets.
    pub(crate) async fn open_bets(&self, table: &str) {
        let desk = self.floor.table(table).expect("a table");
        desk.say(&self.supervisor, None, "dealer opens bets").await.expect("bets are opened");
    }

    /// Someone who speaks for the dealer and the pit.
    pub(crate) fn supervisor(&self) -> &Person {
        &self.supervisor
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

impl House {
    /// Staff say something at a table.
    pub(crate) async fn staff_say(&self, table: &str, say: &str) {
        self.says(table, &self.supervisor, say).await;
    }

    /// Someone says something at a table.
    pub(crate) async fn says(&self, table: &str, who: &Person, say: &str) {
        let desk = self.floor.table(table).expect("a table");
        desk.say(who, None, say).await.unwrap_or_else(|why| panic!("{} {say}: {why}", who.name));
    }

    /// Another player with credits, who plays without a browser.
    pub(crate) async fn player(&self, name: &str) -> Person {
        let person = self.floor.people().add("house", name, Role::Player, None).await.expect("a new name");
        let credits = vocabulary::Chips::minor(100_000);
        let cage = self.floor.cage();
        let given = cage.exchange(None, "house", name, Exchange::Given, Till::PlayMoney, credits).await;
        given.expect("credits");
        person
    }
}

/// Everyone's password.
const PASSWORD: &str = "a long password for tests";

impl House {
    /// Someone with a password, who signs in from the lobby.
    pub(crate) async fn sign_in(&self, browser: &Browser, name: &str, role: Role) {
        self.floor.people().add("house", name, role, Some(PASSWORD)).await.expect("a new name");
        browser.open(&self.page("/")).await;
        browser.find(".sign-in [name=name]").await.send_keys(name).await.expect("a name");
        browser.find(".sign-in [name=password]").await.send_keys(PASSWORD).await.expect("a password");
        browser.click(".sign-in form button").await;
        browser.find("#purse").await;
    }

    /// The guest who sits at the browser.
    pub(crate) async fn guest(&self) -> Person {
        let people = self.floor.people().all().await.expect("people");
        people.into_iter().find(|person| person.name.starts_with("guest-")).expect("a guest")
    }
}
