//! Rounds found again: by table, player, time and number, page by page, each as the sender may see it.

use std::collections::BTreeMap;

use axum::http::StatusCode;
use floor::{Config, Entry, Role, TableConfig};
use round::Event;
use rulebook::GAMES;
use serde_json::Value;

use testkit::{Request, TestFloor, fast_clocks};

/// Who plays, each in some rounds.
const PLAYERS: [&str; 3] = ["ann", "bob", "cyd"];
/// How many rounds are played at every table at least.
const ROUNDS: i64 = 5;

/// A round as the books have it.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Played {
    table: String,
    number: i64,
    opened_at: i64,
    closed_at: i64,
    players: Vec<String>,
    /// Its place in the whole journal.
    entry: i64,
    /// What its records moved to each player.
    nets: BTreeMap<String, i64>,
}

/// A floor of all five games on which nobody is waited for long.
async fn quick_house() -> TestFloor {
    let seconds = fast_clocks();
    let table = |game: &&str| TableConfig { seconds, ..TableConfig::of(&format!("{game}-1"), game) };
    TestFloor::with(Config { tables: GAMES.iter().map(table).collect(), ..Config::default() }).await
}

/// Who bets in a round of this number.
fn bettors(round: i64) -> Vec<&'static str> {
    let bets = [round % 2 == 0, round % 2 == 1 || round % 3 == 0, round % 3 != 1];
    PLAYERS.into_iter().zip(bets).filter(|(_, bets)| *bets).map(|(name, _)| name).collect()
}

/// Some bet in each round; nobody decides anything. The clock stands still while they bet, so that no bet falls into the round
/// after the one it was meant for.
async fn play(house: &TestFloor, sessions: &BTreeMap<&str, String>) {
    let mut fewest = 0;
    while fewest <= ROUNDS {
        fewest = i64::MAX;
        for table in GAMES.map(|game| format!("{game}-1")) {
            let sight = house.look(&table).await;
            let round = sight["round"].as_i64().expect("a round");
            fewest = fewest.min(round);
            if sight["phase"] == "betting" {
                for (name, spot) in bettors(round).into_iter().zip(1..) {
                    let bet = house.say(&sessions[name], &table, &format!("bets 10 on {spot}")).await;
                    assert_eq!(bet.status, StatusCode::OK, "{table} {round}: {}", bet.text());
                }
            }
        }
        house.advance(2).await;
    }
}

/// Every round that is over, newest first, from the records alone.
async fn played(house: &TestFloor) -> Vec<Played> {
    let mut all = Vec::new();
    for game in GAMES {
        let table = format!("{game}-1");
        let stream = format!("table/{table}").parse().expect("a book");
        let records = house.floor.journal().records(&stream, 0, 10_000).await.expect("the journal reads");
        let (mut now, mut names): (Option<Played>, Vec<String>) = (None, Vec::new());
        for record in records {
            let entry = Entry::read(&record.body).expect("an entry");
            if let Some(opens) = &entry.opens {
                all.extend(now.take().filter(|round| round.closed_at > 0));
                let (number, opened_at, players) = (i64::from(entry.round), record.at, Vec::new());
                let nets = BTreeMap::new();
                let (table, closed_at) = (table.clone(), 0);
                now = Some(Played { table, number, opened_at, closed_at, players, entry: 0, nets });
                names.clone_from(&opens.names);
            }
            names.extend(entry.names);
            let Some(round) = &mut now else { continue };
            for event in &entry.events {
                match event {
                    Event::WagerPlaced { player, .. } => {
                        let name = names[usize::from(player.0)].clone();
                        if !round.players.contains(&name) {
                            round.players.push(name);
                        }
                    }
                    Event::RoundSettled { .. } => (round.closed_at, round.entry) = (record.at, record.entry),
                    _ => {}
                }
            }
            for posting in &record.postings {
                if let Some(name) = posting.account.as_str().strip_prefix("player/") {
                    *round.nets.entry(name.to_owned()).or_default() += posting.amount.units();
                }
            }
        }
        all.extend(now.filter(|round| round.closed_at > 0));
    }
    all.sort_by_key(|round| std::cmp::Reverse((round.closed_at, round.entry)));
    all
}

