//! What a hand is worth that stands, against every hand the dealer can finish with.

use rulebook::Tie;

use crate::dealer::{Finish, Finishes, MOST_DRAWN, OUTCOMES, finishes};
use crate::falling::Left;
use crate::game::{Game, blackjack_card};
use crate::hands::{Hand, LOW, VALUES, group, hands};
use crate::number::Number;

/// How many classes of standing hands there are: under 17, and 17 to 21.
pub(crate) const CLASSES: usize = 6;

/// What a stake of one loses against each total of the dealer, compared with winning: nothing where it wins.
pub(crate) struct Shortfall<N>(pub(crate) [[N; OUTCOMES]; CLASSES]);

impl<N: Number> Shortfall<N> {
    pub(crate) fn of(game: &Game) -> Shortfall<N> {
        let win: N = payout(game.win_pays);
        let against = |class: usize, outcome: usize| {
            // Class 1 is 17, outcome 0 is 17.
            match class.cmp(&(outcome + 1)) {
                std::cmp::Ordering::Greater => N::zero(),
                std::cmp::Ordering::Equal if game.tie == Tie::Push => win.clone(),
                std::cmp::Ordering::Equal | std::cmp::Ordering::Less => win.clone() + &N::whole(1),
            }
        };
        Shortfall(std::array::from_fn(|class| std::array::from_fn(|outcome| against(class, outcome))))
    }
}

/// A payout as a number.
pub(crate) fn payout<N: Number>(payout: vocabulary::Payout) -> N {
    let (pays, to) = payout.sides();
    N::fraction(i64::from(pays), i64::from(to))
}

/// The chance that the next card completes a dealer blackjack, for a hand beside the up card.
pub(crate) fn blackjack_chance<N: Number>(left: &Left<N>, up: usize, hand: &Hand) -> N {
    match blackjack_card(up) {
        Some(card) if left.beside(hand) > 0 => N::fraction(left.of(card, hand).max(0), left.beside(hand)),
        _ => N::zero(),
    }
}

/// The value of standing with every hand on one unit, dealer blackjacks left out of account.
pub(crate) fn stand_values<N: Number>(game: &Game, left: &Left<N>, up: usize) -> Vec<N> {
    let hands = hands();
    let shortfall = Shortfall::of(game);
    let win = payout::<N>(game.win_pays);
    let sums = DealerSums::new(finishes(up, game.soft_17), left, None);
    let low_rows: Vec<Option<Vec<N>>> = hands.lows.iter().map(|low| sums.low_row(low)).collect();
    let mut values = vec![N::zero(); hands.len()];
    let mut at = 0;
    let mut high = (u16::MAX, Vec::new());
    while at < hands.grouped.len() {
        let first = hands.get(hands.grouped[at]);
        let key = group(first);
        let end = at + hands.grouped[at..].iter().take_while(|&&h| group(hands.get(h)) == key).count();
        if high.0 != key.0 {
            high = (key.0, sums.high_row(&hands.highs[usize::from(key.0)]).unwrap_or_default());
        }
        if !high.1.is_empty() && left.beside(first) >= 0 {
            let scale = sums.scale_per_draw(first, &shortfall.0[key.2]);
            let weights = sums.weights(key.2, &high.1, &scale);
            for &place in &hands.grouped[at..end] {
                let hand = hands.get(place);
                let Some(low) = &low_rows[usize::from(hand.low)] else { continue };
                let whole = N::whole(1) - &blackjack_chance(left, up, hand);
                values[usize::from(place)] = whole * &win - &N::dot(&weights, low);
            }
        }
        at = end;
    }
    values
}

/// Sums over the dealer's finished hands on one up card. One value may be left aside, to be weighed by the caller.
pub(crate) struct DealerSums<'a, N> {
    finishes: &'static Finishes,
    left: &'a Left<N>,
    aside: Option<usize>,
    ways: [Vec<N>; OUTCOMES],
}

/// What multiplies a finished hand: by its total, how many cards of the value left aside it drew, how many in all.
pub(crate) type Scale<N> = Vec<N>;

