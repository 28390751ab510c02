//! What becomes of a decision that waits for a second person when the table goes on, or an account does not cover it; and who
//! is named for the chips it moved.

use axum::http::StatusCode;
use floor::{ApprovalLimits, Config, DealingConfig, Entry, LapseReason, Money, Role, TableConfig};
use serde_json::{Value, json};
use testkit::{Reply, Request, TestFloor};
use vocabulary::Chips;

const TABLE: &str = "plus-1";

/// Seventeen against a nine: she stands, and loses to nineteen.
const STANDS: &str = "shoe Ts 7d 9s";
/// Eleven against a six: she may double.
const DOUBLES: &str = "shoe 5s 6d 6s";

/// A table of a game whose rulings are a shift manager's, with two of them.
struct Evening {
    house: TestFloor,
    ann: String,
    deke: String,
    mary: String,
    max: String,
}

fn config() -> Config {
    // Every award and every void takes two.
    let approval = ApprovalLimits { award: 0, void: 0, ..ApprovalLimits::default() };
    let table = TableConfig { dealing: DealingConfig::Dealer, ..TableConfig::of(TABLE, "plus") };
    Config { approval, tables: vec![table], ..Config::default() }
}

impl Evening {
    async fn new() -> Evening {
        let house = TestFloor::with(config()).await;
        let deke = house.dealer("deke", TABLE).await;
        let ann = house.someone("ann", Role::Player).await;
        house.add("bob", Role::Player).await;
        house.fund("ann").await;
        let mary = house.someone("mary", Role::ShiftManager).await;
        let max = house.someone("max", Role::ShiftManager).await;
        Evening { house, ann, deke, mary, max }
    }

    /// Ann has 100 on the first spot and two cards that nobody has decided about; the dealer has one.
    async fn dealt(cards: &str) -> Evening {
        let evening = Evening::new().await;
        evening.go_on(&[(&evening.deke, "dealer opens bets"), (&evening.ann, "bets 100 on 1")]).await;
        evening.go_on(&[(&evening.deke, "dealer closes bets"), (&evening.deke, cards)]).await;
        evening
    }

    /// The round is played to its end.
    async fn settle(&self) {
        self.go_on(&[(&self.ann, "stands on 1"), (&self.deke, "shoe Th")]).await;
    }

    async fn go_on(&self, said: &[(&String, &str)]) {
        for (who, say) in said {
            let reply = self.house.say(who, TABLE, say).await;
            assert_eq!(reply.status, StatusCode::OK, "{say}: {}", reply.text());
        }
    }

    /// Mary asks for something; its number.
    async fn ask(&self, say: &str) -> u64 {
        let reply = self.house.say(&self.mary, TABLE, say).await;
        assert_eq!(reply.status, StatusCode::ACCEPTED, "{say}: {}", reply.text());
        reply.json()["seq"].as_u64().expect("a number")
    }

    async fn approve(&self, number: u64) -> Reply {
        let body = json!({ "id": format!("approve-{number}"), "approve": true });
        let path = format!("/api/tables/{TABLE}/approvals/{number}");
        self.house.send(Request::post(&path).by(&self.max).json(&body)).await
    }

    /// The requests that wait and those that ended, as the person who asked sees them.
    async fn duty(&self) -> Value {
        let path = format!("/api/tables/{TABLE}/approvals");
        self.house.send(Request::get(&path).by(&self.mary)).await.json()
    }

    async fn waiting(&self) -> Vec<u64> {
        let duty = self.duty().await;
        let requests = duty["approvals"].as_array().expect("a list");
        requests.iter().filter_map(|request| request["number"].as_u64()).collect()
    }

    /// The entries of the table's book.
    async fn book(&self) -> Vec<Entry> {
        let stream = format!("table/{TABLE}").parse().expect("a book");
        let records =
            self.house.floor.journal().records(&stream, 0, 10_000).await.expect("the journal reads");
        records.iter().map(|record| Entry::read(&record.body).expect("an entry")).collect()
    }

