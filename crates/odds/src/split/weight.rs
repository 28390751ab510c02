//! The part of the pair value in the chance of any draw.

use crate::dealer::MOST_DRAWN;
use crate::number::Number;
use crate::split::followed::Leaf;
use crate::split::pattern::Share;
use crate::sums::Factors;
use crate::unsplit::Board;

/// The weight of the pair value and of the whole in any draw: by how many pair cards were drawn and how many in all.
pub(crate) struct PairWeight<N> {
    /// The most cards of the pair value that a player's hand and the dealer's have together.
    most: usize,
    pub(crate) plain: Factors<N>,
    pub(crate) paired: Factors<N>,
}

/// More cards than a player's hand and the dealer's have together.
const MOST_CARDS: usize = 21 + MOST_DRAWN + 2;

impl<N: Number> PairWeight<N> {
    /// `like` is how many cards of the shoe make a pair; less than there are of the value where ranks must be equal.
    pub(crate) fn new(board: &Board<'_, N>, pair: usize, shares: &[Share], like: u32) -> PairWeight<N> {
        let most = 40 / (pair + 1) + 1;
        let mut weight = PairWeight { most, plain: Factors::nothing(most), paired: Factors::nothing(most) };
        // The chance that the pair cards beyond the first two fell as first cards.
        let mut fell = N::whole(1);
        let (count, all) = (i64::from(board.left.counts[pair]), i64::from(board.left.all));
        for (out, share) in shares.iter().enumerate().skip(2) {
            let gone = i64::try_from(out).expect("a small number");
            let like = i64::from(like) - gone;
            if like < 0 || all <= gone {
                break;
            }
            let plain = fell.clone() * &N::whole(share.free + share.unpaired);
            let paired = match count - gone {
                0 => N::zero(),
                of => fell.clone() * &(N::whole(share.free) + &N::fraction(share.unpaired * (of - like), of)),
            };
            weight.add(&plain, &paired, count - gone, all - gone);
            fell = fell * &N::fraction(like, all - gone);
        }
        weight
    }

    fn add(&mut self, plain: &N, paired: &N, count: i64, all: i64) {
        let mut orders = N::whole(1);
        for cards in 0..MOST_CARDS {
            let mut ways = orders.clone();
            for pairs in 0..=cards.min(self.most) {
                *self.plain.at_mut(pairs, cards) += &(ways.clone() * plain);
                *self.paired.at_mut(pairs, cards) += &(ways.clone() * paired);
                let next = count - i64::try_from(pairs).expect("a small number");
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

    pub(crate) fn of(&self, leaf: &Leaf, pairs: usize, cards: usize) -> N {
        let plain = self.plain.at(pairs, cards).clone() * &N::whole(i64::from(leaf.plain));
        if leaf.paired == 0 {
            plain
        } else {
            plain + &(self.paired.at(pairs, cards).clone() * &N::whole(i64::from(leaf.paired)))
        }
    }
}
