//! What staff change about logins: never over somebody else's change, never about a higher post.

use axum::http::StatusCode;
use floor::{Role, SessionKind, Source, Unwelcome};
use serde_json::{Value, json};
use testkit::{PASSWORD, Reply, Request, TestFloor};

const OTHER: &str = "another password";

async fn change(house: &TestFloor, by: &str, name: &str, change: Value) -> Reply {
    house.send(Request::post(&format!("/api/people/{name}")).by(by).json(&change)).await
}

#[tokio::test]
async fn a_disable_is_not_undone_by_a_password_that_was_on_its_way() {
    let house = TestFloor::open().await;
    let (root, pia) =
        (house.someone("root", Role::Administrator).await, house.someone("pia", Role::PitManager).await);
    for number in 0..20 {
        let name = format!("cheat-{number}");
        house.add(&name, Role::Player).await;
        let (given, disabled) = tokio::join!(
            change(&house, &root, &name, json!({ "password": OTHER })),
            change(&house, &pia, &name, json!({ "disabled": true })),
        );
        assert_eq!((given.status.as_u16(), disabled.status.as_u16()), (200, 200));
        let now = house.floor.people().find(&name).await.expect("the journal reads").expect("someone");
        assert!(now.disabled, "{name} is enabled again");
        assert_eq!(house.sign_in(&name, OTHER).await.status, 403, "both changes hold");
    }
}

#[tokio::test]
async fn nobody_comes_in_with_a_password_that_was_changed_meanwhile() {
    let house = TestFloor::open().await;
    house.add("ann", Role::Player).await;
    let people = house.floor.people();
    let proved = people.prove("ann", PASSWORD, Source::default()).await.expect("the right password");
    people.set_password("root", "ann", OTHER).await.expect("a password");
    assert_eq!(people.sign_in(&proved, SessionKind::Cookie).await, Err(Unwelcome::Changed));
    let proved = people.prove("ann", OTHER, Source::default()).await.expect("the right password");
    people.disable("root", "ann", true).await.expect("disabled");
    assert_eq!(people.sign_in(&proved, SessionKind::Cookie).await, Err(Unwelcome::Changed));
}

#[tokio::test]
async fn nobody_changes_the_login_of_a_higher_post() {
    let house = TestFloor::open().await;
    // A person who disables a login has a post at least as high as its owner.
    let may: [(Role, &[Role]); 3] = [
        (
            Role::PitManager,
            &[Role::Player, Role::Terminal, Role::Dealer, Role::Cashier, Role::Supervisor, Role::PitManager],
        ),
        (
            Role::ShiftManager,
            &[
                Role::Player,
                Role::Terminal,
                Role::Dealer,
                Role::Cashier,
                Role::Supervisor,
                Role::PitManager,
                Role::ShiftManager,
            ],
        ),
        (Role::Administrator, &Role::ALL),
    ];
    for role in Role::ALL {
        house.add(&format!("a-{}", role.word()), role).await;
    }
    for (role, below) in may {
        let by = house.someone(&format!("by-{}", role.word()), role).await;
        for target in Role::ALL {
            let name = format!("a-{}", target.word());
            let reply = change(&house, &by, &name, json!({ "disabled": true })).await;
            let expected = if below.contains(&target) { 200 } else { 403 };
            assert_eq!(reply.status, expected, "{} disables {}", role.word(), target.word());
            house.floor.people().disable("house", &name, false).await.expect("enabled");
        }
    }
}

#[tokio::test]
async fn the_last_administrator_stays() {
    let house = TestFloor::open().await;
    let (one, two) =
        (house.someone("one", Role::Administrator).await, house.someone("two", Role::Administrator).await);
    // Both disable each other at once: one of them stays.
    let disable = json!({ "disabled": true });
    let (first, second) =
        tokio::join!(change(&house, &one, "two", disable.clone()), change(&house, &two, "one", disable));
    let people = house.floor.people().all().await.expect("the journal reads");
    let left = people.iter().filter(|person| !person.disabled).count();
    assert_eq!(left, 1, "{} and {}", first.status, second.status);
    let last = people.iter().find(|person| !person.disabled).expect("one is left");
    let token = if last.name == "one" { &one } else { &two };
    let refused = change(&house, token, &last.name, json!({ "disabled": true })).await;
    let problem = (refused.status.as_u16(), refused.problem());
    assert_eq!(problem, (409, "/problems/last-administrator".to_owned()));
    assert_eq!(house.send(Request::get("/api/people").by(token)).await.status, 200);
}

