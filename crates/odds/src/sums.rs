//! Sums over the dealer's finished hands: over their high cards first, then over the low.

use crate::dealer::{Finish, OUTCOMES};
use crate::falling::Left;
use crate::hands::{LOW, VALUES, hands};
use crate::low::LowProducts;
use crate::number::Number;
use crate::stand::{Dealer, Pay};

/// Sums over the dealer's finished hands, one group of player's hands after the other. One value may be left aside, to
/// be weighed together with the number of cards by the caller.
pub(crate) struct Sums<'d, N> {
    dealer: &'d Dealer<N>,
    aside: Option<usize>,
    /// Where each finished hand finds its factor and its sum.
    places: Vec<Place>,
    /// In how many orders it is drawn.
    orders: Vec<N>,
    /// The ways to draw its high cards beside the player's, times its orders.
    ways: Vec<N>,
    /// The high cards of the group taken up, and whether the shoe has them.
    beside: Option<(u16, bool)>,
}

/// Sums over the high cards for each low part of the dealer's finished hands: of those on 17 or more, 18 or more, and
/// so on to 21.
pub(crate) struct ByTotal<N> {
    from: [Box<[N; LOWS]>; OUTCOMES],
    lows: usize,
}

impl<N: Number> ByTotal<N> {
    pub(crate) fn new(dealer: &Dealer<N>) -> ByTotal<N> {
        ByTotal { from: std::array::from_fn(|_| zeros()), lows: dealer.finishes.low_pairs.len() }
    }

    /// For standing hands of a class: what multiplies the ways to draw each low part, for all that is not won.
    pub(crate) fn weigh(&self, class: usize, pay: &Pay<N>, weights: &mut Vec<N>) {
        weights.clear();
        // Against the totals above, the whole less; against the same total, the tie's.
        let more = pay.lose_less.clone() - &pay.tie_less;
        let at = |outcome: usize| &self.from[outcome][..self.lows];
        match class {
            0 => weights.extend(at(0).iter().map(|all| all.clone() * &pay.lose_less)),
            OUTCOMES => weights.extend(at(class - 1).iter().map(|ties| ties.clone() * &pay.tie_less)),
            _ => weights.extend(
                at(class - 1)
                    .iter()
                    .zip(at(class))
                    .map(|(from, above)| from.clone() * &pay.tie_less + &(above.clone() * &more)),
            ),
        }
    }

    /// The same at once for a hand of a class and the ways to draw each low part beside it.
    pub(crate) fn short(&self, class: usize, pay: &Pay<N>, low: &[N]) -> N {
        let dot = |outcome: usize| N::dot(&self.from[outcome][..self.lows], low);
        match class {
            0 => dot(0) * &pay.lose_less,
            OUTCOMES => dot(class - 1) * &pay.tie_less,
            _ => dot(class - 1) * &pay.tie_less + &(dot(class) * &(pay.lose_less.clone() - &pay.tie_less)),
        }
    }

    /// The sums of those on exactly one total.
    pub(crate) fn on(&self, outcome: usize) -> Vec<N> {
        let from = self.from[outcome][..self.lows].iter();
        match self.from.get(outcome + 1) {
            None => from.cloned().collect(),
            Some(above) => from.zip(above.iter()).map(|(from, above)| from.clone() - above).collect(),
        }
    }
}

/// Where a finished hand finds its factor and its sum.
struct Place {
    low: u16,
    /// By cards of the value aside, cards in all.
    slot: u16,
}

/// More cards than two of a player's hands and the dealer's have together.
pub(crate) const CARDS: usize = 64;
/// How many factors the finished hands look at: by cards of the value aside, cards in all.
const FACTORS: usize = 1024;

/// A table of factors: by cards of the value aside, cards in all.
pub(crate) struct Factors<N>(Vec<N>);

/// Goes through the weights of any draw from a shoe with `count` cards of a value among `all`: how many cards of the
/// value, at most `most`, and how many in all.
pub(crate) fn each_draw<N: Number>(
    count: i64,
    all: i64,
    most: usize,
    mut then: impl FnMut(usize, usize, &N),
) {
    let mut orders = N::whole(1);
    for cards in 0..CARDS {
        let mut ways = orders.clone();
        for aside in 0..=cards.min(most) {
            then(aside, cards, &ways);
            let next = count - i64::try_from(aside).expect("a small number");
            if next <= 0 {
                break;
            }
            ways = ways * &N::whole(next);
        }
        let rest = all - i64::try_from(cards).expect("a small number");
        if rest <= 0 {
            break;
        }
        orders = orders / &N::whole(rest);
    }
}

impl<N: Number> Factors<N> {
    /// For at most so many cards of the value aside, the dealer's not counted; all nothing.
    pub(crate) fn nothing(most_aside: usize) -> Factors<N> {
        Factors(vec![N::zero(); most_aside * CARDS + CARDS + FACTORS])
    }

    pub(crate) fn at(&self, aside: usize, cards: usize) -> &N {
        &self.0[aside * CARDS + cards]
    }

    pub(crate) fn at_mut(&mut self, aside: usize, cards: usize) -> &mut N {
        &mut self.0[aside * CARDS + cards]
    }

    /// The factors for the dealer's cards, once so many are out.
    fn beside(&self, aside: usize, cards: usize) -> &[N; FACTORS] {
        let from = aside * CARDS + cards;
        self.0[from..from + FACTORS].try_into().expect("as many as asked for")
    }
}
/// More than a dealer's finished hands have different low parts.
const LOWS: usize = 512;

