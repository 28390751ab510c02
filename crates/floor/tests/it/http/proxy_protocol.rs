//! Proxies that say at the beginning of a connection whose it is: they are believed, nobody else is, and what they say counts
//! for everything.

use std::io::{Read, Write};

use axum::Router;
use floor::{Guard, Proxies, Role};
use serde_json::json;
use testkit::{PASSWORD, PATIENCE, Request, TestFloor, poll};
use tokio::io::AsyncWriteExt;
use tokio::net::{TcpListener, TcpStream};
use tokio::task::block_in_place;
use tokio::time::timeout;

use super::served::{LAST, LIST, Served, guard, rest, until};
use super::tls::Secured;

/// A guard that has proxies at 127.0.0.1 and in 10.0.0.0/8 speak the PROXY protocol.
fn announced() -> Guard {
    let trusted = ["127.0.0.1", "10.0.0.0/8"].map(|text| text.parse().expect("a network")).to_vec();
    Guard { proxies: Proxies { trusted, proxy_protocol: true, ..Proxies::default() }, ..guard() }
}

fn five_at_a_time() -> Guard {
    Guard { requests_a_second: 0.001, burst: 5.0, ..announced() }
}

/// A header of version 1.
fn one(client: &str) -> Vec<u8> {
    format!("PROXY TCP4 {client} 198.51.100.1 56324 443\r\n").into_bytes()
}

/// A header of version 2, with this after the addresses.
fn two(client: [u8; 4], more: &[u8]) -> Vec<u8> {
    let rest = [&client[..], &[198, 51, 100, 1, 0xdc, 4, 1, 0xbb], more].concat();
    let length = u16::try_from(rest.len()).expect("a short header").to_be_bytes();
    [&b"\r\n\r\n\0\r\nQUIT\n\x21\x11"[..], &length, &rest].concat()
}

/// The proxy itself, in version 2.
const LOCAL: &[u8] = b"\r\n\r\n\0\r\nQUIT\n\x20\x00\x00\x00";
/// A client that the proxy does not know, in both.
const UNKNOWN: &[u8] = b"PROXY UNKNOWN\r\n";
const UNSPECIFIED: &[u8] = b"\r\n\r\n\0\r\nQUIT\n\x21\x00\x00\x00";

/// The answer to a header and a text.
async fn say(served: &Served, header: &[u8], text: &str) -> String {
    let mut stream = served.connect().await;
    // A client whose connection is closed while they still send may not be able to finish.
    let _ = stream.write_all(&[header, text.as_bytes()].concat()).await;
    rest(&mut stream).await
}

fn from(told: &str) -> String {
    LAST.replace("\r\nconnection", &format!("\r\nx-forwarded-for: {told}\r\nconnection"))
}

#[tokio::test]
async fn what_a_proxy_says_at_the_beginning_is_who_is_counted() {
    let served = Served::new(five_at_a_time()).await;
    for number in 0..8 {
        let header = if number % 2 == 0 { one("192.0.2.1") } else { two([192, 0, 2, 1], &[]) };
        let status = if number < 5 { "HTTP/1.1 200" } else { "HTTP/1.1 429" };
        // What the client writes into headers is its own.
        let heard = say(&served, &header, &from(&format!("203.0.113.{number}"))).await;
        assert!(heard.starts_with(status), "{number}: {heard}");
    }
    assert!(say(&served, &one("192.0.2.2"), LAST).await.starts_with("HTTP/1.1 200"), "another client");
    // A trusted proxy behind the proxy is believed by its headers.
    for number in 0..8 {
        let heard = say(&served, &one("10.0.0.1"), &from(&format!("203.0.113.{number}"))).await;
        assert!(heard.starts_with("HTTP/1.1 200"), "{number}: {heard}");
    }
}

#[tokio::test]
async fn a_proxy_that_names_nobody_counts_as_itself_whatever_headers_say() {
    for header in [LOCAL, UNKNOWN, UNSPECIFIED] {
        let served = Served::new(five_at_a_time()).await;
        for number in 0..8 {
            let status = if number < 5 { "HTTP/1.1 200" } else { "HTTP/1.1 429" };
            let heard = say(&served, header, &from(&format!("203.0.113.{number}"))).await;
            assert!(heard.starts_with(status), "{number}: {heard}");
        }
        assert!(say(&served, &one("203.0.113.1"), LAST).await.starts_with("HTTP/1.1 200"));
    }
}

#[tokio::test]
async fn a_header_may_come_in_pieces_and_nothing_behind_it_is_lost() {
    let served = Served::new(announced()).await;
    let more = [&[4, 0, 200][..], &[7; 200]].concat();
    for header in [one("192.0.2.1"), two([192, 0, 2, 1], &more), LOCAL.to_vec()] {
        let mut stream = served.connect().await;
        for byte in [&header[..], LAST.as_bytes()].concat() {
            stream.write_all(&[byte]).await.expect("sent");
            tokio::task::yield_now().await;
        }
        let heard = rest(&mut stream).await;
        assert!(heard.starts_with("HTTP/1.1 200"), "{heard}");
    }
}

