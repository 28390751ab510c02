//! Dealers are assigned to tables and sign on, and key chips only for players who sit there.

use axum::http::StatusCode;
use floor::{Config, DealingConfig, Role, TableConfig};
use serde_json::{Value, json};
use testkit::{Reply, Request, TestFloor, put_on_duty};
use vocabulary::Chips;

const TABLE: &str = "macau-1";

fn config() -> Config {
    let table = |id: &str| TableConfig { dealing: DealingConfig::Dealer, ..TableConfig::of(id, "macau") };
    Config { tables: vec![table(TABLE), table("macau-2")], ..Config::default() }
}

async fn assign(house: &TestFloor, by: &str, id: &str, dealer: &str, assigned: bool) -> Reply {
    let body = json!({ "id": id, "dealer": dealer, "assigned": assigned });
    house.send(Request::post(&format!("/api/tables/{TABLE}/dealers")).by(by).json(&body)).await
}

async fn sign_on(house: &TestFloor, by: &str, id: &str, on: bool) -> Reply {
    let body = json!({ "id": id, "on": on });
    house.send(Request::post(&format!("/api/tables/{TABLE}/sign-on")).by(by).json(&body)).await
}

fn dealers(house: &TestFloor) -> Value {
    let standing = house.floor.table(TABLE).expect("a table").standing.borrow().clone();
    json!(standing.table.dealers())
}

fn is(reply: &Reply, problem: &str) -> bool {
    reply.status == StatusCode::CONFLICT && reply.problem() == problem
}

#[tokio::test]
async fn a_dealer_speaks_only_where_the_pit_assigned_them_and_they_signed_on() {
    let house = TestFloor::with(config()).await;
    let (deke, sue) =
        (house.someone("deke", Role::Dealer).await, house.someone("sue", Role::Supervisor).await);
    let before = house.heads().await;
    for say in ["dealer opens bets", "shoe As", "pit reports power-failure"] {
        let refused = house.say(&deke, TABLE, say).await;
        assert!(is(&refused, "/problems/not-assigned"), "{say}: {}", refused.text());
        assert!(refused.text().contains("ask the pit to assign you"), "{}", refused.text());
    }
    assert!(is(&sign_on(&house, &deke, "on-1", true).await, "/problems/not-assigned"));
    assert_eq!(assign(&house, &deke, "own", "deke", true).await.status, StatusCode::FORBIDDEN);
    for nobody in ["sue", "stranger", "", "../deke", "de\u{200b}ke"] {
        let refused = assign(&house, &sue, &format!("bad{}", nobody.len()), nobody, true).await;
        assert_eq!(refused.status, StatusCode::UNPROCESSABLE_ENTITY, "{nobody}: {}", refused.text());
    }
    assert_eq!(before, house.heads().await, "nothing was written");

    assert_eq!(assign(&house, &sue, "as-1", "deke", true).await.status, StatusCode::OK);
    let refused = house.say(&deke, TABLE, "dealer opens bets").await;
    assert!(is(&refused, "/problems/not-signed-on"), "{}", refused.text());
    assert!(refused.text().contains("sign on to this table first"), "{}", refused.text());
    let signed = sign_on(&house, &deke, "on-2", true).await;
    assert_eq!(signed.status, StatusCode::OK, "{}", signed.text());
    assert_eq!(sign_on(&house, &deke, "on-2", true).await.json(), signed.json(), "once for each id");
    assert_eq!(house.say(&deke, TABLE, "dealer opens bets").await.status, StatusCode::OK);
    let elsewhere = house.say(&deke, "macau-2", "dealer opens bets").await;
    assert!(is(&elsewhere, "/problems/not-assigned"), "{}", elsewhere.text());
    assert_eq!(house.say(&sue, "macau-2", "dealer opens bets").await.status, StatusCode::OK, "no sign-on");
}

