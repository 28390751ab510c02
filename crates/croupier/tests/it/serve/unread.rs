//! What answers cost that nobody reads, measured:
//! `cargo test -p croupier --test it answers_that_nobody_reads -- --ignored --nocapture`.

use std::io::Read;
use std::net::TcpStream;

use serde_json::json;
use testkit::{Request, ServerProcess, connect, poll};

use super::{ARGUMENTS, folder, guest, start, stop};

/// The entries of the table: a few more come by the clock, and what is more than 10,000 back is too long ago.
const ENTRIES: u64 = 9_950;
/// The clients that ask for them from the first on.
const CLIENTS: usize = 500;
/// What all clients may cost together.
const MOST: u64 = 200 << 20;

#[test]
#[ignore = "a measurement of some minutes"]
fn answers_that_nobody_reads_cost_little() {
    let limits = "requests-a-second = 1e9\nburst = 1e9\nconnections-per-address = 1000\n";
    let folder = folder(
        "unread",
        &format!("{limits}[[floor.table]]\nid = \"one\"\ngame = \"plus\"\nmoney = \"play\"\n"),
    );
    let server = start(&folder, &ARGUMENTS, &[]);
    let cookie = guest(&server);
    let last = || server.send(&Request::get("/api/tables/one")).json()["seq"].as_u64().expect("a number");
    for number in last()..ENTRIES {
        let say = if number % 2 == 0 { "sits on 1" } else { "leaves 1" };
        let body = json!({ "id": number.to_string(), "say": say });
        let said = server.send(&Request::post("/api/tables/one/say").by(&cookie).json(&body));
        assert!([200, 409].contains(&said.status.as_u16()), "{}", said.text());
    }
    assert!(last() >= ENTRIES - 2, "only {} entries", last());
    let token = auditor(&server);
    for (what, request) in [
        ("streams", Request::get("/api/tables/one/events?after=0")),
        ("pages of the log", Request::get("/api/log?book=table/one").by(&token)),
    ] {
        let before = server.memory().expect("a system that tells");
        let connect = |_| connect(server.address, &request).expect("a connection");
        let open: Vec<TcpStream> = (0..CLIENTS).map(connect).collect();
        let (mut most, mut steady) = (0, 0);
        poll("the memory to rise no more", || {
            let now = server.memory().expect("a system that tells");
            steady = if now > most { 0 } else { steady + 1 };
            most = most.max(now);
            (steady == 200).then_some(())
        });
        for mut stream in open {
            let mut heard = [0; 12];
            stream.read_exact(&mut heard).expect("an answer");
            assert_eq!(&heard, b"HTTP/1.1 200", "{what}");
        }
        let more = most.saturating_sub(before);
        println!("{CLIENTS} unread {what} of {ENTRIES} entries: {} -> {} MiB", before >> 20, most >> 20);
        assert!(more < MOST, "{what}: {} MiB more than before", more >> 20);
    }
    stop(server);
}

/// The token of an auditor.
fn auditor(server: &ServerProcess) -> String {
    let admin = json!({ "name": "admin", "password": server.admin_password() });
    let cookie = server.send(&Request::post("/api/sign-in").json(&admin)).cookie();
    let otto = json!({ "name": "otto", "role": "auditor", "password": "the right password" });
    assert_eq!(server.send(&Request::post("/api/people").by(&cookie).json(&otto)).status, 201);
    let made = server.send(&Request::post("/api/people/otto/token").by(&cookie)).json();
    made["token"].as_str().expect("a token").to_owned()
}