/// What is found with a question, page by page.
async fn found(house: &TestFloor, session: &str, question: &str, limit: usize) -> Vec<Value> {
    let (mut all, mut before) = (Vec::<Value>::new(), String::new());
    loop {
        let path = format!("/api/rounds?limit={limit}{question}{before}");
        let reply = house.send(Request::get(&path).by(session)).await;
        assert_eq!(reply.status, StatusCode::OK, "{path}: {}", reply.text());
        let page = reply.json().as_array().cloned().expect("a list");
        assert!(page.len() <= limit);
        let whole = page.len() == limit;
        all.extend(page);
        if !whole {
            return all;
        }
        before = format!("&before={}", all.last().and_then(|last| last["before"].as_str()).expect("a place"));
    }
}

/// The same rounds in the same order. Players read of themselves only.
fn assert_same(found: &[Value], expected: &[&Played], own: Option<&str>, question: &str) {
    let told = |value: &Value| {
        let number = |key: &str| value[key].as_i64().expect("a number");
        let players: Vec<String> = serde_json::from_value(value["players"].clone()).expect("names");
        let table = value["table"].as_str().expect("a table").to_owned();
        (table, number("number"), number("opened_at"), number("closed_at"), players)
    };
    let known = |round: &&Played| {
        let players = round.players.iter().filter(|player| own.is_none_or(|own| own == *player));
        let Played { table, number, opened_at, closed_at, .. } = (*round).clone();
        (table, number, opened_at, closed_at, players.cloned().collect())
    };
    let found: Vec<_> = found.iter().map(told).collect();
    let expected: Vec<_> = expected.iter().map(known).collect();
    assert_eq!(found, expected, "{question}");
}

/// Every combination of table, player, time and number, against the same taken from the books by hand.
async fn every_question_is_answered(house: &TestFloor, session: &str, own: Option<&str>, books: &[Played]) {
    let middle = books[books.len() / 2].closed_at;
    let tables = [None, Some("plus-1"), Some("electronic-1"), Some("no-such-table"), Some("plus%001")];
    let players = [None, Some("ann"), Some("bob"), Some("nobody"), Some("a%00nn")];
    let times =
        [(None, None), (Some(middle), None), (None, Some(middle)), (Some(middle), Some(middle + 5_000))];
    let others = |player: Option<&str>| own.is_some() && player.is_some() && player != own;
    for (table, number, (from, until)) in
        tables.iter().flat_map(|t| [None, Some(3)].iter().flat_map(move |n| times.map(|when| (t, n, when))))
    {
        for player in players.iter().filter(|player| !others(**player)) {
            let part = |key: &str, value: Option<String>| {
                value.map(|value| format!("&{key}={value}")).unwrap_or_default()
            };
            let question = [
                part("table", table.map(str::to_owned)),
                part("player", player.map(str::to_owned)),
                part("number", number.map(|number| number.to_string())),
                part("from", from.map(|from| from.to_string())),
                part("until", until.map(|until| until.to_string())),
            ]
            .concat();
            let asked = |round: &&Played| {
                table.is_none_or(|table| round.table == table)
                    && player.or(own).is_none_or(|player| round.players.iter().any(|other| other == player))
                    && number.is_none_or(|number| round.number == number)
                    && from.is_none_or(|from| round.closed_at >= from)
                    && until.is_none_or(|until| round.closed_at < until)
            };
            let expected: Vec<&Played> = books.iter().filter(asked).collect();
            let limit = if expected.len() > 12 { 7 } else { 2 };
            assert_same(&found(house, session, &question, limit).await, &expected, own, &question);
        }
    }
}

