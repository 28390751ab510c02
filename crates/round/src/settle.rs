//! Who is paid: the main wager and insurance. The branches stand in the order of precedence of the rules.

use rulebook::{DealerBlackjackLoss, HoleCard, PayBlackjack, Reason, Tie};
use vocabulary::{Chips, PlayerId, Spot};

use crate::decide::Step;
use crate::event::Event;
use crate::hand::Hand;
use crate::wager::{Bet, Outcome, Small, Wager};

impl Step<'_> {
    pub(crate) fn settle(&mut self, wager: usize, outcome: Outcome, returned: Chips, reason: Reason) {
        let because = self.because(reason);
        self.happen(Event::WagerSettled { wager, outcome, returned, because });
    }

    /// What became of a wager is undone.
    pub(crate) fn reopen(&mut self, wager: usize, reason: Reason) {
        let result = self.round.wagers[wager].result;
        let returned = result.map_or(Chips::ZERO, |result| result.returned);
        self.happen(Event::WagerReopened { wager, returned, because: self.because(reason) });
    }

    fn pay(&mut self, wager: usize, payout: vocabulary::Payout, reason: Reason) {
        let stake = self.round.wagers[wager].at_risk();
        let profit = payout.on(stake, self.rules.payment_rounding());
        self.settle(wager, Outcome::Won, stake + profit, reason);
    }

    fn collect(&mut self, wager: usize, reason: Reason) {
        self.settle(wager, Outcome::Lost, Chips::ZERO, reason);
    }

    fn hand_back(&mut self, wager: usize, outcome: Outcome, reason: Reason) {
        let stake = self.round.wagers[wager].at_risk();
        self.settle(wager, outcome, stake, reason);
    }

    /// A wager under the minimum that is not settled goes back whatever happened to it. True if it is one.
    pub(crate) fn returned_as_small(&mut self, wager: usize) -> bool {
        let small = self.round.wagers[wager].small == Some(Small::Returned);
        if small {
            self.hand_back(wager, Outcome::Returned, Reason::UnderMinimumReturned);
        }
        small
    }

    /// A bust hand loses at once, unless a dealer blackjack may still limit what a player who doubled or split loses.
    pub(crate) fn settle_bust(&mut self, area: usize, hand: usize) {
        let on: Vec<usize> = self.round.live_on(area, Some(hand)).map(|(at, _)| at).collect();
        for wager in on {
            if !self.bust_waits(area, &self.round.wagers[wager]) && !self.returned_as_small(wager) {
                self.collect(wager, Reason::Bust);
            }
        }
    }

    /// Whether some wager on a bust hand waits for the dealer's second card.
    pub(crate) fn any_bust_waits(&self, area: usize, hand: usize) -> bool {
        self.round.live_on(area, Some(hand)).any(|(_, wager)| self.bust_waits(area, wager))
    }

    fn bust_waits(&self, area: usize, wager: &Wager) -> bool {
        let limited = self.rules.dealer_blackjack_loss() == DealerBlackjackLoss::OriginalOnly;
        limited
            && self.rules.hole_card() == HoleCard::None
            && self.round.dealer_may_have_blackjack()
            && (wager.extra > Chips::ZERO || self.has_split(area, wager))
    }

    fn has_split(&self, area: usize, wager: &Wager) -> bool {
        let spot = self.round.areas[area].spot;
        let other_hand = |w: &Wager| w.player == wager.player && w.spot == spot && w.hand != wager.hand;
        self.round.mains().any(|(_, w)| other_hand(w))
    }

    /// Pays every live blackjack of an area.
    pub(crate) fn settle_blackjacks(&mut self, area: usize) {
        let on: Vec<usize> = self.round.live_on(area, Some(0)).map(|(at, _)| at).collect();
        for wager in on {
            if !self.returned_as_small(wager) {
                self.pay(wager, self.rules.blackjack_pays(), Reason::BlackjackWins);
            }
        }
    }

    /// What the dealer's second card decides at once: insurance, side wagers that waited, and without a blackjack of
    /// his the players' blackjacks and bust hands that waited for it.
    pub(crate) fn settle_on_second_card(&mut self) {
        let blackjack = self.round.dealer_has_blackjack();
        for wager in 0..self.round.wagers.len() {
            let Wager { bet, result: None, .. } = self.round.wagers[wager] else { continue };
            match bet {
                Bet::Insurance(_) if blackjack => {
                    self.pay(wager, self.rules.insurance_pays(), Reason::InsuranceWins);
                }
                Bet::Insurance(_) => self.collect(wager, Reason::InsuranceLoses),
                Bet::Side(_) => self.settle_side(wager),
                Bet::Main if !blackjack => self.settle_waiting_main(wager),
                Bet::Main | Bet::Award => {}
            }
        }
    }

    fn settle_waiting_main(&mut self, wager: usize) {
        let Some((_, hand)) = self.hand_of(wager) else { return };
        let bust = hand.total().is_bust();
        let immediate = self.rules.pay_blackjack() == PayBlackjack::Immediate;
        let blackjack = immediate && hand.is_blackjack() && hand.closed.is_some();
        if (!bust && !blackjack) || self.returned_as_small(wager) {
            return;
        }
        if bust {
            self.collect(wager, Reason::Bust);
        } else {
            self.pay(wager, self.rules.blackjack_pays(), Reason::BlackjackWins);
        }
    }

    fn hand_of(&self, wager: usize) -> Option<(usize, &Hand)> {
        let wager = &self.round.wagers[wager];
        let area = self.round.area_of(wager)?;
        self.round.areas[area].hands.get(usize::from(wager.hand)).map(|hand| (area, hand))
    }

    /// Everything that is left, once the dealer is done.
    pub(crate) fn settle_all(&mut self) {
        for wager in 0..self.round.wagers.len() {
            if !self.round.wagers[wager].is_live() || self.returned_as_small(wager) {
                continue;
            }
            match self.round.wagers[wager].bet {
                Bet::Main => self.settle_main(wager),
                Bet::Side(_) => self.settle_side(wager),
                // An insurance is decided by the dealer's second card; without one it goes back.
                Bet::Insurance(_) => self.hand_back(wager, Outcome::Returned, Reason::InsuranceReturned),
                Bet::Award => {}
            }
        }
    }

    fn settle_main(&mut self, wager: usize) {
        let Some((area, hand)) = self.hand_of(wager) else {
            return self.hand_back(wager, Outcome::Returned, Reason::SideReturned);
        };
        let (own, dealer) = (hand.total(), self.round.dealer.total());
        let own_blackjack = hand.is_blackjack();
        let ties_blackjack = own.points == 21 && self.ties_dealer_blackjack(hand);
        if self.round.dealer_has_blackjack() {
            match (own_blackjack, ties_blackjack) {
                (true, _) => self.hand_back(wager, Outcome::StandOff, Reason::BlackjackStandOff),
                (false, true) => self.tie(wager),
                (false, false) => self.lose_to_blackjack(wager, area),
            }
        } else if own.is_bust() {
            self.collect(wager, Reason::Bust);
        } else if own_blackjack {
            self.pay(wager, self.rules.blackjack_pays(), Reason::BlackjackWins);
        } else if dealer.is_bust() {
            self.pay(wager, self.rules.win_pays(), Reason::DealerBust);
        } else if own.points > dealer.points {
            self.pay(wager, self.rules.win_pays(), Reason::HigherTotal);
        } else if own.points < dealer.points {
            self.collect(wager, Reason::LowerTotal);
        } else {
            self.tie(wager);
        }
    }

    fn tie(&mut self, wager: usize) {
        match self.rules.tie() {
            Tie::Push => self.hand_back(wager, Outcome::StandOff, Reason::EqualTotals),
            Tie::Lose => self.collect(wager, Reason::EqualTotals),
        }
    }

    /// Where a dealer blackjack does not beat 21; a doubled or split one may lose all the same.
    fn ties_dealer_blackjack(&self, hand: &Hand) -> bool {
        let plain = !hand.doubled && !hand.is_split();
        !self.rules.blackjack_beats_21() && (plain || !self.rules.blackjack_beats_split_21())
    }

    /// A dealer blackjack against a hand that is none: how much is lost is the reading chosen at the table.
    fn lose_to_blackjack(&mut self, wager: usize, area: usize) {
        let at = self.round.wagers[wager];
        let bust = self.hand_of(wager).is_some_and(|(_, hand)| hand.total().is_bust());
        let split = self.has_split(area, &at);
        let reason = match (split, at.extra > Chips::ZERO) {
            (true, _) => Reason::DealerBlackjackSplit,
            (false, true) => Reason::DealerBlackjackDoubled,
            (false, false) => Reason::DealerBlackjack,
        };
        let first = self.first_to_lose(at.player, at.spot) == Some(wager);
        match self.rules.dealer_blackjack_loss() {
            DealerBlackjackLoss::All => self.collect(wager, Reason::DealerBlackjack),
            DealerBlackjackLoss::PerHand | DealerBlackjackLoss::BustedPlusOne if bust => {
                self.collect(wager, Reason::Bust);
            }
            DealerBlackjackLoss::PerHand => self.settle(wager, Outcome::Lost, at.extra, reason),
            DealerBlackjackLoss::BustedPlusOne | DealerBlackjackLoss::OriginalOnly if first => {
                self.settle(wager, Outcome::Lost, at.extra, reason);
            }
            DealerBlackjackLoss::BustedPlusOne | DealerBlackjackLoss::OriginalOnly => {
                self.hand_back(wager, Outcome::Returned, reason);
            }
        }
    }

    /// The wager on which the one lost original stake is booked: the first hand alive, else the first.
    fn first_to_lose(&self, player: PlayerId, spot: Spot) -> Option<usize> {
        let unpaid = |wager: &Wager| wager.result.is_none_or(|r| is_blackjack_loss(r.because.reason));
        let loses = |at: usize| {
            let ties = |hand: &Hand| hand.total().points == 21 && self.ties_dealer_blackjack(hand);
            self.hand_of(at).is_some_and(|(_, hand)| !ties(hand))
        };
        let mut own: Vec<(usize, u8)> = self
            .round
            .mains()
            .filter(|(at, wager)| wager.player == player && wager.spot == spot && unpaid(wager) && loses(*at))
            .map(|(at, wager)| (at, wager.hand))
            .collect();
        own.sort_by_key(|(_, hand)| *hand);
        let alive = |at: &&(usize, u8)| self.hand_of(at.0).is_some_and(|(_, hand)| !hand.total().is_bust());
        own.iter().find(alive).or(own.first()).map(|(at, _)| *at)
    }

    /// Every main wager was taken back: what is left of the round goes back too.
    pub(crate) fn finish_without_hands(&mut self) {
        for wager in 0..self.round.wagers.len() {
            if self.round.wagers[wager].is_live() {
                self.hand_back(wager, Outcome::Returned, Reason::SideReturned);
            }
        }
        self.happen(Event::RoundSettled { because: self.because(Reason::RoundSettled) });
    }
}

fn is_blackjack_loss(reason: Reason) -> bool {
    matches!(reason, Reason::DealerBlackjack | Reason::DealerBlackjackSplit | Reason::DealerBlackjackDoubled)
}
