//! The variance of the net result, for a strategy: the mean of its square over all first hands.

use rulebook::{SplitBy, Surrender};

use crate::game::Origin;
use crate::hands::{HandAt, TEN, VALUES, hands};
use crate::number::Number;
use crate::plan::{Plan, Play};
use crate::split::{Pairs, Played, SplitSquare};
use crate::stand::{Pay, payout};
use crate::table::Table;
use crate::unsplit::{Board, Stake, lost_to_blackjack};

impl<N: Number> Table<'_, N> {
    /// The variance of the net result of one unit, when hands are played by a plan. `None` where the plan doubles hands
    /// from split tens and the game lets it do so only if those were of one rank.
    #[must_use]
    pub fn variance(&self, plan: &Plan) -> Option<N> {
        N::variance(self, plan)
    }
}

pub(crate) fn variance<N: Number>(table: &Table<'_, N>, plan: &Plan) -> Option<N> {
    let mean = table.worth(plan).ev;
    let mut square = N::zero();
    for up in 0..VALUES {
        if let Some(board) = table.board(up) {
            square += &(Squares::new(board, plan.against(up)).mean()? * &table.chance_of_up(up));
        }
    }
    Some(square - &(mean.clone() * &mean))
}

/// Mean squares of the net result against one up card.
struct Squares<'b, 'g, N> {
    board: &'b Board<'g, N>,
    plan: &'b [Play],
    /// Of one unit on a hand that stands, dealer blackjacks left out.
    stand: Vec<N>,
}

impl<'b, 'g, N: Number> Squares<'b, 'g, N> {
    fn new(board: &'b Board<'g, N>, plan: &'b [Play]) -> Squares<'b, 'g, N> {
        let stand = board.dealer.stand_values(&Pay::square(board.game), &board.left, board.up);
        Squares { board, plan, stand }
    }

    fn mean(&self) -> Option<N> {
        let mut played = vec![None; hands().len()];
        let mut mean = N::zero();
        for one in 0..VALUES {
            for other in one..VALUES {
                let at = hands().two(one, other);
                if self.board.left.gives(&hands().get(at).counts) {
                    mean += &(self.first(at, &mut played)? * &self.board.chance_of_two(one, other));
                }
            }
        }
        Some(mean)
    }

    /// Of a first hand, by what is done with it.
    fn first(&self, at: HandAt, played: &mut [Option<N>]) -> Option<N> {
        let (board, hand, play) = (self.board, hands().get(at), self.plan[usize::from(at)]);
        let game = board.game;
        if play.surrender && board.surrender(at).is_some() {
            let quarter = N::fraction(1, 4);
            return Some(match game.surrender {
                Surrender::Late if board.game.ties_when_looked_for(hand) => {
                    quarter.clone() - &(quarter * board.blackjack(at))
                }
                Surrender::Late => quarter.clone() + &(N::fraction(3, 4) * board.blackjack(at)),
                Surrender::None | Surrender::Early => quarter,
            });
        }
        let pair = hand.pair().filter(|&pair| play.split && game.hands_from(pair) > 1);
        let Some(pair) = pair else { return Some(self.unsplit(at, played)) };
        let split = Played::new(board, pair, self.plan);
        let square = |like: u32| {
            let pairs = Pairs { max_hands: game.hands_from(pair), like };
            SplitSquare::new(board, pairs, &split).map(|square| square.mean())
        };
        if pair != TEN || game.split_by == SplitBy::Value {
            return square(board.left.counts[pair]);
        }
        // Unlike tens are no pair here.
        let (mut mean, mut unlike) = (N::zero(), N::whole(1));
        for (chance, like) in board.alike_tens() {
            mean += &(square(like)? * &chance);
            unlike = unlike - &chance;
        }
        Some(mean + &(self.unsplit(at, played) * &unlike))
    }

    /// Of a first hand that is not split.
    fn unsplit(&self, at: HandAt, played: &mut [Option<N>]) -> N {
        let (board, hand, play) = (self.board, hands().get(at), self.plan[usize::from(at)]);
        if play.double && board.game.may_double(hand, Origin::Dealt, board.up) {
            let square = self.draw(at, Stake::Two, &mut |child| self.standing(child, Stake::Two));
            // One wager was counted as lost to a dealer blackjack.
            return if board.game.ties_when_looked_for(hand) { square - board.blackjack(at) } else { square };
        }
        if hand.is_blackjack() {
            let pays: N = payout(board.game.blackjack_pays);
            return (N::whole(1) - board.blackjack(at)) * &pays * &pays;
        }
        self.played(at, played)
    }

    fn played(&self, at: HandAt, known: &mut [Option<N>]) -> N {
        if let Some(square) = &known[usize::from(at)] {
            return square.clone();
        }
        let (game, hand) = (self.board.game, hands().get(at));
        let draws = !game.closes(hand) && (self.plan[usize::from(at)].hit || game.must_draw(hand));
        let square = if draws {
            self.draw(at, Stake::One, &mut |child| self.played(child, known))
        } else {
            self.standing(at, Stake::One)
        };
        known[usize::from(at)] = Some(square.clone());
        square
    }

    fn standing(&self, at: HandAt, stake: Stake) -> N {
        let units = stake.units::<N>();
        let lost = N::whole(lost_to_blackjack(self.board.game, hands().get(at), stake).into());
        self.stand[usize::from(at)].clone() * &units * &units
            + &(lost.clone() * &lost * self.board.blackjack(at))
    }

    fn draw(&self, at: HandAt, stake: Stake, then: &mut dyn FnMut(HandAt) -> N) -> N {
        let (left, hand) = (&self.board.left, hands().get(at));
        let rest = left.beside(hand);
        if rest <= 0 {
            return N::zero();
        }
        let (mut sum, mut bust) = (N::zero(), rest);
        for (value, &child) in hand.next().iter().enumerate() {
            let count = left.of(value, hand);
            if count > 0 {
                sum += &(then(child) * &N::whole(count));
                bust -= count;
            }
        }
        sum = sum / &N::whole(rest);
        // Where one wager is all a dealer blackjack takes, it takes no more from a bust hand.
        let loses = self.board.bust_chance(hand, rest, bust);
        let units = stake.units::<N>();
        sum + &(loses.clone() * &units * &units) + &(N::fraction(bust, rest) - &loses)
    }
}
