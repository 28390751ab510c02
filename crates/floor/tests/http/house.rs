//! A floor to ask things of, without a network.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};
use std::time::Duration;

use axum::Router;
use axum::body::{Body, Bytes, to_bytes};
use axum::http::{HeaderMap, Method, Request, StatusCode, header};
use floor::{Clock, Config, Cost, Exchange, Floor, Guard, Role, Seconds, SessionKind, Till};
use journal::{DatabaseUrl, Head, Journal, Opening, Stream};
use serde_json::Value;
use tempfile::TempDir;
use tower::ServiceExt;
use vocabulary::Chips;

/// Everyone's password.
pub(crate) const PASSWORD: &str = "open sesame";

/// Nobody is waited for long.
pub(crate) fn hurry() -> Seconds {
    let second = Some(1);
    let (bets, offers, decision, answers) = (second, second, second, second);
    Seconds { bets, offers, decision, answers, next_round: Some(0), ..Seconds::default() }
}

/// A floor whose clock is set by hand.
pub(crate) struct House {
    pub(crate) floor: Floor,
    pub(crate) app: Router,
    /// What became of each table when it opened.
    pub(crate) opened: BTreeMap<String, String>,
    time: Arc<AtomicI64>,
    folder: TempDir,
}

/// What was answered.
#[derive(Debug)]
pub(crate) struct Reply {
    pub(crate) status: StatusCode,
    pub(crate) headers: HeaderMap,
    pub(crate) body: Bytes,
}

impl Reply {
    pub(crate) fn json(&self) -> Value {
        serde_json::from_slice(&self.body).unwrap_or_default()
    }

    pub(crate) fn text(&self) -> String {
        String::from_utf8_lossy(&self.body).into_owned()
    }

    /// The kind of problem it is, nothing where it is none.
    pub(crate) fn problem(&self) -> String {
        self.json()["type"].as_str().unwrap_or_default().to_owned()
    }

    /// The session it gives, as a cookie is sent back.
    pub(crate) fn cookie(&self) -> String {
        let set = self.headers[header::SET_COOKIE].to_str().expect("a readable cookie");
        set.split(';').next().unwrap_or_default().to_owned()
    }
}

/// A request.
#[derive(Clone, Debug)]
pub(crate) struct Ask {
    pub(crate) method: Method,
    pub(crate) path: String,
    pub(crate) headers: Vec<(String, String)>,
    pub(crate) body: Vec<u8>,
}

impl Ask {
    pub(crate) fn new(method: Method, path: &str) -> Ask {
        Ask { method, path: path.to_owned(), headers: Vec::new(), body: Vec::new() }
    }

    pub(crate) fn get(path: &str) -> Ask {
        Ask::new(Method::GET, path)
    }

    pub(crate) fn post(path: &str) -> Ask {
        Ask::new(Method::POST, path)
    }

    pub(crate) fn with(mut self, name: &str, value: &str) -> Ask {
        self.headers.push((name.to_owned(), value.to_owned()));
        self
    }

    /// A session as [`House::token`] and [`Reply::cookie`] give it: a bare token is a machine's.
    pub(crate) fn by(self, session: &str) -> Ask {
        match session {
            "" => self,
            cookie if cookie.starts_with("croupier=") => self.with("cookie", cookie),
            token => self.with("authorization", &format!("Bearer {token}")),
        }
    }

    pub(crate) fn raw(mut self, kind: &str, body: impl Into<Vec<u8>>) -> Ask {
        self.body = body.into();
        self.with("content-type", kind)
    }

    pub(crate) fn json(self, body: &Value) -> Ask {
        self.raw("application/json", body.to_string())
    }
}

impl House {
    pub(crate) async fn open() -> House {
        House::with(Config::default()).await
    }

    pub(crate) async fn with(config: Config) -> House {
        let folder = tempfile::tempdir().expect("a temporary folder");
        House::in_folder(folder, Arc::new(AtomicI64::new(1_700_000_000_000)), config).await
    }

