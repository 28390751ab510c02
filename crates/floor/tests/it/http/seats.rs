//! Seats end: players who miss rounds, sign out or leave stand up, after a warning, and no chip moves for it.

use floor::{Config, Entry, Role, SeatEndReason, SeatLimits, TableConfig};
use journal::{RoundQuery, Since};
use rulebook::GAMES;
use serde_json::{Value, json};
use testkit::{PASSWORD, Reply, Request, TestFloor, fast_clocks};
use vocabulary::Chips;

const TABLE: &str = "plus-1";

/// Tables where rounds go fast and seats end as they do by default.
fn config() -> Config {
    let table =
        |game: &&str| TableConfig { seconds: fast_clocks(), ..TableConfig::of(&format!("{game}-1"), game) };
    Config { tables: GAMES.iter().map(table).collect(), ..Config::default() }
}

/// Who sits at a table.
fn seated(house: &TestFloor, table: &str) -> Vec<String> {
    let standing = house.floor.table(table).expect("a table").standing.borrow().clone();
    let name = |number: u16| standing.table.names()[usize::from(number)].clone();
    standing.table.round().memory().seats.iter().map(|(_, player)| name(player.0)).collect()
}

async fn until_gone(house: &TestFloor, table: &str, name: &str) {
    house.until(&format!("{name} to stand up"), || !seated(house, table).iter().any(|one| one == name)).await;
}

async fn guest(house: &TestFloor) -> (String, String) {
    let reply = house.send(Request::post("/api/guest")).await;
    (reply.cookie(), reply.json()["name"].as_str().expect("a name").to_owned())
}

async fn player(house: &TestFloor, name: &str) -> String {
    house.add(name, Role::Player).await;
    house.fund(name).await;
    house.sign_in(name, PASSWORD).await.cookie()
}

async fn must_say(house: &TestFloor, session: &str, say: &str) {
    let reply = house.say(session, TABLE, say).await;
    assert_eq!(reply.status, 200, "{say}: {}", reply.text());
}

/// What someone sees of their own seat.
async fn own_seat(house: &TestFloor, session: &str) -> Value {
    house.send(Request::get(&format!("/api/tables/{TABLE}")).by(session)).await.json()["seat"].clone()
}

/// Someone bets, and the round is played to its end.
async fn play_a_round(house: &TestFloor, session: &str, spot: u8) {
    house.advance_until(TABLE, 1, |seen| seen["phase"] == "betting").await;
    let round = house.look(TABLE).await["round"].clone();
    must_say(house, session, &format!("bets 10 on {spot}")).await;
    house.advance_until(TABLE, 1, |seen| seen["round"] != round).await;
}

/// The ends of seats in a table's book, with the number of their entry.
async fn seat_ends(house: &TestFloor, table: &str) -> Vec<(u64, floor::SeatEnd)> {
    let stream = format!("table/{table}").parse().expect("a book");
    let records = house.floor.journal().records(&stream, 0, 10_000).await.expect("the journal reads");
    let read =
        |record: &journal::Record| Some((record.seq, Entry::read(&record.body).expect("an entry").seat_end?));
    records.iter().filter_map(read).collect()
}

async fn must_add_up(house: &TestFloor) {
    let journal = house.floor.journal();
    let audited = floor::audit(journal, Since::Start, &[], |_| {}).await.expect("the journal reads");
    assert!(audited.is_clean(), "{audited:?}");
    assert_eq!(journal.ledger_sum().await.expect("the journal reads"), Chips::ZERO);
}

#[tokio::test]
async fn guests_who_never_bet_hold_no_table() {
    let Config { tables, .. } = config();
    let tables = tables.into_iter().map(TableConfig::for_play).collect();
    let house = TestFloor::with(Config { tables, ..config() }).await;
    house.open_betting().await;
    for table in house.floor.tables() {
        let spots = house.look(&table).await["spots"].as_u64().expect("a number");
        // Some of them stay connected and say nothing, the others close their browsers.
        let mut connected = Vec::new();
        for spot in 1..=spots {
            let (session, _) = guest(&house).await;
            if spot <= 2 {
                let ask = Request::get(&format!("/api/tables/{table}/events")).by(&session);
                connected.push(house.stream(ask).await);
            }
            assert_eq!(house.say(&session, &table, &format!("sits on {spot}")).await.status, 200);
        }
        let (late, name) = guest(&house).await;
        assert_eq!(house.say(&late, &table, "sits on 1").await.status, 409, "{table} is full");
        house.advance(120).await;
        house.until("the absent ones to stand up", || seated(&house, &table).len() == 2).await;
        house.advance(480).await;
        house.until("the silent ones to stand up", || seated(&house, &table).is_empty()).await;
        assert_eq!(house.say(&late, &table, "sits on 1").await.status, 200);
        assert_eq!(seated(&house, &table), [name]);
        let why: Vec<SeatEndReason> =
            seat_ends(&house, &table).await.into_iter().map(|(_, end)| end.why).collect();
        let away = why.iter().filter(|why| **why == SeatEndReason::Away).count();
        let idle = why.iter().filter(|why| **why == SeatEndReason::Idle).count();
        assert_eq!((away as u64, idle), (spots - 2, 2), "{table}");
    }
    must_add_up(&house).await;
}