#[tokio::test]
async fn a_trusted_proxy_without_a_header_is_closed_without_a_word() {
    let served = Served::new(announced()).await;
    let late = b"PROXY TCP4 192.0.2.1";
    let endless = [&b"PROXY UNKNOWN "[..], &[b'x'; 200]].concat();
    let too_long = b"\r\n\r\n\0\r\nQUIT\n\x21\x11\xff\xff".to_vec();
    let other_version =
        two([192, 0, 2, 1], &[]).iter().map(|byte| if *byte == 0x21 { 0x31 } else { *byte }).collect();
    for header in [
        Vec::new(),
        b"PROXY TCP4 192.0.2.1 198.51.100.1 56324\r\n".to_vec(),
        b"PROXY TCP5 192.0.2.1 198.51.100.1 56324 443\r\n".to_vec(),
        endless,
        too_long,
        other_version,
    ] {
        assert_eq!(say(&served, &header, LAST).await, "", "{header:?}");
    }
    for header in [&b""[..], late] {
        let mut stream = served.connect().await;
        stream.write_all(header).await.expect("sent");
        assert_eq!(rest(&mut stream).await, "", "it is not waited for without end");
    }
    assert!(say(&served, &one("192.0.2.1"), LAST).await.starts_with("HTTP/1.1 200"));
}

#[tokio::test]
async fn nobody_else_says_who_they_are() {
    let served = Served::new(announced()).await;
    for header in [one("192.0.2.1"), two([192, 0, 2, 1], &[]), LOCAL.to_vec()] {
        let mut stream = served.connect_from("127.0.0.2").await;
        stream.write_all(&[&header[..], LAST.as_bytes()].concat()).await.expect("sent");
        let heard = rest(&mut stream).await;
        assert!(heard.starts_with("HTTP/1.1 400"), "{heard}");
    }
    assert!(served.send_from("127.0.0.2", LAST).await.starts_with("HTTP/1.1 200"), "it needs no header");
    // If no proxy speaks the protocol, the header is not understood.
    let proxies = Proxies { proxy_protocol: false, ..announced().proxies };
    let served = Served::new(Guard { proxies, ..guard() }).await;
    assert!(say(&served, &one("192.0.2.1"), LAST).await.starts_with("HTTP/1.1 400"));
    assert!(served.send(LAST).await.starts_with("HTTP/1.1 200"));
}

#[tokio::test]
async fn a_connection_takes_a_place_of_the_client_it_is_for() {
    let served = Served::new(Guard { connections_per_address: 2, ..announced() }).await;
    let mut open = Vec::new();
    for _ in 0..2 {
        let mut stream = served.connect().await;
        stream.write_all(&[&one("192.0.2.1")[..], LIST.as_bytes()].concat()).await.expect("sent");
        assert!(until(&mut stream, "]").await.starts_with("HTTP/1.1 200"));
        open.push(stream);
    }
    for _ in 0..3 {
        let heard = say(&served, &one("192.0.2.1"), LAST).await;
        assert!(heard.starts_with("HTTP/1.1 429") && heard.contains("/problems/connections"), "{heard}");
        assert!(say(&served, &one("192.0.2.2"), LAST).await.starts_with("HTTP/1.1 200"));
        assert!(say(&served, LOCAL, LAST).await.starts_with("HTTP/1.1 200"), "the proxy has any number");
    }
    open.pop();
    let asking = async { while !say(&served, &one("192.0.2.1"), LAST).await.starts_with("HTTP/1.1 200") {} };
    timeout(PATIENCE, asking).await.expect("a place is free again");
}

#[tokio::test]
async fn wrong_passwords_are_the_clients() {
    let served = Served::new(announced()).await;
    served.house.add("root", Role::Administrator).await;
    let sign_in = |password: &str| {
        let body = json!({ "name": "root", "password": password }).to_string();
        let length = body.len();
        format!(
            "POST /api/sign-in HTTP/1.1\r\nhost: floor.test\r\ncontent-type: application/json\r\n\
             connection: close\r\ncontent-length: {length}\r\n\r\n{body}"
        )
    };
    for _ in 0..3 {
        let heard = say(&served, &one("192.0.2.66"), &sign_in("a wrong password")).await;
        assert!(heard.starts_with("HTTP/1.1 401"), "{heard}");
    }
    let locked = say(&served, &two([192, 0, 2, 66], &[]), &sign_in(PASSWORD)).await;
    assert!(locked.starts_with("HTTP/1.1 429") && locked.contains("/problems/locked-out"), "{locked}");
    assert!(say(&served, &one("192.0.2.7"), &sign_in(PASSWORD)).await.starts_with("HTTP/1.1 200"));
    let floor = &served.house.floor;
    let book =
        floor.journal().records(&"people/floor".parse().expect("a name"), 0, 100).await.expect("a book");
    let wrong = book.iter().filter(|record| record.body.contains("192.0.2.66")).count();
    assert!(wrong >= 3, "the book names the address: {book:?}");
}