const ASIDE: usize = 16;

pub(crate) fn scale_at(outcome: usize, aside: usize, drawn: usize) -> usize {
    (outcome * ASIDE + aside) * (MOST_DRAWN + 1) + drawn
}

pub(crate) fn no_scale<N: Number>() -> Scale<N> {
    vec![N::zero(); OUTCOMES * ASIDE * (MOST_DRAWN + 1)]
}

impl<'a, N: Number> DealerSums<'a, N> {
    pub(crate) fn new(
        finishes: &'static Finishes,
        left: &'a Left<N>,
        aside: Option<usize>,
    ) -> DealerSums<'a, N> {
        let ways = |list: &Vec<Finish>| list.iter().map(|finish| N::whole(i64::from(finish.ways))).collect();
        DealerSums { finishes, left, aside, ways: std::array::from_fn(|from| ways(&finishes.from[from])) }
    }

    /// The ways to draw the low part of each finished hand beside these low cards; `None` if the shoe lacks those.
    pub(crate) fn low_row(&self, low: &[u8; LOW]) -> Option<Vec<N>> {
        self.row(&self.finishes.lows, low, 0)
    }

    /// The same for the high part.
    pub(crate) fn high_row(&self, high: &[u8; VALUES - LOW]) -> Option<Vec<N>> {
        self.row(&self.finishes.highs, high, LOW)
    }

    fn row<const K: usize>(&self, parts: &[[u8; K]], held: &[u8; K], first: usize) -> Option<Vec<N>> {
        let aside = self.aside.and_then(|value| value.checked_sub(first)).filter(|&value| value < K);
        let left = self.left;
        let within = |value: usize| u32::from(held[value]) <= left.counts[first + value];
        if !(0..K).all(|value| aside == Some(value) || within(value)) {
            return None;
        }
        let rows: [&[N]; K] = std::array::from_fn(|value| left.row(first + value, held[value]));
        let product = |part: &[u8; K]| {
            let mut ways: Option<N> = None;
            for value in (0..K).filter(|&value| part[value] > 0 && aside != Some(value)) {
                let factor = &rows[value][usize::from(part[value])];
                ways = Some(ways.map_or_else(|| factor.clone(), |ways| ways * factor));
            }
            ways.unwrap_or_else(|| N::whole(1))
        };
        Some(parts.iter().map(product).collect())
    }

    /// For hands of as many cards as this one: the falling factorial of the whole under every draw.
    fn scale_per_draw(&self, hand: &Hand, shortfall: &[N; OUTCOMES]) -> Scale<N> {
        let mut scale = no_scale();
        let mut orders = N::whole(1);
        for drawn in 0..=MOST_DRAWN {
            for (outcome, short) in shortfall.iter().enumerate() {
                scale[scale_at(outcome, 0, drawn)] = short.clone() * &orders;
            }
            let rest = self.left.beside(hand) - i64::try_from(drawn).expect("a small number");
            if rest <= 0 {
                break;
            }
            orders = orders / &N::whole(rest);
        }
        scale
    }

    /// The sum over the high parts: for each low part what multiplies the ways to draw it.
    pub(crate) fn weights(&self, class: usize, high: &[N], scale: &[N]) -> Vec<N> {
        let mut weights = vec![N::zero(); self.finishes.lows.len()];
        let from = class.saturating_sub(1);
        for (finish, ways) in self.finishes.from[from].iter().zip(&self.ways[from]) {
            let aside = match self.aside {
                None => 0,
                Some(value) if value < LOW => self.finishes.lows[usize::from(finish.low)][value],
                Some(value) => self.finishes.highs[usize::from(finish.high)][value - LOW],
            };
            let scale =
                &scale[scale_at(usize::from(finish.outcome), usize::from(aside), usize::from(finish.drawn))];
            weights[usize::from(finish.low)] +=
                &(ways.clone() * &high[usize::from(finish.high)] * scale);
        }
        weights
    }
}
