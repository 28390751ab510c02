//! A shoe under the rules of a game, ready to be asked: what every hand is worth, and the mean over all of them.

use rulebook::Surrender;

use crate::basic::Column;
use crate::chart::{Chart, Letter};
use crate::game::{Game, Origin};
use crate::hands::{ACE, HandAt, TEN, VALUES, hands};
use crate::number::Number;
use crate::plan::{Plan, Play};
use crate::shoe::{Shoe, Unfit};
use crate::split::{Followed, Splitting};
use crate::stand::payout;
use crate::unsplit::{Board, By, Unsplit};

/// A game and a shoe, with everything that does not depend on how hands are played.
pub struct Table<'g, N> {
    game: &'g Game,
    shoe: Shoe,
    boards: [Option<Board<'g, N>>; VALUES],
}

/// What each decision on a hand is worth, in original wagers; `None` where it is not open.
#[derive(Clone, PartialEq, Debug)]
pub struct Decisions<N> {
    /// Taking no more cards.
    pub stand: Option<N>,
    /// Taking a card, then playing on.
    pub hit: Option<N>,
    /// Doubling for the whole wager.
    pub double: Option<N>,
    /// Splitting the pair.
    pub split: Option<N>,
    /// Giving up half.
    pub surrender: Option<N>,
}

/// A first hand against an up card.
#[derive(Clone, PartialEq, Debug)]
pub struct FirstHand<N> {
    /// The hand.
    pub hand: HandAt,
    /// Its chance, given the up card.
    pub chance: N,
    /// What its decisions are worth; all `None` for a blackjack.
    pub decisions: Decisions<N>,
    /// What it is worth as it is played.
    pub value: N,
}

/// What the main wager is worth when it is played in a certain way.
#[derive(Clone, PartialEq, Debug)]
pub struct Worth<N> {
    /// The mean net result of one unit.
    pub ev: N,
    /// Given each up card; `None` where the shoe has no such card.
    pub by_up: [Option<N>; VALUES],
    /// Every first hand against each up card.
    pub first: [Vec<FirstHand<N>>; VALUES],
    /// How hands are played.
    pub plan: Plan,
}

impl<'g, N: Number> Table<'g, N> {
    /// A table of this game with this shoe.
    ///
    /// # Errors
    ///
    /// When there are not even four cards. Whether a round can always be finished is asked of [`Shoe::suffices`].
    pub fn new(game: &'g Game, shoe: &Shoe) -> Result<Table<'g, N>, Unfit> {
        if shoe.len() < 4 {
            return Err(Unfit::TooFew { left: shoe.len(), needed: 4 });
        }
        let boards = std::array::from_fn(|up| Board::new(game, shoe, up));
        Ok(Table { game, shoe: shoe.clone(), boards })
    }

    /// The game.
    #[must_use]
    pub fn game(&self) -> &'g Game {
        self.game
    }

    /// The shoe.
    #[must_use]
    pub fn shoe(&self) -> &Shoe {
        &self.shoe
    }

    pub(crate) fn board(&self, up: usize) -> Option<&Board<'g, N>> {
        self.boards[up].as_ref()
    }

    /// The best play that knows the cards of the hand and the up card; split hands are played as the same cards would
    /// be unsplit (CDZ-).
    #[must_use]
    pub fn best(&self) -> Worth<N> {
        self.gather(|board| Against::best(board))
    }

    /// What a strategy is worth.
    #[must_use]
    pub fn worth(&self, plan: &Plan) -> Worth<N> {
        self.gather(|board| {
            Against::following(board, plan.against(board.up).to_vec(), &mut Splits::default())
        })
    }

    /// The best chart for this game and shoe.
    #[must_use]
    pub fn basic_strategy(&self) -> Chart {
        self.analyse().chart
    }

    /// The best play, the best chart, and what each is worth.
    #[must_use]
    pub fn analyse(&self) -> Analysis<N> {
        let mut chart = Chart::all(Letter::Stand);
        let mut basic = [const { None }; VALUES];
        let best = self.gather(|board| {
            let best = Against::best(board);
            basic[board.up] = Some(Column::new(board, &mut chart).find(&best));
            best
        });
        let basic = self.gather(|board| basic[board.up].take().expect("found with the best play"));
        Analysis { best, chart, basic }
    }

    /// The mean over the up cards.
    fn gather(&self, mut against: impl FnMut(&Board<'g, N>) -> Against<N>) -> Worth<N> {
        let mut ev = N::zero();
        let mut by_up = [const { None }; VALUES];
        let mut first = [const { Vec::new() }; VALUES];
        let mut plans = [const { Vec::new() }; VALUES];
        for up in 0..VALUES {
            let Some(board) = &self.boards[up] else {
                plans[up] = vec![Play::default(); hands().len()];
                continue;
            };
            let against = against(board);
            (first[up], plans[up]) = (against.first, against.plan);
            let mut mean = N::zero();
            for hand in &first[up] {
                mean += &(hand.value.clone() * &hand.chance);
            }
            let chance = N::fraction(i64::from(self.shoe.counts()[up]), i64::from(self.shoe.len()));
            ev += &(mean.clone() * &chance);
            by_up[up] = Some(mean);
        }
        Worth { ev, by_up, first, plan: Plan::of(plans) }
    }
}