#[tokio::test]
async fn who_misses_rounds_is_told_and_then_stands_up() {
    let mut house = TestFloor::with(config()).await;
    house.open_betting().await;
    let (ann, bob) = (player(&house, "ann").await, player(&house, "bob").await);
    must_say(&house, &ann, "sits on 1").await;
    must_say(&house, &bob, "sits on 2").await;
    assert_eq!(own_seat(&house, &ann).await["rounds-left"], 3);
    for left in [2, 1] {
        play_a_round(&house, &bob, 2).await;
        assert_eq!(own_seat(&house, &ann).await["rounds-left"], left);
    }
    assert_eq!(own_seat(&house, &bob).await["rounds-left"], 3, "who bets misses nothing");
    // The count is in the book: neither an orderly restart nor a failure forgets it.
    house = house.reopen(config()).await;
    assert_eq!(own_seat(&house, &ann).await["missed"], 2);
    house = house.crash(config()).await;
    assert_eq!(own_seat(&house, &ann).await["missed"], 2);
    let stay =
        |id: &str| Request::post(&format!("/api/tables/{TABLE}/stay")).by(&ann).json(&json!({ "id": id }));
    let stayed = house.send(stay("s1")).await;
    assert_eq!(stayed.status, 200, "{}", stayed.text());
    assert_eq!(house.send(stay("s1")).await.json(), stayed.json(), "the same again is the same");
    assert_eq!(own_seat(&house, &ann).await["missed"], 0);
    house = house.crash(config()).await;
    assert_eq!(own_seat(&house, &ann).await["missed"], 0, "that they stay is in the book too");
    for left in [2, 1] {
        play_a_round(&house, &bob, 2).await;
        assert_eq!(own_seat(&house, &ann).await["rounds-left"], left);
    }
    play_a_round(&house, &bob, 2).await;
    // Nobody stands up before everyone had the time to come back after the failure.
    house.advance(10).await;
    until_gone(&house, TABLE, "ann").await;
    let [(_, end)] = seat_ends(&house, TABLE).await.try_into().expect("one seat ended");
    assert_eq!((end.player.as_str(), end.spot, end.why), ("ann", 1, SeatEndReason::MissedRounds));
    assert_eq!(seated(&house, TABLE), ["bob"]);
    assert_eq!(own_seat(&house, &ann).await, Value::Null);
    let unseated = house
        .send(Request::post(&format!("/api/tables/{TABLE}/stay")).by(&ann).json(&json!({ "id": "s2" })))
        .await;
    assert_eq!(unseated.status, 409, "{}", unseated.text());
    assert_eq!(house.floor.cage().balance("ann").await.expect("a balance"), Chips::whole(1_000));
    must_add_up(&house).await;
}

/// Says that someone stays seated.
async fn stay(house: &TestFloor, session: &str, id: &str) -> Reply {
    let ask = Request::post(&format!("/api/tables/{TABLE}/stay")).by(session);
    house.send(ask.json(&json!({ "id": id }))).await
}

#[tokio::test]
async fn a_seat_is_kept_three_times_without_a_wager_whatever_restarts_in_between() {
    let mut house = TestFloor::with(config()).await;
    house.open_betting().await;
    let (ann, bob) = (player(&house, "ann").await, player(&house, "bob").await);
    must_say(&house, &ann, "sits on 1").await;
    must_say(&house, &bob, "sits on 2").await;
    assert_eq!(own_seat(&house, &ann).await["stays-left"], 3);
    for (id, left) in [("s1", 2), ("s2", 1), ("s3", 0)] {
        play_a_round(&house, &bob, 2).await;
        // The same command again is the same one.
        for _ in 0..2 {
            assert_eq!(stay(&house, &ann, id).await.status, 200, "{id}");
        }
        assert_eq!(own_seat(&house, &ann).await["stays-left"], left);
        // In the middle of the round in which they stayed, and in the next one, which opens with the count.
        house = house.crash(config()).await;
        assert_eq!(own_seat(&house, &ann).await["stays-left"], left, "{id} after a failure");
        play_a_round(&house, &bob, 2).await;
        house = house.reopen(config()).await;
        assert_eq!(own_seat(&house, &ann).await["stays-left"], left, "{id} after a restart");
    }
    let refused = stay(&house, &ann, "s4").await;
    assert_eq!((refused.status.as_u16(), refused.problem()), (409, "/problems/stayed-too-often".into()));
    assert!(refused.text().contains("3 times in a row"), "{}", refused.text());
    assert_eq!(own_seat(&house, &ann).await["missed"], 1, "what is refused changes nothing");
    for _ in 0..2 {
        play_a_round(&house, &bob, 2).await;
    }
    // Nobody stands up before everyone had the time to come back after the restart.
    house.advance(10).await;
    until_gone(&house, TABLE, "ann").await;
    let [(_, end)] = seat_ends(&house, TABLE).await.try_into().expect("one seat ended");
    assert_eq!((end.player.as_str(), end.why), ("ann", SeatEndReason::MissedRounds));
    must_add_up(&house).await;
}

