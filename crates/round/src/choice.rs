//! What players choose once a deal went wrong: to go on or to withdraw, and when the dealer takes his late card.

use rulebook::{Kind, LooksAt, Reason};
use vocabulary::{PlayerId, Spot};

use crate::decide::{Allowed, Step};
use crate::event::{Choice, Event, Remedy};
use crate::list::List;
use crate::state::{Halt, Phase, Stage};
use crate::turn::turns;
use crate::wager::{Bet, Outcome, Wager};

impl Step<'_> {
    /// Opens what is next to be settled after a dealing error. `false` if nothing is.
    pub(crate) fn next_remedy(&mut self) -> bool {
        let Some(remedy) = self.round.odd().remedies.first().copied() else { return false };
        let odd = self.round.odd();
        if remedy == Remedy::Dissatisfied && (odd.dealer_card.is_some() || odd.late_offers) {
            return false;
        }
        match remedy {
            Remedy::Choice(why) => self.offer_choices(why),
            Remedy::DealerCard => self.ask_to_finish_first(),
            Remedy::Pick | Remedy::Discard => self.ask_to_pick(remedy),
            Remedy::Dissatisfied => self.offer_withdrawal(Reason::Dissatisfied),
        }
        true
    }

    fn offer_choices(&mut self, why: Choice) {
        let mut choices: Vec<(PlayerId, Spot)> = Vec::new();
        for wager in &*self.round.wagers {
            let asked = self.concerns(wager, why) && self.round.away(wager.player).is_none();
            if asked && !choices.contains(&(wager.player, wager.spot)) {
                choices.push((wager.player, wager.spot));
            }
        }
        let reason = match why {
            Choice::OneCard => Reason::OneCard,
            Choice::Together => Reason::TogetherChoice,
            Choice::Rebuilt | Choice::AsDealt | Choice::Overdrawn => Reason::ErrorChoice,
        };
        self.happen(Event::ChoicesOffered { choices, why, because: self.because(reason) });
    }

    /// Whether a wager is one its player chooses about.
    fn concerns(&self, wager: &Wager, why: Choice) -> bool {
        if wager.bet == Bet::Award {
            return false;
        }
        match why {
            Choice::OneCard => self.round.area_of(wager).is_some_and(|area| {
                let area = &self.round.areas[area];
                wager.is_live() && area.start.len() == 1 && area.hands.len() == 1
            }),
            Choice::Rebuilt | Choice::AsDealt | Choice::Together => wager.is_live(),
            Choice::Overdrawn => wager.is_main() && wager.result.is_some_and(rests_on_dealer),
        }
    }

    /// Whether a wager is on the dealer's hand, and so asked about apart.
    pub(crate) fn is_on_dealers_hand(&self, wager: &Wager) -> bool {
        match wager.bet {
            Bet::Side(at) => {
                let side = self.rules.side_wager(Kind::Side(at));
                side.is_some_and(|side| side.on == LooksAt::DealerHand)
            }
            Bet::Main | Bet::Insurance(_) | Bet::Award => false,
        }
    }

    /// A player takes back his wagers on a spot, or the one on the dealer's hand that lies there.
    pub(crate) fn withdraw_by_choice(&mut self, player: PlayerId, spot: Spot, kind: Kind) -> Allowed {
        let Some(Halt::Choices(asked, why)) = self.round.halt.as_deref().cloned() else {
            return self.refuse(Reason::NoChoiceOpen);
        };
        let mine = |wager: &Wager| wager.player == player && wager.spot == spot && wager.is_live();
        if why == Choice::Overdrawn {
            return self.withdraw_result(player, spot, kind, &asked);
        }
        let leaving: Vec<usize> = match kind {
            Kind::Main => {
                self.require(asked.contains(&(player, spot)), Reason::NoChoiceOpen)?;
                let goes = |w: &Wager| mine(w) && (why == Choice::OneCard || !self.is_on_dealers_hand(w));
                (0..self.round.wagers.len()).filter(|at| goes(&self.round.wagers[*at])).collect()
            }
            Kind::Side(_) => {
                let goes = |w: &Wager| mine(w) && w.bet == kind.into() && self.is_on_dealers_hand(w);
                let at = self.round.wagers.iter().position(goes).filter(|_| why != Choice::OneCard);
                let Some(at) = at else { return self.refuse(Reason::NoChoiceOpen) };
                vec![at]
            }
        };
        let reason = if why == Choice::OneCard { Reason::OneCardWithdrawn } else { Reason::BetReturned };
        self.happen(Event::Withdrew { player, spot, kind, because: self.because(reason) });
        self.hand_back_all(&leaving, reason);
        Ok(())
    }

    /// After a card too many for the dealer, where the table lets it be an error like others: a result that rested on his
    /// hand is undone, and the wager goes back.
    fn withdraw_result(
        &mut self,
        player: PlayerId,
        spot: Spot,
        kind: Kind,
        asked: &[(PlayerId, Spot)],
    ) -> Allowed {
        self.require(kind == Kind::Main && asked.contains(&(player, spot)), Reason::NoChoiceOpen)?;
        let because = self.because(Reason::BetReturned);
        self.happen(Event::Withdrew { player, spot, kind, because });
        for wager in 0..self.round.wagers.len() {
            let at = self.round.wagers[wager];
            if at.player == player && at.spot == spot && self.concerns(&at, Choice::Overdrawn) {
                self.reopen(wager, Reason::BetReturned);
                self.settle(wager, Outcome::Returned, at.at_risk(), Reason::BetReturned);
            }
        }
        Ok(())
    }

    /// Wagers go back without a result, and with them what stood on them.
    pub(crate) fn hand_back_all(&mut self, wagers: &[usize], reason: Reason) {
        for &wager in wagers {
            let stake = self.round.wagers[wager].at_risk();
            self.settle(wager, Outcome::Returned, stake, reason);
        }
        while let Some(orphan) = self.side_without_basis_in_play(reason) {
            let stake = self.round.wagers[orphan].stake;
            self.settle(orphan, Outcome::Returned, stake, Reason::SideReturned);
        }
        self.release_those_without_wagers();
        if let Some((area, hand, _)) = self.round.odd().picked
            && self.round.live_on(area, Some(hand)).next().is_none()
        {
            self.happen(Event::PickUndone { because: self.because(Reason::PicksRest) });
        }
        if self.round.end().is_none() && self.round.wagers.iter().all(|wager| !wager.is_live()) {
            self.finish_without_hands();
        }
    }

    /// A live side wager whose spot has no main wager left that plays or played, and that its cards do not decide.
    fn side_without_basis_in_play(&self, reason: Reason) -> Option<usize> {
        let dealt = |wager: &Wager| {
            let area = self.round.area_of(wager).map(|area| self.round.areas[area].start.len());
            reason == Reason::BetReturned && area == Some(2)
        };
        let plays = |wager: &Wager| {
            let mut mains = self.round.mains().filter(|(_, main)| main.spot == wager.spot);
            mains.any(|(_, main)| !main.is_live() && !main.was_returned())
        };
        self.round.wagers.iter().position(|wager| match wager.bet {
            Bet::Side(at) => {
                wager.is_live()
                    && !self.has_basis(wager.player, wager.spot, Kind::Side(at))
                    && !self.is_on_dealers_hand(wager)
                    && !plays(wager)
                    && !dealt(wager)
            }
            Bet::Main | Bet::Insurance(_) | Bet::Award => false,
        })
    }

    /// A player goes on where he may choose, on one spot or with all he has.
    pub(crate) fn go_on_playing(&mut self, player: PlayerId, spot: Option<Spot>) -> Allowed {
        let reason = match self.round.halt.as_deref() {
            Some(Halt::FinishFirst(asked, area)) if *asked == player => {
                let (after, because) = (Some(*area), self.because(Reason::FinishesFirst));
                self.happen(Event::DealerCardDue { after, because });
                return Ok(());
            }
            Some(Halt::Choices(asked, why)) => {
                let here =
                    |(who, at): &(PlayerId, Spot)| *who == player && spot.is_none_or(|spot| spot == *at);
                self.require(asked.iter().any(here), Reason::NoChoiceOpen)?;
                goes_on(*why)
            }
            Some(Halt::Withdrawals(asked, reason)) if asked.contains(&player) => *reason,
            _ => return self.refuse(self.why_no_choice()),
        };
        self.happen(Event::Continued { player, spot, because: self.because(reason) });
        Ok(())
    }

    /// Why nobody may withdraw or go on now.
    pub(crate) fn why_no_choice(&self) -> Reason {
        if self.something_is_decided() { Reason::PowerDecided } else { Reason::NoChoiceOpen }
    }

    /// The dealer lacks his first card: who is in action may finish his hand before it comes.
    fn ask_to_finish_first(&mut self) {
        let acting = match self.round.phase {
            Phase::Playing => turns(self.rules, self.round).first().copied(),
            _ => None,
        };
        match acting {
            Some(turn) => {
                let because = self.because(Reason::DealerLateCard);
                self.happen(Event::FinishAsked { player: turn.by, area: turn.area, because });
            }
            None => self.dealer_card_now(),
        }
    }

    pub(crate) fn dealer_card_now(&mut self) {
        self.happen(Event::DealerCardDue { after: None, because: self.because(Reason::DealerLateCard) });
    }

    /// Once the dealer has his late card, what waited for it is settled and surrender or insurance are offered.
    pub(crate) fn after_late_card(&mut self) {
        self.finish_starting_cards();
        for stage in [Stage::EarlySurrender, Stage::Insurance] {
            if self.stage_is_due(stage) {
                self.happen(Event::OffersOpened { stage, because: self.because(Reason::LateOffers) });
                return;
            }
        }
    }

    /// Everyone present with a live wager may withdraw everything.
    pub(crate) fn offer_withdrawal(&mut self, reason: Reason) {
        let everyone = reason == Reason::PowerUndecided;
        let mut players: List<PlayerId, 4> = List::default();
        for wager in self.round.wagers.iter().filter(|wager| wager.is_live()) {
            let asked = everyone || self.round.away(wager.player).is_none();
            if asked && !players.contains(&wager.player) {
                players.push(wager.player);
            }
        }
        if everyone && players.is_empty() {
            return;
        }
        self.happen(Event::WithdrawalOffered { players, because: self.because(reason) });
    }

    /// A player takes back all that still lies.
    pub(crate) fn withdraw_all(&mut self, player: PlayerId) -> Allowed {
        let reason = match self.round.halt.as_deref() {
            Some(Halt::Withdrawals(asked, reason)) if asked.contains(&player) => *reason,
            Some(Halt::Choices(asked, why)) if asked.iter().any(|(who, _)| *who == player) => match why {
                // Only the wagers on that spot may go back.
                Choice::OneCard => return self.refuse(Reason::OneCard),
                Choice::Overdrawn => {
                    let spots: Vec<Spot> =
                        asked.iter().filter(|(who, _)| *who == player).map(|(_, spot)| *spot).collect();
                    let asked = asked.clone();
                    return spots
                        .into_iter()
                        .try_for_each(|spot| self.withdraw_result(player, spot, Kind::Main, &asked));
                }
                Choice::Rebuilt | Choice::AsDealt | Choice::Together => Reason::BetReturned,
            },
            _ => return self.refuse(self.why_no_choice()),
        };
        let goes = |wager: &Wager| wager.player == player && wager.is_live();
        let leaving: Vec<usize> =
            (0..self.round.wagers.len()).filter(|at| goes(&self.round.wagers[*at])).collect();
        self.happen(Event::WithdrewAll { player, because: self.because(reason) });
        self.hand_back_all(&leaving, reason);
        Ok(())
    }

    /// Whose last wager went back with another's has nothing left to choose about.
    fn release_those_without_wagers(&mut self) {
        let asked: Vec<PlayerId> = match self.round.halt.as_deref() {
            Some(Halt::Withdrawals(asked, _)) => asked.iter().copied().collect(),
            Some(Halt::Choices(asked, _)) => asked.iter().map(|(player, _)| *player).collect(),
            _ => return,
        };
        for player in asked {
            let has = |wager: &Wager| wager.player == player && wager.is_live();
            if !self.round.wagers.iter().any(has) {
                self.happen(Event::Released { player, because: self.because(Reason::SideReturned) });
            }
        }
    }
}

/// What going on rests on.
pub(crate) fn goes_on(why: Choice) -> Reason {
    match why {
        Choice::OneCard => Reason::OneCardPlays,
        Choice::Rebuilt => Reason::GoesOnRebuilt,
        Choice::AsDealt | Choice::Together | Choice::Overdrawn => Reason::GoesOnAsDealt,
    }
}

/// Whether a result was decided by the dealer's hand.
fn rests_on_dealer(result: crate::Settled) -> bool {
    matches!(
        result.because.reason,
        Reason::HigherTotal | Reason::LowerTotal | Reason::EqualTotals | Reason::DealerBust
    )
}
