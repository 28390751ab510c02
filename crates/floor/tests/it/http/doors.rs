//! What is refused at the door, over real connections: other sites, slow clients, floods, too many at a time.

use std::time::Duration;

use axum::http::{Method, StatusCode};
use floor::{ForwardedHeader, Guard, Proxies, Role};
use serde_json::Value;
use tokio::io::AsyncWriteExt;
use tokio::net::{TcpListener, TcpStream};
use tokio::time::timeout;

use super::operations::operations;
use super::served::{LAST, LIST, Served, guard, rest, until};
use testkit::{PATIENCE, Reply, Request, TestFloor};

const SIGN_IN: &str = "POST /api/sign-in HTTP/1.1\r\nhost: floor.test\r\ncontent-type: application/json\r\n";

#[tokio::test]
async fn what_comes_from_another_site_is_refused_and_changes_nothing() {
    let house = TestFloor::open().await;
    let admin = house.someone("root", Role::Administrator).await;
    let foreign = [
        ("origin", "https://evil.test"),
        ("origin", "null"),
        ("origin", "https://floor.test.evil.test"),
        ("origin", "https://floor.test:444"),
        ("sec-fetch-site", "cross-site"),
        ("sec-fetch-site", "same-site"),
    ];
    for one in operations() {
        let socket = one.path.ends_with("/socket");
        for (name, value) in foreign {
            let method: Method = one.method.to_uppercase().parse().expect("a method");
            let ask = Request::new(method, &one.address()).by(&admin).with(name, value);
            let ask = if one.body.is_null() { ask } else { ask.json(&one.body) };
            let ask =
                if socket { ask.with("upgrade", "websocket").with("connection", "upgrade") } else { ask };
            if one.method == "get" && !socket {
                continue;
            }
            let before = house.heads().await;
            let reply = house.send(ask).await;
            let told = (reply.status, reply.problem());
            assert_eq!(
                told,
                (StatusCode::FORBIDDEN, "/problems/cross-site".into()),
                "{} {name} {value}",
                one.path
            );
            assert_eq!(before, house.heads().await);
        }
    }
    for (name, value) in [("origin", "https://floor.test"), ("sec-fetch-site", "same-origin")] {
        let reply = house.send(Request::post("/api/guest").with(name, value)).await;
        assert_eq!(reply.status, StatusCode::OK, "{name} {value}");
    }
}

#[tokio::test]
async fn a_page_of_ours_gets_its_socket_and_one_of_theirs_does_not() {
    let served = Served::new(guard()).await;
    let ask = |origin: &str| {
        format!(
            "GET /api/tables/plus-1/socket?after=0 HTTP/1.1\r\nhost: floor.test\r\norigin: {origin}\r\nconnection: upgrade\r\n\
             upgrade: websocket\r\nsec-websocket-version: 13\r\nsec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
        )
    };
    let mut ours = served.connect().await;
    ours.write_all(ask("http://floor.test").as_bytes()).await.expect("sent");
    let heard = until(&mut ours, "\"seq\":1").await;
    assert!(heard.starts_with("HTTP/1.1 101"), "{heard}");
    // The answer to that key, from RFC 6455.
    assert!(heard.contains("s3pPLMBiTxaQ9kYGzzhZRbK+xOo="), "{heard}");
    let mut theirs = served.connect().await;
    theirs.write_all(ask("http://evil.test").as_bytes()).await.expect("sent");
    let heard = until(&mut theirs, "cross-site").await;
    assert!(heard.starts_with("HTTP/1.1 403"), "{heard}");
}

