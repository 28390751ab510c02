//! Closing everything, a game, a table: what lies is played to the end, nothing new is taken.

use axum::http::StatusCode;
use floor::{Config, DealingConfig, Role, TableConfig};
use serde_json::{Value, json};

use testkit::{Reply, Request, TestFloor};

async fn open(house: &TestFloor, by: &str, scope: &Value, open: bool) -> Reply {
    let mut body = scope.clone();
    body["id"] = json!(format!("{open} {scope}"));
    body["open"] = json!(open);
    house.send(Request::post("/api/operate/open").by(by).json(&body)).await
}

fn is_closed(reply: &Reply) -> bool {
    (reply.status, reply.problem().as_str()) == (StatusCode::CONFLICT, "/problems/closed")
}

#[tokio::test]
async fn a_closed_table_plays_what_lies_to_the_end_and_takes_nothing_new() {
    for (scope, others) in [
        (json!({ "table": "macau-1" }), ["macau-2", "plus-1"].as_slice()),
        (json!({ "game": "macau" }), &["plus-1"]),
        (json!({}), &[]),
    ] {
        let tables = ["macau-1", "macau-2", "plus-1"].map(|id| TableConfig::of(id, &id[..id.len() - 2]));
        let house = TestFloor::with(Config { tables: tables.into(), ..Config::default() }).await;
        let (ann, mary) =
            (house.someone("ann", Role::Player).await, house.someone("mary", Role::ShiftManager).await);
        house.fund("ann").await;
        house.open_betting().await;
        assert_eq!(house.say(&ann, "macau-1", "bets 10 on 3").await.status, StatusCode::OK);
        assert_eq!(house.say(&ann, "macau-1", "bets 10 on 4").await.status, StatusCode::OK);
        let closed = open(&house, &mary, &scope, false).await;
        assert_eq!(
            (closed.status, closed.json().as_object().map(serde_json::Map::len)),
            (StatusCode::OK, Some(3 - others.len()))
        );

        assert!(is_closed(&house.say(&ann, "macau-1", "bets 10 on 5").await), "{scope}");
        assert!(is_closed(&house.say(&mary, "macau-1", "dealer bets 10 for ann on 5").await), "{scope}");
        assert!(is_closed(&house.say(&mary, "macau-1", "dealer opens bets").await), "{scope}");
        for table in others {
            assert_eq!(
                house.say(&ann, table, "bets 10 on 3").await.status,
                StatusCode::OK,
                "{scope} {table}"
            );
        }
        assert_eq!(house.say(&ann, "macau-1", "withdraws on 4").await.status, StatusCode::OK, "{scope}");
        // The clock closes the bets as usual; what is asked of ann, ann may answer.
        house.advance_until("macau-1", 5, |sight| sight["phase"] != "betting").await;
        let over = house.advance_until("macau-1", 5, |sight| sight["phase"] == "settled").await;
        assert_eq!(over["wagers"].as_array().map(Vec::len), Some(1), "{over}");
        house.advance(600).await;
        let later = house.look("macau-1").await;
        assert_eq!(
            (&later["round"], &later["open"], &later["clock"]),
            (&over["round"], &json!(false), &Value::Null)
        );

        assert_eq!(open(&house, &mary, &scope, true).await.status, StatusCode::OK);
        house.advance_until("macau-1", 5, |sight| sight["round"] != over["round"]).await;
        assert_eq!(house.say(&ann, "macau-1", "bets 10 on 5").await.status, StatusCode::OK);
    }
}

#[tokio::test]
async fn a_closed_table_whose_round_is_dealt_still_takes_what_belongs_to_it() {
    let table = TableConfig { dealing: DealingConfig::Dealer, ..TableConfig::of("macau-1", "macau") };
    let house = TestFloor::with(Config { tables: vec![table], ..Config::default() }).await;
    let (ann, deke) = (house.someone("ann", Role::Player).await, house.dealer("deke", "macau-1").await);
    let mary = house.someone("mary", Role::PitManager).await;
    house.fund("ann").await;
    for (who, say) in [
        (&deke, "dealer opens bets"),
        (&ann, "bets 10 on 3"),
        (&deke, "dealer closes bets"),
        (&deke, "shoe 5s 6d 6s"),
    ] {
        let reply = house.say(who, "macau-1", say).await;
        assert_eq!(reply.status, StatusCode::OK, "{say}: {}", reply.text());
    }
    assert_eq!(open(&house, &mary, &json!({}), false).await.status, StatusCode::OK);
    for (who, say) in [(&ann, "doubles"), (&deke, "shoe Ts"), (&deke, "shoe Th Kc")] {
        let reply = house.say(who, "macau-1", say).await;
        assert_eq!(reply.status, StatusCode::OK, "{say}: {}", reply.text());
    }
    let sight = house.look("macau-1").await;
    assert_eq!(
        (&sight["phase"], &sight["wagers"][0]["stake"]),
        (&json!("settled"), &json!(2_000)),
        "{sight}"
    );
    assert!(is_closed(&house.say(&deke, "macau-1", "dealer opens bets").await));
}

#[tokio::test]
async fn one_login_is_disabled_and_everyone_else_plays_on() {
    let house = TestFloor::open().await;
    let (ann, bob) = (house.someone("ann", Role::Player).await, house.someone("bob", Role::Player).await);
    let mary = house.someone("mary", Role::PitManager).await;
    house.fund("ann").await;
    house.fund("bob").await;
    house.open_betting().await;
    assert_eq!(house.say(&ann, "macau-1", "bets 10 on 3").await.status, StatusCode::OK);
    let disable = Request::post("/api/people/ann").by(&mary).json(&json!({ "disabled": true }));
    assert_eq!(house.send(disable).await.status, StatusCode::OK);
    assert_eq!(house.say(&ann, "macau-1", "bets 10 on 4").await.status, StatusCode::UNAUTHORIZED);
    assert_eq!(house.say(&bob, "macau-1", "bets 10 on 4").await.status, StatusCode::OK);
    house.advance_until("macau-1", 5, |sight| sight["round"] == 2).await;
    let over = house.send(Request::get("/api/rounds?table=macau-1").by(&mary)).await.json();
    assert_eq!(over[0]["players"], json!(["ann", "bob"]), "what lay was played: {over}");
}

#[tokio::test]
async fn scopes_that_are_nothing_are_refused() {
    let house = TestFloor::open().await;
    let mary = house.someone("mary", Role::ShiftManager).await;
    for scope in [
        json!({ "table": "nowhere" }),
        json!({ "game": "tarot" }),
        json!({ "table": "plus-1", "game": "macau" }),
    ] {
        let before = house.heads().await;
        assert_eq!(open(&house, &mary, &scope, false).await.status, StatusCode::NOT_FOUND, "{scope}");
        assert_eq!(before, house.heads().await);
    }
}
