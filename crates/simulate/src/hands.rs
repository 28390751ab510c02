//! All hands that are not bust, as a tree: what one more card makes of each.

use std::sync::LazyLock;

use odds::{Hand, HandAt, VALUES};

/// The value of an Ace, as an index.
pub(crate) const ACE: u8 = 0;
/// The value of a ten or picture, as an index.
pub(crate) const TEN: u8 = 9;
/// In place of a hand: it is bust.
pub(crate) const BUST: HandAt = HandAt::MAX;

/// The tree of hands.
#[derive(Debug)]
pub(crate) struct Tree {
    child: Vec<[HandAt; VALUES]>,
    points: Vec<u8>,
}

static TREE: LazyLock<Tree> = LazyLock::new(Tree::grow);

/// The tree of hands, the same for all games.
pub(crate) fn tree() -> &'static Tree {
    &TREE
}

impl Tree {
    fn grow() -> Tree {
        let after = |hand: &Hand, value: usize| {
            let mut counts = hand.counts;
            counts[value] += 1;
            odds::hands().find(&counts).unwrap_or(BUST)
        };
        let all = odds::hands().all();
        let child = all.iter().map(|hand| std::array::from_fn(|value| after(hand, value))).collect();
        Tree { child, points: all.iter().map(|hand| hand.total).collect() }
    }

    /// The hand with one card more; a bust one stays bust.
    #[inline]
    pub(crate) fn with(&self, hand: HandAt, value: u8) -> HandAt {
        let children = self.child.get(usize::from(hand));
        children.and_then(|children| children.get(usize::from(value))).copied().unwrap_or(BUST)
    }

    /// The hand of two cards.
    pub(crate) fn two(&self, first: u8, second: u8) -> HandAt {
        self.with(self.with(0, first), second)
    }

    /// Its best total; 22 for a bust one.
    pub(crate) fn points(&self, hand: HandAt) -> u8 {
        self.points.get(usize::from(hand)).copied().unwrap_or(22)
    }
}