#[tokio::test]
async fn who_sends_slowly_is_not_waited_for() {
    let served = Served::new(guard()).await;
    // A body that never comes, one that comes a byte at a time, half a header, nothing at all.
    let never = async { served.send(&format!("{SIGN_IN}content-length: 50\r\n\r\n{{\"name\"")).await };
    let trickle = async {
        let (mut read, mut write) = served.connect().await.into_split();
        let head = format!("{SIGN_IN}content-length: 5000\r\n\r\n");
        let trickling = tokio::spawn(async move {
            let _ = write.write_all(head.as_bytes()).await;
            while write.write_all(b" ").await.is_ok() {
                tokio::time::sleep(Duration::from_millis(50)).await;
            }
        });
        let answer = rest(&mut read).await;
        trickling.abort();
        answer
    };
    let half = async { served.send("GET /api/tables HTTP/1.1\r\nhost: flo").await };
    let silent = async { served.send("").await };
    let (never, trickle, half, silent) = tokio::join!(never, trickle, half, silent);
    for heard in [never, trickle] {
        assert!(heard.starts_with("HTTP/1.1 408") && heard.contains("/problems/slow"), "{heard}");
        let says = ["may still be carried out", "send it again with the same id"];
        assert!(says.iter().all(|words| heard.contains(words)), "{heard}");
    }
    for heard in [half, silent] {
        assert!(heard.is_empty() || heard.starts_with("HTTP/1.1 408"), "{heard}");
    }
    assert!(served.send(LAST).await.starts_with("HTTP/1.1 200"));
}

#[tokio::test]
async fn a_body_without_end_or_length_is_cut_off() {
    let served = Served::new(guard()).await;
    let before = served.house.heads().await;
    let chunk = format!("10000\r\n{}\r\n", " ".repeat(0x10000));
    let told = format!("{SIGN_IN}connection: close\r\ncontent-length: 10000000\r\n\r\n");
    let heard = served.send(&format!("{told}{}", " ".repeat(1000))).await;
    assert!(heard.starts_with("HTTP/1.1 413") && heard.contains("/problems/too-large"), "{heard}");
    let endless =
        format!("{SIGN_IN}connection: close\r\ntransfer-encoding: chunked\r\n\r\n{}", chunk.repeat(2));
    let heard = served.send(&endless).await;
    assert!(heard.starts_with("HTTP/1.1 413") && heard.contains("application/problem+json"), "{heard}");
    assert_eq!(before, served.house.heads().await);
}

#[tokio::test]
async fn an_address_brings_so_many_guests_a_minute() {
    const GUEST: &str = "POST /api/guest HTTP/1.1\r\nhost: floor\r\nconnection: close\r\n\r\n";
    let served = Served::new(Guard { guests_a_minute: 1, ..guard() }).await;
    assert!(served.send(GUEST).await.starts_with("HTTP/1.1 200"));
    let before = served.house.heads().await;
    let heard = served.send(GUEST).await;
    assert!(heard.starts_with("HTTP/1.1 429") && heard.contains("/problems/guests"), "{heard}");
    assert!(heard.contains("retry-after: ") && heard.contains("sign in with a login"), "{heard}");
    assert_eq!(before, served.house.heads().await, "nobody was made");
    assert!(served.send(LAST).await.starts_with("HTTP/1.1 200"), "anything else is answered");
    assert!(served.send_from("127.0.0.2", GUEST).await.starts_with("HTTP/1.1 200"), "from elsewhere too");
}

#[tokio::test]
async fn a_flood_is_stemmed_at_its_source() {
    let served = Served::new(Guard { requests_a_second: 0.01, burst: 5.0, ..guard() }).await;
    let mut stream = served.connect().await;
    for _ in 0..5 {
        stream.write_all(LIST.as_bytes()).await.expect("sent");
        assert!(until(&mut stream, "]").await.starts_with("HTTP/1.1 200"));
    }
    let heard = served.send(LAST).await;
    assert!(heard.starts_with("HTTP/1.1 429") && heard.contains("retry-after: 1"), "{heard}");
    assert!(heard.contains("/problems/flood") && heard.contains("application/problem+json"), "{heard}");
    // Another client is served meanwhile.
    assert!(served.send_from("127.0.0.2", LAST).await.starts_with("HTTP/1.1 200"));
}

#[tokio::test]
async fn a_client_that_was_stemmed_is_served_again_later() {
    let served = Served::new(Guard { requests_a_second: 2.0, burst: 1.0, ..guard() }).await;
    served.until_answered("HTTP/1.1 429").await;
    served.until_answered("HTTP/1.1 200").await;
}

