//! The part of the pair value in the chance of any draw.

use crate::number::Number;
use crate::split::followed::Leaf;
use crate::split::pattern::Share;
use crate::sums::{Factors, each_draw};
use crate::unsplit::Board;

/// The weight of the pair value and of the whole in any draw: by how many pair cards were drawn and how many in all.
pub(crate) struct PairWeight<N> {
    pub(crate) plain: Factors<N>,
    pub(crate) paired: Factors<N>,
}

impl<N: Number> PairWeight<N> {
    /// `like` is how many cards of the shoe make a pair; less than there are of the value where ranks must be equal.
    pub(crate) fn new(board: &Board<'_, N>, pair: usize, shares: &[Share], like: u32) -> PairWeight<N> {
        // The most cards of the pair value that a player's hand and the dealer's have together.
        let most = 40 / (pair + 1) + 1;
        let mut weight = PairWeight { plain: Factors::nothing(most), paired: Factors::nothing(most) };
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
            each_draw::<N>(count - gone, all - gone, most, |pairs, cards, ways| {
                *weight.plain.at_mut(pairs, cards) += &(ways.clone() * &plain);
                *weight.paired.at_mut(pairs, cards) += &(ways.clone() * &paired);
            });
            fell = fell * &N::fraction(like, all - gone);
        }
        weight
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
