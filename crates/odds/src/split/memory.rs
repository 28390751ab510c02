//! Split hands played with a memory: how many pair cards are out (CDP), and how many other hands drew none first (CDPN).
//!
//! A hand is played when all before it are finished. What a player knows then is a number of pair cards and a number of
//! hands that drew something else; for each such knowledge the hands played with it are one sum, like that of all hands,
//! and the best play for it is found by going through the hands from the last card back.

use std::collections::BTreeMap;

use rulebook::SplitBy;

use crate::game::{Loss, Origin};
use crate::hands::{BUST, HandAt, VALUES, hands};
use crate::number::Number;
use crate::split::followed::Leaf;
use crate::split::pattern::{Pattern, Share, Shares, signs};
use crate::split::single::{Chance, Shortfalls, Split};
use crate::split::weight::PairWeight;
use crate::stand::payout;
use crate::table::{Table, Worth};
use crate::unsplit::{Board, Stake};

/// What a player remembers of his other hands when he plays one of a split.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Memory {
    /// How many pair cards have been dealt (CDP).
    Pairs,
    /// That, and how many hands before it drew no pair card first (CDPN).
    PairsAndOthers,
}

impl<N: Number> Table<'_, N> {
    /// The value of best play with a memory. `None` where a dealer blackjack takes one wager from all hands together and
    /// not from bust hands: what is best then depends on all hands at once; and where the ranks of tens matter.
    #[must_use]
    pub fn with_memory(&self, best: &Worth<N>, memory: Memory) -> Option<N> {
        N::with_memory(self, best, memory)
    }
}

pub(crate) fn value<N: Number>(table: &Table<'_, N>, best: &Worth<N>, memory: Memory) -> Option<N> {
    let game = table.game();
    let by_rank = game.split_by == SplitBy::Rank || !game.double_after_unlike_tens;
    if game.loss == Loss::BustedPlusOne || game.split_21_ties || by_rank {
        return None;
    }
    let mut ev = N::zero();
    for (up, first) in best.first.iter().enumerate() {
        let Some(board) = table.board(up) else { continue };
        let chance = table.chance_of_up(up);
        for hand in first {
            let pair = hands().get(hand.hand).pair().filter(|_| hand.decisions.split.is_some());
            let split = pair.map(|pair| board.split_with(memory, pair) - &board.always_lost(hand.hand));
            let value = match split {
                Some(split) if split > hand.value => split,
                _ => hand.value.clone(),
            };
            ev += &(value * &hand.chance * &chance);
        }
    }
    Some(ev)
}

impl<N: Number> Board<'_, N> {
    fn split_with(&self, memory: Memory, pair: usize) -> N {
        let mut value = N::zero();
        for (known, shares) in knowledge(self.game.hands_from(pair), memory) {
            let weight = PairWeight::new(self, pair, &shares, self.left.counts[pair]);
            let split = Split { board: self, pair, weight };
            value += &BestHand::new(&split).value(known.first_card);
        }
        value
    }
}

/// What a hand is played with.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
struct Known {
    pairs: u8,
    others: u8,
    first_card: FirstCard,
}

/// What the first card of a hand may be when the hand is played.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum FirstCard {
    /// No pair card: that would have been split.
    Unpaired,
    /// Any: no more hands may be made.
    Any,
}

/// How often hands are played with each knowledge.
fn knowledge(max_hands: u8, memory: Memory) -> BTreeMap<Known, Shares> {
    let mut all = BTreeMap::new();
    fall(max_hands, Pattern { hands: 2, open: 2, known: 0 }, memory, &mut all);
    all
}

