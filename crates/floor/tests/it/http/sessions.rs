//! Signing in, being locked, going out.

use axum::body::to_bytes;
use axum::http::{StatusCode, header};
use floor::{Config, Role};
use serde_json::json;

use testkit::{PASSWORD, Request, TestFloor};

const MINUTE: i64 = 60;

/// Status and kind of problem of an answer.
macro_rules! told {
    ($reply:expr) => {{
        let reply = $reply;
        (reply.status.as_u16(), reply.problem())
    }};
}

fn unlock(session: &str, password: &str) -> Request {
    Request::post("/api/unlock").by(session).json(&json!({ "password": password }))
}

#[tokio::test]
async fn three_wrong_passwords_within_half_an_hour_lock_a_name_for_half_an_hour() {
    let house = TestFloor::open().await;
    house.add("ann", Role::Player).await;
    house.add("bob", Role::Dealer).await;
    for name in ["ann", "nobody-there"] {
        for _ in 0..3 {
            assert_eq!(told!(house.sign_in(name, "wrong password").await), (401, "/problems/wrong".into()));
            house.advance(MINUTE).await;
        }
        let locked = house.sign_in(name, PASSWORD).await;
        assert_eq!(told!(&locked), (429, "/problems/locked-out".into()), "{name}");
        assert_eq!(locked.headers[header::RETRY_AFTER], "1740", "half an hour from the last failure");
    }
    assert_eq!(house.sign_in("bob", PASSWORD).await.status, StatusCode::OK, "others are not affected");
    house.advance(25 * MINUTE).await;
    assert_eq!(house.sign_in("ann", PASSWORD).await.status, StatusCode::TOO_MANY_REQUESTS);
    house.advance(MINUTE).await;
    assert_eq!(house.sign_in("ann", PASSWORD).await.status, StatusCode::OK);
}

#[tokio::test]
async fn failures_spread_wider_lock_nobody_and_the_right_password_forgives() {
    let house = TestFloor::open().await;
    house.add("ann", Role::Player).await;
    for _ in 0..10 {
        assert_eq!(house.sign_in("ann", "wrong password").await.status, StatusCode::UNAUTHORIZED);
        house.advance(15 * MINUTE + 1).await;
    }
    assert_eq!(house.sign_in("ann", PASSWORD).await.status, StatusCode::OK);
    for _ in 0..2 {
        assert_eq!(house.sign_in("ann", "wrong password").await.status, StatusCode::UNAUTHORIZED);
    }
    assert_eq!(house.sign_in("ann", PASSWORD).await.status, StatusCode::OK);
    for _ in 0..2 {
        assert_eq!(house.sign_in("ann", "wrong password").await.status, StatusCode::UNAUTHORIZED);
    }
    assert_eq!(house.sign_in("ann", PASSWORD).await.status, StatusCode::OK);
}

#[tokio::test]
async fn many_wrong_passwords_at_once_are_not_one() {
    let house = TestFloor::open().await;
    house.add("ann", Role::Player).await;
    let tries = (0..40).map(|_| house.sign_in("ann", "wrong password"));
    let replies = futures_util::future::join_all(tries).await;
    let looked_at = replies.iter().filter(|reply| reply.status == StatusCode::UNAUTHORIZED).count();
    assert_eq!(looked_at, 3, "no more passwords are looked at than three");
}

#[tokio::test]
async fn staff_are_locked_after_five_minutes_without_a_word_and_players_after_thirty() {
    let house = TestFloor::open().await;
    for (name, role, minutes) in
        [("deke", Role::Dealer, 5), ("sue", Role::Supervisor, 5), ("ann", Role::Player, 30)]
    {
        house.add(name, role).await;
        let session = house.sign_in(name, PASSWORD).await.cookie();
        let act = || house.say(&session, "plus-1", "dances");
        let spoke = StatusCode::UNPROCESSABLE_ENTITY;
        assert_eq!(act().await.status, spoke);
        house.advance(minutes * MINUTE).await;
        assert_eq!(act().await.status, spoke, "{name}: not yet");
        for _ in 0..=minutes {
            house.advance(MINUTE).await;
            // Looking and listening are no words.
            assert_ne!(
                house.send(Request::get("/api/tables").by(&session)).await.status,
                StatusCode::UNAUTHORIZED
            );
        }
        assert_eq!(told!(act().await), (401, "/problems/locked".into()), "{name}");
        let me = house.send(Request::get("/api/me").by(&session)).await;
        assert_eq!(told!(me), (401, "/problems/locked".into()), "{name}");
        assert_eq!(
            told!(house.send(unlock(&session, "wrong password")).await),
            (401, "/problems/wrong".into())
        );
        assert_eq!(
            told!(act().await),
            (401, "/problems/locked".into()),
            "{name}: a wrong password unlocks nothing"
        );
        assert_eq!(house.send(unlock(&session, PASSWORD)).await.status, StatusCode::OK, "{name}");
        assert_eq!(act().await.status, spoke, "{name}");
    }
}

