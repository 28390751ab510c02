//! Shoes that the house deals from: what they are put back from after a restart, and whether they were dealt as committed to.

use std::collections::BTreeMap;

use floor::{
    AfterFailure, Audited, Config, Dealing, Floor, Role, Sealed, Seed, Shoe, ShoeKey, ShoeProof, TableConfig,
    Unproven,
};
use journal::{Batch, Epoch, Journal, Keep, NewRecord, Opening, Record, Since, Stream};
use serde_json::{Value, json};
use testkit::{Request, TestFloor, fast_clocks};

use super::copies;

/// One table that the house deals at, with a new shoe every few rounds.
fn config(game: &str) -> Config {
    let settings: BTreeMap<_, _> = [("cut-card-position".to_owned(), "10".to_owned())].into();
    let table = TableConfig { settings, seconds: fast_clocks(), ..TableConfig::of("one", game) };
    Config { tables: vec![table], after_power_failure: AfterFailure::Void, ..Config::default() }
}

/// A floor on which ann has played some rounds.
async fn played(game: &str, rounds: usize) -> TestFloor {
    let house = TestFloor::builder().config(config(game)).pages().open().await;
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

/// The shoe the table deals from.
fn shoe(house: &TestFloor) -> Shoe {
    let standing = house.floor.table("one").expect("the table").standing.borrow().clone();
    match standing.table.dealing() {
        Dealing::House(Some(shoe)) => shoe.clone(),
        other => panic!("{other:?}"),
    }
}

/// What the database keeps of it.
async fn kept(house: &TestFloor) -> String {
    house.floor.journal().kept("shoes", "one").await.expect("the journal reads").expect("a shoe")
}

/// Replaces the seed of the table's shoe in the database, as anyone who can write to it may.
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
    let before = shoe(&house).dealt();
    assert!(before > 0, "the shoe of the first round is in use");
    let house = house.crash(config("blackjack")).await;
    assert_eq!(shoe(&house).dealt(), before, "no card comes a second time");
}

/// Copies the journal into one of its own, each entry of the table changed as wanted: every hash is in order.
async fn rewritten(records: &[Record], mut change: impl FnMut(&mut Value)) -> Journal {
    copies::rewritten(records, |record, mut new| {
        if record.stream.as_str() == "table/one" {
            let mut entry: Value = serde_json::from_str(&record.body).expect("an entry");
            change(&mut entry);
            new.body = entry.to_string();
        }
        Some(new)
    })
    .await
}

/// An audit in which chain, ledger and rounds are in order.
async fn audit(journal: &Journal) -> Audited {
    let audited = floor::audit(journal, Since::Start, &[], |_| {}).await.expect("the journal reads");
    assert!(audited.verdict.is_clean(), "{:?}", audited.verdict.faults);
    assert_eq!(audited.rounds_at_fault, [""; 0]);
    audited
}

#[tokio::test]
async fn an_audit_shuffles_every_finished_shoe_again() {
    for game in rulebook::GAMES {
        let house = played(game, 30).await;
        let audited = audit(house.floor.journal()).await;
        assert!(audited.is_clean(), "{game}: {:?}", audited.shoes_at_fault);
        assert!(audited.shoes >= 2, "{game}: {} shoes", audited.shoes);
    }
}

/// A house that commits to one order and deals another, or tells nobody: everything else is as it should be.
#[tokio::test]
async fn an_audit_names_the_shoe_and_the_card_that_were_not_as_committed_to() {
    let house = played("plus", 30).await;
    let records = copies::all_records(house.floor.journal()).await;
    let untouched = rewritten(&records, |_| {}).await;
    assert!(audit(&untouched).await.is_clean());

    let other = Seed([9; 32]);
    let mut shoes = 0;
    let committed_to_another = rewritten(&records, |entry| {
        shoes += u32::from(entry["shoe"].is_object());
        if entry["shoe"].is_object() && shoes == 1 {
            entry["shoe"]["commitment"] = json!(other.commitment());
        }
        if entry["shoe"].is_object() && shoes == 2 {
            entry["shoe"]["revealed"] = json!(other.reveal());
        }
    });
    let found = audit(&committed_to_another.await).await.shoes_at_fault;
    assert_eq!(found.len(), 1, "{found:?}");
    assert!(found[0].starts_with("table/one shoe 1: card "), "{found:?}");
    assert!(found[0].contains("dealt in round 1, was "), "{found:?}");

    let told_another = rewritten(&records, |entry| {
        if entry["shoe"]["revealed"].is_string() {
            entry["shoe"]["revealed"] = json!(other.reveal());
        }
    });
    let found = audit(&told_another.await).await.shoes_at_fault;
    assert!(found.len() >= 2 && found[0].contains("does not fit the commitment"), "{found:?}");

    let never_told = rewritten(&records, |entry| {
        if let Some(shoe) = entry["shoe"].as_object_mut() {
            shoe.remove("revealed");
        }
    });
    let found = audit(&never_told.await).await.shoes_at_fault;
    assert!(found.len() >= 2 && found[0].contains("was not published"), "{found:?}");

    let skipped = rewritten(&records, |entry| {
        if let Some(drawn) = entry["drawn"].as_u64().filter(|drawn| *drawn > 5) {
            entry["drawn"] = json!(drawn + 1);
        }
    });
    let found = audit(&skipped.await).await.shoes_at_fault;
    assert!(found.iter().any(|why| why.contains("and the book then counts")), "{found:?}");
}

