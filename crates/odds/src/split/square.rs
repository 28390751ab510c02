//! The mean square of what all hands of a split bring together.
//!
//! Against one dealer's hand, what a split hand brings is minus one, minus one more if it is doubled, plus something for
//! each way it can end alive; so the product of two hands is a sum over two ends at a time.

use rulebook::Tie;

use crate::dealer::OUTCOMES;
use crate::game::Loss;
use crate::hands::{Counts, VALUES, hands};
use crate::number::Number;
use crate::packed::{BySet, pack, unpack};
use crate::split::escape::{escape_chance, escaped_stakes};
use crate::split::followed::{Followed, Leaf, Played};
use crate::split::joint::{BLACKJACK, BUST_DEALER, CASES, Draw, Joint};
use crate::split::pattern::{patterns, signs};
use crate::split::ways::Pairs;
use crate::stand::net;
use crate::unsplit::Board;

/// How a hand can end, or be doubled, and what that adds to what it brings.
struct End<N> {
    leaf: Leaf,
    /// The cards drawn to the first.
    drawn: Counts,
    /// The same, packed.
    set: u64,
    /// Against a dealer's 17 to 21, a bust dealer, a dealer blackjack.
    adds: [N; CASES],
    /// The same for the square of what the hand brings.
    adds_to_square: [N; CASES],
}

impl<N> End<N> {
    fn new(leaf: &Leaf, drawn: Counts, adds: [N; CASES], adds_to_square: [N; CASES]) -> End<N> {
        End { leaf: *leaf, drawn, set: pack(&drawn), adds, adds_to_square }
    }
}

/// The mean square of what all hands of a split bring together.
pub(crate) struct SplitSquare<'b, 'g, N> {
    board: &'b Board<'g, N>,
    pairs: Pairs,
    played: &'b Played,
    followed: &'b Followed,
    ends: Vec<End<N>>,
    joint: Joint<'b, 'g, N, TABLES>,
}

impl<'b, 'g, N: Number> SplitSquare<'b, 'g, N> {
    /// `None` where hands are not played by their cards alone.
    pub(crate) fn new(board: &'b Board<'g, N>, pairs: Pairs, played: &'b Played) -> Option<Self> {
        let Played::Alike(followed) = played else { return None };
        let joint = Joint::new(board, followed.pair, &shares(board, followed.pair, pairs));
        let mut square = SplitSquare { board, pairs, played, followed, ends: Vec::new(), joint };
        square.ends = square.list_ends();
        Some(square)
    }

    /// What every hand brings before anything is added: minus one, but nothing where a dealer blackjack takes one
    /// wager from all hands together.
    fn start(&self, case: usize) -> N {
        let once = case == BLACKJACK && self.board.game.loss == Loss::Original;
        N::whole(if once { 0 } else { -1 })
    }

    fn list_ends(&self) -> Vec<End<N>> {
        let within = |drawn: &Counts| {
            let mut others = *drawn;
            others[self.followed.pair] = 0;
            self.board.left.gives(&others)
        };
        let drawn = |leaf: &Leaf| {
            let mut drawn = hands().get(leaf.at).counts;
            drawn[self.followed.pair] -= 1;
            drawn
        };
        let ends = self.followed.leaves().map(|leaf| {
            let brings: [N; CASES] = std::array::from_fn(|case| self.brings(leaf, case));
            (leaf, leaf.stake.units::<N>(), brings)
        });
        let mut all = Vec::new();
        for (leaf, units, brings) in ends.filter(|(leaf, ..)| within(&drawn(leaf))) {
            // What the hand would bring by its start, and the double's further one.
            let bust = |case: usize| self.start(case) * &units;
            let adds = std::array::from_fn(|case| brings[case].clone() - &bust(case));
            let square = |value: N| value.clone() * &value;
            let adds_to_square =
                std::array::from_fn(|case| square(brings[case].clone()) - &square(bust(case)));
            all.push(End::new(leaf, drawn(leaf), adds, adds_to_square));
        }
        for leaf in self.followed.doubled().filter(|leaf| within(&drawn(leaf))) {
            let adds = std::array::from_fn(|case| self.start(case));
            let three = |case: usize| self.start(case) * &self.start(case) * &N::whole(3);
            let adds_to_square = std::array::from_fn(three);
            all.push(End::new(leaf, drawn(leaf), adds, adds_to_square));
        }
        all
    }

    /// What a hand brings that ends alive; against a dealer blackjack, without the one wager taken from all together.
    fn brings(&self, leaf: &Leaf, case: usize) -> N {
        let (game, hand, units) = (self.board.game, hands().get(leaf.at), leaf.stake.units::<N>());
        if case != BLACKJACK {
            return units * &net(game, hand.class(), (case < OUTCOMES).then_some(case));
        }
        if game.ties_blackjack(hand, false) {
            return if game.tie == Tie::Push { N::zero() } else { -units };
        }
        match game.loss {
            Loss::Original | Loss::BustedPlusOne => N::zero(),
            Loss::PerHand => N::whole(-1),
            Loss::All => -units,
        }
    }

