//! A rule book as the analysis needs it: what a hand may do, and what it is paid.

use rulebook::{
    CloseAt21, DealerBlackjackLoss, DoubleOn, DoubleOn21, HoleCard, PayBlackjack, Rules, Soft17, SplitBy,
    Surrender, SurrenderAgainst, Tie,
};
use vocabulary::Payout;

use crate::hands::{ACE, Hand, TEN};

/// The rules of a game, as far as the value of its main wager rests on them.
#[expect(clippy::struct_excessive_bools, reason = "each is a rule of its own, named as in the rule book")]
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Game {
    /// Whether the dealer looks for a blackjack before hands are played.
    pub(crate) looks: bool,
    pub(crate) soft_17: Soft17,
    pub(crate) loss: Loss,
    pub(crate) win_pays: Payout,
    pub(crate) blackjack_pays: Payout,
    pub(crate) pay_blackjack: PayBlackjack,
    pub(crate) tie: Tie,
    pub(crate) plain_21_ties: bool,
    pub(crate) split_21_ties: bool,
    pub(crate) surrender: Surrender,
    pub(crate) surrender_against: SurrenderAgainst,
    pub(crate) surrender_blackjack: bool,
    pub(crate) even_money: bool,
    pub(crate) insurance_pays: Payout,
    pub(crate) double_on: DoubleOn,
    pub(crate) double_on_21: DoubleOn21,
    pub(crate) double_after_split: bool,
    pub(crate) double_after_unlike_tens: bool,
    pub(crate) split_by: SplitBy,
    pub(crate) max_hands: u8,
    pub(crate) split_aces: bool,
    pub(crate) resplit_aces: bool,
    pub(crate) draw_on_split_aces: bool,
    pub(crate) close_at_21: CloseAt21,
    pub(crate) must_draw_below: u8,
}

/// What a dealer blackjack takes, as the analysis sees it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Loss {
    /// One original wager, whatever was done: the dealer looked first, or only the original bet is lost.
    Original,
    /// What bust, and one original wager for all hands alive.
    BustedPlusOne,
    /// What bust, and one original wager for each hand alive.
    PerHand,
    /// Everything.
    All,
}

/// Whether a hand is what was dealt, or came from a split.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Origin {
    /// As dealt.
    Dealt,
    /// From a pair of this value.
    Split(usize),
}

impl Game {
    /// The game of these rules.
    #[must_use]
    pub fn of(rules: &Rules) -> Game {
        let looks = rules.hole_card() == HoleCard::Peek;
        let loss = match rules.dealer_blackjack_loss() {
            _ if looks => Loss::Original,
            DealerBlackjackLoss::OriginalOnly => Loss::Original,
            DealerBlackjackLoss::BustedPlusOne => Loss::BustedPlusOne,
            DealerBlackjackLoss::PerHand => Loss::PerHand,
            DealerBlackjackLoss::All => Loss::All,
        };
        let ties = !rules.blackjack_beats_21() && !looks;
        Game {
            looks,
            soft_17: rules.soft_17(),
            loss,
            win_pays: rules.win_pays(),
            blackjack_pays: rules.blackjack_pays(),
            pay_blackjack: rules.pay_blackjack(),
            tie: rules.tie(),
            plain_21_ties: ties,
            split_21_ties: ties && !rules.blackjack_beats_split_21(),
            surrender: rules.surrender(),
            surrender_against: rules.surrender_against(),
            surrender_blackjack: rules.surrender_blackjack(),
            even_money: rules.even_money(),
            insurance_pays: rules.insurance_pays(),
            double_on: rules.double_on(),
            double_on_21: rules.double_on_21(),
            double_after_split: rules.double_after_split(),
            double_after_unlike_tens: rules.double_after_unlike_ten_split(),
            split_by: rules.split_by(),
            max_hands: rules.max_hands(),
            split_aces: rules.split_aces(),
            resplit_aces: rules.resplit_aces(),
            draw_on_split_aces: rules.draw_on_split_aces(),
            close_at_21: rules.close_at_21(),
            must_draw_below: rules.forced_draw_below(),
        }
    }

    /// Whether this hand may be doubled against an up card; a blackjack only while it is not paid.
    pub(crate) fn may_double(&self, hand: &Hand, origin: Origin, up: usize) -> bool {
        let open = match origin {
            Origin::Dealt => !(hand.is_blackjack() && self.pays_blackjack_at_once(up)),
            Origin::Split(value) => value != ACE && self.double_after_split && !self.closes(hand),
        };
        if hand.cards != 2 || !open {
            return false;
        }
        let on_21 = match self.double_on_21 {
            DoubleOn21::Never => false,
            DoubleOn21::SplitOnly => origin != Origin::Dealt,
            DoubleOn21::Any => true,
        };
        let in_range = match self.double_on {
            DoubleOn::Any => true,
            DoubleOn::Hard { from, to } => !hand.soft && (from..=to).contains(&hand.total),
        };
        in_range && (hand.total != 21 || on_21)
    }

    /// Whether the hand takes no more cards because it has 21.
    pub(crate) fn closes(&self, hand: &Hand) -> bool {
        hand.total == 21
            && match self.close_at_21 {
                CloseAt21::All => true,
                CloseAt21::SoftOnly => hand.soft,
                CloseAt21::None => false,
            }
    }

    /// Whether a blackjack is paid before anything can be done with it.
    pub(crate) fn pays_blackjack_at_once(&self, up: usize) -> bool {
        self.pay_blackjack == PayBlackjack::Immediate && blackjack_card(up).is_none()
    }

    /// Whether a dealer blackjack ends the round with a tie, before anything can be done with the hand, if it is as dealt.
    pub(crate) fn ties_when_looked_for(&self, hand: &Hand) -> bool {
        self.looks && hand.is_blackjack()
    }

    /// Whether the hand may not stand.
    pub(crate) fn must_draw(&self, hand: &Hand) -> bool {
        hand.total < self.must_draw_below
    }

    /// How many hands a pair of this value may come to; 1 when it may not be split.
    pub(crate) fn hands_from(&self, pair: usize) -> u8 {
        match pair {
            ACE if !self.split_aces => 1,
            ACE if !self.resplit_aces => self.max_hands.min(2),
            _ => self.max_hands,
        }
    }

    /// Whether split hands of this value get one card and no more.
    pub(crate) fn one_card_each(&self, pair: usize) -> bool {
        pair == ACE && !self.draw_on_split_aces
    }

    /// Whether half the wager may be given up with this hand, as dealt, against this up card.
    pub(crate) fn may_surrender(&self, hand: &Hand, up: usize) -> bool {
        let blackjack = self.surrender_blackjack && !self.pays_blackjack_at_once(up);
        self.surrender != Surrender::None
            && (blackjack || !hand.is_blackjack())
            && match self.surrender_against {
                SurrenderAgainst::Any => true,
                SurrenderAgainst::NotAce => up != ACE,
                SurrenderAgainst::Ten => up == TEN,
            }
    }

    /// Whether a 21 that is no blackjack ties a dealer blackjack.
    pub(crate) fn ties_blackjack(&self, hand: &Hand, plain: bool) -> bool {
        hand.total == 21 && if plain { self.plain_21_ties } else { self.split_21_ties }
    }
}

/// The card that completes a dealer blackjack on this up card.
pub(crate) fn blackjack_card(up: usize) -> Option<usize> {
    match up {
        ACE => Some(TEN),
        TEN => Some(ACE),
        _ => None,
    }
}
