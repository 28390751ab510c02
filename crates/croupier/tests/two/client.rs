//! A client of few words: one connection a request.

use std::io::{Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::thread::JoinHandle;
use std::time::Duration;

use serde_json::{Value, json};

/// Longer than any answer takes, a stopped server's included.
const PATIENCE: Duration = Duration::from_secs(20);

/// What a server said.
pub(crate) struct Said {
    /// 0 where it said nothing at all.
    pub(crate) status: u16,
    pub(crate) body: Value,
    cookie: String,
}

fn exchange(address: SocketAddr, request: &str) -> std::io::Result<String> {
    let mut stream = TcpStream::connect(address)?;
    stream.set_read_timeout(Some(PATIENCE))?;
    stream.write_all(request.as_bytes())?;
    let mut text = String::new();
    stream.read_to_string(&mut text)?;
    Ok(text)
}

fn request(address: SocketAddr, method: &str, path: &str, cookie: &str, body: &str) -> String {
    format!(
        "{method} {path} HTTP/1.1\r\nhost: {address}\r\nconnection: close\r\ncookie: {cookie}\r\n\
         content-type: application/json\r\ncontent-length: {}\r\n\r\n{body}",
        body.len()
    )
}

/// Sends a request; a server that is not there says nothing.
pub(crate) fn ask(address: SocketAddr, method: &str, path: &str, cookie: &str, body: Option<&Value>) -> Said {
    let body = body.map(Value::to_string).unwrap_or_default();
    let text = exchange(address, &request(address, method, path, cookie, &body)).unwrap_or_default();
    let (head, body) = text.split_once("\r\n\r\n").unwrap_or_default();
    let status = head.split(' ').nth(1).and_then(|status| status.parse().ok()).unwrap_or(0);
    let set = head.lines().find_map(|line| line.strip_prefix("set-cookie: "));
    let cookie = set.and_then(|cookie| cookie.split(';').next()).unwrap_or_default().to_owned();
    Said { status, body: serde_json::from_str(body).unwrap_or_default(), cookie }
}

/// Listens to a table until its stream ends in good order.
pub(crate) fn listen(address: SocketAddr, table: &str) -> JoinHandle<()> {
    let request = request(address, "GET", &format!("/api/tables/{table}/events"), "", "");
    std::thread::spawn(move || {
        let heard = exchange(address, &request).expect("the stream ends by itself");
        assert!(heard.ends_with("0\r\n\r\n"), "{heard}");
    })
}

/// Someone who plays.
#[derive(Clone)]
pub(crate) struct Player {
    pub(crate) name: String,
    cookie: String,
    sent: u32,
    /// The last thing he said that was carried out: its id, the sentence, and the answer.
    pub(crate) acknowledged: Option<(String, String, Value)>,
}

impl Player {
    pub(crate) fn guest(address: SocketAddr) -> Player {
        Player::come_in(address, "/api/guest", None)
    }

    pub(crate) fn signed_in(address: SocketAddr, name: &str, password: &str) -> Player {
        let credentials = json!({ "name": name, "password": password });
        Player::come_in(address, "/api/sign-in", Some(&credentials))
    }

    fn come_in(address: SocketAddr, path: &str, body: Option<&Value>) -> Player {
        let said = ask(address, "POST", path, "", body);
        assert_eq!(said.status, 200, "{}", said.body);
        let name = said.body["name"].as_str().expect("a name").to_owned();
        Player { name, cookie: said.cookie, sent: 0, acknowledged: None }
    }

    pub(crate) fn ask(&self, address: SocketAddr, method: &str, path: &str, body: Option<&Value>) -> Said {
        ask(address, method, path, &self.cookie, body)
    }

    /// The table as he sees it.
    pub(crate) fn look(&self, address: SocketAddr, table: &str) -> Value {
        self.ask(address, "GET", &format!("/api/tables/{table}"), None).body
    }

    pub(crate) fn say_as(&self, address: SocketAddr, table: &str, id: &str, say: &str) -> Said {
        let sentence = json!({ "id": id, "say": say });
        self.ask(address, "POST", &format!("/api/tables/{table}/say"), Some(&sentence))
    }

    pub(crate) fn say(&mut self, address: SocketAddr, table: &str, say: &str) {
        self.sent += 1;
        let id = format!("said {}", self.sent);
        let said = self.say_as(address, table, &id, say);
        if said.status == 200 {
            self.acknowledged = Some((id, say.to_owned(), said.body));
        }
    }

    /// Answers what he is asked so that the round goes on.
    pub(crate) fn answer(&mut self, address: SocketAddr, table: &str, sight: &Value) {
        let options = sight["options"].as_array().cloned().unwrap_or_default();
        let goes_on = ["stands", "declines", "continues"];
        let going_on = options.iter().find(|option| goes_on.iter().any(|word| option["word"] == *word));
        if let Some(say) = going_on.and_then(|option| option["say"].as_str()) {
            self.say(address, table, say);
        }
    }
}