    /// Why a request lapsed, and who did what it lapsed with.
    async fn lapsed(&self, number: u64) -> Option<(String, LapseReason)> {
        let book = self.book().await;
        book.into_iter().find_map(|entry| {
            let lapsed = entry.lapsed.into_iter().find(|lapsed| lapsed.number == number)?;
            assert_eq!(lapsed.asked_by, "mary");
            Some((entry.by, lapsed.why))
        })
    }

    async fn balance(&self, account: &str) -> Chips {
        let account = account.parse().expect("an account");
        self.house.floor.journal().balance(&account).await.expect("a balance")
    }

    async fn check(&self) {
        let audited = floor::audit(self.house.floor.journal(), journal::Since::Start, &[], |_| {}).await;
        let audited = audited.expect("the journal reads");
        assert!(audited.is_clean(), "{audited:?}");
    }
}

#[tokio::test]
async fn what_is_approved_and_not_covered_ends_and_both_people_learn_why() {
    let evening = Evening::dealt(STANDS).await;
    let first = evening.ask("pit takes 5000 from bob because of a wrong payment").await;
    let second = evening.ask("pit awards 20 to bob because of a spill").await;
    let refused = evening.approve(first).await;
    assert_eq!((refused.status, refused.problem().as_str()), (StatusCode::CONFLICT, "/problems/credits"));
    assert!(refused.text().contains("bob has 0, which does not cover it"), "{}", refused.text());
    assert_eq!(evening.waiting().await, [second], "nothing waits for ever");
    let duty = evening.duty().await;
    let ended = &duty["ended"][0];
    assert_eq!((&ended["request"]["number"], &ended["request"]["by"]), (&json!(first), &json!("mary")));
    assert_eq!((&ended["by"], &ended["outcome"]), (&json!("max"), &json!("not-carried-out")));
    assert_eq!(ended["why"], "bob has 0, which does not cover it");
    // A repeated or a late approval is answered with what became of the request.
    let again = evening.approve(first).await;
    assert_eq!(again.status, StatusCode::NOT_FOUND);
    assert!(again.text().contains("max approved what mary asked for"), "{}", again.text());
    assert!(again.text().contains("bob has 0"), "{}", again.text());
    let log =
        evening.house.send(Request::get(&format!("/api/log?book=table/{TABLE}")).by(&evening.mary)).await;
    let why = "bob has 0, which does not cover it";
    let refused = json!({ "refused": { "number": first, "asked-by": "mary", "why": why } });
    let names_both = |line: &Value| line["body"]["approval"] == refused && line["body"]["by"] == "max";
    assert!(log.json().as_array().expect("entries").iter().any(names_both), "{}", log.text());
    // What is covered is carried out, and the round goes on.
    assert_eq!(evening.approve(second).await.status, StatusCode::OK);
    assert_eq!(evening.balance("player/bob").await, Chips::whole(20));
    evening.settle().await;
    evening.go_on(&[(&evening.deke, "dealer opens bets")]).await;
    evening.check().await;
    // It is known after a restart too.
    let Evening { house, ann, deke, mary, max } = evening;
    let house = house.crash(config()).await;
    let evening = Evening { house, ann, deke, mary, max };
    let ended = evening.duty().await["ended"].clone();
    let is_it = |ended: &Value| ended["request"]["number"] == first && ended["why"] == why;
    assert!(ended.as_array().expect("a list").iter().any(is_it), "{ended}");
}

#[tokio::test]
async fn two_approvals_that_one_account_covers_only_once_end_with_one_effect() {
    let evening = Evening::dealt(STANDS).await;
    let takes = "pit takes 600 from ann because of a wrong payment";
    let (one, other) = (evening.ask(takes).await, evening.ask(takes).await);
    let (first, second) = tokio::join!(evening.approve(one), evening.approve(other));
    let mut statuses = [first.status, second.status];
    statuses.sort();
    assert_eq!(statuses, [StatusCode::OK, StatusCode::CONFLICT]);
    assert_eq!((evening.waiting().await, evening.balance("player/ann").await), (vec![], Chips::whole(300)));
}

