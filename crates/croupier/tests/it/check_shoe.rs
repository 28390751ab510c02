//! `croupier check-shoe` as a player uses it.

use std::path::{Path, PathBuf};

use floor::{ProofCard, Seed, Shoe, ShoeProof};
use serde_json::Value;
use vocabulary::{Composition, Deck};

use crate::program::{croupier, err, out};

/// A round's cards from the fifth on, of a shoe with this seed.
fn shoe(seed: Seed) -> ShoeProof {
    let mut shoe = Shoe::shuffle(&Composition::full(Deck::Standard52, 8), seed).after(4);
    let cards = (5..12).filter_map(|place| Some(ProofCard { place, card: shoe.draw()?.to_string() }));
    ShoeProof {
        table: "plus-1".into(),
        round: 12,
        commitment: seed.commitment(),
        seed: Some(seed.reveal()),
        deck: "standard-52".into(),
        decks: 8,
        without: Vec::new(),
        cards: cards.collect(),
    }
}

fn file(name: &str, shoe: &ShoeProof) -> PathBuf {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("shoe-{name}.json"));
    let text = serde_json::to_string(&[shoe]).expect("JSON");
    std::fs::write(&path, text).expect("a file");
    path
}

/// The exit status and what is printed for a shoe.
fn checked(name: &str, shoe: &ShoeProof, more: &[&str]) -> (Option<i32>, String) {
    let path = file(name, shoe).display().to_string();
    let output = croupier(&[&["check-shoe", &path], more].concat());
    (output.status.code(), format!("{}{}", out(&output), err(&output)))
}

#[test]
fn a_shoe_fits_or_the_card_that_does_not_is_named() {
    let seed = Seed([7; 32]);
    let honest = shoe(seed);
    let (status, said) = checked("honest", &honest, &[]);
    assert_eq!(status, Some(0), "{said}");
    assert!(said.contains("plus-1 round 12") && said.contains("all 7 cards are those of the shoe"), "{said}");

    let mut cheat = honest.clone();
    cheat.cards[2].card = if honest.cards[2].card == "2c" { "3c".into() } else { "2c".into() };
    let (status, said) = checked("cheat", &cheat, &[]);
    let named = format!("card 7, dealt in round 12, was {}, and the seed puts", cheat.cards[2].card);
    assert_eq!(status, Some(1), "{said}");
    assert!(said.contains(&named), "{said}");

    // What a player noted goes before what the floor says today.
    let noted = Seed([8; 32]).commitment();
    let (status, said) = checked("noted", &honest, &["--commitment", &noted]);
    assert_eq!(status, Some(1), "{said}");
    assert!(said.contains("does not fit the commitment"), "{said}");

    let early = ShoeProof { seed: None, ..honest };
    let (status, said) = checked("early", &early, &[]);
    assert_eq!(status, Some(1), "{said}");
    assert!(said.contains("not published yet"), "{said}");
    let (status, said) = checked("later", &early, &["--seed", &seed.reveal(), "--json"]);
    assert_eq!(status, Some(0), "{said}");
    let json: Value = serde_json::from_str(&said).expect("an object");
    assert_eq!((&json["fits"], &json["cards"]), (&Value::Bool(true), &Value::from(7)));
}

#[test]
fn what_is_no_shoe_is_refused() {
    let output = croupier(&["check-shoe", "Cargo.toml"]);
    assert_eq!(output.status.code(), Some(2), "{}", out(&output));
}