/// The best play and the best chart of a game, with what they are worth.
#[derive(Clone, PartialEq, Debug)]
pub struct Analysis<N> {
    /// The best play that knows its own cards and the up card (CDZ-).
    pub best: Worth<N>,
    /// The best chart.
    pub chart: Chart,
    /// What the chart is worth.
    pub basic: Worth<N>,
}

/// How all hands fare against one up card.
pub(crate) struct Against<N> {
    pub(crate) plan: Vec<Play>,
    pub(crate) first: Vec<FirstHand<N>>,
    pub(crate) splits: Splits<N>,
}

/// Splits that were valued: how the hands were played, and the value.
pub(crate) type Splits<N> = [Option<(Followed, N)>; VALUES];

impl<N: Number> Against<N> {
    fn best(board: &Board<'_, N>) -> Against<N> {
        let values = Unsplit::new(board, By::Best);
        let mut plan = board.best_plan(&values);
        let mut splits = Splits::default();
        let mut first = board.first_hands(|hand| {
            let mut decisions = board.decisions(hand, &values);
            let hopeless = decisions.best();
            decisions.split = board.split(hand, &plan, &mut splits, hopeless);
            decisions
        });
        for hand in &mut first {
            if !hand.is_blackjack() {
                hand.value = hand.decisions.choose(&mut plan[usize::from(hand.hand)]);
            }
        }
        Against { plan, first, splits }
    }

    /// The hands played by a plan; splits known to be worth so much need not be valued again.
    pub(crate) fn following(board: &Board<'_, N>, plan: Vec<Play>, known: &mut Splits<N>) -> Against<N> {
        let values = Unsplit::new(board, By::Plan(&plan));
        let mut splits = std::mem::take(known);
        let mut first = board.first_hands(|hand| {
            let mut decisions = board.decisions(hand, &values);
            if plan[usize::from(hand)].split {
                decisions.split = board.split(hand, &plan, &mut splits, None);
            }
            decisions
        });
        for hand in first.iter_mut().filter(|hand| !hand.is_blackjack()) {
            hand.value = hand.decisions.follow(plan[usize::from(hand.hand)]);
        }
        Against { plan, first, splits }
    }
}

impl<N> FirstHand<N> {
    /// Whether it is a blackjack.
    #[must_use]
    pub fn is_blackjack(&self) -> bool {
        hands().get(self.hand).total == 21
    }
}

