//! Clients that go away in the middle of a request: what was begun is done, and the floor goes on.

use std::future::poll_fn;
use std::pin::pin;
use std::task::Poll;

use floor::{Exchange, Role, Source, Till};
use serde_json::json;
use testkit::{PASSWORD, Request, TestFloor};
use vocabulary::Chips;

/// Polls a future a few times, then drops it, as a server does with the handler of a client that is gone.
async fn dropped_after<F: Future>(polls: u32, future: F) {
    let (mut future, mut left) = (pin!(future), polls);
    poll_fn(|context| {
        let polled = future.as_mut().poll(context);
        left -= 1;
        if polled.is_ready() || left == 0 { Poll::Ready(()) } else { Poll::Pending }
    })
    .await;
}

#[tokio::test]
async fn a_client_that_goes_away_during_a_write_disables_nothing() {
    let house = TestFloor::open().await;
    house.add("ann", Role::Player).await;
    house.add("bob", Role::Player).await;
    let pit = house.someone("pia", Role::PitManager).await;
    for polls in 1..=12 {
        let people = house.floor.people();
        dropped_after(polls, house.floor.welcome_guest()).await;
        dropped_after(polls, house.floor.let_in("ann", PASSWORD, Source::default())).await;
        dropped_after(polls, people.set_password("house", "bob", PASSWORD)).await;
        let exchange =
            house.floor.cage().exchange(None, "house", "ann", Exchange::Bought, Till::Cage, Chips::whole(1));
        dropped_after(polls, exchange).await;
        dropped_after(polls, house.send(Request::post("/api/guest"))).await;
        assert_eq!(house.send(Request::post("/api/guest")).await.status, 200, "after {polls} polls");
        house.fund("ann").await;
        for disabled in [true, false] {
            let ask = Request::post("/api/people/ann").by(&pit).json(&json!({ "disabled": disabled }));
            assert_eq!(house.send(ask).await.status, 200, "after {polls} polls");
        }
        assert_eq!(house.sign_in("ann", PASSWORD).await.status, 200, "after {polls} polls");
    }
}

#[tokio::test]
async fn a_guest_whose_request_was_cut_off_is_a_whole_guest() {
    let house = TestFloor::open().await;
    for polls in 1..=12 {
        dropped_after(polls, house.send(Request::post("/api/guest"))).await;
    }
    // The last one waits for all those before it, as they write into the same book.
    assert_eq!(house.send(Request::post("/api/guest")).await.status, 200);
    let guests = house.floor.people().all().await.expect("the journal reads");
    assert!(guests.len() > 1, "no request went far enough to be cut off");
    for guest in guests {
        let cage = house.floor.cage().clone();
        let mut balance = cage.balance(&guest.name).await.expect("the journal reads");
        while balance == Chips::ZERO {
            tokio::task::yield_now().await;
            balance = cage.balance(&guest.name).await.expect("the journal reads");
        }
        assert_eq!(balance, Chips::minor(house.floor.config().guest_credits), "{}", guest.name);
    }
}

#[tokio::test]
async fn health_names_the_part_that_cannot_write() {
    let house = TestFloor::open().await;
    let health = house.send(Request::get("/api/health")).await;
    assert_eq!(health.status, 200);
    let parts = health.json()["parts"].clone();
    for part in ["journal", "cage/floor", "people/floor", "table/plus-1", "table/macau-1"] {
        assert_eq!(parts[part], true, "{part} of {parts}");
    }
    let auditor = house.someone("otto", Role::Auditor).await;
    // Somebody else takes the people's book: nothing more is written to it here.
    let journal = house.floor.journal();
    let book = "people/floor".parse().expect("a name");
    journal.lease(&book, "elsewhere", std::time::Duration::from_mins(1)).await.expect("a lease");
    assert_eq!(house.send(Request::post("/api/guest")).await.status, 503);
    let health = house.send(Request::get("/api/health")).await;
    assert_eq!((health.status.as_u16(), health.problem()), (503, "/problems/unhealthy".to_owned()));
    assert!(health.text().contains("people/floor"), "{}", health.text());
    let metrics = house.send(Request::get("/metrics").by(&auditor)).await.text();
    for line in ["croupier_writable{part=\"people/floor\"} 0", "croupier_writable{part=\"cage/floor\"} 1"] {
        assert!(metrics.lines().any(|one| one == line), "{line} in {metrics}");
    }
}
