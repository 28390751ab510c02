//! The log: who came in and who did not, what staff did, and every answer that is our own fault.

use axum::http::StatusCode;
use floor::{Config, Role, TableConfig};
use serde_json::json;

use super::secrets::listen;
use testkit::{PASSWORD, Request, TestFloor};

/// Whether a line of the log has all these words.
fn has_line(log: &str, words: &[&str]) -> bool {
    log.lines().any(|line| words.iter().all(|word| line.contains(word)))
}

#[tokio::test]
async fn the_log_tells_who_did_what_and_what_was_not_answered() {
    let log = listen();
    let house =
        TestFloor::with(Config { tables: vec![TableConfig::of("logged", "plus")], ..Config::default() })
            .await;
    let mary = house.someone("mary-logged", Role::ShiftManager).await;
    house.add("ann-logged", Role::Player).await;
    house.sign_in("ann-logged", "a wrong password").await;
    house.sign_in("MY-SECRET-TYPED-AS-A-NAME", "x").await;
    assert_eq!(house.sign_in("ann-logged", PASSWORD).await.status, StatusCode::OK);
    let session = house.sign_in("ann-logged", PASSWORD).await.cookie();
    for (old, new) in [("an old one, mistyped", "a new one, typed"), (PASSWORD, "a new one, typed")] {
        let body = json!({ "password": old, "new": new });
        house.send(Request::post("/api/me/password").by(&session).json(&body)).await;
    }
    for open in [false, true] {
        let body = json!({ "id": format!("open-{open}"), "table": "logged", "open": open });
        let reply = house.send(Request::post("/api/operate/open").by(&mary).json(&body)).await;
        assert_eq!(reply.status, StatusCode::OK, "{}", reply.text());
    }
    let posted = json!({ "game": "plus", "settings": {}, "limits": { "main": [700, 7_000] } });
    let body = json!({ "id": "post", "posted": posted });
    let reply = house.send(Request::post("/api/tables/logged/post").by(&mary).json(&body)).await;
    assert_eq!(reply.status, StatusCode::OK, "{}", reply.text());
    house.open_betting().await;
    house.fund("ann-logged").await;
    let ann = house.token("ann-logged").await;
    for (session, say) in [
        (&ann, "bets 10 on 1"),
        (&mary, "dealer closes bets"),
        (&mary, "pit awards 10 to ann-logged because of a spilt drink"),
    ] {
        let reply = house.say(session, "logged", say).await;
        assert_eq!(reply.status, StatusCode::OK, "{say}: {}", reply.text());
    }
    house.floor.close().await;
    let path = "/api/tables/logged/say?token=not-to-be-logged";
    let body = json!({ "id": "late", "say": "pit voids because of words-not-to-be-logged" });
    let reply = house.send(Request::post(path).by(&mary).json(&body)).await;
    assert_eq!(reply.status, StatusCode::SERVICE_UNAVAILABLE);
    let log = log.text();
    for words in [
        &["INFO", "a sign-in was refused", "ann-logged"][..],
        &["INFO", "signed in", "ann-logged", "player"],
        &["INFO", "changed their password", "ann-logged"],
        &["INFO", "the table is closed", "logged", "mary-logged"],
        &["INFO", "the table is opened", "logged", "mary-logged"],
        &["INFO", "rules are posted", "logged", "mary-logged", "7000"],
        &["INFO", "a ruling", "logged", "mary-logged", "spilt drink"],
        &["ERROR", "POST", "/api/tables/logged/say", "status=503", "/problems/away"],
    ] {
        assert!(has_line(&log, words), "{words:?}");
    }
    let typed = ["MY-SECRET-TYPED", "a wrong password", "an old one, mistyped", "a new one, typed", PASSWORD];
    for secret in typed.into_iter().chain(["not-to-be-logged", mary.as_str()]) {
        assert!(!log.contains(secret), "{secret}");
    }
}
