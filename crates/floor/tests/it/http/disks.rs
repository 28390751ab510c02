//! Disks that fill up: staff are warned in time, wagers wait for space, and rounds that are on are played to the end.

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, channel};
use std::time::Duration;

use axum::http::StatusCode;
use floor::{Config, DealingConfig, FreeSpace, Role, Space, TableConfig};
use journal::HeadsConfig;
use serde_json::{Value, json};
use testkit::{PATIENCE, Reply, Request, TestFloor};

use super::secrets::listen;

const MIB: u64 = 1 << 20;
const GIB: u64 = 1 << 30;

/// Disks that have as much space as a test says.
#[derive(Clone)]
struct Left(Arc<AtomicU64>);

impl Left {
    fn new(bytes: u64) -> Left {
        Left(Arc::new(AtomicU64::new(bytes)))
    }

    fn free_space(&self) -> FreeSpace {
        let Left(left) = self.clone();
        FreeSpace::new(move |_| Ok(left.load(Ordering::Relaxed)), Duration::from_millis(2))
    }

    /// Sets how many bytes are left, and waits until the floor has seen it.
    async fn set(&self, house: &TestFloor, bytes: u64) {
        self.0.store(bytes, Ordering::Relaxed);
        let seen = || house.floor.disks().iter().all(|disk| disk.left.is_some_and(|left| left.0 == bytes));
        house.until("the floor to look at its disks", seen).await;
    }
}

async fn warnings(house: &TestFloor) -> Value {
    let health = house.send(Request::get("/api/health")).await;
    assert_eq!(health.status, StatusCode::OK, "the floor serves");
    health.json()["warnings"].clone()
}

fn is_suspended(reply: &Reply) -> bool {
    let refused = (reply.status, reply.problem().as_str()) == (StatusCode::CONFLICT, "/problems/suspended");
    assert!(!refused || reply.text().contains("disk space"), "they read why: {}", reply.text());
    refused
}

/// Waits until every table takes no wagers, or takes them again.
async fn until_suspended(house: &TestFloor, suspended: bool) {
    let tables: Vec<_> = house.floor.tables().iter().filter_map(|id| house.floor.table(id)).collect();
    let seen = || tables.iter().all(|desk| desk.standing.borrow().table.is_suspended() == suspended);
    house.until("every table to know of it", seen).await;
}

#[tokio::test]
async fn little_space_is_told_to_operators_and_stops_nothing() {
    let (left, log) = (Left::new(5 * GIB), listen());
    let house = TestFloor::builder().free_space(left.free_space()).open().await;
    let disks = house.floor.disks();
    assert_eq!(disks.len(), 1, "the heads lie beside the journal: {disks:?}");
    let folder = disks[0].folder.display().to_string();
    let lines = |level: &str| {
        let log = log.text();
        log.lines().filter(|line| line.contains(&folder) && line.contains(level)).count()
    };
    assert_eq!((warnings(&house).await, lines("WARN")), (Value::Null, 0));

    left.set(&house, 900 * MIB).await;
    let told = "900 MiB left: make space. Below 128 MiB no wagers are taken, and when it is full the server ends with \
                status 1; nothing that was acknowledged is lost";
    assert_eq!(warnings(&house).await, json!({ "disk/journal": told }));
    assert_eq!(lines("WARN"), 1);
    left.set(&house, 800 * MIB).await;
    left.set(&house, GIB + MIB).await;
    assert_eq!(lines("WARN"), 1, "a level is reported once");
    let ann = house.someone("ann", Role::Player).await;
    house.fund("ann").await;
    house.open_betting().await;
    assert_eq!(house.say(&ann, "plus-1", "bets 10 on 3").await.status, StatusCode::OK);

    let otto = house.someone("otto", Role::Auditor).await;
    let metrics = house.send(Request::get("/metrics").by(&otto)).await.text();
    let gauge = format!(
        "# TYPE croupier_disk_free_bytes gauge\ncroupier_disk_free_bytes{{path=\"journal\"}} {}\n",
        GIB + MIB
    );
    assert!(metrics.contains(&gauge), "{metrics}");
    assert!(!metrics.contains("croupier_certificate"), "this floor has none");

    left.set(&house, 2 * GIB).await;
    assert_eq!((warnings(&house).await, lines("WARN"), lines("there is enough space")), (Value::Null, 1, 1));
}

