//! The law of the net result, for a strategy: the chance of everything a round can bring.
//!
//! A hand that is not split, and two hands of a split, are followed to their ends. What three and four hands of one split
//! bring rests on more sets of cards than can be listed; of these rounds the chance is known, and what they add to the
//! mean.

use std::cmp::Ordering;
use std::collections::BTreeMap;

use dashu_ratio::RBig;
use rulebook::{SplitBy, Surrender, Tie};

use crate::game::{Game, Origin};
use crate::hands::{HandAt, TEN, VALUES, hands};
use crate::number::Number;
use crate::plan::{Plan, Play};
use crate::split::{Pairs, Played, SplitLaw};
use crate::stand::{Pay, payout};
use crate::table::Table;
use crate::unsplit::{Board, Stake, lost_to_blackjack};

/// The chance of everything a round can bring.
#[derive(Clone, PartialEq, Debug)]
pub struct Law<N> {
    /// Of every net result of one unit, in original wagers, in rounds of one or two hands.
    pub chances: BTreeMap<RBig, N>,
    /// Of rounds that come to three hands or more: their results are not told apart.
    pub more_hands: N,
    /// What these add to the mean.
    pub more_hands_mean: N,
}

impl<N: Number> Law<N> {
    fn nothing() -> Law<N> {
        Law { chances: BTreeMap::new(), more_hands: N::zero(), more_hands_mean: N::zero() }
    }

    fn note(&mut self, net: RBig, chance: &N) {
        *self.chances.entry(net).or_insert_with(N::zero) += chance;
    }
}

impl<N: Number> Table<'_, N> {
    /// The chance of every net result, when hands are played by a plan.
    #[must_use]
    pub fn law(&self, plan: &Plan) -> Law<N> {
        N::law(self, plan)
    }
}

pub(crate) fn law<N: Number>(table: &Table<'_, N>, plan: &Plan) -> Law<N> {
    let mut law = Law::nothing();
    for up in 0..VALUES {
        if let Some(board) = table.board(up) {
            let chance = table.chance_of_up(up);
            let against = Rounds::new(board, plan.against(up)).law();
            law.more_hands += &(against.more_hands * &chance);
            for (net, share) in against.chances {
                law.note(net, &(share * &chance));
            }
        }
    }
    law.chances.retain(|_, chance| *chance != N::zero());
    if law.more_hands != N::zero() {
        let add = |sum: N, (net, chance): (&RBig, &N)| sum + &(number::<N>(net) * chance);
        law.more_hands_mean = table.worth(plan).ev - &law.chances.iter().fold(N::zero(), add);
    }
    law
}

fn number<N: Number>(net: &RBig) -> N {
    let small = "a net result is a small fraction";
    let over = i64::try_from(net.numerator()).expect(small);
    N::fraction(over, i64::try_from(net.denominator()).expect(small))
}

/// What hands bring: units that win, and units that are lost.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
pub(crate) struct Net {
    pub(crate) won: u8,
    pub(crate) lost: u8,
}

impl Net {
    pub(crate) fn won(units: u8) -> Net {
        Net { won: units, lost: 0 }
    }

    pub(crate) fn lost(units: u8) -> Net {
        Net { won: 0, lost: units }
    }

    /// Of a tie.
    pub(crate) fn tied(game: &Game, units: u8) -> Net {
        if game.tie == Tie::Push { Net::default() } else { Net::lost(units) }
    }

    /// Of a hand that compares so with the dealer's.
    pub(crate) fn comparing(game: &Game, hand: Ordering, units: u8) -> Net {
        match hand {
            Ordering::Greater => Net::won(units),
            Ordering::Equal => Net::tied(game, units),
            Ordering::Less => Net::lost(units),
        }
    }

    /// Of both.
    pub(crate) fn and(self, other: Net) -> Net {
        Net { won: self.won + other.won, lost: self.lost + other.lost }
    }

    fn in_wagers(self, game: &Game) -> RBig {
        RBig::from(self.won) * payout::<RBig>(game.win_pays) - RBig::from(self.lost)
    }
}

/// All rounds against one up card, played by a plan.
struct Rounds<'b, 'g, N> {
    board: &'b Board<'g, N>,
    plan: &'b [Play],
    /// The chance that a hand which stands wins, and that it ties, dealer blackjacks left out.
    wins: Vec<N>,
    ties: Vec<N>,
    /// What was found.
    nets: BTreeMap<Net, N>,
    law: Law<N>,
}

impl<'b, 'g, N: Number> Rounds<'b, 'g, N> {
    fn new(board: &'b Board<'g, N>, plan: &'b [Play]) -> Rounds<'b, 'g, N> {
        let stand = |pay: Pay<N>| board.dealer.stand_values(&pay, &board.left, board.up);
        let (one, zero) = (N::whole(1), N::zero());
        let wins = stand(Pay { win: one.clone(), tie_less: one.clone(), lose_less: one.clone() });
        let ties = stand(Pay { win: zero.clone(), tie_less: -one, lose_less: zero });
        Rounds { board, plan, wins, ties, nets: BTreeMap::new(), law: Law::nothing() }
    }

