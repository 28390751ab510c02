//! The settings a round is played by, flat.

use rulebook::{
    CloseAt21, DealerBlackjackLoss, DoubleOn, DoubleOn21, HoleCard, Insurance, PayBlackjack, Rules, Soft17,
    SplitBy, Surrender, SurrenderAgainst, SurrenderWindow, Tie,
};

use crate::hands::{ACE, TEN};

/// What the kernel asks of a rule book.
#[expect(clippy::struct_excessive_bools, reason = "each is a rule of its own, named as in the rule book")]
#[derive(Clone, Copy, Debug)]
pub(crate) struct Laws {
    pub(crate) peek: bool,
    pub(crate) shared: bool,
    pub(crate) hit_soft_17: bool,
    pub(crate) loss: DealerBlackjackLoss,
    pub(crate) tie_loses: bool,
    pub(crate) plain_21_ties: bool,
    pub(crate) split_21_ties: bool,
    pub(crate) surrender: Surrender,
    pub(crate) surrender_against: SurrenderAgainst,
    pub(crate) surrender_in_turn: bool,
    pub(crate) surrender_blackjack: bool,
    pub(crate) insurance: bool,
    pub(crate) even_money: bool,
    pub(crate) pays_blackjack_at_once: bool,
    pub(crate) draws_without_effect: bool,
    pub(crate) double_on: DoubleOn,
    pub(crate) double_on_21: DoubleOn21,
    pub(crate) double_after_split: bool,
    pub(crate) double_after_unlike_tens: bool,
    pub(crate) split_by_rank: bool,
    pub(crate) max_hands: u8,
    pub(crate) split_aces: bool,
    pub(crate) resplit_aces: bool,
    pub(crate) draw_on_split_aces: bool,
    pub(crate) close_at_21: CloseAt21,
    pub(crate) must_draw_below: u8,
}

impl Laws {
    pub(crate) fn of(rules: &Rules) -> Laws {
        let ties = !rules.blackjack_beats_21();
        Laws {
            peek: rules.hole_card() == HoleCard::Peek,
            shared: rules.shared_hand(),
            hit_soft_17: rules.soft_17() == Soft17::Hit,
            loss: rules.dealer_blackjack_loss(),
            tie_loses: rules.tie() == Tie::Lose,
            plain_21_ties: ties,
            split_21_ties: ties && !rules.blackjack_beats_split_21(),
            surrender: rules.surrender(),
            surrender_against: rules.surrender_against(),
            surrender_in_turn: rules.surrender_window() == SurrenderWindow::Decision,
            surrender_blackjack: rules.surrender_blackjack(),
            insurance: rules.insurance() != Insurance::None,
            even_money: rules.even_money(),
            pays_blackjack_at_once: rules.pay_blackjack() == PayBlackjack::Immediate,
            draws_without_effect: rules.dealer_draws_without_effect(),
            double_on: rules.double_on(),
            double_on_21: rules.double_on_21(),
            double_after_split: rules.double_after_split(),
            double_after_unlike_tens: rules.double_after_unlike_ten_split(),
            split_by_rank: rules.split_by() == SplitBy::Rank,
            max_hands: rules.max_hands().clamp(1, 4),
            split_aces: rules.split_aces(),
            resplit_aces: rules.resplit_aces(),
            draw_on_split_aces: rules.draw_on_split_aces(),
            close_at_21: rules.close_at_21(),
            must_draw_below: rules.forced_draw_below(),
        }
    }

    /// Whether half may be given up against this up card, before or after the dealer looks.
    pub(crate) fn surrender_open(&self, up: u8) -> bool {
        match self.surrender_against {
            SurrenderAgainst::Any => true,
            SurrenderAgainst::NotAce => up != ACE,
            SurrenderAgainst::Ten => up == TEN,
        }
    }

    /// Whether a blackjack has something to decide in its turn.
    pub(crate) fn blackjack_may_act(&self, up: u8) -> bool {
        let surrenders = self.surrender_blackjack
            && self.surrender_in_turn
            && self.surrender != Surrender::None
            && self.surrender_open(up);
        surrenders || self.double_on_21 == DoubleOn21::Any
    }

    /// Whether a blackjack is paid before anything is offered: no card of the dealer can touch it.
    pub(crate) fn pays_blackjack_now(&self, up: u8) -> bool {
        self.pays_blackjack_at_once && !may_be_blackjack(up)
    }

    /// Whether a blackjack is paid once the dealer has looked and has none.
    pub(crate) fn pays_blackjack_after_peek(&self, up: u8) -> bool {
        self.pays_blackjack_at_once && !self.blackjack_may_act(up)
    }
}

/// Whether a dealer blackjack starts with this card.
pub(crate) const fn may_be_blackjack(up: u8) -> bool {
    up == ACE || up == TEN
}
