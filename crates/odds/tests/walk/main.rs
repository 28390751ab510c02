//! The odds against the engine: every order of small shoes, played to the end by one player with one strategy.
//!
//! The two share no code. The walk knows what the engine awaits, says and pays, and counts whole orders of the cards; the
//! odds know the rules and sum over what each hand may come to. For every first hand and up card both must find the same
//! fraction, to the last digit, in the five games, in every reading of what a dealer blackjack takes, and in the games a
//! house could write. What the walks came by is asserted too: a comparison proves nothing about what never happened.

mod any_house;
mod cards;
mod games;
mod house;
mod marks;
mod merging;
mod open;
mod plans;
mod readings;
mod variants;
mod walk;

use cards::Cards;
use dashu_ratio::RBig;
use marks::{Mark, Marks};
use odds::{Game, LETTERS, Plan, Table, hands};
use plans::Named;
use rulebook::Rules;
use walk::{Alike, Walked, mean};

/// Both find the same in each of these shoes, by every strategy.
#[track_caller]
fn agree(rules: &Rules, shoes: &[&str]) -> Marks {
    let mut marks = Marks::default();
    for ranks in shoes {
        let (game, cards) = (Game::of(rules), Cards::of(rules.deck(), ranks));
        let table = Table::<RBig>::new(&game, &cards.shoe()).expect("more than three cards");
        for Named { name, plan } in plans::plans(&game, table.shoe()) {
            let walked = compare(rules, &cards, &table, &plan, &name);
            marks.join(&walked.unwrap_or_else(|| panic!("{name} runs {cards} dry")).marks);
        }
    }
    marks
}

/// The same of one strategy; `None` when a round may run out of cards.
#[track_caller]
fn compare(rules: &Rules, cards: &Cards, table: &Table<'_, RBig>, plan: &Plan, name: &str) -> Option<Walked> {
    let walked = walk::walked(rules, cards, plan, Alike::Merged)?;
    let worth = table.worth(plan);
    for ((hand, up), mean) in walked.means() {
        let first = worth.first[up].iter().find(|first| first.hand == hand).expect("a hand that was dealt");
        let (held, up) = (letters(hand), LETTERS[up]);
        assert_eq!(mean, first.value, "{held} against {up} from {cards} by {name}: the walk, then the odds");
    }
    assert_eq!(mean(&walked.distribution()), worth.ev, "{cards} by {name}");
    Some(walked)
}

fn letters(hand: odds::HandAt) -> String {
    let counts = hands().get(hand).counts.map(usize::from);
    LETTERS.iter().zip(counts).flat_map(|(letter, count)| std::iter::repeat_n(letter, count)).collect()
}

#[track_caller]
fn assert_seen(seen: &Marks, wanted: &[Mark]) {
    let missing: Vec<&Mark> = wanted.iter().filter(|mark| !seen.has(**mark)).collect();
    assert!(missing.is_empty(), "the walks never came by {missing:?}");
}