#[tokio::test]
async fn a_client_that_speaks_tls_with_the_proxy_is_secure() {
    let served = Served::new(announced()).await;
    let guest = LAST.replace("GET /api/tables", "POST /api/guest");
    let (over_tls, in_the_clear) = ([0x20, 0, 5, 1, 0, 0, 0, 0], [0x20, 0, 5, 0, 0, 0, 0, 0]);
    for (header, is_secure) in [
        (two([192, 0, 2, 1], &over_tls), true),
        (two([192, 0, 2, 1], &in_the_clear), false),
        (one("192.0.2.1"), false),
    ] {
        let heard = say(&served, &header, &guest).await;
        assert!(heard.starts_with("HTTP/1.1 200"), "{heard}");
        assert_eq!(heard.contains("__Host-croupier="), is_secure, "{heard}");
        assert_eq!(heard.contains("strict-transport-security"), is_secure, "{heard}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn the_header_comes_before_the_handshake() {
    let served = Secured::new(Guard { connections_per_address: 1, ..announced() }).await;
    let connect = |header: &[u8]| block_in_place(|| served.authority.connect_after(served.address, header));
    let ask = |header: &[u8]| {
        let mut stream = connect(header).expect("a handshake");
        stream.write_all(LAST.as_bytes()).expect("sent");
        let mut heard = [0; 12];
        block_in_place(|| stream.read_exact(&mut heard)).expect("an answer");
        (heard, stream)
    };
    let (heard, first) = ask(&one("192.0.2.1"));
    assert_eq!(&heard, b"HTTP/1.1 200");
    let (heard, _second) = ask(&two([192, 0, 2, 2], &[]));
    assert_eq!(&heard, b"HTTP/1.1 200");
    assert!(connect(b"").is_err(), "no header");
    assert!(connect(b"PROXY nonsense\r\n").is_err(), "no good one");
    drop(first);
    let idle = poll("its only place is free again", || connect(&one("192.0.2.1")).ok());
    assert!(connect(&one("192.0.2.1")).is_err(), "a place is the client's");
    drop(idle);
    let plain = block_in_place(|| testkit::send(served.address, &Request::get("/")));
    assert!(plain.is_none(), "in the clear it takes a header too");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_flood_of_handshakes_is_the_clients() {
    let served = Secured::new(five_at_a_time()).await;
    let connect =
        |header: &[u8]| block_in_place(|| served.authority.connect_after(served.address, header)).is_ok();
    let opened: Vec<bool> = (0..7).map(|_| connect(&one("192.0.2.1"))).collect();
    assert_eq!(opened, [true, true, true, true, true, false, false]);
    assert!(connect(&one("192.0.2.2")), "another client");
}

#[tokio::test]
async fn the_meters_listener_hears_no_header() {
    let house = TestFloor::open().await;
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
    let address = listener.local_addr().expect("an address");
    let serving = tokio::spawn(floor::serve_metrics(listener, house.floor.clone(), announced()));
    let mut stream = TcpStream::connect(address).await.expect("a connection");
    stream.write_all(LAST.replace("/api/tables", "/metrics").as_bytes()).await.expect("sent");
    assert!(rest(&mut stream).await.starts_with("HTTP/1.1 200"));
    serving.abort();
}

#[tokio::test]
async fn the_floor_closes_while_a_header_is_awaited() {
    let house = TestFloor::open().await;
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
    let address = listener.local_addr().expect("an address");
    let (stop, stopped) = tokio::sync::oneshot::channel::<()>();
    // It would be waited for longer than the test lasts.
    let patient = Guard { patience: PATIENCE * 10, ..announced() };
    let served = floor::serve(listener, house.floor.clone(), patient, Router::new(), async {
        drop(stopped.await);
    });
    let ended = tokio::spawn(served);
    let mut waiting = TcpStream::connect(address).await.expect("a connection");
    waiting.write_all(b"PROXY TCP4").await.expect("sent");
    let mut named = TcpStream::connect(address).await.expect("a connection");
    named.write_all(&[&one("192.0.2.1")[..], LAST.as_bytes()].concat()).await.expect("sent");
    assert!(rest(&mut named).await.starts_with("HTTP/1.1 200"));
    stop.send(()).expect("it listens");
    timeout(PATIENCE, ended).await.expect("it closes").expect("no panic").expect("no fault");
    assert_eq!(rest(&mut waiting).await, "");
}
