//! A connection that is lost in the middle of a round, and found again.

use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use tokio::net::{TcpListener, TcpStream};

use crate::browser::{Browser, Size};
use crate::house::House;

/// A wire between a browser and the floor that can be cut.
struct Wire {
    address: SocketAddr,
    whole: Arc<AtomicBool>,
}

impl Wire {
    async fn to(house: SocketAddr) -> Wire {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
        let address = listener.local_addr().expect("an address");
        let whole = Arc::new(AtomicBool::new(true));
        let held = Arc::clone(&whole);
        tokio::spawn(async move {
            while let Ok((mut near, _)) = listener.accept().await {
                let held = Arc::clone(&held);
                tokio::spawn(async move {
                    let Ok(mut far) = TcpStream::connect(house).await else { return };
                    tokio::select! {
                        _ = tokio::io::copy_bidirectional(&mut near, &mut far) => {}
                        () = until_cut(&held) => {}
                    }
                });
            }
        });
        Wire { address, whole }
    }
}

async fn until_cut(whole: &AtomicBool) {
    while whole.load(Ordering::Relaxed) {
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn who_loses_the_connection_is_told_and_finds_the_true_state_and_what_happened_meanwhile() {
    let Some(browser) = Browser::start(Size::Desk, "en-US").await else { return };
    let house = House::open().await;
    let wire = Wire::to(house.address).await;
    browser.open(&format!("http://{}/", wire.address)).await;
    browser.click("#table-plus-1 form button").await;
    browser.click(".spot.own button.place.main").await;
    browser.find(".spot.own .place.main.placed").await;
    wire.whole.store(false, Ordering::Relaxed);
    let lost = browser.text("#connection:not([hidden])").await;
    assert!(lost.contains("Connection lost"), "{lost}");
    browser.picture("connection-lost").await;
    house.close_bets("plus-1").await;
    wire.whole.store(true, Ordering::Relaxed);
    let back = browser.text("#connection.back").await;
    assert!(back.contains("You are back. Meanwhile:") && back.contains("no more bets"), "{back}");
    browser.find(".spot.own .cards .card").await;
    browser.picture("connection-back").await;
    let only_the_cut = browser.complaints().await;
    assert!(only_the_cut.iter().all(|one| one.contains("WebSocket")), "{only_the_cut:#?}");
    browser.close().await;
}
