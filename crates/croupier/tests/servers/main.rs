//! Two servers on one PostgreSQL, as real processes: one is killed in the middle of rounds, stopped, closed; the other takes
//! its tables over and finishes the rounds with the same cards.

mod books;
mod client;
mod house;

use std::collections::BTreeMap;
use std::process::{Command, ExitCode};
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use testkit::{Component, Postgres, Request, Suite, connect, poll, read_reply};

use client::Player;
use house::{GAMES, House, Server, table_of};

fn main() -> ExitCode {
    let suite = Suite::new().requires(Component::Postgres);
    testkit::add_tests!(
        suite,
        test: a_table_has_one_keeper_at_a_time_and_never_waits_long_for_the_next,
        a_drill_of_two_servers_loses_nothing
    )
    .run()
}

/// Waits until a condition holds, and returns how long that took.
fn within(what: &str, mut holds: impl FnMut() -> bool) -> Duration {
    let start = Instant::now();
    poll(what, || holds().then_some(()));
    start.elapsed()
}

/// One evening, since the servers are started once.
fn a_table_has_one_keeper_at_a_time_and_never_waits_long_for_the_next() {
    let postgres = Postgres::start();
    let runtime = tokio::runtime::Runtime::new().expect("a runtime");
    let house = House::new(runtime.block_on(postgres.database("floor")).to_string());
    let mut north = house.open("north");
    let south = house.open("south");
    they_know_of_each_other(&north, &south);
    house.refuses_a_second("south");
    logins_hold_on_both(&north, &south);
    who_leaves_at_one_leaves_the_tables_of_the_other(&north, &south);

    let mut players = GAMES.map(|_| Player::guest(north.address));
    let seen = cards_out_everywhere(&north, &mut players);
    let bets = players.each_ref().map(|player| player.acknowledged.clone().expect("each has a wager"));
    north.kill();
    let took = within("south takes over", || south.keeps_all());
    eprintln!("taken over {took:?} after the kill");
    the_same_cards_lie_there(&south, &players, &seen);
    for (game, (player, (id, say, answer))) in GAMES.into_iter().zip(players.iter().zip(&bets)) {
        let again = client::send(south.address, &player.sentence(&table_of(game), id, say));
        assert_eq!(
            (again.status.as_u16(), &again.json()),
            (200, answer),
            "{game}: the same id, the same answer"
        );
    }
    rounds_are_finished(&south, &mut players, &seen);

    north = house.open("north");
    assert!(north.tables().is_empty(), "what south keeps stays there");
    assert_eq!(north.look("plus-1").json()["keeper"]["server"], "south");

    a_stopped_server_comes_back_too_late(&south, &north, &players);
    // A server that closes gives its tables back: the other need not wait until its leases run out.
    north.close();
    within("south takes over", || south.keeps_all());
    south.close();
    runtime.block_on(books::tell_the_evening(house.database()));
    house.is_in_order();

    let north = house.open("north");
    drop(postgres);
    let said = house.last_words(north);
    assert!(said.contains("the journal failed and the floor is closed"), "{said}");
}

/// One of two servers is killed again and again, and everyone goes to the other.
fn a_drill_of_two_servers_loses_nothing() {
    let postgres = Postgres::start();
    let runtime = tokio::runtime::Runtime::new().expect("a runtime");
    let url = runtime.block_on(async {
        let url = postgres.database("drill").await;
        drop(postgres.client("drill").await);
        url.to_string()
    });
    let arguments = "drill --kills 4 --servers 2 --terminals 20 --tables 3 --load 1 --database";
    let output = Command::new(env!("CARGO_BIN_EXE_croupier"))
        .args(arguments.split(' '))
        .arg(&url)
        .output()
        .expect("the program runs");
    let out = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success(), "{out}\n{}", String::from_utf8_lossy(&output.stderr));
    assert_eq!(out.lines().last(), Some("4 kills, 0 lost, 0 doubled, ledger 0"), "{out}");
}

