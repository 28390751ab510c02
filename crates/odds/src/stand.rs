//! What a hand is worth that stands, against every hand the dealer can finish with.

use rulebook::Tie;

use crate::dealer::{Finish, Finishes, MOST_DRAWN, OUTCOMES, finishes, low_pair};
use crate::falling::Left;
use crate::game::{Game, blackjack_card};
use crate::hands::{Hand, LOW, VALUES, group, hands};
use crate::number::Number;

/// How many classes of standing hands there are: under 17, and 17 to 21.
pub(crate) const CLASSES: usize = 6;

/// What a standing hand of one unit gets: for winning, and how much less by its class and the dealer's total.
pub(crate) struct Pay<N> {
    pub(crate) win: N,
    pub(crate) less: [[N; OUTCOMES]; CLASSES],
}

impl<N: Number> Pay<N> {
    /// The net result.
    pub(crate) fn net(game: &Game) -> Pay<N> {
        Pay::of(game, |net| net)
    }

    /// Its square.
    pub(crate) fn square(game: &Game) -> Pay<N> {
        Pay::of(game, |net: N| net.clone() * &net)
    }

    fn of(game: &Game, measure: impl Fn(N) -> N) -> Pay<N> {
        let win = measure(payout(game.win_pays));
        let less = |class, outcome| win.clone() - &measure(net(game, class, Some(outcome)));
        Pay { less: std::array::from_fn(|class| std::array::from_fn(|outcome| less(class, outcome))), win }
    }
}

/// The net result of one unit on a standing hand of a class against a dealer's total, or a bust dealer.
pub(crate) fn net<N: Number>(game: &Game, class: usize, outcome: Option<usize>) -> N {
    // Class 1 is 17, outcome 0 is 17.
    let ahead = outcome.map_or(std::cmp::Ordering::Greater, |outcome| class.cmp(&(outcome + 1)));
    match ahead {
        std::cmp::Ordering::Greater => payout(game.win_pays),
        std::cmp::Ordering::Equal if game.tie == Tie::Push => N::zero(),
        std::cmp::Ordering::Equal | std::cmp::Ordering::Less => N::whole(-1),
    }
}

/// A payout as a number.
pub(crate) fn payout<N: Number>(payout: vocabulary::Payout) -> N {
    let (pays, to) = payout.sides();
    N::fraction(i64::from(pays), i64::from(to))
}

/// The chance that the next card completes a dealer blackjack, for a hand beside the up card.
pub(crate) fn blackjack_chance<N: Number>(left: &Left<N>, up: usize, hand: &Hand) -> N {
    match blackjack_card(up) {
        Some(card) if left.beside(hand) > 0 => N::fraction(left.of(card, hand).max(0), left.beside(hand)),
        _ => N::zero(),
    }
}

/// The dealer's finished hands on one up card, and the ways to draw their low cards beside every player's hand.
pub(crate) struct Dealer<N> {
    finishes: &'static Finishes,
    /// By the low cards of the player's hand; empty where the shoe lacks those.
    low_rows: Vec<Vec<N>>,
}

impl<N: Number> Dealer<N> {
    pub(crate) fn new(game: &Game, left: &Left<N>, up: usize) -> Dealer<N> {
        let finishes = finishes(up, game.soft_17);
        Dealer { finishes, low_rows: low_rows(finishes, left) }
    }

    /// What standing with every hand on one unit is paid in the mean, dealer blackjacks left out of account.
    pub(crate) fn stand_values(&self, pay: &Pay<N>, left: &Left<N>, up: usize) -> Vec<N> {
        let hands = hands();
        let mut values = vec![N::zero(); hands.len()];
        let mut sums = Sums::new(self, None);
        for same_group in hands.grouped.chunk_by(|&a, &b| group(hands.get(a)) == group(hands.get(b))) {
            let first = hands.get(same_group[0]);
            if left.beside(first) < 0 || !sums.beside(left, first.high) {
                continue;
            }
            let orders = orders::<N>(left.beside(first));
            sums.weigh(first.class(), pay, |_, drawn| &orders[drawn]);
            for &at in same_group {
                let hand = hands.get(at);
                let low = &self.low_rows[usize::from(hand.low)];
                if !low.is_empty() {
                    let whole = N::whole(1) - &blackjack_chance(left, up, hand);
                    values[usize::from(at)] = whole * &pay.win - &N::dot(sums.weights(), low);
                }
            }
        }
        values
    }
}

