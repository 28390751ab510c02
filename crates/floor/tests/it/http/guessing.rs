//! Wrong passwords: a guesser is slowed and locked out, and the owner of the name still comes in.

use axum::http::header;
use floor::Role;
use serde_json::json;
use testkit::{PASSWORD, Reply, Request, TestFloor};

const MINUTE: i64 = 60;
const HOME: &str = "10.0.0.7";
const ELSEWHERE: &str = "192.0.2.66";

async fn sign_in(house: &TestFloor, from: &str, name: &str, password: &str) -> Reply {
    let body = json!({ "name": name, "password": password });
    house.send(Request::post("/api/sign-in").from(from).json(&body)).await
}

/// The status of a guess from there.
async fn guess(house: &TestFloor, from: &str, name: &str) -> u16 {
    sign_in(house, from, name, "a wrong password").await.status.as_u16()
}

/// Twenty wrong passwords for a name, from as many addresses.
async fn guess_from_everywhere(house: &TestFloor, name: &str) {
    for number in 0..20 {
        assert_eq!(guess(house, &format!("198.51.100.{number}"), name).await, 401, "{number}");
    }
}

fn problem(reply: &Reply) -> (u16, String) {
    (reply.status.as_u16(), reply.problem())
}

#[tokio::test]
async fn wrong_passwords_from_elsewhere_lock_nobody_out() {
    let house = TestFloor::open().await;
    house.add("root", Role::Administrator).await;
    let console = sign_in(&house, HOME, "root", PASSWORD).await.cookie();
    house.advance(6 * MINUTE).await;
    for _ in 0..3 {
        assert_eq!(guess(&house, ELSEWHERE, "root").await, 401);
    }
    let locked = sign_in(&house, ELSEWHERE, "root", PASSWORD).await;
    assert_eq!(problem(&locked), (429, "/problems/locked-out".into()));
    assert_eq!(locked.headers[header::RETRY_AFTER], "1800");
    let unlock = Request::post("/api/unlock").from(HOME).by(&console).json(&json!({ "password": PASSWORD }));
    assert_eq!(house.send(unlock).await.status, 200, "the console is unlocked");
    assert_eq!(sign_in(&house, HOME, "root", PASSWORD).await.status, 200);
    assert_eq!(sign_in(&house, "10.0.0.8", "root", PASSWORD).await.status, 200, "from a new address too");
    // That the person signed in gives the guesser nothing.
    assert_eq!(sign_in(&house, ELSEWHERE, "root", PASSWORD).await.status, 429);
    house.advance(30 * MINUTE).await;
    assert_eq!(sign_in(&house, ELSEWHERE, "root", PASSWORD).await.status, 200);
}

#[tokio::test]
async fn a_network_of_one_subscriber_is_one_source() {
    let house = TestFloor::open().await;
    house.add("ann", Role::Player).await;
    for number in 1..=3 {
        assert_eq!(guess(&house, &format!("2001:db8:1:2:{number}::{number}"), "ann").await, 401);
    }
    assert_eq!(guess(&house, "2001:db8:1:2::4", "ann").await, 429);
    assert_eq!(guess(&house, "2001:db8:1:3::4", "ann").await, 401);
    // An address of version 4 is the same one in the clothes of version 6.
    for _ in 0..2 {
        assert_eq!(guess(&house, ELSEWHERE, "ann").await, 401);
    }
    assert_eq!(guess(&house, "::ffff:192.0.2.66", "ann").await, 401);
    assert_eq!(guess(&house, ELSEWHERE, "ann").await, 429);
}

#[tokio::test]
async fn guessing_from_many_addresses_ends_and_those_who_were_here_before_come_in() {
    let house = TestFloor::open().await;
    house.add("root", Role::Administrator).await;
    let session = sign_in(&house, HOME, "root", PASSWORD).await.cookie();
    for name in ["root", "nobody-there"] {
        guess_from_everywhere(&house, name).await;
        let locked = sign_in(&house, ELSEWHERE, name, PASSWORD).await;
        assert_eq!(problem(&locked), (429, "/problems/locked-out".into()), "{name}");
    }
    assert_eq!(sign_in(&house, HOME, "root", PASSWORD).await.status, 200, "where they were before");
    let change = json!({ "password": PASSWORD, "new": "another password" });
    let change = Request::post("/api/me/password").from("10.9.9.9").by(&session).json(&change);
    assert_eq!(house.send(change).await.status, 200, "with a session, from anywhere");
    house.advance(30 * MINUTE).await;
    assert_eq!(sign_in(&house, "10.0.0.9", "root", "another password").await.status, 200);
}

