//! What is posted at a table: over the API between rounds, and by a config that was changed. Neither undoes the other.

use axum::http::StatusCode;
use floor::{Config, Dealing, Entry, Role, TableConfig};
use serde_json::{Value, json};

use testkit::{Request, TestFloor, fast_clocks};

/// A floor with one Macau table with these limits and this many decks.
fn config(least: i64, decks: &str) -> Config {
    let seconds = fast_clocks();
    let settings = [("decks".to_owned(), decks.to_owned())].into();
    let limits = [("main".to_owned(), (least, 50_000))].into();
    let table = TableConfig { settings, limits, seconds, ..TableConfig::of("one", "macau") };
    Config { tables: vec![table], ..Config::default() }
}

/// Lets time pass until bets are open and nobody has any.
async fn until_bets(house: &TestFloor) {
    let no_wagers = |seen: &Value| seen["wagers"].as_array().is_some_and(Vec::is_empty);
    house.advance_until("one", 1, |seen| seen["phase"] == "betting" && no_wagers(seen)).await;
}

async fn post(house: &TestFloor, session: &str, id: &str, least: i64, decks: &str) -> StatusCode {
    let posted =
        json!({ "game": "macau", "settings": { "decks": decks }, "limits": { "main": [least, 50_000] } });
    let body = json!({ "id": id, "posted": posted });
    house.send(Request::post("/api/tables/one/post").by(session).json(&body)).await.status
}

/// What is shown holds: the least wager that is shown is taken, a smaller one is not, and the shoe has this many cards.
async fn plays_by(house: &TestFloor, session: &str, least: i64, cards: usize) {
    until_bets(house).await;
    assert_eq!(house.look("one").await["kinds"][0]["min"], least);
    let bet = |units: i64| format!("bets {} on 1", units / 100);
    let refused = house.say(session, "one", &bet(least - 100)).await;
    assert_eq!(refused.problem(), "/problems/refused", "{}", refused.text());
    assert_eq!(house.say(session, "one", &bet(least)).await.status, StatusCode::OK);
    let standing = house.floor.table("one").expect("the table").standing.borrow().clone();
    let Dealing::House(Some(shoe)) = standing.table.dealing() else { panic!("the house deals") };
    assert_eq!(shoe.dealt() + shoe.left(), cards);
}

/// Who posted what, as the book has it: the least wager.
async fn book(house: &TestFloor) -> Vec<(String, i64)> {
    let stream = "table/one".parse().expect("a book");
    let records = house.floor.journal().records(&stream, 0, 10_000).await.expect("the journal reads");
    let entries = records.iter().map(|record| Entry::read(&record.body).expect("an entry"));
    entries.filter_map(|entry| Some((entry.by, entry.posted?.limits["main"].0))).collect()
}

#[tokio::test]
async fn what_was_posted_last_holds_and_a_config_is_posted_once_it_is_changed() {
    let house = TestFloor::with(config(500, "8")).await;
    assert_eq!(house.opened["one"], "opens for the first time");
    let ann = house.someone("ann", Role::Player).await;
    house.fund("ann").await;
    let mary = house.someone("mary", Role::PitManager).await;
    plays_by(&house, &ann, 500, 8 * 52).await;
    assert_eq!(post(&house, &mary, "1", 1_000, "6").await, StatusCode::CONFLICT, "a round is on");
    until_bets(&house).await;
    assert_eq!(post(&house, &mary, "2", 1_000, "6").await, StatusCode::OK);
    plays_by(&house, &ann, 1_000, 6 * 52).await;
    until_bets(&house).await;

    // The config is the same: what was posted at the table stays, and the start says so.
    let house = house.reopen(config(500, "8")).await;
    let says = &house.opened["one"];
    assert!(says.contains("not by the config (decks: 8, not 6; limits main: 500 to"), "{says}");
    assert!(says.contains("/post"), "{says}");
    plays_by(&house, &ann, 1_000, 6 * 52).await;

    // The config was changed while a wager lies: it waits.
    let house = house.reopen(config(2_000, "4")).await;
    assert!(house.opened["one"].contains("a round is on"), "{}", house.opened["one"]);
    assert_eq!(house.look("one").await["kinds"][0]["min"], 1_000);
    until_bets(&house).await;
    let house = house.reopen(config(2_000, "4")).await;
    assert!(
        house.opened["one"].contains("by the changed config (decks: 4, not 6"),
        "{}",
        house.opened["one"]
    );
    plays_by(&house, &ann, 2_000, 4 * 52).await;
    until_bets(&house).await;

    // It was applied: the same again says nothing, and what is posted after it stays.
    let house = house.reopen(config(2_000, "4")).await;
    assert!(house.opened["one"].starts_with("goes on in round "), "{}", house.opened["one"]);
    assert!(!house.opened["one"].contains("config"), "{}", house.opened["one"]);
    assert_eq!(post(&house, &mary, "3", 3_000, "4").await, StatusCode::OK);
    let house = house.reopen(config(2_000, "4")).await;
    plays_by(&house, &ann, 3_000, 4 * 52).await;
    until_bets(&house).await;

    let posted = [("mary", 1_000), ("house", 2_000), ("mary", 3_000)];
    assert_eq!(book(&house).await, posted.map(|(name, least)| (name.to_owned(), least)));
    let audited = floor::audit(house.floor.journal(), journal::Since::Start, &[], |_| {}).await;
    let audited = audited.expect("the journal reads");
    assert!(audited.is_clean() && audited.rounds == 5, "{audited:?}");
}
