//! One hand between two cards: what each decision is worth with the cards that are left.

use crate::first::Decisions;
use crate::game::{Game, Origin};
use crate::hands::{Counts, LETTERS, VALUES, hands};
use crate::number::Number;
use crate::shoe::{Shoe, Unfit};
use crate::table::Splits;
use crate::unsplit::{Board, By, Unsplit};

/// What each decision on a hand is worth, played on as well as can be, in original wagers. `shoe` holds the cards not
/// seen otherwise: the hand's own and the up card are taken out of it here.
///
/// ```
/// use odds::{Game, Shoe, decide};
/// let game = Game::of(&rulebook::Rules::of("macau").expect("one of the five"));
/// let shoe = Shoe::full(vocabulary::Deck::Standard52, 6);
/// let eleven = [0, 0, 0, 0, 1, 1, 0, 0, 0, 0];
/// let against_six = decide::<f64>(&game, &shoe, &eleven, 5)?;
/// assert_eq!(against_six.best(), against_six.double);
/// # Ok::<(), odds::Unfit>(())
/// ```
///
/// # Errors
///
/// When the shoe lacks the cards, or they are no hand that is still to be played.
pub fn decide<N: Number>(game: &Game, shoe: &Shoe, cards: &Counts, up: usize) -> Result<Decisions<N>, Unfit> {
    N::decide(game, shoe, cards, up)
}

pub(crate) fn decisions<N: Number>(
    game: &Game,
    shoe: &Shoe,
    cards: &Counts,
    up: usize,
) -> Result<Decisions<N>, Unfit> {
    let at = hands().find(cards).ok_or(Unfit::Bust)?;
    let hand = hands().get(at);
    if hand.cards < 2 {
        return Err(Unfit::NoHand { cards: hand.cards });
    }
    let missing = (0..VALUES).find(|&value| {
        let wanted = u32::from(cards[value]) + u32::from(value == up);
        wanted > shoe.counts()[value]
    });
    if let Some(value) = missing {
        return Err(Unfit::Missing { value: LETTERS[value], left: shoe.counts()[value] });
    }
    let pair = hand.pair().filter(|&pair| game.hands_from(pair) > 1);
    // A pair may become whatever one of its cards can.
    let mut held = *cards;
    if let Some(pair) = pair {
        held[pair] = 1;
    }
    let Some(board) = Board::<N>::holding(game, shoe, up, held) else {
        return Err(Unfit::Missing { value: LETTERS[up], left: 0 });
    };
    let values = Unsplit::new(&board, By::Best);
    let mut decisions = board.decisions(at, &values);
    if hand.cards > 2 {
        (decisions.surrender, decisions.double) = (None, None);
        debug_assert!(!game.may_double(hand, Origin::Dealt, up), "only two cards are doubled");
    }
    if pair.is_some() {
        let plan = board.best_plan(&values);
        decisions.split = board.split(at, &plan, &mut Splits::default(), None);
    }
    Ok(decisions)
}
