//! The best chart: basic strategy, found from the exact values of the hands it stands for.
//!
//! A cell stands for every hand of its total. How much more drawing brings than standing is summed over those hands,
//! each as often as the chart itself leads to it; since the chart decides how often, this is done until it stays.

use crate::chart::{Chart, Letter, Row};
use crate::game::Origin;
use crate::hands::{BUST, HandAt, VALUES, hands};
use crate::number::Number;
use crate::plan::Play;
use crate::split::Splitting;
use crate::table::Table;
use crate::unsplit::{Board, By, Stake, Unsplit};

/// How often a chart is drawn up anew before it is taken as it is; two or three times are usual.
const ROUNDS: usize = 8;

impl<N: Number> Table<'_, N> {
    /// The best chart for this game and shoe.
    #[must_use]
    pub fn basic_strategy(&self) -> Chart {
        let mut chart = Chart::new(|row, _| Some(if is_low(row) { Letter::Hit } else { Letter::Stand }))
            .expect("every cell is given and none splits");
        for up in 0..VALUES {
            if let Some(board) = self.board(up) {
                Column { board, chart: &mut chart }.find();
            }
        }
        chart
    }
}

/// What a player would begin with: draw to 12 or soft 18.
fn is_low(row: Row) -> bool {
    match row {
        Row::Hard(total) => total < 12,
        Row::Soft(total) => total < 18,
        Row::Pair(value) => value < 6,
    }
}

/// The column of one up card.
struct Column<'b, 'g, N> {
    board: &'b Board<'g, N>,
    chart: &'b mut Chart,
}

impl<N: Number> Column<'_, '_, N> {
    fn find(&mut self) {
        for _ in 0..ROUNDS {
            let before = self.chart.clone();
            let reached = self.reached();
            self.draw_or_stand(&reached);
            self.two_cards();
            if *self.chart == before {
                break;
            }
        }
    }

    fn plan(&self) -> Vec<Play> {
        let play = |hand: &crate::Hand| match hand.cards {
            0 | 1 => Play::default(),
            _ => self.chart.play(hand, self.board.up),
        };
        hands().all().iter().map(play).collect()
    }

    /// How often each hand comes to the choice between drawing and standing.
    fn reached(&self) -> Vec<f64> {
        let (plan, game, left) = (self.plan(), self.board.game, &self.board.left);
        let mut reached = vec![0.0; hands().len()];
        for (place, hand) in hands().all().iter().enumerate() {
            if hand.cards < 2 || !left.gives(&hand.counts) {
                continue;
            }
            if hand.cards == 2 {
                reached[place] = self.dealt(hand, plan[place]);
            }
            if game.closes(hand) || !(plan[place].hit || game.must_draw(hand)) {
                continue;
            }
            let rest = f64::whole(left.beside(hand).max(1));
            for (value, &child) in hand.child.iter().enumerate() {
                if child != BUST {
                    let next = reached[place] * f64::whole(left.of(value, hand)) / rest;
                    reached[usize::from(child)] += next;
                }
            }
        }
        reached
    }

    /// How often two cards are dealt and neither surrendered, split nor doubled.
    fn dealt(&self, hand: &crate::Hand, play: Play) -> f64 {
        let game = self.board.game;
        let natural = hand.total == 21;
        let splits = play.split && hand.pair().is_some_and(|pair| game.hands_from(pair) > 1);
        let doubles = play.double && game.may_double(hand, Origin::Dealt, 0);
        let surrenders = play.surrender && game.may_surrender(self.board.up);
        if natural || splits || doubles || surrenders { 0.0 } else { self.chance(hand) }
    }

    fn chance(&self, hand: &crate::Hand) -> f64 {
        let counts = hand.counts.iter().zip(self.board.left.counts);
        let ways = counts.map(|(&held, count)| match held {
            0 => 1.0,
            1 => f64::from(count),
            _ => f64::from(count) * (f64::from(count) - 1.0) / 2.0,
        });
        ways.product()
    }

