//! A floor over a journal: people bet and decide at all five games, the server goes away at any moment and comes back.

use std::collections::HashMap;

use floor::{
    AfterFailure, Config, Denied, Desk, Entry, Exchange, Floor, Person, Role, Seconds, TableConfig, Till,
    options, settle_again,
};
use journal::{Journal, RoundQuery, Since};
use rulebook::GAMES;
use testkit::{Random, TestFloor};
use vocabulary::Chips;

fn config() -> Config {
    let seconds = Seconds { next_round: Some(0), ..Seconds::default() };
    let table = |game: &&str| TableConfig { seconds, ..TableConfig::of(&format!("{game}-1"), game) };
    Config {
        tables: GAMES.iter().map(table).collect(),
        after_power_failure: AfterFailure::GoOn,
        ..Config::default()
    }
}

async fn players(floor: &Floor) -> Vec<Person> {
    let mut all = Vec::new();
    for name in ["ann", "bob", "cyd"] {
        if let Some(person) = floor.people().find(name).await.expect("the journal reads") {
            all.push(person);
            continue;
        }
        let person = floor
            .people()
            .add("house", name, Role::Player, Some(testkit::PASSWORD))
            .await
            .expect("a new name");
        let credits = Chips::whole(5_000);
        let bought = floor.cage().exchange(None, "house", name, Exchange::Bought, Till::Cage, credits).await;
        bought.expect("credits are bought");
        all.push(person);
    }
    all
}

/// Says something a person at the table might say now.
async fn act(
    desk: &Desk,
    person: &Person,
    random: &mut Random,
    id: String,
) -> (String, Result<floor::Answer, Denied>) {
    let standing = desk.standing.borrow().clone();
    let open = options(&standing.table, &person.name);
    let say = if open.is_empty() || random.below(8) == 0 {
        format!("bets {} on {}", (random.below(10) + 1) * 10, random.below(3) + 1)
    } else {
        open[random.below(open.len())].say.clone()
    };
    let answer = desk.say(person, Some(id), &say).await;
    (say, answer)
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn nothing_acknowledged_is_lost_whenever_the_floor_goes_away() {
    let mut house = TestFloor::with(config()).await;
    let mut random = Random::new(7);
    let mut acknowledged: HashMap<String, (String, floor::Answer)> = HashMap::new();
    let mut number = 0;
    for _ in 0..6 {
        let floor = &house.floor;
        let people = players(floor).await;
        for _ in 0..400 {
            let game = GAMES[random.below(GAMES.len())];
            let desk = floor.table(&format!("{game}-1")).expect("a table of each game");
            let person = &people[random.below(people.len())];
            number += 1;
            let id = format!("c{number}");
            let (said, answer) = act(&desk, person, &mut random, id.clone()).await;
            if let Ok(answer) = answer {
                let again = desk.say(person, Some(id.clone()), &said).await;
                assert_eq!(again.as_ref(), Ok(&answer), "the same command, the same answer");
                let other = desk.say(person, Some(id.clone()), "says something else").await;
                assert_eq!(other, Err(Denied::OtherUse), "another command with the same id");
                acknowledged.insert(format!("{}:{id}", person.name), (game.to_owned(), answer));
            }
            if random.below(3) == 0 {
                house.advance(40).await;
            }
        }
        house = house.crash(config()).await;
    }
    let journal = house.floor.journal();
    let verdict = journal.verify(Since::Start, &[], |_| {}).await.expect("the journal reads");
    assert!(verdict.is_clean(), "{:?}", verdict.faults);
    assert_eq!(journal.ledger_sum().await.expect("the journal reads"), Chips::ZERO);
    assert!(acknowledged.len() > 300, "only {} commands were carried out", acknowledged.len());
    for (id, (game, answer)) in &acknowledged {
        let stored = journal.answer(id).await.expect("the journal reads").expect("an acknowledged command");
        assert_eq!((stored.stream.as_str(), stored.seq), (format!("table/{game}-1").as_str(), answer.seq));
    }
    every_round_settles_again(journal).await;
}

/// Every round of every game, recalled from the book: said again it leads to the same events, and its transcript replays.
async fn every_round_settles_again(journal: &Journal) {
    let mut seen: HashMap<&str, usize> = HashMap::new();
    for game in GAMES {
        let stream: journal::Stream = format!("table/{game}-1").parse().expect("a stream");
        let query = RoundQuery { stream: Some(stream.clone()), limit: 10_000, ..RoundQuery::default() };
        for round in journal.rounds(&query).await.expect("the journal reads") {
            let count = usize::try_from(round.last - round.first + 1).expect("a few entries");
            let records = journal.records(&stream, round.first - 1, count).await.expect("the journal reads");
            let entries: Vec<Entry> =
                records.iter().map(|record| Entry::read(&record.body).expect("an entry")).collect();
            settle_again(&entries).unwrap_or_else(|why| panic!("{game} {}: {why}", round.number));
            let recalled = floor::Recalled::of(&entries).expect("a round");
            let text = recalled.transcript().to_string();
            let replay = transcript::replay(&transcript::parse(&text).expect("a transcript"), None, false);
            assert_eq!(replay.played, transcript::Played::Passed, "{game} {}:\n{text}", round.number);
            *seen.entry(game).or_default() += 1;
        }
    }
    for game in GAMES {
        assert!(seen.get(game).is_some_and(|rounds| *rounds >= 5), "{game}: {seen:?}");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_is_said_in_one_breath_counts_together_or_not_at_all() {
    let house = TestFloor::with(config()).await;
    let floor = &house.floor;
    let (people, desk) = (players(floor).await, floor.table("plus-1").expect("a table"));
    let ann = &people[0];
    let staked = || desk.standing.borrow().table.round().wagers().iter().map(round::Wager::at_risk).sum();
    desk.say(ann, None, "bets 100 on 1").await.expect("a wager");
    let before = desk.standing.borrow().seq;
    // The second sentence is refused, so the first was never said.
    let breath = |amount: &str| vec!["withdraws on 1".to_owned(), format!("bets {amount} on 1")];
    let refused = desk.say_all(ann, None, breath("1")).await;
    assert!(matches!(refused, Err(Denied::Rules(_))), "{refused:?}");
    assert_eq!((desk.standing.borrow().seq, staked()), (before, Chips::whole(100)));
    let answer = desk.say_all(ann, Some("u1".into()), breath("25")).await.expect("a smaller wager");
    assert_eq!((answer.seq, staked()), (before + 1, Chips::whole(25)));
    assert_eq!(floor.cage().balance("ann").await.expect("a balance"), Chips::whole(4_975));
    assert_eq!(desk.say_all(ann, Some("u1".into()), breath("30")).await, Err(Denied::OtherUse));
    assert_eq!(desk.say_all(ann, Some("u1".into()), breath("25")).await, Ok(answer));
}
