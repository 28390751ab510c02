//! The best chart: basic strategy, found from the exact values of the hands it stands for.
//!
//! A cell stands for every hand of its total. How much more drawing brings than standing is summed over those hands,
//! each as often as the chart itself leads to it; since the chart decides how often, this is done until it stays.

use crate::chart::{Chart, Letter, Row};
use crate::game::Origin;
use crate::hands::{Hand, HandAt, VALUES, hands};
use crate::number::Number;
use crate::plan::Play;
use crate::table::{Against, Splits};
use crate::unsplit::{Board, Stake, Unsplit};

/// How often a column is drawn up anew before it is taken as it is; two or three times are usual.
const ROUNDS: usize = 8;

/// A pair that best play would lose so much by splitting is not split by a chart either.
const FAR: f64 = 0.05;

/// The column of one up card.
pub(crate) struct Column<'b, 'g, N> {
    board: &'b Board<'g, N>,
    chart: &'b mut Chart,
    splits: Splits<N>,
}

impl<'b, 'g, N: Number> Column<'b, 'g, N> {
    pub(crate) fn new(board: &'b Board<'g, N>, chart: &'b mut Chart) -> Column<'b, 'g, N> {
        Column { board, chart, splits: Splits::default() }
    }

    /// Fills the column in, starting from the best play, and values it.
    pub(crate) fn find(mut self, best: &Against<N>) -> Against<N> {
        let far = far_from_splitting(best);
        for pair in 0..VALUES {
            let play = best.plan[usize::from(hands().two(pair, pair))];
            *self.chart.cell_mut(Row::Pair(pair), self.board.up) = Letter::of(play);
        }
        let (mut plan, mut values) = (best.plan.clone(), Unsplit::nothing());
        for _ in 0..ROUNDS {
            let before = self.column();
            let reached = self.reached(&plan);
            values = self.draw_or_stand(&reached);
            self.two_cards(&values);
            plan = self.plan();
            if self.column() == before {
                self.pairs(&values, &plan, best, &far);
                if self.column() == before {
                    break;
                }
                plan = self.plan();
            }
        }
        Against::following(self.board, plan, &values, &mut self.splits)
    }

    fn column(&self) -> Vec<Letter> {
        Row::all().map(|row| self.chart.cell(row, self.board.up)).collect()
    }

    fn plan(&self) -> Vec<Play> {
        let play = |hand: &Hand| match hand.cards {
            0 | 1 => Play::default(),
            _ => self.chart.play(hand, self.board.up),
        };
        hands().all().iter().map(play).collect()
    }

    /// How often each hand comes to the choice between drawing and standing.
    fn reached(&self, plan: &[Play]) -> Vec<f64> {
        let (game, left) = (self.board.game, &self.board.left);
        let mut reached = vec![0.0; hands().len()];
        for (place, hand) in hands().all().iter().enumerate() {
            if hand.cards == 2 && left.gives(&hand.counts) {
                reached[place] = self.dealt(hand, plan[place]);
            }
            if reached[place] == 0.0 || game.closes(hand) || !(plan[place].hit || game.must_draw(hand)) {
                continue;
            }
            let share = reached[place] / f64::whole(left.beside(hand).max(1));
            for (value, &child) in hand.next().iter().enumerate() {
                reached[usize::from(child)] += share * f64::whole(left.of(value, hand));
            }
        }
        reached
    }

    /// How often two cards are dealt and neither surrendered, split nor doubled.
    fn dealt(&self, hand: &Hand, play: Play) -> f64 {
        let game = self.board.game;
        let splits = play.split && hand.pair().is_some_and(|pair| game.hands_from(pair) > 1);
        let doubles = play.double && game.may_double(hand, Origin::Dealt, self.board.up);
        let surrenders = play.surrender && game.may_surrender(hand, self.board.up);
        if hand.is_blackjack() || splits || doubles || surrenders { 0.0 } else { self.chance(hand) }
    }

    /// How often two cards are dealt, compared with others.
    fn chance(&self, hand: &Hand) -> f64 {
        let counts = hand.counts.iter().zip(self.board.left.counts);
        let ways = counts.map(|(&held, count)| match held {
            0 => 1.0,
            1 => f64::from(count),
            _ => f64::from(count) * (f64::from(count) - 1.0) / 2.0,
        });
        ways.product()
    }

