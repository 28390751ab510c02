//! A connection that is lost in the middle of a round, and found again.

use std::net::SocketAddr;

use testkit::{Browser, Size};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::watch;

use crate::house::House;

/// A wire between a browser and the floor that can be cut.
struct Wire {
    address: SocketAddr,
    whole: watch::Sender<bool>,
}

impl Wire {
    async fn to(house: SocketAddr) -> Wire {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
        let address = listener.local_addr().expect("an address");
        let (whole, cut) = watch::channel(true);
        tokio::spawn(async move {
            while let Ok((mut near, _)) = listener.accept().await {
                let mut cut = cut.clone();
                tokio::spawn(async move {
                    let Ok(mut far) = TcpStream::connect(house).await else { return };
                    tokio::select! {
                        _ = tokio::io::copy_bidirectional(&mut near, &mut far) => {}
                        _ = cut.wait_for(|whole| !whole) => {}
                    }
                });
            }
        });
        Wire { address, whole }
    }
}

pub(crate) async fn who_loses_the_connection_is_told_and_finds_the_true_state_and_what_happened_meanwhile() {
    let browser = Browser::start(Size::Desk, "en-US").await;
    let house = House::open().await;
    let wire = Wire::to(house.address).await;
    browser.open(&format!("http://{}/", wire.address)).await;
    browser.click("#table-plus-1 form button").await;
    house.bet(&browser).await;
    wire.whole.send_replace(false);
    browser.reads("#connection:not([hidden])", "Connection lost").await;
    browser.picture("connection-lost").await;
    // More than fits the note, which then scrolls.
    let bob = house.player("bob").await;
    for amount in 10..22 {
        house.says("plus-1", &bob, &format!("bets {amount} on 6")).await;
        house.says("plus-1", &bob, "withdraws on 6 main").await;
    }
    house.close_bets("plus-1").await;
    wire.whole.send_replace(true);
    browser.reads("#connection.back", "You are back. Meanwhile:").await;
    browser.reads("#connection.back", "no more bets").await;
    browser.find(".spot.own .cards .card").await;
    browser.picture("connection-back").await;
    browser.complains_only_of("WebSocket").await;
    browser.close().await;
}
