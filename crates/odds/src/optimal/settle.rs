//! What finished hands bring against the dealer's.

use rulebook::Tie;

use crate::game::{Game, Loss};
use crate::number::Number;
use crate::optimal::dealer::Chances;
use crate::optimal::round::{Finished, Round};
use crate::stand::payout;

/// What a dealer's hand comes to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Dealer {
    /// 17 to 21.
    Total(u8),
    Bust,
    Blackjack,
}

impl Dealer {
    /// All of them, in the order chances of them are listed.
    pub(super) const ALL: [Dealer; 7] = [
        Dealer::Total(17),
        Dealer::Total(18),
        Dealer::Total(19),
        Dealer::Total(20),
        Dealer::Total(21),
        Dealer::Bust,
        Dealer::Blackjack,
    ];

    /// What has a chance at all.
    pub(super) fn with<N: Number>(chances: Chances<N>) -> impl Iterator<Item = (Dealer, N)> {
        Dealer::ALL.into_iter().zip(chances).filter(|(_, chance)| *chance != N::zero())
    }
}

/// What a finished hand brings.
pub(super) enum Brings<N> {
    /// So many original wagers, whatever the other hands bring.
    Alone(N),
    /// With all hands like it together, the loss of one.
    OneForAll,
}

/// The net result of a round, in original wagers.
pub(super) fn net<N: Number>(game: &Game, round: &Round, dealer: Dealer) -> N {
    let (mut net, mut one_for_all) = (N::zero(), N::zero());
    for hand in round.finished() {
        match brings(game, *hand, round, dealer) {
            Brings::Alone(more) => net += &more,
            Brings::OneForAll => one_for_all = N::whole(1),
        }
    }
    net - &one_for_all
}

/// What a hand brings.
pub(super) fn brings<N: Number>(game: &Game, hand: Finished, round: &Round, dealer: Dealer) -> Brings<N> {
    match dealer {
        Dealer::Total(total) => Brings::Alone(against(game, hand, total)),
        Dealer::Bust => Brings::Alone(against(game, hand, 0)),
        // A dealer who looks has ended the round, and two blackjacks tie.
        Dealer::Blackjack if game.looks && round.blackjack => Brings::Alone(N::zero()),
        Dealer::Blackjack => against_blackjack(game, hand, round.is_split()),
    }
}

/// Against a dealer's total, or 0 if he is bust.
fn against<N: Number>(game: &Game, hand: Finished, dealer: u8) -> N {
    let units = N::whole(hand.units.into());
    match hand.class.map(|class| (class + 16).cmp(&dealer)) {
        Some(std::cmp::Ordering::Greater) => units * &payout(game.win_pays),
        Some(std::cmp::Ordering::Equal) if game.tie == Tie::Push => N::zero(),
        Some(std::cmp::Ordering::Equal | std::cmp::Ordering::Less) | None => -units,
    }
}

fn against_blackjack<N: Number>(game: &Game, hand: Finished, split: bool) -> Brings<N> {
    let units = N::whole(hand.units.into());
    let plain = !split && hand.units == 1;
    let ties = hand.class == Some(5) && if plain { game.plain_21_ties } else { game.split_21_ties };
    match (hand.class, game.loss) {
        _ if ties => Brings::Alone(if game.tie == Tie::Push { N::zero() } else { -units }),
        (_, Loss::Original) | (Some(_), Loss::BustedPlusOne) => Brings::OneForAll,
        (Some(_), Loss::PerHand) => Brings::Alone(N::whole(-1)),
        (None, Loss::BustedPlusOne | Loss::PerHand) | (_, Loss::All) => Brings::Alone(-units),
    }
}
