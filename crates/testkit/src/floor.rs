use std::collections::BTreeMap;
use std::net::SocketAddr;
use std::path::PathBuf;
use std::sync::atomic::{AtomicI64, Ordering};
use std::time::{Duration, Instant};

use axum::Router;
use axum::body::{Body, to_bytes};
use axum::extract::ConnectInfo;
use axum::http::StatusCode;
use axum::response::Response;
use floor::{
    Clock, Config, Environment, Exchange, Floor, FreeSpace, Guard, Money, NotOpened, Person, Role, Seconds,
    SessionKind, Till,
};
use journal::{DatabaseUrl, Head, HeadsConfig, Journal, Opening, Stream};
use serde_json::Value;
use tempfile::TempDir;
use tokio::net::TcpListener;
use tokio::task::JoinSet;
use tower::ServiceExt;
use vocabulary::Chips;

use crate::http::HOST;
use crate::{ManualClock, PATIENCE, Reply, Request, environment};

/// Everyone's password.
pub const PASSWORD: &str = "open sesame";

/// The file of the journal, in the floor's folder.
const DATABASE: &str = "floor.db";

/// One second for every window, and the next round at once.
#[must_use]
pub fn fast_clocks() -> Seconds {
    let second = Some(1);
    let (bets, offers, decision, answers) = (second, second, second, second);
    Seconds { bets, offers, decision, answers, next_round: Some(0), ..Seconds::default() }
}

/// Assigns a dealer to a table and signs them in and on: a dealer who is not signed in deals nowhere.
///
/// # Panics
/// When there is no such table or the journal fails.
pub async fn put_on_duty(floor: &Floor, dealer: &Person, table: &str) {
    let people = floor.people();
    let pit = match people.find("the-pit").await.expect("the journal reads") {
        Some(pit) => pit,
        None => people.add("house", "the-pit", Role::Supervisor, None).await.expect("a new name"),
    };
    floor::assign(floor, &pit, None, table, &dealer.name, true).await.expect("the dealer is assigned");
    people.sign_in(dealer, SessionKind::Bearer).await.expect("the dealer signs in");
    floor::sign_on(floor, dealer, None, table, true).await.expect("the dealer signs on");
}

/// One table a game, all of them for real money.
#[must_use]
pub fn real_tables() -> Config {
    let mut config = Config::default();
    for table in &mut config.tables {
        table.money = Money::Real;
    }
    config
}

/// How a floor for a test is opened.
pub struct Builder {
    config: Config,
    clock: Option<ManualClock>,
    environment: Environment,
    with_pages: bool,
    guard: Guard,
    heads: HeadsConfig,
}

impl Builder {
    /// Opens the tables of this config instead of one table a game.
    #[must_use]
    pub fn config(mut self, config: Config) -> Builder {
        self.config = config;
        self
    }

    /// Lets time pass by itself instead of by [`TestFloor::advance`].
    #[must_use]
    pub fn system_clock(self) -> Builder {
        self.clock(Clock::default())
    }

    /// Runs on this clock.
    #[must_use]
    pub fn clock(mut self, clock: Clock) -> Builder {
        self.clock = None;
        self.environment.clock = clock;
        self
    }

    /// Keeps the heads of the journal like this.
    #[must_use]
    pub fn heads(mut self, heads: HeadsConfig) -> Builder {
        self.heads = heads;
        self
    }

    /// Has this much space left on its disks.
    #[must_use]
    pub fn free_space(mut self, free_space: FreeSpace) -> Builder {
        self.environment.free_space = free_space;
        self
    }

    /// Serves the pages beside the API.
    #[must_use]
    pub fn pages(mut self) -> Builder {
        self.with_pages = true;
        self
    }

    /// Opens the floor on a new journal in a folder of its own.
    ///
    /// # Panics
    /// When it does not open.
    pub async fn open(self) -> TestFloor {
        let folder = tempfile::tempdir().expect("a temporary folder");
        self.open_in(folder).await
    }

