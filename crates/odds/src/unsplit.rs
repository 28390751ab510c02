//! Hands that are not split: standing, drawing and doubling against one up card.
//!
//! Where a dealer blackjack takes one original wager whatever was done, that loss is the same for every decision and is
//! left out here; who asks for the value of a round takes it off once ([`Board::always_lost`]).

use rulebook::Tie;

use crate::falling::Left;
use crate::game::{Game, Loss, blackjack_card};
use crate::hands::{BUST, Counts, Hand, HandAt, VALUES, hands};
use crate::number::Number;
use crate::plan::Play;
use crate::shoe::Shoe;
use crate::stand::{Dealer, Pay, blackjack_chance};

/// Everything about one up card that does not depend on how hands are played.
pub(crate) struct Board<'g, N> {
    pub(crate) game: &'g Game,
    pub(crate) up: usize,
    /// The hands that can be played here, those with fewer points first.
    pub(crate) played: Vec<HandAt>,
    pub(crate) left: Left<N>,
    /// How the tens divide into ranks, the up card among them.
    pub(crate) tens: [u32; 4],
    pub(crate) dealer: Dealer<N>,
    /// The value of standing, on one unit and on two.
    stand: [Vec<N>; 2],
    /// The chance of a dealer blackjack beside the hand.
    blackjack: Vec<N>,
}

/// How many units lie on a hand.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Stake {
    One,
    Two,
}

impl Stake {
    pub(crate) fn units<N: Number>(self) -> N {
        N::whole(self.number().into())
    }

    pub(crate) const fn number(self) -> u8 {
        match self {
            Stake::One => 1,
            Stake::Two => 2,
        }
    }
}

