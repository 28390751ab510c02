//! Every hand a player can hold without being bust, by how many cards of each value it has.

use std::collections::HashMap;
use std::sync::LazyLock;

use crate::chart::Row;

/// How many values a card can have: Ace, two to nine, ten.
pub const VALUES: usize = 10;
/// The value of an Ace, as an index.
pub const ACE: usize = 0;
/// The value of a ten or picture, as an index.
pub const TEN: usize = 9;
/// The first values are the low ones; dealer sums are contracted over the high values first, then over the low.
pub(crate) const LOW: usize = 4;

/// The letters of the ten values, as charts write them.
pub const LETTERS: [char; VALUES] = ['A', '2', '3', '4', '5', '6', '7', '8', '9', 'T'];

/// How many cards of each value.
pub type Counts = [u8; VALUES];

/// A hand by its place in [`hands`].
pub type HandAt = u16;

/// In place of a hand: one card more busts it.
pub(crate) const BUST: HandAt = HandAt::MAX;

/// A hand that is not bust.
#[derive(Clone, Debug)]
pub struct Hand {
    /// Its cards.
    pub counts: Counts,
    /// How many they are.
    pub cards: u8,
    /// Its best total.
    pub total: u8,
    /// Whether an Ace counts eleven.
    pub soft: bool,
    pub(crate) low: u16,
    pub(crate) high: u16,
    /// How many values do not bust it: the lowest ones.
    pub(crate) room: u8,
    pub(crate) child: [HandAt; VALUES],
}

impl Hand {
    /// How it compares with a dealer's hand: 0 for less than any dealer's total, 1 to 5 for 17 to 21.
    pub(crate) fn class(&self) -> usize {
        usize::from(self.total.saturating_sub(16))
    }

    /// Whether it is a blackjack, if these are the cards it was dealt.
    #[must_use]
    pub fn is_blackjack(&self) -> bool {
        self.cards == 2 && self.total == 21
    }

    /// Whether it has all these cards, so that they can become it.
    pub(crate) fn includes(&self, cards: &Counts) -> bool {
        self.counts.iter().zip(cards).all(|(held, wanted)| held >= wanted)
    }

    /// What follows each card that does not bust it, by the value of the card.
    pub(crate) fn next(&self) -> &[HandAt] {
        &self.child[..usize::from(self.room)]
    }

    /// The value its two cards share, if they do.
    #[must_use]
    pub fn pair(&self) -> Option<usize> {
        let twice = self.counts.iter().position(|&count| count == 2);
        twice.filter(|_| self.cards == 2)
    }
}

/// All hands, with the low and the high parts they are made of.
pub struct Hands {
    all: Vec<Hand>,
    at: HashMap<Counts, HandAt>,
    /// The distinct cards of the low values.
    pub(crate) lows: Vec<[u8; LOW]>,
    /// The distinct cards of the high values.
    pub(crate) highs: Vec<[u8; VALUES - LOW]>,
    /// All hands of two or more cards, those with the same high part, number of cards and class together.
    pub(crate) grouped: Vec<HandAt>,
    /// Those with a card of each value, those with fewer points first.
    pub(crate) with: [Vec<HandAt>; VALUES],
    /// The same by [`pair_group`].
    pub(crate) grouped_by_pair: [Vec<HandAt>; VALUES],
    /// For each low value and each low part, the low part without cards of that value.
    pub(crate) low_without: [Vec<u16>; LOW],
    /// The hands of two or more cards by the row of a chart they stand in; a row comes after all it can lead to.
    rows: Vec<(Row, Vec<HandAt>)>,
}

static HANDS: LazyLock<Hands> = LazyLock::new(Hands::list);

/// The table of all hands, from the fewest points to 21 (an Ace as one).
#[must_use]
pub fn hands() -> &'static Hands {
    &HANDS
}

impl Hands {
    /// The hands, those with fewer points (an Ace as one) first: a hand always comes before what it can become.
    #[must_use]
    pub fn all(&self) -> &[Hand] {
        &self.all
    }

