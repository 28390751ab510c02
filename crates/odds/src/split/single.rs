//! One hand of a split, weighed as often as it counts in the whole.

use rulebook::Tie;

use crate::game::{Loss, blackjack_card};
use crate::hands::{Hand, LOW, VALUES, hands};
use crate::low::LowProducts;
use crate::number::Number;
use crate::split::followed::{Followed, Leaf};
use crate::split::weight::{CARDS, PairWeight};
use crate::stand::{Pay, payout};
use crate::sums::{ByTotal, Sums};
use crate::unsplit::{Board, Stake};

/// A hand of a split, by the weight of the pair value.
pub(crate) struct Split<'b, 'g, N> {
    pub(crate) board: &'b Board<'g, N>,
    pub(crate) pair: usize,
    pub(crate) weight: PairWeight<N>,
}

/// A probability, and the part of it in which the dealer has a blackjack.
#[derive(Clone)]
pub(crate) struct Chance<N> {
    pub(crate) all: N,
    pub(crate) blackjack: N,
}

impl<N: Number> Chance<N> {
    pub(crate) fn none() -> Chance<N> {
        Chance { all: N::zero(), blackjack: N::zero() }
    }

    fn add(&mut self, other: &Chance<N>) {
        self.all += &other.all;
        self.blackjack += &other.blackjack;
    }

    pub(crate) fn less(self, other: &Chance<N>) -> Chance<N> {
        Chance { all: self.all - &other.all, blackjack: self.blackjack - &other.blackjack }
    }
}

impl<N: Number> Split<'_, '_, N> {
    /// The value, and the mean number of hands a dealer blackjack cannot take the one wager from.
    pub(crate) fn value(&self, ends: &Followed) -> (N, N) {
        let game = self.board.game;
        let mut escapes = N::zero();
        let win = payout::<N>(game.win_pays);
        let (mut value, mut standing) = (N::zero(), [Chance::none(), Chance::none()]);
        let mut leaves: Vec<&Leaf> = ends.leaves().filter(|leaf| self.possible(leaf)).collect();
        leaves.sort_by_key(|leaf| self.group(leaf));
        let mut sums = Shortfalls::new(self);
        for group in leaves.chunk_by(|one, other| self.group(one) == self.group(other)) {
            sums.take_up(group[0]);
            for leaf in group {
                let chance = self.chance(leaf);
                let units = leaf.stake.units::<N>();
                let wins = (chance.all.clone() - &chance.blackjack) * &win - &sums.of(leaf);
                value += &(wins * &units);
                value += &(self.against_blackjack(leaf) * &chance.blackjack);
                if game.ties_blackjack(hands().get(leaf.at), false) {
                    escapes += &chance.blackjack;
                }
                standing[leaf.stake as usize].add(&chance);
            }
        }
        let mut doubled = Chance::none();
        for leaf in ends.doubled().filter(|leaf| self.possible(leaf)) {
            doubled.add(&self.chance(leaf));
        }
        let [single, twice] = standing;
        let bust = [self.first_cards().less(&single).less(&doubled), doubled.less(&twice)];
        for (bust, stake) in bust.into_iter().zip([Stake::One, Stake::Two]) {
            let lost = if game.loss == Loss::Original {
                bust.all - &bust.blackjack
            } else {
                escapes += &bust.blackjack;
                bust.all
            };
            value = value - &(lost * &stake.units());
        }
        match game.loss {
            Loss::Original | Loss::BustedPlusOne => (value, escapes),
            Loss::PerHand | Loss::All => (value, N::zero()),
        }
    }

    /// What a hand alive gets against a dealer blackjack, beyond what is lost once for all hands together.
    pub(crate) fn against_blackjack(&self, leaf: &Leaf) -> N {
        let (game, units) = (self.board.game, leaf.stake.units::<N>());
        if game.ties_blackjack(hands().get(leaf.at), false) {
            return if game.tie == Tie::Push { N::zero() } else { -units };
        }
        match game.loss {
            Loss::Original | Loss::BustedPlusOne => N::zero(),
            Loss::PerHand => N::whole(-1),
            Loss::All => -units,
        }
    }

    /// The cards drawn to the first: how many of the pair value, how many in all.
    fn drawn(&self, hand: &Hand) -> (usize, usize) {
        (usize::from(hand.counts[self.pair]) - 1, usize::from(hand.cards) - 1)
    }

    /// Whether the shoe has the cards; those of the pair value are weighed elsewhere.
    pub(crate) fn possible(&self, leaf: &Leaf) -> bool {
        let mut counts = hands().get(leaf.at).counts;
        counts[self.pair] = 0;
        self.board.left.gives(&counts)
    }

    /// Leaves of one group share the dealer's sums over the high values.
    pub(crate) fn group(&self, leaf: &Leaf) -> (u16, u8, u8, usize) {
        let hand = hands().get(leaf.at);
        (hand.high, hand.cards, hand.counts[self.pair], hand.class())
    }