    async fn in_folder(folder: TempDir, time: Arc<AtomicI64>, config: Config) -> House {
        let url: DatabaseUrl =
            format!("sqlite:{}", folder.path().join("floor.db").display()).parse().expect("a database");
        let journal = Journal::open(&url, Opening::Serve).await.expect("the journal opens");
        let clock = Clock::Manual(Arc::clone(&time));
        let (floor, opened) =
            Floor::open(config, journal, clock, Cost::Least).await.expect("the floor opens");
        let app = floor::app(&floor, Guard::default(), axum::Router::new());
        House { floor, app, opened: opened.tables.into_iter().collect(), time, folder }
    }

    /// Closes the floor in good order and opens another on the same journal.
    pub(crate) async fn reopened(self, config: Config) -> House {
        let House { floor, app, time, folder, .. } = self;
        floor.close().await;
        let journal = floor.journal().clone();
        drop((floor, app));
        journal.close().await;
        House::in_folder(folder, time, config).await
    }

    /// Lets time pass.
    pub(crate) fn wait(&self, seconds: i64) {
        self.time.fetch_add(seconds * 1000, Ordering::Relaxed);
    }

    pub(crate) async fn ask(&self, ask: Ask) -> Reply {
        let mut request = Request::builder().method(ask.method).uri(ask.path).header("host", "floor.test");
        for (name, value) in &ask.headers {
            request = request.header(name, value.as_bytes());
        }
        let request = request.body(Body::from(ask.body)).expect("a request");
        let (parts, body) = self.app.clone().oneshot(request).await.expect("an answer").into_parts();
        let body = to_bytes(body, 10_000_000).await.expect("a body that ends");
        Reply { status: parts.status, headers: parts.headers, body }
    }

    pub(crate) async fn add(&self, name: &str, role: Role) {
        self.floor.people().add("house", name, role, Some(PASSWORD)).await.expect("a new name");
    }

    /// A machine's token for someone there is.
    pub(crate) async fn token(&self, name: &str) -> String {
        let person = self.floor.people().find(name).await.expect("the journal reads").expect("someone");
        let token = self.floor.people().sign_in(&person, SessionKind::Bearer).await.expect("a token");
        token.secret().to_owned()
    }

    /// Someone new with a token.
    pub(crate) async fn someone(&self, name: &str, role: Role) -> String {
        self.add(name, role).await;
        self.token(name).await
    }

    pub(crate) async fn sign_in(&self, name: &str, password: &str) -> Reply {
        let body = serde_json::json!({ "name": name, "password": password });
        self.ask(Ask::post("/api/sign-in").json(&body)).await
    }

    /// Credits for someone.
    pub(crate) async fn fund(&self, name: &str) {
        let credits = Chips::whole(1_000);
        let bought =
            self.floor.cage().exchange(None, "house", name, Exchange::Bought, Till::Cage, credits).await;
        bought.expect("credits are bought");
    }

    /// Someone says something at a table; ids are made up.
    pub(crate) async fn say(&self, session: &str, table: &str, say: &str) -> Reply {
        static NUMBER: AtomicI64 = AtomicI64::new(0);
        let id = format!("n{}", NUMBER.fetch_add(1, Ordering::Relaxed));
        let body = serde_json::json!({ "id": id, "say": say });
        self.ask(Ask::post(&format!("/api/tables/{table}/say")).by(session).json(&body)).await
    }

    /// Waits until all tables take wagers.
    pub(crate) async fn begin(&self) {
        for table in self.floor.tables() {
            while self.look(&table).await["phase"] != "betting" {
                self.wait(1);
                tokio::time::sleep(Duration::from_millis(3)).await;
            }
        }
    }

    pub(crate) async fn look(&self, table: &str) -> Value {
        self.ask(Ask::get(&format!("/api/tables/{table}"))).await.json()
    }

    /// The last record of every book: the same twice means that nothing was written in between.
    pub(crate) async fn heads(&self) -> Vec<(Stream, Head)> {
        self.floor.journal().streams().await.expect("the journal reads")
    }
}
