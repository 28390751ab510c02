//! What nobody may learn: passwords, tokens, seeds before their time, the order of cards to come.

use std::collections::BTreeMap;
use std::io;
use std::sync::{Arc, Mutex, OnceLock};

use axum::body::to_bytes;
use floor::{Config, Dealing, Role, Shoe, TableConfig};

use testkit::{PASSWORD, Request, TestFloor, fast_clocks};

/// Everything that is logged in this process, whatever its level.
#[derive(Clone, Default)]
pub(crate) struct Log(Arc<Mutex<Vec<u8>>>);

impl Log {
    /// All of it so far.
    pub(crate) fn text(&self) -> String {
        String::from_utf8_lossy(&self.0.lock().expect("nobody panics while writing")).into_owned()
    }
}

impl io::Write for Log {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.lock().expect("nobody panics while writing").extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

const GAMES: [&str; 2] = ["macau", "plus"];
const WRONG: &str = "not the password at all";

/// Collects everything that is logged in this process.
pub(crate) fn listen() -> Log {
    static LOG: OnceLock<Log> = OnceLock::new();
    LOG.get_or_init(begin_listening).clone()
}

fn begin_listening() -> Log {
    let log = Log::default();
    let writer = log.clone();
    let subscriber = tracing_subscriber::fmt()
        .with_max_level(tracing::Level::TRACE)
        .with_ansi(false)
        .with_writer(move || writer.clone())
        .finish();
    tracing::subscriber::set_global_default(subscriber).expect("nobody else in these tests listens");
    log
}

/// A floor on which everything is done, and all that was answered.
struct Evening {
    house: TestFloor,
    heard: String,
    /// Sessions of ann, a guest, a dealer, an auditor and an administrator.
    sessions: [String; 5],
    /// The seeds of each table's shoes.
    seeds: BTreeMap<String, Vec<String>>,
}

impl Evening {
    async fn new() -> Evening {
        let seconds = fast_clocks();
        // A shoe is done after a few rounds.
        let settings: BTreeMap<_, _> = [("cut-card-position".to_owned(), "10".to_owned())].into();
        let table = |game: &str| TableConfig {
            settings: settings.clone(),
            seconds,
            ..TableConfig::of(&format!("{game}-1"), game)
        };
        let house = TestFloor::with(Config { tables: GAMES.map(table).into(), ..Config::default() }).await;
        let mut heard = String::new();
        let people = [
            ("ann", Role::Player),
            ("deke", Role::Dealer),
            ("audrey", Role::Auditor),
            ("root", Role::Administrator),
        ];
        for (name, role) in people {
            house.add(name, role).await;
            heard += &house.sign_in(name, WRONG).await.text();
        }
        house.fund("ann").await;
        let (ann, guest) =
            (house.sign_in("ann", PASSWORD).await, house.send(Request::post("/api/guest")).await);
        heard.extend([ann.text(), guest.text()]);
        let (deke, audrey) = (house.token("deke").await, house.token("audrey").await);
        let sessions = [ann.cookie(), guest.cookie(), deke, audrey, house.token("root").await];
        Evening { house, heard, sessions, seeds: BTreeMap::new() }
    }

    async fn get(&mut self, who: usize, path: &str) {
        let reply = self.house.send(Request::get(path).by(&self.sessions[who])).await;
        assert!(reply.status.is_success(), "{path}: {}", reply.text());
        self.heard += &reply.text();
    }

    /// A few words at a table and looks at it. Nothing tells the seed of the shoe in use.
    async fn play(&mut self, table: &str) {
        for (who, say) in
            [(0, "bets 10 on 3"), (1, "bets 10 on 4"), (0, "stands"), (1, "stands"), (2, "dances")]
        {
            self.heard += &self.house.say(&self.sessions[who], table, say).await.text();
        }
        for who in [0, 2] {
            self.get(who, &format!("/api/tables/{table}")).await;
        }
        self.note_seed(table);
    }

