//! The variance of the net result, for a strategy: the mean of its square over first hands, and over split hands the
//! mean of the product of every two of them.
//!
//! Against one dealer's hand, what a split hand brings is minus one, minus one more if it is doubled, plus something for
//! each way it can end alive; so the product of two hands is a sum over two ends at a time.

use std::collections::HashMap;

use rulebook::{Surrender, Tie};

use crate::dealer::{MOST_DRAWN, OUTCOMES};
use crate::escape::{escape_chance, escaped_stakes};
use crate::game::{Loss, Origin, blackjack_card};
use crate::hands::{Counts, Hand, HandAt, VALUES, hands};
use crate::number::Number;
use crate::plan::{Plan, Play};
use crate::split::{Followed, Leaf, patterns};
use crate::stand::{Pay, Sums, net, payout};
use crate::table::Table;
use crate::unsplit::{Board, Stake};

impl<N: Number> Table<'_, N> {
    /// The variance of the net result of one unit, when hands are played by a plan.
    #[must_use]
    pub fn variance(&self, plan: &Plan) -> N {
        let mean = self.worth(plan).ev;
        let mut square = N::zero();
        for up in 0..VALUES {
            if let Some(board) = self.board(up) {
                let chance = N::fraction(i64::from(self.shoe().counts()[up]), i64::from(self.shoe().len()));
                square += &(Squares::new(board, plan.against(up)).mean() * &chance);
            }
        }
        square - &(mean.clone() * &mean)
    }
}

/// Mean squares of the net result against one up card.
struct Squares<'b, 'g, N> {
    board: &'b Board<'g, N>,
    plan: &'b [Play],
    /// Of one unit on a hand that stands, dealer blackjacks left out.
    stand: Vec<N>,
}

impl<'b, 'g, N: Number> Squares<'b, 'g, N> {
    fn new(board: &'b Board<'g, N>, plan: &'b [Play]) -> Squares<'b, 'g, N> {
        let stand = board.dealer.stand_values(&Pay::square(board.game), &board.left, board.up);
        Squares { board, plan, stand }
    }

    fn mean(&self) -> N {
        let mut played = vec![None; hands().len()];
        let mut mean = N::zero();
        for one in 0..VALUES {
            for other in one..VALUES {
                let at = hands().two(one, other);
                if self.board.left.gives(&hands().get(at).counts) {
                    mean += &(self.first(at, &mut played) * &self.board.chance_of_two(one, other));
                }
            }
        }
        mean
    }

    /// Of a first hand, by what is done with it.
    fn first(&self, at: HandAt, played: &mut [Option<N>]) -> N {
        let (board, hand, play) = (self.board, hands().get(at), self.plan[usize::from(at)]);
        let game = board.game;
        if hand.total == 21 {
            let pays: N = payout(game.blackjack_pays);
            return (N::whole(1) - board.blackjack(at)) * &pays * &pays;
        }
        if play.surrender && board.surrender(at, false).is_some() {
            let quarter = N::fraction(1, 4);
            return match game.surrender {
                Surrender::Late => quarter.clone() + &(N::fraction(3, 4) * board.blackjack(at)),
                Surrender::None | Surrender::Early => quarter,
            };
        }
        let pair = hand.pair().filter(|&pair| play.split && game.hands_from(pair) > 1);
        if let Some(pair) = pair {
            let followed = Followed::new(board, pair, self.plan);
            return SplitSquare::new(board, game.hands_from(pair), &followed).mean();
        }
        if play.double && game.may_double(hand, Origin::Dealt, 0) {
            return self.draw(at, Stake::Two, &mut |child| self.standing(child, Stake::Two));
        }
        self.played(at, played)
    }

    fn played(&self, at: HandAt, known: &mut [Option<N>]) -> N {
        if let Some(square) = &known[usize::from(at)] {
            return square.clone();
        }
        let (game, hand) = (self.board.game, hands().get(at));
        let draws = !game.closes(hand) && (self.plan[usize::from(at)].hit || game.must_draw(hand));
        let square = if draws {
            self.draw(at, Stake::One, &mut |child| self.played(child, known))
        } else {
            self.standing(at, Stake::One)
        };
        known[usize::from(at)] = Some(square.clone());
        square
    }

    fn standing(&self, at: HandAt, stake: Stake) -> N {
        let units = stake.units::<N>();
        let lost = self.lost_to_blackjack(hands().get(at), stake);
        self.stand[usize::from(at)].clone() * &units * &units
            + &(lost.clone() * &lost * self.board.blackjack(at))
    }

