//! Clients that go away in the middle of a request: what was begun is done, and the floor goes on.

use std::future::poll_fn;
use std::pin::pin;
use std::task::Poll;

use floor::{Exchange, Money, Role, Source, Till};
use serde_json::json;
use testkit::{PASSWORD, Random, Request, TestFloor};
use vocabulary::Chips;

use super::operations::{Operation, operations};

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
        let mut balance = cage.balance_in(Money::Play, &guest.name).await.expect("the journal reads");
        while balance == Chips::ZERO {
            tokio::task::yield_now().await;
            balance = cage.balance_in(Money::Play, &guest.name).await.expect("the journal reads");
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

/// A floor with someone in every role, and random commands of theirs.
struct Crowd {
    house: TestFloor,
    staff: Vec<(Role, String)>,
    random: Random,
    number: usize,
}

impl Crowd {
    async fn gather(seed: u64) -> Crowd {
        let house = TestFloor::open().await;
        for name in ["bystander", "leaver"] {
            house.add(name, Role::Player).await;
        }
        let mut staff = Vec::new();
        for role in Role::ALL {
            staff.push((role, house.someone(&format!("some-{}", role.word()), role).await));
        }
        house.fund("some-player").await;
        house.open_betting().await;
        Crowd { house, staff, random: Random::new(seed), number: 0 }
    }

    /// Something a player may want to say; the rules refuse some of it.
    fn sentence(&mut self) -> String {
        let spot = self.random.below(7) + 1;
        match self.random.below(6) {
            0 => format!("sits on {spot}"),
            1 => format!("leaves {spot}"),
            2 => "stands".into(),
            3 => "hits".into(),
            _ => format!("bets 10 on {spot}"),
        }
    }

    /// A POST of the document as somebody may send it, with an id and a name that are new.
    async fn request(&mut self, operation: &Operation) -> Request {
        self.number += 1;
        let (number, tables) = (self.number, self.house.floor.tables());
        let table = tables[self.random.below(tables.len())].clone();
        let mut body = operation.body.clone();
        let (role, flag) = (operation.role(), self.random.one_in(2));
        let sentence = self.sentence();
        if let Some(fields) = body.as_object_mut() {
            for (name, value) in fields.iter_mut() {
                match name.as_str() {
                    "id" => *value = json!(format!("g{number}")),
                    "name" if operation.path == "/api/people" => *value = json!(format!("newcomer-{number}")),
                    "say" if role == Role::Player => *value = json!(sentence),
                    "player" if operation.path.ends_with("end-seat") => *value = json!("some-player"),
                    "disabled" | "open" => *value = json!(flag),
                    "table" => *value = json!(*table),
                    _ => {}
                }
            }
        }
        let path = match operation.path {
            // What is posted names its game.
            "/api/tables/{table}/post" => operation.address(),
            path => path.replace("{table}", &table).replace("{name}", "bystander"),
        };
        let leaver = match operation.path {
            "/api/sign-out" => Some(self.house.sign_in("leaver", PASSWORD).await.cookie()),
            _ => None,
        };
        let known = self.staff.iter().find(|(one, _)| *one == role).map(|(_, session)| session.clone());
        let request = Request::post(&path).by(&leaver.or(known).expect("someone in every role"));
        if body.is_null() { request } else { request.json(&body) }
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn whatever_is_cut_off_at_whichever_moment_every_book_goes_on() {
    let posts: Vec<Operation> = operations().into_iter().filter(|one| one.method == "post").collect();
    let mut crowd = Crowd::gather(11).await;
    for round in 0..20 {
        for operation in &posts {
            let request = crowd.request(operation).await;
            let polls = u32::try_from(crowd.random.below(12) + 1).expect("a few");
            dropped_after(polls, crowd.house.send(request)).await;
        }
        if crowd.random.one_in(2) {
            crowd.house.advance(20).await;
        }
        let health = crowd.house.send(Request::get("/api/health")).await;
        assert_eq!(health.status, 200, "after {round} rounds: {}", health.text());
    }
    // The same commands, awaited to their end: none of them finds a part that cannot write.
    for operation in &posts {
        let request = crowd.request(operation).await;
        let path = request.path.clone();
        let reply = crowd.house.send(request).await;
        assert!(!reply.status.is_server_error(), "{path}: {} {}", reply.status, reply.text());
    }
    let Crowd { house, staff, .. } = crowd;
    let shift = &staff.iter().find(|(role, _)| *role == Role::ShiftManager).expect("a shift manager").1;
    let open = Request::post("/api/operate/open").by(shift).json(&json!({ "id": "last", "open": true }));
    assert_eq!(house.send(open).await.json().as_object().expect("tables").len(), house.floor.tables().len());
    let journal = house.floor.journal();
    let audited = floor::audit(journal, journal::Since::Start, &[], |_| {}).await.expect("the journal reads");
    assert!(audited.is_clean(), "{audited:?}");
    assert_eq!(journal.ledger_sum().await.expect("the journal reads"), Chips::ZERO);
}