/// The ways to draw the low cards of each finished hand beside those of every player's hand; empty where the shoe lacks
/// the latter. The products for two values at a time serve many rows.
fn low_rows<N: Number>(finishes: &Finishes, left: &Left<N>) -> Vec<Vec<N>> {
    let held = |value: usize| hands().lows.iter().map(move |low| low[value]).max().unwrap_or(0);
    let most = |value: usize| finishes.lows.iter().map(|low| low[value]).max().unwrap_or(0);
    let products = |one: usize, other: usize| {
        let mut tables = vec![Vec::new(); 22 * 22];
        for (a, b) in (0..=held(one)).flat_map(|a| (0..=held(other)).map(move |b| (a, b))) {
            let points = usize::from(a) * (one + 1) + usize::from(b) * (other + 1);
            if points > 21 || u32::from(a) > left.counts[one] || u32::from(b) > left.counts[other] {
                continue;
            }
            let mut table = vec![N::zero(); 256];
            for (x, y) in (0..=most(one)).flat_map(|x| (0..=most(other)).map(move |y| (x, y))) {
                let ways = left.ways(one, a, x).clone() * left.ways(other, b, y);
                table[usize::from(low_pair(x, y))] = ways;
            }
            tables[usize::from(a) * 22 + usize::from(b)] = table;
        }
        tables
    };
    let (first, second) = (products(0, 1), products(2, 3));
    let row = |low: &[u8; LOW]| {
        let at = |a: u8, b: u8| usize::from(a) * 22 + usize::from(b);
        let one: Option<&[N; 256]> = first[at(low[0], low[1])].as_slice().try_into().ok();
        let other: Option<&[N; 256]> = second[at(low[2], low[3])].as_slice().try_into().ok();
        let (Some(one), Some(other)) = (one, other) else { return Vec::new() };
        let both = |&(x, y): &(u8, u8)| one[usize::from(x)].clone() * &other[usize::from(y)];
        finishes.low_pairs.iter().map(both).collect()
    };
    hands().lows.iter().map(row).collect()
}

/// One over the number of orders of 0, 1, 2 .. cards out of so many.
fn orders<N: Number>(all: i64) -> Vec<N> {
    let mut orders = vec![N::whole(1)];
    for drawn in 0..i64::try_from(MOST_DRAWN).expect("a small number") {
        let last = orders[orders.len() - 1].clone();
        orders.push(if all > drawn { last / &N::whole(all - drawn) } else { N::zero() });
    }
    orders
}

/// Sums over the dealer's finished hands, one group of player's hands after the other. One value may be left aside, to
/// be weighed together with the number of cards by the caller.
pub(crate) struct Sums<'d, N> {
    dealer: &'d Dealer<N>,
    aside: Option<usize>,
    /// Each finished hand that counts.
    terms: Vec<Term<N>>,
    most_aside: usize,
    factors: Box<[N; SLOTS]>,
    /// The high cards of the group taken up, and whether the shoe has them.
    beside: Option<(u16, bool)>,
    /// For each low part of a finished hand what multiplies the ways to draw it.
    weights: Box<[N; LOWS]>,
}

/// A finished hand in a sum over the high values.
struct Term<N> {
    low: u16,
    /// Where it finds its factor: by total, cards of the value aside, cards in all.
    slot: u16,
    /// The ways to draw its high cards beside the player's, times its orders.
    ways: N,
}

/// More than the places of factors: totals, cards of the value aside, cards in all.
const SLOTS: usize = 1024;
/// More than a dealer's finished hands have different low parts.
const LOWS: usize = 512;

fn slot(outcome: usize, aside: usize, drawn: usize) -> usize {
    (aside * (MOST_DRAWN + 1) + drawn) * OUTCOMES + outcome
}

