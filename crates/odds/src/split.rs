//! Pairs that are split, to as many hands as the rules allow.
//!
//! Split hands draw from one shoe, but each of them sees exchangeable cards: what one hand is worth depends only on how
//! many pair cards are out and on how many other hands are known to have drawn no pair card first. That a card is *no*
//! pair card is the difference of not knowing it and of its being one. So the value of the whole split is a sum, with
//! whole-number coefficients, of the values of a single hand with two, three, four .. pair cards out; and that sum can
//! be taken before the dealer's hands are summed over, in the weight of the pair value alone.

use rulebook::Tie;

use crate::dealer::MOST_DRAWN;
use crate::escape::escape_chance;
use crate::game::{Loss, Origin, blackjack_card};
use crate::hands::{BUST, Hand, HandAt, LOW, VALUES, hands};
use crate::number::Number;
use crate::plan::Play;
use crate::stand::{Pay, Sums, payout};
use crate::unsplit::{Board, Stake};

/// How often, with so many pair cards out, a single hand counts in the value of the whole split.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
struct Share {
    /// As a hand whose first card may be anything.
    free: i64,
    /// As a hand whose first card is no pair card.
    unpaired: i64,
}

/// The shares for 0, 1, 2 .. pair cards out.
type Shares = Vec<Share>;

/// A way first cards can fall until no hand is split again.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Pattern {
    /// How many hands there are, and so pair cards out.
    pub(crate) hands: u8,
    /// How many of them still wait for a first card, which may be anything.
    pub(crate) open: u8,
    /// How many got one that is no pair card.
    pub(crate) known: u8,
}

/// All ways first cards can fall.
pub(crate) fn patterns(max_hands: u8) -> Vec<Pattern> {
    let mut all = Vec::new();
    fall(max_hands, Pattern { hands: 2, open: 2, known: 0 }, &mut all);
    all
}

fn fall(max_hands: u8, now: Pattern, all: &mut Vec<Pattern>) {
    if now.open == 0 || now.hands == max_hands {
        all.push(now);
        return;
    }
    fall(max_hands, Pattern { open: now.open - 1, known: now.known + 1, ..now }, all);
    fall(max_hands, Pattern { hands: now.hands + 1, open: now.open + 1, ..now }, all);
}

/// That so many cards are no pair cards, as a sum over 0, 1, 2 .. more pair cards being out.
pub(crate) fn signs(known: u8) -> Vec<i64> {
    let known = i64::from(known);
    let mut signs = vec![1];
    for more in 0..known {
        signs.push(-signs[signs.len() - 1] * (known - more) / (more + 1));
    }
    signs
}

fn shares(max_hands: u8) -> Shares {
    let mut shares = vec![Share::default(); 2 * usize::from(max_hands) + 1];
    for pattern in patterns(max_hands) {
        let out = usize::from(pattern.hands);
        for (more, sign) in signs(pattern.known).into_iter().enumerate() {
            shares[out + more].free += sign * i64::from(pattern.open);
        }
        for (more, sign) in signs(pattern.known.saturating_sub(1)).into_iter().enumerate() {
            shares[out + more].unpaired += sign * i64::from(pattern.known);
        }
    }
    shares
}

/// A hand that ends without being bust.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Leaf {
    pub(crate) at: HandAt,
    pub(crate) stake: Stake,
    /// In how many orders of its cards, when the first was no pair card.
    pub(crate) plain: i32,
    /// In how many when it was.
    pub(crate) paired: i32,
}

/// How a split hand goes on and ends when it is played by a strategy.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Followed {
    pub(crate) pair: usize,
    leaves: Vec<Leaf>,
    /// Hands that draw on.
    hit: Vec<Leaf>,
    /// Two-card hands that were doubled.
    doubled: Vec<Leaf>,
}

impl Followed {
    /// The hands that end without being bust.
    pub(crate) fn leaves(&self) -> impl Iterator<Item = &Leaf> {
        self.leaves.iter()
    }

    /// The two-card hands that are doubled.
    pub(crate) fn doubled(&self) -> impl Iterator<Item = &Leaf> {
        self.doubled.iter()
    }

    /// The hands that take a card more, and how many units are lost if it busts them.
    pub(crate) fn drawing(&self) -> impl Iterator<Item = (&Leaf, u32)> {
        self.hit.iter().map(|leaf| (leaf, 1)).chain(self.doubled.iter().map(|leaf| (leaf, 2)))
    }