    /// Decides between drawing and standing, from the totals that lead to no other to those that lead to all. Answers
    /// what every hand is then worth.
    fn draw_or_stand(&mut self, reached: &[f64]) -> Unsplit<N> {
        let mut values = Unsplit::nothing();
        for (row, of_row) in hands().rows() {
            let (mut gain, mut any) = (0.0, 0.0);
            for &at in of_row.iter().filter(|&&at| self.board.left.gives(&hands().get(at).counts)) {
                let place = usize::from(at);
                values.stand[place] = self.board.stand(at, Stake::One).clone();
                values.hit[place] = self.board.hit(at, &values.keep);
                let more = values.hit[place].to_f64() - values.stand[place].to_f64();
                gain += reached[place] * more;
                any += more;
            }
            // A total the chart never comes to is played as most of its hands would be.
            let draws = if gain == 0.0 { any > 0.0 } else { gain > 0.0 };
            for &at in of_row {
                let (place, hand) = (usize::from(at), hands().get(at));
                let draws = !self.board.game.closes(hand) && (draws || self.board.game.must_draw(hand));
                values.keep[place] =
                    if draws { values.hit[place].clone() } else { values.stand[place].clone() };
            }
            *self.chart.cell_mut(*row, self.board.up) = if draws { Letter::Hit } else { Letter::Stand };
        }
        values
    }

    /// Decides on what only two cards may do: doubling and surrender.
    fn two_cards(&mut self, values: &Unsplit<N>) {
        let mut gains = std::collections::BTreeMap::<Row, (f64, f64)>::new();
        for one in 0..VALUES {
            for other in one + 1..VALUES {
                let at = hands().two(one, other);
                let hand = hands().get(at);
                if hand.total < 21 && self.board.left.gives(&hand.counts) {
                    let (double, surrender) = self.gains(at, values);
                    let gain = gains.entry(Row::of(hand)).or_default();
                    *gain = (gain.0 + double, gain.1 + surrender);
                }
            }
        }
        for (row, (double, surrender)) in gains {
            let cell = self.chart.cell_mut(row, self.board.up);
            let hit = *cell == Letter::Hit;
            *cell = Letter::of(Play { surrender: surrender > 0.0, split: false, double: double > 0.0, hit });
        }
    }

    /// What doubling and surrender bring more than playing on, as often as the hand is dealt.
    fn gains(&self, at: HandAt, values: &Unsplit<N>) -> (f64, f64) {
        let (board, hand) = (self.board, hands().get(at));
        let (chance, keep) = (self.chance(hand), values.keep[usize::from(at)].to_f64());
        let double = board.game.may_double(hand, Origin::Dealt, board.up).then(|| board.double(at).to_f64());
        let best = double.map_or(keep, |double| double.max(keep)) - board.always_lost(at).to_f64();
        let surrender = board.surrender(at).map(|surrender| surrender.to_f64());
        (
            double.map_or(0.0, |double| chance * (double - keep)),
            surrender.map_or(0.0, |half| chance * (half - best)),
        )
    }

    fn pairs(&mut self, values: &Unsplit<N>, plan: &[Play], best: &Against<N>, far: &[bool; VALUES]) {
        for (pair, &far) in far.iter().enumerate() {
            if self.board.left.gives(&hands().get(hands().two(pair, pair)).counts) {
                if self.splits[pair].is_none() {
                    self.splits[pair].clone_from(&best.splits[pair]);
                }
                let letter = self.pair(pair, values, plan, far);
                *self.chart.cell_mut(Row::Pair(pair), self.board.up) = letter;
            }
        }
    }

    fn pair(&mut self, pair: usize, values: &Unsplit<N>, plan: &[Play], far: bool) -> Letter {
        let (board, at) = (self.board, hands().two(pair, pair));
        let (hand, place, lost) = (hands().get(at), usize::from(at), board.always_lost(at));
        let mut choice = Play { hit: values.draws(at), ..Play::default() };
        let keep = if choice.hit || board.game.must_draw(hand) { &values.hit } else { &values.stand };
        let mut best = keep[place].clone() - &lost;
        let mut improves = |value: Option<N>| match value {
            Some(value) if value > best => {
                best = value;
                true
            }
            _ => false,
        };
        let doubled = board.game.may_double(hand, Origin::Dealt, board.up).then(|| board.double(at) - &lost);
        choice.double = improves(doubled);
        choice.split = !far && improves(board.split(at, plan, &mut self.splits, None));
        choice.surrender = improves(board.surrender(at));
        Letter::of(choice)
    }
}

/// The pairs that best play is far from splitting.
fn far_from_splitting<N: Number>(best: &Against<N>) -> [bool; VALUES] {
    let mut far = [false; VALUES];
    for first in &best.first {
        if let Some(pair) = hands().get(first.hand).pair() {
            let split = first.decisions.split.as_ref().map(Number::to_f64);
            far[pair] = split.is_none_or(|split| split < first.value.to_f64() - FAR);
        }
    }
    far
}