    async fn open_in(self, folder: TempDir) -> TestFloor {
        self.try_open_in(folder).await.expect("the floor opens")
    }

    async fn try_open_in(self, folder: TempDir) -> Result<TestFloor, NotOpened> {
        let path = folder.path().join(DATABASE);
        let url: DatabaseUrl = format!("sqlite:{}", path.display()).parse().expect("a database URL");
        let journal = Journal::open_with(&url, Opening::Serve, self.heads.clone()).await;
        let journal = journal.expect("the journal opens");
        let (floor, opened) = Floor::open(self.config, journal, self.environment.clone()).await?;
        let pages = if self.with_pages { pages::pages(&floor) } else { Router::new() };
        let app = floor::app(&floor, self.guard, pages);
        let opened = opened.tables.into_iter().collect();
        let Builder { clock, environment, with_pages, heads, .. } = self;
        let listening = JoinSet::new();
        Ok(TestFloor { floor, app, opened, environment, clock, with_pages, heads, folder, listening })
    }
}

/// A floor in the test's own process, on SQLite, which goes away with the test.
pub struct TestFloor {
    /// The floor.
    pub floor: Floor,
    /// Its routes.
    pub app: Router,
    /// What each table reported when it opened.
    pub opened: BTreeMap<String, String>,
    /// What it takes from the machine, and the next floor on the same journal will.
    pub environment: Environment,
    clock: Option<ManualClock>,
    with_pages: bool,
    heads: HeadsConfig,
    folder: TempDir,
    /// Ends with the test.
    listening: JoinSet<std::io::Result<()>>,
}

impl TestFloor {
    /// Starts from one table a game for real money, a manual clock, no pages, no listener.
    #[must_use]
    pub fn builder() -> Builder {
        let clock = ManualClock::default();
        Builder {
            config: real_tables(),
            environment: environment(clock.clock()),
            clock: Some(clock),
            with_pages: false,
            guard: Guard::default(),
            heads: HeadsConfig::default(),
        }
    }

    /// Opens a floor with the defaults of [`TestFloor::builder`].
    pub async fn open() -> TestFloor {
        TestFloor::builder().open().await
    }

    /// Opens a floor of these tables and settings with a manual clock.
    pub async fn with(config: Config) -> TestFloor {
        TestFloor::builder().config(config).open().await
    }

    /// Closes the floor in good order and opens another on the same journal.
    pub async fn reopen(self, config: Config) -> TestFloor {
        self.floor.close().await;
        self.crash(config).await
    }

    /// Drops the floor as a power failure does, and opens another on the same journal.
    pub async fn crash(self, config: Config) -> TestFloor {
        let (builder, folder) = self.drop_floor(config).await;
        builder.open_in(folder).await
    }

    /// Drops the floor as a power failure does, and returns why no other opens on the same journal.
    ///
    /// # Panics
    /// When one does.
    pub async fn crash_for_good(self, config: Config) -> NotOpened {
        let (builder, folder) = self.drop_floor(config).await;
        builder.try_open_in(folder).await.err().expect("no floor opens")
    }

    async fn drop_floor(self, config: Config) -> (Builder, TempDir) {
        let TestFloor { floor, app, clock, environment, with_pages, heads, folder, listening, .. } = self;
        let journal = floor.journal().clone();
        drop((floor, app, listening));
        journal.close().await;
        (Builder { config, clock, environment, with_pages, guard: Guard::default(), heads }, folder)
    }

    /// Returns the path of the database; what SQLite keeps beside it has the same name and an ending.
    #[must_use]
    pub fn database(&self) -> PathBuf {
        self.folder.path().join(DATABASE)
    }

    /// Listens on a port of its own until the test ends, and returns the address.
    ///
    /// # Panics
    /// When there is no free port.
    pub async fn listen(&mut self) -> SocketAddr {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a free port");
        let address = listener.local_addr().expect("an address");
        let pages = if self.with_pages { pages::pages(&self.floor) } else { Router::new() };
        let forever = std::future::pending();
        let serving = floor::serve(listener, self.floor.clone(), Guard::default(), pages, forever);
        self.listening.spawn(serving);
        address
    }

