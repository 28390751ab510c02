//! What the two hands of a split bring together, in rounds that come to no third.
//!
//! How a hand ends is told by marks: that it is a hand at all, that it was doubled, and every way to end alive. The chance
//! of a mark on each hand is a sum over the cards drawn; that a hand is bust is what remains.

use std::collections::BTreeMap;

use crate::dealer::OUTCOMES;
use crate::game::Loss;
use crate::hands::{VALUES, hands};
use crate::law::Net;
use crate::number::Number;
use crate::packed::{BySet, pack, unpack};
use crate::split::followed::{Followed, Leaf};
use crate::split::joint::{BLACKJACK, CASES, Draw, Joint};
use crate::split::ways::Pairs;
use crate::stand::compare;
use crate::unsplit::{Board, Stake};

/// A mark of a hand, by its place among all.
type Mark = usize;
/// Every hand has it.
const ANY: Mark = 0;
/// The hand was doubled.
const DOUBLED: Mark = 1;
/// The first of those that end alive: by class and stake.
const ALIVE: Mark = 2;
const MARKS: usize = ALIVE + 2 * (OUTCOMES + 1);

/// A mark that depends on the cards drawn to the first.
struct Marked {
    mark: Mark,
    /// Packed.
    set: u64,
    /// In how many orders, when the first was no pair card and when it was.
    ways: [i64; 2],
}

/// Both hands of a split that comes to no third.
pub(crate) struct SplitLaw<'b, 'g, N> {
    board: &'b Board<'g, N>,
    pair: usize,
    /// How many cards left would make a pair to split again, beside the two that were split.
    again: i64,
    marked: Vec<Marked>,
    joint: Joint<'b, 'g, N, TABLES>,
}

/// For both hands, whatever they draw.
const BOTH: usize = 0;
/// For one hand, with a plain and with a paired first card.
const ONE: usize = 1;
/// For two hands, their first cards told apart by [`unlike`].
const TWO: usize = 3;
const TABLES: usize = 4;

/// What a hand brings against a dealer's hand.
#[derive(Clone, Copy)]
enum Share {
    /// This, whatever the other hand brings.
    Alone(Net),
    /// With all hands like it together, the loss of one wager.
    OneForAll,
}

impl Share {
    fn and(self, other: Share) -> Net {
        match (self, other) {
            (Share::Alone(one), Share::Alone(other)) => one.and(other),
            (Share::Alone(net), Share::OneForAll) | (Share::OneForAll, Share::Alone(net)) => {
                net.and(Net::lost(1))
            }
            (Share::OneForAll, Share::OneForAll) => Net::lost(1),
        }
    }
}

/// The chance of marks of both hands and a dealer's hand, over both orders of the hands.
struct Marks<N>(Vec<[N; CASES]>);

impl<N: Number> Marks<N> {
    fn none() -> Marks<N> {
        let nothing = || std::array::from_fn(|_| N::zero());
        Marks(std::iter::repeat_with(nothing).take(MARKS * MARKS).collect())
    }

    fn add(&mut self, [one, other]: [Mark; 2], by_case: &[N; CASES], times: &N) {
        for (sum, chance) in self.0[one * MARKS + other].iter_mut().zip(by_case) {
            *sum += &(chance.clone() * times);
        }
    }

    fn each(&self) -> impl Iterator<Item = ([Mark; 2], &[N; CASES])> {
        let met = |chances: &&[N; CASES]| chances.iter().any(|chance| *chance != N::zero());
        let all = self.0.iter().enumerate().filter(move |(_, chances)| met(chances));
        all.map(|(at, chances)| ([at / MARKS, at % MARKS], chances))
    }
}

impl<'b, 'g, N: Number> SplitLaw<'b, 'g, N> {
    pub(crate) fn new(board: &'b Board<'g, N>, pairs: Pairs, followed: &Followed) -> Self {
        let again = if pairs.max_hands > 2 { i64::from(pairs.like) - 2 } else { 0 };
        let joint = Joint::new(board, followed.pair, &shares(board, followed.pair, again));
        SplitLaw { board, pair: followed.pair, again, marked: marked(followed), joint }
    }