#[tokio::test]
async fn no_more_connect_than_there_are_places() {
    let served =
        Served::new(Guard { connections: 3, patience: Duration::from_secs(5), ..Guard::default() }).await;
    let mut inside = Vec::new();
    for _ in 0..2 {
        let mut stream = served.connect().await;
        stream.write_all(LIST.as_bytes()).await.expect("sent");
        until(&mut stream, "]").await;
        inside.push(stream);
    }
    // A socket keeps its place when it is a socket.
    let mut socket = served.connect().await;
    socket.write_all(UPGRADE.as_bytes()).await.expect("sent");
    until(&mut socket, "101").await;
    let mut heard = String::new();
    for _ in 0..5 {
        heard = served.send(LAST).await;
        assert!(heard.starts_with("HTTP/1.1 503") && heard.contains("retry-after: "), "{heard}");
    }
    let body = heard.split("\r\n\r\n").nth(1).expect("a body");
    let problem: Value = serde_json::from_str(body).expect("a problem");
    assert_eq!((&problem["type"], &problem["status"]), (&"/problems/full".into(), &503.into()));
    drop(socket);
    served.until_answered("HTTP/1.1 200").await;
}

const UPGRADE: &str = "GET /api/tables/plus-1/socket HTTP/1.1\r\nhost: floor.test\r\nconnection: upgrade\r\nupgrade: websocket\r\n\
                       sec-websocket-version: 13\r\nsec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n";

/// The room for a frame would be taken as soon as its length is known.
#[tokio::test]
async fn a_frame_that_announces_much_ends_its_socket_before_it_comes() {
    let served = Served::new(guard()).await;
    let mut socket = served.connect().await;
    socket.write_all(UPGRADE.as_bytes()).await.expect("sent");
    until(&mut socket, "101").await;
    // Binary, masked, 16 MiB long; nothing of it follows.
    let mut frame = vec![0x82, 0x80 | 127];
    frame.extend((16u64 << 20).to_be_bytes());
    frame.extend([0; 4]);
    socket.write_all(&frame).await.expect("sent");
    rest(&mut socket).await;
}

/// A guard that believes a proxy at 127.0.0.1.
fn behind_a_proxy(header: ForwardedHeader) -> Guard {
    let trusted = vec!["127.0.0.1".parse().expect("an address")];
    Guard { proxies: Proxies { trusted, header, ..Proxies::default() }, ..guard() }
}

/// The last request of a connection, with what a proxy tells of its client.
fn last_of(told: &str) -> String {
    LAST.replace("\r\nconnection", &format!("\r\n{told}\r\nconnection"))
}

#[tokio::test]
async fn behind_a_proxy_a_flood_is_stemmed_at_its_source_too() {
    let limits = |guard| Guard { requests_a_second: 0.01, burst: 5.0, ..guard };
    for (header, name) in [
        (ForwardedHeader::XForwardedFor, "x-forwarded-for: "),
        (ForwardedHeader::Forwarded, "forwarded: for="),
    ] {
        let served = Served::new(limits(behind_a_proxy(header))).await;
        let (flood, other) = (last_of(&format!("{name}192.0.2.1")), last_of(&format!("{name}192.0.2.2")));
        for number in 0..8 {
            let status = if number < 5 { "HTTP/1.1 200" } else { "HTTP/1.1 429" };
            let heard = served.send(&flood).await;
            assert!(heard.starts_with(status), "{number}: {heard}");
        }
        assert!(served.send(&other).await.starts_with("HTTP/1.1 200"), "another client of the same proxy");
        // A client that is no proxy says what it likes and is counted as itself.
        for number in 0..8 {
            let status = if number < 5 { "HTTP/1.1 200" } else { "HTTP/1.1 429" };
            let made_up = last_of(&format!("{name}198.51.100.{number}"));
            assert!(served.send_from("127.0.0.3", &made_up).await.starts_with(status), "{number}");
        }
        // What a client says before the proxy adds who it is, is not believed either.
        let made_up =
            flood.replace(name, &format!("{name}198.51.100.1, {}", name.split(' ').nth(1).unwrap_or("")));
        assert!(served.send(&made_up).await.starts_with("HTTP/1.1 429"), "{made_up}");
    }
}

#[tokio::test]
async fn one_address_does_not_take_all_connections() {
    let limits = Guard { connections: 20, connections_per_address: 3, ..Guard::default() };
    let served = Served::new(limits).await;
    let mut silent = Vec::new();
    for _ in 0..3 {
        silent.push(served.connect().await);
    }
    for _ in 0..30 {
        let heard = served.send(LAST).await;
        assert!(heard.starts_with("HTTP/1.1 429 Too Many Requests\r\n"), "{heard}");
        assert!(heard.contains("/problems/connections") && heard.contains("retry-after: 5"), "{heard}");
    }
    assert!(served.send_from("127.0.0.2", LAST).await.starts_with("HTTP/1.1 200"));
    silent.pop();
    served.until_answered("HTTP/1.1 200").await;
}

