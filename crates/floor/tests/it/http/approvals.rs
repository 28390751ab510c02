//! Large moves take two people, and a dealer alone ends no round.

use axum::http::StatusCode;
use floor::{ApprovalLimits, Config, Role, TableConfig};
use serde_json::{Value, json};
use testkit::{Reply, Request, TestFloor};
use vocabulary::Chips;

/// A game whose rulings are a supervisor's, and one whose rulings are a shift manager's.
const TABLES: [(&str, &str); 2] = [("blackjack-1", "blackjack"), ("plus-1", "plus")];

fn config(approval: ApprovalLimits) -> Config {
    Config {
        approval,
        tables: TABLES.map(|(id, game)| TableConfig::of(id, game)).into(),
        ..Config::default()
    }
}

/// A floor where ann has a wager in a round that is dealt, with people of every post.
struct Evening {
    house: TestFloor,
    sue: String,
    sam: String,
    mary: String,
    max: String,
}

impl Evening {
    async fn new(approval: ApprovalLimits) -> Evening {
        let house = TestFloor::with(config(approval)).await;
        let ann = house.someone("ann", Role::Player).await;
        house.add("bob", Role::Player).await;
        house.fund("ann").await;
        let sue = house.someone("sue", Role::Supervisor).await;
        let sam = house.someone("sam", Role::Supervisor).await;
        let mary = house.someone("mary", Role::ShiftManager).await;
        let max = house.someone("max", Role::ShiftManager).await;
        house.open_betting().await;
        for (table, _) in TABLES {
            assert_eq!(house.say(&ann, table, "bets 100 on 1").await.status, StatusCode::OK);
            assert_eq!(house.say(&mary, table, "dealer closes bets").await.status, StatusCode::OK);
        }
        Evening { house, sue, sam, mary, max }
    }

    async fn say(&self, by: &str, table: &str, say: &str) -> Reply {
        self.house.say(by, table, say).await
    }

    /// Asks for something that takes two, and returns its number.
    async fn ask(&self, by: &str, table: &str, say: &str) -> u64 {
        let reply = self.say(by, table, say).await;
        assert_eq!(reply.status, StatusCode::ACCEPTED, "{say}: {}", reply.text());
        assert_eq!(reply.json()["waits-for-approval"], true, "{}", reply.text());
        reply.json()["seq"].as_u64().expect("a number")
    }

    async fn judge(&self, by: &str, table: &str, number: u64, approve: bool) -> Reply {
        let id = format!("{number}-{approve}-{}", &by[..8]);
        let body = json!({ "id": id, "approve": approve });
        let path = format!("/api/tables/{table}/approvals/{number}");
        self.house.send(Request::post(&path).by(by).json(&body)).await
    }

    async fn waiting(&self, table: &str) -> Value {
        let path = format!("/api/tables/{table}/approvals");
        self.house.send(Request::get(&path).by(&self.sue)).await.json()["approvals"].clone()
    }

    async fn balance(&self, name: &str) -> Chips {
        self.house.floor.cage().balance(name).await.expect("a balance")
    }

    /// The journal is in order, and every round settles again as it is written.
    async fn check(&self) {
        let audited = floor::audit(self.house.floor.journal(), journal::Since::Start, &[], |_| {}).await;
        let audited = audited.expect("the journal reads");
        assert!(audited.is_clean(), "{audited:?}");
    }
}

const LARGE: &str = "pit awards 1000000000 to bob because of a complaint";