#[tokio::test]
async fn a_sign_on_ends_when_the_dealer_is_relieved_signs_off_signs_out_or_is_disabled() {
    let house = TestFloor::with(config()).await;
    let (sue, mary) =
        (house.someone("sue", Role::Supervisor).await, house.someone("mary", Role::PitManager).await);
    let mut tokens = Vec::new();
    for name in ["dan", "deb", "dot"] {
        tokens.push(house.someone(name, Role::Dealer).await);
        assert_eq!(assign(&house, &sue, name, name, true).await.status, StatusCode::OK);
    }
    let [dan, deb, dot] = &tokens[..] else { panic!("three dealers") };
    sign_on(&house, dan, "1", true).await;
    assert_eq!(house.say(dan, TABLE, "dealer opens bets").await.status, StatusCode::OK);
    // Relieved.
    assert_eq!(sign_on(&house, deb, "1", true).await.status, StatusCode::OK);
    assert_eq!(dealers(&house)["on"], "deb");
    assert!(is(&house.say(dan, TABLE, "dealer closes bets").await, "/problems/not-signed-on"));
    // Signed off, which nobody does for another.
    assert!(is(&sign_on(&house, dan, "2", false).await, "/problems/not-signed-on"));
    assert_eq!(sign_on(&house, deb, "2", false).await.status, StatusCode::OK);
    assert_eq!(dealers(&house)["on"], Value::Null);
    // Signed out.
    sign_on(&house, dot, "1", true).await;
    let out = house.send(Request::post("/api/sign-out").by(dot)).await;
    assert_eq!((out.status, &dealers(&house)["on"]), (StatusCode::NO_CONTENT, &Value::Null));
    // Taken off the table, then disabled.
    sign_on(&house, deb, "3", true).await;
    assert_eq!(assign(&house, &sue, "off", "deb", false).await.status, StatusCode::OK);
    assert!(is(&house.say(deb, TABLE, "dealer closes bets").await, "/problems/not-assigned"));
    sign_on(&house, dan, "4", true).await;
    let disable = Request::post("/api/people/dan").by(&mary).json(&json!({ "disabled": true }));
    assert_eq!(house.send(disable).await.status, StatusCode::OK);
    assert_eq!(dealers(&house), json!({ "assigned": ["dot"] }));
    assert_eq!(assign(&house, &sue, "again", "dan", true).await.status, StatusCode::UNPROCESSABLE_ENTITY);
    let log = house.send(Request::get(&format!("/api/log?book=table/{TABLE}")).by(&sue)).await.json();
    let dealers = json!({ "assigned": ["dan", "deb", "dot"], "on": "deb" });
    let signs_on = |line: &Value| line["body"]["by"] == "deb" && line["body"]["dealers"] == dealers;
    assert!(log.as_array().expect("entries").iter().any(signs_on), "{log}");
}

#[tokio::test]
async fn who_deals_is_known_after_a_restart_and_of_every_round() {
    let house = TestFloor::with(config()).await;
    let deke = house.dealer("deke", TABLE).await;
    let (ann, sue) = (house.someone("ann", Role::Player).await, house.someone("sue", Role::Supervisor).await);
    house.fund("ann").await;
    let round = [
        (&deke, "dealer opens bets"),
        (&ann, "bets 10 on 1"),
        (&deke, "dealer closes bets"),
        (&deke, "shoe Ts 7d 9s"),
        (&ann, "stands on 1"),
        (&deke, "shoe Th"),
    ];
    for _ in 0..3 {
        for (who, say) in round {
            let said = house.say(who, TABLE, say).await;
            assert_eq!(said.status, StatusCode::OK, "{say}: {}", said.text());
        }
    }
    let before = dealers(&house);
    let house = house.reopen(config()).await;
    assert_eq!((dealers(&house), &before["on"]), (before.clone(), &json!("deke")));
    let house = house.crash(config()).await;
    assert_eq!(dealers(&house), before);
    assert_eq!(house.say(&deke, TABLE, "dealer opens bets").await.status, StatusCode::OK);
    let recalled = house.send(Request::get(&format!("/api/rounds/{TABLE}/3")).by(&sue)).await.json();
    assert_eq!(recalled["dealers"], json!(["deke"]), "{recalled}");
}