impl<'g, N: Number> Board<'g, N> {
    /// The board with this up card; `None` if the shoe has no such card.
    pub(crate) fn new(game: &'g Game, shoe: &Shoe, up: usize) -> Option<Board<'g, N>> {
        Board::holding(game, shoe, up, [0; VALUES])
    }

    /// The same for hands that have these cards: what they can become is all that is looked at.
    pub(crate) fn holding(game: &'g Game, shoe: &Shoe, up: usize, held: Counts) -> Option<Board<'g, N>> {
        let left = Left::after(shoe, up)?;
        let dealer = Dealer::new(game, &left, up, held);
        let can_be_played = |&at: &HandAt| {
            let hand = hands().get(at);
            hand.cards >= 2 && hand.includes(&held) && left.gives(&hand.counts)
        };
        let played: Vec<HandAt> = hands().places().filter(can_be_played).collect();
        let one_unit = dealer.stand_values(&Pay::net(game), &left, up);
        let mut stand = [vec![N::zero(); hands().len()], vec![N::zero(); hands().len()]];
        let mut blackjack = vec![N::zero(); hands().len()];
        for &at in &played {
            let (hand, place) = (hands().get(at), usize::from(at));
            blackjack[place] = blackjack_chance(&left, up, hand);
            for (stake, stand) in [Stake::One, Stake::Two].into_iter().zip(&mut stand) {
                let value = one_unit[place].clone() * &stake.units();
                stand[place] = value + &(against_blackjack::<N>(game, hand, stake) * &blackjack[place]);
            }
        }
        Some(Board { game, up, played, left, tens: *shoe.tens(), dealer, stand, blackjack })
    }

    /// The chance of a dealer blackjack beside a hand.
    pub(crate) fn blackjack(&self, at: HandAt) -> &N {
        &self.blackjack[usize::from(at)]
    }

    /// What a dealer blackjack takes whatever was done, and is left out of the values of this board.
    pub(crate) fn always_lost(&self, at: HandAt) -> N {
        if self.game.loss == Loss::Original { self.blackjack(at).clone() } else { N::zero() }
    }

    /// The value of standing.
    pub(crate) fn stand(&self, at: HandAt, stake: Stake) -> &N {
        &self.stand[stake as usize][usize::from(at)]
    }

    /// The value of one card more, when what follows it is worth `then`.
    fn draw<'v>(&self, at: HandAt, stake: Stake, then: impl Fn(HandAt) -> &'v N) -> N {
        let hand = hands().get(at);
        let rest = self.left.beside(hand);
        if rest <= 0 {
            return N::zero();
        }
        let mut sum = N::zero();
        let mut bust = rest;
        for (value, &child) in hand.next().iter().enumerate() {
            let count = self.left.of(value, hand);
            if count > 0 {
                sum += &(N::whole(count) * then(child));
                bust -= count;
            }
        }
        sum = sum / &N::whole(rest);
        if bust > 0 {
            sum = sum - &(self.bust_chance(hand, rest, bust) * &stake.units());
        }
        sum
    }

    /// The chance that the next card busts the hand and that its stake is lost by that alone.
    pub(crate) fn bust_chance(&self, hand: &Hand, rest: i64, bust: i64) -> N {
        let chance = N::fraction(bust, rest);
        let Some(card) = blackjack_card(self.up).filter(|_| self.game.loss == Loss::Original) else {
            return chance;
        };
        if rest < 2 {
            return chance;
        }
        // A card that busts, then the card that makes the dealer's blackjack.
        let makers = self.left.of(card, hand);
        let pairs = if hand.child[card] == BUST { bust * makers - makers } else { bust * makers };
        chance - &N::fraction(pairs, rest * (rest - 1))
    }

    /// The value of drawing, when every hand is then worth what is given for it.
    pub(crate) fn hit(&self, at: HandAt, then: &[N]) -> N {
        self.draw(at, Stake::One, |child| &then[usize::from(child)])
    }

    /// The value of doubling.
    pub(crate) fn double(&self, at: HandAt) -> N {
        self.draw(at, Stake::Two, |child| self.stand(child, Stake::Two))
    }
}

/// What a standing hand that was not split gets against a dealer blackjack, beyond what is always lost.
fn against_blackjack<N: Number>(game: &Game, hand: &Hand, stake: Stake) -> N {
    let counted = i64::from(game.loss == Loss::Original);
    N::whole(counted - i64::from(lost_to_blackjack(game, hand, stake)))
}

/// How many units a dealer blackjack takes from a standing hand that was not split.
pub(crate) fn lost_to_blackjack(game: &Game, hand: &Hand, stake: Stake) -> u8 {
    if game.ties_blackjack(hand, stake == Stake::One) {
        return if game.tie == Tie::Push { 0 } else { stake.number() };
    }
    if game.loss == Loss::All { stake.number() } else { 1 }
}

/// The value of every hand against one up card when it is played in a certain way.
pub(crate) struct Unsplit<N> {
    /// Standing.
    pub(crate) stand: Vec<N>,
    /// Drawing at least one card.
    pub(crate) hit: Vec<N>,
    /// Standing or drawing, whichever is played.
    pub(crate) keep: Vec<N>,
}

/// How hands are played on: as well as can be, or as a strategy says.
#[derive(Clone, Copy)]
pub(crate) enum By<'p> {
    Best,
    Plan(&'p [Play]),
}

impl<N: Number> Unsplit<N> {
    pub(crate) fn new(board: &Board<'_, N>, by: By<'_>) -> Unsplit<N> {
        let mut values = Unsplit::nothing();
        for &at in board.played.iter().rev() {
            let (place, hand) = (usize::from(at), hands().get(at));
            let stand = board.stand(at, Stake::One).clone();
            let hit = board.hit(at, &values.keep);
            let draws = match by {
                _ if board.game.closes(hand) => false,
                _ if board.game.must_draw(hand) => true,
                By::Best => hit > stand,
                By::Plan(plan) => plan[place].hit,
            };
            values.keep[place] = if draws { hit.clone() } else { stand.clone() };
            (values.stand[place], values.hit[place]) = (stand, hit);
        }
        values
    }

    pub(crate) fn nothing() -> Unsplit<N> {
        let [stand, hit, keep] = std::array::from_fn(|_| vec![N::zero(); hands().len()]);
        Unsplit { stand, hit, keep }
    }

    /// Whether drawing is better than standing, where both are open.
    pub(crate) fn draws(&self, at: HandAt) -> bool {
        self.hit[usize::from(at)] > self.stand[usize::from(at)]
    }
}
