//! Effects of removal: what a wager gains or loses when one card leaves the shoe, and the count that follows it.

use std::fmt;

use dashu_ratio::RBig;
use rulebook::{Insurance, Rules};
use vocabulary::{Card, Composition, Rank};

use super::best::{Count, best_count};
use super::pay_table::PayTable;
use super::{ShortShoe, insurance};

/// What the removal of each card does to a wager.
#[derive(Clone, PartialEq, Debug)]
pub struct WagerRemovals {
    /// The wager's word in the notation.
    pub kind: String,
    /// Its name on the layout.
    pub name: String,
    /// Each card of the shoe that can leave. Weighed by how many are left, the effects add up to nothing.
    pub removals: Vec<Removal>,
    /// The linear count that fits best, a tag for each removal.
    pub count: Count,
}

/// One card that leaves the shoe.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Removal {
    /// Which.
    pub what: Removed,
    /// How many of it the shoe has.
    pub left: u32,
    /// How much the mean net of one unit changes when one of them leaves.
    pub effect: RBig,
}

/// Which card leaves the shoe.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Removed {
    /// Any card of a rank: they all have the same effect.
    Rank(Rank),
    /// This card: others of its rank have another effect.
    Card(Card),
}

impl fmt::Display for Removed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Removed::Rank(rank) => write!(f, "{}", rank.letter()),
            Removed::Card(card) => write!(f, "{card}"),
        }
    }
}

/// What the removal of each card does to every side wager and to insurance, with the best count of tags up to `level`.
///
/// Insurance is weighed on the cards behind the dealer's Ace.
///
/// # Errors
///
/// When the shoe, or the shoe without one card, is too short for one of the wagers.
pub fn effects_of_removal(
    rules: &Rules,
    shoe: &Composition,
    level: i8,
) -> Result<Vec<WagerRemovals>, ShortShoe> {
    let side = rules.side_wagers().iter().map(|wager| {
        let table = PayTable::of(rules, wager);
        let removals = removals(shoe, |card| table.likeness(card), |shoe| table.ev(shoe))?;
        Ok(WagerRemovals::new(&wager.kind, &wager.name, removals, level))
    });
    let mut wagers: Vec<WagerRemovals> = side.collect::<Result<_, ShortShoe>>()?;
    if rules.insurance() != Insurance::None {
        let rest = insurance::behind_an_ace(shoe, &[])?;
        let removals = removals(&rest, |card| card.rank().is_ten(), |rest| insurance::ev(rules, rest))?;
        wagers.push(WagerRemovals::new(insurance::KIND, insurance::NAME, removals, level));
    }
    Ok(wagers)
}

impl WagerRemovals {
    fn new(kind: &str, name: &str, removals: Vec<Removal>, level: i8) -> WagerRemovals {
        let effects: Vec<(f64, f64)> = removals.iter().map(Removal::weighed).collect();
        let count = best_count(&effects, level);
        WagerRemovals { kind: kind.to_owned(), name: name.to_owned(), removals, count }
    }
}

impl Removal {
    /// Its weight and effect, as [`best_count`] takes them.
    #[must_use]
    pub fn weighed(&self) -> (f64, f64) {
        (f64::from(self.left), self.effect.to_f64().value())
    }
}

/// The effect of every card that can leave. Cards that are alike to the wager are weighed once.
fn removals<L: PartialEq>(
    shoe: &Composition,
    likeness: impl Fn(Card) -> L,
    ev: impl Fn(&Composition) -> Result<RBig, ShortShoe>,
) -> Result<Vec<Removal>, ShortShoe> {
    let before = ev(shoe)?;
    let mut weighed: Vec<(L, RBig)> = Vec::new();
    for card in shoe.deck().cards().filter(|card| shoe.count(*card) > 0) {
        let like = likeness(card);
        if weighed.iter().all(|(other, _)| *other != like) {
            let mut without = shoe.clone();
            without.take(card)?;
            weighed.push((like, ev(&without)? - &before));
        }
    }
    let removal = |card: Card| {
        let (_, effect) = weighed.iter().find(|(like, _)| *like == likeness(card))?;
        let left = u32::from(shoe.count(card));
        (left > 0).then(|| Removal { what: Removed::Card(card), left, effect: effect.clone() })
    };
    let of_rank = |rank: Rank| {
        let cards = shoe.deck().suits().iter().filter_map(|&suit| Card::new(rank, suit));
        together(rank, cards.filter_map(removal).collect())
    };
    Ok(shoe.deck().ranks().flat_map(of_rank).collect())
}

/// The cards of a rank as one, if they all have the same effect.
fn together(rank: Rank, cards: Vec<Removal>) -> Vec<Removal> {
    let Some(first) = cards.first() else { return cards };
    if cards.iter().any(|card| card.effect != first.effect) {
        return cards;
    }
    let left = cards.iter().map(|card| card.left).sum();
    vec![Removal { what: Removed::Rank(rank), left, effect: first.effect.clone() }]
}