#[tokio::test]
async fn a_session_that_was_idle_stays_locked_when_the_floor_opens_again() {
    let mut house = TestFloor::open().await;
    house.add("sue", Role::Supervisor).await;
    house.add("deke", Role::Dealer).await;
    let idle = house.sign_in("sue", PASSWORD).await.cookie();
    let active = house.sign_in("deke", PASSWORD).await.cookie();
    house.advance(4 * MINUTE).await;
    assert_eq!(house.say(&active, "plus-1", "dances").await.status, StatusCode::UNPROCESSABLE_ENTITY);
    // The floor writes down by itself that someone was active.
    let stream = "people/floor".parse().expect("a book");
    let journal = house.floor.journal().clone();
    let noted = async || {
        let records = journal.records(&stream, 0, 100).await.expect("the journal reads");
        records.iter().any(|record| record.body.contains("noted as active"))
    };
    while !noted().await {
        tokio::task::yield_now().await;
    }
    house.advance(2 * MINUTE).await;
    for restarted in [false, true] {
        let me = |session: &str| house.send(Request::get("/api/me").by(session));
        assert_eq!(told!(me(&idle).await), (401, "/problems/locked".into()), "restarted: {restarted}");
        assert_eq!(me(&active).await.status, StatusCode::OK, "restarted: {restarted}");
        house = house.crash(Config::default()).await;
    }
    assert_eq!(house.send(unlock(&idle, PASSWORD)).await.status, StatusCode::OK);
    assert_eq!(house.send(Request::get("/api/me").by(&idle)).await.status, StatusCode::OK);
}

#[tokio::test]
async fn wrong_passwords_at_a_locked_console_count() {
    let house = TestFloor::open().await;
    house.add("deke", Role::Dealer).await;
    let session = house.sign_in("deke", PASSWORD).await.cookie();
    house.advance(6 * MINUTE).await;
    for _ in 0..3 {
        assert_eq!(house.send(unlock(&session, "wrong password")).await.status, StatusCode::UNAUTHORIZED);
    }
    assert_eq!(told!(house.send(unlock(&session, PASSWORD)).await), (429, "/problems/locked-out".into()));
    assert_eq!(told!(house.sign_in("deke", PASSWORD).await), (429, "/problems/locked-out".into()));
}

#[tokio::test]
async fn guests_come_in_with_one_click_stay_a_day_and_only_where_they_are_welcome() {
    let house = TestFloor::open().await;
    let reply = house.send(Request::post("/api/guest")).await;
    let session = reply.cookie();
    assert_eq!(reply.json()["guest"], true);
    let me = house.send(Request::get("/api/me").by(&session)).await.json();
    assert_eq!((&me["balance"], &me["play_balance"]), (&json!(0), &json!(Config::default().guest_credits)));
    house.advance(23 * 60 * MINUTE).await;
    assert_eq!(house.send(Request::get("/api/me").by(&session)).await.status, StatusCode::OK);
    house.advance(61 * MINUTE).await;
    assert_eq!(
        told!(house.send(Request::get("/api/me").by(&session)).await),
        (401, "/problems/sign-in".into())
    );
    let closed = TestFloor::with(Config { guests: false, ..Config::default() }).await;
    let refused = closed.send(Request::post("/api/guest")).await;
    assert!(refused.text().contains("this floor lets nobody play without a login"), "{}", refused.text());
    assert_eq!(told!(refused), (403, "/problems/no-guests".into()));
}

#[tokio::test]
async fn sessions_of_guests_who_left_are_removed_and_those_of_others_stay() {
    let house = TestFloor::open().await;
    let machine = house.someone("root", Role::Administrator).await;
    for _ in 0..5 {
        assert_eq!(house.send(Request::post("/api/guest")).await.status, StatusCode::OK);
    }
    let sessions = async || house.floor.journal().shelf("sessions").await.expect("the journal reads").len();
    assert_eq!(sessions().await, 6);
    house.advance(25 * 60 * MINUTE).await;
    // The floor removes them by itself.
    while sessions().await > 1 {
        tokio::task::yield_now().await;
    }
    assert_eq!(house.send(Request::get("/api/me").by(&machine)).await.status, StatusCode::OK);
}

