//! Ids of commands: the same id again has one effect and the same answer, and another use of it is refused.

use axum::http::StatusCode;
use floor::{Config, Environment, Floor, Role, TableConfig};
use journal::{Journal, Opening};
use serde_json::{Value, json};
use testkit::{Request, TestFloor};

#[tokio::test]
async fn a_command_that_comes_again_has_one_effect_and_an_id_one_use() {
    let house = TestFloor::open().await;
    let ann = house.someone("ann", Role::Player).await;
    house.fund("ann").await;
    house.open_betting().await;
    let terminal = house.someone("kiosk", Role::Terminal).await;
    let exchange = |path: &str, id: &str, amount: i64| {
        let request = Request::post(path).by(&ann).with("croupier-terminal", &terminal);
        request.json(&json!({ "id": id, "amount": amount }))
    };
    let buy = |id: &str, amount: i64| exchange("/api/me/buy", id, amount);
    let say = |id: &str, text: &str| {
        Request::post("/api/tables/macau-1/say").by(&ann).json(&json!({ "id": id, "say": text }))
    };
    let (bought, bet) = (house.send(buy("one", 500)).await, house.send(say("two", "bets 10 on 3")).await);
    assert_eq!((bought.status, bet.status), (StatusCode::OK, StatusCode::OK), "{}", bet.text());
    let before = house.heads().await;
    assert_eq!(house.send(buy("one", 500)).await.body, bought.body);
    assert_eq!(house.send(say("two", "bets 10 on 3")).await.body, bet.body);
    let elsewhere =
        Request::post("/api/tables/plus-1/say").by(&ann).json(&json!({ "id": "two", "say": "bets 10 on 3" }));
    let cash_out = exchange("/api/me/cash-out", "one", 500);
    let other_uses = [
        buy("two", 500),
        buy("one", 999_999),
        cash_out,
        say("one", "bets 10 on 4"),
        say("two", "bets 10 on 4"),
        say("two", "bets 20 on 3"),
        say("two", "says nothing that is understood"),
        elsewhere,
    ];
    for (other, number) in other_uses.into_iter().zip(1..) {
        let reply = house.send(other).await;
        let problem = (reply.status, reply.problem());
        assert_eq!(problem, (StatusCode::CONFLICT, "/problems/other-use".to_owned()), "number {number}");
    }
    assert_eq!(before, house.heads().await);
    let pia = house.someone("pia", Role::PitManager).await;
    let open = |open: bool| {
        let body = json!({ "id": "three", "table": "macau-1", "open": open });
        Request::post("/api/operate/open").by(&pia).json(&body)
    };
    let closed = house.send(open(false)).await;
    assert_eq!(house.send(open(false)).await.body, closed.body);
    assert_eq!(house.send(open(true)).await.status, StatusCode::CONFLICT);
}

#[tokio::test]
async fn an_id_that_closed_one_table_closes_no_others() {
    let house = TestFloor::open().await;
    let mary = house.someone("mary", Role::ShiftManager).await;
    let close = |id: &str, scope: &Value| {
        let mut body = scope.clone();
        (body["id"], body["open"]) = (json!(id), json!(false));
        Request::post("/api/operate/open").by(&mary).json(&body)
    };
    let scopes = [json!({ "table": "plus-1" }), json!({ "game": "macau" }), json!({})];
    for (id, scope) in ["table", "game", "all"].into_iter().zip(&scopes) {
        let closed = house.send(close(id, scope)).await;
        assert_eq!(closed.status, StatusCode::OK, "{scope}: {}", closed.text());
        let before = house.heads().await;
        for other in scopes.iter().filter(|other| *other != scope) {
            let refused = house.send(close(id, other)).await;
            let problem = (refused.status, refused.problem());
            assert_eq!(problem, (StatusCode::CONFLICT, "/problems/other-use".into()), "{scope}, {other}");
        }
        assert_eq!(house.send(close(id, scope)).await.body, closed.body, "{scope}");
        assert_eq!(before, house.heads().await, "nothing was written");
    }
}

/// The longest ids there can be fit the journal together; a longer one, which only a program inside could send, is
/// refused to its sender alone.
#[tokio::test]
async fn an_id_that_cannot_be_written_is_its_senders_trouble_alone() {
    let table = "t".repeat(40);
    let tables = |id: &str| Config { tables: vec![TableConfig::of(id, "plus")], ..Config::default() };
    let house = TestFloor::with(tables(&table)).await;
    let manager = house.someone(&"m".repeat(32), Role::ShiftManager).await;
    let body = json!({ "id": "i".repeat(100), "table": table, "open": true });
    let reply = house.send(Request::post("/api/operate/open").by(&manager).json(&body)).await;
    assert_eq!(reply.status, StatusCode::OK, "{}", reply.text());
    house.open_betting().await;
    house.add("ann", Role::Player).await;
    house.fund("ann").await;
    let ann = house.floor.people().find("ann").await.expect("the journal reads").expect("ann");
    let desk = house.floor.table(&table).expect("the table");
    let say = |id: String| desk.say(&ann, Some(id), "bets 10 on 1");
    let (first, long, last) = tokio::join!(say("1".into()), say("x".repeat(300)), say("2".into()));
    assert!(first.is_ok() && last.is_ok(), "{first:?} {last:?}");
    let told = long.expect_err("no journal keeps it").to_string();
    assert!(told.contains("1 to 200 bytes"), "{told}");
    assert!(say("3".into()).await.is_ok(), "the table is kept");
    let wagers = house.look(&table).await["wagers"].clone();
    assert_eq!(wagers[0]["stake"], 3_000, "{wagers}");
    let journal = Journal::open(&"sqlite::memory:".parse().expect("a database"), Opening::Serve).await;
    let environment = Environment::default();
    let refused = Floor::open(tables(&"t".repeat(41)), journal.expect("a journal"), environment);
    let refused = refused.await.err().expect("an id that is too long").to_string();
    assert!(refused.contains("1 to 40"), "{refused}");
}