    /// Follows a hand that starts with one card of the pair.
    pub(crate) fn new<N>(board: &Board<'_, N>, pair: usize, plan: &[Play]) -> Followed {
        let (hands, game) = (hands(), board.game);
        let mut ways = vec![(0i32, 0i32); hands.len()];
        for value in 0..VALUES {
            let two = hands.two(pair, value);
            ways[usize::from(two)] = if value == pair { (0, 1) } else { (1, 0) };
        }
        let mut ends = Followed { pair, leaves: Vec::new(), hit: Vec::new(), doubled: Vec::new() };
        let start = usize::from(hands.one(pair));
        for place in start + 1..hands.len() {
            let (plain, paired) = ways[place];
            if plain == 0 && paired == 0 {
                continue;
            }
            let at = HandAt::try_from(place).expect("a hand");
            let hand = hands.get(at);
            let play = plan[place];
            let last = hand.cards == 2 && game.one_card_each(pair);
            let leaf = |at, stake| Leaf { at, stake, plain, paired };
            if !last && play.double && game.may_double(hand, Origin::Split, pair) {
                ends.doubled.push(leaf(at, Stake::One));
                let children = hand.child.iter().filter(|&&child| child != BUST);
                ends.leaves.extend(children.map(|&child| leaf(child, Stake::Two)));
            } else if !last && !game.closes(hand) && (play.hit || game.must_draw(hand)) {
                ends.hit.push(leaf(at, Stake::One));
                for &child in hand.child.iter().filter(|&&child| child != BUST) {
                    let ways = &mut ways[usize::from(child)];
                    *ways = (ways.0 + plain, ways.1 + paired);
                }
            } else {
                ends.leaves.push(leaf(at, Stake::One));
            }
        }
        ends
    }
}

/// The weight of the pair value and of the whole in any draw: by how many pair cards were drawn and how many in all.
struct PairWeight<N> {
    /// The most cards of the pair value that a player's hand and the dealer's have together.
    most: usize,
    plain: Vec<N>,
    paired: Vec<N>,
}

/// The most cards in a player's hand and the dealer's together.
const CARDS: usize = 21 + MOST_DRAWN + 2;