#[tokio::test]
async fn who_gets_up_and_sits_down_again_has_missed_no_less() {
    let seats = SeatLimits { missed_rounds: 2, stays: 1, ..SeatLimits::default() };
    let tables = config().tables.into_iter().map(|table| TableConfig { seats, ..table }).collect();
    let config = Config { tables, ..config() };
    let mut house = TestFloor::with(config.clone()).await;
    house.open_betting().await;
    let (ann, bob) = (player(&house, "ann").await, player(&house, "bob").await);
    must_say(&house, &ann, "sits on 1").await;
    must_say(&house, &bob, "sits on 2").await;
    play_a_round(&house, &bob, 2).await;
    for say in ["leaves 1", "sits on 1"] {
        must_say(&house, &ann, say).await;
    }
    assert_eq!(own_seat(&house, &ann).await["rounds-left"], 1);
    assert_eq!(stay(&house, &ann, "s1").await.status, 200);
    // She misses the round that she gets up in, and none after it. That is remembered, whatever restarts.
    must_say(&house, &ann, "leaves 1").await;
    play_a_round(&house, &bob, 2).await;
    house = house.crash(config.clone()).await;
    play_a_round(&house, &bob, 2).await;
    must_say(&house, &ann, "sits on 1").await;
    let seat = own_seat(&house, &ann).await;
    assert_eq!((&seat["rounds-left"], &seat["stays-left"]), (&json!(1), &json!(0)));
    assert_eq!(stay(&house, &ann, "s2").await.status, 409);
    play_a_round(&house, &bob, 2).await;
    house.advance(10).await;
    until_gone(&house, TABLE, "ann").await;
    house = house.reopen(config).await;
    let refused = house.say(&ann, TABLE, "sits on 1").await;
    assert_eq!((refused.status.as_u16(), refused.problem()), (409, "/problems/refused".into()));
    assert!(refused.text().contains("bet first, then sit down"), "{}", refused.text());
    play_a_round(&house, &ann, 1).await;
    for say in ["sits on 1", "leaves 1", "sits on 1"] {
        must_say(&house, &ann, say).await;
    }
    assert_eq!(own_seat(&house, &ann).await["stays-left"], 1);
    assert_eq!(own_seat(&house, &ann).await["rounds-left"], 2, "who misses nothing may get up as they like");
    must_add_up(&house).await;
}

#[tokio::test]
async fn who_plays_a_round_may_stay_again() {
    let house = TestFloor::with(config()).await;
    house.open_betting().await;
    let ann = player(&house, "ann").await;
    must_say(&house, &ann, "sits on 1").await;
    for id in ["s1", "s2", "s3"] {
        assert_eq!(stay(&house, &ann, id).await.status, 200, "{id}");
    }
    assert_eq!(stay(&house, &ann, "s4").await.status, 409);
    play_a_round(&house, &ann, 1).await;
    assert_eq!(own_seat(&house, &ann).await["stays-left"], 3);
    assert_eq!(stay(&house, &ann, "s5").await.status, 200);
}

