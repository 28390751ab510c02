//! Shoes that the house deals from: what they are put back from after a restart.

use std::collections::BTreeMap;

use floor::{AfterFailure, Config, Dealing, Role, Seed, TableConfig};
use journal::{Batch, Epoch, Journal, Keep, NewRecord, Stream};
use testkit::{TestFloor, fast_clocks};

/// One table that the house deals at, with a new shoe every few rounds.
fn config(game: &str) -> Config {
    let settings: BTreeMap<_, _> = [("cut-card-position".to_owned(), "10".to_owned())].into();
    let table = TableConfig { settings, seconds: fast_clocks(), ..TableConfig::of("one", game) };
    Config { tables: vec![table], after_power_failure: AfterFailure::Void, ..Config::default() }
}

/// A floor on which ann has played some rounds.
async fn played(game: &str, rounds: usize) -> TestFloor {
    let house = TestFloor::with(config(game)).await;
    house.add("ann", Role::Player).await;
    house.fund("ann").await;
    play(&house, rounds).await;
    house
}

/// Ann plays some rounds at the table.
async fn play(house: &TestFloor, rounds: usize) {
    for _ in 0..rounds {
        let round = bet(house).await;
        house.advance_until("one", 1, |seen| seen["round"].as_u64() > Some(round)).await;
    }
}

/// Ann bets in the next round, which is returned.
async fn bet(house: &TestFloor) -> u64 {
    let ann = house.floor.people().find("ann").await.expect("the journal reads").expect("ann");
    let seen = house.advance_until("one", 1, |seen| seen["phase"] == "betting").await;
    house.say_as(&ann, "one", "bets 10 on 1").await;
    seen["round"].as_u64().expect("a number")
}

/// How many cards of the table's shoe are out.
fn dealt(house: &TestFloor) -> usize {
    let standing = house.floor.table("one").expect("the table").standing.borrow().clone();
    match standing.table.dealing() {
        Dealing::House(Some(shoe)) => shoe.dealt(),
        other => panic!("{other:?}"),
    }
}

/// Writes something else where the database keeps the seed of the table's shoe, as whoever can write to it may.
async fn keep_instead(journal: &Journal, body: Option<&str>) {
    let stream: Stream = "intruder".parse().expect("a stream");
    journal.announce(&stream, 0).await.expect("a stream");
    let keep = Keep { shelf: "shoes".into(), key: "one".into(), body: body.map(str::to_owned) };
    let record = NewRecord { body: "{}".into(), keeps: vec![keep], ..NewRecord::default() };
    let batch = Batch { stream, epoch: Epoch::default(), after: 0, records: vec![record] };
    journal.append(batch).await.expect("it is written");
}

#[tokio::test]
async fn a_floor_does_not_open_with_a_seed_that_its_book_did_not_commit_to() {
    let other = Seed([9; 32]).reveal();
    for (kept, told) in [
        (Some(other.as_str()), "does not fit the commitment"),
        (Some("nothing that was ever kept"), "cannot be read"),
        (None, "is missing from the database"),
    ] {
        let house = played("plus", 1).await;
        keep_instead(house.floor.journal(), kept).await;
        let why = house.crash_for_good(config("plus")).await.to_string();
        assert!(why.starts_with("table one: "), "{why}");
        assert!(why.contains(told) && why.contains("from a backup"), "{why}");
    }
}

/// The book is read from the last finished round on, and that one may have had no cards.
#[tokio::test]
async fn a_shoe_goes_on_where_it_was_after_a_round_without_cards() {
    let house = played("blackjack", 1).await;
    bet(&house).await;
    let house = house.crash(config("blackjack")).await;
    let before = dealt(&house);
    assert!(before > 0, "the shoe of the first round is in use");
    let house = house.crash(config("blackjack")).await;
    assert_eq!(dealt(&house), before, "no card comes a second time");
}