    pub(crate) fn mean(&self) -> N {
        let [plain, crossed, squares] = self.single();
        let products = self.double();
        let mut mean = products.other + &products.blackjack;
        let count = |table: usize, case| {
            let [no_blackjack, blackjack] = self.joint.chances(&[0; VALUES], table);
            if case == BLACKJACK { blackjack } else { no_blackjack }
        };
        // `BUST_DEALER` stands here for every dealer's hand that is no blackjack.
        for (case, crossed, square) in
            [(BUST_DEALER, crossed.other, squares.other), (BLACKJACK, crossed.blackjack, squares.blackjack)]
        {
            let start = self.start(case);
            let every = count(HANDS, case) + &count(PAIRS_OF_HANDS, case);
            mean += &(every * &start * &start);
            mean += &(crossed * &start * &N::whole(2));
            mean += &square;
        }
        let brought = count(HANDS, BLACKJACK) * &self.start(BLACKJACK) + &plain.blackjack;
        mean + &self.one_for_all(brought)
    }

    /// Where a dealer blackjack takes one wager from all hands together: what that adds to the square. `brought` is
    /// what the hands bring against it besides.
    fn one_for_all(&self, brought: N) -> N {
        let board = self.board;
        match board.game.loss {
            Loss::PerHand | Loss::All => N::zero(),
            Loss::Original | Loss::BustedPlusOne => {
                let chance = board.blackjack(hands().two(self.followed.pair, self.followed.pair)).clone();
                let escape = escape_chance(board, self.pairs, self.played);
                let stakes = escaped_stakes(board, self.pairs, self.played);
                // (S - 1)^2 where it is taken, S^2 where no hand is left to take it from.
                chance - &(brought * &N::whole(2)) - &(stakes * &N::whole(2)) - &escape
            }
        }
    }

    /// Sums over one hand at a time: what it adds, the same as often as there are other hands, and what it adds to its
    /// square.
    fn single(&self) -> [Totals<N>; 3] {
        let mut items = Vec::new();
        for end in &self.ends {
            for (first, ways) in [end.leaf.plain, end.leaf.paired].into_iter().enumerate() {
                if ways > 0 {
                    let ways = N::whole(ways.into());
                    let times = |adds: &[N; CASES]| std::array::from_fn(|case| adds[case].clone() * &ways);
                    let mut item = |into, table, adds| {
                        items.push(Draw { cards: end.drawn, table, what: Item { into, adds } });
                    };
                    item(0, ONE + first, times(&end.adds));
                    item(1, ONE_BESIDE + first, times(&end.adds));
                    item(2, ONE + first, times(&end.adds_to_square));
                }
            }
        }
        self.totals(items)
    }

    /// The sum over two hands at a time of the product of what they add.
    fn double(&self) -> Totals<N> {
        let mut both: [BySet<[N; CASES]>; 3] = std::array::from_fn(|_| BySet::default());
        for (place, one) in self.ends.iter().enumerate() {
            for other in &self.ends[place..] {
                let twice = if std::ptr::eq(one, other) { 1 } else { 2 };
                let (a, b) = (one.leaf, other.leaf);
                let ways = [a.plain * b.plain, a.plain * b.paired + a.paired * b.plain, a.paired * b.paired];
                let drawn = one.set + other.set;
                for (both, ways) in both.iter_mut().zip(ways).filter(|(_, ways)| *ways > 0) {
                    let ways = N::whole(i64::from(ways) * twice);
                    let sum = both.entry(drawn).or_insert_with(|| std::array::from_fn(|_| N::zero()));
                    for (sum, (one, other)) in sum.iter_mut().zip(one.adds.iter().zip(&other.adds)) {
                        *sum += &(one.clone() * other * &ways);
                    }
                }
            }
        }
        let mut items = Vec::new();
        for (table, both) in (TWO..).zip(both) {
            let draw = |(set, adds)| Draw { cards: unpack(set), table, what: Item { into: 0, adds } };
            items.extend(both.into_iter().map(draw));
        }
        let [total] = self.totals(items);
        total
    }

    /// The mean of things that depend on the cards drawn and on the dealer's hand.
    fn totals<const K: usize>(&self, items: Vec<Draw<Item<N>>>) -> [Totals<N>; K] {
        let mut totals: [Totals<N>; K] =
            std::array::from_fn(|_| Totals { other: N::zero(), blackjack: N::zero() });
        self.joint.each(items, |item, chances| {
            let bust = &item.adds[BUST_DEALER];
            let mut other = chances.no_blackjack.clone() * bust;
            for (outcome, adds) in item.adds[..OUTCOMES].iter().enumerate() {
                if adds != bust {
                    other = other - &(chances.on(outcome) * &(bust.clone() - adds));
                }
            }
            let total = &mut totals[item.into];
            total.other += &other;
            total.blackjack += &(chances.blackjack.clone() * &item.adds[BLACKJACK]);
        });
        totals
    }
}