#[tokio::test]
async fn a_large_award_takes_two_people_of_the_post_the_game_asks_for() {
    let evening = Evening::new(ApprovalLimits::default()).await;
    let house = &evening.house;
    let body = json!({ "id": "award", "say": LARGE });
    let ask = || Request::post("/api/tables/plus-1/say").by(&evening.mary).json(&body);
    let asked = house.send(ask()).await;
    assert_eq!(asked.status, StatusCode::ACCEPTED, "{}", asked.text());
    let again = house.send(ask()).await;
    assert_eq!((again.status, again.json()), (asked.status, asked.json()), "once for each id");
    assert_eq!(evening.balance("bob").await, Chips::ZERO);
    let number = asked.json()["seq"].as_u64().expect("a number");
    let waiting = evening.waiting("plus-1").await;
    assert_eq!(waiting.as_array().map(Vec::len), Some(1), "{waiting}");
    let first = &waiting[0];
    assert_eq!((&first["number"], &first["by"]), (&json!(number), &json!("mary")));
    assert_eq!((&first["amount"], &first["said"][0]), (&json!(100_000_000_000_i64), &json!(LARGE)));
    assert!(!first["clause"].as_str().expect("a clause").is_empty());

    // The same person, with any token, and a person who may not rule here.
    let own = house.token("mary").await;
    for session in [&evening.mary, &own] {
        let refused = evening.judge(session, "plus-1", number, true).await;
        assert_eq!(refused.status, StatusCode::FORBIDDEN, "{}", refused.text());
        assert!(refused.text().contains("takes two people"), "{}", refused.text());
    }
    let low = evening.judge(&evening.sue, "plus-1", number, true).await;
    assert_eq!((low.status, low.problem().as_str()), (StatusCode::CONFLICT, "/problems/refused"));
    let dealer = house.dealer("deke", "plus-1").await;
    for approve in [true, false] {
        assert_eq!(evening.judge(&dealer, "plus-1", number, approve).await.status, StatusCode::FORBIDDEN);
    }
    let ann = house.token("ann").await;
    assert_eq!(evening.judge(&ann, "plus-1", number, true).await.status, StatusCode::FORBIDDEN);
    assert_eq!(evening.judge(&evening.max, "plus-1", number + 1, true).await.status, StatusCode::NOT_FOUND);
    assert_eq!(evening.judge(&evening.max, "blackjack-1", number, true).await.status, StatusCode::NOT_FOUND);
    assert_eq!((evening.balance("bob").await, &evening.waiting("plus-1").await), (Chips::ZERO, &waiting));

    // A second one approves it, once.
    let approved = evening.judge(&evening.max, "plus-1", number, true).await;
    assert_eq!(approved.status, StatusCode::OK, "{}", approved.text());
    assert_eq!(evening.judge(&evening.max, "plus-1", number, true).await.json(), approved.json());
    assert_eq!(evening.balance("bob").await, Chips::whole(1_000_000_000));
    assert_eq!(evening.waiting("plus-1").await, json!([]));
    let third = house.someone("mick", Role::ShiftManager).await;
    assert_eq!(evening.judge(&third, "plus-1", number, true).await.status, StatusCode::NOT_FOUND);
    let log = house.send(Request::get("/api/log?book=table/plus-1").by(&evening.sue)).await.json();
    let approval = json!({ "approved": { "number": number, "asked-by": "mary" } });
    let names_both = |line: &Value| line["body"]["approval"] == approval && line["body"]["by"] == "max";
    assert!(log.as_array().expect("entries").iter().any(names_both), "{log}");
    evening.check().await;
}

#[tokio::test]
async fn small_awards_are_made_at_once_until_together_they_are_large() {
    let evening = Evening::new(ApprovalLimits::default()).await;
    for _ in 0..2 {
        let small =
            evening.say(&evening.sue, "blackjack-1", "pit awards 500 to bob because of a spill").await;
        assert_eq!(small.status, StatusCode::OK, "{}", small.text());
        assert_eq!(small.json().get("waits-for-approval"), None, "{}", small.text());
    }
    let number = evening.ask(&evening.sue, "blackjack-1", "pit awards 1 to ann because of a spill").await;
    let taken = evening.ask(&evening.sue, "blackjack-1", "pit takes 600 from bob because of a spill").await;
    assert_eq!(evening.judge(&evening.sam, "blackjack-1", taken, true).await.status, StatusCode::OK);
    // The person who asked takes it back; a second one declines.
    assert_eq!(evening.judge(&evening.sue, "blackjack-1", number, false).await.status, StatusCode::OK);
    let declined = evening.ask(&evening.sue, "blackjack-1", "pit awards 1 to ann because of a spill").await;
    assert_eq!(evening.judge(&evening.sam, "blackjack-1", declined, false).await.status, StatusCode::OK);
    for number in [number, declined] {
        assert_eq!(
            evening.judge(&evening.sam, "blackjack-1", number, true).await.status,
            StatusCode::NOT_FOUND
        );
    }
    assert_eq!(evening.balance("bob").await, Chips::whole(400));
    evening.check().await;
}

#[tokio::test]
async fn a_token_that_somebody_made_for_another_makes_no_second_person() {
    let evening = Evening::new(ApprovalLimits::default()).await;
    let root = evening.house.someone("root", Role::Administrator).await;
    let mut tokens = Vec::new();
    for name in ["sue", "sam"] {
        let reply = evening.house.send(Request::post(&format!("/api/people/{name}/token")).by(&root)).await;
        tokens.push(reply.json()["token"].as_str().expect("a token").to_owned());
    }
    let number = evening.ask(&tokens[0], "blackjack-1", LARGE).await;
    let refused = evening.judge(&tokens[1], "blackjack-1", number, true).await;
    assert_eq!(refused.status, StatusCode::FORBIDDEN, "{}", refused.text());
    assert_eq!(evening.judge(&evening.sam, "blackjack-1", number, true).await.status, StatusCode::OK);
}

