//! The odds against the engine: every order of small shoes, played to the end by one player with one strategy.
//!
//! The two share no code. The walk knows what the engine awaits, says and pays, and counts whole orders of the cards; the
//! odds know the rules and sum over what each hand may come to. For every first hand and up card both must find the same
//! fraction, to the last digit, in the five games, in every reading of what a dealer blackjack takes, and in the games a
//! house could write. What the walks came by is asserted too: a comparison proves nothing about what never happened.

mod any_house;
mod cards;
mod corners;
mod games;
mod house;
mod key;
mod law;
mod marks;
mod merging;
mod orders;
mod plans;
mod spread;
mod variants;

use cards::Cards;
use dashu_ratio::RBig;
use marks::{Mark, Marks};
use odds::{FirstHand, Game, HandAt, LETTERS, Table, hands};
use orders::{Alike, Walked, mean};
use plans::Strategy;
use rulebook::Rules;

/// Both find the same in each of these shoes, by every strategy.
#[track_caller]
fn agree(rules: &Rules, shoes: &[&str]) -> Marks {
    let mut marks = Marks::default();
    for ranks in shoes {
        let (game, cards) = (Game::of(rules), Cards::of(rules.deck(), ranks));
        let table = Table::<RBig>::new(&game, &cards.shoe()).expect("more than three cards");
        for strategy in plans::all(&game, table.shoe()) {
            let walked = compare(rules, &cards, &table, &strategy);
            marks.join(&walked.unwrap_or_else(|| panic!("{} runs {cards} dry", strategy.name)).marks);
        }
    }
    marks
}

/// Both find the same by one strategy: the worth of every first hand, and the mean. `None` when a round may run out of
/// cards.
#[track_caller]
fn compare(rules: &Rules, cards: &Cards, table: &Table<'_, RBig>, strategy: &Strategy) -> Option<Walked> {
    let Strategy { name, plan } = strategy;
    let walked = orders::walked(rules, cards, plan, Alike::Merged)?;
    let worth = table.worth(plan);
    for ((hand, up), mean) in walked.means() {
        let (held, value) = (letters(hand), value_of(&worth.first[up], hand));
        let up = LETTERS[up];
        assert_eq!(mean, value, "{held} against {up} from {cards} by {name}: the walk, then the odds");
    }
    assert_eq!(mean(&walked.distribution()), worth.ev, "{cards} by {name}: the walk, then the odds");
    Some(walked)
}

/// What a first hand is worth: the mean of those with its cards, where tens of one rank are told from others.
fn value_of(first: &[FirstHand<RBig>], hand: HandAt) -> RBig {
    let (mut sum, mut chance) = (RBig::ZERO, RBig::ZERO);
    for first in first.iter().filter(|first| first.hand == hand) {
        sum += &first.value * &first.chance;
        chance += &first.chance;
    }
    sum / chance
}

fn letters(hand: HandAt) -> String {
    let counts = hands().get(hand).counts.map(usize::from);
    LETTERS.iter().zip(counts).flat_map(|(letter, count)| std::iter::repeat_n(letter, count)).collect()
}

#[track_caller]
fn assert_seen(seen: &Marks, wanted: &[Mark]) {
    let missing: Vec<&Mark> = wanted.iter().filter(|mark| !seen.has(**mark)).collect();
    assert!(missing.is_empty(), "the walks never came by {missing:?}");
}
