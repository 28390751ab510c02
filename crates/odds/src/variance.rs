//! The variance of the net result, for a strategy: the mean of its square over all first hands.

use rulebook::Surrender;

use crate::game::Origin;
use crate::hands::{HandAt, VALUES, hands};
use crate::number::Number;
use crate::plan::{Plan, Play};
use crate::split::{Followed, SplitSquare};
use crate::stand::{Pay, payout};
use crate::table::Table;
use crate::unsplit::{Board, Stake};

impl<N: Number> Table<'_, N> {
    /// The variance of the net result of one unit, when hands are played by a plan.
    #[must_use]
    pub fn variance(&self, plan: &Plan) -> N {
        let mean = self.worth(plan).ev;
        let mut square = N::zero();
        for up in 0..VALUES {
            if let Some(board) = self.board(up) {
                let chance = N::fraction(i64::from(self.shoe().counts()[up]), i64::from(self.shoe().len()));
                square += &(Squares::new(board, plan.against(up)).mean() * &chance);
            }
        }
        square - &(mean.clone() * &mean)
    }
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

    fn mean(&self) -> N {
        let mut played = vec![None; hands().len()];
        let mut mean = N::zero();
        for one in 0..VALUES {
            for other in one..VALUES {
                let at = hands().two(one, other);
                if self.board.left.gives(&hands().get(at).counts) {
                    mean += &(self.first(at, &mut played) * &self.board.chance_of_two(one, other));
                }
            }
        }
        mean
    }

    /// Of a first hand, by what is done with it.
    fn first(&self, at: HandAt, played: &mut [Option<N>]) -> N {
        let (board, hand, play) = (self.board, hands().get(at), self.plan[usize::from(at)]);
        let game = board.game;
        if hand.total == 21 {
            let pays: N = payout(game.blackjack_pays);
            return (N::whole(1) - board.blackjack(at)) * &pays * &pays;
        }
        if play.surrender && board.surrender(at, false).is_some() {
            let quarter = N::fraction(1, 4);
            return match game.surrender {
                Surrender::Late => quarter.clone() + &(N::fraction(3, 4) * board.blackjack(at)),
                Surrender::None | Surrender::Early => quarter,
            };
        }
        let pair = hand.pair().filter(|&pair| play.split && game.hands_from(pair) > 1);
        if let Some(pair) = pair {
            let followed = Followed::new(board, pair, self.plan);
            return SplitSquare::new(board, game.hands_from(pair), &followed).mean();
        }
        if play.double && game.may_double(hand, Origin::Dealt, 0) {
            return self.draw(at, Stake::Two, &mut |child| self.standing(child, Stake::Two));
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
        let lost = N::whole(self.board.lost_to_blackjack(hands().get(at), stake).into());
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
        for (value, &child) in hand.child[..hand.room()].iter().enumerate() {
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
