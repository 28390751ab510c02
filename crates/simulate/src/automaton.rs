//! A round of one player as a machine: every card leads from one row of a flat table to another.
//!
//! A row is all that is known of the round so far and still matters; rows from which all cards lead alike are one row.
//! Rounds in which a pair is split are left to `splits` or the general path: the card that makes the pair leads to a row of
//! its own.

use std::collections::HashMap;
use std::hint::select_unpredictable;

use odds::HandAt;

use crate::drawing::{Drawing, Need};
use crate::hands::{BUST, tree};
use crate::kernel::{Kernel, Place, Player, is_blackjack};
use crate::laws::may_be_blackjack;
use crate::moves::{Act, Born};
use crate::net::Net;
use crate::outcome::Insured;
use crate::scale::Scale;
use crate::settle::{Done, settle};
use crate::sides::{Lines, UNBET};
use crate::splits::Splits;

/// How far one row lies from the next: ten values, and no card.
pub(crate) const STRIDE: u16 = 11;
/// In place of a value: no card.
pub(crate) const NO_CARD: u16 = 10;
/// As many rows as a table has room for.
const ROOM: usize = 1 << 16;
/// Pairs to split, by their value and the up card.
const PAIRS: u16 = 100;

/// What a round comes to.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Ending {
    pub(crate) main: Net,
    pub(crate) insured: Insured,
    /// The wagers on the dealer's hand; all others are [`UNBET`].
    pub(crate) lines: Lines,
}

/// Where each card leads from each state: any state and any byte lie within it.
pub(crate) type Next = [u16; ROOM + 256];

/// The table. A state is where its row begins. The first rows are all the first row of a round, one for each way the round
/// before can have ended and one more for the first round of a shoe; then come the rows within a round, one that waits, and
/// pairs to split.
#[derive(Clone, Debug)]
pub(crate) struct Automaton {
    pub(crate) next: Box<Next>,
    pub(crate) endings: Vec<Ending>,
    /// Plays on where a pair is split.
    pub(crate) splits: Option<Splits>,
    /// The same with weights, where endings are few.
    pub(crate) scale: Option<Scale>,
    /// The first row of a shoe.
    pub(crate) fresh: u16,
    /// The first row within a round.
    pub(crate) within: u16,
    /// The row that waits for good.
    pub(crate) waiting: u16,
    /// The first pair to split.
    pub(crate) pairs: u16,
}

impl Automaton {
    /// The machine of a game for one player; `None` when it has more rows than a table.
    pub(crate) fn of(kernel: &Kernel) -> Option<Automaton> {
        let [player] = kernel.players.as_slice() else { return None };
        let mut builder = Builder {
            kernel,
            player,
            rows: Vec::new(),
            known: HashMap::new(),
            found: HashMap::new(),
            endings: Vec::new(),
            ended: HashMap::new(),
        };
        let Target::Row(first) = builder.target(Node::First) else { return None };
        builder.table(first)
    }

    /// The value and the up card of a pair to split.
    pub(crate) fn pair(&self, state: u16) -> (u8, u8) {
        let pair = u8::try_from(state.saturating_sub(self.pairs) / STRIDE).unwrap_or(0);
        (pair / 10, pair % 10)
    }

    /// The state after a card; `value` may be [`NO_CARD`].
    #[inline]
    pub(crate) fn next(&self, state: u16, value: u8) -> u16 {
        self.next[usize::from(state) + usize::from(value)]
    }
}

impl Automaton {
    /// Where these cards lead from the first row of a round, or those of them that end it, and how many those are.
    #[inline]
    pub(crate) fn one_round<const CARDS: usize>(&self, values: [u8; CARDS]) -> (u16, usize) {
        let (mut state, mut dealt) = (self.fresh, 0);
        for (at, value) in values.into_iter().enumerate() {
            // No round ends before its third card.
            let over = at >= 3 && state < self.within;
            let next = self.next(state, value);
            state = select_unpredictable(over, state, next);
            dealt += usize::from(!over);
        }
        (state, dealt)
    }

    /// How many rows it has.
    pub(crate) const fn rows(&self) -> u16 {
        self.pairs / STRIDE + PAIRS
    }
}

/// Where a card leads.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
enum Target {
    Row(usize),
    End(usize),
    Pair { value: u8, up: u8 },
}

/// A round that waits for a card.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
enum Node {
    First,
    Up(u8),
    Second(u8, u8),
    Hole(u8, u8, u8),
    Draw { hand: HandAt, doubles: bool, up: u8, hole: Option<u8>, insured: bool },
    Dealer { open: Open, drawing: Drawing },
}

/// A seat that waits for the dealer.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
struct Open {
    settled: Option<Net>,
    hand: Done,
    insured: bool,
    need: Need,
}

struct Builder<'k> {
    kernel: &'k Kernel,
    player: &'k Player,
    rows: Vec<[Target; 10]>,
    known: HashMap<[Target; 10], usize>,
    found: HashMap<Node, Target>,
    endings: Vec<Ending>,
    ended: HashMap<Ending, usize>,
}

