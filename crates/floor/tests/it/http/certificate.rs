//! The certificate the floor serves: operators are warned in time that it expires.

use std::path::Path;

use axum::Router;
use axum::http::StatusCode;
use floor::{Entrance, Guard, Role, Tls};
use serde_json::Value;
use testkit::{Authority, PATIENCE, Request, TestFloor};
use tokio::net::TcpListener;

use super::secrets::listen;

const DAY: i64 = 24 * 60 * 60;
/// When the first certificate of these tests expires: nineteen days after a test's clock begins.
const EXPIRES: (i32, u8, u8) = (2023, 12, 4);

fn put(authority: &Authority, folder: &Path, until: (i32, u8, u8)) {
    let (certificate, key) = (folder.join("cert.pem"), folder.join("key.pem"));
    authority.issue_until(&["127.0.0.1"], until).write(&certificate, &key);
}

async fn warning(house: &TestFloor) -> Option<String> {
    let health = house.send(Request::get("/api/health")).await;
    assert_eq!(health.status, StatusCode::OK, "the floor serves");
    health.json()["warnings"]["certificate"].as_str().map(str::to_owned)
}

async fn metric(house: &TestFloor, auditor: &str) -> Option<String> {
    house.add(auditor, Role::Auditor).await;
    let metrics = house.send(Request::get("/metrics").by(&house.token(auditor).await)).await.text();
    let line = metrics.lines().find_map(|line| line.strip_prefix("croupier_certificate_expires_seconds "));
    line.map(str::to_owned)
}

#[tokio::test]
async fn a_certificate_that_expires_is_told_for_fourteen_days_until_it_is_renewed() {
    let (folder, authority, log) = (tempfile::tempdir().expect("a folder"), Authority::new("ours"), listen());
    put(&authority, folder.path(), EXPIRES);
    let tls =
        Tls::read(folder.path().join("cert.pem"), folder.path().join("key.pem")).expect("a certificate");
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
    let house = TestFloor::open().await;
    assert_eq!((warning(&house).await, metric(&house, "otto").await), (None, None), "it speaks no TLS yet");
    let entrance = Entrance::over_tls(listener, tls);
    let forever = std::future::pending();
    tokio::spawn(floor::serve(entrance, house.floor.clone(), Guard::default(), Router::new(), forever));
    house.until("the certificate", || house.floor.certificate().is_some()).await;
    assert_eq!(metric(&house, "olga").await.as_deref(), Some("1701648000"));
    assert_eq!(warning(&house).await, None);

    house.advance(6 * DAY).await;
    let told = "the TLS certificate expires in 13 days: renew it; the new files are served by themselves";
    assert_eq!(warning(&house).await.as_deref(), Some(told));
    house.until("the log", || log.text().contains(&format!("WARN floor::api::tls: {told}"))).await;
    house.advance(14 * DAY).await;
    let told = warning(&house).await.unwrap_or_default();
    assert!(told.starts_with("the TLS certificate expired 22 hours ago, and browsers refuse it"), "{told}");
    house.until("the log", || log.text().contains(&format!("WARN floor::api::tls: {told}"))).await;

    put(&authority, folder.path(), (2024, 3, 1));
    let renewed = async {
        while warning(&house).await.is_some() {
            tokio::time::sleep(std::time::Duration::from_millis(5)).await;
        }
    };
    tokio::time::timeout(PATIENCE, renewed).await.expect("it is renewed");
    assert_eq!(metric(&house, "oscar").await.as_deref(), Some("1709251200"));
    assert_eq!(house.send(Request::get("/api/health")).await.json()["warnings"], Value::Null);
}
