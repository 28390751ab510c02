//! One hand of a split, weighed as often as it counts in the whole.

use rulebook::Tie;

use crate::game::{Loss, blackjack_card};
use crate::hands::{Hand, LOW, VALUES, hands};
use crate::low::LowProducts;
use crate::number::Number;
use crate::split::followed::{Followed, Leaf};
use crate::split::weight::PairWeight;
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
        let mut sums = Shortfalls::new(self);
        for leaf in ends.leaves().filter(|leaf| self.possible(leaf)) {
            let (chance, short) = sums.of(leaf);
            let units = leaf.stake.units::<N>();
            let wins = (chance.all.clone() - &chance.blackjack) * &win - &short;
            value += &(wins * &units);
            value += &(self.against_blackjack(leaf) * &chance.blackjack);
            if game.ties_blackjack(hands().get(leaf.at), false) {
                escapes += &chance.blackjack;
            }
            standing[leaf.stake as usize].add(&chance);
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

    /// The ways to draw the cards other than those of the pair value.
    fn others(&self, hand: &Hand) -> N {
        let mut ways = N::whole(1);
        for (value, &drawn) in hand.counts.iter().enumerate() {
            if drawn > 0 && value != self.pair {
                ways = ways * self.board.left.ways(value, 0, drawn);
            }
        }
        ways
    }

    pub(crate) fn chance(&self, leaf: &Leaf) -> Chance<N> {
        self.chance_by(leaf, &self.others(hands().get(leaf.at)))
    }

    /// The same, with the ways to draw the cards other than those of the pair value.
    fn chance_by(&self, leaf: &Leaf, others: &N) -> Chance<N> {
        let hand = hands().get(leaf.at);
        let (pairs, cards) = self.drawn(hand);
        let all = self.weight.of(leaf, pairs, cards) * others;
        let blackjack = match blackjack_card(self.board.up) {
            None => N::zero(),
            Some(card) if card == self.pair => self.weight.of(leaf, pairs + 1, cards + 1) * others,
            Some(card) => {
                let left = self.board.left.of(card, hand).max(0);
                self.weight.of(leaf, pairs, cards + 1) * others * &N::whole(left)
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

/// The weight of all that leaves do not win, summed over the dealer's hands, one leaf after the other.
pub(crate) struct Shortfalls<'s, 'b, 'g, N> {
    split: &'s Split<'b, 'g, N>,
    sums: Sums<'b, N>,
    pay: Pay<N>,
    /// The high cards, number of cards and of pair cards the sums stand for.
    family: Option<(u16, u8, u8)>,
    /// With a first card that was no pair card.
    plain: ByTotal<N>,
    /// With one that was.
    paired: ByTotal<N>,
    products: Option<LowProducts<N>>,
    /// By the low cards without the pair value; empty until they are asked for.
    low_rows: Vec<Vec<N>>,
}

impl<'s, 'b, 'g, N: Number> Shortfalls<'s, 'b, 'g, N> {
    pub(crate) fn new(split: &'s Split<'b, 'g, N>) -> Self {
        let dealer = &split.board.dealer;
        Shortfalls {
            split,
            sums: Sums::new(dealer, Some(split.pair)),
            pay: Pay::net(split.board.game),
            family: None,
            plain: ByTotal::new(dealer),
            paired: ByTotal::new(dealer),
            products: None,
            low_rows: if split.pair < LOW { vec![Vec::new(); hands().lows.len()] } else { Vec::new() },
        }
    }

    /// Sums over the high values for a leaf and others of its family; they had better come together.
    fn take_up(&mut self, hand: &Hand) {
        let split = self.split;
        let family = (hand.high, hand.cards, hand.counts[split.pair]);
        if self.family.replace(family) == Some(family) {
            return;
        }
        self.sums.beside(&split.board.left, hand.high);
        let out = split.drawn(hand);
        self.sums.add_up(&split.weight.plain, out, &mut self.plain);
        if out.0 > 0 {
            self.sums.add_up(&split.weight.paired, out, &mut self.paired);
        }
    }

    /// The chance of a leaf, and the weight of what it does not win.
    pub(crate) fn of(&mut self, leaf: &Leaf) -> (Chance<N>, N) {
        let (split, hand) = (self.split, hands().get(leaf.at));
        self.take_up(hand);
        let low = if let Some(row) = self.sums.known_low_row(hand.low) {
            row
        } else {
            let low = hands().low_without[split.pair][usize::from(hand.low)];
            let row = &mut self.low_rows[usize::from(low)];
            if row.is_empty() {
                let products = self.products.get_or_insert_with(|| self.sums.low_products(&split.board.left));
                *row = self.sums.low_row(products, low);
            }
            row
        };
        let short = |by_total: &ByTotal<N>, ways: i32| {
            by_total.short(hand.class(), &self.pay, low) * &N::whole(i64::from(ways))
        };
        let mut sum = short(&self.plain, leaf.plain);
        if leaf.paired > 0 {
            sum += &short(&self.paired, leaf.paired);
        }
        let others = split.others(hand);
        (split.chance_by(leaf, &others), sum * &others)
    }
}