    /// The chance that it comes to a third hand.
    pub(crate) fn more_hands(&self) -> N {
        let rest = i64::from(self.board.left.all) - 2;
        let one = fraction::<N>(self.again, rest);
        let both = one.clone() * &fraction(self.again - 1, rest - 1);
        one * &N::whole(2) - &both - &self.cut_short()
    }

    /// The chance that it would, had the dealer not looked first and found a blackjack.
    fn cut_short(&self) -> N {
        if self.again <= 0 || !self.board.game.looks {
            return N::zero();
        }
        let [_, with_two_hands] = self.joint.chances(&[0; VALUES], BOTH);
        self.board.blackjack(hands().two(self.pair, self.pair)).clone() - &with_two_hands
    }

    /// The chance of everything the two hands bring.
    pub(crate) fn nets(&self) -> BTreeMap<Net, N> {
        let mut nets = BTreeMap::from([(Net::lost(1), self.cut_short())]);
        for (marks, chances) in self.marks().each() {
            for (case, chance) in chances.iter().enumerate() {
                let [ones, others] = marks.map(|mark| self.brings(mark, case));
                for (one, times) in &ones {
                    for (other, more) in &others {
                        let sum = nets.entry(one.and(*other)).or_insert_with(N::zero);
                        *sum += &(chance.clone() * &N::whole(times * more));
                    }
                }
            }
        }
        nets
    }

    /// What a mark adds to the law of what a hand brings against a dealer's hand: results, each counted so many times. A
    /// hand is bust with one unit unless another mark says otherwise.
    fn brings(&self, mark: Mark, case: usize) -> Vec<(Share, i64)> {
        match mark {
            ANY => vec![(self.bust(1, case), 1)],
            DOUBLED => vec![(self.bust(2, case), 1), (self.bust(1, case), -1)],
            _ => {
                let (class, units) = of_alive(mark);
                vec![(self.alive(class, units, case), 1), (self.bust(units, case), -1)]
            }
        }
    }

    fn bust(&self, units: u8, case: usize) -> Share {
        let once = case == BLACKJACK && self.board.game.loss == Loss::Original;
        if once { Share::OneForAll } else { Share::Alone(Net::lost(units)) }
    }

    fn alive(&self, class: usize, units: u8, case: usize) -> Share {
        let game = self.board.game;
        if case != BLACKJACK {
            let ahead = compare(class, (case < OUTCOMES).then_some(case));
            return Share::Alone(Net::comparing(game, ahead, units));
        }
        match game.loss {
            _ if class == OUTCOMES && game.split_21_ties => Share::Alone(Net::tied(game, units)),
            Loss::Original | Loss::BustedPlusOne => Share::OneForAll,
            Loss::PerHand => Share::Alone(Net::lost(1)),
            Loss::All => Share::Alone(Net::lost(units)),
        }
    }

    fn marks(&self) -> Marks<N> {
        let mut marks = Marks::none();
        let whole = vec![Draw { cards: [0; VALUES], table: BOTH, what: () }];
        self.joint.each(whole, |(), chances| marks.add([ANY, ANY], &chances.by_case(), &N::whole(1)));
        self.mark_one(&mut marks);
        self.mark_both(&mut marks);
        marks
    }

    fn mark_one(&self, marks: &mut Marks<N>) {
        let mut draws = Vec::new();
        for one in &self.marked {
            for (paired, ways) in one.ways.into_iter().enumerate().filter(|(_, ways)| *ways > 0) {
                draws.push(Draw { cards: unpack(one.set), table: ONE + paired, what: (one.mark, 2 * ways) });
            }
        }
        self.joint.each(draws, |(mark, ways), chances| {
            marks.add([ANY, *mark], &chances.by_case(), &N::whole(*ways));
        });
    }