    /// What a dealer blackjack takes from a hand that stands and was not split.
    fn lost_to_blackjack(&self, hand: &Hand, stake: Stake) -> N {
        let game = self.board.game;
        if game.ties_blackjack(hand, stake == Stake::One) {
            return if game.tie == Tie::Push { N::zero() } else { stake.units() };
        }
        if game.loss == Loss::All { stake.units() } else { N::whole(1) }
    }

    fn draw(&self, at: HandAt, stake: Stake, then: &mut dyn FnMut(HandAt) -> N) -> N {
        let (left, hand) = (&self.board.left, hands().get(at));
        let rest = left.beside(hand);
        if rest <= 0 {
            return N::zero();
        }
        let (mut sum, mut bust) = (N::zero(), rest);
        for (value, &child) in hand.child[..hand.room()].iter().enumerate() {
            let count = left.of(value, hand);
            if count > 0 {
                sum += &(then(child) * &N::whole(count));
                bust -= count;
            }
        }
        sum = sum / &N::whole(rest);
        // Where one wager is all a dealer blackjack takes, it takes no more from a bust hand.
        let loses = self.board.bust_chance(hand, rest, bust);
        let units = stake.units::<N>();
        sum + &(loses.clone() * &units * &units) + &(N::fraction(bust, rest) - &loses)
    }
}

/// How a hand can end, or be doubled, and what that adds to what it brings.
struct End<N> {
    leaf: Leaf,
    /// The cards drawn to the first.
    drawn: Counts,
    /// Against a dealer's 17 to 21, a bust dealer, a dealer blackjack.
    adds: [N; CASES],
    /// The same for the square of what the hand brings.
    adds_to_square: [N; CASES],
}

const CASES: usize = OUTCOMES + 2;
const BUST_DEALER: usize = OUTCOMES;
const BLACKJACK: usize = OUTCOMES + 1;

/// The mean square of what all hands of a split bring together.
struct SplitSquare<'b, 'g, N> {
    board: &'b Board<'g, N>,
    max_hands: u8,
    followed: &'b Followed,
    ends: Vec<End<N>>,
    weights: Weights<N>,
    sums: Sums<'b, N>,
}