/// A machine's token is good for what its login may do, and for no more guesses at its password.
#[tokio::test]
async fn a_token_is_no_session_that_is_unlocked() {
    let house = TestFloor::open().await;
    house.add("deke", Role::Dealer).await;
    let token = house.token("deke").await;
    guess_from_everywhere(&house, "deke").await;
    let unlock =
        Request::post("/api/unlock").from(ELSEWHERE).by(&token).json(&json!({ "password": PASSWORD }));
    assert_eq!(problem(&house.send(unlock).await), (429, "/problems/locked-out".into()));
}

#[tokio::test]
async fn who_was_here_before_guesses_three_times_like_anybody() {
    let house = TestFloor::open().await;
    house.add("ann", Role::Player).await;
    assert_eq!(sign_in(&house, HOME, "ann", PASSWORD).await.status, 200);
    for _ in 0..3 {
        assert_eq!(guess(&house, HOME, "ann").await, 401);
    }
    assert_eq!(guess(&house, HOME, "ann").await, 429);
}

#[tokio::test]
async fn a_source_that_tries_many_names_waits_longer_and_longer() {
    let house = TestFloor::open().await;
    let names: Vec<String> = (0..13).map(|number| format!("player-{number}")).collect();
    for name in &names {
        house.add(name, Role::Player).await;
    }
    assert_eq!(sign_in(&house, ELSEWHERE, "player-12", PASSWORD).await.status, 200);
    for name in &names[..10] {
        assert_eq!(guess(&house, ELSEWHERE, name).await, 401);
    }
    for (name, seconds) in [(&names[10], 1), (&names[11], 2)] {
        let before = house.heads().await;
        let slowed = sign_in(&house, ELSEWHERE, name, PASSWORD).await;
        assert_eq!(problem(&slowed), (429, "/problems/wrong-too-often".into()));
        assert_eq!(slowed.headers[header::RETRY_AFTER], seconds.to_string());
        assert_eq!(house.heads().await, before, "nothing is written");
        assert_eq!(sign_in(&house, HOME, name, PASSWORD).await.status, 200, "others are not affected");
        assert_eq!(sign_in(&house, ELSEWHERE, "player-12", PASSWORD).await.status, 200, "nor who was here");
        house.advance(seconds).await;
        assert_eq!(guess(&house, ELSEWHERE, name).await, 401);
    }
}

#[tokio::test]
async fn many_who_come_in_at_once_from_one_address_for_the_first_time_all_come_in() {
    let house = TestFloor::open().await;
    let names: Vec<String> = (0..40).map(|number| format!("player-{number}")).collect();
    for name in &names {
        house.add(name, Role::Player).await;
    }
    let replies =
        futures_util::future::join_all(names.iter().map(|name| sign_in(&house, HOME, name, PASSWORD))).await;
    for reply in replies {
        assert_eq!(reply.status, 200, "{}", reply.text());
    }
    // As many wrong ones at once are no more than one after the other.
    let guesses = names.iter().map(|name| guess(&house, ELSEWHERE, name));
    let statuses = futures_util::future::join_all(guesses).await;
    assert_eq!(statuses.iter().filter(|status| **status == 401).count(), 10, "{statuses:?}");
}

#[tokio::test]
async fn the_book_names_the_address_and_holds_across_a_restart() {
    let house = TestFloor::open().await;
    house.add("ann", Role::Player).await;
    for _ in 0..3 {
        assert_eq!(guess(&house, ELSEWHERE, "ann").await, 401);
    }
    let house = house.reopen(floor::Config::default()).await;
    assert_eq!(guess(&house, ELSEWHERE, "ann").await, 429);
    assert_eq!(sign_in(&house, HOME, "ann", PASSWORD).await.status, 200);
    let otto = house.someone("otto", Role::Auditor).await;
    let log = house.send(Request::get("/api/log?book=people/floor").by(&otto)).await.json();
    let lines = log.as_array().expect("lines").iter().map(|line| &line["body"]);
    let failed = lines.filter(|body| body["did"] == "failed to sign in" && body["from"] == ELSEWHERE);
    assert_eq!(failed.count(), 3);
}

#[tokio::test]
async fn an_administrator_lifts_what_many_addresses_locked() {
    let house = TestFloor::open().await;
    let root = house.someone("root", Role::Administrator).await;
    house.add("ann", Role::Dealer).await;
    guess_from_everywhere(&house, "ann").await;
    assert_eq!(sign_in(&house, HOME, "ann", PASSWORD).await.status, 429);
    let unlock = Request::post("/api/people/ann").by(&root).json(&json!({ "unlock": true }));
    assert_eq!(house.send(unlock).await.status, 200);
    assert_eq!(sign_in(&house, HOME, "ann", PASSWORD).await.status, 200);
}