#[tokio::test]
async fn play_money_stays_play_money() {
    let house = TestFloor::open().await;
    let guest =
        house.send(Request::post("/api/guest")).await.json()["name"].as_str().expect("a name").to_owned();
    let (admin, cashier) =
        (house.someone("root", Role::Administrator).await, house.someone("cash", Role::Cashier).await);
    let change =
        Request::post(&format!("/api/people/{guest}")).by(&admin).json(&json!({ "password": PASSWORD }));
    assert_eq!(told!(house.send(change).await), (409, "/problems/guest".into()));
    for name in [guest.as_str(), "root", "cash", "nobody-there"] {
        let body = json!({ "id": name, "player": name, "what": "cashed-out", "amount": 100 });
        let out = house.send(Request::post("/api/cage").by(&cashier).json(&body)).await;
        assert_eq!(out.status, StatusCode::NOT_FOUND, "{name}: only players have credits");
    }
}

#[tokio::test]
async fn the_cookie_is_for_us_only() {
    let house = TestFloor::open().await;
    house.add("ann", Role::Player).await;
    for reply in [house.send(Request::post("/api/guest")).await, house.sign_in("ann", PASSWORD).await] {
        let cookie = reply.headers[header::SET_COOKIE].to_str().expect("a readable cookie");
        let mut parts: Vec<&str> = cookie.split("; ").skip(1).collect();
        parts.sort_unstable();
        assert_eq!(parts, ["HttpOnly", "Path=/", "SameSite=Strict", "Secure"]);
        assert!(cookie.split(['=', ';']).nth(1).is_some_and(|token| token.len() == 64));
    }
}

#[tokio::test]
async fn who_is_signed_out_disabled_or_given_a_password_is_out_at_once() {
    let house = TestFloor::open().await;
    let admin = house.someone("root", Role::Administrator).await;
    house.add("ann", Role::Player).await;
    let me = |session: String| house.send(Request::get("/api/me").by(&session));
    let about_ann = |body| house.send(Request::post("/api/people/ann").by(&admin).json(&body));
    for end in [None, Some(json!({ "disabled": true })), Some(json!({ "password": "another password" }))] {
        let session = house.sign_in("ann", PASSWORD).await.cookie();
        let machine = house.token("ann").await;
        house.advance(10 * MINUTE).await;
        assert_eq!(me(session.clone()).await.status, StatusCode::OK);
        assert_eq!(me(machine.clone()).await.status, StatusCode::OK);
        match &end {
            Some(body) => assert_eq!(about_ann(body.clone()).await.status, StatusCode::OK),
            None => {
                for session in [&session, &machine] {
                    let out = house.send(Request::post("/api/sign-out").by(session)).await;
                    assert_eq!(out.status, StatusCode::NO_CONTENT);
                }
            }
        }
        for dead in [session, machine] {
            assert_eq!(told!(me(dead.clone()).await), (401, "/problems/sign-in".into()), "{end:?}");
            assert_eq!(house.say(&dead, "plus-1", "bets 10 on 3").await.status, StatusCode::UNAUTHORIZED);
            assert_eq!(house.send(unlock(&dead, PASSWORD)).await.status, StatusCode::UNAUTHORIZED);
        }
        if end == Some(json!({ "disabled": true })) {
            assert_eq!(told!(house.sign_in("ann", PASSWORD).await), (403, "/problems/disabled".into()));
            assert_eq!(about_ann(json!({ "disabled": false })).await.status, StatusCode::OK);
        }
    }
    assert_eq!(house.sign_in("ann", PASSWORD).await.status, StatusCode::UNAUTHORIZED);
    assert_eq!(house.sign_in("ann", "another password").await.status, StatusCode::OK);
}

#[tokio::test]
async fn a_stream_ends_with_the_session_it_was_opened_with() {
    let house = TestFloor::open().await;
    let (ann, bob) = (house.someone("ann", Role::Player).await, house.someone("bob", Role::Player).await);
    house.fund("bob").await;
    house.open_betting().await;
    let stream = house.stream(Request::get("/api/tables/macau-1/events").by(&ann)).await;
    assert_eq!(house.say(&bob, "macau-1", "bets 10 on 2").await.status, StatusCode::OK);
    assert_eq!(house.send(Request::post("/api/sign-out").by(&ann)).await.status, StatusCode::NO_CONTENT);
    assert_eq!(house.say(&bob, "macau-1", "bets 10 on 3").await.status, StatusCode::OK);
    let heard = tokio::time::timeout(testkit::PATIENCE, to_bytes(stream, 1_000_000)).await;
    let heard = heard.expect("the stream ends").expect("a body");
    assert!(!String::from_utf8_lossy(&heard).contains("\"spot\":3"), "{}", String::from_utf8_lossy(&heard));
}
