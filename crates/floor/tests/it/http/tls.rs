//! TLS of the floor's own: what holds for any connection holds for these, and cookies are bound to it.

use std::io::{Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::time::Duration;

use axum::Router;
use axum::http::StatusCode;
use floor::{Entrance, Guard, Proxies, Role, Tls};
use tempfile::TempDir;
use testkit::{Authority, PATIENCE, Reply, Request, TestFloor, poll, send};
use tokio::net::TcpListener;
use tokio::sync::oneshot;
use tokio::task::{JoinHandle, block_in_place};

/// A floor that listens over TLS.
pub(super) struct Secured {
    pub(super) house: TestFloor,
    pub(super) authority: Authority,
    pub(super) address: SocketAddr,
    stop: oneshot::Sender<()>,
    ended: JoinHandle<std::io::Result<()>>,
    _files: TempDir,
}

impl Secured {
    pub(super) async fn new(guard: Guard) -> Secured {
        let (files, authority) = (tempfile::tempdir().expect("a folder"), Authority::new("ours"));
        let (certificate, key) = (files.path().join("cert.pem"), files.path().join("key.pem"));
        authority.issue(&["localhost", "127.0.0.1"]).write(&certificate, &key);
        let tls = Tls::read(certificate, key).expect("a certificate");
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
        let address = listener.local_addr().expect("an address");
        let (house, (stop, stopped)) = (TestFloor::open().await, oneshot::channel());
        let entrance = Entrance::over_tls(listener, tls);
        let served = floor::serve(entrance, house.floor.clone(), guard, Router::new(), async {
            drop(stopped.await);
        });
        Secured { house, authority, address, stop, ended: tokio::spawn(served), _files: files }
    }

    fn send(&self, request: &Request) -> Reply {
        block_in_place(|| self.authority.send(self.address, request))
    }

    fn status(&self, request: &Request) -> StatusCode {
        self.send(request).status
    }

    /// Connects without TLS, and says this.
    fn say(&self, bytes: &[u8]) -> TcpStream {
        let mut stream = TcpStream::connect(self.address).expect("a connection");
        stream.set_read_timeout(Some(PATIENCE)).expect("a time-out");
        stream.write_all(bytes).expect("it is sent");
        stream
    }
}

fn guard() -> Guard {
    Guard { patience: Duration::from_secs(1), ..Guard::default() }
}

fn me(cookie: &str) -> Request {
    Request::get("/api/me").with("cookie", cookie)
}

/// Waits until the other side ends a connection, and returns what it said.
fn rest(stream: &mut impl Read) -> Vec<u8> {
    let mut heard = Vec::new();
    match block_in_place(|| stream.read_to_end(&mut heard)) {
        Err(why) if why.kind() == std::io::ErrorKind::WouldBlock => panic!("the connection does not end"),
        _ => heard,
    }
}

/// The first bytes of a handshake, which announces more of them.
const HALF_A_HELLO: &[u8] = b"\x16\x03\x01\x02\x00\x01\x00";

#[tokio::test(flavor = "multi_thread")]
async fn a_handshake_that_never_ends_keeps_nobody_out_and_is_given_up() {
    let served = Secured::new(guard()).await;
    let mut silent: Vec<TcpStream> =
        (0..40).map(|number| served.say(if number % 2 == 0 { b"" } else { HALF_A_HELLO })).collect();
    assert_eq!(served.status(&Request::get("/api/tables")), 200);
    for stream in &mut silent {
        rest(stream);
    }
    // Nor does one that says something else altogether.
    rest(&mut served.say(b"\x16\x03\x01\x00\x05hello"));
    rest(&mut served.say(b"\x80\x2e\x01\x03\x01"));
    assert_eq!(served.status(&Request::get("/api/tables")), 200);
}

#[tokio::test(flavor = "multi_thread")]
async fn connections_over_tls_are_counted_and_slow_ones_given_up() {
    let served = Secured::new(Guard { connections_per_address: 2, ..guard() }).await;
    let connect = || block_in_place(|| served.authority.connect(served.address));
    let (mut idle, mut half) = (connect().expect("a place"), connect().expect("another"));
    assert!(connect().is_err(), "a third one is closed at once");
    half.write_all(b"GET /api/tables HTTP/1.1\r\nhost: flo").expect("it is sent");
    rest(&mut idle);
    rest(&mut half);
    let again = poll("a place is free again", || connect().ok());
    drop(again);
    let stream = poll("and all of them", || connect().ok());
    assert_eq!(stream.conn.alpn_protocol(), Some(&b"http/1.1"[..]));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_flood_of_handshakes_is_stemmed() {
    let served = Secured::new(Guard { burst: 5.0, requests_a_second: 0.001, ..guard() }).await;
    let connect = || block_in_place(|| served.authority.connect(served.address));
    let opened: Vec<bool> = (0..7).map(|_| connect().is_ok()).collect();
    assert_eq!(opened, [true, true, true, true, true, false, false]);
}

#[tokio::test(flavor = "multi_thread")]
async fn who_does_not_read_over_tls_is_given_up() {
    let served = Secured::new(Guard { connections_per_address: 1, ..guard() }).await;
    let connect = || block_in_place(|| served.authority.connect(served.address));
    let mut unread = connect().expect("the one place");
    // Far more than the systems between would hold for them.
    let asks = "GET /api/openapi.json HTTP/1.1\r\nhost: floor.test\r\n\r\n".repeat(400);
    unread.write_all(asks.as_bytes()).expect("it is sent");
    poll("the place is free again", || connect().ok());
    drop(unread);
}

#[tokio::test(flavor = "multi_thread")]
async fn over_tls_the_session_is_in_a_cookie_that_nobody_can_plant() {
    let served = Secured::new(guard()).await;
    let came = served.send(&Request::post("/api/guest"));
    let set = came.header("set-cookie");
    assert!(set.starts_with("__Host-croupier="), "{set}");
    for attribute in ["; Secure", "; HttpOnly", "; SameSite=Strict", "; Path=/"] {
        assert!(set.contains(attribute), "{attribute}: {set}");
    }
    assert!(!set.to_lowercase().contains("domain"), "{set}");
    assert_eq!(came.header("strict-transport-security"), "max-age=31536000");

    let (cookie, plain) = (came.cookie(), came.cookie().replace("__Host-", ""));
    assert_eq!(served.status(&me(&cookie)), 200);
    assert_eq!(served.status(&me(&plain)), 401);
    assert_eq!(served.status(&me(&plain.replace("croupier=", "crou%70ier="))), 401);
    let other = served.house.visitor("other", Role::Player).await;
    let both = served.send(&me(&format!("{other}; {cookie}; {other}")));
    assert_eq!(both.json()["name"], came.json()["name"], "the one with the prefix counts");

    let out = served.send(&Request::post("/api/sign-out").by(&cookie));
    let cleared = out.header("set-cookie");
    assert!(cleared.starts_with("__Host-croupier=;") && cleared.contains("; Secure"), "{cleared}");
    assert!(cleared.contains("Path=/") && cleared.contains("Max-Age=0"), "{cleared}");
    assert_eq!(served.status(&me(&cookie)), 401);
}

#[tokio::test(flavor = "multi_thread")]
async fn without_tls_the_cookie_has_its_plain_name_unless_a_trusted_proxy_speaks_tls() {
    let trusted = vec!["127.0.0.1".parse().expect("an address")];
    let proxies = Proxies { trusted, ..Proxies::default() };
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
    let (address, house) = (listener.local_addr().expect("an address"), TestFloor::open().await);
    let guard = Guard { proxies, ..guard() };
    tokio::spawn(floor::serve(listener, house.floor.clone(), guard, Router::new(), std::future::pending()));
    let ask = |request: Request, scheme: &str| {
        let request = request.with("x-forwarded-for", "192.0.2.1").with("x-forwarded-proto", scheme);
        block_in_place(|| send(address, &request)).expect("an answer")
    };
    let (plain, secure) =
        (ask(Request::post("/api/guest"), "http"), ask(Request::post("/api/guest"), "https"));
    assert!(plain.cookie().starts_with("croupier="), "{}", plain.cookie());
    assert!(secure.cookie().starts_with("__Host-croupier="), "{}", secure.cookie());
    for (came, right, wrong) in [(&plain, "http", "https"), (&secure, "https", "http")] {
        assert_eq!(ask(me(&came.cookie()), right).status, 200, "{right}");
        assert_eq!(ask(me(&came.cookie()), wrong).status, 401, "{wrong}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn over_tls_a_page_that_came_in_the_clear_is_not_ours() {
    let served = Secured::new(guard()).await;
    for (scheme, status) in [("https", 200), ("http", 403)] {
        let origin = format!("{scheme}://{}", served.address);
        assert_eq!(served.status(&Request::post("/api/guest").with("origin", &origin)), status, "{scheme}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn who_speaks_plain_http_is_sent_to_tls_and_changes_nothing() {
    let served = Secured::new(guard()).await;
    let before = served.house.heads().await;
    let plain = |request| block_in_place(|| send(served.address, &request)).expect("an answer");
    let sent = plain(Request::get("/tables/plus-1?a=b"));
    assert_eq!(sent.status, 308);
    assert_eq!(sent.location(), format!("https://{}/tables/plus-1?a=b", served.address));
    assert_eq!(sent.header("strict-transport-security"), "", "only over TLS is that believed");
    let refused = plain(Request::post("/api/guest"));
    assert_eq!((refused.status.as_u16(), refused.problem().as_str()), (400, "/problems/tls"));
    assert_eq!(refused.header("set-cookie"), "");
    assert_eq!(before, served.house.heads().await);
}

#[tokio::test(flavor = "multi_thread")]
async fn the_floor_closes_while_people_shake_hands_and_listen() {
    let served = Secured::new(Guard { patience: PATIENCE, ..Guard::default() }).await;
    let events = Request::get("/api/tables/plus-1/events");
    let mut listening = block_in_place(|| served.authority.ask(served.address, &events)).expect("a stream");
    let mut heard = [0; 12];
    block_in_place(|| listening.read_exact(&mut heard)).expect("an answer");
    assert_eq!(&heard, b"HTTP/1.1 200");
    let mut half = served.say(HALF_A_HELLO);
    served.stop.send(()).expect("it listens");
    served.ended.await.expect("no panic").expect("no fault");
    rest(&mut half);
    assert!(!rest(&mut listening).is_empty());
}
