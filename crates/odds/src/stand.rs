//! What a hand is worth that stands, against every hand the dealer can finish with.

use rulebook::Tie;

use crate::dealer::{Finish, Finishes, MOST_DRAWN, OUTCOMES, finishes, low_pair};
use crate::falling::Left;
use crate::game::{Game, blackjack_card};
use crate::hands::{Counts, Hand, HandAt, LOW, VALUES, group, hands};
use crate::number::Number;

/// What a standing hand of one unit gets: for winning, and how much less for a tie and for losing.
pub(crate) struct Pay<N> {
    pub(crate) win: N,
    tie_less: N,
    lose_less: N,
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
        // A 17 against a 17, and less than that.
        let tie_less = win.clone() - &measure(net(game, 1, Some(0)));
        let lose_less = win.clone() - &measure(net(game, 0, Some(0)));
        Pay { win, tie_less, lose_less }
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
    held: Counts,
    /// By the low cards of the player's hand; empty where the shoe lacks those.
    low_rows: Vec<Vec<N>>,
}

impl<N: Number> Dealer<N> {
    /// For player's hands that have these cards.
    pub(crate) fn new(game: &Game, left: &Left<N>, up: usize, held: Counts) -> Dealer<N> {
        let finishes = finishes(up, game.soft_17);
        Dealer { finishes, held, low_rows: low_rows(finishes, left, &held) }
    }

    /// What standing with every hand on one unit is paid in the mean, dealer blackjacks left out of account.
    pub(crate) fn stand_values(&self, pay: &Pay<N>, left: &Left<N>, up: usize) -> Vec<N> {
        let hands = hands();
        let mut values = vec![N::zero(); hands.len()];
        let mut sums = Sums::new(self, None);
        let (mut by_total, mut weights, mut family) = (ByTotal::new(self), Vec::new(), None);
        let looked_at = |at: &HandAt| hands.get(*at).includes(&self.held);
        let whole = self.held == [0; VALUES];
        let some: Vec<HandAt> =
            if whole { Vec::new() } else { hands.grouped.iter().copied().filter(looked_at).collect() };
        let grouped = if whole { &hands.grouped } else { &some };
        for same_group in grouped.chunk_by(|&a, &b| group(hands.get(a)) == group(hands.get(b))) {
            let first = hands.get(same_group[0]);
            if left.beside(first) < 0 || !sums.beside(left, first.high) {
                continue;
            }
            if family != Some((first.high, first.cards)) {
                family = Some((first.high, first.cards));
                let orders = orders::<N>(left.beside(first));
                sums.add_up(|_, drawn| &orders[drawn], &mut by_total);
            }
            by_total.weigh(first.class(), pay, &mut weights);
            for &at in same_group {
                let hand = hands.get(at);
                let low = &self.low_rows[usize::from(hand.low)];
                if !low.is_empty() {
                    let whole = N::whole(1) - &blackjack_chance(left, up, hand);
                    values[usize::from(at)] = whole * &pay.win - &N::dot(&weights, low);
                }
            }
        }
        values
    }
}