    /// Returns the time, in milliseconds.
    ///
    /// # Panics
    /// On a floor with the system's clock.
    #[must_use]
    pub fn now(&self) -> i64 {
        self.clock.as_ref().expect("a manual clock").now()
    }

    /// Lets time pass, and waits until every table has done what was due.
    ///
    /// # Panics
    /// On a floor with the system's clock, or when a table does not come to rest.
    pub async fn advance(&self, seconds: i64) {
        let clock = self.clock.as_ref().expect("a manual clock");
        clock.advance(seconds);
        self.until("every table to catch up with the clock", || self.is_idle(clock)).await;
    }

    /// Whether no table has anything left to do at the present time.
    fn is_idle(&self, clock: &ManualClock) -> bool {
        self.floor.tables().iter().all(|id| {
            let Some(desk) = self.floor.table(id) else { return true };
            desk.standing.borrow().table.due().is_none_or(|due| due > clock.now())
        })
    }

    /// Waits until a condition holds.
    ///
    /// # Panics
    /// When that takes longer than [`PATIENCE`].
    pub async fn until(&self, what: &str, mut holds: impl FnMut() -> bool) {
        let start = Instant::now();
        while !holds() {
            assert!(start.elapsed() < PATIENCE, "still waiting for {what} after {PATIENCE:?}");
            tokio::time::sleep(Duration::from_millis(2)).await;
        }
    }

    /// Lets time pass until a table looks as wanted, and returns what everyone sees of it then.
    ///
    /// # Panics
    /// When it has not come to that after two hundred steps of `seconds`.
    pub async fn advance_until(&self, table: &str, seconds: i64, wanted: impl Fn(&Value) -> bool) -> Value {
        for _ in 0..200 {
            let seen = self.look(table).await;
            if wanted(&seen) {
                return seen;
            }
            self.advance(seconds).await;
        }
        panic!("{table} never came to it: {}", self.look(table).await);
    }

    /// Lets time pass until all tables take wagers.
    pub async fn open_betting(&self) {
        for table in self.floor.tables() {
            self.advance_until(&table, 1, |seen| seen["phase"] == "betting").await;
        }
    }

    /// Sends a request to the routes, without a network.
    ///
    /// # Panics
    /// When the request cannot be built or the answer's body does not end.
    pub async fn send(&self, request: Request) -> Reply {
        let (parts, body) = self.respond(request).await.into_parts();
        let body = to_bytes(body, 10_000_000).await.expect("a body that ends");
        Reply { status: parts.status, headers: parts.headers, body }
    }

    /// Sends a request whose answer is a stream, and returns the stream.
    ///
    /// # Panics
    /// When the request cannot be built or is refused.
    pub async fn stream(&self, request: Request) -> Body {
        let response = self.respond(request).await;
        assert_eq!(response.status(), StatusCode::OK);
        response.into_body()
    }

    async fn respond(&self, request: Request) -> Response {
        let mut built =
            axum::http::Request::builder().method(request.method).uri(request.path).header("host", HOST);
        for (name, value) in &request.headers {
            built = built.header(name, value.as_bytes());
        }
        if let Some(peer) = request.peer {
            built = built.extension(ConnectInfo(SocketAddr::new(peer, 4711)));
        }
        let built = built.body(Body::from(request.body)).expect("a request");
        self.app.clone().oneshot(built).await.expect("an answer")
    }

    /// Gets a page with a session, or without one, as a browser does.
    pub async fn get(&self, session: &str, path: &str) -> Reply {
        self.browse(session, "GET", path, "").await
    }

    /// Gets a page or sends a form (URL-encoded already) with a session, or without one, as a browser does.
    ///
    /// # Panics
    /// When there is no such method.
    pub async fn browse(&self, session: &str, method: &str, path: &str, form: &str) -> Reply {
        let method = method.parse().expect("a method");
        let accept = "text/html,application/xhtml+xml,*/*;q=0.8";
        self.send(Request::new(method, path).by(session).with("accept", accept).form(form)).await
    }