/// Whether bytes are found in any file of the database.
fn lies_in_the_database(house: &TestFloor, wanted: &[u8]) -> bool {
    let database = house.database();
    let name = database.file_name().expect("a name").to_string_lossy().into_owned();
    let folder = std::fs::read_dir(database.parent().expect("a folder")).expect("a folder");
    let files = folder.map(|file| file.expect("a file").path());
    let of_database = |path: &std::path::PathBuf| {
        path.file_name().is_some_and(|other| other.to_string_lossy().starts_with(&name))
    };
    files.filter(of_database).any(|path| {
        let bytes = std::fs::read(path).expect("a file");
        bytes.windows(wanted.len()).any(|window| window == wanted)
    })
}

#[tokio::test]
async fn the_seed_of_a_shoe_in_use_lies_nowhere_in_the_database() {
    let house = played("plus", 2).await;
    let seed = shoe(&house).seed();
    assert!(lies_in_the_database(&house, seed.commitment().as_bytes()), "there is something to look at");
    for secret in [&seed.0[..], seed.reveal().as_bytes(), seed.reveal().to_uppercase().as_bytes()] {
        assert!(!lies_in_the_database(&house, secret), "the database reveals the cards to come");
    }
    let sealed = house.environment.shoe_key.open("one", &seed.commitment(), &kept(&house).await);
    assert_eq!(sealed.map(|sealed| sealed.seed), Ok(seed), "the key opens it");
}

#[tokio::test]
async fn a_floor_does_not_open_with_another_key() {
    let mut house = played("plus", 1).await;
    house.environment.shoe_key = ShoeKey::fresh();
    let why = house.crash_for_good(config("plus")).await.to_string();
    assert!(why.starts_with("table one: "), "{why}");
    assert!(why.contains("cannot be decrypted with this key: open the floor with the key"), "{why}");
}

/// Makes the journal of a floor one of an earlier version: no record of then keeps facts, and what lay on shelves, with this seed
/// kept plainly, was brought under the chain later.
async fn make_earlier(house: &TestFloor, plain: &str) {
    let journal = house.floor.journal();
    let (records, mut keeps) = (copies::all_records(journal).await, Vec::new());
    for shelf in ["people", "sessions", "meters"] {
        for (key, body) in journal.shelf(shelf).await.expect("the journal reads") {
            keeps.push(Keep { shelf: shelf.into(), key, body: Some(body) });
        }
    }
    keeps.push(Keep { shelf: "shoes".into(), key: "one".into(), body: Some(plain.into()) });
    journal.clone().close().await;
    let (database, name) = (house.database(), house.database().display().to_string());
    let folder = std::fs::read_dir(database.parent().expect("a folder")).expect("a folder");
    for path in folder.map(|file| file.expect("a file").path()) {
        if path.display().to_string().starts_with(&name) {
            std::fs::remove_file(path).expect("it is gone");
        }
    }
    let url = format!("sqlite:{name}").parse().expect("a database");
    let earlier = Journal::open(&url, Opening::Serve).await.expect("a journal");
    copies::write_again(&earlier, &records, |_, new| Some(new)).await;
    copies::add(&earlier, "intruder", NewRecord { body: "{}".into(), keeps, ..NewRecord::default() }).await;
    earlier.close().await;
}

/// Somebody who chooses the seed knows the cards: a plain one is not taken where this version began the shoe.
#[tokio::test]
async fn a_seed_that_is_plain_is_refused_where_no_earlier_version_began_the_shoe() {
    let house = played("plus", 1).await;
    let plain = Sealed { seed: shoe(&house).seed(), without: Vec::new() }.write();
    keep_instead(house.floor.journal(), Some(&plain)).await;
    let found = floor::check_shoes(house.floor.journal(), None).await.expect("the journal reads");
    assert!(found.faults.len() == 1 && found.faults[0].contains("is not encrypted"), "{found:?}");
    let why = house.crash_for_good(config("plus")).await.to_string();
    assert!(why.starts_with("table one: ") && why.contains("is not encrypted"), "{why}");
}