impl<'b, 'g, N: Number> SplitSquare<'b, 'g, N> {
    fn new(board: &'b Board<'g, N>, max_hands: u8, followed: &'b Followed) -> Self {
        let weights = Weights::new(board, followed.pair, max_hands);
        let sums = Sums::new(&board.dealer, Some(followed.pair));
        let mut square = SplitSquare { board, max_hands, followed, ends: Vec::new(), weights, sums };
        square.ends = square.list_ends();
        square
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
            all.push(End { leaf: *leaf, drawn: drawn(leaf), adds, adds_to_square });
        }
        for leaf in self.followed.doubled().filter(|leaf| within(&drawn(leaf))) {
            let adds = std::array::from_fn(|case| self.start(case));
            let three = |case: usize| self.start(case) * &self.start(case) * &N::whole(3);
            let adds_to_square = std::array::from_fn(three);
            all.push(End { leaf: *leaf, drawn: drawn(leaf), adds, adds_to_square });
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

    fn mean(&self) -> N {
        let (plain, crossed, squares) = self.single();
        let none = [0; VALUES];
        let count = |table: &[N], case: usize| self.chance(&none, case, |pairs, cards| at(table, pairs, cards));
        let mut mean = self.double();
        let mut total = N::zero();
        for case in [BUST_DEALER, BLACKJACK] {
            // `BUST_DEALER` stands here for every dealer's hand that is no blackjack.
            let start = self.start(case);
            let hands = count(&self.weights.hands, case);
            let pairs = count(&self.weights.pairs_of_hands, case);
            total += &(hands * &start * &start + &(pairs * &start * &start));
            let place = usize::from(case == BLACKJACK);
            total += &squares[place];
            total += &(crossed[place].clone() * &start * &N::whole(2));
            if case == BLACKJACK {
                let hands = count(&self.weights.hands, case);
                mean += &self.one_for_all(hands * &start + &plain[place]);
            }
        }
        mean + &total
    }

    /// Where a dealer blackjack takes one wager from all hands together: what that adds to the square. `brought` is
    /// what the hands bring against it besides.
    fn one_for_all(&self, brought: N) -> N {
        let board = self.board;
        match board.game.loss {
            Loss::PerHand | Loss::All => N::zero(),
            Loss::Original | Loss::BustedPlusOne => {
                let chance = board.blackjack(hands().two(self.followed.pair, self.followed.pair)).clone();
                let escape = escape_chance(board, self.max_hands, self.followed);
                let stakes = escaped_stakes(board, self.max_hands, self.followed);
                // (S - 1)^2 where it is taken, S^2 where no hand is left to take it from.
                chance - &(brought * &N::whole(2)) - &(stakes * &N::whole(2)) - &escape
            }
        }
    }

    /// Sums over one hand at a time, without and with a dealer blackjack: what it adds, the same as often as there are
    /// other hands, and what it adds to its square.
    fn single(&self) -> ([N; 2], [N; 2], [N; 2]) {
        let nothing = || [N::zero(), N::zero()];
        let (mut plain, mut crossed, mut squares) = (nothing(), nothing(), nothing());
        for end in &self.ends {
            let leaf = end.leaf;
            let mix = |tables: &[Vec<N>; 2], pairs, cards| {
                at(&tables[0], pairs, cards) * &N::whole(leaf.plain.into())
                    + &(at(&tables[1], pairs, cards) * &N::whole(leaf.paired.into()))
            };
            for (into, tables, adds) in [
                (&mut plain, &self.weights.one, &end.adds),
                (&mut crossed, &self.weights.one_beside, &end.adds),
                (&mut squares, &self.weights.one, &end.adds_to_square),
            ] {
                let (other, blackjack) = self.expect(&end.drawn, adds, |pairs, cards| mix(tables, pairs, cards));
                into[0] += &other;
                into[1] += &blackjack;
            }
        }
        (plain, crossed, squares)
    }

    /// The sum over two hands at a time of the product of what they add.
    fn double(&self) -> N {
        let mut both: HashMap<Counts, [[N; CASES]; 3]> = HashMap::new();
        for (place, one) in self.ends.iter().enumerate() {
            for other in &self.ends[place..] {
                let twice = if std::ptr::eq(one, other) { 1 } else { 2 };
                let (a, b) = (one.leaf, other.leaf);
                let ways = [a.plain * b.plain, a.plain * b.paired + a.paired * b.plain, a.paired * b.paired];
                let drawn = std::array::from_fn(|value| one.drawn[value] + other.drawn[value]);
                let sums = both
                    .entry(drawn)
                    .or_insert_with(|| std::array::from_fn(|_| std::array::from_fn(|_| N::zero())));
                for (sum, ways) in sums.iter_mut().zip(ways).filter(|(_, ways)| *ways > 0) {
                    for case in 0..CASES {
                        let product = one.adds[case].clone() * &other.adds[case];
                        sum[case] += &(product * &N::whole(i64::from(ways) * twice));
                    }
                }
            }
        }
        let mut total = N::zero();
        for (drawn, sums) in &both {
            for (sum, table) in sums.iter().zip(&self.weights.two) {
                if sum.iter().any(|value| *value != N::zero()) {
                    let (other, blackjack) =
                        self.expect(drawn, sum, |pairs, cards| at(table, pairs, cards));
                    total += &(other + &blackjack);
                }
            }
        }
        total
    }

    /// The mean of something that depends on the dealer's hand, where these cards were drawn; without a dealer
    /// blackjack and with one.
    fn expect(&self, drawn: &Counts, adds: &[N; CASES], weight: impl Fn(usize, usize) -> N) -> (N, N) {
        let left = &self.board.left;
        let pair = self.followed.pair;
        if !left.gives(&self.without_pair(drawn)) {
            return (N::zero(), N::zero());
        }
        let (pairs, cards) = (usize::from(drawn[pair]), drawn.iter().map(|&count| usize::from(count)).sum::<usize>());
        let bust = &adds[BUST_DEALER];
        let less = |outcome: usize| bust.clone() - &adds[outcome];
        let short = if (0..OUTCOMES).all(|outcome| adds[outcome] == *bust) {
            N::zero()
        } else {
            let factor = |outcome: usize, aside: usize, more: usize| {
                less(outcome) * &weight(pairs + aside, cards + more)
            };
            self.sums.sum(left, drawn, factor) * &self.others(drawn)
        };
        let other = self.chance(drawn, BUST_DEALER, &weight) * bust - &short;
        let blackjack = self.chance(drawn, BLACKJACK, &weight) * &adds[BLACKJACK];
        (other, blackjack)
    }

    fn without_pair(&self, drawn: &Counts) -> Counts {
        let mut others = *drawn;
        others[self.followed.pair] = 0;
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

    /// The chance of drawing these cards when the dealer then has a blackjack, or has none.
    fn chance(&self, drawn: &Counts, case: usize, weight: impl Fn(usize, usize) -> N) -> N {
        let pair = self.followed.pair;
        let of = |drawn: &Counts| {
            let cards = drawn.iter().map(|&count| usize::from(count)).sum();
            self.others(drawn) * &weight(usize::from(drawn[pair]), cards)
        };
        let blackjack = blackjack_card(self.board.up).map_or_else(N::zero, |card| {
            let mut with = *drawn;
            with[card] += 1;
            of(&with)
        });
        if case == BLACKJACK { blackjack } else { of(drawn) - &blackjack }
    }
}

/// The weights of the pair value and of the whole, as [`crate::split`] has them for one hand.
struct Weights<N> {
    /// For the number of hands, and of ordered pairs of hands.
    hands: Vec<N>,
    pairs_of_hands: Vec<N>,
    /// For one hand with a plain and with a paired first card; and as often as there are other hands.
    one: [Vec<N>; 2],
    one_beside: [Vec<N>; 2],
    /// For two hands, none, one or both of them with a paired first card.
    two: [Vec<N>; 3],
}

/// More cards than two hands and the dealer's have.
const CARDS: usize = 2 * 21 + MOST_DRAWN + 2;

fn at<N: Number>(table: &[N], pairs: usize, cards: usize) -> N {
    table.get(pairs * CARDS + cards).cloned().unwrap_or_else(N::zero)
}

impl<N: Number> Weights<N> {
    fn new(board: &Board<'_, N>, pair: usize, max_hands: u8) -> Weights<N> {
        let most = 60 / (pair + 1) + 2;
        let size = (most + 1) * CARDS;
        let empty = || vec![N::zero(); size];
        let mut weights = Weights {
            hands: empty(),
            pairs_of_hands: empty(),
            one: [empty(), empty()],
            one_beside: [empty(), empty()],
            two: [empty(), empty(), empty()],
        };
        let mut fell = N::whole(1);
        let (count, all) = (i64::from(board.left.counts[pair]), i64::from(board.left.all));
        for (out, shares) in pair_shares(max_hands).into_iter().enumerate().skip(2) {
            let gone = i64::try_from(out).expect("a small number");
            if count < gone || all <= gone {
                break;
            }
            let unit = unit_table::<N>(count - gone, all - gone, most);
            let add = |table: &mut Vec<N>, share: i64| {
                if share != 0 {
                    let factor = fell.clone() * &N::whole(share);
                    for (to, value) in table.iter_mut().zip(&unit) {
                        *to += &(value.clone() * &factor);
                    }
                }
            };
            add(&mut weights.hands, shares.hands);
            add(&mut weights.pairs_of_hands, shares.pairs_of_hands);
            add(&mut weights.one[0], shares.free + shares.unpaired);
            add(&mut weights.one[1], shares.free);
            add(&mut weights.one_beside[0], shares.free_beside + shares.unpaired_beside);
            add(&mut weights.one_beside[1], shares.free_beside);
            add(&mut weights.two[0], shares.free_free + 2 * shares.free_unpaired + shares.unpaired_unpaired);
            add(&mut weights.two[1], shares.free_free + shares.free_unpaired);
            add(&mut weights.two[2], shares.free_free);
            fell = fell * &N::fraction(count - gone, all - gone);
        }
        weights
    }
}

/// The weight of so many cards of the pair value among so many, from a shoe.
fn unit_table<N: Number>(count: i64, all: i64, most: usize) -> Vec<N> {
    let mut table = vec![N::zero(); (most + 1) * CARDS];
    let mut orders = N::whole(1);
    for cards in 0..CARDS {
        let mut ways = orders.clone();
        for pairs in 0..=cards.min(most) {
            table[pairs * CARDS + cards] = ways.clone();
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
    table
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

fn pair_shares(max_hands: u8) -> Vec<PairShares> {
    let mut all = vec![PairShares::default(); 2 * usize::from(max_hands) + 1];
    for pattern in patterns(max_hands) {
        let (open, known) = (i64::from(pattern.open), i64::from(pattern.known));
        let others = open + known - 1;
        // That so many of the known hands drew no pair card is told by signs, one set of hands after the other.
        let mut spread = |known_others: u8, add: &dyn Fn(&mut PairShares, i64)| {
            for (more, sign) in crate::split::signs(known_others).into_iter().enumerate() {
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
