//! The cards that hands of a split draw, together with the dealer's hand.

use crate::dealer::OUTCOMES;
use crate::game::blackjack_card;
use crate::hands::{Counts, LOW, VALUES};
use crate::number::Number;
use crate::sums::{ByTotal, Factors, Sums, each_draw};
use crate::unsplit::Board;

/// What a dealer's hand can come to: 17 to 21, bust, a blackjack.
pub(super) const CASES: usize = OUTCOMES + 2;
pub(super) const BUST_DEALER: usize = OUTCOMES;
pub(super) const BLACKJACK: usize = OUTCOMES + 1;

/// The weights of the pair value and of the whole in any draw: by how many pair cards were drawn and how many in all. There
/// are several tables of them, for cards that are drawn under different conditions.
pub(super) struct Joint<'b, 'g, N, const T: usize> {
    board: &'b Board<'g, N>,
    pair: usize,
    tables: [Factors<N>; T],
}

/// Cards that split hands draw, and what depends on them.
pub(super) struct Draw<W> {
    pub(super) cards: Counts,
    /// By which table they are weighed.
    pub(super) table: usize,
    pub(super) what: W,
}

/// The chance of drawing some cards together with each hand of the dealer.
pub(super) struct Chances<'s, N> {
    sums: &'s [Vec<N>; OUTCOMES],
    low: Vec<N>,
    others: N,
    /// With any dealer's hand but a blackjack.
    pub(super) no_blackjack: N,
    /// With a dealer blackjack.
    pub(super) blackjack: N,
}

impl<N: Number> Chances<'_, N> {
    /// With a dealer's total.
    pub(super) fn on(&self, outcome: usize) -> N {
        N::dot(&self.sums[outcome], &self.low) * &self.others
    }

    /// With each of his hands.
    pub(super) fn by_case(&self) -> [N; CASES] {
        let mut chances: [N; CASES] = std::array::from_fn(|_| N::zero());
        let mut bust = self.no_blackjack.clone();
        for (outcome, chance) in chances[..OUTCOMES].iter_mut().enumerate() {
            *chance = self.on(outcome);
            bust = bust - chance;
        }
        (chances[BUST_DEALER], chances[BLACKJACK]) = (bust, self.blackjack.clone());
        chances
    }
}

impl<'b, 'g, N: Number, const T: usize> Joint<'b, 'g, N, T> {
    /// `shares` is how often each table counts with two, three .. pair cards out.
    pub(super) fn new(board: &'b Board<'g, N>, pair: usize, shares: &[[N; T]]) -> Self {
        let most = 60 / (pair + 1) + 2;
        let mut tables: [Factors<N>; T] = std::array::from_fn(|_| Factors::nothing(most));
        let (count, all) = (i64::from(board.left.counts[pair]), i64::from(board.left.all));
        for (gone, shares) in (2..).zip(shares) {
            if count < gone || all <= gone {
                break;
            }
            each_draw::<N>(count - gone, all - gone, most, |pairs, cards, ways| {
                for (table, share) in tables.iter_mut().zip(shares).filter(|(_, share)| **share != N::zero())
                {
                    *table.at_mut(pairs, cards) += &(ways.clone() * share);
                }
            });
        }
        Joint { board, pair, tables }
    }

    /// Goes through all draws. Those with the same high cards, number of cards and table share the sums over the dealer's
    /// high cards.
    pub(super) fn each<W>(&self, mut draws: Vec<Draw<W>>, mut then: impl FnMut(&W, &Chances<'_, N>)) {
        let left = &self.board.left;
        let number = |cards: &Counts| cards.iter().map(|&count| usize::from(count)).sum::<usize>();
        let key = |draw: &Draw<W>| {
            let high: [u8; VALUES - LOW] = draw.cards[LOW..].try_into().expect("six high values");
            (draw.table, high, number(&draw.cards), draw.cards[self.pair])
        };
        draws.retain(|draw| left.gives(&self.without_pair(&draw.cards)));
        draws.sort_by_cached_key(key);
        let mut sums = Sums::new(&self.board.dealer, Some(self.pair));
        let mut by_total = ByTotal::new(&self.board.dealer);
        for group in draws.chunk_by(|one, other| key(one) == key(other)) {
            let (at, high, cards, pairs) = key(&group[0]);
            sums.beside_any(left, high);
            sums.add_up(&self.tables[at], (usize::from(pairs), cards), &mut by_total);
            let sums_of = std::array::from_fn(|outcome| by_total.on(outcome));
            for draw in group {
                let [no_blackjack, blackjack] = self.chances(&draw.cards, at);
                let low = sums.row_beside(left, draw.cards[..LOW].try_into().expect("four low values"));
                let others = self.others(&draw.cards);
                then(&draw.what, &Chances { sums: &sums_of, low, others, no_blackjack, blackjack });
            }
        }
    }

    /// The chance of drawing these cards when the dealer then has no blackjack, and when he has one.
    pub(super) fn chances(&self, drawn: &Counts, table: usize) -> [N; 2] {
        let of = |drawn: &Counts| {
            let cards: usize = drawn.iter().map(|&count| usize::from(count)).sum();
            self.others(drawn) * self.tables[table].at(usize::from(drawn[self.pair]), cards)
        };
        let blackjack = blackjack_card(self.board.up).map_or_else(N::zero, |card| {
            let mut with = *drawn;
            with[card] += 1;
            of(&with)
        });
        [of(drawn) - &blackjack, blackjack]
    }

    fn without_pair(&self, drawn: &Counts) -> Counts {
        let mut others = *drawn;
        others[self.pair] = 0;
        others
    }

    /// The ways to draw the cards that are not of the pair value.
    fn others(&self, drawn: &Counts) -> N {
        let mut ways = N::whole(1);
        for (value, &count) in self.without_pair(drawn).iter().enumerate() {
            if count > 0 {
                ways = ways * &self.board.left.falling(value, count);
            }
        }
        ways
    }
}
