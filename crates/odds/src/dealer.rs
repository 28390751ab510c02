//! The dealer's finished hands, and the sums over them that a player's hand is worth.
//!
//! A dealer's hand is a number of cards of each value, drawn in so many orders. Its probability is a product over the
//! values of falling factorials of what the shoe holds, over a falling factorial of the whole. For a player's hand the
//! sum over all dealer hands is taken in two steps: first over the high values, once for all player's hands with the
//! same high cards; then over the low values.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use rulebook::Soft17;

use crate::hands::{ACE, Counts, LOW, VALUES, points};
use crate::number::LANES;

/// The most cards a dealer's hand draws after the up card.
pub(crate) const MOST_DRAWN: usize = 14;

/// How many totals a dealer can stand on: 17 to 21.
pub(crate) const OUTCOMES: usize = 5;

/// A dealer's finished hand that is neither bust nor a blackjack: the cards drawn to the up card.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Finish {
    /// The low part, by its place in [`Finishes::lows`].
    pub(crate) low: u16,
    /// The high part, by its place in [`Finishes::highs`].
    pub(crate) high: u16,
    /// How many cards were drawn.
    pub(crate) drawn: u8,
    /// 0 to 4 for 17 to 21.
    pub(crate) outcome: u8,
    /// In how many orders.
    pub(crate) ways: u32,
}

/// All finished hands on one up card.
#[derive(Debug, Default)]
pub(crate) struct Finishes {
    /// Those that stand on 21 first, those on 17 last.
    pub(crate) list: Vec<Finish>,
    /// How many of them stand on 17 or more, on 18 or more, and so on.
    pub(crate) from: [usize; OUTCOMES],
    /// The most cards drawn.
    pub(crate) most_drawn: usize,
    /// The low cards drawn.
    pub(crate) lows: Vec<[u8; LOW]>,
    /// Where the product for the first two low values and that for the other two are found in their tables; filled up to
    /// full lanes with places where there is nothing.
    pub(crate) low_pairs: Vec<(u8, u8)>,
    /// The high cards drawn.
    pub(crate) highs: Vec<[u8; VALUES - LOW]>,
}

static STANDS: LazyLock<[Finishes; VALUES]> =
    LazyLock::new(|| std::array::from_fn(|up| Finishes::on(up, Soft17::Stand)));
static HITS: LazyLock<[Finishes; VALUES]> =
    LazyLock::new(|| std::array::from_fn(|up| Finishes::on(up, Soft17::Hit)));

/// The finished hands on an up card.
pub(crate) fn finishes(up: usize, soft_17: Soft17) -> &'static Finishes {
    match soft_17 {
        Soft17::Stand => &STANDS[up],
        Soft17::Hit => &HITS[up],
    }
}

impl Finishes {
    fn on(up: usize, soft_17: Soft17) -> Finishes {
        let (mut done, mut open) = (BTreeMap::new(), BTreeMap::from([([0; VALUES], 1)]));
        // Hands of one length at a time: all orders of a hand still drawing are counted before it draws again.
        while !open.is_empty() {
            let mut next: BTreeMap<Counts, u32> = BTreeMap::new();
            for (drawn, ways) in open {
                for value in 0..VALUES {
                    let mut drawn: Counts = drawn;
                    drawn[value] += 1;
                    match after(up, &drawn, soft_17) {
                        Drawing::On => *next.entry(drawn).or_default() += ways,
                        Drawing::Stands(total) => done.entry(drawn).or_insert((total, 0)).1 += ways,
                        Drawing::Bust | Drawing::Blackjack => {}
                    }
                }
            }
            open = next;
        }
        Finishes::arrange(&done)
    }

    fn arrange(done: &BTreeMap<Counts, (u8, u32)>) -> Finishes {
        let mut all = Finishes::default();
        for (drawn, (total, ways)) in done {
            let low = place(&mut all.lows, drawn[..LOW].try_into().expect("four low values"));
            let high = place(&mut all.highs, drawn[LOW..].try_into().expect("six high values"));
            let (drawn, outcome) = (drawn.iter().sum(), total - 17);
            all.list.push(Finish { low, high, drawn, outcome, ways: *ways });
        }
        all.list.sort_by_key(|finish| (std::cmp::Reverse(finish.outcome), finish.low, finish.high));
        all.from = std::array::from_fn(|least| {
            all.list.iter().filter(|finish| usize::from(finish.outcome) >= least).count()
        });
        all.most_drawn = all.list.iter().map(|finish| usize::from(finish.drawn)).max().unwrap_or(0);
        all.low_pairs =
            all.lows.iter().map(|low| (low_pair(low[0], low[1]), low_pair(low[2], low[3]))).collect();
        all.low_pairs.resize(all.lows.len().next_multiple_of(LANES), (NOWHERE, NOWHERE));
        all
    }

    /// How many cards of a value a finished hand drew.
    pub(crate) fn drawn(&self, finish: &Finish, value: usize) -> usize {
        usize::from(match value.checked_sub(LOW) {
            None => self.lows[usize::from(finish.low)][value],
            Some(high) => self.highs[usize::from(finish.high)][high],
        })
    }
}

/// More places than two low values need in a table of their products.
pub(crate) const PLACES: usize = 128;
/// A place that no two low values have.
const NOWHERE: u8 = 127;

/// The place of two low values in a table of their products.
pub(crate) fn low_pair(one: u8, other: u8) -> u8 {
    debug_assert!(one < 12 && other < 10, "a dealer draws fewer cards of a value");
    one * 10 + other
}

fn place<T: PartialEq>(list: &mut Vec<T>, thing: T) -> u16 {
    let at = list.iter().position(|known| *known == thing).unwrap_or_else(|| {
        list.push(thing);
        list.len() - 1
    });
    u16::try_from(at).expect("fewer than a thousand parts")
}

enum Drawing {
    On,
    Stands(u8),
    Bust,
    Blackjack,
}

/// What the dealer does after drawing these cards to his up card.
fn after(up: usize, drawn: &Counts, soft_17: Soft17) -> Drawing {
    let mut cards = *drawn;
    cards[up] += 1;
    let hard = points(&cards);
    let soft = cards[ACE] > 0 && hard <= 11;
    let total = if soft { hard + 10 } else { hard };
    match total {
        22.. => Drawing::Bust,
        21 if cards.iter().sum::<u8>() == 2 => Drawing::Blackjack,
        17 if soft && soft_17 == Soft17::Hit => Drawing::On,
        17.. => Drawing::Stands(total),
        _ => Drawing::On,
    }
}
