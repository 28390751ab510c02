//! Splits where a dealer blackjack takes one original wager for all hands together: that none is taken, because every
//! hand is bust or ties, depends on all hands jointly.
//!
//! What a hand draws until it is out of reach is a polynomial: a term for every set of cards, with the number of their
//! orders. Several hands are its powers; the chance of a term is a product of falling factorials, and the sum over the
//! terms of a product of two polynomials is taken over the high values first, then over the low.

use std::collections::HashMap;

use rulebook::Tie;

use crate::game::{Loss, blackjack_card};
use crate::hands::{BUST, Counts, LOW, VALUES, hands};
use crate::number::Number;
use crate::packed::{BySet, pack, unpack};
use crate::split::followed::{Followed, Played};
use crate::split::ways::{EACH, Exponents, KINDS, Pairs, Way, ways};
use crate::unsplit::{Board, Stake};

/// Sets of cards with the number of their orders.
type Terms = Vec<(Counts, i64)>;

/// The chance that the dealer has a blackjack and takes no original wager from any hand of a split.
pub(crate) fn escape_chance<N: Number>(board: &Board<'_, N>, pairs: Pairs, played: &Played) -> N {
    escapes(board, pairs, played, |_| 1)
}

/// The same, times the stakes the hands lose by themselves: the mean over all of them.
pub(crate) fn escaped_stakes<N: Number>(board: &Board<'_, N>, pairs: Pairs, played: &Played) -> N {
    // The mean number of units is the slope of the chance with each unit counted so many times. Two values of a
    // polynomial do not give its slope at one, but differences of all orders do: at most eight units can be lost.
    let most = i64::from(2 * pairs.max_hands);
    let at = |base: i64| escapes::<N>(board, pairs, played, |units| base.pow(units));
    let values: Vec<N> = (0..=most).map(|base| at(base + 1)).collect();
    slope_at_first(values)
}

/// The slope at its first point of the polynomial with these values at 1, 2, 3 ..
fn slope_at_first<N: Number>(mut values: Vec<N>) -> N {
    let mut slope = N::zero();
    for order in 1..i64::try_from(values.len()).expect("a small number") {
        values = values.windows(2).map(|two| two[1].clone() - &two[0]).collect();
        let sign = if order % 2 == 1 { 1 } else { -1 };
        slope += &(values[0].clone() * &N::fraction(sign, order));
    }
    slope
}

fn escapes<N: Number>(
    board: &Board<'_, N>,
    pairs: Pairs,
    played: &Played,
    times_lost: impl Fn(u32) -> i64,
) -> N {
    let Some(card) = blackjack_card(board.up) else { return N::zero() };
    let mut powers = Powers::default();
    for followed in played.kinds() {
        powers.bases.extend(out_of_reach(board, followed, &times_lost));
    }
    if powers.bases.iter().all(Vec::is_empty) {
        return N::zero();
    }
    let pair = played.pair();
    let mut shoe = Rest { counts: board.left.counts.map(i64::from), all: i64::from(board.left.all) };
    let mut like = i64::from(pairs.like);
    let mut take_pair = |shoe: &mut Rest| {
        let fell = N::fraction(like.max(0), shoe.all.max(1));
        shoe.take(pair);
        like -= 1;
        fell
    };
    take_pair(&mut shoe);
    take_pair(&mut shoe);
    let mut chance = N::zero();
    let mut fell = N::whole(1);
    for hands in 2..=pairs.max_hands {
        if fell == N::zero() || shoe.all <= 0 {
            break;
        }
        if shoe.counts[card] > 0 {
            let mut beside = shoe.clone();
            let dealt = N::fraction(shoe.counts[card], shoe.all);
            beside.take(card);
            for Way { share, products } in ways::<N>(board, pairs, played, hands) {
                let (first, second) = powers.sum_of_products(&products);
                chance += &(beside.sum::<N>(&first, &second) * &dealt * &fell * &share);
            }
        }
        fell = fell * &take_pair(&mut shoe);
    }
    chance
}

/// Products of polynomials, remembered: the ways each hand out of reach was drawn to.
#[derive(Default)]
struct Powers {
    bases: Vec<Terms>,
    known: HashMap<Exponents, Terms>,
}

impl Powers {
    fn product(&mut self, exponents: Exponents) -> Terms {
        let Some(last) = exponents.iter().rposition(|&power| power > 0) else {
            return vec![([0; VALUES], 1)];
        };
        let mut rest = exponents;
        rest[last] -= 1;
        if rest == [0; KINDS] {
            return self.bases[last].clone();
        }
        if let Some(known) = self.known.get(&exponents) {
            return known.clone();
        }
        let product = times(&self.product(rest), &self.bases[last]);
        self.known.insert(exponents, product.clone());
        product
    }