/// A request to the wrong server is answered with the name of the right one.
fn they_know_of_each_other(north: &Server, south: &Server) {
    assert!(north.keeps_all() && south.tables().is_empty());
    for game in GAMES {
        let reply = south.look(&table_of(game));
        let body = reply.json();
        assert_eq!(reply.status, 421, "{body}");
        let north = json!({ "server": "north", "address": "http://north.example" });
        assert_eq!((&body["type"], &body["keeper"]), (&json!("/problems/elsewhere"), &north));
    }
    assert_eq!(south.look("nowhere").status, 404);
}

/// A session begun at one server is good at the other, and so is its end.
fn logins_hold_on_both(north: &Server, south: &Server) {
    let (ann, bob) = (Player::guest(north.address), Player::guest(north.address));
    let is_in = |player: &Player| player.get(south.address, "/api/me").status == 200;
    assert!(is_in(&ann) && is_in(&bob));
    let out = ann.post(north.address, "/api/sign-out", &json!({}));
    assert_eq!(out.status, 204);
    let admin = Player::signed_in(north.address, "admin", &north.password);
    let disabled = json!({ "disabled": true });
    let change = admin.post(north.address, &format!("/api/people/{}", bob.name), &disabled);
    assert_eq!(change.status, 200, "{}", change.text());
    within("south knows of it", || !is_in(&ann) && !is_in(&bob));
    let somebody = json!({ "name": "somebody", "role": "player", "password": "the right password" });
    let added = admin.post(north.address, "/api/people", &somebody);
    assert_eq!(added.status, 201, "{}", added.text());
    let wrong = json!({ "name": "somebody", "password": "a wrong password" });
    let wrong = Request::post("/api/sign-in").json(&wrong);
    let guess = |server: &Server| client::send(server.address, &wrong).status.as_u16();
    assert_eq!([north, south, north, south, north].map(guess), [401, 401, 401, 429, 429]);
    // Lifted at one server, a lock-out is lifted at the other, which counted some of the wrong passwords.
    let lifted = admin.post(north.address, "/api/people/somebody", &json!({ "unlock": true }));
    assert_eq!(lifted.status, 200, "{}", lifted.text());
    Player::signed_in(south.address, "somebody", "the right password");
}

/// Seats and dealers at the tables of one server end, though their sessions end at the other.
fn who_leaves_at_one_leaves_the_tables_of_the_other(north: &Server, south: &Server) {
    let admin = Player::signed_in(north.address, "admin", &north.password);
    for (name, role) in [("deke", "dealer"), ("sue", "supervisor"), ("pam", "player")] {
        let body = json!({ "name": name, "role": role, "password": "the right password" });
        assert_eq!(admin.post(north.address, "/api/people", &body).status, 201);
    }
    let sign_in = |name: &str| Player::signed_in(south.address, name, "the right password");
    let (deke, sue, mut pam) = (sign_in("deke"), sign_in("sue"), sign_in("pam"));
    let table = |path: &str| format!("/api/tables/plus-1/{path}");
    let assign = json!({ "id": "1", "dealer": "deke", "assigned": true });
    assert_eq!(sue.post(north.address, &table("dealers"), &assign).status, 200);
    assert_eq!(deke.post(north.address, &table("sign-on"), &json!({ "id": "1", "on": true })).status, 200);
    let dealers = || sue.get(north.address, &table("approvals")).json()["dealers"].clone();
    assert_eq!(dealers(), json!({ "assigned": ["deke"], "on": "deke" }));
    pam.say(north.address, "plus-1", "sits on 3");
    assert!(pam.acknowledged.is_some(), "pam has a seat");
    let sits = || north.look("plus-1").json()["seats"]["3"] == "pam";
    assert!(sits());
    for leaving in [&deke, &pam] {
        assert_eq!(leaving.post(south.address, "/api/sign-out", &json!({})).status, 204);
    }
    within("north signs the dealer off and ends the seat", || dealers()["on"].is_null() && !sits());
    assert_eq!(dealers(), json!({ "assigned": ["deke"] }), "they may sign on again");
    let disabled = json!({ "disabled": true });
    assert_eq!(admin.post(south.address, "/api/people/deke", &disabled).status, 200);
    within("north takes the dealer off", || dealers() == json!({ "assigned": [] }));
}

