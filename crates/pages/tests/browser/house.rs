//! A floor that listens, with its pages.

use std::net::SocketAddr;

use floor::{Config, DealingConfig, Floor, Person, Role, Seconds, TableConfig};
use testkit::{Browser, PASSWORD, TestFloor};

/// A floor of the five games, open for the length of a test. Its clock stands until the test moves it: bets close when the
/// test says so, and a settled round stays to be looked at.
pub(crate) struct House {
    pub(crate) test: TestFloor,
    pub(crate) floor: Floor,
    pub(crate) address: SocketAddr,
    /// Someone who speaks for the dealer and the pit.
    pub(crate) supervisor: Person,
}

impl House {
    /// Opens one where the house deals.
    pub(crate) async fn open() -> House {
        House::dealt_by(DealingConfig::House).await
    }

    /// Opens one where the house deals, or where cards come as the test brings them.
    pub(crate) async fn dealt_by(dealing: DealingConfig) -> House {
        House::with_tables(|table| table.dealing = dealing).await
    }

    /// Opens one whose tables are set up like this. A test that depends on the cards brings them itself: one round in twenty
    /// is over as soon as the house has dealt it.
    pub(crate) async fn with_tables(set_up: impl Fn(&mut TableConfig)) -> House {
        House::with(Config::default(), set_up).await
    }

    /// Opens one of this config whose tables are set up like this.
    pub(crate) async fn with(mut config: Config, set_up: impl Fn(&mut TableConfig)) -> House {
        for table in &mut config.tables {
            table.seconds = Seconds { bets: Some(600), ..Seconds::NONE };
            set_up(table);
        }
        let mut test = TestFloor::builder().config(config).pages().open().await;
        let (floor, address) = (test.floor.clone(), test.listen().await);
        let supervisor = test.add("sue", Role::Supervisor).await;
        for table in floor.tables() {
            test.say_as(&supervisor, &table, "dealer opens bets").await;
        }
        House { test, floor, address, supervisor }
    }

    pub(crate) fn page(&self, path: &str) -> String {
        format!("http://{}{path}", self.address)
    }

    /// The dealer calls no more bets.
    pub(crate) async fn close_bets(&self, table: &str) {
        self.staff_say(table, "dealer closes bets").await;
    }

    /// The dealer calls for bets.
    pub(crate) async fn open_bets(&self, table: &str) {
        self.staff_say(table, "dealer opens bets").await;
    }

    /// Staff say something at a table.
    pub(crate) async fn staff_say(&self, table: &str, say: &str) {
        self.says(table, &self.supervisor, say).await;
    }

    /// Someone says something at a table.
    pub(crate) async fn says(&self, table: &str, who: &Person, say: &str) {
        self.test.say_as(who, table, say).await;
    }

    /// How many entries a table's book has.
    pub(crate) fn seq(&self, table: &str) -> u64 {
        self.floor.table(table).expect("a table").standing.borrow().seq
    }

    /// Waits until a table's book has more entries than this.
    pub(crate) async fn seq_after(&self, table: &str, seq: u64) {
        self.test.until("the table to carry it out", || self.seq(table) > seq).await;
    }

    /// Another player with credits, who is signed in and plays without a browser.
    pub(crate) async fn player(&self, name: &str) -> Person {
        let person = self.test.add(name, Role::Player).await;
        self.test.token(name).await;
        self.test.fund(name).await;
        person
    }

    /// Someone new, who signs in from the lobby.
    pub(crate) async fn sign_in(&self, browser: &Browser, name: &str, role: Role) {
        self.test.add(name, role).await;
        browser.open(&self.page("/")).await;
        browser.fill(".sign-in [name=name]", name).await;
        browser.fill(".sign-in [name=password]", PASSWORD).await;
        browser.click(".sign-in form button").await;
        browser.find("#purse").await;
    }

    /// The person at the browser signs out.
    pub(crate) async fn sign_out(&self, browser: &Browser) {
        browser.click("form[action='/sign-out'] button").await;
        browser.gone("form[action='/sign-out']").await;
    }

    /// The guest at the browser.
    pub(crate) async fn guest(&self) -> Person {
        let people = self.floor.people().all().await.expect("people");
        people.into_iter().find(|person| person.guest).expect("a guest")
    }

    /// A guest sits down at a table from the lobby, on the first free spot.
    pub(crate) async fn sit(&self, browser: &Browser, table: &str) {
        browser.open(&self.page("/")).await;
        browser.click(&format!("#table-{table} form button")).await;
        browser.find("section.spot.own").await;
    }

    /// Puts a chip on the browser's own spot.
    pub(crate) async fn bet(&self, browser: &Browser) {
        browser.click(".spot.own button.place.main").await;
        browser.find(".spot.own .place.main.placed").await;
    }

    /// Waits until the browser's guest is asked for an answer and returns the one that risks least; nothing once the round is
    /// settled. Offers that the guest has answered are closed.
    pub(crate) async fn next_answer(&self, browser: &Browser, table: &str) -> Option<&'static str> {
        let guest = self.guest().await;
        loop {
            let standing = self.floor.table(table).expect("a table").standing.borrow().clone();
            if standing.table.round().end().is_some() {
                browser.find("main[data-phase=settled]").await;
                return None;
            }
            let open = floor::options(&standing.table, &guest.name);
            let mut wanted = ["declines", "stands", "hits"].into_iter();
            if let Some(answer) = wanted.find(|word| open.iter().any(|option| option.word == *word)) {
                let seq = standing.seq;
                browser.find(&format!("main[data-seq='{seq}'] button.answer[data-word={answer}]")).await;
                return Some(answer);
            }
            self.staff_say(table, "dealer closes offers").await;
        }
    }
}