#[tokio::test]
async fn a_second_session_of_the_same_person_makes_no_second_person() {
    let evening = Evening::new(ApprovalLimits::default()).await;
    let number = evening.ask(&evening.sue, "blackjack-1", LARGE).await;
    let browser = evening.house.sign_in("sue", testkit::PASSWORD).await.cookie();
    let body = json!({ "id": "browser", "approve": true });
    let path = format!("/api/tables/blackjack-1/approvals/{number}");
    let refused = evening.house.send(Request::post(&path).by(&browser).json(&body)).await;
    assert_eq!(refused.status, StatusCode::FORBIDDEN, "{}", refused.text());
    assert_eq!(evening.judge(&evening.sam, "blackjack-1", number, true).await.status, StatusCode::OK);
}

#[tokio::test]
async fn two_who_approve_at_once_have_one_effect() {
    let evening = Evening::new(ApprovalLimits::default()).await;
    let number = evening.ask(&evening.sue, "blackjack-1", LARGE).await;
    let both = tokio::join!(
        evening.judge(&evening.sam, "blackjack-1", number, true),
        evening.judge(&evening.max, "blackjack-1", number, true),
    );
    let mut statuses = [both.0.status, both.1.status];
    statuses.sort();
    assert_eq!(statuses, [StatusCode::OK, StatusCode::NOT_FOUND]);
    assert_eq!(evening.balance("bob").await, Chips::whole(1_000_000_000));
}

#[tokio::test]
async fn what_waits_survives_a_restart_and_a_failure() {
    let Evening { house, sue, sam, mary, max } = Evening::new(ApprovalLimits::default()).await;
    let evening = Evening { house, sue, sam, mary, max };
    let number = evening.ask(&evening.sue, "blackjack-1", LARGE).await;
    let waiting = evening.waiting("blackjack-1").await;
    let Evening { house, sue, sam, mary, max } = evening;
    let house = house.reopen(config(ApprovalLimits::default())).await;
    let house = house.crash(config(ApprovalLimits::default())).await;
    let evening = Evening { house, sue, sam, mary, max };
    assert_eq!(evening.waiting("blackjack-1").await, waiting);
    let approved = evening.judge(&evening.sam, "blackjack-1", number, true).await;
    assert_eq!(approved.status, StatusCode::OK, "{}", approved.text());
    assert_eq!(evening.balance("bob").await, Chips::whole(1_000_000_000));
    evening.check().await;
}

#[tokio::test]
async fn what_waits_ends_after_a_time_and_until_then_no_round_begins() {
    let evening = Evening::new(ApprovalLimits { minutes: 5, ..ApprovalLimits::default() }).await;
    let round = evening.house.look("blackjack-1").await["round"].clone();
    let number = evening.ask(&evening.sue, "blackjack-1", LARGE).await;
    for _ in 0..29 {
        evening.house.advance(10).await;
    }
    let seen = evening.house.look("blackjack-1").await;
    assert_eq!((&seen["round"], &seen["phase"]), (&round, &json!("settled")), "{seen}");
    assert_eq!(evening.waiting("blackjack-1").await[0]["number"], number);
    evening.house.advance(10).await;
    assert_eq!(evening.waiting("blackjack-1").await, json!([]));
    assert_eq!(evening.judge(&evening.sam, "blackjack-1", number, true).await.status, StatusCode::NOT_FOUND);
    evening.house.advance_until("blackjack-1", 1, |seen| seen["round"] != round).await;
    assert_eq!(evening.balance("bob").await, Chips::ZERO);
    evening.check().await;
}

#[tokio::test]
async fn what_the_rules_do_not_allow_any_more_ends_with_their_reason() {
    let limits = ApprovalLimits { void: 0, ..ApprovalLimits::default() };
    let evening = Evening::new(limits).await;
    let before = evening.house.advance_until("blackjack-1", 1, |seen| seen["phase"] != "betting").await;
    assert_ne!(before["phase"], "settled", "this seed deals a blackjack: choose another one for the tests");
    let number = evening.ask(&evening.sue, "blackjack-1", "pit voids because of a fire drill").await;
    evening.house.advance_until("blackjack-1", 5, |seen| seen["phase"] == "settled").await;
    assert_eq!(evening.waiting("blackjack-1").await, json!([]));
    let late = evening.judge(&evening.sam, "blackjack-1", number, true).await;
    assert_eq!(late.status, StatusCode::NOT_FOUND);
    assert!(late.text().contains("what sue asked for lapsed: the round went on"), "{}", late.text());
    evening.check().await;
}

