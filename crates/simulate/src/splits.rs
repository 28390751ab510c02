//! The hands of a split pair as a machine of its own: every card leads from one row of a flat table to another, and from
//! the last card of a hand to what the hand came to.

use std::collections::HashMap;
use std::hint::select_unpredictable;

use odds::{HandAt, VALUES};

use crate::drawing::{Drawing, Need};
use crate::hands::{ACE, BUST, tree};
use crate::kernel::{Kernel, Place, Player};
use crate::laws::{Laws, may_be_blackjack};
use crate::moves::{Act, Born};
use crate::net::Net;
use crate::outcome::{Brought, Insured};
use crate::settle::{Dealer, Done, settle};

/// How far one row lies from the next.
const STRIDE: u16 = 16;
/// Where the rows end; above it is what hands come to.
const ROWS: u16 = 1 << 15;
/// Above [`ROWS`], the pair is split again.
const AGAIN: u16 = ROWS;
/// Above it, the points a hand came to, twice, and one more when it was doubled or is a dealer's blackjack.
const DONE: u16 = ROWS + 2;
/// A power of two above what hands come to.
const ENDS: usize = 64;
/// In place of what a hand came to: there is none.
const NO_HAND: u16 = u16::MAX;
/// As many hands as a pair becomes.
const HANDS: usize = 4;

/// The table. A state is where its row begins.
#[derive(Clone, Debug)]
pub(crate) struct Splits {
    next: Box<[u16; ROWS as usize]>,
    /// By whether there is room for another hand, the value of the pair and the up card: a hand of one card.
    first: [[[u16; 16]; VALUES]; 2],
    /// By what is needed of his hand and the up card: the dealer.
    dealer: [[u16; 16]; 2],
    /// By what the dealer's hand came to, without a blackjack, and a player's: half units lost, and units won in the byte above.
    worth: Box<[[u16; ENDS]; ENDS]>,
}

impl Splits {
    /// The machine of a game without a hole card for its only player; `None` when it has more rows than a table, or tens
    /// that are split are not all alike.
    pub(crate) fn of(kernel: &Kernel) -> Option<Splits> {
        let [player] = kernel.players.as_slice() else { return None };
        let laws = &kernel.laws;
        if laws.peek || laws.split_by_rank || !laws.double_after_unlike_tens {
            return None;
        }
        let mut builder =
            Builder { kernel, player, rows: Vec::new(), known: HashMap::new(), found: HashMap::new() };
        let (mut first, mut dealer) = ([[[0; 16]; VALUES]; 2], [[0; 16]; 2]);
        for (up, at) in (0..).zip(0..VALUES) {
            for (room, first) in [false, true].into_iter().zip(&mut first) {
                for (value, first) in (0..).zip(first) {
                    first[at] = builder.state(Node::First { room, value, up })?;
                }
            }
            for (need, dealer) in [Need::Second, Need::Full].into_iter().zip(&mut dealer) {
                dealer[at] = builder.state(Node::Dealer { drawing: Drawing::new(up), need })?;
            }
        }
        let mut next: Box<[u16; ROWS as usize]> = vec![AGAIN; ROWS.into()].try_into().ok()?;
        for (row, states) in next.chunks_exact_mut(STRIDE.into()).zip(&builder.rows) {
            row[..VALUES].copy_from_slice(states);
        }
        Some(Splits { next, first, dealer, worth: worth(&kernel.laws) })
    }

    /// Plays a round of the only player, who bets on nothing but his hand and splits a pair of this value; `cards`
    /// are values. `None` when they run out.
    #[inline]
    pub(crate) fn round(
        &self,
        kernel: &Kernel,
        value: u8,
        up: u8,
        mut cards: impl FnMut() -> Option<u8>,
    ) -> Option<Brought> {
        let player = kernel.players.first()?;
        let insured = up == ACE && kernel.laws.insurance && player.insures;
        let ends = self.hands(kernel.laws.max_hands.into(), value, up, &mut cards)?;
        let need = if ends.iter().fold(NO_HAND, |least, end| least.min(*end)) < BUSTED {
            Need::Full
        } else {
            kernel.need_of(&place(ends, insured), player, may_be_blackjack(up))
        };
        let end = match need {
            Need::None => done(0, false),
            need => {
                let first = self.dealer[usize::from(need == Need::Full)][usize::from(up) % 16];
                self.follow(first, &mut cards)?
            }
        };
        let (points, blackjack) = apart(end);
        let dealer = Dealer { points, cards: 2, blackjack };
        let main = if blackjack {
            settle(&kernel.laws, place(ends, insured).hands(), dealer)
        } else {
            self.settle(ends, end)
        };
        Some(Brought { main, insured: Insured::by(insured, dealer), ..Brought::NOTHING })
    }

    /// Plays the player's hands; answers what each came to.
    #[inline]
    fn hands(
        &self,
        most: usize,
        value: u8,
        up: u8,
        cards: &mut impl FnMut() -> Option<u8>,
    ) -> Option<[u16; HANDS]> {
        let firsts =
            self.first.each_ref().map(|first| first[usize::from(value) % VALUES][usize::from(up) % 16]);
        let (mut ends, mut at, mut many) = ([NO_HAND; HANDS], 0, 2);
        let mut state = firsts[usize::from(many < most)];
        while at < many {
            state = self.next[usize::from((state | u16::from(cards()?)) % ROWS)];
            ends[at % HANDS] = state;
            at += usize::from(state > AGAIN);
            many += usize::from(state == AGAIN);
            // No processor can foresee which card ends a hand.
            state = select_unpredictable(state >= ROWS, firsts[usize::from(many < most)], state);
        }
        Some(ends)
    }