#[tokio::test]
async fn a_change_of_a_login_is_made_whole_or_not_at_all() {
    let house = TestFloor::open().await;
    let root = house.someone("root", Role::Administrator).await;
    house.add("ann", Role::Player).await;
    // The last administrator stays: so does their password.
    let before = house.heads().await;
    let both = json!({ "password": OTHER, "disabled": true, "unlock": true });
    let refused = change(&house, &root, "root", both.clone()).await;
    assert_eq!((refused.status.as_u16(), refused.problem()), (409, "/problems/last-administrator".into()));
    assert_eq!(
        change(&house, &root, "ann", json!({ "disabled": true, "password": "short" })).await.status,
        422
    );
    assert_eq!(house.heads().await, before, "nothing is written");
    assert_eq!(house.sign_in("root", PASSWORD).await.status, 200);
    assert_eq!(change(&house, &root, "ann", both).await.json()["disabled"], true);
    let log = house.send(Request::get("/api/log?book=people/floor").by(&root)).await;
    assert_eq!(log.status, 403, "an administrator reads no log");
    let auditor = house.someone("otto", Role::Auditor).await;
    let log = house.send(Request::get("/api/log?book=people/floor").by(&auditor)).await.json();
    let about_ann = log.as_array().expect("lines").iter().filter(|line| line["body"]["who"] == "ann");
    let done: Vec<&Value> = about_ann.map(|line| &line["body"]["did"]).collect();
    assert_eq!(done, ["added", "given a password, lock-out lifted, disabled"]);
}

#[tokio::test]
async fn an_administrator_lifts_a_lock_out() {
    let house = TestFloor::open().await;
    let root = house.someone("root", Role::Administrator).await;
    let pia = house.someone("pia", Role::PitManager).await;
    house.add("ann", Role::Dealer).await;
    let ways = [
        (json!({ "unlock": true }), PASSWORD),
        (json!({ "password": OTHER }), OTHER),
        (json!({ "disabled": false }), OTHER),
    ];
    for (way, password) in ways {
        for _ in 0..3 {
            assert_eq!(house.sign_in("ann", "a wrong password").await.status, 401);
        }
        assert_eq!(house.sign_in("ann", password).await.status, 429);
        assert_eq!(change(&house, &root, "ann", way.clone()).await.status, 200, "{way}");
        assert_eq!(house.sign_in("ann", password).await.status, 200, "{way}");
    }
    assert_eq!(change(&house, &pia, "ann", json!({ "unlock": true })).await.status, 403);
    // A pit manager enables logins, and lifts no lock-out with that.
    for _ in 0..3 {
        assert_eq!(house.sign_in("ann", "a wrong password").await.status, 401);
    }
    assert_eq!(change(&house, &pia, "ann", json!({ "disabled": false })).await.status, 200);
    assert_eq!(house.sign_in("ann", OTHER).await.status, 429);
}

#[tokio::test]
async fn a_login_that_a_higher_post_disabled_is_not_enabled_by_a_lower_one() {
    let house = TestFloor::open().await;
    let root = house.someone("root", Role::Administrator).await;
    let pia = house.someone("pia", Role::PitManager).await;
    house.add("sue", Role::Supervisor).await;
    let disable = async |by: &str, disabled: bool| {
        change(&house, by, "sue", json!({ "disabled": disabled })).await.status.as_u16()
    };
    assert_eq!((disable(&pia, true).await, disable(&root, false).await), (200, 200));
    assert_eq!((disable(&root, true).await, disable(&pia, false).await), (200, 403));
    // Disabled once more by the lower post, it stays the higher one's.
    assert_eq!((disable(&pia, true).await, disable(&pia, false).await), (200, 403));
    assert_eq!(house.sign_in("sue", PASSWORD).await.status, 403);
    assert_eq!((disable(&root, false).await, disable(&pia, true).await), (200, 200));
    assert_eq!(disable(&pia, false).await, 200);
    assert_eq!(house.sign_in("sue", PASSWORD).await.status, 200);
}

