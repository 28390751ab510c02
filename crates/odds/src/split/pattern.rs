//! How the first cards of split hands can fall.

/// How often, with so many pair cards out, a single hand counts in the value of the whole split.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Share {
    /// As a hand whose first card may be anything.
    pub(crate) free: i64,
    /// As a hand whose first card is no pair card.
    pub(crate) unpaired: i64,
}

/// The shares for 0, 1, 2 .. pair cards out.
pub(crate) type Shares = Vec<Share>;

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

/// For a strategy that plays every hand alike.
pub(crate) fn shares(max_hands: u8) -> Shares {
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
