//! What a hand is worth that stands, against every hand the dealer can finish with.

use std::cmp::Ordering;

use rulebook::Tie;

use crate::dealer::{Finishes, MOST_DRAWN, finishes};
use crate::falling::Left;
use crate::game::{Game, blackjack_card};
use crate::hands::{Counts, Hand, HandAt, VALUES, group, hands};
use crate::low::LowProducts;
use crate::number::Number;
use crate::sums::{ByTotal, Factors, Sums};

/// What a standing hand of one unit gets: for winning, and how much less for a tie and for losing.
pub(crate) struct Pay<N> {
    pub(crate) win: N,
    pub(crate) tie_less: N,
    pub(crate) lose_less: N,
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
    match compare(class, outcome) {
        Ordering::Greater => payout(game.win_pays),
        Ordering::Equal if game.tie == Tie::Push => N::zero(),
        Ordering::Equal | Ordering::Less => N::whole(-1),
    }
}

/// How a standing hand of a class compares with a dealer's total, or a bust dealer.
pub(crate) fn compare(class: usize, outcome: Option<usize>) -> Ordering {
    // Class 1 is 17, outcome 0 is 17.
    outcome.map_or(Ordering::Greater, |outcome| class.cmp(&(outcome + 1)))
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
    pub(crate) finishes: &'static Finishes,
    /// The cards every player's hand looked at has.
    pub(crate) held: Counts,
    /// By the low cards of the player's hand; empty where the shoe lacks those.
    pub(crate) low_rows: Vec<Vec<N>>,
}

impl<N: Number> Dealer<N> {
    /// For player's hands that have these cards.
    pub(crate) fn new(game: &Game, left: &Left<N>, up: usize, held: Counts) -> Dealer<N> {
        let finishes = finishes(up, game.soft_17);
        let products = LowProducts::new(finishes, left, &held, None);
        let low_rows = hands().lows.iter().map(|&low| products.row(finishes, low)).collect();
        Dealer { finishes, held, low_rows }
    }

    /// What standing with every hand on one unit is paid in the mean, dealer blackjacks left out of account.
    pub(crate) fn stand_values(&self, pay: &Pay<N>, left: &Left<N>, up: usize) -> Vec<N> {
        let hands = hands();
        let mut values = vec![N::zero(); hands.len()];
        let mut sums = Sums::new(self, None);
        let (mut by_total, mut weights, mut family) = (ByTotal::new(self), Vec::new(), None);
        let orders = orders::<N>(left.all.into());
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
                sums.add_up(&orders, (usize::from(first.cards), 0), &mut by_total);
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

/// One over the number of orders of so many cards, by how many are out before them.
fn orders<N: Number>(all: i64) -> Factors<N> {
    const MOST: usize = 21;
    let mut orders = Factors::nothing(MOST);
    for out in 0..=MOST {
        let mut one = N::whole(1);
        for drawn in 0..=MOST_DRAWN {
            *orders.at_mut(out, drawn) = one.clone();
            let left = all - i64::try_from(out + drawn).expect("a small number");
            one = if left > 0 { one / &N::whole(left) } else { N::zero() };
        }
    }
    orders
}
