//! The deal goes wrong, and somebody notices.

use rulebook::{EmptySpot, Misdeal, MissingCards, Oddity, Reason};
use vocabulary::{Card, Spot};

use crate::deal::due;
use crate::decide::{Allowed, Step};
use crate::duty::{By, Place};
use crate::event::{Choice, Event, Remedy, Slot};
use crate::hand::Closed;
use crate::state::{End, Phase};
use crate::turn::first_in_turn;
use crate::wager::Outcome;

impl Step<'_> {
    /// A place is passed over.
    pub(crate) fn skip(&mut self, by: By, place: Place) -> Allowed {
        let because = self.because(Reason::Skipped);
        match self.round.phase {
            Phase::Dealing => {
                let next = due(self.rules, self.round).filter(|slot| *slot != Slot::Hole);
                let here = next.is_some_and(|slot| self.place_of(slot) == place);
                self.require(here, Reason::NotMisdealt)?;
                self.happen(Event::Skipped { by, place, because });
            }
            Phase::Playing => {
                self.require(!self.rules.shared_hand(), Reason::NoSuchRule)?;
                let area = first_in_turn(self.rules, self.round).map(|(area, _)| area);
                let area = area.filter(|area| Place::Spot(self.round.areas[*area].spot) == place);
                let waits = |area: &usize| {
                    let hand = self.round.open_hand(*area).map(|hand| &self.round.areas[*area].hands[hand]);
                    self.round.follow.is_none() && hand.is_some_and(|hand| !hand.is_due())
                };
                let Some(area) = area.filter(waits) else { return self.refuse(Reason::NotMisdealt) };
                self.happen(Event::PassedOver { by, area, because });
            }
            Phase::Over(_) => return self.refuse(Reason::RoundOver),
            Phase::Betting | Phase::Offering(_) | Phase::Drawing => return self.refuse(Reason::NotMisdealt),
        }
        Ok(())
    }

    fn place_of(&self, slot: Slot) -> Place {
        match slot {
            Slot::Hand { area, .. } => Place::Spot(self.round.areas[area].spot),
            Slot::Common => Place::Player,
            Slot::Dealer | Slot::Hole => Place::Dealer,
        }
    }

    /// A card goes to the wrong place.
    pub(crate) fn misdeal(&mut self, by: By, card: Card, to: Place) -> Allowed {
        let odd = self.round.odd();
        let found = odd.head.first().filter(|_| odd.face_up).map(|waiting| waiting.card);
        match found {
            Some(found) => self.require(found == card, Reason::FaceUp)?,
            None => self.require_possible(card)?,
        }
        self.require_place(to)?;
        match self.round.phase {
            Phase::Betting => return self.refuse(Reason::NoCardDue),
            Phase::Over(end) => return self.overdraw(by, card, to, end),
            Phase::Dealing | Phase::Offering(_) | Phase::Playing | Phase::Drawing => {}
        }
        let next = due(self.rules, self.round);
        let dealing = self.round.phase == Phase::Dealing;
        self.require(next.is_some() || !dealing, Reason::NoCardDue)?;
        self.require(next.is_none_or(|slot| self.place_of(slot) != to), Reason::NotMisdealt)?;
        self.count_before_first_card();
        // The dealer may serve an empty spot after the last one with a wager: that is still the initial deal.
        let still_dealing = dealing || self.round.may_still_be_dealing(to);
        self.happen(Event::Misdealt { by, card, to, because: self.because(Reason::Misdealt) });
        if !still_dealing && !self.discards_on_empty_spot(to) {
            self.remedy_in_play(next.is_some());
        }
        Ok(())
    }

    fn require_place(&self, place: Place) -> Allowed {
        match place {
            Place::Spot(spot) => {
                self.require_spot(spot)?;
                self.require(!self.rules.shared_hand(), Reason::NotMisdealt)
            }
            Place::Player => self.require(self.rules.shared_hand(), Reason::NotMisdealt),
            Place::Dealer => Ok(()),
        }
    }

    /// A card on the dealer's finished hand.
    fn overdraw(&mut self, by: By, card: Card, to: Place, end: End) -> Allowed {
        let hand = &self.round.dealer;
        let finished = hand.cards.len() >= 2 && hand.total().points >= 17;
        self.require(end == End::Settled && to == Place::Dealer && finished, Reason::RoundOver)?;
        let because = self.because(Reason::Overdrawn);
        self.happen(Event::Overdrawn { by, card, because });
        match self.rules.dealer_overdraw() {
            Oddity::AsRule if self.rules.error_choice_on_overdraw() => {
                self.open_remedies(&[Remedy::Choice(Choice::Overdrawn)], Reason::ErrorChoice);
            }
            Oddity::AsRule => {}
            Oddity::Ruling => self.happen(Event::RulingAwaited { because }),
        }
        Ok(())
    }

    /// What a card dealt in error after the initial deal leads to; `due` tells whether another hand waited for it.
    fn remedy_in_play(&mut self, due: bool) {
        match self.rules.misdeal_in_play() {
            Misdeal::Rebuild => self.put_card_right(due),
            Misdeal::Choice if !self.may_rebuild_in_play() => {
                if let Some((card, place)) = self.round.odd().misdealt {
                    self.leave_where_it_lies(card, place, Reason::NotRebuilt);
                }
            }
            Misdeal::Choice => {
                self.put_card_right(due);
                self.open_remedies(&[Remedy::Choice(Choice::Rebuilt)], Reason::ErrorChoice);
            }
            Misdeal::Void => self.void_for(Reason::BeyondRepair),
            Misdeal::Ruling => self.await_ruling(Reason::Misdealt),
        }
    }

    /// Whether cards on a spot without a wager leave the game now: where the cards are otherwise put right with a choice,
    /// only once money has moved.
    fn discards_strays(&self) -> bool {
        let moved_on = match self.rules.misdeal_after() {
            Misdeal::Choice => self.round.has_settled(),
            Misdeal::Rebuild | Misdeal::Void | Misdeal::Ruling => self.round.has_moved_on(),
        };
        self.rules.cards_on_empty_spot() == EmptySpot::Discarded && moved_on
    }

    /// A card on a spot without a wager leaves the game, where that is the rule once play has moved on.
    fn discards_on_empty_spot(&mut self, to: Place) -> bool {
        let discards = self.discards_strays();
        let (Place::Spot(spot), Some((card, _)), true) = (to, self.round.odd().misdealt, discards) else {
            return false;
        };
        if !self.round.is_empty_spot(spot) {
            return false;
        }
        let because = self.because(Reason::EmptySpotCards);
        self.happen(Event::CardsDiscarded { cards: vec![card], because });
        if self.rules.dissatisfied_withdraw() {
            self.open_remedies(&[Remedy::Dissatisfied], Reason::EmptySpotCards);
        }
        true
    }

    /// Whether errors after the initial deal are put right although money has moved.
    fn may_rebuild_in_play(&self) -> bool {
        self.rules.bp_reconstruct_after_interim() || !self.round.has_settled()
    }

    pub(crate) fn put_card_right(&mut self, due: bool) {
        let Some((card, place)) = self.round.odd().misdealt else { return };
        let reason = if due { Reason::CardPutRight } else { Reason::NextCard };
        let because = self.because(reason);
        // A card that may be refused is offered first to the hand it came to, if that may still draw.
        let reserved = match place {
            Place::Spot(spot) if !due && self.rules.refuse_card() => {
                let area = self.round.areas.iter().position(|area| area.spot == spot);
                area.filter(|area| self.round.open_hand(*area).is_some())
            }
            _ => None,
        };
        self.happen(Event::CardsNext { cards: vec![card], seen: vec![true], reserved, because });
    }

    pub(crate) fn open_remedies(&mut self, remedies: &[Remedy], reason: Reason) {
        let (remedies, because) = (remedies.to_vec(), self.because(reason));
        self.happen(Event::RemediesOpened { remedies, because });
    }

    pub(crate) fn await_ruling(&mut self, reason: Reason) {
        self.happen(Event::RulingAwaited { because: self.because(reason) });
    }

    /// Somebody says that the cards were dealt wrong.
    pub(crate) fn report_misdeal(&mut self, by: By, trouble: crate::Trouble) -> Allowed {
        let repairable = trouble == crate::Trouble::Misdeal;
        let reported = |step: &Self| {
            let because = step.because(Reason::Noticed);
            Event::Reported { by, trouble, players: Vec::new(), because }
        };
        if !repairable && self.may_stay_after_all() {
            self.happen(reported(self));
            if let Some((card, place)) = self.round.odd().put_right {
                self.leave_where_it_lies(card, place, Reason::CardStays);
                self.next_remedy();
            }
            return Ok(());
        }
        self.require(self.round.halt.is_none(), Reason::OneAtATime)?;
        let earlier = self.round.phase == Phase::Betting && self.round.number > 1;
        self.require(!earlier, Reason::RoundOver)?;
        self.require(self.round.odd().wrong || self.round.odd().passed.is_some(), Reason::NothingWrong)?;
        self.happen(reported(self));
        self.remedy(repairable);
        Ok(())
    }

    /// While players choose about a card put right, the house may find that it cannot be.
    fn may_stay_after_all(&self) -> bool {
        let choosing = matches!(self.round.halt.as_deref(), Some(crate::Halt::Choices(_, Choice::Rebuilt)));
        choosing && self.round.odd().put_right.is_some()
    }

    /// A card dealt in error stays with the hand it came to, and every player chooses.
    fn leave_where_it_lies(&mut self, card: Card, place: Place, reason: Reason) {
        let because = self.because(reason);
        match self.slot_at(place) {
            Some(to) => self.happen(Event::CardStayed { card, to, because }),
            None => self.happen(Event::CardsDiscarded { cards: vec![card], because }),
        }
        self.open_remedies(&[Remedy::Choice(Choice::AsDealt)], Reason::ErrorChoice);
    }

    /// The hand that lies at a place and may still take a card.
    fn slot_at(&self, place: Place) -> Option<Slot> {
        match place {
            Place::Spot(spot) => {
                let area = self.round.areas.iter().position(|area| area.spot == spot)?;
                let hand = self.round.open_hand(area)?;
                Some(Slot::Hand { area, hand })
            }
            Place::Player | Place::Dealer => None,
        }
    }

    /// A dealing error comes to light by itself: at a hand without its cards, or before the dealer draws.
    pub(crate) fn notice(&mut self) -> bool {
        let odd = self.round.odd();
        if !odd.wrong && odd.passed.is_none() {
            return false;
        }
        self.happen(Event::Noticed { because: self.because(Reason::Noticed) });
        self.remedy(true);
        true
    }

    /// What the game does about the errors so far.
    fn remedy(&mut self, repairable: bool) {
        if self.round.odd().passed.is_some() {
            self.remedy_for_passed(repairable);
        } else if self.round.has_moved_on() {
            self.remedy_after(repairable);
        } else {
            self.remedy_before(repairable);
        }
    }

    fn remedy_before(&mut self, repairable: bool) {
        let remedy = if repairable { self.rules.misdeal_before() } else { self.rules.beyond_repair_before() };
        match remedy {
            Misdeal::Rebuild => self.rebuild_all(self.why_rebuilt(), false),
            Misdeal::Void => self.void_for(Reason::BeyondRepair),
            Misdeal::Choice if repairable => {
                self.rebuild_all(Reason::RebuiltBefore, false);
                self.open_remedies(&[Remedy::Choice(Choice::Rebuilt)], Reason::ErrorChoice);
            }
            Misdeal::Choice => {
                self.let_deal_stand(Reason::BeyondRepair);
                self.add_choice(Choice::AsDealt);
            }
            Misdeal::Ruling => self.await_ruling(Reason::BeyondRepair),
        }
    }

    fn why_rebuilt(&self) -> Reason {
        let live = |area: &usize| self.round.live_on(*area, None).next().is_some();
        let dealt = self.round.phase != Phase::Dealing;
        let short = |area: usize| self.round.areas[area].start.len() < 2;
        if self.round.dealer_was_skipped() {
            Reason::RebuiltDealer
        } else if dealt && (0..self.round.areas.len()).filter(live).any(short) {
            Reason::RebuiltShort
        } else {
            Reason::RebuiltBefore
        }
    }

    /// An error of the initial deal, noticed once play has moved on.
    fn remedy_after(&mut self, repairable: bool) {
        if !repairable {
            return self.carry_out_after(self.rules.beyond_repair_after(), false);
        }
        let mut remedies = Vec::new();
        let discards = self.discards_strays();
        if discards && self.discard_empty_spots() && self.rules.dissatisfied_withdraw() {
            remedies.push(Remedy::Dissatisfied);
        }
        if self.rules.missing_cards() == MissingCards::MadeGood {
            self.make_missing_good(&mut remedies);
        }
        let odd = self.round.odd();
        let as_misdeal = self.rules.missing_cards() == MissingCards::AsMisdeal && !odd.skipped.is_empty();
        let rest = odd.misplaced || !odd.strays.is_empty() || as_misdeal;
        if rest {
            let remedy = self.rules.misdeal_after();
            self.carry_out_after(remedy, true);
        } else {
            self.happen(Event::DealStands { because: self.because(Reason::Noticed) });
        }
        if self.round.end().is_none() && !remedies.is_empty() {
            self.open_remedies(&remedies, Reason::Noticed);
        }
    }

    fn carry_out_after(&mut self, remedy: Misdeal, repairable: bool) {
        match remedy {
            Misdeal::Rebuild if self.rules.shared_hand() => self.rebuild_all(Reason::RebuiltAfter, false),
            Misdeal::Rebuild => {
                if self.rebuild_in_place(Reason::RebuiltAfter) {
                    return;
                }
                match self.rules.beyond_repair_after() {
                    Misdeal::Rebuild => self.let_deal_stand(Reason::NotRebuilt),
                    other => self.carry_out_after(other, false),
                }
            }
            Misdeal::Choice => {
                if repairable && !self.round.has_settled() {
                    self.rebuild_all(Reason::RebuiltAfter, false);
                    self.add_choice(Choice::Rebuilt);
                } else {
                    self.let_deal_stand(Reason::NotRebuilt);
                    self.add_choice(Choice::AsDealt);
                }
            }
            Misdeal::Void => self.void_for(Reason::BeyondRepair),
            Misdeal::Ruling => self.await_ruling(Reason::NotRebuilt),
        }
    }

    /// The players' choice, before the dealer's missing card if he lacks it.
    fn add_choice(&mut self, why: Choice) {
        let mut remedies = vec![Remedy::Choice(why)];
        remedies.extend(self.round.odd().remedies.iter().copied());
        self.open_remedies(&remedies, Reason::ErrorChoice);
    }

    /// Cards on spots without a wager leave the game. True if there were any.
    fn discard_empty_spots(&mut self) -> bool {
        let empty = |place: &Place| match place {
            Place::Spot(spot) => !self.round.areas.iter().any(|area| area.spot == *spot),
            Place::Player | Place::Dealer => false,
        };
        let strays = self.round.odd().strays.iter();
        let cards: Vec<Card> = strays.filter(|(place, _)| empty(place)).map(|(_, card)| *card).collect();
        if cards.is_empty() {
            return false;
        }
        self.happen(Event::CardsDiscarded { cards, because: self.because(Reason::EmptySpotCards) });
        true
    }

    /// The remedies for a dealer or spots without their cards.
    fn make_missing_good(&mut self, remedies: &mut Vec<Remedy>) {
        let live = |step: &Self, area: usize| step.round.live_on(area, None).next().is_some();
        for area in 0..self.round.areas.len() {
            if self.round.areas[area].start.is_empty() && live(self, area) {
                self.hand_back_spot(self.round.areas[area].spot);
            }
        }
        let one_card = (0..self.round.areas.len())
            .any(|area| self.round.areas[area].start.len() == 1 && live(self, area));
        let dealer = self.round.dealer.cards.is_empty();
        if one_card {
            remedies.insert(0, Remedy::Choice(Choice::OneCard));
        }
        if dealer {
            remedies.insert(usize::from(one_card), Remedy::DealerCard);
        }
        if (one_card || dealer)
            && self.rules.dissatisfied_withdraw()
            && !remedies.contains(&Remedy::Dissatisfied)
        {
            remedies.push(Remedy::Dissatisfied);
        }
    }

    /// All wagers on a spot go back.
    fn hand_back_spot(&mut self, spot: Spot) {
        let here = |at: &usize| {
            let wager = &self.round.wagers[*at];
            wager.spot == spot && wager.is_live()
        };
        let leaving: Vec<usize> = (0..self.round.wagers.len()).filter(here).collect();
        for wager in leaving {
            let stake = self.round.wagers[wager].at_risk();
            self.settle(wager, Outcome::Returned, stake, Reason::SpotWithoutCards);
        }
    }

    /// The cards stay as they lie: those on empty spots leave the game, those too many come next, and who lacks a card
    /// gets it: at once while no further card is out, otherwise in his turn, the dealer before play goes on.
    pub(crate) fn let_deal_stand(&mut self, reason: Reason) {
        self.discard_empty_spots();
        let cards: Vec<Card> = self.round.odd().strays.iter().map(|(_, card)| *card).collect();
        if !cards.is_empty() {
            let (seen, because) = (vec![true; cards.len()], self.because(Reason::NextCard));
            self.happen(Event::CardsNext { cards, seen, reserved: None, because });
        }
        self.happen(Event::DealStands { because: self.because(reason) });
        let short = |area: &usize| {
            self.round.areas[*area].start.len() < 2 && self.round.live_on(*area, None).next().is_some()
        };
        let dealer = self.round.dealer.cards.is_empty();
        let lacking = dealer || (0..self.round.areas.len()).any(|area| short(&area));
        match self.round.phase {
            Phase::Offering(_) | Phase::Playing if lacking && !self.round.subsequent => {
                self.happen(Event::DealResumed { because: self.because(reason) });
            }
            Phase::Playing if dealer => self.dealer_card_now(),
            _ => {}
        }
    }

    /// A player who was passed over in play.
    fn remedy_for_passed(&mut self, repairable: bool) {
        let remedy = if repairable { self.rules.misdeal_in_play() } else { self.rules.beyond_repair_after() };
        match remedy {
            Misdeal::Rebuild if self.is_too_late_for_passed() => self.stand_passed(Reason::SkippedLate),
            Misdeal::Rebuild => self.back_to_passed(),
            Misdeal::Choice => {
                let back = repairable && self.may_rebuild_in_play() && !self.has_settled_since_passed();
                if back {
                    self.back_to_passed();
                } else {
                    self.happen(Event::DealStands { because: self.because(Reason::NotRebuilt) });
                }
                let why = if back { Choice::Rebuilt } else { Choice::AsDealt };
                self.open_remedies(&[Remedy::Choice(why)], Reason::ErrorChoice);
            }
            Misdeal::Void => self.void_for(Reason::BeyondRepair),
            Misdeal::Ruling => self.await_ruling(Reason::Skipped),
        }
    }

    /// Whether more than one spot has had cards since a player was passed over.
    pub(crate) fn is_too_late_for_passed(&self) -> bool {
        self.round.odd().passed.as_ref().is_some_and(|passed| passed.served.len() > 1)
    }

    /// Whether a wager was settled since a player was passed over.
    fn has_settled_since_passed(&self) -> bool {
        let Some(passed) = &self.round.odd().passed else { return false };
        let mut now = self.round.wagers.iter().enumerate();
        now.any(|(at, wager)| {
            let before = passed.wagers.get(at).is_none_or(crate::Wager::is_live);
            before && !wager.is_live() && !wager.was_returned() && wager.bet != crate::Bet::Award
        })
    }

    /// Back to the player passed over, as if nothing had been dealt since.
    pub(crate) fn back_to_passed(&mut self) {
        let Some(passed) = &self.round.odd().passed else { return };
        let open: Vec<bool> = passed.wagers.iter().map(crate::Wager::is_live).collect();
        for wager in 0..self.round.wagers.len() {
            let now = &self.round.wagers[wager];
            let was_open = open.get(wager).copied().unwrap_or(now.bet != crate::Bet::Award);
            if was_open && !now.is_live() && !now.was_returned() {
                self.reopen(wager, Reason::SkippedBack);
            }
        }
        self.happen(Event::TurnTakenBack { because: self.because(Reason::SkippedBack) });
    }

    /// The hands of the player passed over take no more cards.
    pub(crate) fn stand_passed(&mut self, reason: Reason) {
        let Some(areas) = self.round.odd().passed.as_ref().map(|passed| passed.over.clone()) else { return };
        self.happen(Event::DealStands { because: self.because(reason) });
        for area in areas {
            // A split hand still gets its second card, and stands then.
            for hand in 0..self.round.areas[area].hands.len() {
                let cards = &self.round.areas[area].hands[hand];
                if cards.closed.is_none() && cards.cards.len() >= 2 {
                    let because = self.because(reason);
                    self.happen(Event::HandClosed { area, hand, how: Closed::Stood, because });
                }
            }
        }
    }

    pub(crate) fn void_for(&mut self, reason: Reason) {
        let reverses = self.rules.void_reverses_payments();
        self.happen(Event::Voided { by: None, words: None, reverses, because: self.because(reason) });
    }
}
