//! All hands that are not bust, as a tree: what one more card makes of each.

use std::sync::LazyLock;

use odds::{HandAt, VALUES};

/// The value of an Ace, as an index.
pub(crate) const ACE: u8 = 0;
/// The value of a ten or picture, as an index.
pub(crate) const TEN: u8 = 9;
/// In place of a hand: it is bust.
pub(crate) const BUST: HandAt = HandAt::MAX;

/// A power of two above the number of hands; the last place stands for all that are bust.
pub(crate) const ROOM: usize = 1 << 12;

/// The tree of hands: sixteen places for each, so that none has to be checked for.
#[derive(Debug)]
pub(crate) struct Tree {
    child: Box<[[HandAt; 16]; ROOM]>,
    points: Box<[u8; ROOM]>,
}

static TREE: LazyLock<Tree> = LazyLock::new(Tree::grow);

/// The tree of hands, the same for all games.
pub(crate) fn tree() -> &'static Tree {
    &TREE
}

impl Tree {
    fn grow() -> Tree {
        let (mut child, mut points) = (vec![[BUST; 16]; ROOM], vec![22; ROOM]);
        for (at, hand) in odds::hands().all().iter().enumerate() {
            points[at] = hand.total;
            for value in 0..VALUES {
                let mut counts = hand.counts;
                counts[value] += 1;
                child[at][value] = odds::hands().find(&counts).unwrap_or(BUST);
            }
        }
        let whole = "as long as it was made";
        Tree { child: child.try_into().expect(whole), points: points.try_into().expect(whole) }
    }

    /// The hand with one card more; a bust one stays bust.
    #[inline]
    pub(crate) fn with(&self, hand: HandAt, value: u8) -> HandAt {
        self.child[usize::from(hand) % ROOM][usize::from(value) % 16]
    }

    /// The hand of two cards.
    #[inline]
    pub(crate) fn two(&self, first: u8, second: u8) -> HandAt {
        self.with(self.with(0, first), second)
    }

    /// Its best total; 22 for a bust one.
    #[inline]
    pub(crate) fn points(&self, hand: HandAt) -> u8 {
        self.points[usize::from(hand) % ROOM]
    }
}
