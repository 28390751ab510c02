//! What runs out, on pages without a script, in both languages: the pit reads what to do, and tables say that they take no wagers.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use axum::http::StatusCode;
use floor::{Config, DealingConfig, FreeSpace, Role, TableConfig};
use testkit::TestFloor;

const MIB: u64 = 1 << 20;

/// The pages that have the banner.
const PIT: [&str; 7] = [
    "/pit",
    "/pit/switches",
    "/pit/meters",
    "/pit/irregularities",
    "/pit/log",
    "/pit/tables/plus-1",
    "/pit/tables/plus-1/confirm?deed=void&words=a+test",
];

/// A floor with a house's table and a dealer's, whose disk has as much space as this says.
async fn open(left: &Arc<AtomicU64>) -> TestFloor {
    let dealers = TableConfig { dealing: DealingConfig::Dealer, ..TableConfig::of("dealers", "macau") };
    let config = Config { tables: vec![TableConfig::of("plus-1", "plus"), dealers], ..Config::default() };
    let left = Arc::clone(left);
    let free_space = FreeSpace::new(move |_| Ok(left.load(Ordering::Relaxed)), Duration::from_millis(2));
    TestFloor::builder().config(config).free_space(free_space).pages().open().await
}

async fn set(house: &TestFloor, left: &AtomicU64, bytes: u64, suspended: bool) {
    left.store(bytes, Ordering::Relaxed);
    let desks: Vec<_> = house.floor.tables().iter().filter_map(|id| house.floor.table(id)).collect();
    let seen = || {
        house.floor.disks().iter().all(|disk| disk.left.is_some_and(|left| left.0 == bytes))
            && desks.iter().all(|desk| desk.standing.borrow().table.is_suspended() == suspended)
    };
    house.until("the floor to look at its disk", seen).await;
}

#[tokio::test]
async fn every_page_of_the_pit_tells_of_a_disk_that_runs_out() {
    let left = Arc::new(AtomicU64::new(5000 * MIB));
    let house = open(&left).await;
    let mary = house.visitor("mary", Role::ShiftManager).await;
    let root = house.visitor("root", Role::Administrator).await;
    assert!(!house.get(&mary, "/pit").await.text().contains("id=\"supplies\""), "there is enough");
    for (bytes, suspended, english, chinese) in [
        (
            900 * MIB,
            false,
            "Little disk space is left for the journal: 900 MiB. Make space: below 128 MiB no wagers are taken.",
            "账册数据库所在磁盘空间不足：剩余 900 MiB。请腾出空间：低于 128 MiB 将暂停投注。",
        ),
        (
            90 * MIB,
            true,
            "Almost no disk space is left for the journal: 90 MiB. No wagers are taken until there is space again.",
            "账册数据库所在磁盘即将写满：剩余 90 MiB。腾出空间前暂停投注。",
        ),
    ] {
        set(&house, &left, bytes, suspended).await;
        for page in PIT {
            for (language, told) in [("en", english), ("zh-Hans", chinese)] {
                let shown = house.get(&format!("{mary}; language={language}"), page).await;
                assert!(shown.element("supplies", 600).contains(told), "{page} {language}: {}", shown.text());
                assert_eq!(shown.text().contains("pit-supplies urgent"), suspended, "{page}");
            }
        }
        assert!(house.get(&root, "/pit").await.text().contains(english), "administrators too");
    }
    set(&house, &left, 5000 * MIB, false).await;
    assert!(!house.get(&mary, "/pit").await.text().contains("id=\"supplies\""));
}

#[tokio::test]
async fn tables_say_that_they_take_no_wagers_for_now() {
    let left = Arc::new(AtomicU64::new(5000 * MIB));
    let house = open(&left).await;
    let (ann, sue) = (house.visitor("ann", Role::Player).await, house.visitor("sue", Role::Supervisor).await);
    house.fund("ann").await;
    house.advance_until("plus-1", 1, |seen| seen["phase"] == "betting").await;
    assert!(house.get(&ann, "/tables/plus-1").await.text().contains("Place your bets, please"));

    set(&house, &left, 90 * MIB, true).await;
    for (language, now, why) in [
        (
            "en",
            "No wagers for now",
            "No wagers are taken for now. What is on the table is played to the end.",
        ),
        ("zh-Hans", "暂停投注", "本桌暂停接受投注；桌上的牌局会打完。"),
    ] {
        let [ann, sue] = [&ann, &sue].map(|session| format!("{session}; language={language}"));
        let table = house.get(&ann, "/tables/plus-1").await.text();
        assert!(table.contains(now) && table.contains(why) && !table.contains("id=\"bets\""), "{table}");
        assert!(house.get(&ann, "/").await.element("table-plus-1", 400).contains(now));
        assert!(house.get(&sue, "/dealer/dealers").await.text().contains(now));
        assert!(house.get(&sue, "/pit").await.element("table-plus-1", 400).contains(now));
        assert!(house.get(&sue, "/pit/tables/plus-1").await.element("state", 400).contains(now));
        // Somebody was quicker than the page.
        let bet = house.browse(&ann, "POST", "/tables/plus-1/say", "say=bets+10+on+3").await;
        let told = if language == "en" { "short of disk space" } else { "磁盘空间不足" };
        assert!(bet.status == StatusCode::CONFLICT && bet.text().contains(told), "{}", bet.text());
    }
    set(&house, &left, 5000 * MIB, false).await;
    let table = house.get(&ann, "/tables/plus-1").await.text();
    assert!(table.contains("Place your bets, please") && table.contains("id=\"bets\""), "{table}");
}