impl<N: Number> Board<'_, N> {
    /// How hands are best played by their own cards, as far as drawing and doubling go.
    fn best_plan(&self, values: &Unsplit<N>) -> Vec<Play> {
        let mut plan = vec![Play::default(); hands().len()];
        for (place, hand) in hands().all().iter().enumerate() {
            if hand.cards >= 2 && self.left.gives(&hand.counts) {
                let at = HandAt::try_from(place).expect("a hand");
                plan[place].hit = values.draws(at);
                if hand.cards == 2 {
                    let double = self.double(at);
                    plan[place].double = double > values.stand[place] && double > values.hit[place];
                }
            }
        }
        plan
    }

    /// Every first hand the shoe can give; all but blackjacks still to be valued.
    fn first_hands(&self, mut decisions: impl FnMut(HandAt) -> Decisions<N>) -> Vec<FirstHand<N>> {
        let mut all = Vec::new();
        for one in 0..VALUES {
            for other in one..VALUES {
                let hand = hands().two(one, other);
                if self.left.gives(&hands().get(hand).counts) {
                    let natural = one == ACE && other == TEN;
                    let value = if natural { self.natural(hand) } else { N::zero() };
                    let chance = self.chance_of_two(one, other);
                    all.push(FirstHand { hand, chance, decisions: decisions(hand), value });
                }
            }
        }
        all
    }

    pub(crate) fn chance_of_two(&self, one: usize, other: usize) -> N {
        let (first, second) = (i64::from(self.left.counts[one]), i64::from(self.left.counts[other]));
        let pairs = if one == other { first * (first - 1) } else { 2 * first * second };
        let all = i64::from(self.left.all);
        N::fraction(pairs, all * (all - 1))
    }

    /// What a blackjack is worth: it ties the dealer's.
    fn natural(&self, hand: HandAt) -> N {
        (N::whole(1) - self.blackjack(hand)) * &payout(self.game.blackjack_pays)
    }

    /// What the decisions on a first hand are worth, splitting left aside.
    fn decisions(&self, at: HandAt, values: &Unsplit<N>) -> Decisions<N> {
        let hand = hands().get(at);
        let lost = self.always_lost(at);
        let less = |value: N| value - &lost;
        let place = usize::from(at);
        let is_natural = hand.total == 21;
        Decisions {
            stand: (!self.game.must_draw(hand)).then(|| less(values.stand[place].clone())),
            hit: (!self.game.closes(hand) && !is_natural).then(|| less(values.hit[place].clone())),
            double: self.game.may_double(hand, Origin::Dealt, 0).then(|| less(self.double(at))),
            split: None,
            surrender: self.surrender(at, is_natural),
        }
    }

    /// What splitting is worth; `None` if it is not allowed, or surely worth less than what is hoped for.
    pub(crate) fn split(
        &self,
        at: HandAt,
        plan: &[Play],
        splits: &mut Splits<N>,
        hope: Option<N>,
    ) -> Option<N> {
        let pair = hands().get(at).pair().filter(|&pair| self.game.hands_from(pair) > 1)?;
        let lost = self.always_lost(at);
        let followed = Followed::new(self, pair, plan);
        if let Some((same, value)) = &splits[pair]
            && *same == followed
        {
            return Some(value.clone() - &lost);
        }
        let splitting = Splitting::new(self, self.game.hands_from(pair), &followed);
        if hope.is_some_and(|hope| splitting.at_most() - &lost <= hope) {
            return None;
        }
        let value = splitting.value();
        splits[pair] = Some((followed, value.clone()));
        Some(value - &lost)
    }

    pub(crate) fn surrender(&self, at: HandAt, is_natural: bool) -> Option<N> {
        if !self.game.may_surrender(self.up) || (is_natural && !self.game.surrender_blackjack) {
            return None;
        }
        let half = N::fraction(1, 2);
        Some(match self.game.surrender {
            Surrender::None => return None,
            Surrender::Early => -half,
            // After the dealer has looked: his blackjack took the whole wager.
            Surrender::Late => -(half.clone() + &(half * self.blackjack(at))),
        })
    }
}

impl<N: Number> Decisions<N> {
    /// The best of them; `None` for a hand without any.
    pub fn best(&self) -> Option<N> {
        let all = [&self.stand, &self.hit, &self.double, &self.split, &self.surrender];
        all.into_iter()
            .flatten()
            .fold(None, |best: Option<&N>, value| match best {
                Some(best) if best >= value => Some(best),
                _ => Some(value),
            })
            .cloned()
    }

    /// Takes the best, and notes what is tried first.
    fn choose(&self, play: &mut Play) -> N {
        let best = self.best().unwrap_or_else(N::zero);
        let is_best = |value: &Option<N>| value.as_ref() == Some(&best);
        let others = Decisions { surrender: None, ..self.clone() }.best();
        play.surrender = is_best(&self.surrender) && others.as_ref() != Some(&best);
        play.split = self.split.is_some() && self.split == others;
        best
    }

    /// The value of playing as told, as far as the rules allow.
    fn follow(&self, play: Play) -> N {
        let wanted = [
            self.surrender.as_ref().filter(|_| play.surrender),
            self.split.as_ref().filter(|_| play.split),
            self.double.as_ref().filter(|_| play.double),
            self.hit.as_ref().filter(|_| play.hit),
            self.stand.as_ref(),
            self.hit.as_ref(),
        ];
        wanted.into_iter().flatten().next().cloned().unwrap_or_else(N::zero)
    }
}
