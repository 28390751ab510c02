//! A wall clock that somebody sets: tables wait as long as they said, and the books say what happened.

use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use floor::{Clock, Config, DealingConfig, Role, Seconds, SteadyClock, TableConfig};
use testkit::{PASSWORD, Request, TestFloor};

const HOUR: i64 = 3_600_000;

/// The system's wall clock, set by hand by this much.
fn wall_set_by(by: &Arc<AtomicI64>) -> Clock {
    let by = Arc::clone(by);
    Clock::System(SteadyClock::new(move || wall_time(&by)))
}

fn wall_time(by: &AtomicI64) -> i64 {
    let now = SystemTime::now().duration_since(UNIX_EPOCH).expect("after 1970").as_millis();
    i64::try_from(now).expect("a time") + by.load(Ordering::Relaxed)
}

#[tokio::test]
async fn a_table_waits_as_long_as_it_said_whichever_way_the_clock_is_set() {
    let by = Arc::new(AtomicI64::new(0));
    // Long enough that no clock runs out during the test.
    let seconds = Seconds { bets: Some(1_000), ..Seconds::default() };
    let table = TableConfig { seconds, dealing: DealingConfig::House, ..TableConfig::of("one", "macau") };
    let config = Config { tables: vec![table], ..Config::default() };
    let house = TestFloor::builder().config(config).clock(wall_set_by(&by)).open().await;
    let ann = house.someone("ann", Role::Player).await;
    house.fund("ann").await;
    let desk = house.floor.table("one").expect("a table");
    house.until("bets are taken", || desk.standing.borrow().table.round().end().is_none()).await;
    assert_eq!(house.say(&ann, "one", "bets 10 on 1").await.status, 200);
    let until = || desk.standing.borrow().table.clock().expect("a clock for bets").until;
    for step in [HOUR, -2 * HOUR] {
        let before = until();
        by.fetch_add(step, Ordering::Relaxed);
        house.until("the deadline to move", || until() != before).await;
        // The wall clock and the steady one are read one after the other.
        assert!((until() - before - step).abs() < 1_000, "moved by {}", until() - before);
        house.until("the clock to follow", || (house.floor.clock().now() - until()).abs() < HOUR).await;
        assert_eq!(house.look("one").await["phase"], "betting");
    }
    let auditor = house.someone("otto", Role::Auditor).await;
    let log = async |book: &str| {
        house.send(Request::get(&format!("/api/log?book={book}")).by(&auditor)).await.text()
    };
    for book in ["table/one", "people/floor"] {
        let log = log(book).await;
        for told in ["the clock was set forward by 3", "the clock was set back by 7"] {
            assert!(log.contains(told), "{book}: {told} in {log}");
        }
    }
}

#[tokio::test]
async fn bets_close_in_time_although_nobody_speaks_after_the_clock_was_set() {
    for step in [HOUR, -HOUR] {
        let by = Arc::new(AtomicI64::new(0));
        let seconds = Seconds { bets: Some(2), ..Seconds::default() };
        let table = TableConfig { seconds, dealing: DealingConfig::House, ..TableConfig::of("one", "macau") };
        let config = Config { tables: vec![table], ..Config::default() };
        let house = TestFloor::builder().config(config).clock(wall_set_by(&by)).open().await;
        let ann = house.someone("ann", Role::Player).await;
        house.fund("ann").await;
        let desk = house.floor.table("one").expect("a table");
        house.until("bets are taken", || desk.standing.borrow().table.round().end().is_none()).await;
        let start = Instant::now();
        assert_eq!(house.say(&ann, "one", "bets 10 on 1").await.status, 200);
        by.fetch_add(step, Ordering::Relaxed);
        let is_betting = || desk.standing.borrow().table.round().phase() == round::Phase::Betting;
        house.until("bets are closed", || !is_betting()).await;
        // The wall clock and the steady one are read one after the other.
        assert!(start.elapsed() > Duration::from_millis(1_900), "{step}: after {:?}", start.elapsed());
        let is_set = || (house.floor.clock().now() - wall_time(&by)).abs() < HOUR / 2;
        house.until("the clock to follow", is_set).await;
    }
}

#[tokio::test]
async fn nobody_waits_longer_to_sign_in_since_the_clock_was_set_back() {
    let by = Arc::new(AtomicI64::new(0));
    let house = TestFloor::builder().clock(wall_set_by(&by)).open().await;
    for name in ["ann", "bob", "cy"] {
        house.add(name, Role::Player).await;
    }
    let sign_in = async |name: &str, password: &str| {
        let body = serde_json::json!({ "name": name, "password": password });
        house.send(Request::post("/api/sign-in").from("192.0.2.66").json(&body)).await
    };
    assert_eq!(sign_in("ann", PASSWORD).await.status, 200);
    for _ in 0..3 {
        assert_eq!(sign_in("cy", "a wrong password").await.status, 401);
    }
    let before = house.floor.clock().now();
    by.fetch_sub(HOUR, Ordering::Relaxed);
    house.until("the clock to follow", || house.floor.clock().now() < before - HOUR / 2).await;
    let bob = sign_in("bob", PASSWORD).await;
    assert_eq!(bob.status, 200, "a right password costs nothing: {}", bob.text());
    let locked = sign_in("cy", PASSWORD).await;
    assert_eq!(locked.problem(), "/problems/locked-out");
    let seconds = locked.headers["retry-after"].to_str().expect("a number").parse::<u32>().expect("a number");
    assert!(seconds <= 1800, "half an hour at most: {seconds}");
}