#[tokio::test]
async fn on_an_almost_full_disk_rounds_are_played_to_the_end_and_none_begins_until_there_is_space() {
    let dealers = TableConfig { dealing: DealingConfig::Dealer, ..TableConfig::of("dealers", "macau") };
    let tables = vec![TableConfig::of("macau-1", "macau"), dealers];
    let left = Left::new(5 * GIB);
    let config = Config { tables, ..Config::default() };
    let house = TestFloor::builder().config(config).free_space(left.free_space()).open().await;
    let (ann, deke) = (house.someone("ann", Role::Player).await, house.dealer("deke", "dealers").await);
    let mary = house.someone("mary", Role::ShiftManager).await;
    house.fund("ann").await;
    house.advance_until("macau-1", 1, |seen| seen["phase"] == "betting").await;
    assert_eq!(house.say(&deke, "dealers", "dealer opens bets").await.status, StatusCode::OK);
    for table in ["macau-1", "dealers"] {
        assert_eq!(house.say(&ann, table, "bets 10 on 3").await.status, StatusCode::OK);
    }

    left.set(&house, 100 * MIB).await;
    until_suspended(&house, true).await;
    let told = warnings(&house).await["disk/journal"].to_string();
    assert!(told.contains("100 MiB left: no wagers are taken until 140 MiB are free"), "{told}");
    let listed = house.send(Request::get("/api/tables")).await.json();
    assert_eq!((&listed[0]["suspended"], &listed[0]["open"]), (&json!(true), &json!(true)), "{listed}");
    for table in ["macau-1", "dealers"] {
        assert!(is_suspended(&house.say(&ann, table, "bets 10 on 4").await), "{table}");
        assert!(is_suspended(&house.say(&mary, table, "dealer bets 10 for ann on 5").await), "{table}");
    }
    assert_eq!(house.say(&deke, "dealers", "dealer closes bets").await.status, StatusCode::OK);
    for (who, say) in [(&deke, "shoe 5s 6d 6s"), (&ann, "doubles"), (&deke, "shoe Ts"), (&deke, "shoe Th Kc")]
    {
        let reply = house.say(who, "dealers", say).await;
        assert_eq!(reply.status, StatusCode::OK, "what belongs to the round is taken: {}", reply.text());
    }
    assert_eq!(house.look("dealers").await["phase"], "settled");
    assert!(is_suspended(&house.say(&deke, "dealers", "dealer opens bets").await));
    let over = house.advance_until("macau-1", 5, |seen| seen["phase"] == "settled").await;
    house.advance(600).await;
    let later = house.look("macau-1").await;
    assert_eq!((&later["round"], &later["clock"]), (&over["round"], &Value::Null), "no round begins");

    // A little is not enough.
    left.set(&house, 130 * MIB).await;
    assert!(is_suspended(&house.say(&deke, "dealers", "dealer opens bets").await));
    left.set(&house, 5 * GIB).await;
    until_suspended(&house, false).await;
    house.advance_until("macau-1", 1, |seen| seen["phase"] == "betting").await;
    assert_eq!(house.say(&deke, "dealers", "dealer opens bets").await.status, StatusCode::OK);
    for table in ["macau-1", "dealers"] {
        assert_eq!(house.say(&ann, table, "bets 10 on 4").await.status, StatusCode::OK, "{table}");
    }
    assert_eq!(warnings(&house).await, Value::Null);
}