impl Builder<'_> {
    fn target(&mut self, node: Node) -> Target {
        if let Some(target) = self.found.get(&node) {
            return *target;
        }
        let mut row = [Target::End(0); 10];
        for (target, value) in row.iter_mut().zip(0..) {
            *target = self.after(node, value);
        }
        let next = self.rows.len();
        let at = *self.known.entry(row).or_insert(next);
        if at == next {
            self.rows.push(row);
        }
        self.found.insert(node, Target::Row(at));
        Target::Row(at)
    }

    fn after(&mut self, node: Node, value: u8) -> Target {
        match node {
            Node::First => self.target(Node::Up(value)),
            Node::Up(first) => self.target(Node::Second(first, value)),
            Node::Second(first, up) if self.kernel.laws.peek => self.target(Node::Hole(first, up, value)),
            Node::Second(first, up) => self.dealt(first, up, value, None),
            Node::Hole(first, up, second) => self.dealt(first, up, second, Some(value)),
            Node::Draw { hand, doubles, up, hole, insured } => {
                let hand = tree().with(hand, value);
                if doubles || hand == BUST {
                    let done = Done { points: tree().points(hand), doubled: doubles, ..Done::BLANK };
                    self.played(done, up, hole, insured)
                } else {
                    self.act(hand, up, hole, insured)
                }
            }
            Node::Dealer { open, mut drawing } => {
                drawing.take(value);
                self.draw(open, drawing)
            }
        }
    }

    /// The deal is done: what is offered, then the first decision.
    fn dealt(&mut self, first: u8, up: u8, second: u8, hole: Option<u8>) -> Target {
        let (kernel, player) = (self.kernel, self.player);
        // The first ten kinds of card are one of each value.
        let mut place = Place { first, second, ..Place::EMPTY };
        kernel.offer(&mut place, player, up);
        if hole.is_some_and(|hole| is_blackjack(up, hole)) {
            place.one(kernel.as_dealt(&place));
            return self.finished(&place, up, hole);
        }
        if kernel.laws.peek {
            kernel.offer_after_peek(&mut place, player, up);
        }
        if kernel.is_done(&mut place, player, up) {
            return self.finished(&place, up, hole);
        }
        let hand = tree().two(first, second);
        if first == second && kernel.laws.max_hands > 1 && player.moves.of(Born::Dealt, up, hand).splits() {
            return Target::Pair { value: first, up };
        }
        self.act(hand, up, hole, place.insured)
    }

    fn act(&mut self, hand: HandAt, up: u8, hole: Option<u8>, insured: bool) -> Target {
        match self.player.moves.of(Born::Dealt, up, hand).act() {
            Act::Stand => {
                let done = Done { points: tree().points(hand), ..Done::BLANK };
                self.played(done, up, hole, insured)
            }
            Act::Hit => self.target(Node::Draw { hand, doubles: false, up, hole, insured }),
            Act::Double => self.target(Node::Draw { hand, doubles: true, up, hole, insured }),
        }
    }

    fn played(&mut self, done: Done, up: u8, hole: Option<u8>, insured: bool) -> Target {
        let mut place = Place { insured, ..Place::EMPTY };
        place.one(done);
        self.finished(&place, up, hole)
    }

    /// The player is done; the dealer draws as far as he must.
    fn finished(&mut self, place: &Place, up: u8, hole: Option<u8>) -> Target {
        let may = !self.kernel.laws.peek && may_be_blackjack(up);
        let need = self.kernel.need_of(place, self.player, may);
        let open = Open { settled: place.settled, hand: place.hands[0], insured: place.insured, need };
        let mut drawing = Drawing::new(up);
        if let Some(hole) = hole {
            drawing.take(hole);
        }
        self.draw(open, drawing)
    }

    fn draw(&mut self, open: Open, drawing: Drawing) -> Target {
        if drawing.is_due(open.need, self.kernel.laws.hit_soft_17) {
            return self.target(Node::Dealer { open, drawing });
        }
        let dealer = drawing.done();
        let main = open.settled.unwrap_or_else(|| settle(&self.kernel.laws, &[open.hand], dealer));
        let mut lines = [UNBET; 8];
        self.player.sides.settle_on_dealer(&mut lines, dealer);
        let ending = Ending { main, insured: Insured::by(open.insured, dealer), lines };
        let next = self.endings.len();
        let at = *self.ended.entry(ending).or_insert(next);
        if at == next {
            self.endings.push(ending);
        }
        Target::End(at)
    }

    /// Lays the rows out in one table.
    fn table(self, first: usize) -> Option<Automaton> {
        let rows = self.endings.len() + 1 + self.rows.len() + 1 + usize::from(PAIRS);
        if rows * usize::from(STRIDE) > ROOM {
            return None;
        }
        let begins = |row: usize| u16::try_from(row * usize::from(STRIDE)).ok();
        let fresh = begins(self.endings.len())?;
        let within = fresh + STRIDE;
        let waiting = within + begins(self.rows.len())?;
        let pairs = waiting + STRIDE;
        let place = |target: Target| match target {
            Target::End(ending) => begins(ending),
            Target::Pair { value, up } => Some(pairs + (u16::from(value) * 10 + u16::from(up)) * STRIDE),
            Target::Row(row) => Some(within + begins(row)?),
        };
        let mut next: Box<Next> = vec![0; ROOM + 256].try_into().ok()?;
        let starts = (0..=self.endings.len()).filter_map(begins).map(|at| (at, first));
        let others = (0..self.rows.len()).filter_map(|row| Some((within + begins(row)?, row)));
        for (at, row) in starts.chain(others) {
            for (value, target) in self.rows[row].iter().enumerate() {
                next[usize::from(at) + value] = place(*target)?;
            }
            next[usize::from(at + NO_CARD)] = at;
        }
        // A pair waits for whoever splits it, as the row before the pairs waits for good.
        for row in (0..=PAIRS).map(|row| waiting + row * STRIDE) {
            next[usize::from(row)..usize::from(row + STRIDE)].fill(row);
        }
        let splits = Splits::of(self.kernel);
        let mut machine =
            Automaton { next, endings: self.endings, splits, scale: None, fresh, within, waiting, pairs };
        machine.scale = Scale::of(&machine);
        Some(machine)
    }
}