    /// Notes the seed of the shoe in use, which nothing has told yet.
    fn note_seed(&mut self, table: &str) {
        let Some(shoe) = self.shoe(table) else { return };
        let seed = shoe.seed().reveal();
        assert!(!self.heard.contains(&seed), "{table} tells the seed of the shoe in use");
        let known = self.seeds.entry(table.to_owned()).or_default();
        if known.last() != Some(&seed) {
            known.push(seed);
        }
    }

    /// Everything else there is to look at.
    async fn look_around(&mut self) {
        let books = ["table/macau-1", "table/plus-1", "people/floor", "cage/floor", "house"];
        for (book, page) in books.iter().flat_map(|book| (0..10).map(move |page| (book, page))) {
            self.get(3, &format!("/api/log?book={book}&after={}", page * 100)).await;
        }
        for path in [
            "/metrics",
            "/api/meters",
            "/api/rounds",
            "/api/rounds/macau-1/1",
            "/api/rounds/macau-1/1/transcript",
        ] {
            self.get(3, path).await;
        }
        for path in ["/api/tables", "/api/me", "/api/me/statement"] {
            self.get(0, path).await;
        }
        self.get(4, "/api/people").await;
    }

    /// The shoe a table deals from, which nobody outside the floor sees.
    fn shoe(&self, table: &str) -> Option<Shoe> {
        let standing = self.house.floor.table(table).expect("a table").standing.borrow().clone();
        match standing.table.dealing() {
            Dealing::House(shoe) => shoe.clone(),
            Dealing::Dealer => None,
        }
    }

    /// The next five cards of a table.
    fn coming(&self, game: &str) -> Vec<String> {
        let mut shoe = self.shoe(&format!("{game}-1")).expect("a shoe");
        (0..5).filter_map(|_| shoe.draw()).map(|card| card.to_string()).collect()
    }
}

#[tokio::test]
async fn no_log_and_no_answer_tells_a_secret() {
    let log = listen();
    let mut evening = Evening::new().await;
    let stream = evening.house.stream(Request::get("/api/tables/macau-1/events")).await;
    for _ in 0..60 {
        for game in GAMES {
            evening.play(&format!("{game}-1")).await;
        }
        evening.house.advance(2).await;
    }
    // The last step of the clock may have begun another shoe, and told the seed of the one before.
    for game in GAMES {
        evening.note_seed(&format!("{game}-1"));
    }
    evening.look_around().await;
    let coming = [evening.coming(GAMES[0]), evening.coming(GAMES[1])];
    evening.house.floor.close().await;
    let streamed = to_bytes(stream, 10_000_000).await.expect("the stream ends");
    let Evening { mut heard, sessions, seeds, .. } = evening;
    heard += &String::from_utf8_lossy(&streamed);
    let logged = log.text();
    assert!(
        logged.contains("the floor opens") && heard.contains("commitment"),
        "there is something to look at"
    );

    let tokens = sessions.iter().map(|session| session.trim_start_matches("croupier="));
    for secret in [PASSWORD, WRONG, "argon2"].into_iter().chain(tokens) {
        assert!(!logged.contains(secret), "the log tells {secret}");
        assert!(!heard.contains(secret), "an answer tells {secret}");
    }
    for seeds in seeds.values() {
        let (current, done) = seeds.split_last().expect("there are some");
        assert!(
            done.len() >= 2 && done.iter().all(|seed| heard.contains(seed)),
            "what is done can be checked"
        );
        assert!(!heard.contains(current), "an answer tells the seed of the shoe in use");
        assert!(seeds.iter().all(|seed| !logged.contains(seed)), "the log tells a seed");
    }
    for cards in coming {
        for text in [cards.join(" "), cards.join("\",\""), cards.join(", "), cards.concat()] {
            assert!(!logged.contains(&text) && !heard.contains(&text), "the next cards are told: {text}");
        }
    }
}