/// A dealer's table of a game that voids the round after a power failure, with `stake` on the first spot.
async fn dealt(stake: u32) -> (TestFloor, String, String) {
    let mut table = TableConfig::of("plus-1", "plus");
    table.limits = [("main".to_owned(), (500, 100_000_000))].into();
    let table = TableConfig { dealing: floor::DealingConfig::Dealer, ..table };
    let house = TestFloor::with(Config { tables: vec![table], ..Config::default() }).await;
    let (deke, ann) = (house.dealer("deke", "plus-1").await, house.someone("ann", Role::Player).await);
    let sue = house.someone("sue", Role::Supervisor).await;
    for _ in 0..10 {
        house.fund("ann").await;
    }
    for (who, say) in [
        (&deke, "dealer opens bets"),
        (&ann, &*format!("bets {stake} on 1")),
        (&deke, "dealer closes bets"),
        (&deke, "shoe Ts 7d 9s"),
    ] {
        let said = house.say(who, "plus-1", say).await;
        assert_eq!(said.status, StatusCode::OK, "{say}: {}", said.text());
    }
    (house, deke, sue)
}

#[tokio::test]
async fn a_dealer_alone_ends_no_round_by_what_they_report() {
    for report in ["dealer reports power-failure", "pit reports power-failure", "pit reports foreign-card"] {
        let (house, deke, sue) = dealt(100).await;
        let reported = house.say(&deke, "plus-1", report).await;
        assert_eq!(reported.status, StatusCode::ACCEPTED, "{report}: {}", reported.text());
        assert_ne!(house.look("plus-1").await["phase"], "void", "{report}");
        let number = reported.json()["seq"].clone();
        let path = format!("/api/tables/plus-1/approvals/{number}");
        let body = json!({ "id": "c1", "approve": true });
        let confirmed = house.send(Request::post(&path).by(&sue).json(&body)).await;
        assert_eq!(confirmed.status, StatusCode::OK, "{report}: {}", confirmed.text());
        assert_eq!(house.floor.cage().balance("ann").await.expect("a balance"), Chips::whole(10_000));
        let audited = floor::audit(house.floor.journal(), journal::Since::Start, &[], |_| {}).await;
        assert!(audited.expect("the journal reads").is_clean());
        // What a supervisor reports themselves is acted on at once.
        let (house, _, sue) = dealt(100).await;
        let reported = house.say(&sue, "plus-1", report).await;
        assert_eq!(reported.status, StatusCode::OK, "{report}: {}", reported.text());
        // Unless the amount given back takes two.
        let (house, _, sue) = dealt(6_000).await;
        let reported = house.say(&sue, "plus-1", report).await;
        assert_eq!(reported.status, StatusCode::ACCEPTED, "{report}: {}", reported.text());
    }
}

/// In Star Elements nobody voids the round after a power failure: everyone may take their wagers back, which is as good.
#[tokio::test]
async fn a_dealer_alone_gives_no_wagers_back_by_a_power_failure() {
    let table =
        TableConfig { dealing: floor::DealingConfig::Dealer, ..TableConfig::of("star-1", "star-elements") };
    let house = TestFloor::with(Config { tables: vec![table], ..Config::default() }).await;
    let (deke, ann) = (house.dealer("deke", "star-1").await, house.someone("ann", Role::Player).await);
    let sue = house.someone("sue", Role::Supervisor).await;
    house.fund("ann").await;
    for (who, say) in [
        (&deke, "dealer opens bets"),
        (&ann, "bets 100 on 1"),
        (&deke, "dealer closes bets"),
        (&deke, "shoe Tf 9e 6g"),
    ] {
        let said = house.say(who, "star-1", say).await;
        assert_eq!(said.status, StatusCode::OK, "{say}: {}", said.text());
    }
    let reported = house.say(&deke, "star-1", "dealer reports power-failure").await;
    assert_eq!(reported.status, StatusCode::ACCEPTED, "{}", reported.text());
    let path = "/api/tables/star-1/approvals";
    let waiting = house.send(Request::get(path).by(&sue)).await.json()["approvals"].clone();
    assert_eq!((&waiting[0]["by"], &waiting[0]["amount"]), (&json!("deke"), &json!(10_000)), "{waiting}");
    let refused = house.say(&ann, "star-1", "withdraws all").await;
    assert_eq!(refused.status, StatusCode::CONFLICT, "{}", refused.text());
    let approve = json!({ "id": "c1", "approve": true });
    let judge = Request::post(&format!("{path}/{}", reported.json()["seq"])).by(&sue).json(&approve);
    let judged = house.send(judge).await;
    assert_eq!(judged.status, StatusCode::OK, "{}", judged.text());
    assert_eq!(house.say(&ann, "star-1", "withdraws all").await.status, StatusCode::OK);
    assert_eq!(house.floor.cage().balance("ann").await.expect("a balance"), Chips::whole(1_000));
}