    /// The ways to draw the cards other than those of the pair value.
    fn others(&self, hand: &Hand, one_more: Option<usize>) -> N {
        let mut ways = N::whole(1);
        for value in (0..VALUES).filter(|&value| value != self.pair) {
            let drawn = hand.counts[value] + u8::from(one_more == Some(value));
            if drawn > 0 {
                ways = ways * self.board.left.ways(value, 0, drawn);
            }
        }
        ways
    }

    pub(crate) fn chance(&self, leaf: &Leaf) -> Chance<N> {
        let hand = hands().get(leaf.at);
        let (pairs, cards) = self.drawn(hand);
        let all = self.others(hand, None) * &self.weight.of(leaf, pairs, cards);
        let blackjack = match blackjack_card(self.board.up) {
            None => N::zero(),
            Some(card) => {
                let pairs = pairs + usize::from(card == self.pair);
                self.others(hand, Some(card)) * &self.weight.of(leaf, pairs, cards + 1)
            }
        };
        Chance { all, blackjack }
    }

    /// The chance of any first card, summed over the hands: how many hands there will be.
    fn first_cards(&self) -> Chance<N> {
        let mut sum = Chance::none();
        for value in 0..VALUES {
            let (plain, paired) = if value == self.pair { (0, 1) } else { (1, 0) };
            let leaf = Leaf { at: hands().two(self.pair, value), stake: Stake::One, plain, paired };
            if self.possible(&leaf) {
                sum.add(&self.chance(&leaf));
            }
        }
        sum
    }
}

/// The weight of all that leaves do not win, summed over the dealer's hands, one group of leaves after the other.
pub(crate) struct Shortfalls<'s, 'b, 'g, N> {
    split: &'s Split<'b, 'g, N>,
    sums: Sums<'b, N>,
    pay: Pay<N>,
    /// The high cards, number of cards and of pair cards the sums stand for.
    family: Option<(u16, u8, u8)>,
    /// With a first card that was no pair card.
    plain: Weighed<N>,
    /// With one that was.
    paired: Weighed<N>,
    products: Option<LowProducts<N>>,
    low_rows: Vec<Vec<N>>,
}

/// Sums by total, and what they come to for one class of hands.
struct Weighed<N> {
    by_total: ByTotal<N>,
    weights: Vec<N>,
}

impl<'s, 'b, 'g, N: Number> Shortfalls<'s, 'b, 'g, N> {
    pub(crate) fn new(split: &'s Split<'b, 'g, N>) -> Self {
        let dealer = &split.board.dealer;
        let weighed = || Weighed { by_total: ByTotal::new(dealer), weights: Vec::new() };
        Shortfalls {
            split,
            sums: Sums::new(dealer, Some(split.pair)),
            pay: Pay::net(split.board.game),
            family: None,
            plain: weighed(),
            paired: weighed(),
            products: None,
            low_rows: if split.pair < LOW { vec![Vec::new(); hands().lows.len()] } else { Vec::new() },
        }
    }

    /// Sums over the high values for a group of leaves.
    pub(crate) fn take_up(&mut self, leaf: &Leaf) {
        let (split, hand) = (self.split, hands().get(leaf.at));
        let (pairs, cards) = split.drawn(hand);
        let family = (hand.high, hand.cards, hand.counts[split.pair]);
        let tables = [(&split.weight.plain, &mut self.plain), (&split.weight.paired, &mut self.paired)];
        let fresh = self.family.replace(family) != Some(family);
        if fresh {
            self.sums.beside(&split.board.left, hand.high);
        }
        for (table, weighed) in tables.into_iter().take(if pairs > 0 { 2 } else { 1 }) {
            if fresh {
                let factor = |aside: usize, drawn: usize| &table[(pairs + aside) * CARDS + cards + drawn];
                self.sums.add_up(factor, &mut weighed.by_total);
            }
            weighed.by_total.weigh(hand.class(), &self.pay, &mut weighed.weights);
        }
    }

    pub(crate) fn of(&mut self, leaf: &Leaf) -> N {
        let hand = hands().get(leaf.at);
        let low = if let Some(row) = self.sums.known_low_row(hand.low) {
            row
        } else {
            let row = &mut self.low_rows[usize::from(hand.low)];
            if row.is_empty() {
                let left = &self.split.board.left;
                let products = self.products.get_or_insert_with(|| self.sums.low_products(left));
                *row = self.sums.low_row(products, hand.low);
            }
            row
        };
        let mut sum = N::dot(&self.plain.weights, low) * &N::whole(i64::from(leaf.plain));
        if leaf.paired > 0 {
            sum += &(N::dot(&self.paired.weights, low) * &N::whole(i64::from(leaf.paired)));
        }
        sum * &self.split.others(hand, None)
    }
}