#[tokio::test]
async fn the_wager_of_who_signs_out_is_played_before_the_seat_ends() {
    let house = TestFloor::with(config()).await;
    for table in house.floor.tables() {
        house.advance_until(&table, 1, |seen| seen["phase"] == "betting").await;
        let name = format!("ann-{}", table.trim_end_matches("-1"));
        let ann = player(&house, &name).await;
        for say in ["sits on 1", "bets 10 on 1"] {
            assert_eq!(house.say(&ann, &table, say).await.status, 200, "{table}: {say}");
        }
        assert_eq!(house.send(Request::post("/api/sign-out").by(&ann)).await.status, 204);
        // Nobody answers for her: the game's own rule does.
        let round = house.look(&table).await["round"].clone();
        house.advance_until(&table, 5, |seen| seen["round"] != round).await;
        until_gone(&house, &table, &name).await;
        let [(seq, end)] = seat_ends(&house, &table).await.try_into().expect("one seat ended");
        assert_eq!((end.player.as_str(), end.why), (name.as_str(), SeatEndReason::SignedOut));
        let stream = format!("table/{table}").parse().ok();
        let query = RoundQuery { stream, limit: 1, ..RoundQuery::default() };
        let rounds = house.floor.journal().rounds(&query).await.expect("the journal reads");
        assert_eq!(rounds[0].players, [name.as_str()], "{table}");
        assert!(rounds[0].last < seq, "{table}: the seat ended before the round");
    }
    must_add_up(&house).await;
}

#[tokio::test]
async fn whoever_is_still_signed_in_elsewhere_keeps_the_seat() {
    let house = TestFloor::with(config()).await;
    house.open_betting().await;
    let (ann, bob) = (player(&house, "ann").await, player(&house, "bob").await);
    let elsewhere = house.sign_in("ann", PASSWORD).await.cookie();
    must_say(&house, &ann, "sits on 1").await;
    must_say(&house, &bob, "sits on 2").await;
    for session in [&ann, &bob] {
        assert_eq!(house.send(Request::post("/api/sign-out").by(session)).await.status, 204);
    }
    // Ann is looked at before bob is.
    until_gone(&house, TABLE, "bob").await;
    assert_eq!(seated(&house, TABLE), ["ann"]);
    must_say(&house, &elsewhere, "bets 10 on 1").await;
}

#[tokio::test]
async fn a_disabled_login_has_no_seat() {
    let house = TestFloor::with(config()).await;
    house.open_betting().await;
    let ann = player(&house, "ann").await;
    must_say(&house, &ann, "sits on 1").await;
    let pit = house.someone("pia", Role::PitManager).await;
    let disable = Request::post("/api/people/ann").by(&pit).json(&json!({ "disabled": true }));
    assert_eq!(house.send(disable).await.status, 200);
    until_gone(&house, TABLE, "ann").await;
    assert_eq!(seat_ends(&house, TABLE).await[0].1.why, SeatEndReason::SignedOut);
}

#[tokio::test]
async fn staff_end_a_seat_and_the_book_keeps_why() {
    let house = TestFloor::with(config()).await;
    house.open_betting().await;
    let (ann, sue) = (player(&house, "ann").await, house.someone("sue", Role::Supervisor).await);
    must_say(&house, &ann, "sits on 1").await;
    must_say(&house, &ann, "bets 10 on 1").await;
    let end = |id: &str, player: &str, why: &str| {
        let body = json!({ "id": id, "player": player, "why": why });
        Request::post(&format!("/api/tables/{TABLE}/end-seat")).by(&sue).json(&body)
    };
    let refused = house.send(end("e1", "ann", "asleep")).await;
    assert_eq!(refused.status, 409, "a wager lies there: {}", refused.text());
    must_say(&house, &ann, "withdraws on 1").await;
    for (player, why, status) in [("bob", "asleep", 409), ("ann", " ", 422), ("ann", "a\nb", 422)] {
        let reply = house.send(end("e2", player, why)).await;
        assert_eq!(reply.status, status, "{player} {why:?}: {}", reply.text());
    }
    assert_eq!(house.send(end("e3", "ann", "asleep")).await.status, 200);
    let ends = seat_ends(&house, TABLE).await;
    assert_eq!((ends[0].1.why, ends[0].1.words.as_deref()), (SeatEndReason::Staff, Some("asleep")));
    assert!(seated(&house, TABLE).is_empty());
    must_add_up(&house).await;
}

#[tokio::test]
async fn a_house_may_let_people_sit_for_ever() {
    let mut config = config();
    for table in &mut config.tables {
        table.seats = if table.id == TABLE { SeatLimits::NONE } else { SeatLimits::default() };
    }
    let house = TestFloor::with(config).await;
    house.open_betting().await;
    let ann = player(&house, "ann").await;
    must_say(&house, &ann, "sits on 1").await;
    assert_eq!(house.say(&ann, "star-elements-1", "sits on 1").await.status, 200);
    house.advance(100_000).await;
    // Tables are looked at in the order of their names, so the other one was looked at before.
    until_gone(&house, "star-elements-1", "ann").await;
    let desk = house.floor.table(TABLE).expect("a table");
    let sight = desk.standing.borrow().table.seat_of("ann").expect("a seat");
    assert_eq!((sight.rounds_left, sight.until), (None, None));
}