#[tokio::test]
async fn behind_a_proxy_every_client_has_connections_of_its_own() {
    let limits = Guard { connections_per_address: 2, ..behind_a_proxy(ForwardedHeader::XForwardedFor) };
    let served = Served::new(limits).await;
    let listen = |path: &str, more: &str| {
        let ask = LIST.replace("/api/tables", &format!("/api/tables/plus-1/{path}"));
        ask.replace("\r\n\r\n", &format!("\r\nx-forwarded-for: 192.0.2.1{more}\r\n\r\n"))
    };
    let upgrade = "\r\nconnection: upgrade\r\nupgrade: websocket\r\nsec-websocket-version: 13\r\n\
                   sec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==";
    let mut open = Vec::new();
    for (ask, answer) in [(listen("events", ""), "event-stream"), (listen("socket", upgrade), "101")] {
        let mut stream = served.connect().await;
        stream.write_all(ask.as_bytes()).await.expect("sent");
        until(&mut stream, answer).await;
        open.push(stream);
    }
    // The proxy keeps connections for later, too: those are nobody's.
    let idle = [served.connect().await, served.connect().await, served.connect().await];
    let (own, other) = (last_of("x-forwarded-for: 192.0.2.1"), last_of("x-forwarded-for: 192.0.2.2"));
    for _ in 0..3 {
        let heard = served.send(&own).await;
        assert!(heard.starts_with("HTTP/1.1 429") && heard.contains("/problems/connections"), "{heard}");
        assert!(served.send(&other).await.starts_with("HTTP/1.1 200"));
    }
    for stream in open {
        drop(stream);
        let asking = async { while !served.send(&own).await.starts_with("HTTP/1.1 200") {} };
        timeout(PATIENCE, asking).await.expect("a place is free again");
    }
    drop(idle);
}

#[tokio::test]
async fn what_comes_over_a_socket_counts_like_requests() {
    let served = Served::new(Guard { requests_a_second: 0.01, burst: 5.0, ..guard() }).await;
    let mut socket = served.connect().await;
    socket.write_all(UPGRADE.as_bytes()).await.expect("sent");
    until(&mut socket, "101").await;
    // A text of one letter, masked with nothing.
    for _ in 0..5 {
        socket.write_all(&[0x81, 0x81, 0, 0, 0, 0, b'x']).await.expect("sent");
    }
    until(&mut socket, "too many messages").await;
    rest(&mut socket).await;
    assert!(served.send(LAST).await.starts_with("HTTP/1.1 429"), "the same gate counts both");
}

#[tokio::test]
async fn metrics_are_for_who_may_see_meters_or_at_an_address_of_their_own() {
    let house = TestFloor::open().await;
    for role in Role::ALL {
        let token = house.someone(&format!("some-{}", role.word()), role).await;
        let reply = house.send(Request::get("/metrics").by(&token)).await;
        let may = floor::may(role, floor::Action::Meters);
        assert_eq!(reply.status, if may { StatusCode::OK } else { StatusCode::FORBIDDEN }, "{role:?}");
        assert_eq!(reply.text().contains("croupier_rounds_total"), may, "{role:?}");
    }
    let anyone = house.send(Request::get("/metrics")).await;
    assert_eq!((anyone.status, anyone.problem().as_str()), (StatusCode::UNAUTHORIZED, "/problems/sign-in"));
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
    let address = listener.local_addr().expect("an address");
    let serving = tokio::spawn(floor::serve_metrics(listener, house.floor.clone(), guard()));
    for (path, status) in
        [("/metrics", "HTTP/1.1 200"), ("/api/tables", "HTTP/1.1 404"), ("/", "HTTP/1.1 404")]
    {
        let mut stream = TcpStream::connect(address).await.expect("a connection");
        let ask = LAST.replace("/api/tables", path);
        stream.write_all(ask.as_bytes()).await.expect("sent");
        let heard = rest(&mut stream).await;
        assert!(heard.starts_with(status), "{path}: {heard}");
        assert_eq!(heard.contains("croupier_rounds_total"), path == "/metrics", "{path}");
    }
    serving.abort();
}