    fn law(mut self) -> Law<N> {
        // The chance of every hand that was drawn to, and of every one that was doubled.
        let mut held = vec![N::zero(); hands().len()];
        let mut doubled = held.clone();
        for one in 0..VALUES {
            for other in one..VALUES {
                let at = hands().two(one, other);
                if self.board.left.gives(&hands().get(at).counts) {
                    let chance = self.board.chance_of_two(one, other);
                    self.first(at, chance, &mut held, &mut doubled);
                }
            }
        }
        // A hand always comes before what it can become.
        for at in hands().places() {
            self.play(at, &mut held);
            self.stand(at, Stake::Two, &doubled[usize::from(at)].clone());
        }
        for (net, chance) in std::mem::take(&mut self.nets) {
            self.law.note(net.in_wagers(self.board.game), &chance);
        }
        self.law
    }

    fn first(&mut self, at: HandAt, mut chance: N, held: &mut [N], doubled: &mut [N]) {
        let (board, hand, play) = (self.board, hands().get(at), self.plan[usize::from(at)]);
        let game = board.game;
        if play.surrender && board.surrender(at).is_some() {
            let half = RBig::fraction(-1, 2);
            let with_blackjack = match game.surrender {
                Surrender::Late if board.game.ties_when_looked_for(hand) => RBig::ZERO,
                Surrender::Late => RBig::whole(-1),
                Surrender::Early | Surrender::None => half.clone(),
            };
            return self.look(at, &chance, [half, with_blackjack]);
        }
        if let Some(pair) = hand.pair().filter(|&pair| play.split && game.hands_from(pair) > 1) {
            let split = self.split(pair, &chance);
            chance = chance - &split;
        }
        if chance == N::zero() {
            return;
        }
        if play.double && board.game.may_double(hand, Origin::Dealt, board.up) {
            self.draw(at, Stake::Two, &chance, doubled);
            if board.game.ties_when_looked_for(hand) {
                // Among what it is drawn to, one wager is lost to a dealer blackjack.
                let blackjack = chance * board.blackjack(at);
                self.note(Net::default(), &blackjack);
                self.note(Net::lost(1), &-blackjack);
            }
        } else if hand.is_blackjack() {
            self.look(at, &chance, [payout(game.blackjack_pays), RBig::ZERO]);
        } else {
            held[usize::from(at)] += &chance;
        }
    }

    /// Notes one result without a dealer blackjack, another with one.
    fn look(&mut self, at: HandAt, chance: &N, [without, with]: [RBig; 2]) {
        let blackjack = self.board.blackjack(at).clone() * chance;
        self.law.note(without, &(chance.clone() - &blackjack));
        self.law.note(with, &blackjack);
    }

    /// Splits a pair, and says how much of its chance that is: not all, where only tens of one rank are split.
    fn split(&mut self, pair: usize, chance: &N) -> N {
        let board = self.board;
        let max_hands = board.game.hands_from(pair);
        let played = Played::new(board, pair, self.plan);
        let alike = if pair == TEN && board.game.split_by == SplitBy::Rank {
            board.alike_tens()
        } else {
            vec![(N::whole(1), board.left.counts[pair])]
        };
        let mut split = N::zero();
        for (share, like) in alike {
            let pairs = Pairs { max_hands, like };
            // Of two hands both come from the same cards.
            for (part, followed) in played.shares(board) {
                let chance = share.clone() * &part * chance;
                let found = SplitLaw::new(board, pairs, followed);
                self.law.more_hands += &(found.more_hands() * &chance);
                for (net, share) in found.nets() {
                    self.note(net, &(share * &chance));
                }
                split += &chance;
            }
        }
        split
    }

    fn play(&mut self, at: HandAt, held: &mut [N]) {
        let (game, hand, chance) = (self.board.game, hands().get(at), held[usize::from(at)].clone());
        if chance == N::zero() {
            return;
        }
        let draws = !game.closes(hand) && (self.plan[usize::from(at)].hit || game.must_draw(hand));
        if draws { self.draw(at, Stake::One, &chance, held) } else { self.stand(at, Stake::One, &chance) }
    }

    fn draw(&mut self, at: HandAt, stake: Stake, chance: &N, to: &mut [N]) {
        let (left, hand) = (&self.board.left, hands().get(at));
        let rest = left.beside(hand);
        if rest <= 0 {
            return;
        }
        let mut bust = rest;
        for (value, &child) in hand.next().iter().enumerate() {
            let count = left.of(value, hand);
            if count > 0 {
                to[usize::from(child)] += &(chance.clone() * &N::fraction(count, rest));
                bust -= count;
            }
        }
        // Where one wager is all a dealer blackjack takes, it takes no more from a bust hand.
        let loses = self.board.bust_chance(hand, rest, bust);
        self.note(Net::lost(1), &((N::fraction(bust, rest) - &loses) * chance));
        self.note(Net::lost(stake.number()), &(loses * chance));
    }

    fn stand(&mut self, at: HandAt, stake: Stake, chance: &N) {
        if *chance == N::zero() {
            return;
        }
        let (board, units) = (self.board, stake.number());
        let (wins, ties) = (self.wins[usize::from(at)].clone(), self.ties[usize::from(at)].clone());
        let blackjack = board.blackjack(at).clone();
        let loses = N::whole(1) - &wins - &ties - &blackjack;
        self.note(Net::won(units), &(wins * chance));
        self.note(Net::tied(board.game, units), &(ties * chance));
        self.note(Net::lost(units), &(loses * chance));
        let taken = lost_to_blackjack(board.game, hands().get(at), stake);
        self.note(Net::lost(taken), &(blackjack * chance));
    }

    fn note(&mut self, net: Net, chance: &N) {
        *self.nets.entry(net).or_insert_with(N::zero) += chance;
    }
}