    fn mark_both(&self, marks: &mut Marks<N>) {
        let unlike = unlike::<N>(i64::from(self.board.left.counts[self.pair]) - 2, self.again);
        let mut both: BySet<Vec<([Mark; 2], N)>> = BySet::default();
        for (place, one) in self.marked.iter().enumerate() {
            for other in &self.marked[place..] {
                let twice = if std::ptr::eq(one, other) { 1 } else { 2 };
                let ([a, a_paired], [b, b_paired]) = (one.ways, other.ways);
                let ways = [a * b, a * b_paired + a_paired * b, a_paired * b_paired];
                let mut weight = N::zero();
                for (unlike, ways) in unlike.iter().zip(ways).filter(|(_, ways)| *ways > 0) {
                    weight += &(unlike.clone() * &N::whole(ways * twice));
                }
                if weight != N::zero() {
                    let marks = [one.mark.min(other.mark), one.mark.max(other.mark)];
                    let found = both.entry(one.set + other.set).or_default();
                    match found.iter_mut().find(|(known, _)| *known == marks) {
                        Some((_, sum)) => *sum += &weight,
                        None => found.push((marks, weight)),
                    }
                }
            }
        }
        let draw = |(set, what)| Draw { cards: unpack(set), table: TWO, what };
        self.joint.each(both.into_iter().map(draw).collect(), |found, chances| {
            let by_case = chances.by_case();
            for (both, weight) in found {
                marks.add(*both, &by_case, weight);
            }
        });
    }
}

/// All marks of a hand, by the cards drawn to its first.
fn marked(followed: &Followed) -> Vec<Marked> {
    let mut found: BTreeMap<(u64, Mark), [i64; 2]> = BTreeMap::new();
    let mut add = |leaf: &Leaf, mark: Mark| {
        let mut drawn = hands().get(leaf.at).counts;
        drawn[followed.pair] -= 1;
        let ways = found.entry((pack(&drawn), mark)).or_default();
        *ways = [ways[0] + i64::from(leaf.plain), ways[1] + i64::from(leaf.paired)];
    };
    for leaf in followed.leaves() {
        add(leaf, alive(hands().get(leaf.at).class(), leaf.stake));
    }
    for leaf in followed.doubled() {
        add(leaf, DOUBLED);
    }
    found.into_iter().map(|((set, mark), ways)| Marked { mark, set, ways }).collect()
}

fn alive(class: usize, stake: Stake) -> Mark {
    ALIVE + 2 * class + usize::from(stake == Stake::Two)
}

/// The class and the units of a hand with this mark.
fn of_alive(mark: Mark) -> (usize, u8) {
    let place = mark - ALIVE;
    (place / 2, if place % 2 == 1 { 2 } else { 1 })
}

/// How often each table counts with two, three and four pair cards out: that a first card is not one to be split again
/// is the difference of its being any card and of its being one.
fn shares<N: Number>(board: &Board<'_, N>, pair: usize, again: i64) -> [[N; TABLES]; 3] {
    let (count, rest) = (i64::from(board.left.counts[pair]) - 2, i64::from(board.left.all) - 2);
    let (one, zero) = (N::whole(1), N::zero());
    let first = fraction::<N>(again, rest);
    let second = first.clone() * &fraction(again - 1, rest - 1);
    let [_, paired, _] = unlike::<N>(count, again);
    let [_, paired_beside, _] = unlike::<N>(count - 1, again - 1);
    [
        [one.clone(), one.clone(), paired, one],
        [first.clone() * &N::whole(-2), -first.clone(), -(first * &paired_beside), zero.clone()],
        [second, zero.clone(), zero.clone(), zero],
    ]
}

/// That of so many pair cards, the first none, one or two are not among those to be split again.
fn unlike<N: Number>(count: i64, again: i64) -> [N; 3] {
    let one = fraction::<N>(count - again, count);
    let two = one.clone() * &fraction(count - again - 1, count - 1);
    [N::whole(1), one, two]
}

/// So many to so many; nothing where there are none.
fn fraction<N: Number>(over: i64, under: i64) -> N {
    if over > 0 && under > 0 { N::fraction(over, under) } else { N::zero() }
}