#[tokio::test]
async fn what_would_move_other_chips_lapses_and_what_would_move_the_same_waits_on() {
    let evening = Evening::dealt(DOUBLES).await;
    let void = evening.ask("pit voids because of a fire drill").await;
    let award = evening.ask("pit awards 50 to bob because of a spill").await;
    let duty = evening.duty().await;
    assert_eq!(duty["approvals"][0]["moves"], json!({ "ann": 10_000 }), "{duty}");
    evening.go_on(&[(&evening.ann, "doubles on 1")]).await;
    assert_eq!(evening.lapsed(void).await, Some(("ann".to_owned(), LapseReason::OtherChips)));
    assert_eq!(evening.waiting().await, [award]);
    let late = evening.approve(void).await;
    assert_eq!(late.status, StatusCode::NOT_FOUND);
    assert!(late.text().contains("it would now move other chips"), "{}", late.text());
    let duty = evening.duty().await;
    assert_eq!((&duty["ended"][0]["outcome"], &duty["ended"][0]["by"]), (&json!("lapsed"), &json!("ann")));
    // Asked for anew, it is for the round as it is now. An award is undone by it too, so it lapses once there is one.
    let again = evening.ask("pit voids because of a fire drill").await;
    assert_eq!(evening.approve(award).await.status, StatusCode::OK);
    assert_eq!(evening.lapsed(again).await, Some(("max".to_owned(), LapseReason::OtherChips)));
    assert_eq!(evening.balance("player/bob").await, Chips::whole(50));
    let last = evening.ask("pit voids because of a fire drill").await;
    assert_eq!(evening.approve(last).await.status, StatusCode::OK);
    assert_eq!(evening.house.look(TABLE).await["phase"], "void");
    assert_eq!(evening.balance("player/ann").await, Chips::whole(1_000));
    assert_eq!(evening.balance("player/bob").await, Chips::ZERO);
    evening.check().await;
}

#[tokio::test]
async fn a_void_lapses_when_its_round_is_settled_before_anybody_approved_it() {
    let evening = Evening::dealt(STANDS).await;
    let void = evening.ask("pit voids because of a fire drill").await;
    evening.settle().await;
    let (by, why) = evening.lapsed(void).await.expect("it lapsed");
    assert!(by == "deke" && why != LapseReason::NextRound, "{by}: {why:?}");
    assert_eq!(evening.waiting().await, [0; 0]);
    assert_eq!(evening.approve(void).await.status, StatusCode::NOT_FOUND);
    evening.check().await;
}

#[tokio::test]
async fn what_waits_lapses_in_the_entry_that_opens_the_next_round() {
    let evening = Evening::dealt(STANDS).await;
    evening.settle().await;
    let award = evening.ask("pit awards 50 to bob because of a spill").await;
    evening.go_on(&[(&evening.deke, "dealer opens bets")]).await;
    assert_eq!(evening.lapsed(award).await, Some(("deke".to_owned(), LapseReason::NextRound)));
    let opening = evening.book().await.into_iter().find(|entry| !entry.lapsed.is_empty());
    assert!(opening.is_some_and(|entry| entry.opens.is_some()), "in one entry");
    let late = evening.approve(award).await;
    assert_eq!(late.status, StatusCode::NOT_FOUND);
    assert!(late.text().contains("the next round was opened"), "{}", late.text());
    assert_eq!(evening.balance("player/bob").await, Chips::ZERO);
    let Evening { house, ann, deke, mary, max } = evening;
    let house = house.crash(config()).await;
    let evening = Evening { house, ann, deke, mary, max };
    let duty = evening.duty().await;
    assert_eq!((&duty["approvals"], &duty["ended"][0]["outcome"]), (&json!([]), &json!("lapsed")), "{duty}");
    evening.check().await;
}