    /// A sum of products as one product of two polynomials: at most two hands that all have are the second.
    fn sum_of_products(&mut self, products: &[(i64, Exponents)]) -> (Terms, Terms) {
        let mut common: Exponents = std::array::from_fn(|kind| {
            products.iter().map(|(_, exponents)| exponents[kind]).min().unwrap_or(0)
        });
        let mut most = 2;
        for power in &mut common {
            *power = (*power).min(most);
            most -= *power;
        }
        let rest = |exponents: &Exponents| std::array::from_fn(|kind| exponents[kind] - common[kind]);
        let parts: Vec<(Terms, i64)> =
            products.iter().map(|(times, exponents)| (self.product(rest(exponents)), *times)).collect();
        (plus(&parts), self.product(common))
    }
}

/// The cards with which a split hand busts, or ties a dealer blackjack: with any first card, with one that is not of the
/// pair value, and with one that is.
fn out_of_reach<N: Number>(
    board: &Board<'_, N>,
    followed: &Followed,
    times_lost: impl Fn(u32) -> i64,
) -> [Terms; EACH] {
    let busts = board.game.loss != Loss::Original;
    let mut found: HashMap<Counts, (i64, i64)> = HashMap::new();
    let mut add = |mut cards: Counts, plain: i64, paired: i64| {
        cards[followed.pair] -= 1;
        let ways = found.entry(cards).or_default();
        *ways = (ways.0 + plain, ways.1 + paired);
    };
    for (node, units) in followed.drawing().filter(|_| busts) {
        let hand = hands().get(node.at);
        let times = times_lost(units);
        for value in (0..VALUES).filter(|&value| hand.child[value] == BUST) {
            let mut cards = hand.counts;
            cards[value] += 1;
            add(cards, times * i64::from(node.plain), times * i64::from(node.paired));
        }
    }
    for leaf in followed.leaves() {
        let hand = hands().get(leaf.at);
        if board.game.ties_blackjack(hand, false) {
            let units = match (board.game.tie, leaf.stake) {
                (Tie::Push, _) => 0,
                (Tie::Lose, Stake::One) => 1,
                (Tie::Lose, Stake::Two) => 2,
            };
            let times = times_lost(units);
            add(hand.counts, times * i64::from(leaf.plain), times * i64::from(leaf.paired));
        }
    }
    let mut found: Vec<(Counts, (i64, i64))> = found.into_iter().collect();
    found.sort_unstable();
    let terms = |ways: fn((i64, i64)) -> i64| -> Terms {
        let all = found.iter().map(|(cards, both)| (*cards, ways(*both)));
        all.filter(|(_, ways)| *ways > 0).collect()
    };
    [terms(|(plain, paired)| plain + paired), terms(|(plain, _)| plain), terms(|(_, paired)| paired)]
}

fn times(left: &Terms, right: &Terms) -> Terms {
    let mut product = BySet::default();
    for (cards, ways) in left {
        for (others, more) in right {
            *product.entry(pack(cards) + pack(others)).or_default() += ways * more;
        }
    }
    sorted(product)
}

fn plus(parts: &[(Terms, i64)]) -> Terms {
    let mut sum = BySet::default();
    for (terms, factor) in parts {
        for (cards, ways) in terms {
            *sum.entry(pack(cards)).or_default() += ways * factor;
        }
    }
    sorted(sum)
}

/// In an order of their own, so that sums of doubles come out the same every time.
fn sorted(terms: BySet<i64>) -> Terms {
    let mut terms: Vec<(u64, i64)> = terms.into_iter().collect();
    terms.sort_unstable();
    terms.into_iter().map(|(set, ways)| (unpack(set), ways)).collect()
}

/// What is left of the shoe.
#[derive(Clone)]
struct Rest {
    counts: [i64; VALUES],
    all: i64,
}

impl Rest {
    fn take(&mut self, value: usize) {
        self.counts[value] -= 1;
        self.all -= 1;
    }

    fn gives(&self, cards: &Counts) -> bool {
        cards.iter().zip(self.counts).all(|(&drawn, count)| i64::from(drawn) <= count)
    }