#[tokio::test]
async fn nobody_stakes_the_chips_of_a_player_who_did_not_sit_down() {
    let house = TestFloor::with(config()).await;
    let deke = house.dealer("deke", TABLE).await;
    let (ann, sue) = (house.someone("ann", Role::Player).await, house.someone("sue", Role::Supervisor).await);
    house.fund("ann").await;
    assert_eq!(house.say(&deke, TABLE, "dealer opens bets").await.status, StatusCode::OK);
    let before = house.heads().await;
    for session in [&deke, &sue] {
        for say in [
            "ann bets 500 on 3",
            "dealer bets 500 for ann on 3",
            "dealer finds ann 500 on 3",
            "ann sits on 3",
        ] {
            let refused = house.say(session, TABLE, say).await;
            assert!(is(&refused, "/problems/not-seated"), "{say}: {}", refused.text());
            let why = "ann is not seated at this table: they sit down at their own terminal first";
            assert!(refused.text().contains(why), "{}", refused.text());
        }
    }
    assert_eq!(before, house.heads().await, "nothing was written");
    for (session, say) in [
        (&ann, "sits on 3"),
        (&deke, "ann bets 10 on 3"),
        (&deke, "dealer closes bets"),
        (&deke, "shoe 5s 6d 6s"),
        (&deke, "ann doubles on 3"),
        (&deke, "shoe Ts"),
        (&deke, "shoe Th Kc"),
        (&deke, "dealer opens bets"),
        (&deke, "ann bets 10 on 3"),
        (&ann, "withdraws on 3"),
        (&ann, "leaves 3"),
    ] {
        let said = house.say(session, TABLE, say).await;
        assert_eq!(said.status, StatusCode::OK, "{say}: {}", said.text());
    }
    let gone = house.say(&deke, TABLE, "ann bets 10 on 3").await;
    assert!(is(&gone, "/problems/not-seated"), "{}", gone.text());
    assert_eq!(house.floor.cage().balance("ann").await.expect("a balance"), Chips::whole(1_020));
}

#[tokio::test]
async fn nobody_stakes_further_chips_of_a_player_who_is_gone() {
    let house = TestFloor::with(config()).await;
    let deke = house.dealer("deke", TABLE).await;
    let (ann, bob) = (house.someone("ann", Role::Player).await, house.someone("bob", Role::Player).await);
    let pia = house.someone("pia", Role::PitManager).await;
    for name in ["ann", "bob"] {
        house.fund(name).await;
    }
    for (session, say) in [
        (&deke, "dealer opens bets"),
        (&ann, "sits on 1"),
        (&ann, "bets 10 on 1"),
        (&bob, "sits on 2"),
        (&bob, "bets 10 on 2"),
    ] {
        assert_eq!(house.say(session, TABLE, say).await.status, StatusCode::OK, "{say}");
    }
    // What was done before is still answered the same.
    let body = json!({ "id": "raise", "say": "ann bets 20 on 1" });
    let raise = || Request::post(&format!("/api/tables/{TABLE}/say")).by(&deke).json(&body);
    let raised = house.send(raise()).await;
    assert_eq!(raised.status, StatusCode::OK, "{}", raised.text());
    let disable = Request::post("/api/people/ann").by(&pia).json(&json!({ "disabled": true }));
    assert_eq!(house.send(disable).await.status, StatusCode::OK);
    assert_eq!(house.send(Request::post("/api/sign-out").by(&bob)).await.status, StatusCode::NO_CONTENT);
    assert_eq!(house.send(raise()).await.json(), raised.json());
    for session in [&deke, &pia] {
        for say in ["ann bets 500 on 1", "dealer bets 500 for ann on 1", "bob bets 500 on 2"] {
            let refused = house.say(session, TABLE, say).await;
            assert!(is(&refused, "/problems/player-absent"), "{say}: {}", refused.text());
            assert!(refused.text().contains("is not signed in any more"), "{}", refused.text());
        }
    }
    for say in ["dealer closes bets", "shoe 5s Td 6d 6s 7c"] {
        let said = house.say(&deke, TABLE, say).await;
        assert_eq!(said.status, StatusCode::OK, "{say}: {}", said.text());
    }
    let refused = house.say(&deke, TABLE, "ann doubles on 1").await;
    assert!(is(&refused, "/problems/player-absent"), "{}", refused.text());
    // The round is played to its end.
    for say in ["ann hits on 1", "shoe 8d", "ann stands on 1", "bob stands on 2", "shoe Th"] {
        let said = house.say(&deke, TABLE, say).await;
        assert_eq!(said.status, StatusCode::OK, "{say}: {}", said.text());
    }
}

#[tokio::test]
async fn a_dealer_may_be_assigned_to_several_tables() {
    let house = TestFloor::with(config()).await;
    let deke = house.add("deke", Role::Dealer).await;
    for table in [TABLE, "macau-2"] {
        put_on_duty(&house.floor, &deke, table).await;
        house.say_as(&deke, table, "dealer opens bets").await;
    }
}