    /// Adds someone with [`PASSWORD`], or a terminal.
    ///
    /// # Panics
    /// When the name is taken.
    pub async fn add(&self, name: &str, role: Role) -> Person {
        let people = self.floor.people();
        let added = match role {
            Role::Terminal => people.add_terminal("house", name, "device 1").await,
            _ => people.add("house", name, role, Some(PASSWORD)).await,
        };
        added.expect("a new name")
    }

    /// Returns a bearer token of someone who exists.
    ///
    /// # Panics
    /// When nobody has that name.
    pub async fn token(&self, name: &str) -> String {
        let person = self.floor.people().find(name).await.expect("the journal reads").expect("someone");
        self.session(&person, SessionKind::Bearer).await
    }

    /// Adds someone and returns a bearer token.
    pub async fn someone(&self, name: &str, role: Role) -> String {
        let person = self.add(name, role).await;
        self.session(&person, SessionKind::Bearer).await
    }

    /// Adds a dealer, assigns them to a table, signs them on, and returns a bearer token.
    pub async fn dealer(&self, name: &str, table: &str) -> String {
        let person = self.add(name, Role::Dealer).await;
        put_on_duty(&self.floor, &person, table).await;
        self.session(&person, SessionKind::Bearer).await
    }

    /// Adds someone and returns the cookie of a browser's session.
    pub async fn visitor(&self, name: &str, role: Role) -> String {
        let person = self.add(name, role).await;
        format!("croupier={}", self.session(&person, SessionKind::Cookie).await)
    }

    async fn session(&self, person: &Person, kind: SessionKind) -> String {
        let token = self.floor.people().sign_in(person, kind).await.expect("a session");
        token.secret().to_owned()
    }

    /// Signs in over the API.
    pub async fn sign_in(&self, name: &str, password: &str) -> Reply {
        let body = serde_json::json!({ "name": name, "password": password });
        self.send(Request::post("/api/sign-in").json(&body)).await
    }

    /// Sells 1,000 in credits to someone, and gives them as much play money.
    ///
    /// # Panics
    /// When the cage refuses.
    pub async fn fund(&self, name: &str) {
        let credits = Chips::whole(1_000);
        for (what, till) in [(Exchange::Bought, Till::Cage), (Exchange::Given, Till::PlayMoney)] {
            let exchanged = self.floor.cage().exchange(None, "house", name, what, till, credits).await;
            exchanged.expect("credits are bought");
        }
    }

    /// Says a sentence at a table over the API, with a fresh idempotency key.
    pub async fn say(&self, session: &str, table: &str, say: &str) -> Reply {
        static NUMBER: AtomicI64 = AtomicI64::new(0);
        let id = format!("n{}", NUMBER.fetch_add(1, Ordering::Relaxed));
        let body = serde_json::json!({ "id": id, "say": say });
        self.send(Request::post(&format!("/api/tables/{table}/say")).by(session).json(&body)).await
    }

    /// Says a sentence at a table without the API, as this person.
    ///
    /// # Panics
    /// When it is refused.
    pub async fn say_as(&self, person: &Person, table: &str, say: &str) {
        let desk = self.floor.table(table).expect("a table");
        desk.say(person, None, say).await.unwrap_or_else(|why| panic!("{} {say}: {why:?}", person.name));
    }

    /// Returns what anyone sees of a table.
    pub async fn look(&self, table: &str) -> Value {
        self.send(Request::get(&format!("/api/tables/{table}"))).await.json()
    }

    /// Returns the last record of every stream: the same twice means that nothing was written in between.
    ///
    /// # Panics
    /// When the journal does not read.
    pub async fn heads(&self) -> Vec<(Stream, Head)> {
        self.floor.journal().streams().await.expect("the journal reads")
    }
}
