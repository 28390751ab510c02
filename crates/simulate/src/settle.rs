//! Who is paid: the hands of one seat against the dealer's finished hand.

use rulebook::DealerBlackjackLoss;

use crate::laws::Laws;
use crate::net::Net;

/// A hand that takes no more cards.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Done {
    /// Its total; 22 when bust.
    pub(crate) points: u8,
    pub(crate) doubled: bool,
    pub(crate) split: bool,
    /// A blackjack.
    pub(crate) natural: bool,
}

impl Done {
    pub(crate) const BLANK: Done = Done { points: 0, doubled: false, split: false, natural: false };

    pub(crate) const fn is_bust(self) -> bool {
        self.points > 21
    }

    const fn units(self) -> u8 {
        if self.doubled { 2 } else { 1 }
    }

    /// Whether it ties a dealer blackjack without being one.
    const fn ties_blackjack(self, laws: &Laws) -> bool {
        let plain = !self.doubled && !self.split;
        self.points == 21 && if plain { laws.plain_21_ties } else { laws.split_21_ties }
    }
}

/// The dealer's finished hand, as far as it was drawn.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Dealer {
    /// His total; 22 when bust.
    pub(crate) points: u8,
    pub(crate) cards: u8,
    pub(crate) blackjack: bool,
}

impl Dealer {
    pub(crate) const fn is_bust(self) -> bool {
        self.points > 21
    }
}

/// What the hands of one seat come to.
pub(crate) fn settle(laws: &Laws, hands: &[Done], dealer: Dealer) -> Net {
    if dealer.blackjack { against_blackjack(laws, hands) } else { by_totals(laws, hands, dealer) }
}

fn by_totals(laws: &Laws, hands: &[Done], dealer: Dealer) -> Net {
    let (mut lost, mut won) = (0, 0);
    for hand in hands {
        if hand.natural {
            return Net::BLACKJACK;
        }
        if hand.is_bust() {
            lost += 2 * hand.units();
        } else if dealer.is_bust() || hand.points > dealer.points {
            won += hand.units();
        } else if hand.points < dealer.points || laws.tie_loses {
            lost += 2 * hand.units();
        }
    }
    Net::new(lost, won)
}

/// A dealer blackjack: how much is lost is the reading chosen at the table.
fn against_blackjack(laws: &Laws, hands: &[Done]) -> Net {
    let (mut lost, mut alive, mut bust) = (0, 0, 0);
    for hand in hands.iter().filter(|hand| !hand.natural) {
        if hand.ties_blackjack(laws) {
            lost += if laws.tie_loses { 2 * hand.units() } else { 0 };
        } else if laws.loss == DealerBlackjackLoss::All {
            lost += 2 * hand.units();
        } else if hand.is_bust() {
            bust += 2 * hand.units();
        } else {
            alive += 1;
        }
    }
    lost += match laws.loss {
        DealerBlackjackLoss::All => 0,
        DealerBlackjackLoss::OriginalOnly => 2 * u8::from(alive > 0 || bust > 0),
        DealerBlackjackLoss::BustedPlusOne => bust + 2 * u8::from(alive > 0),
        DealerBlackjackLoss::PerHand => bust + 2 * alive,
    };
    Net::new(lost, 0)
}