/// Something that depends on the dealer's hand.
struct Item<N> {
    /// To which sum it belongs.
    into: usize,
    adds: [N; CASES],
}

/// A mean, without a dealer blackjack and with one.
struct Totals<N> {
    other: N,
    blackjack: N,
}

/// For the number of hands.
const HANDS: usize = 0;
/// For that of ordered pairs of hands.
const PAIRS_OF_HANDS: usize = 1;
/// For one hand, with a plain and with a paired first card.
const ONE: usize = 2;
/// The same as often as there are other hands.
const ONE_BESIDE: usize = 4;
/// For two hands: none, one or both with a paired first card.
const TWO: usize = 6;

/// How many there are.
const TABLES: usize = TWO + 3;

/// How often each table counts with two, three .. pair cards out.
fn shares<N: Number>(board: &Board<'_, N>, pair: usize, pairs: Pairs) -> Vec<[N; TABLES]> {
    let (count, all) = (i64::from(board.left.counts[pair]), i64::from(board.left.all));
    let mut fell = N::whole(1);
    let mut found = Vec::new();
    for (gone, shares) in (2..all).zip(pair_shares(pairs.max_hands).into_iter().skip(2)) {
        let like = i64::from(pairs.like) - gone;
        if like < 0 {
            break;
        }
        let by_table = shares.by_table::<N>(count - gone, count - gone - like);
        found.push(by_table.map(|share| fell.clone() * &share));
        fell = fell * &N::fraction(like, all - gone);
    }
    found
}

/// How often hands, and two hands at a time, count with so many pair cards out.
#[derive(Clone, Copy, Default)]
struct PairShares {
    hands: i64,
    pairs_of_hands: i64,
    free: i64,
    unpaired: i64,
    free_beside: i64,
    unpaired_beside: i64,
    free_free: i64,
    free_unpaired: i64,
    unpaired_unpaired: i64,
}

impl PairShares {
    /// `count` cards of the value are left, `unlike` of them make no pair: a hand that did not get a pair card first may
    /// have got one of those.
    fn by_table<N: Number>(&self, count: i64, unlike: i64) -> [N; TABLES] {
        let share = |of: i64, all: i64| if of > 0 { N::fraction(of, all) } else { N::zero() };
        let once: N = share(unlike, count);
        let twice = once.clone() * &share(unlike - 1, count - 1);
        let with = |free: i64, unpaired: i64| N::whole(free) + &(N::whole(unpaired) * &once);
        [
            N::whole(self.hands),
            N::whole(self.pairs_of_hands),
            N::whole(self.free + self.unpaired),
            with(self.free, self.unpaired),
            N::whole(self.free_beside + self.unpaired_beside),
            with(self.free_beside, self.unpaired_beside),
            N::whole(self.free_free + 2 * self.free_unpaired + self.unpaired_unpaired),
            with(self.free_free + self.free_unpaired, self.free_unpaired + self.unpaired_unpaired),
            with(self.free_free, 2 * self.free_unpaired) + &(N::whole(self.unpaired_unpaired) * &twice),
        ]
    }
}

fn pair_shares(max_hands: u8) -> Vec<PairShares> {
    let mut all = vec![PairShares::default(); 2 * usize::from(max_hands) + 1];
    for pattern in patterns(max_hands) {
        let (open, known) = (i64::from(pattern.open), i64::from(pattern.known));
        let others = open + known - 1;
        // That so many of the known hands drew no pair card is told by signs, one set of hands after the other.
        let mut spread = |known_others: u8, add: &dyn Fn(&mut PairShares, i64)| {
            for (more, sign) in signs(known_others).into_iter().enumerate() {
                add(&mut all[usize::from(pattern.hands) + more], sign);
            }
        };
        spread(pattern.known, &|shares, sign| {
            shares.hands += sign * (others + 1);
            shares.pairs_of_hands += sign * (others + 1) * others;
            shares.free += sign * open;
            shares.free_beside += sign * open * others;
            shares.free_free += sign * open * (open - 1);
        });
        if pattern.known >= 1 {
            spread(pattern.known - 1, &|shares, sign| {
                shares.unpaired += sign * known;
                shares.unpaired_beside += sign * known * others;
                shares.free_unpaired += sign * known * open;
            });
        }
        if pattern.known >= 2 {
            spread(pattern.known - 2, &|shares, sign| shares.unpaired_unpaired += sign * known * (known - 1));
        }
    }
    all
}
