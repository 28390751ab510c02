//! A shoe under the rules of a game, ready to be asked: what every hand is worth, and the mean over all of them.

use crate::basic::Column;
use crate::chart::{Chart, Letter};
use crate::first::FirstHand;
use crate::game::Game;
use crate::hands::{VALUES, hands};
use crate::number::Number;
use crate::plan::{Plan, Play};
use crate::shoe::{Shoe, Unfit};
use crate::split::Played;
use crate::unsplit::{Board, By, Unsplit};

/// A game and a shoe, with everything that does not depend on how hands are played.
pub struct Table<'g, N> {
    game: &'g Game,
    shoe: Shoe,
    boards: [Option<Board<'g, N>>; VALUES],
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
        N::table(game, shoe)
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

    /// The chance of an up card.
    pub(crate) fn chance_of_up(&self, up: usize) -> N {
        N::fraction(i64::from(self.shoe.counts()[up]), i64::from(self.shoe.len()))
    }

    pub(crate) fn board(&self, up: usize) -> Option<&Board<'g, N>> {
        self.boards[up].as_ref()
    }

    /// The best play that knows the cards of the hand and the up card; split hands are played as the same cards would
    /// be unsplit (CDZ-).
    #[must_use]
    pub fn best(&self) -> Worth<N> {
        N::best(self)
    }

    /// What a strategy is worth.
    #[must_use]
    pub fn worth(&self, plan: &Plan) -> Worth<N> {
        N::worth(self, plan)
    }

    /// The best play of two cards by what they are; hands of more cards are played by a chart.
    #[must_use]
    pub fn two_card(&self, chart: &Chart) -> Worth<N> {
        N::two_card(self, chart)
    }

    /// The best chart for this game and shoe.
    #[must_use]
    pub fn basic_strategy(&self) -> Chart {
        self.analyse().chart
    }

    /// The best play, the best chart, and what each is worth.
    #[must_use]
    pub fn analyse(&self) -> Analysis<N> {
        N::analyse(self)
    }

    /// The mean over the up cards.
    fn mean(&self, against: [Option<Against<N>>; VALUES]) -> Worth<N> {
        let mut ev = N::zero();
        let mut by_up = [const { None }; VALUES];
        let mut first = [const { Vec::new() }; VALUES];
        let mut plans = [const { Vec::new() }; VALUES];
        for (up, against) in against.into_iter().enumerate() {
            let Some(against) = against else {
                plans[up] = vec![Play::default(); hands().len()];
                continue;
            };
            (first[up], plans[up]) = (against.first, against.plan);
            let mut mean = N::zero();
            for hand in &first[up] {
                mean += &(hand.value.clone() * &hand.chance);
            }
            ev += &(mean.clone() * &self.chance_of_up(up));
            by_up[up] = Some(mean);
        }
        Worth { ev, by_up, first, plan: Plan::of(plans) }
    }
}

pub(crate) fn table<'g, N: Number>(game: &'g Game, shoe: &Shoe) -> Result<Table<'g, N>, Unfit> {
    if shoe.len() < 4 {
        return Err(Unfit::TooFew { left: shoe.len(), needed: 4 });
    }
    let boards = std::array::from_fn(|up| Board::new(game, shoe, up));
    Ok(Table { game, shoe: shoe.clone(), boards })
}

pub(crate) fn best<N: Number>(table: &Table<'_, N>) -> Worth<N> {
    table.mean(table.boards.each_ref().map(|board| board.as_ref().map(Against::best)))
}

pub(crate) fn worth<N: Number>(table: &Table<'_, N>, plan: &Plan) -> Worth<N> {
    let follow = |board: &Board<'_, N>| {
        let plan = plan.against(board.up).to_vec();
        let values = Unsplit::new(board, By::Plan(&plan));
        Against::following(board, plan, &values, &mut Splits::default())
    };
    table.mean(table.boards.each_ref().map(|board| board.as_ref().map(follow)))
}

pub(crate) fn two_card<N: Number>(table: &Table<'_, N>, chart: &Chart) -> Worth<N> {
    let plan = chart.plan();
    let two_cards = |board: &Board<'_, N>| Against::two_card(board, plan.against(board.up).to_vec());
    table.mean(table.boards.each_ref().map(|board| board.as_ref().map(two_cards)))
}

pub(crate) fn analyse<N: Number>(table: &Table<'_, N>) -> Analysis<N> {
    let mut chart = Chart::all(Letter::Stand);
    let (mut best, mut basic) = ([const { None }; VALUES], [const { None }; VALUES]);
    for board in table.boards.iter().flatten() {
        let played = Against::best(board);
        basic[board.up] = Some(Column::new(board, &mut chart).find(&played));
        best[board.up] = Some(played);
    }
    Analysis { best: table.mean(best), chart, basic: table.mean(basic) }
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
pub(crate) type Splits<N> = [Option<(Played, N)>; VALUES];

impl<N: Number> Against<N> {
    fn best(board: &Board<'_, N>) -> Against<N> {
        let values = Unsplit::new(board, By::Best);
        let plan = board.best_plan(&values);
        Against::choosing(board, &values, plan)
    }

    /// Two cards as well as can be, more of them by the plan.
    fn two_card(board: &Board<'_, N>, mut plan: Vec<Play>) -> Against<N> {
        let values = Unsplit::new(board, By::Plan(&plan));
        let best = board.best_plan(&values);
        for (place, hand) in hands().all().iter().enumerate().filter(|(_, hand)| hand.cards == 2) {
            if board.left.gives(&hand.counts) {
                plan[place] = best[place];
            }
        }
        Against::choosing(board, &values, plan)
    }

    /// Chooses between all decisions on first hands; the plan says how hands are drawn to and doubled.
    fn choosing(board: &Board<'_, N>, values: &Unsplit<N>, mut plan: Vec<Play>) -> Against<N> {
        let mut splits = Splits::default();
        let mut first = board.first_hands(|hand, may_split| {
            let mut decisions = board.decisions(hand, values);
            if may_split && !board.is_far_from_splitting(hand, values, &plan, &decisions) {
                decisions.split = board.split(hand, &plan, &mut splits, decisions.best());
            }
            decisions
        });
        for hand in &mut first {
            let wanted = &mut plan[usize::from(hand.hand)];
            // Of two kinds of tens the one that may be split comes last.
            wanted.split = false;
            hand.value = hand.decisions.choose(wanted);
            if hand.is_blackjack() {
                wanted.double = hand.decisions.double.as_ref() == Some(&hand.value);
            }
        }
        Against { plan, first, splits }
    }

    /// The hands played by a plan, which are worth so much unsplit; splits that are known need not be valued again.
    pub(crate) fn following(
        board: &Board<'_, N>,
        plan: Vec<Play>,
        values: &Unsplit<N>,
        known: &mut Splits<N>,
    ) -> Against<N> {
        let mut splits = std::mem::take(known);
        let mut first = board.first_hands(|hand, may_split| {
            let mut decisions = board.decisions(hand, values);
            if may_split && plan[usize::from(hand)].split {
                decisions.split = board.split(hand, &plan, &mut splits, None);
            }
            decisions
        });
        for hand in &mut first {
            hand.value = hand.decisions.follow(plan[usize::from(hand.hand)]);
        }
        Against { plan, first, splits }
    }
}