impl<'d, N: Number> Sums<'d, N> {
    pub(crate) fn new(dealer: &'d Dealer<N>, aside: Option<usize>) -> Sums<'d, N> {
        let all = dealer.finishes;
        let of = |finish: &Finish| aside.map_or(0, |value| all.drawn(finish, value));
        let at = |finish: &Finish| slot(usize::from(finish.outcome), of(finish), usize::from(finish.drawn));
        let term = |finish: &Finish| {
            let slot = u16::try_from(at(finish)).expect("a small table");
            Term { low: finish.low, slot, ways: N::zero() }
        };
        let terms = all.list.iter().map(term).collect();
        let most_aside = all.list.iter().map(of).max().unwrap_or(0);
        Sums { dealer, aside, terms, most_aside, factors: zeros(), beside: None, weights: zeros() }
    }

    /// Takes up the high cards of a group of hands; false if the shoe lacks them.
    pub(crate) fn beside(&mut self, left: &Left<N>, high: u16) -> bool {
        if let Some((known, within)) = self.beside
            && known == high
        {
            return within;
        }
        let all = self.dealer.finishes;
        let row = row(&all.highs, &hands().highs[usize::from(high)], LOW, left, self.aside);
        let within = !row.is_empty();
        if within {
            for (term, finish) in self.terms.iter_mut().zip(&all.list) {
                term.ways = row[usize::from(finish.high)].clone() * &N::whole(i64::from(finish.ways));
            }
        }
        self.beside = Some((high, within));
        within
    }

    /// Sums over the high cards, for standing hands of a class. A finished hand counts with a factor by the number of
    /// its cards of the value aside and of all its cards.
    pub(crate) fn weigh<'f>(&mut self, class: usize, pay: &Pay<N>, factor: impl Fn(usize, usize) -> &'f N)
    where
        N: 'f,
    {
        for aside in 0..=self.most_aside {
            for drawn in aside..=self.dealer.finishes.most_drawn {
                let factor = factor(aside, drawn);
                let at = slot(0, aside, drawn);
                for (to, short) in self.factors[at..at + OUTCOMES].iter_mut().zip(&pay.less[class]) {
                    *to = factor.clone() * short;
                }
            }
        }
        let all = self.dealer.finishes;
        self.weights[..all.lows.len()].fill(N::zero());
        for term in &self.terms[..all.not_beaten(class)] {
            let factor = &self.factors[usize::from(term.slot) % SLOTS];
            self.weights[usize::from(term.low) % LOWS] += &(term.ways.clone() * factor);
        }
    }

    /// For each low part of a finished hand what multiplies the ways to draw it.
    pub(crate) fn weights(&self) -> &[N] {
        &self.weights[..self.dealer.finishes.lows.len()]
    }

    /// The sums over the high cards for each total of the dealer by itself, beside any high cards out of the shoe.
    pub(crate) fn by_outcome(
        &self,
        left: &Left<N>,
        high: &[u8; VALUES - LOW],
        factor: impl Fn(usize, usize) -> N,
    ) -> [Vec<N>; OUTCOMES] {
        let all = self.dealer.finishes;
        let mut sums = std::array::from_fn(|_| vec![N::zero(); all.lows.len()]);
        let row = row(&all.highs, high, LOW, left, self.aside);
        if row.is_empty() {
            return sums;
        }
        let mut factors: Vec<N> = Vec::new();
        for aside in 0..=self.most_aside {
            factors.extend((0..=MOST_DRAWN).map(|drawn| factor(aside, drawn)));
        }
        for (term, finish) in self.terms.iter().zip(&all.list) {
            let ways = row[usize::from(finish.high)].clone() * &N::whole(i64::from(finish.ways));
            let factor = &factors[usize::from(term.slot) / OUTCOMES];
            sums[usize::from(finish.outcome)][usize::from(finish.low)] += &(ways * factor);
        }
        sums
    }

    /// The ways to draw the low cards of each finished hand beside any others, the value aside left out.
    pub(crate) fn row_beside(&self, left: &Left<N>, low: &[u8; LOW]) -> Vec<N> {
        row(&self.dealer.finishes.lows, low, 0, left, self.aside)
    }

    /// The ways to draw the low cards of each finished hand beside these, the value aside left out.
    pub(crate) fn low_row(&self, left: &Left<N>, low: u16) -> Vec<N> {
        row(&self.dealer.finishes.lows, &hands().lows[usize::from(low)], 0, left, self.aside)
    }

    /// The same where the value aside is none of the low ones.
    pub(crate) fn known_low_row(&self, low: u16) -> Option<&'d [N]> {
        let dealer = self.dealer;
        self.aside.is_none_or(|value| value >= LOW).then(|| dealer.low_rows[usize::from(low)].as_slice())
    }
}

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

const _: () = assert!(LOW < VALUES);