    /// The chance that the next cards are those of a term of each polynomial.
    fn sum<N: Number>(&self, first: &Terms, second: &Terms) -> N {
        let falling = Falling::<N>::new(self);
        let second = Grouped::<N>::new(second);
        let mut first: Vec<&(Counts, i64)> = first.iter().filter(|(cards, _)| self.gives(cards)).collect();
        let key = |(cards, _): &&(Counts, i64)| (high(cards), cards.iter().sum::<u8>());
        first.sort_by_key(key);
        let mut low_rows: HashMap<[u8; LOW], Vec<N>> = HashMap::new();
        let mut sum = N::zero();
        for group in first.chunk_by(|one, other| key(one) == key(other)) {
            let (high, drawn) = key(&group[0]);
            let weights = second.over_high(&falling, high, drawn);
            for (cards, ways) in group {
                let row = low_rows.entry(low(cards)).or_insert_with_key(|beside| {
                    second.lows.iter().map(|low| falling.product(beside, low, 0)).collect()
                });
                let both = N::dot(&weights, row);
                sum += &(both * &falling.product(&[0; VALUES], cards, 0) * &N::whole(*ways));
            }
        }
        sum
    }
}

fn high(cards: &Counts) -> [u8; VALUES - LOW] {
    cards[LOW..].try_into().expect("six high values")
}

fn low(cards: &Counts) -> [u8; LOW] {
    cards[..LOW].try_into().expect("four low values")
}

/// A polynomial with its terms by their low and their high cards.
struct Grouped<N> {
    lows: Vec<[u8; LOW]>,
    highs: Vec<[u8; VALUES - LOW]>,
    terms: Vec<Term<N>>,
}

struct Term<N> {
    low: usize,
    high: usize,
    cards: usize,
    ways: N,
}

impl<N: Number> Grouped<N> {
    fn new(terms: &Terms) -> Grouped<N> {
        let mut grouped = Grouped { lows: Vec::new(), highs: Vec::new(), terms: Vec::new() };
        let (mut at_low, mut at_high) = (HashMap::new(), HashMap::new());
        for (cards, ways) in terms {
            let low = numbered(low(cards), &mut grouped.lows, &mut at_low);
            let high = numbered(high(cards), &mut grouped.highs, &mut at_high);
            let cards = cards.iter().map(|&count| usize::from(count)).sum();
            grouped.terms.push(Term { low, high, cards, ways: N::whole(*ways) });
        }
        grouped
    }

    /// For each low part the sum over the high parts, beside the high cards of a term with so many cards.
    fn over_high(&self, falling: &Falling<N>, beside: [u8; VALUES - LOW], drawn: u8) -> Vec<N> {
        let row: Vec<N> = self.highs.iter().map(|high| falling.product(&beside, high, LOW)).collect();
        let mut weights = vec![N::zero(); self.lows.len()];
        for term in &self.terms {
            if let Some(orders) = falling.orders.get(usize::from(drawn) + term.cards) {
                weights[term.low] += &(row[term.high].clone() * orders * &term.ways);
            }
        }
        weights
    }
}

/// The number of a thing, a new one if it was not there.
fn numbered<T: Copy + Eq + std::hash::Hash>(
    thing: T,
    list: &mut Vec<T>,
    at: &mut HashMap<T, usize>,
) -> usize {
    *at.entry(thing).or_insert_with(|| {
        list.push(thing);
        list.len() - 1
    })
}

/// Falling factorials of what is left, and one over those of the whole.
struct Falling<N> {
    /// By value, cards out before, cards drawn.
    table: Vec<N>,
    orders: Vec<N>,
}

/// More cards of one value than any of the polynomials draws.
const MOST: usize = 64;

impl<N: Number> Falling<N> {
    fn new(rest: &Rest) -> Falling<N> {
        let mut table = Vec::with_capacity(VALUES * MOST * MOST);
        for count in rest.counts {
            for out in 0..MOST {
                let left = count - i64::try_from(out).expect("a small number");
                let mut ways = N::whole(1);
                for drawn in 0..MOST {
                    table.push(ways.clone());
                    let drawn = i64::try_from(drawn).expect("a small number");
                    if ways != N::zero() {
                        ways = ways * &N::whole((left - drawn).max(0));
                    }
                }
            }
        }
        let mut orders = vec![N::whole(1)];
        for drawn in 0..rest.all.min(200) {
            let last = orders.last().expect("never empty").clone();
            orders.push(last / &N::whole(rest.all - drawn));
        }
        Falling { table, orders }
    }

    /// The ways to draw cards of the values from `first` on, beside others already drawn.
    fn product(&self, beside: &[u8], cards: &[u8], first: usize) -> N {
        let mut ways = N::whole(1);
        for (at, (&out, &drawn)) in beside.iter().zip(cards).enumerate() {
            if drawn > 0 {
                let row = ((first + at) * MOST + usize::from(out) % MOST) * MOST;
                ways = ways * &self.table[row + usize::from(drawn) % MOST];
            }
        }
        ways
    }
}
