//! When two rounds can no longer come to differ.

use round::{Hand, Phase, Round};
use vocabulary::Rank;

use super::orders::{counts, value};

/// All that what is to come can depend on: rounds with equal keys go on alike. It is one row of numbers, since that is
/// what is quickly told from another.
#[derive(PartialEq, Eq, Hash)]
pub(crate) struct Key(Vec<u8>);

impl Key {
    /// Of a round, the cards of each kind that are left, and which hands came from tens of different rank.
    pub(crate) fn of(round: &Round, left: &[u8], unlike: &[bool]) -> Key {
        let mut key = Key(Vec::with_capacity(64));
        key.0.extend(left);
        // What comes of each first hand is told apart.
        key.0.extend(counts(round.areas()[0].start()));
        key.dealer(round);
        for (hand, unlike) in round.areas()[0].hands().iter().zip(unlike) {
            key.hand(hand, *unlike);
        }
        key.wagers(round);
        key
    }

    fn dealer(&mut self, round: &Round) {
        let (total, cards) = (round.dealer().total(), round.dealer().cards());
        let up = cards.first().map_or(0, |up| up.rank().points());
        self.0.extend([up, small(cards.len()), total.points, u8::from(total.soft)]);
        self.0.push(u8::from(round.phase() == Phase::Drawing));
    }

    /// Of a hand that is open its ranks, of one that is closed its points: all that bust are alike.
    fn hand(&mut self, hand: &Hand, unlike: bool) {
        let base = if hand.is_split() { value(hand.cards()[0]) + 1 } else { 0 };
        self.0.extend([small(base), u8::from(hand.is_doubled()), u8::from(hand.is_blackjack())]);
        if hand.closed().is_some() {
            self.0.extend([u8::MAX, hand.total().points.min(22)]);
            return;
        }
        let mut ranks: Vec<Rank> = hand.cards().iter().map(|card| card.rank()).collect();
        // Two tens are split in their order.
        ranks.sort_by_key(|rank| rank.points());
        self.0.extend([small(ranks.len()), u8::from(unlike)]);
        self.0.extend(ranks.into_iter().map(|rank| rank as u8));
    }

    /// What lies on each hand, and what went back of it.
    fn wagers(&mut self, round: &Round) {
        for wager in round.wagers() {
            self.0.push(wager.hand);
            self.0.extend(wager.at_risk().units().to_le_bytes());
            let back = wager.result.map_or(-1, |settled| settled.returned.units());
            self.0.extend(back.to_le_bytes());
        }
    }
}

fn small(number: usize) -> u8 {
    u8::try_from(number).expect("a small number")
}
