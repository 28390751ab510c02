//! What the books of the tables say of the evening.

use floor::{Posted, Seed, Shoe};
use journal::{Journal, Opening, Record, Stream};
use serde_json::Value;
use vocabulary::Composition;

use super::house::{GAMES, shoe_key, table_of};

/// Every table was kept by one server after the other, and dealt on from the same shoe.
pub(crate) async fn tell_the_evening(database: &str) {
    let url = database.parse().expect("a database");
    let journal = Journal::open(&url, Opening::Read).await.expect("the journal opens");
    for game in GAMES {
        let stream: Stream = format!("table/{}", table_of(game)).parse().expect("a stream");
        let records = journal.records(&stream, 0, 10_000).await.expect("the journal reads");
        let entries: Vec<Value> = records.iter().map(entry).collect();
        kept_by_four(game, &records, &entries);
        let table = table_of(game);
        let kept = journal.kept("shoes", &table).await.expect("the journal reads").expect("a shoe");
        let commitment = entries.iter().rev().find_map(|entry| entry["shoe"]["commitment"].as_str());
        let sealed = shoe_key().open(&table, commitment.expect("a shoe"), &kept);
        let last = sealed.expect("the key opens it").seed;
        every_card_came_from_its_shoe(game, &entries, last);
    }
}

fn entry(record: &Record) -> Value {
    serde_json::from_str(&record.body).expect("an entry")
}

/// North opens, is killed, south is stopped, north closes: four times someone begins to keep the table, twice after a failure,
/// each in a lease of its own, and nobody writes in a lease that is over.
fn kept_by_four(game: &str, records: &[Record], entries: &[Value]) {
    let remarks: Vec<&str> = entries.iter().filter_map(|entry| entry["remark"].as_str()).collect();
    let (opens, back) = ("the floor opens", "the floor failed and is back");
    assert_eq!(remarks, [opens, back, back, opens], "{game}");
    let mut epochs: Vec<u64> = records.iter().map(|record| record.epoch.0).collect();
    assert!(epochs.is_sorted(), "{game}: {epochs:?}");
    epochs.dedup();
    assert_eq!(epochs.len(), 4, "{game}: {epochs:?}");
}

/// Shuffles every shoe of the evening again: at whichever server, its cards came in the shoe's order, none twice and none
/// left out.
fn every_card_came_from_its_shoe(game: &str, entries: &[Value], last: Seed) {
    let opened = entries.iter().find_map(|entry| entry.get("opens")).expect("a round began");
    let posted: Posted = serde_json::from_value(opened["rules"].clone()).expect("what is posted");
    let rules = posted.rules().expect("a game");
    let mut shoes: Vec<(&Value, Vec<&str>)> = Vec::new();
    for entry in entries {
        shoes.extend(entry.get("shoe").map(|fact| (fact, Vec::new())));
        for event in entry["events"].as_array().into_iter().flatten() {
            if let Some(card) = event["Dealt"]["card"].as_str() {
                shoes.last_mut().expect("cards come from a shoe").1.push(card);
            }
        }
    }
    assert!(shoes.iter().any(|(_, dealt)| dealt.len() >= 3), "{game}: {shoes:?}");
    let revealed = shoes.iter().skip(1).map(|(fact, _)| fact["revealed"].as_str().and_then(Seed::read));
    let seeds = revealed.map(|seed| seed.expect("a seed")).chain([last]);
    for ((fact, dealt), seed) in shoes.iter().zip(seeds) {
        assert_eq!(fact["commitment"], seed.commitment(), "{game}");
        let mut shoe = Shoe::shuffle(&Composition::full(rules.deck(), rules.decks()), seed);
        if rules.burn_first_card() {
            shoe.draw();
        }
        let cards: Vec<String> =
            dealt.iter().filter_map(|_| shoe.draw()).map(|card| card.to_string()).collect();
        assert_eq!(*dealt, cards, "{game}");
    }
}