/// Plays at all five tables until cards lie on each and it is a player's turn; what they then see.
fn cards_out_everywhere(server: &Server, players: &mut [Player; 5]) -> BTreeMap<&'static str, Value> {
    poll("cards to be out at all tables", || {
        let sights = GAMES.into_iter().zip(players.iter());
        let sights: BTreeMap<&str, Value> =
            sights.map(|(game, player)| (game, player.look(server.address, &table_of(game)))).collect();
        let some = |sight: &Value, key: &str| sight[key].as_array().is_some_and(|all| !all.is_empty());
        if sights.values().all(|sight| some(sight, "options")) {
            return Some(sights);
        }
        for (game, player) in GAMES.into_iter().zip(players.iter_mut()) {
            if sights[game]["phase"] == "betting" && !some(&sights[game], "wagers") {
                player.say(server.address, &table_of(game), "bets 20 on 1");
            }
        }
        None
    })
}

/// The round is the one that was on, card for card. Then each game has its own rule: in Blackjack Plus nothing was decided
/// yet, so it is void; in Electronic Blackjack the terminal does not answer, so it is played for and the dealer may have drawn.
fn the_same_cards_lie_there(server: &Server, players: &[Player; 5], seen: &BTreeMap<&str, Value>) {
    for (game, player) in GAMES.into_iter().zip(players) {
        let (before, now) = (&seen[game], player.look(server.address, &table_of(game)));
        if game == "plus" {
            assert!(now["phase"] == "void" || now["round"] != before["round"], "{now}");
            continue;
        }
        assert_eq!(now["round"], before["round"], "{game}");
        assert!(begins_with(&now["dealer"]["cards"], &before["dealer"]["cards"]), "{game}: {now} {before}");
        assert!(
            begins_with(&now["hands"][0]["cards"], &before["hands"][0]["cards"]),
            "{game}: {now} {before}"
        );
        let goes_on = now["wagers"] == before["wagers"];
        assert!(goes_on || (game == "electronic" && now["phase"] == "settled"), "{game}: {now} {before}");
    }
}

fn begins_with(now: &Value, before: &Value) -> bool {
    let cards = |cards: &Value| cards.as_array().cloned().unwrap_or_default();
    !cards(before).is_empty() && cards(now).starts_with(&cards(before))
}

fn rounds_are_finished(server: &Server, players: &mut [Player; 5], seen: &BTreeMap<&str, Value>) {
    within("the rounds are finished", || {
        let mut finished = true;
        for (game, player) in GAMES.into_iter().zip(players.iter_mut()) {
            let sight = player.look(server.address, &table_of(game));
            let over = sight["phase"] == "settled" || sight["phase"] == "void";
            if sight["round"] == seen[game]["round"] && !over {
                finished = false;
                player.answer(server.address, &table_of(game), &sight);
            }
        }
        finished
    });
}

/// A server that was stopped for longer than its leases last believes to keep its tables. It can write nothing there. It is
/// stopped while nothing is being written: inside a transaction the database would end its connection, and it would end.
fn a_stopped_server_comes_back_too_late(stopped: &Server, other: &Server, players: &[Player; 5]) {
    within("all tables wait for bets", || {
        GAMES.iter().all(|game| stopped.look(&table_of(game)).json()["phase"] == "betting")
    });
    let stream = client::listen(stopped.address, "plus-1");
    stopped.signal("STOP");
    within("the other takes over", || other.keeps_all());
    // At the table somebody listens to nothing is said: there only the lost lease ends it.
    let spoken = GAMES.into_iter().zip(players).filter(|(game, _)| *game != "plus");
    let bets = spoken.map(|(game, player)| {
        let bet = player.sentence(&table_of(game), "too late", "bets 20 on 1");
        connect(stopped.address, &bet).expect("the system takes the connection")
    });
    let bets: Vec<_> = bets.collect();
    stopped.signal("CONT");
    for bet in bets {
        let status = read_reply(bet).expect("an answer").status.as_u16();
        assert!([421, 503].contains(&status), "a server that keeps nothing acknowledges nothing: {status}");
    }
    within("its streams end", || stream.is_finished());
    within("it gives its tables up", || stopped.tables().is_empty());
    within("it says where they are", || stopped.look("plus-1").json()["keeper"]["server"] == other.name);
}