#[tokio::test]
async fn headers_have_bounds_and_a_request_names_one_host() {
    let served = Served::new(guard()).await;
    let with = |more: &str| LAST.replace("\r\nconnection", &format!("{more}\r\nconnection"));
    let (long, many) = (format!("\r\nx-long: {}", "x".repeat(20_000)), "\r\nx-one: 1".repeat(101));
    let few = "\r\nx-one: 1".repeat(90);
    for (ask, status) in [
        (with(&format!("\r\nx-long: {}", "x".repeat(15_000))), 200),
        (with(&few), 200),
        (with(&long), 431),
        (with(&long.repeat(20)), 431),
        (with(&many), 431),
        (with("\r\nhost: floor.test"), 400),
        (with("\r\nhost: evil.test"), 400),
        (LAST.replace("host: floor.test\r\n", ""), 400),
        (LAST.replace("floor.test", ""), 400),
        (LAST.replace("floor.test", "floor.test evil.test"), 400),
        (LAST.replace("floor.test", "evil@floor.test"), 400),
        (LAST.replace("floor.test", "[::1]:2121"), 200),
        (LAST.replace("host: floor.test\r\n", "").replace("HTTP/1.1", "HTTP/1.0"), 200),
    ] {
        let heard = served.send(&ask).await;
        let line = heard.lines().next().unwrap_or_default();
        assert!(line.contains(&format!(" {status} ")), "{line} for {ask:.200}");
    }
}

#[tokio::test]
async fn everything_has_a_policy_and_over_tls_it_is_strict() {
    let house = TestFloor::builder().pages().open().await;
    let policy = |reply: &Reply| reply.header("content-security-policy").to_owned();
    for path in
        ["/", "/api/docs", "/api/docs/", "/api/docs/nothing", "/api/tables", "/api/openapi.json", "/nothing"]
    {
        let reply = house.get("", path).await;
        let policy = policy(&reply);
        assert!(policy.starts_with("default-src 'none'; "), "{path}: {policy}");
        assert!(
            policy.contains("frame-ancestors 'none'") && !policy.contains("unsafe-eval"),
            "{path}: {policy}"
        );
        assert_eq!(reply.header("strict-transport-security"), "", "{path}");
    }
    let page = policy(&house.get("", "/api/docs/").await);
    assert!(page.contains("script-src 'self';"), "Swagger UI runs its own scripts: {page}");
    let served = Served::new(behind_a_proxy(ForwardedHeader::XForwardedFor)).await;
    for (from, told, strict) in [
        ("127.0.0.1", "x-forwarded-for: 192.0.2.1\r\nx-forwarded-proto: https", true),
        ("127.0.0.1", "x-forwarded-for: 192.0.2.1\r\nx-forwarded-proto: http", false),
        ("127.0.0.1", "x-forwarded-for: 192.0.2.1", false),
        ("127.0.0.2", "x-forwarded-for: 192.0.2.1\r\nx-forwarded-proto: https", false),
    ] {
        let heard = served.send_from(from, &last_of(told)).await;
        assert!(heard.starts_with("HTTP/1.1 200"), "{heard}");
        assert_eq!(heard.contains("strict-transport-security: max-age=31536000"), strict, "{from} {told}");
    }
}

#[tokio::test]
async fn the_floor_closes_while_people_listen_and_idle() {
    let served = Served::new(guard()).await;
    let (mut idle, mut listening, mut half) =
        (served.connect().await, served.connect().await, served.connect().await);
    idle.write_all(LIST.as_bytes()).await.expect("sent");
    until(&mut idle, "]").await;
    listening
        .write_all(LIST.replace("/api/tables", "/api/tables/plus-1/events").as_bytes())
        .await
        .expect("sent");
    until(&mut listening, "text/event-stream").await;
    half.write_all(b"GET /api").await.expect("sent");
    let Served { stop, ended, .. } = served;
    stop.send(()).expect("it listens");
    let closed = timeout(PATIENCE, ended).await.expect("it closes in time");
    closed.expect("no panic").expect("no fault");
    rest(&mut idle).await;
    rest(&mut listening).await;
}