    /// What these hands come to against a dealer without a blackjack.
    #[inline]
    fn settle(&self, ends: [u16; HANDS], dealer: u16) -> Net {
        let worth = &self.worth[index(dealer)];
        let [lost, won] = ends.iter().map(|end| worth[index(*end)]).sum::<u16>().to_le_bytes();
        Net::new(lost, won)
    }

    /// Deals until a hand is done or split.
    #[inline]
    fn follow(&self, mut state: u16, cards: &mut impl FnMut() -> Option<u8>) -> Option<u16> {
        while state < ROWS {
            state = self.next[usize::from((state | u16::from(cards()?)) % ROWS)];
        }
        Some(state)
    }
}

/// The points of a hand, and whether it is doubled, or a dealer's blackjack.
#[expect(clippy::cast_possible_truncation, reason = "points are few")]
const fn apart(end: u16) -> (u8, bool) {
    let of = end - DONE;
    ((of / 2) as u8, of % 2 == 1)
}

const fn done(points: u8, more: bool) -> u16 {
    DONE + points as u16 * 2 + more as u16
}

/// From here on, hands are bust.
const BUSTED: u16 = done(22, false);

const fn index(end: u16) -> usize {
    (end - DONE) as usize % ENDS
}
const _: () = assert!(index(NO_HAND) > index(done(22, true)));

/// The finished hands of a seat.
#[cold]
fn place(ends: [u16; HANDS], insured: bool) -> Place {
    let mut place = Place { insured, ..Place::EMPTY };
    for (hand, end) in place.hands.iter_mut().zip(ends.iter().filter(|end| **end != NO_HAND)) {
        *hand = hand_of(*end);
        place.many += 1;
    }
    place
}

fn hand_of(end: u16) -> Done {
    let (points, doubled) = apart(end);
    Done { points, doubled, split: true, natural: false }
}

/// [`Splits::worth`]; no hand is worth nothing.
fn worth(laws: &Laws) -> Box<[[u16; ENDS]; ENDS]> {
    let ends = || DONE..=done(22, true);
    let mut worth = Box::new([[0; ENDS]; ENDS]);
    for (dealer, worth) in ends().zip(worth.iter_mut()) {
        let dealer = Dealer { points: apart(dealer).0, cards: 2, blackjack: false };
        for (end, worth) in ends().zip(worth) {
            let net = settle(laws, &[hand_of(end)], dealer);
            *worth = u16::from_le_bytes([net.half_units_lost(), net.units_won()]);
        }
    }
    worth
}

/// A hand that waits for a card.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
enum Node {
    First { room: bool, value: u8, up: u8 },
    Draw { hand: HandAt, aces: bool, doubles: bool, up: u8 },
    Dealer { drawing: Drawing, need: Need },
}

struct Builder<'k> {
    kernel: &'k Kernel,
    player: &'k Player,
    rows: Vec<[u16; VALUES]>,
    known: HashMap<[u16; VALUES], u16>,
    found: HashMap<Node, u16>,
}

impl Builder<'_> {
    fn state(&mut self, node: Node) -> Option<u16> {
        if let Some(state) = self.found.get(&node) {
            return Some(*state);
        }
        let mut row = [AGAIN; VALUES];
        for (state, value) in row.iter_mut().zip(0..) {
            *state = self.after(node, value)?;
        }
        let next = u16::try_from(self.rows.len()).ok()?.checked_mul(STRIDE).filter(|next| *next < ROWS)?;
        let state = *self.known.entry(row).or_insert(next);
        if state == next {
            self.rows.push(row);
        }
        self.found.insert(node, state);
        Some(state)
    }

    fn after(&mut self, node: Node, card: u8) -> Option<u16> {
        match node {
            Node::First { room, value, up } => {
                let (hand, aces) = (tree().two(value, card), value == ACE);
                let again = room && value == card && self.player.moves.of(born(aces), up, hand).splits();
                if again { Some(AGAIN) } else { self.act(hand, aces, up) }
            }
            Node::Draw { hand, aces, doubles, up } => {
                let hand = tree().with(hand, card);
                if doubles || hand == BUST {
                    Some(done(tree().points(hand), doubles))
                } else {
                    self.act(hand, aces, up)
                }
            }
            Node::Dealer { mut drawing, need } => {
                drawing.take(card);
                if drawing.is_due(need, self.kernel.laws.hit_soft_17) {
                    return self.state(Node::Dealer { drawing, need });
                }
                let dealer = drawing.done();
                Some(done(dealer.points, dealer.blackjack))
            }
        }
    }

    fn act(&mut self, hand: HandAt, aces: bool, up: u8) -> Option<u16> {
        match self.player.moves.of(born(aces), up, hand).act() {
            Act::Stand => Some(done(tree().points(hand), false)),
            Act::Hit => self.state(Node::Draw { hand, aces, doubles: false, up }),
            Act::Double => self.state(Node::Draw { hand, aces, doubles: true, up }),
        }
    }
}

const fn born(aces: bool) -> Born {
    if aces { Born::Aces } else { Born::Split }
}