#[tokio::test]
async fn a_floor_does_not_open_with_a_shoe_whose_book_does_not_tell_the_seed_before_it() {
    let house = played("plus", 30).await;
    let sealed = Keep { shelf: "shoes".into(), key: "one".into(), body: Some(kept(&house).await) };
    let records = copies::all_records(house.floor.journal()).await;
    let other = json!(Seed([9; 32]).reveal());
    for (revealed, opens) in [(None, true), (Some(Value::Null), false), (Some(other), false)] {
        let journal = rewritten(&records, |entry| {
            if let Some(revealed) = &revealed
                && entry["shoe"]["revealed"].is_string()
            {
                entry["shoe"]["revealed"] = revealed.clone();
            }
        })
        .await;
        let keeping = NewRecord { body: "{}".into(), keeps: vec![sealed.clone()], ..NewRecord::default() };
        copies::add(&journal, "intruder", keeping).await;
        let opened = Floor::open(config("plus"), journal, house.environment.clone()).await;
        let why = opened.map(drop).map_err(|why| why.to_string());
        assert!(why.is_ok() == opens, "{why:?}");
        assert!(opens || why.is_err_and(|why| why.contains("was never published in its book")));
    }
}

/// Floors wrote seeds plainly before: they are read, and the next shoe is encrypted.
#[tokio::test]
async fn a_seed_that_was_kept_plainly_is_read_and_the_next_is_encrypted() {
    let house = played("plus", 1).await;
    let before = shoe(&house);
    let plain = Sealed { seed: before.seed(), without: Vec::new() }.write();
    make_earlier(&house, &plain).await;
    let house = house.crash(config("plus")).await;
    assert_eq!((shoe(&house).seed(), shoe(&house).dealt()), (before.seed(), before.dealt()));
    assert_eq!(kept(&house).await, plain);
    play(&house, 30).await;
    assert_ne!(shoe(&house).seed(), before.seed(), "another shoe");
    assert!(kept(&house).await.starts_with("xchacha20poly1305 "));
}

/// The shoe of a round, as ann sees it.
async fn proof(house: &TestFloor, ann: &str, round: u64) -> ShoeProof {
    let path = format!("/api/rounds/one/{round}/shoe");
    let told = house.send(Request::get(&path).by(ann)).await.json();
    let mut shoes: Vec<ShoeProof> = serde_json::from_value(told).expect("shoes");
    assert_eq!(shoes.len(), 1);
    shoes.remove(0)
}

#[tokio::test]
async fn a_player_checks_the_shoe_of_a_round_once_its_seed_is_told() {
    for game in ["plus", "star-elements"] {
        let house = played(game, 30).await;
        let ann = house.token("ann").await;
        for round in 1..=3 {
            let shoe = proof(&house, &ann, round).await;
            assert!(shoe.cards.len() >= 3, "{game}: {shoe:?}");
            assert_eq!(shoe.check(), Ok(()), "{game}: {shoe:?}");
            let mut other = shoe.clone();
            other.cards.swap(0, 1);
            (other.cards[0].place, other.cards[1].place) = (shoe.cards[0].place, shoe.cards[1].place);
            assert_eq!(other.check().is_ok(), shoe.cards[0].card == shoe.cards[1].card, "{game}: {other:?}");
            let other = ShoeProof { commitment: Seed([9; 32]).commitment(), ..shoe };
            assert!(matches!(other.check(), Err(Unproven::Unfair(_))), "{game}");
        }
        let page = house.get(&ann, "/rounds/one.1").await.text();
        let seed = proof(&house, &ann, 1).await.seed.expect("a seed");
        assert!(page.contains(&seed) && page.contains("✓ Checked: the seed fits"), "{game}: {page}");
        // Of the round just played, only what was published is shown yet.
        play(&house, 1).await;
        let last = house.look("one").await["round"].as_u64().expect("a number") - 1;
        let shoe = self::shoe(&house);
        if shoe.dealt() > 1 {
            assert_eq!(proof(&house, &ann, last).await.check(), Err(Unproven::NotTold), "{game}");
            let page = house.get(&ann, &format!("/rounds/one.{last}")).await.text();
            assert!(page.contains(&shoe.seed().commitment()) && page.contains("The seed is published when"));
            assert!(!page.contains(&shoe.seed().reveal()), "{game} tells a seed too early");
        }
        let bob = house.someone("bob", Role::Player).await;
        let refused = house.send(Request::get("/api/rounds/one/1/shoe").by(&bob)).await;
        assert_eq!(refused.status.as_u16(), 403, "{}", refused.text());
    }
}