#[tokio::test]
async fn a_statement_names_both_people_of_a_move_that_took_two() {
    let evening = Evening::dealt(STANDS).await;
    let award = evening.ask("pit awards 50 to ann because of a spill").await;
    assert_eq!(evening.approve(award).await.status, StatusCode::OK);
    let statement = evening.house.send(Request::get("/api/me/statement").by(&evening.ann)).await.json();
    let lines = statement.as_array().expect("lines");
    assert_eq!(lines[0]["amount"], 5_000, "{statement}");
    assert_eq!((&lines[0]["asked-by"], &lines[0]["approved-by"]), (&json!("mary"), &json!("max")));
    assert_eq!(lines[1]["amount"], -10_000, "{statement}");
    for line in &lines[1..] {
        assert!(line.get("asked-by").is_none() && line.get("approved-by").is_none(), "{line}");
    }
}

#[tokio::test]
async fn an_exported_round_names_both_people_for_staff_and_replays() {
    let evening = Evening::dealt(STANDS).await;
    let award = evening.ask("pit awards 50 to ann because of a spill").await;
    assert_eq!(evening.approve(award).await.status, StatusCode::OK);
    evening.settle().await;
    let path = format!("/api/rounds/{TABLE}/1/transcript");
    let both = ": asked for by mary, approved by max";
    let told = evening.house.send(Request::get(&path).by(&evening.mary)).await.text();
    let comment = told.lines().find(|line| line.ends_with(both)).expect("a comment");
    assert!(comment.starts_with('#') && comment.contains("awards 50 to ann because of a spill"), "{comment}");
    let replay = transcript::replay(&transcript::parse(&told).expect("it reads"), None, true);
    assert_eq!(replay.played, transcript::Played::Passed, "{told}");
    let own = evening.house.send(Request::get(&path).by(&evening.ann)).await.text();
    assert!(!own.is_empty() && !own.contains(both), "{own}");
}

#[tokio::test]
async fn chips_are_awarded_in_a_round_and_are_on_its_meters() {
    let evening = Evening::new().await;
    let before = evening.house.heads().await;
    for say in ["pit awards 50 to ann because of a spill", "pit takes 50 from ann because of a mistake"] {
        let refused = evening.house.say(&evening.mary, TABLE, say).await;
        assert_eq!((refused.status, refused.problem().as_str()), (StatusCode::CONFLICT, "/problems/refused"));
        assert!(refused.text().contains("no round was begun at this table yet"), "{}", refused.text());
    }
    assert_eq!(before, evening.house.heads().await, "nothing was written, and nothing waits");
    evening.go_on(&[(&evening.deke, "dealer opens bets")]).await;
    let open = evening.house.say(&evening.mary, TABLE, "pit awards 50 to ann because of a spill").await;
    assert_eq!(
        open.status,
        StatusCode::CONFLICT,
        "while bets are open there is no money of a round: {}",
        open.text()
    );
    evening.go_on(&[(&evening.ann, "bets 100 on 1"), (&evening.deke, "dealer closes bets")]).await;
    evening.go_on(&[(&evening.deke, STANDS)]).await;
    let early = evening.ask("pit awards 50 to ann because of a spill").await;
    assert_eq!(evening.approve(early).await.status, StatusCode::OK);
    evening.settle().await;
    assert_eq!(evening.house.look(TABLE).await["phase"], "settled");
    for say in ["pit awards 7 to bob because of a spill", "pit takes 3 from ann because of a mistake"] {
        let late = evening.ask(say).await;
        assert_eq!(evening.approve(late).await.status, StatusCode::OK);
    }
    let standing = evening.house.floor.table(TABLE).expect("a table").standing.borrow().clone();
    let meters = standing.meters.of(Money::Real);
    let kept: i64 = meters.wagers.values().map(|meter| meter.staked - meter.returned).sum();
    assert_eq!(evening.balance(&format!("house/{TABLE}")).await, Chips::minor(kept), "{meters:?}");
    assert!(meters.wagers.contains_key("rulings"), "{meters:?}");
    evening.check().await;
}