/// The ways to draw the low cards of each finished hand beside those of every player's hand; empty where the shoe lacks
/// the latter. The products for two values at a time serve many rows.
fn low_rows<N: Number>(finishes: &Finishes, left: &Left<N>, held_by_all: &Counts) -> Vec<Vec<N>> {
    let most = |value: usize| finishes.lows.iter().map(|low| low[value]).max().unwrap_or(0);
    let held = |value: usize| {
        let fits = left.counts[value].min(21 / u32::try_from(value + 1).expect("a small number"));
        held_by_all[value]..=u8::try_from(fits).unwrap_or(u8::MAX)
    };
    let products = |one: usize, other: usize| {
        let mut tables = vec![Vec::new(); 22 * 22];
        let (most_one, most_other) = (most(one), most(other));
        for (a, b) in held(one).flat_map(|a| held(other).map(move |b| (a, b))) {
            if usize::from(a) * (one + 1) + usize::from(b) * (other + 1) > 21 {
                continue;
            }
            let mut table = vec![N::zero(); 256];
            for x in 0..=most_one {
                for y in 0..=most_other {
                    let ways = left.ways(one, a, x).clone() * left.ways(other, b, y);
                    table[usize::from(low_pair(x, y))] = ways;
                }
            }
            tables[usize::from(a) * 22 + usize::from(b)] = table;
        }
        tables
    };
    let (first, second) = (products(0, 1), products(2, 3));
    let row = |low: &[u8; LOW]| {
        if low.iter().zip(held_by_all).any(|(held, wanted)| held < wanted) {
            return Vec::new();
        }
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
}

/// Sums over the high cards for each low part of the dealer's finished hands: of those on 17 or more, 18 or more, and
/// so on to 21.
pub(crate) struct ByTotal<N> {
    from: [Box<[N; LOWS]>; OUTCOMES],
    lows: usize,
}

impl<N: Number> ByTotal<N> {
    pub(crate) fn new(dealer: &Dealer<N>) -> ByTotal<N> {
        ByTotal { from: std::array::from_fn(|_| zeros()), lows: dealer.finishes.lows.len() }
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

    /// The sums of those on exactly one total.
    pub(crate) fn on(&self, outcome: usize) -> Vec<N> {
        let from = self.from[outcome][..self.lows].iter();
        match self.from.get(outcome + 1) {
            None => from.cloned().collect(),
            Some(above) => from.zip(above.iter()).map(|(from, above)| from.clone() - above).collect(),
        }
    }
}

/// A finished hand in a sum over the high values.
struct Term<N> {
    low: u16,
    /// Where it finds its factor: by cards of the value aside, cards in all.
    slot: u16,
    /// The ways to draw its high cards beside the player's, times its orders.
    ways: N,
}

/// More than the places of factors: cards of the value aside, cards in all.
const SLOTS: usize = 256;
/// More than a dealer's finished hands have different low parts.
const LOWS: usize = 512;

fn slot(aside: usize, drawn: usize) -> usize {
    aside * (MOST_DRAWN + 1) + drawn
}

impl<'d, N: Number> Sums<'d, N> {
    pub(crate) fn new(dealer: &'d Dealer<N>, aside: Option<usize>) -> Sums<'d, N> {
        let all = dealer.finishes;
        let of = |finish: &Finish| aside.map_or(0, |value| all.drawn(finish, value));
        let term = |finish: &Finish| {
            let slot = slot(of(finish), usize::from(finish.drawn));
            Term { low: finish.low, slot: u16::try_from(slot).expect("a small table"), ways: N::zero() }
        };
        let terms = all.list.iter().map(term).collect();
        let most_aside = all.list.iter().map(of).max().unwrap_or(0);
        Sums { dealer, aside, terms, most_aside, factors: zeros(), beside: None }
    }

    /// Takes up the high cards of a group of hands; false if the shoe lacks them.
    pub(crate) fn beside(&mut self, left: &Left<N>, high: u16) -> bool {
        if let Some((known, within)) = self.beside
            && known == high
        {
            return within;
        }
        let within = self.take_up(left, &hands().highs[usize::from(high)]);
        self.beside = Some((high, within));
        within
    }

    fn take_up(&mut self, left: &Left<N>, high: &[u8; VALUES - LOW]) -> bool {
        let all = self.dealer.finishes;
        let row = row(&all.highs, high, LOW, left, self.aside);
        if !row.is_empty() {
            for (term, finish) in self.terms.iter_mut().zip(&all.list) {
                term.ways = row[usize::from(finish.high)].clone() * &N::whole(i64::from(finish.ways));
            }
        }
        !row.is_empty()
    }

    /// Sums over the high cards taken up. A finished hand counts with a factor by the number of its cards of the value
    /// aside and of all its cards.
    pub(crate) fn add_up<'f>(&mut self, factor: impl Fn(usize, usize) -> &'f N, into: &mut ByTotal<N>)
    where
        N: 'f,
    {
        let all = self.dealer.finishes;
        for aside in 0..=self.most_aside {
            for drawn in aside..=all.most_drawn {
                self.factors[slot(aside, drawn)] = factor(aside, drawn).clone();
            }
        }
        let lows = all.lows.len();
        let mut counted = 0;
        for outcome in (0..OUTCOMES).rev() {
            let (sums, above) = into.from.split_at_mut(outcome + 1);
            let sums = &mut sums[outcome];
            match above.first() {
                None => sums[..lows].fill(N::zero()),
                Some(above) => sums[..lows].clone_from_slice(&above[..lows]),
            }
            for term in &self.terms[counted..all.from[outcome]] {
                let factor = &self.factors[usize::from(term.slot) % SLOTS];
                sums[usize::from(term.low) % LOWS] += &(term.ways.clone() * factor);
            }
            counted = all.from[outcome];
        }
    }

    /// Takes up any high cards out of the shoe, be they no hand's.
    pub(crate) fn beside_any(&mut self, left: &Left<N>, high: &[u8; VALUES - LOW]) -> bool {
        self.beside = None;
        self.take_up(left, high)
    }

    /// The ways to draw the low cards of each finished hand beside any others, the value aside left out.
    pub(crate) fn row_beside(&self, left: &Left<N>, low: &[u8; LOW]) -> Vec<N> {
        row(&self.dealer.finishes.lows, low, 0, left, self.aside)
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