impl<N: Number> PairWeight<N> {
    /// `like` is how many cards of the shoe make a pair; less than there are of the value where ranks must be equal.
    fn new(board: &Board<'_, N>, pair: usize, max_hands: u8, like: u32) -> PairWeight<N> {
        let most = 40 / (pair + 1) + 1;
        let mut weight =
            PairWeight { most, plain: vec![N::zero(); (most + 1 + MOST_DRAWN) * CARDS], paired: Vec::new() };
        weight.paired = weight.plain.clone();
        // The chance that the pair cards beyond the first two fell as first cards.
        let mut fell = N::whole(1);
        let (count, all) = (i64::from(board.left.counts[pair]), i64::from(board.left.all));
        for (out, share) in shares(max_hands).into_iter().enumerate().skip(2) {
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
        for cards in 0..CARDS {
            let mut ways = orders.clone();
            for pairs in 0..=cards.min(self.most) {
                self.plain[pairs * CARDS + cards] += &(ways.clone() * plain);
                self.paired[pairs * CARDS + cards] += &(ways.clone() * paired);
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

    fn of(&self, leaf: &Leaf, pairs: usize, cards: usize) -> N {
        let at = pairs * CARDS + cards;
        let plain = self.plain[at].clone() * &N::whole(i64::from(leaf.plain));
        if leaf.paired == 0 {
            plain
        } else {
            plain + &(self.paired[at].clone() * &N::whole(i64::from(leaf.paired)))
        }
    }
}

/// A pair split to at most so many hands, played by a strategy. Values are in original wagers; what a dealer blackjack
/// always takes is left out, as for hands that are not split.
pub(crate) struct Splitting<'b, 'g, N> {
    board: &'b Board<'g, N>,
    max_hands: u8,
    followed: &'b Followed,
    /// The value without the chance that a dealer blackjack finds no hand to take the one wager from.
    value: N,
    /// Half the mean number of hands out of a dealer blackjack's reach: all of two or more hands are so less often.
    escape_at_most: N,
}

impl<'b, 'g, N: Number> Splitting<'b, 'g, N> {
    pub(crate) fn new(board: &'b Board<'g, N>, max_hands: u8, followed: &'b Followed) -> Self {
        let pair = followed.pair;
        let weight = PairWeight::new(board, pair, max_hands, board.left.counts[pair]);
        let (mut value, escapes) = Split { board, pair, weight }.value(followed);
        if board.game.loss == Loss::BustedPlusOne {
            value = value - board.blackjack(hands().two(pair, pair));
        }
        Splitting { board, max_hands, followed, value, escape_at_most: escapes * &N::fraction(1, 2) }
    }

    /// No less than the value, and sooner found.
    pub(crate) fn at_most(&self) -> N {
        self.value.clone() + &self.escape_at_most
    }

    /// The value.
    pub(crate) fn value(&self) -> N {
        match self.board.game.loss {
            Loss::All | Loss::PerHand => self.value.clone(),
            Loss::Original | Loss::BustedPlusOne => {
                self.value.clone() + &escape_chance(self.board, self.max_hands, self.followed)
            }
        }
    }
}

struct Split<'b, 'g, N> {
    board: &'b Board<'g, N>,
    pair: usize,
    weight: PairWeight<N>,
}

/// A probability, and the part of it in which the dealer has a blackjack.
#[derive(Clone)]
struct Chance<N> {
    all: N,
    blackjack: N,
}

impl<N: Number> Chance<N> {
    fn none() -> Chance<N> {
        Chance { all: N::zero(), blackjack: N::zero() }
    }

    fn add(&mut self, other: &Chance<N>) {
        self.all += &other.all;
        self.blackjack += &other.blackjack;
    }

    fn less(self, other: &Chance<N>) -> Chance<N> {
        Chance { all: self.all - &other.all, blackjack: self.blackjack - &other.blackjack }
    }
}

impl<N: Number> Split<'_, '_, N> {
    /// The value, and the mean number of hands a dealer blackjack cannot take the one wager from.
    fn value(&self, ends: &Followed) -> (N, N) {
        let game = self.board.game;
        let mut escapes = N::zero();
        let win = payout::<N>(game.win_pays);
        let (mut value, mut standing) = (N::zero(), [Chance::none(), Chance::none()]);
        let mut leaves: Vec<&Leaf> = ends.leaves.iter().filter(|leaf| self.possible(leaf)).collect();
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
        for leaf in ends.doubled.iter().filter(|leaf| self.possible(leaf)) {
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
    fn against_blackjack(&self, leaf: &Leaf) -> N {
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
    fn possible(&self, leaf: &Leaf) -> bool {
        let mut counts = hands().get(leaf.at).counts;
        counts[self.pair] = 0;
        self.board.left.gives(&counts)
    }

    /// Leaves of one group share the dealer's sums over the high values.
    fn group(&self, leaf: &Leaf) -> (u16, u8, usize, u8) {
        let hand = hands().get(leaf.at);
        (hand.high, hand.cards, hand.class(), hand.counts[self.pair])
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

    fn chance(&self, leaf: &Leaf) -> Chance<N> {
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
struct Shortfalls<'s, 'b, 'g, N> {
    split: &'s Split<'b, 'g, N>,
    sums: Sums<'b, N>,
    pay: Pay<N>,
    /// With a first card that was no pair card.
    plain: Vec<N>,
    /// With one that was.
    paired: Vec<N>,
    low_rows: Vec<Vec<N>>,
}

impl<'s, 'b, 'g, N: Number> Shortfalls<'s, 'b, 'g, N> {
    fn new(split: &'s Split<'b, 'g, N>) -> Self {
        let sums = Sums::new(&split.board.dealer, Some(split.pair));
        let low_rows = if split.pair < LOW { vec![Vec::new(); hands().lows.len()] } else { Vec::new() };
        let pay = Pay::net(split.board.game);
        Shortfalls { split, sums, pay, plain: Vec::new(), paired: Vec::new(), low_rows }
    }

    /// Sums over the high values for a group of leaves.
    fn take_up(&mut self, leaf: &Leaf) {
        let (split, hand) = (self.split, hands().get(leaf.at));
        let (pairs, cards) = split.drawn(hand);
        self.sums.beside(&split.board.left, hand.high);
        let table = |table: &'s [N]| {
            move |aside: usize, drawn: usize| &table[(pairs + aside) * CARDS + cards + drawn]
        };
        self.sums.weigh(hand.class(), &self.pay, table(&split.weight.plain));
        self.plain.clear();
        self.plain.extend_from_slice(self.sums.weights());
        if pairs > 0 {
            self.sums.weigh(hand.class(), &self.pay, table(&split.weight.paired));
            self.paired.clear();
            self.paired.extend_from_slice(self.sums.weights());
        }
    }

    fn of(&mut self, leaf: &Leaf) -> N {
        let hand = hands().get(leaf.at);
        let low = match self.sums.known_low_row(hand.low) {
            Some(row) => row,
            None => {
                let row = &mut self.low_rows[usize::from(hand.low)];
                if row.is_empty() {
                    *row = self.sums.low_row(&self.split.board.left, hand.low);
                }
                row
            }
        };
        let mut sum = N::dot(&self.plain, low) * &N::whole(i64::from(leaf.plain));
        if leaf.paired > 0 {
            sum += &(N::dot(&self.paired, low) * &N::whole(i64::from(leaf.paired)));
        }
        sum * &self.split.others(hand, None)
    }
}