    /// Decides between drawing and standing, from the totals that lead to no other to those that lead to all.
    fn draw_or_stand(&mut self, reached: &[f64]) {
        let order = (11..=20).rev().map(Row::Hard).chain((12..=20).rev().map(Row::Soft));
        let order: Vec<Row> = order.chain((4..=10).rev().map(Row::Hard)).collect();
        let mut keep: Vec<N> = vec![N::zero(); hands().len()];
        self.stand_at_21(&mut keep);
        for row in order {
            let of_row = || {
                hands()
                    .all()
                    .iter()
                    .enumerate()
                    .filter(move |(_, hand)| hand.cards >= 2 && Row::of(hand) == row)
            };
            let mut gain = 0.0;
            let mut values = Vec::new();
            let mut any = 0.0;
            for (place, hand) in of_row().filter(|(_, hand)| self.board.left.gives(&hand.counts)) {
                let at = HandAt::try_from(place).expect("a hand");
                let stand = self.board.stand(at, Stake::One);
                let hit = self.board.hit(at, &keep);
                let more = hit.to_f64() - stand.to_f64();
                gain += reached[place] * more;
                any += more;
                values.push((place, hit, stand));
            }
            // A total the chart never comes to is played as most of its hands would be.
            let draws = if gain == 0.0 { any > 0.0 } else { gain > 0.0 };
            for (place, hit, stand) in values {
                let must = self.board.game.must_draw(&hands().all()[place]);
                keep[place] = if draws || must { hit } else { stand };
            }
            *self.chart.cell_mut(row, self.board.up) = if draws { Letter::Hit } else { Letter::Stand };
        }
    }

    fn stand_at_21(&self, keep: &mut [N]) {
        for (place, hand) in hands().all().iter().enumerate().filter(|(_, hand)| hand.total == 21) {
            if self.board.left.gives(&hand.counts) {
                keep[place] = self.board.stand(HandAt::try_from(place).expect("a hand"), Stake::One);
            }
        }
    }

    /// Decides on what only two cards may do: doubling, surrender, splitting.
    fn two_cards(&mut self) {
        let values = Unsplit::new(self.board, By::Plan(&self.plan()));
        for row in Row::all() {
            match row {
                Row::Pair(_) => {}
                Row::Hard(_) | Row::Soft(_) => self.total(row, &values),
            }
        }
        let plan = self.plan();
        for pair in 0..VALUES {
            self.pair(pair, &values, &plan);
        }
    }

    fn total(&mut self, row: Row, values: &Unsplit<N>) {
        let (board, up) = (self.board, self.board.up);
        let (mut double_gain, mut surrender_gain) = (0.0, 0.0);
        let of_row = |hand: &&crate::Hand| {
            hand.cards == 2 && Row::of(hand) == row && hand.pair().is_none() && hand.total < 21
        };
        for hand in hands().all().iter().filter(of_row).filter(|hand| board.left.gives(&hand.counts)) {
            let at = hands().find(&hand.counts).expect("a hand of the table");
            let (chance, keep) = (self.chance(hand), values.keep[usize::from(at)].to_f64());
            let mut best = keep;
            if board.game.may_double(hand, Origin::Dealt, 0) {
                let double = board.double(at).to_f64();
                double_gain += chance * (double - keep);
                best = best.max(double);
            }
            if let Some(surrender) = board.surrender(at, false) {
                surrender_gain += chance * (surrender.to_f64() - (best - board.always_lost(at).to_f64()));
            }
        }
        let cell = self.chart.cell_mut(row, up);
        let hit = *cell == Letter::Hit;
        *cell = Letter::of(Play {
            surrender: surrender_gain > 0.0,
            split: false,
            double: double_gain > 0.0,
            hit,
        });
    }

    fn pair(&mut self, pair: usize, values: &Unsplit<N>, plan: &[Play]) {
        let (board, at) = (self.board, hands().two(pair, pair));
        let hand = hands().get(at);
        if !board.left.gives(&hand.counts) {
            return;
        }
        let place = usize::from(at);
        let mut best = values.keep[place].clone();
        let mut play = Play { hit: values.draws(at), ..Play::default() };
        best = if play.hit && values.hit[place] > best { values.hit[place].clone() } else { best };
        if board.game.may_double(hand, Origin::Dealt, 0) {
            let double = board.double(at);
            if double > best {
                (best, play.double) = (double, true);
            }
        }
        if board.game.hands_from(pair) > 1 {
            let split = Splitting::new(board, pair, board.game.hands_from(pair), plan);
            if split.at_most() > best {
                let value = split.value();
                if value > best {
                    (best, play.split) = (value, true);
                }
            }
        }
        let best = best - &board.always_lost(at);
        play.surrender = board.surrender(at, false).is_some_and(|surrender| surrender > best);
        *self.chart.cell_mut(Row::Pair(pair), board.up) = Letter::of(play);
    }
}