#[tokio::test]
async fn a_disabled_login_gets_no_token() {
    let house = TestFloor::open().await;
    let root = house.someone("root", Role::Administrator).await;
    house.add("ann", Role::Player).await;
    change(&house, &root, "ann", json!({ "disabled": true })).await;
    let reply = house.send(Request::post("/api/people/ann/token").by(&root)).await;
    assert_eq!((reply.status.as_u16(), reply.problem()), (403, "/problems/disabled".to_owned()));
}

#[tokio::test]
async fn people_change_their_own_password_and_are_signed_out_elsewhere() {
    let house = TestFloor::open().await;
    house.add("ann", Role::Player).await;
    let (here, elsewhere) =
        (house.sign_in("ann", PASSWORD).await.cookie(), house.sign_in("ann", PASSWORD).await.cookie());
    let change = async |old: &str, new: &str| {
        let body = json!({ "password": old, "new": new });
        house.send(Request::post("/api/me/password").by(&here).json(&body)).await
    };
    assert_eq!(change("a wrong password", OTHER).await.status, 401);
    for (new, why) in
        [("short", "10 to 200"), ("1234567890", "first passwords"), ("ann-1234567", "first passwords")]
    {
        let refused = change(PASSWORD, new).await;
        assert_eq!(refused.status, 422, "{new}");
        assert!(refused.text().contains(why), "{}", refused.text());
    }
    let changed = change(PASSWORD, OTHER).await;
    assert_eq!(changed.status, 200);
    let me = async |session: &str| house.send(Request::get("/api/me").by(session)).await.status;
    assert_eq!(me(&changed.cookie()).await, 200);
    assert_eq!((me(&here).await.as_u16(), me(&elsewhere).await.as_u16()), (401, 401));
    assert_eq!(house.sign_in("ann", PASSWORD).await.status, 401);
    let guest = house.send(Request::post("/api/guest")).await.cookie();
    let body = json!({ "password": PASSWORD, "new": OTHER });
    let refused = house.send(Request::post("/api/me/password").by(&guest).json(&body)).await;
    assert_eq!((refused.status.as_u16(), refused.problem()), (409, "/problems/guest".to_owned()));
}

#[tokio::test]
async fn a_token_names_its_maker_on_every_act_and_expires_and_is_revoked() {
    const DAY: i64 = 24 * 60 * 60;
    let house = TestFloor::open().await;
    let root = house.someone("root", Role::Administrator).await;
    let auditor = house.someone("otto", Role::Auditor).await;
    for (name, role) in [("cass", Role::Cashier), ("pia", Role::PitManager), ("ann", Role::Player)] {
        house.add(name, role).await;
    }
    let make = async |name: &str, days: &str| {
        let made = house.send(Request::post(&format!("/api/people/{name}/token{days}")).by(&root)).await;
        assert_eq!(made.status, 201, "{}", made.text());
        made.json()
    };
    let (cass, pia) = (make("cass", "").await, make("pia", "?days=7").await);
    let shown = |made: &Value| made["token"].as_str().expect("a token").to_owned();
    // Acts at the cage, about people, and at a table: each names the administrator.
    let sale = json!({ "id": "1", "player": "ann", "what": "bought", "amount": 50_000 });
    let sold = house.send(Request::post("/api/cage").by(&shown(&cass)).json(&sale)).await;
    assert_eq!(sold.json()["by"], "cass (token of root)");
    assert_eq!(change(&house, &shown(&pia), "ann", json!({ "disabled": false })).await.status, 200);
    let close = json!({ "id": "2", "table": "plus-1", "open": false });
    house.send(Request::post("/api/operate/open").by(&shown(&pia)).json(&close)).await;
    let log = async |book: &str| {
        let log = house.send(Request::get(&format!("/api/log?book={book}")).by(&auditor)).await.json();
        log.as_array().and_then(|lines| lines.last().cloned()).expect("a line")["body"].clone()
    };
    assert_eq!(log("people/floor").await["by"], "pia (token of root)");
    assert_eq!(log("cage/floor").await["by"], "cass (token of root)");
    let entry = log("table/plus-1").await;
    assert_eq!((&entry["by"], &entry["token-by"]), (&json!("pia"), &json!("root")));
    // They are listed without the secret, expire, and are revoked.
    let listed = house.send(Request::get("/api/people/pia/tokens").by(&root)).await;
    assert!(!listed.text().contains(&shown(&pia)));
    assert_eq!((&listed.json()[0]["id"], &listed.json()[0]["made_by"]), (&pia["id"], &json!("root")));
    let me = async |made: &Value| house.send(Request::get("/api/me").by(&shown(made))).await.status;
    house.advance(7 * DAY).await;
    assert_eq!((me(&pia).await, me(&cass).await), (StatusCode::UNAUTHORIZED, StatusCode::OK));
    assert_eq!(house.send(Request::get("/api/people/pia/tokens").by(&root)).await.json(), json!([]));
    let revoke = || {
        let body = json!({ "token": cass["id"] });
        house.send(Request::post("/api/people/cass/tokens/revoke").by(&root).json(&body))
    };
    assert_eq!((revoke().await.status.as_u16(), revoke().await.status.as_u16()), (204, 404));
    assert_eq!(me(&cass).await, StatusCode::UNAUTHORIZED);
}