#[tokio::test]
async fn a_floor_that_opens_on_an_almost_full_disk_takes_no_wagers_from_the_start() {
    let left = Left::new(MIB);
    let house = TestFloor::builder().free_space(left.free_space()).open().await;
    until_suspended(&house, true).await;
    house.advance(600).await;
    let seen = house.look("plus-1").await;
    assert_eq!((&seen["round"], &seen["suspended"], &seen["clock"]), (&json!(0), &json!(true), &Value::Null));
    left.set(&house, 5 * GIB).await;
    house.open_betting().await;
}

#[tokio::test]
async fn a_table_that_staff_closed_stays_closed_when_there_is_space_again() {
    let left = Left::new(MIB);
    let house = TestFloor::builder().free_space(left.free_space()).open().await;
    let mary = house.someone("mary", Role::ShiftManager).await;
    until_suspended(&house, true).await;
    let close = json!({ "id": "close", "table": "plus-1", "open": false });
    let closed = house.send(Request::post("/api/operate/open").by(&mary).json(&close)).await;
    assert_eq!(closed.status, StatusCode::OK, "{}", closed.text());
    left.set(&house, 5 * GIB).await;
    until_suspended(&house, false).await;
    house.advance(600).await;
    let seen = house.look("plus-1").await;
    assert_eq!((&seen["open"], &seen["round"]), (&json!(false), &json!(0)), "{seen}");
}

#[tokio::test]
async fn every_disk_has_its_own_name_and_a_full_copy_of_the_heads_stops_nothing() {
    let folder = tempfile::tempdir().expect("a folder");
    let part = |name: &str| {
        let folder = folder.path().join(name);
        std::fs::create_dir(&folder).expect("a folder");
        folder.canonicalize().expect("a path")
    };
    let (heads, first, second) = (part("heads"), part("first"), part("second"));
    let full = second.clone();
    let free_space = FreeSpace::new(
        move |folder| if folder == full { Ok(7) } else { Ok(5 * GIB) },
        Duration::from_millis(2),
    );
    let config = HeadsConfig {
        path: Some(heads.join("floor.heads")),
        copies: vec![first.join("copy").into(), second.join("copy").into()],
        ..HeadsConfig::default()
    };
    let house = TestFloor::builder().heads(config).free_space(free_space).open().await;
    let disks = house.floor.disks();
    let names: Vec<(&str, &PathBuf)> = disks.iter().map(|disk| (disk.part.as_str(), &disk.folder)).collect();
    assert_eq!(names[1..], [("heads", &heads), ("heads-copy-1", &first), ("heads-copy-2", &second)]);
    assert_eq!((names[0].0, disks[3].space), ("journal", Space::Critical));
    let told = warnings(&house).await;
    assert!(told["disk/heads-copy-2"].to_string().contains("7 bytes left: make space"), "{told}");
    assert_eq!(told.as_object().map(serde_json::Map::len), Some(1), "{told}");
    house.open_betting().await;
}

#[tokio::test]
async fn a_disk_that_hangs_is_reported_and_does_not_keep_the_floor_from_closing() {
    let (release, end) = channel::<()>();
    let (end, hangs): (Mutex<Receiver<()>>, Arc<AtomicBool>) = (Mutex::new(end), Arc::default());
    let asked = Arc::clone(&hangs);
    let free_space = FreeSpace::new(
        move |_| {
            if asked.swap(true, Ordering::Relaxed) {
                // Until the test has ended.
                let _ = end.lock().map(|end| end.recv());
            }
            Ok(5 * GIB)
        },
        Duration::from_millis(2),
    );
    let house = TestFloor::builder().free_space(free_space).open().await;
    let told =
        || house.floor.warnings().get("disk/journal").is_some_and(|why| why.contains("does not answer"));
    house.until("a warning", told).await;
    house.open_betting().await;
    tokio::time::timeout(PATIENCE, house.floor.close()).await.expect("the floor closes");
    drop(release);
}