fn fall(max_hands: u8, now: Pattern, memory: Memory, all: &mut BTreeMap<Known, Shares>) {
    if now.open == 0 {
        return;
    }
    let free = now.hands == max_hands;
    let first_card = if free { FirstCard::Any } else { FirstCard::Unpaired };
    let others = if memory == Memory::Pairs { 0 } else { now.known };
    let known = Known { pairs: now.hands, others, first_card };
    let shares = all.entry(known).or_insert_with(|| vec![Share::default(); 2 * usize::from(max_hands) + 1]);
    for (more, sign) in signs(now.known).into_iter().enumerate() {
        let share = &mut shares[usize::from(now.hands) + more];
        if free {
            share.free += sign * i64::from(now.open);
        } else {
            // The first card is told apart by the hand itself.
            share.free += sign;
        }
    }
    if !free {
        fall(max_hands, Pattern { open: now.open - 1, known: now.known + 1, ..now }, memory, all);
        fall(max_hands, Pattern { hands: now.hands + 1, open: now.open + 1, ..now }, memory, all);
    }
}

/// The best play of one hand of a split, by its weight in the whole.
struct BestHand<'s, 'b, 'g, N> {
    split: &'s Split<'b, 'g, N>,
    /// The weight of each hand, and of one unit that stands.
    chances: Vec<Chance<N>>,
    stand: Vec<N>,
}

impl<'s, 'b, 'g, N: Number> BestHand<'s, 'b, 'g, N> {
    fn new(split: &'s Split<'b, 'g, N>) -> Self {
        let win: N = payout(split.board.game.win_pays);
        let mut chances = vec![Chance::none(); hands().len()];
        let mut stand = vec![N::zero(); hands().len()];
        let leaf = |at: HandAt| Leaf { at, stake: Stake::One, plain: 1, paired: 0 };
        let leaves = hands().grouped_by_pair[split.pair].iter().map(|&at| leaf(at));
        let mut sums = Shortfalls::new(split);
        for leaf in leaves.filter(|leaf| split.possible(leaf)) {
            let (chance, short) = sums.of(&leaf);
            let wins = (chance.all.clone() - &chance.blackjack) * &win;
            stand[usize::from(leaf.at)] = wins - &short;
            chances[usize::from(leaf.at)] = chance;
        }
        BestHand { split, chances, stand }
    }

    /// The value, by the first cards the hand may have.
    fn value(&self, first_card: FirstCard) -> N {
        let (pair, game) = (self.split.pair, self.split.board.game);
        let mut best = vec![N::zero(); hands().len()];
        for (place, hand) in hands().all().iter().enumerate().rev() {
            if hand.cards < 2 || hand.counts[pair] == 0 {
                continue;
            }
            let at = HandAt::try_from(place).expect("a hand");
            let stand = self.stands(at, Stake::One);
            let last = hand.cards == 2 && game.one_card_each(pair);
            best[place] = if last || game.closes(hand) {
                stand
            } else {
                let hit = self.draw(at, Stake::One, |child| best[usize::from(child)].clone());
                let mut value = if game.must_draw(hand) || hit > stand { hit } else { stand };
                if game.may_double(hand, Origin::Split(pair), self.split.board.up) {
                    let double = self.draw(at, Stake::Two, |child| self.stands(child, Stake::Two));
                    value = if double > value { double } else { value };
                }
                value
            };
        }
        let open = (0..VALUES).filter(|&value| first_card == FirstCard::Any || value != pair);
        open.fold(N::zero(), |sum, value| sum + &best[usize::from(hands().two(pair, value))])
    }

    fn stands(&self, at: HandAt, stake: Stake) -> N {
        let leaf = Leaf { at, stake, plain: 1, paired: 0 };
        let blackjack = self.split.against_blackjack(&leaf) * &self.chances[usize::from(at)].blackjack;
        self.stand[usize::from(at)].clone() * &stake.units() + &blackjack
    }

    fn draw(&self, at: HandAt, stake: Stake, then: impl Fn(HandAt) -> N) -> N {
        let mut sum = N::zero();
        let mut bust = self.chances[usize::from(at)].clone();
        for &child in hands().get(at).child.iter().filter(|&&child| child != BUST) {
            sum += &then(child);
            bust = bust.less(&self.chances[usize::from(child)]);
        }
        let original = self.split.board.game.loss == Loss::Original;
        let lost = if original { bust.all - &bust.blackjack } else { bust.all };
        sum - &(lost * &stake.units())
    }
}
