//! What the floor tells programs that watch it, before anything stops.

use floor::Role;
use journal::{HeadsConfig, HeadsPlace};
use serde_json::json;
use testkit::{Request, TestFloor};

#[tokio::test]
async fn a_copy_of_the_heads_that_cannot_be_written_is_told_and_stops_nothing() {
    let folder = tempfile::tempdir().expect("a folder");
    let copies = [folder.path().join("heads"), folder.path().join("missing").join("heads")];
    let places = copies.iter().cloned().map(HeadsPlace::from).collect();
    let heads = HeadsConfig { copies: places, ..HeadsConfig::default() };
    let house = TestFloor::builder().heads(heads).open().await;
    let health = house.send(Request::get("/api/health")).await;
    assert_eq!(health.status, 200, "the floor serves");
    assert_eq!(
        health.json()["warnings"],
        json!({ "heads": "1 of the copies cannot be written: the log says why" })
    );
    let otto = house.someone("otto", Role::Auditor).await;
    let metrics = house.send(Request::get("/metrics").by(&otto)).await.text();
    for (copy, written) in copies.iter().zip([1, 0]) {
        let line = format!("croupier_heads_copy_written{{copy=\"{}\"}} {written}", copy.display());
        assert!(metrics.contains(&line), "{metrics}");
    }
}