#[tokio::test]
async fn a_report_that_ends_no_round_is_acted_on_at_once() {
    let house = TestFloor::with(config(ApprovalLimits::default())).await;
    let (deke, ann) = (house.dealer("deke", "blackjack-1").await, house.someone("ann", Role::Player).await);
    house.fund("ann").await;
    house.open_betting().await;
    assert_eq!(house.say(&ann, "blackjack-1", "bets 10 on 1").await.status, StatusCode::OK);
    let reported = house.say(&deke, "blackjack-1", "dealer reports power-failure").await;
    assert_eq!(reported.status, StatusCode::OK, "a supervisor decides anyway: {}", reported.text());
}

/// An award of a void round stays, and with the next round the award of a round begins at nothing.
#[tokio::test]
async fn small_awards_in_many_rounds_are_a_large_one_after_a_restart_too() {
    let limits = ApprovalLimits { award: 100_000, ..ApprovalLimits::default() };
    let evening = Evening::new(limits).await;
    let table = "blackjack-1";
    // ann sits since the first round.
    let ann = evening.house.sign_in("ann", testkit::PASSWORD).await.cookie();
    let again = async |evening: &Evening| {
        assert_eq!(evening.say(&evening.sue, table, "pit voids because of a test").await.status, 200);
    };
    let award = "pit awards 400 to ann because of a complaint";
    for _ in 0..2 {
        again(&evening).await;
        assert_eq!(evening.say(&evening.sue, table, award).await.status, StatusCode::OK);
        evening.house.open_betting().await;
        let bet = evening.say(&ann, table, "bets 100 on 1").await;
        assert_eq!(bet.status, StatusCode::OK, "{}", bet.text());
        assert_eq!(evening.say(&evening.mary, table, "dealer closes bets").await.status, StatusCode::OK);
    }
    again(&evening).await;
    let house = evening.house.crash(config(limits)).await;
    let evening = Evening { house, ..evening };
    evening.ask(&evening.sam, table, award).await;
    // What is approved does not count, and small ones still go.
    assert_eq!(
        evening.say(&evening.sue, table, "pit awards 200 to ann because of a complaint").await.status,
        StatusCode::OK
    );
    evening.ask(&evening.sue, table, "pit awards 1 to ann because of a complaint").await;
    // A shift later nothing counts any more.
    evening.house.advance(8 * 60 * 60).await;
    let sam = evening.house.sign_in("sam", testkit::PASSWORD).await.cookie();
    assert_eq!(evening.say(&sam, table, award).await.status, StatusCode::OK);
    evening.check().await;
}

#[tokio::test]
async fn what_somebody_asked_for_ends_once_their_login_is_disabled() {
    let evening = Evening::new(ApprovalLimits::default()).await;
    let house = &evening.house;
    let root = house.someone("root", Role::Administrator).await;
    let disable = |name: &str, disabled: bool| {
        let path = format!("/api/people/{name}");
        Request::post(&path).by(&root).json(&json!({ "disabled": disabled }))
    };
    let number = evening.ask(&evening.mary, "plus-1", LARGE).await;
    assert_eq!(house.send(disable("mary", true)).await.status, StatusCode::OK);
    let refused = evening.judge(&evening.max, "plus-1", number, true).await;
    assert_eq!((refused.status, refused.problem().as_str()), (StatusCode::CONFLICT, "/problems/refused"));
    let why = "mary asked for it, and that login was disabled since";
    assert!(refused.text().contains(why), "{}", refused.text());
    assert_eq!((evening.waiting("plus-1").await, evening.balance("bob").await), (json!([]), Chips::ZERO));
    let path = "/api/tables/plus-1/approvals";
    let ended = house.send(Request::get(path).by(&evening.sue)).await.json()["ended"].clone();
    assert!(ended[0].to_string().contains(why), "{ended}");
    // A login that is enabled again brings nothing back.
    assert_eq!(house.send(disable("mary", false)).await.status, StatusCode::OK);
    assert_eq!(evening.judge(&evening.max, "plus-1", number, true).await.status, StatusCode::NOT_FOUND);
    evening.check().await;
}
