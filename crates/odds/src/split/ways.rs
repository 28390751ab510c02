//! Which hands a split can come to at once: how many, what their first cards were, and whether they came from like cards.

use std::collections::BTreeMap;

use crate::number::Number;
use crate::split::followed::Played;
use crate::split::pattern::patterns;
use crate::unsplit::Board;

/// The cards that make a pair, and how often they may be split.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Pairs {
    pub(crate) max_hands: u8,
    /// How many cards of the shoe make a pair; fewer than there are of the value where ranks must be equal.
    pub(crate) like: u32,
}

/// How many kinds of hands are told apart by their first cards: with any; with one that is not of the pair value; with
/// one of the value that makes no pair.
pub(crate) const EACH: usize = 3;
const ANY: usize = 0;
const PLAIN: usize = 1;
const UNLIKE: usize = 2;
/// The same for hands from cards of one rank, then for hands from unlike tens.
pub(crate) const KINDS: usize = 2 * EACH;

/// How many hands there are of each kind.
pub(crate) type Exponents = [u8; KINDS];

/// Hands a split comes to: sums of products of kinds, and what share of all falls of the pair cards has them.
pub(crate) struct Way<N> {
    pub(crate) share: N,
    pub(crate) products: Vec<(i64, Exponents)>,
}

/// All ways to so many hands.
pub(crate) fn ways<N: Number>(board: &Board<'_, N>, pairs: Pairs, played: &Played, hands: u8) -> Vec<Way<N>> {
    match played {
        Played::Alike(followed) => by_first_card(board.left.counts[followed.pair], pairs, hands),
        Played::ByOrigin { .. } => by_origin(&board.tens, pairs.max_hands, hands),
    }
}

/// Where a first card may be of the value and make no pair, hands are told apart by whether theirs was.
fn by_first_card<N: Number>(count: u32, pairs: Pairs, hands: u8) -> Vec<Way<N>> {
    let mut found: BTreeMap<u8, BTreeMap<Exponents, i64>> = BTreeMap::new();
    for pattern in patterns(pairs.max_hands).into_iter().filter(|pattern| pattern.hands == hands) {
        for unlike in 0..=pattern.known {
            let mut kinds = [0; KINDS];
            (kinds[ANY], kinds[PLAIN], kinds[UNLIKE]) = (pattern.open, pattern.known - unlike, unlike);
            *found.entry(unlike).or_default().entry(kinds).or_default() += choose(pattern.known, unlike);
        }
    }
    let (others, left) = (count.saturating_sub(pairs.like), count.saturating_sub(u32::from(hands)));
    let mut share = N::whole(1);
    let mut all = Vec::new();
    for (unlike, products) in found {
        if unlike > 0 {
            let drawn = u32::from(unlike) - 1;
            if others <= drawn || left <= drawn {
                break;
            }
            share = share * &N::fraction(i64::from(others - drawn), i64::from(left - drawn));
        }
        let products = products.into_iter().map(|(kinds, times)| (times, kinds)).collect();
        all.push(Way { share: share.clone(), products });
    }
    all
}

fn choose(of: u8, some: u8) -> i64 {
    (0..i64::from(some)).fold(1, |ways, taken| ways * (i64::from(of) - taken) / (taken + 1))
}

/// Where hands from unlike tens are played otherwise: the ranks of the tens decide, and any tens are as likely to be the
/// ones that fell.
fn by_origin<N: Number>(tens: &[u32; 4], max_hands: u8, hands: u8) -> Vec<Way<N>> {
    let mut found: BTreeMap<Exponents, N> = BTreeMap::new();
    let falls = falls(max_hands);
    for fall in falls.iter().filter(|fall| fall.tens == usize::from(hands)) {
        for (ranks, chance) in ranks::<N>(tens, fall.tens) {
            let mut kinds = [0; KINDS];
            for (ended, kind) in [(&fall.open, ANY), (&fall.known, PLAIN)] {
                for &(one, other) in ended {
                    kinds[if ranks[one] == ranks[other] { kind } else { EACH + kind }] += 1;
                }
            }
            *found.entry(kinds).or_insert_with(N::zero) += &chance;
        }
    }
    found.into_iter().map(|(kinds, share)| Way { share, products: vec![(1, kinds)] }).collect()
}

/// One way tens can fall on split hands; every hand by the two tens it was split from.
#[derive(Clone, Default)]
struct Fall {
    tens: usize,
    /// Hands that wait for a first card, the next one last.
    open: Vec<(usize, usize)>,
    /// Hands that got one that is no ten.
    known: Vec<(usize, usize)>,
}

fn falls(max_hands: u8) -> Vec<Fall> {
    let mut all = Vec::new();
    let first = Fall { tens: 2, open: vec![(1, 0), (0, 1)], known: Vec::new() };
    fall(usize::from(max_hands), first, &mut all);
    all
}

fn fall(most: usize, mut now: Fall, all: &mut Vec<Fall>) {
    let next = if now.tens < most { now.open.pop() } else { None };
    let Some(next) = next else {
        all.push(now);
        return;
    };
    let mut split = now.clone();
    split.open.extend([(now.tens, next.0), (next.0, now.tens)]);
    split.tens += 1;
    now.known.push(next);
    fall(most, now, all);
    fall(most, split, all);
}

/// The ranks so many tens can have, with the chance.
fn ranks<N: Number>(tens: &[u32; 4], many: usize) -> Vec<(Vec<usize>, N)> {
    let mut all = vec![(Vec::new(), N::whole(1))];
    let count: u32 = tens.iter().sum();
    for drawn in 0..many {
        let left = i64::from(count) - i64::try_from(drawn).expect("a small number");
        let mut next = Vec::new();
        for (ranks, chance) in &all {
            for (rank, &of) in tens.iter().enumerate() {
                let out = ranks.iter().filter(|&&other| other == rank).count();
                let of = i64::from(of) - i64::try_from(out).expect("a small number");
                if of > 0 && left > 0 {
                    let ranks = ranks.iter().copied().chain([rank]).collect();
                    next.push((ranks, chance.clone() * &N::fraction(of, left)));
                }
            }
        }
        all = next;
    }
    all
}

/// The chance that two tens are of one rank.
pub(crate) fn chance_of_like_tens<N: Number>(tens: &[u32; 4]) -> N {
    let like = |ranks: &[usize]| ranks[0] == ranks[1];
    let all = ranks::<N>(tens, 2).into_iter().filter(|(ranks, _)| like(ranks));
    all.fold(N::zero(), |sum, (_, chance)| sum + &chance)
}
