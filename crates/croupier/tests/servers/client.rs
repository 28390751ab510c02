//! A player at the API of several servers.

use std::net::SocketAddr;
use std::thread::JoinHandle;

use serde_json::{Value, json};
use testkit::{Reply, Request};

/// Sends a request to a server that is open.
pub(crate) fn send(address: SocketAddr, request: &Request) -> Reply {
    testkit::send(address, request).unwrap_or_else(|| panic!("no answer to {request:?}"))
}

/// Listens to a table until its stream ends in good order.
pub(crate) fn listen(address: SocketAddr, table: &str) -> JoinHandle<()> {
    let request = Request::get(&format!("/api/tables/{table}/events"));
    std::thread::spawn(move || {
        let heard = send(address, &request).text();
        assert!(heard.ends_with("0\r\n\r\n"), "{heard}");
    })
}

/// Someone who plays.
#[derive(Clone)]
pub(crate) struct Player {
    pub(crate) name: String,
    cookie: String,
    sent: u32,
    /// The last sentence that was carried out: its idempotency key, the sentence, and the answer.
    pub(crate) acknowledged: Option<(String, String, Value)>,
}

impl Player {
    pub(crate) fn guest(address: SocketAddr) -> Player {
        Player::enter(address, &Request::post("/api/guest"))
    }

    pub(crate) fn signed_in(address: SocketAddr, name: &str, password: &str) -> Player {
        let credentials = json!({ "name": name, "password": password });
        Player::enter(address, &Request::post("/api/sign-in").json(&credentials))
    }

    fn enter(address: SocketAddr, request: &Request) -> Player {
        let reply = send(address, request);
        assert_eq!(reply.status, 200, "{}", reply.text());
        let name = reply.json()["name"].as_str().expect("a name").to_owned();
        Player { name, cookie: reply.cookie(), sent: 0, acknowledged: None }
    }

    pub(crate) fn get(&self, address: SocketAddr, path: &str) -> Reply {
        send(address, &Request::get(path).by(&self.cookie))
    }

    pub(crate) fn post(&self, address: SocketAddr, path: &str, body: &Value) -> Reply {
        send(address, &Request::post(path).by(&self.cookie).json(body))
    }

    /// The table as this player sees it.
    pub(crate) fn look(&self, address: SocketAddr, table: &str) -> Value {
        self.get(address, &format!("/api/tables/{table}")).json()
    }

    /// The request that says a sentence under an idempotency key.
    pub(crate) fn sentence(&self, table: &str, id: &str, say: &str) -> Request {
        let body = json!({ "id": id, "say": say });
        Request::post(&format!("/api/tables/{table}/say")).by(&self.cookie).json(&body)
    }

    pub(crate) fn say(&mut self, address: SocketAddr, table: &str, say: &str) {
        self.sent += 1;
        let id = format!("said {}", self.sent);
        let reply = send(address, &self.sentence(table, &id, say));
        if reply.status == 200 {
            self.acknowledged = Some((id, say.to_owned(), reply.json()));
        }
    }

    /// Answers what is asked so that the round goes on.
    pub(crate) fn answer(&mut self, address: SocketAddr, table: &str, sight: &Value) {
        let options = sight["options"].as_array().cloned().unwrap_or_default();
        let goes_on = ["stands", "declines", "continues"];
        let going_on = options.iter().find(|option| goes_on.iter().any(|word| option["word"] == *word));
        if let Some(say) = going_on.and_then(|option| option["say"].as_str()) {
            self.say(address, table, say);
        }
    }
}
