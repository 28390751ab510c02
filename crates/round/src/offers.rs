//! Between the initial deal and play: surrender, insurance, even money.

use rulebook::{
    HoleCard, InsurancePrompt, Reason, Surrender, SurrenderAgainst, SurrenderScope, SurrenderWindow,
};
use vocabulary::{PlayerId, Rank, Spot};

use crate::decide::{Allowed, Step};
use crate::event::Event;
use crate::state::{Halt, Phase, Stage};
use crate::wager::{Bet, Outcome};

const STAGES: [Stage; 3] = [Stage::EarlySurrender, Stage::Insurance, Stage::LateSurrender];

impl Step<'_> {
    /// Opens the next stage of offers after this one, or lets play begin.
    pub(crate) fn next_stage(&mut self, after: Option<Stage>) {
        for stage in STAGES.into_iter().filter(|stage| after.is_none_or(|after| *stage > after)) {
            if stage == Stage::LateSurrender && self.peek() {
                return;
            }
            if self.stage_is_due(stage) {
                let reason = match stage {
                    Stage::Insurance => Reason::InsuranceOffered,
                    Stage::EarlySurrender | Stage::LateSurrender => Reason::SurrenderOffered,
                };
                self.happen(Event::OffersOpened { stage, because: self.because(reason) });
                return;
            }
        }
        self.happen(Event::PlayBegan { because: self.because(Reason::InitialDealDone) });
    }

    /// The dealer looks at his hole card under an Ace or a ten; with a blackjack nobody plays. True if he has one.
    fn peek(&mut self) -> bool {
        if self.rules.hole_card() == HoleCard::None || !self.round.shows_ace_or_ten() {
            return false;
        }
        let blackjack = self.round.dealer_has_blackjack();
        self.happen(Event::Peeked { blackjack, because: self.because(Reason::DealerPeeked) });
        self.settle_on_second_card();
        if blackjack {
            self.happen(Event::DealerBegan { because: self.because(Reason::DealerPeeked) });
        }
        blackjack
    }

    pub(crate) fn stage_is_due(&self, stage: Stage) -> bool {
        let wanted = match stage {
            Stage::EarlySurrender => Surrender::Early,
            Stage::LateSurrender => Surrender::Late,
            Stage::Insurance => return self.insurance_stage_is_due(),
        };
        let here = self.rules.surrender() == wanted
            && self.rules.surrender_window() == SurrenderWindow::Table
            && self.surrender_open_against_up_card();
        here && self
            .round
            .mains()
            .any(|(at, wager)| self.round.away(wager.player).is_none() && self.may_surrender(at).is_ok())
    }

    fn insurance_stage_is_due(&self) -> bool {
        if self.rules.insurance() == rulebook::Insurance::None || !self.round.shows_ace() {
            return false;
        }
        let present = |player: PlayerId| self.round.away(player).is_none();
        let bettors = self.round.mains().any(|(at, wager)| {
            let whole = self.round.irregular.is_none() || self.is_untouched(at);
            wager.is_live() && present(wager.player) && whole
        });
        bettors && !self.insurance_is_combined()
    }

    /// Insurance is asked together with the first decision: not for a blackjack, which has none.
    fn insurance_is_combined(&self) -> bool {
        let shared_blackjack = self.round.areas.iter().all(|area| area.hands[0].is_blackjack());
        self.rules.shared_hand()
            && self.rules.insurance_prompt() == InsurancePrompt::Combined
            && !shared_blackjack
    }

    pub(crate) fn surrender_open_against_up_card(&self) -> bool {
        let up = self.round.up_card().map(vocabulary::Card::rank);
        match self.rules.surrender_against() {
            SurrenderAgainst::Any => up.is_some(),
            SurrenderAgainst::NotAce => up.is_some_and(|up| up != Rank::Ace),
            SurrenderAgainst::Ten => up.is_some_and(Rank::is_ten),
        }
    }

    /// Whether a main wager may be surrendered as far as its cards go.
    fn may_surrender(&self, wager: usize) -> Allowed {
        self.require(self.round.wagers[wager].is_live(), Reason::AlreadyAnswered)?;
        self.require(self.is_untouched(wager), Reason::SurrenderTooLate)?;
        let open = !self.is_on_blackjack(wager) || self.rules.surrender_blackjack();
        self.require(open, Reason::SurrenderOfBlackjack)
    }

    /// Whether a main wager lies on a hand that has its cards and is not split, doubled or bust.
    fn is_untouched(&self, wager: usize) -> bool {
        let area = self.round.area_of(&self.round.wagers[wager]);
        area.is_some_and(|area| {
            let hands = &self.round.areas[area].hands;
            let whole = self.round.irregular.is_none() || hands[0].cards.len() >= 2;
            hands.len() == 1 && whole && !hands[0].doubled && !hands[0].total().is_bust()
        })
    }

    /// Whether the two starting cards under a main wager are a blackjack.
    fn is_on_blackjack(&self, wager: usize) -> bool {
        let area = self.round.area_of(&self.round.wagers[wager]);
        area.is_some_and(|area| self.round.areas[area].hands[0].is_blackjack())
    }

    /// The player's own live main wager on the spot.
    fn own_main(&self, player: PlayerId, spot: Spot) -> Allowed<usize> {
        self.require_spot(spot)?;
        self.require_present(player)?;
        match self.main_of(player, spot) {
            Some(at) => Ok(at),
            None => self.refuse(Reason::NothingThere),
        }
    }

    fn main_of(&self, player: PlayerId, spot: Spot) -> Option<usize> {
        let here =
            |wager: &crate::Wager| wager.player == player && (wager.spot == spot || self.rules.shared_hand());
        let own = || self.round.mains().filter(|(_, wager)| here(wager));
        own().find(|(_, wager)| wager.is_live()).or_else(|| own().next()).map(|(at, _)| at)
    }

    pub(crate) fn surrender(&mut self, player: PlayerId, spot: Spot) -> Allowed {
        self.require(self.rules.surrender() != Surrender::None, Reason::NoSurrender)?;
        let late = match self.round.phase {
            Phase::Offering(Stage::EarlySurrender | Stage::LateSurrender) => false,
            Phase::Playing if self.rules.surrender_window() == SurrenderWindow::Decision => {
                self.round.subsequent
            }
            Phase::Betting | Phase::Dealing => return self.refuse(Reason::NothingOffered),
            Phase::Offering(Stage::Insurance) if self.rules.surrender() == Surrender::Late => {
                return self.refuse(Reason::NothingOffered);
            }
            Phase::Offering(Stage::Insurance) => return self.refuse(Reason::SurrenderAgainstAce),
            Phase::Playing | Phase::Drawing | Phase::Over(_) => true,
        };
        self.require(self.surrender_open_against_up_card(), Reason::SurrenderAgainstAce)?;
        self.require(!late, Reason::SurrenderTooLate)?;
        let wager = self.own_main(player, spot)?;
        let spot = self.round.wagers[wager].spot;
        self.may_surrender(wager)?;
        self.require(!self.round.has_declined(player, spot), Reason::AlreadyAnswered)?;
        if self.round.phase == Phase::Playing {
            self.require_first_answer(wager)?;
        }
        self.give_up(wager)
    }

    /// In a decision window surrender is an answer like any other: once, on two cards that were not split.
    fn require_first_answer(&self, wager: usize) -> Allowed {
        let Some(area) = self.round.area_of(&self.round.wagers[wager]) else {
            return self.refuse(Reason::NothingThere);
        };
        let hands = &self.round.areas[area].hands;
        self.require(hands.len() == 1, Reason::SurrenderTooLate)?;
        self.require(hands[0].closed.is_none() && !hands[0].is_due(), Reason::OneAnswerPerCard)
    }

    fn give_up(&mut self, wager: usize) -> Allowed {
        let (player, spot) = (self.round.wagers[wager].player, self.round.wagers[wager].spot);
        let area = self.round.area_of(&self.round.wagers[wager]).unwrap_or_default();
        let leaving: Vec<usize> = match self.rules.surrender_scope() {
            SurrenderScope::Bettor => vec![wager],
            SurrenderScope::Box => {
                let control = crate::control::controller(self.rules, self.round, area, 0);
                self.require(control == Some(player), Reason::NotInControl)?;
                self.round.live_on(area, Some(0)).map(|(at, _)| at).collect()
            }
        };
        let shared = self.round.live_on(area, Some(0)).count() > 1;
        let reason = if shared { Reason::SurrenderedAlone } else { Reason::Surrendered };
        self.happen(Event::SurrenderTaken { player, spot, because: self.because(reason) });
        for wager in leaving {
            if !self.returned_as_small(wager) {
                let half = self.rules.half_of(self.round.wagers[wager].stake);
                self.settle(wager, Outcome::Surrendered, half, reason);
            }
        }
        Ok(())
    }

    pub(crate) fn take_even_money(&mut self, player: PlayerId, spot: Spot) -> Allowed {
        let open = self.round.phase == Phase::Offering(Stage::Insurance) && self.rules.even_money();
        self.require(open, Reason::EvenMoneyRefused)?;
        let wager = self.own_main(player, spot)?;
        let spot = self.round.wagers[wager].spot;
        let unpaid = self.is_on_blackjack(wager) && self.round.wagers[wager].is_live();
        self.require(unpaid, Reason::EvenMoneyRefused)?;
        self.happen(Event::EvenMoneyTaken { player, spot, because: self.because(Reason::EvenMoney) });
        if !self.returned_as_small(wager) {
            let stake = self.round.wagers[wager].stake;
            let profit = vocabulary::Payout::EVEN.on(stake, self.rules.payment_rounding());
            self.settle(wager, Outcome::EvenMoney, stake + profit, Reason::EvenMoney);
        }
        let insurance = self.round.find(player, spot, Bet::Insurance(player));
        if let Some(insurance) = insurance.filter(|_| self.rules.even_money_returns_insurance()) {
            let back = self.round.wagers[insurance].stake;
            self.settle(insurance, Outcome::Returned, back, Reason::InsuranceReturned);
        }
        Ok(())
    }

    pub(crate) fn decline(&mut self, player: PlayerId, spot: Spot) -> Allowed {
        match self.round.halt.as_deref() {
            Some(&Halt::FinishFirst(asked, _)) => {
                self.require(asked == player, Reason::DealerLateCard)?;
                self.dealer_card_now();
                return Ok(());
            }
            Some(Halt::Pick(_)) => return self.pick(player, &[]),
            _ => {}
        }
        if self.round.follow.is_some() {
            return self.decline_follow(player, spot);
        }
        let stage = match self.round.phase {
            Phase::Offering(stage) => stage,
            _ if self.require_insurance_open(player).is_ok() => Stage::Insurance,
            _ => return self.refuse(Reason::NothingOffered),
        };
        let wager = self.own_main(player, spot)?;
        let spot = self.round.wagers[wager].spot;
        let answered = self.round.has_declined(player, spot)
            || self.round.find(player, spot, Bet::Insurance(player)).is_some();
        self.require(!answered, Reason::AlreadyAnswered)?;
        if stage == Stage::Insurance {
            self.require(self.round.wagers[wager].is_live(), Reason::AlreadyAnswered)?;
        } else {
            self.may_surrender(wager)?;
        }
        let reason = match stage {
            Stage::Insurance => Reason::InsuranceDeclined,
            Stage::EarlySurrender | Stage::LateSurrender => Reason::SurrenderDeclined,
        };
        self.happen(Event::OfferDeclined { player, spot, because: self.because(reason) });
        Ok(())
    }

    pub(crate) fn close_offers(&mut self) -> Allowed {
        let Phase::Offering(stage) = self.round.phase else { return self.refuse(Reason::NothingOffered) };
        self.close_stage(stage);
        Ok(())
    }

    fn close_stage(&mut self, stage: Stage) {
        let reason = match stage {
            Stage::Insurance => Reason::InsuranceClosed,
            Stage::EarlySurrender | Stage::LateSurrender => Reason::SurrenderClosed,
        };
        self.happen(Event::OffersClosed { because: self.because(reason) });
        self.next_stage(Some(stage));
    }

    /// The first playing decision closes whatever is on offer.
    pub(crate) fn close_all_offers(&mut self) {
        while let Phase::Offering(stage) = self.round.phase {
            self.close_stage(stage);
        }
        self.advance();
    }

    /// Whether insurance is open now, to this player.
    pub(crate) fn require_insurance_open(&self, owner: PlayerId) -> Allowed {
        match self.round.phase {
            Phase::Offering(Stage::Insurance) => return Ok(()),
            Phase::Betting | Phase::Dealing => return self.refuse(Reason::NothingOffered),
            Phase::Offering(_) | Phase::Playing | Phase::Drawing | Phase::Over(_) => {}
        }
        self.require(self.round.shows_ace(), Reason::InsuranceWithoutAce)?;
        let later = self.round.phase == Phase::Offering(Stage::EarlySurrender);
        self.require(!later, Reason::NothingOffered)?;
        let first_window =
            self.round.phase == Phase::Playing && !self.round.subsequent && self.insurance_is_combined();
        let area = self.round.areas.iter().find(|area| area.owner == Some(owner));
        let unanswered = area.is_some_and(|area| {
            area.hands.len() == 1 && area.hands[0].closed.is_none() && !area.hands[0].is_due()
        });
        self.require(first_window && unanswered, Reason::InsuranceTooLate)
    }

    pub(crate) fn main_to_insure(&self, owner: PlayerId, spot: Spot) -> Allowed<usize> {
        self.require_spot(spot)?;
        match self.main_of(owner, spot) {
            Some(at) if self.round.wagers[at].is_live() && self.is_untouched(at) => Ok(at),
            Some(at) if self.round.wagers[at].is_live() => self.refuse(Reason::InsuranceTooLate),
            Some(_) => self.refuse(Reason::NothingThere),
            None => self.refuse(Reason::InsuranceOfOthers),
        }
    }
}