/// Every round as a transcript replays to what the ledger says; a player of a shared hand has their own part of it.
async fn every_round_is_told(house: &TestFloor, [ann, auditor]: [&str; 2], books: &[Played]) {
    for round in books {
        let path = format!("/api/rounds/{}/{}", round.table, round.number);
        let text = house.send(Request::get(&format!("{path}/transcript")).by(auditor)).await.text();
        let replay = transcript::replay(&transcript::parse(&text).expect("a transcript"), None, false);
        assert_eq!(replay.played, transcript::Played::Passed, "{path}: {text}");
        let last = &replay.rounds.last().expect("a round").round;
        for (name, number) in replay.names.iter().zip(0..) {
            let won = last.net(vocabulary::PlayerId(number)).units();
            assert_eq!(won, round.nets.get(name).copied().unwrap_or_default(), "{path}: {name}: {text}");
        }
        let all = house.send(Request::get(&path).by(auditor)).await.json();
        assert_eq!((&all["result"], &all["state"]), (&"passed".into(), &"settled".into()), "{all}");
        let told = house.send(Request::get(&format!("{path}/transcript")).by(ann)).await;
        let own = house.send(Request::get(&path).by(ann)).await;
        if !round.players.iter().any(|player| player == "ann") {
            assert_eq!([told.status, own.status], [StatusCode::FORBIDDEN; 2], "{path} is not hers");
        } else if round.table == "electronic-1" {
            assert_eq!(told.status, StatusCode::FORBIDDEN, "{}", told.text());
            assert!(!own.text().contains("bob") && !own.text().contains("cyd"), "{}", own.text());
            let own = own.json();
            let won = own["nets"]["ann"].as_f64().expect("her net") * 100.0;
            assert!((won - f64::from(i32::try_from(round.nets["ann"]).expect("a little"))).abs() < 1e-6);
            assert_eq!(own["nets"].as_object().map(serde_json::Map::len), Some(1), "{own}");
            assert_eq!(own["hands"].as_array().map(Vec::len), Some(2), "hers and the dealer's: {own}");
            assert!(all["nets"].as_object().is_some_and(|nets| nets.len() == round.players.len()), "{all}");
        } else {
            assert_eq!((told.text(), own.json()), (text, all), "{path}");
        }
    }
}

#[tokio::test]
async fn every_round_ever_played_is_found_and_told_again() {
    let house = quick_house().await;
    let mut sessions = BTreeMap::new();
    for name in PLAYERS {
        sessions.insert(name, house.someone(name, Role::Player).await);
        house.fund(name).await;
    }
    let auditor = house.someone("audrey", Role::Auditor).await;
    play(&house, &sessions).await;
    let books = played(&house).await;
    for game in GAMES {
        let rounds = books.iter().filter(|round| round.table == format!("{game}-1"));
        assert!(rounds.count() >= 5, "{game}: {books:?}");
    }
    for round in &books {
        assert_eq!(round.players, bettors(round.number), "{round:?}");
    }
    every_question_is_answered(&house, &auditor, None, &books).await;
    every_question_is_answered(&house, &sessions["ann"], Some("ann"), &books).await;
    every_round_is_told(&house, [&sessions["ann"], &auditor], &books).await;
    house.advance_until("plus-1", 1, |seen| seen["phase"] == "betting").await;
    let on = house.look("plus-1").await["round"].as_i64().expect("a round");
    for (path, why) in [
        (format!("plus-1/{on}"), "is still on"),
        (format!("plus-1/{}", on + 1), "its last is"),
        ("plus-1/0".to_owned(), "its last is"),
        ("no-such-table/1".to_owned(), "no-such-table"),
        ("plus%001/1".to_owned(), "never a table"),
    ] {
        for path in [format!("/api/rounds/{path}"), format!("/api/rounds/{path}/transcript")] {
            let reply = house.send(Request::get(&path).by(&auditor)).await;
            let detail = reply.json()["detail"].as_str().unwrap_or_default().to_owned();
            assert_eq!(
                (reply.status, detail.contains(why)),
                (StatusCode::NOT_FOUND, true),
                "{path}: {detail}"
            );
        }
    }
}
