//! How split hands go on and end when they are played by a strategy.

use rulebook::SplitBy;

use crate::game::Origin;
use crate::hands::{HandAt, TEN, VALUES, hands};
use crate::number::Number;
use crate::plan::Play;
use crate::split::ways::chance_of_like_tens;
use crate::unsplit::{Board, Stake};

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

/// How the hands of a split are played.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Played {
    /// By their cards alone.
    Alike(Followed),
    /// Those from unlike tens otherwise than those from tens of one rank.
    ByOrigin { like: Followed, unlike: Followed },
}

impl Played {
    /// The hands of a pair played by a strategy.
    pub(crate) fn new<N>(board: &Board<'_, N>, pair: usize, strategy: &[Play]) -> Played {
        let followed = Followed::new(board, pair, strategy, true);
        let unlike = pair == TEN && board.game.split_by == SplitBy::Value;
        if unlike && !board.game.double_after_unlike_tens && followed.doubled().next().is_some() {
            Played::ByOrigin { like: followed, unlike: Followed::new(board, pair, strategy, false) }
        } else {
            Played::Alike(followed)
        }
    }

    /// Each way a hand is played, and how often it is.
    pub(crate) fn shares<N: Number>(&self, board: &Board<'_, N>) -> Vec<(N, &Followed)> {
        match self {
            Played::Alike(followed) => vec![(N::whole(1), followed)],
            Played::ByOrigin { like, unlike } => {
                let share: N = chance_of_like_tens(&board.tens);
                vec![(share.clone(), like), (N::whole(1) - &share, unlike)]
            }
        }
    }

    /// Each way a hand is played.
    pub(crate) fn kinds(&self) -> Vec<&Followed> {
        match self {
            Played::Alike(followed) => vec![followed],
            Played::ByOrigin { like, unlike } => vec![like, unlike],
        }
    }

    /// The value of the cards that were split.
    pub(crate) fn pair(&self) -> usize {
        self.kinds()[0].pair
    }
}

/// How a split hand goes on and ends when it is played by a strategy.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Followed {
    pub(crate) pair: usize,
    /// In the order of their groups.
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
    fn new<N>(board: &Board<'_, N>, pair: usize, strategy: &[Play], may_double: bool) -> Followed {
        let (hands, game) = (hands(), board.game);
        let mut ways = vec![(0i32, 0i32); hands.len()];
        for value in 0..VALUES {
            let two = hands.two(pair, value);
            ways[usize::from(two)] = if value == pair { (0, 1) } else { (1, 0) };
        }
        let mut ends = Followed { pair, leaves: Vec::new(), hit: Vec::new(), doubled: Vec::new() };
        let (mut stood, mut doubled) = (vec![false; hands.len()], Vec::new());
        for &at in &hands.with[pair] {
            let place = usize::from(at);
            let (plain, paired) = ways[place];
            if plain == 0 && paired == 0 {
                continue;
            }
            let held = hands.get(at);
            let wanted = strategy[place];
            let last = held.cards == 2 && game.one_card_each(pair);
            let leaf = Leaf { at, stake: Stake::One, plain, paired };
            let add = |to: &mut [(i32, i32)]| {
                for &child in held.next() {
                    let ways = &mut to[usize::from(child)];
                    *ways = (ways.0 + plain, ways.1 + paired);
                }
            };
            if may_double && !last && wanted.double && game.may_double(held, Origin::Split(pair), board.up) {
                ends.doubled.push(leaf);
                doubled.resize(hands.len(), (0, 0));
                add(&mut doubled);
            } else if !last && !game.closes(held) && (wanted.hit || game.must_draw(held)) {
                ends.hit.push(leaf);
                add(&mut ways);
            } else {
                stood[place] = true;
            }
        }
        for &at in &hands.grouped_by_pair[pair] {
            let place = usize::from(at);
            if stood[place] {
                let (plain, paired) = ways[place];
                ends.leaves.push(Leaf { at, stake: Stake::One, plain, paired });
            }
            if let Some(&(plain, paired)) = doubled.get(place).filter(|ways| **ways != (0, 0)) {
                ends.leaves.push(Leaf { at, stake: Stake::Two, plain, paired });
            }
        }
        ends
    }
}