fn slot(aside: usize, drawn: usize) -> usize {
    debug_assert!(drawn < CARDS && aside < FACTORS / CARDS, "a dealer draws no more than fourteen cards");
    aside * CARDS + drawn
}

impl<'d, N: Number> Sums<'d, N> {
    pub(crate) fn new(dealer: &'d Dealer<N>, aside: Option<usize>) -> Sums<'d, N> {
        let all = dealer.finishes;
        let of = |finish: &Finish| aside.map_or(0, |value| all.drawn(finish, value));
        let place = |finish: &Finish| {
            let slot = slot(of(finish), usize::from(finish.drawn));
            Place { low: finish.low, slot: u16::try_from(slot).expect("a small table") }
        };
        let places = all.list.iter().map(place).collect();
        let orders: Vec<N> = all.list.iter().map(|finish| N::whole(finish.ways.into())).collect();
        Sums { dealer, aside, places, ways: orders.clone(), orders, beside: None }
    }

    /// Takes up the high cards of a group of hands; false if the shoe lacks them.
    pub(crate) fn beside(&mut self, left: &Left<N>, high: u16) -> bool {
        if let Some((known, within)) = self.beside
            && known == high
        {
            return within;
        }
        let within = self.take_up(left, hands().highs[usize::from(high)]);
        self.beside = Some((high, within));
        within
    }

    fn take_up(&mut self, left: &Left<N>, high: [u8; VALUES - LOW]) -> bool {
        let all = self.dealer.finishes;
        let row = row(&all.highs, &high, LOW, left, self.aside);
        if !row.is_empty() {
            for ((ways, orders), finish) in self.ways.iter_mut().zip(&self.orders).zip(&all.list) {
                *ways = row[usize::from(finish.high)].clone() * orders;
            }
        }
        !row.is_empty()
    }

    /// Sums over the high cards taken up. A finished hand counts with a factor by the number of cards of the value aside
    /// and of all cards, its own and those that are out.
    pub(crate) fn add_up(&self, factors: &Factors<N>, out: (usize, usize), into: &mut ByTotal<N>) {
        let (all, factors) = (self.dealer.finishes, factors.beside(out.0, out.1));
        let lows = into.lows;
        let mut counted = 0;
        for outcome in (0..OUTCOMES).rev() {
            let (sums, above) = into.from.split_at_mut(outcome + 1);
            let sums = &mut sums[outcome];
            match above.first() {
                None => sums[..lows].fill(N::zero()),
                Some(above) => sums[..lows].clone_from_slice(&above[..lows]),
            }
            let range = counted..all.from[outcome];
            for (place, ways) in self.places[range.clone()].iter().zip(&self.ways[range]) {
                let factor = &factors[usize::from(place.slot) % FACTORS];
                sums[usize::from(place.low) % LOWS] += &(ways.clone() * factor);
            }
            counted = all.from[outcome];
        }
    }

    /// Takes up any high cards out of the shoe, be they no hand's.
    pub(crate) fn beside_any(&mut self, left: &Left<N>, high: [u8; VALUES - LOW]) -> bool {
        self.beside = None;
        self.take_up(left, high)
    }

    /// The ways to draw the low cards of each finished hand beside any others, the value aside left out.
    pub(crate) fn row_beside(&self, left: &Left<N>, low: [u8; LOW]) -> Vec<N> {
        row(&self.dealer.finishes.lows, &low, 0, left, self.aside)
    }

    /// The products the rows of low cards are made of, for the value aside.
    pub(crate) fn low_products(&self, left: &Left<N>) -> LowProducts<N> {
        LowProducts::new(self.dealer.finishes, left, &self.dealer.held, self.aside)
    }

    /// The ways to draw the low cards of each finished hand beside those of a player's hand.
    pub(crate) fn low_row(&self, products: &LowProducts<N>, low: u16) -> Vec<N> {
        products.row(self.dealer.finishes, hands().lows[usize::from(low)])
    }

    /// The same where the value aside is none of the low ones.
    pub(crate) fn known_low_row(&self, low: u16) -> Option<&'d [N]> {
        let dealer = self.dealer;
        self.aside.is_none_or(|value| value >= LOW).then(|| dealer.low_rows[usize::from(low)].as_slice())
    }
}

/// A table of fixed size, so that an index within it need not be checked.
#[expect(clippy::unnecessary_box_returns, reason = "it is too large for the stack")]
fn zeros<N: Number, const K: usize>() -> Box<[N; K]> {
    vec![N::zero(); K].try_into().expect("as many as asked for")
}

/// The ways to draw each part beside the cards held, value by value from `first` on; empty if the shoe lacks those.
fn row<N: Number, const K: usize>(
    parts: &[[u8; K]],
    held: &[u8; K],
    first: usize,
    left: &Left<N>,
    aside: Option<usize>,
) -> Vec<N> {
    let aside = aside.and_then(|value| value.checked_sub(first));
    let within = |value: usize| u32::from(held[value]) <= left.counts[first + value];
    if !(0..K).all(|value| aside == Some(value) || within(value)) {
        return Vec::new();
    }
    let rows: [&[N]; K] = std::array::from_fn(|value| {
        if aside == Some(value) { left.ones() } else { left.row(first + value, held[value]) }
    });
    let product = |part: &[u8; K]| {
        let mut ways = rows[0][usize::from(part[0])].clone();
        for value in 1..K {
            if part[value] > 0 {
                ways = ways * &rows[value][usize::from(part[value])];
            }
        }
        ways
    };
    parts.iter().map(product).collect()
}