#[tokio::test]
async fn everyone_lists_and_revokes_the_tokens_that_act_for_them_and_no_others() {
    let house = TestFloor::open().await;
    let root = house.someone("root", Role::Administrator).await;
    for name in ["ann", "bob"] {
        house.add(name, Role::Player).await;
        let made = house.send(Request::post(&format!("/api/people/{name}/token")).by(&root)).await;
        assert_eq!(made.status, 201);
    }
    let ann = house.sign_in("ann", PASSWORD).await.cookie();
    let list = async |session: &str, name: &str| {
        house.send(Request::get(&format!("/api/people/{name}/tokens")).by(session)).await
    };
    let revoke = async |name: &str, token: &Value| {
        let ask = Request::post(&format!("/api/people/{name}/tokens/revoke")).by(&ann);
        house.send(ask.json(&json!({ "token": token }))).await.status.as_u16()
    };
    let (own, others) = (list(&ann, "ann").await.json(), list(&root, "bob").await.json());
    assert_eq!((own.as_array().map(Vec::len), &own[0]["made_by"]), (Some(1), &json!("root")));
    assert_eq!(list(&ann, "bob").await.status, 403);
    assert_eq!(revoke("bob", &others[0]["id"]).await, 403);
    assert_eq!(revoke("ann", &others[0]["id"]).await, 404, "under one's own name there is no such token");
    assert_eq!(list(&root, "bob").await.json(), others);
    assert_eq!(revoke("ann", &own[0]["id"]).await, 204);
    assert_eq!(list(&ann, "ann").await.json(), json!([]));
}

#[tokio::test]
async fn a_token_makes_no_tokens_and_sets_no_passwords() {
    let house = TestFloor::open().await;
    let alice = house.visitor("alice", Role::Administrator).await;
    for (name, role) in [("bob", Role::Administrator), ("sue", Role::Supervisor)] {
        house.add(name, role).await;
    }
    let post = async |by: &str, path: &str, body: Value| {
        house.send(Request::post(&format!("/api/people{path}")).by(by).json(&body)).await
    };
    let made = post(&alice, "/bob/token", json!({})).await;
    assert_eq!(made.status, 201);
    let bob = made.json()["token"].as_str().expect("a token").to_owned();
    let before = house.heads().await;
    for (path, body) in [
        ("/sue/token", json!({})),
        ("/sue", json!({ "password": OTHER })),
        ("", json!({ "name": "sam", "role": "supervisor", "password": OTHER })),
    ] {
        let refused = post(&bob, path, body).await;
        assert_eq!((refused.status.as_u16(), refused.problem()), (403, "/problems/token".into()), "{path}");
        assert!(refused.text().contains("sign in with your own name and password"), "{}", refused.text());
    }
    let own = json!({ "password": PASSWORD, "new": OTHER });
    let refused = house.send(Request::post("/api/me/password").by(&bob).json(&own)).await;
    assert_eq!((refused.status.as_u16(), refused.problem()), (403, "/problems/token".into()));
    assert_eq!(house.heads().await, before, "nothing is written");
    // What gives nobody a way in is done as before, and names both.
    assert_eq!(post(&bob, "/sue", json!({ "disabled": true })).await.status, 200);
    let kiosk = json!({ "name": "kiosk", "role": "terminal", "device": "serial 1" });
    assert_eq!(post(&bob, "", kiosk).await.status, 201);
    assert_eq!(post(&alice, "/kiosk/token", json!({})).await.status, 201);
}
