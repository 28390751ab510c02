//! What a player does with every hand against every up card, with what the rules allow already worked in.

use odds::{Hand, HandAt, Plan, Play, VALUES, hands};
use rulebook::{CloseAt21, DoubleOn, DoubleOn21};

use crate::hands::{ACE, ROOM};
use crate::laws::Laws;

/// Where a hand comes from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Born {
    /// The deal.
    Dealt,
    /// A split of equal cards.
    Split,
    /// A split of tens of different rank.
    Unlike,
    /// A split of Aces.
    Aces,
}

impl Born {
    const ALL: [Born; 4] = [Born::Dealt, Born::Split, Born::Unlike, Born::Aces];
}

/// What is done with a hand once nothing is split or given up.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Act {
    /// No more cards: chosen, or the rules close the hand.
    Stand,
    /// One card.
    Hit,
    /// One card, and the wager twice.
    Double,
}

/// A move, packed: the act, and whether splitting or giving up comes first.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Move(u8);

impl Move {
    const SPLITS: u8 = 4;
    const SURRENDERS: u8 = 8;

    fn new(act: Act, splits: bool, surrenders: bool) -> Move {
        Move(
            act as u8 | if splits { Move::SPLITS } else { 0 } | if surrenders { Move::SURRENDERS } else { 0 },
        )
    }

    pub(crate) const fn act(self) -> Act {
        match self.0 & 3 {
            0 => Act::Stand,
            1 => Act::Hit,
            _ => Act::Double,
        }
    }

    /// Whether a pair is split while there is room for one hand more.
    pub(crate) const fn splits(self) -> bool {
        self.0 & Move::SPLITS != 0
    }

    /// Whether the first two cards are given up where that is offered.
    pub(crate) const fn surrenders(self) -> bool {
        self.0 & Move::SURRENDERS != 0
    }
}

/// The moves of one player.
#[derive(Clone, Debug)]
pub(crate) struct Moves {
    all: Vec<[Move; ROOM]>,
}

impl Moves {
    pub(crate) fn new(laws: &Laws, plan: &Plan) -> Moves {
        let mut all = vec![[Move(0); ROOM]; Born::ALL.len() * VALUES];
        for born in Born::ALL {
            for up in 0..VALUES {
                for at in hands().places() {
                    let one = chosen(laws, hands().get(at), born, plan.play(at, up));
                    all[born as usize * VALUES + up][usize::from(at) % ROOM] = one;
                }
            }
        }
        Moves { all }
    }

    /// What is done with a hand that is not bust.
    #[inline]
    pub(crate) fn of(&self, born: Born, up: u8, hand: HandAt) -> Move {
        let against = self.all.get(born as usize * VALUES + usize::from(up));
        against.map_or(Move(0), |moves| moves[usize::from(hand) % ROOM])
    }
}

/// The first of what is wanted that the rules allow, as the engine asks it.
fn chosen(laws: &Laws, hand: &Hand, born: Born, wanted: Play) -> Move {
    let splits = wanted.split && may_split(laws, hand, born);
    let one_card_each = born == Born::Aces && !laws.draw_on_split_aces;
    let natural = born == Born::Dealt && hand.cards == 2 && hand.total == 21;
    let act = if (closes(laws, hand) && !natural) || one_card_each {
        Act::Stand
    } else if wanted.double && may_double(laws, hand, born) {
        Act::Double
    } else if !natural && (wanted.hit || hand.total < laws.must_draw_below) {
        Act::Hit
    } else {
        Act::Stand
    };
    Move::new(act, splits, wanted.surrender)
}

fn may_split(laws: &Laws, hand: &Hand, born: Born) -> bool {
    match hand.pair() {
        None => false,
        Some(value) if value == usize::from(ACE) => {
            laws.split_aces && (born == Born::Dealt || laws.resplit_aces)
        }
        Some(_) => true,
    }
}

fn may_double(laws: &Laws, hand: &Hand, born: Born) -> bool {
    let here = match born {
        Born::Dealt => true,
        Born::Split => laws.double_after_split,
        Born::Unlike => laws.double_after_split && laws.double_after_unlike_tens,
        Born::Aces => false,
    };
    let on_21 = match laws.double_on_21 {
        DoubleOn21::Never => false,
        DoubleOn21::SplitOnly => born != Born::Dealt,
        DoubleOn21::Any => true,
    };
    let in_range = match laws.double_on {
        DoubleOn::Any => true,
        DoubleOn::Hard { from, to } => !hand.soft && (from..=to).contains(&hand.total),
    };
    hand.cards == 2 && here && in_range && (hand.total != 21 || on_21)
}

fn closes(laws: &Laws, hand: &Hand) -> bool {
    hand.total == 21
        && match laws.close_at_21 {
            CloseAt21::All => true,
            CloseAt21::SoftOnly => hand.soft,
            CloseAt21::None => false,
        }
}