    /// How many there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.all.len()
    }

    /// Never.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.all.is_empty()
    }

    /// All places.
    pub fn places(&self) -> impl Iterator<Item = HandAt> + use<> {
        (0..).take(self.all.len())
    }

    /// The hand at a place.
    #[must_use]
    pub fn get(&self, at: HandAt) -> &Hand {
        &self.all[usize::from(at)]
    }

    /// Where the hand with these cards is; `None` when they are bust.
    #[must_use]
    pub fn find(&self, counts: &Counts) -> Option<HandAt> {
        self.at.get(counts).copied()
    }

    /// Where the hand of two values is.
    #[must_use]
    pub fn two(&self, first: usize, second: usize) -> HandAt {
        let one = self.all[0].child[first];
        self.get(one).child[second]
    }

    /// Where the hand of a single card is.
    #[must_use]
    pub fn one(&self, value: usize) -> HandAt {
        self.all[0].child[value]
    }

    fn list() -> Hands {
        let mut counts = Vec::new();
        enumerate(&mut [0; VALUES], 0, 21, &mut counts);
        counts.sort_by_key(|counts| (points(counts), *counts));
        let (mut lows, mut highs) = (Numbered::default(), Numbered::default());
        let mut all: Vec<Hand> = counts
            .iter()
            .map(|counts| {
                let low = lows.number(counts[..LOW].try_into().expect("four low values"));
                let high = highs.number(counts[LOW..].try_into().expect("six high values"));
                hand(*counts, low, high)
            })
            .collect();
        let at: HashMap<Counts, HandAt> = (0..).zip(&counts).map(|(at, counts)| (*counts, at)).collect();
        for hand in &mut all {
            for value in 0..VALUES {
                let mut next = hand.counts;
                next[value] += 1;
                hand.child[value] = at.get(&next).copied().unwrap_or(BUST);
            }
        }
        let last = HandAt::try_from(all.len()).expect("about three thousand hands");
        let mut grouped: Vec<HandAt> = (0..last).filter(|&at| all[usize::from(at)].cards >= 2).collect();
        grouped.sort_by_key(|&at| group(&all[usize::from(at)]));
        let with: [Vec<HandAt>; VALUES] = std::array::from_fn(|value| {
            let has =
                |&at: &HandAt| all[usize::from(at)].cards >= 2 && all[usize::from(at)].counts[value] > 0;
            (0..last).filter(has).collect()
        });
        let grouped_by_pair = std::array::from_fn(|pair| {
            let mut grouped = with[pair].clone();
            grouped.sort_by_key(|&at| pair_group(&all[usize::from(at)], pair));
            grouped
        });
        let low_without = std::array::from_fn(|value| {
            let without = |low: &[u8; LOW]| {
                let mut low = *low;
                low[value] = 0;
                lows.at[&low]
            };
            lows.list.iter().map(without).collect()
        });
        let rows = rows(&all, &grouped);
        let (lows, highs) = (lows.list, highs.list);
        Hands { all, at, lows, highs, grouped, with, grouped_by_pair, low_without, rows }
    }

    /// The rows of a chart with their hands, each after all it can lead to.
    pub(crate) fn rows(&self) -> &[(Row, Vec<HandAt>)] {
        &self.rows
    }
}

/// A hard total from 11 leads to higher ones only; a soft one to soft and hard ones; a low hard one to all.
fn rows(all: &[Hand], played: &[HandAt]) -> Vec<(Row, Vec<HandAt>)> {
    let order = (11..=21).rev().map(Row::Hard).chain((12..=21).rev().map(Row::Soft));
    let order = order.chain((4..=10).rev().map(Row::Hard));
    let of_row = |row: Row| played.iter().copied().filter(move |&at| Row::of(&all[usize::from(at)]) == row);
    order.map(|row| (row, of_row(row).collect())).collect()
}

/// Hands of one group share the dealer's sums over the high values.
pub(crate) fn group(hand: &Hand) -> (u16, u8, usize) {
    (hand.high, hand.cards, hand.class())
}

/// Split hands of one group share the dealer's sums over the high values.
pub(crate) fn pair_group(hand: &Hand, pair: usize) -> (u16, u8, u8, usize) {
    (hand.high, hand.cards, hand.counts[pair], hand.class())
}

fn hand(counts: Counts, low: u16, high: u16) -> Hand {
    let points = points(&counts);
    let soft = counts[ACE] > 0 && points <= 11;
    let total = if soft { points + 10 } else { points };
    let room = (21 - points).min(10);
    Hand { counts, cards: counts.iter().sum(), total, soft, low, high, room, child: [BUST; VALUES] }
}

/// The points with every Ace as one.
pub(crate) fn points(counts: &Counts) -> u8 {
    (1..).zip(counts).map(|(value, count)| value * count).sum()
}

fn enumerate(counts: &mut Counts, from: usize, left: usize, into: &mut Vec<Counts>) {
    if from == VALUES {
        into.push(*counts);
        return;
    }
    for count in 0..=left / (from + 1) {
        counts[from] = u8::try_from(count).expect("at most 21 cards");
        enumerate(counts, from + 1, left - count * (from + 1), into);
    }
    counts[from] = 0;
}

/// Distinct things, numbered as they come.
struct Numbered<T> {
    list: Vec<T>,
    at: HashMap<T, u16>,
}

impl<T> Default for Numbered<T> {
    fn default() -> Numbered<T> {
        Numbered { list: Vec::new(), at: HashMap::new() }
    }
}

impl<T: Copy + Eq + std::hash::Hash> Numbered<T> {
    fn number(&mut self, thing: T) -> u16 {
        let next = u16::try_from(self.list.len()).expect("fewer parts than hands");
        *self.at.entry(thing).or_insert_with(|| {
            self.list.push(thing);
            next
        })
    }
}
