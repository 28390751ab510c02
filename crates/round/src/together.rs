//! Cards drawn together, cards found face up, and cards that are out and come next.

use std::cmp::Ordering;

use rulebook::{Misdeal, Oddity, Reason, Together};
use vocabulary::{Card, PlayerId, Spot, Total};

use crate::control::controller;
use crate::deal::due;
use crate::decide::{Allowed, Step};
use crate::duty::{By, Drawn};
use crate::event::{Choice, Event, Remedy, Slot};
use crate::hand::{Born, Closed};
use crate::irregular::Waiting;
use crate::state::{Halt, Phase, Round};
use crate::turn::{first_in_turn, turns};

/// As many cards as can come out together.
const MOST: usize = 8;

/// The hand that cards drawn together are meant for: the one in its turn, or the one the deal has come to.
pub(crate) fn hand_in_action(round: &Round) -> Option<(usize, usize)> {
    match round.phase {
        Phase::Playing | Phase::Offering(_) => {
            (0..round.areas.len()).find_map(|area| round.open_hand(area).map(|hand| (area, hand)))
        }
        Phase::Dealing => {
            let lacks = |cards: usize| {
                (0..round.areas.len()).find(|&area| {
                    let served = round.areas[area].start.len() + round.times_skipped(&round.areas[area]);
                    served < cards && round.live_on(area, None).next().is_some()
                })
            };
            lacks(1).or_else(|| lacks(2)).map(|area| (area, 0))
        }
        Phase::Betting | Phase::Drawing | Phase::Over(_) => None,
    }
}

impl Step<'_> {
    /// Deals the next of the cards that are out, if one is due. `false` if none is.
    pub(crate) fn next_waiting_card(&mut self) -> bool {
        if matches!(self.round.phase, Phase::Over(_)) && !self.round.odd().head.is_empty() {
            let cards = self.round.odd().head.iter().map(|waiting| waiting.card).collect();
            self.happen(Event::CardsDiscarded { cards, because: self.because(Reason::CardDiscarded) });
            return true;
        }
        if self.discards_with_hand() {
            return true;
        }
        let Some(to) = due(self.rules, self.round) else { return false };
        if self.offers_leftover(to) {
            return true;
        }
        let Some(Waiting { card, .. }) = self.round.odd().head.first().copied() else { return false };
        let later = |area: usize| self.round.odd().reserved.is_some_and(|reserved| area < reserved);
        if matches!(to, Slot::Hand { area, .. } if later(area)) {
            return false;
        }
        let reason = match to {
            Slot::Dealer | Slot::Hole if self.round.odd().refusable => Reason::RefusedByAll,
            _ => self.why_dealt(to),
        };
        self.happen(Event::Redealt { card, to, because: self.because(reason) });
        self.after_card(to);
        true
    }

    /// A card put right leaves with the hand it belongs to, if that was taken back.
    fn discards_with_hand(&mut self) -> bool {
        let odd = self.round.odd();
        let (Some((area, hand)), Some(first)) = (odd.belongs, odd.head.first()) else { return false };
        let gone = self.round.live_on(area, Some(hand)).next().is_none();
        if gone {
            let cards = vec![first.card];
            self.happen(Event::CardsDiscarded { cards, because: self.because(Reason::BetReturned) });
        }
        gone
    }

    /// In the initial deal what one player left is offered to the next that a card is due to.
    fn offers_leftover(&mut self, to: Slot) -> bool {
        let Some(left) = &self.round.odd().leftover else { return false };
        let Slot::Hand { area, hand } = to else { return false };
        let next = self.round.phase == Phase::Dealing && (left.area, left.hand) != (area, hand);
        if next {
            self.offer_rest(area, hand);
        }
        next
    }

    /// What one player left is offered to who decides for the next hand; with nobody to ask it is burnt.
    fn offer_rest(&mut self, area: usize, hand: usize) {
        match controller(self.rules, self.round, area, hand) {
            Some(player) => {
                let because = self.because(Reason::PicksRest);
                self.happen(Event::PickAsked { player: Some(player), because });
            }
            None => self.burn_rest(),
        }
    }

    fn burn_rest(&mut self) {
        let odd = self.round.odd();
        let left = odd.leftover.as_ref().map_or(&odd.together, |left| &left.cards);
        let cards: Vec<Card> = left.iter().map(|waiting| waiting.card).collect();
        self.happen(Event::CardsDiscarded { cards, because: self.because(Reason::RestBurnt) });
    }

    /// A card lies face up in the device.
    pub(crate) fn face_up(&mut self, by: By, card: Card) -> Allowed {
        self.require_possible(card)?;
        let running = !matches!(self.round.phase, Phase::Betting | Phase::Over(_));
        self.require(running, Reason::NoCardDue)?;
        self.require(self.round.odd().head.is_empty(), Reason::OneAtATime)?;
        self.count_before_first_card();
        let because = self.because(Reason::FaceUp);
        self.happen(Event::FaceUpFound { by, card, because });
        match self.rules.face_up_card() {
            Oddity::AsRule => self.next_as_they_lie(Reason::FaceUp),
            Oddity::Ruling => self.await_ruling(Reason::FaceUp),
        }
        Ok(())
    }

    /// The cards that wait come next, in the order they lie.
    pub(crate) fn next_as_they_lie(&mut self, reason: Reason) {
        let cards = self.round.odd().together.clone();
        self.next_in_order(&cards, reason);
    }

    fn next_in_order(&mut self, cards: &[Waiting], reason: Reason) {
        let seen = cards.iter().map(|waiting| waiting.seen).collect();
        let cards = cards.iter().map(|waiting| waiting.card).collect();
        let because = self.because(reason);
        self.happen(Event::CardsNext { cards, seen, reserved: None, because });
    }

    /// Several cards come out together.
    pub(crate) fn draw_together(&mut self, by: By, cards: &[Card], known: &Drawn) -> Allowed {
        self.require((2..=MOST).contains(&cards.len()), Reason::Together)?;
        let most = usize::from(self.rules.decks());
        for card in cards {
            let here = cards.iter().filter(|other| *other == card).count();
            let fits = self.rules.deck().contains(*card) && self.round.seen(*card) + here <= most;
            self.require(fits, Reason::ImpossibleCard)?;
        }
        let odd = self.round.odd();
        self.require(odd.head.is_empty() && odd.leftover.is_none(), Reason::OneAtATime)?;
        let wanted = due(self.rules, self.round).is_some() || !turns(self.rules, self.round).is_empty();
        self.require(wanted, Reason::NoCardDue)?;
        self.count_before_first_card();
        let (ordered, mut seen) = match known {
            Drawn::InOrder => (true, vec![true; cards.len()]),
            Drawn::Seen(seen) => (false, seen.clone()),
        };
        seen.resize(cards.len(), false);
        let because = self.because(Reason::Together);
        let several = cards.to_vec();
        self.happen(Event::DrawnTogether { by, cards: several, seen, ordered, because });
        self.settle_together(ordered);
        Ok(())
    }

    fn settle_together(&mut self, ordered: bool) {
        let policy = self.rules.cards_together();
        match policy {
            Together::Ruling => self.await_ruling(Reason::Together),
            _ if ordered => self.next_as_they_lie(Reason::TogetherInOrder),
            Together::Void => self.void_for(Reason::TogetherVoid),
            Together::BySeen | Together::Pick if self.rules.shared_hand() => self.together_as_misdeal(),
            Together::BySeen => self.together_by_seen(),
            Together::Pick => {
                let remedy = if self.is_for_dealer() { Remedy::Discard } else { Remedy::Pick };
                let remedies = [remedy, Remedy::Choice(Choice::Together)];
                self.open_remedies(&remedies, Reason::Together);
            }
            Together::AsMisdeal => self.together_as_misdeal(),
        }
    }

    fn together_as_misdeal(&mut self) {
        let remedy = if self.round.has_moved_on() {
            self.rules.beyond_repair_after()
        } else {
            self.rules.beyond_repair_before()
        };
        match remedy {
            Misdeal::Void => self.void_for(Reason::TogetherVoid),
            Misdeal::Rebuild | Misdeal::Choice | Misdeal::Ruling => self.await_ruling(Reason::Together),
        }
    }

    fn is_for_dealer(&self) -> bool {
        matches!(due(self.rules, self.round), Some(Slot::Dealer | Slot::Hole))
    }

    /// By how many cards were seen, and whose hand they came to.
    fn together_by_seen(&mut self) {
        let cards = self.round.odd().together.clone();
        let seen = cards.iter().filter(|waiting| waiting.seen).count();
        let mut remedies = Vec::new();
        if seen == 1 {
            let (first, rest) = if self.is_for_dealer() {
                (Reason::DealerOneSeen, Reason::DealerOneSeenRest)
            } else {
                (Reason::OneSeen, Reason::OneSeenRest)
            };
            let (shown, hidden): (Vec<Waiting>, Vec<Waiting>) =
                cards.iter().partition(|waiting| waiting.seen);
            self.next_in_order(&shown, first);
            self.next_in_order(&hidden, rest);
        } else {
            remedies.push(Remedy::Pick);
        }
        if self.rules.dissatisfied_withdraw() {
            remedies.push(Remedy::Dissatisfied);
        }
        self.open_remedies(&remedies, Reason::Together);
    }

    /// Asks who is to pick; with nobody there to ask the cards come as they lie.
    pub(crate) fn ask_to_pick(&mut self, remedy: Remedy) {
        let seen = self.round.odd().together.iter().filter(|waiting| waiting.seen).count();
        if remedy == Remedy::Discard {
            self.happen(Event::DiscardAsked { because: self.because(Reason::TogetherDiscarded) });
            return;
        }
        if self.is_for_dealer() {
            let reason = if seen > 1 { Reason::DealerWorst } else { Reason::DealerPicksUnseen };
            self.happen(Event::PickAsked { player: None, because: self.because(reason) });
            return;
        }
        let reason = self.why_picked(seen);
        let hand = hand_in_action(self.round);
        let player = hand.and_then(|(area, hand)| controller(self.rules, self.round, area, hand));
        let because = self.because(reason);
        if player.is_some() {
            self.happen(Event::PickAsked { player, because });
            return;
        }
        let rest = self.round.odd().remedies[1..].to_vec();
        self.next_as_they_lie(Reason::TogetherInOrder);
        self.open_remedies(&rest, Reason::Together);
    }

    fn why_picked(&self, seen: usize) -> Reason {
        let by_seen = self.rules.cards_together() == Together::BySeen;
        if by_seen && seen > 1 { Reason::PicksSeen } else { Reason::PicksUnseen }
    }

    /// A player picks, or takes none.
    pub(crate) fn pick(&mut self, player: PlayerId, picks: &[usize]) -> Allowed {
        match self.round.halt.as_deref() {
            Some(Halt::Pick(asked)) => self.require(*asked == Some(player), Reason::NotInControl)?,
            _ => return self.refuse(Reason::TogetherInOrder),
        }
        let rest = self.round.odd().rest_on_offer;
        let seen = self.round.odd().together.iter().filter(|waiting| waiting.seen).count();
        let reason = if rest { Reason::PicksRest } else { self.why_picked(seen) };
        self.require_picks(picks)?;
        match reason {
            Reason::PicksUnseen => self.require(picks.len() == 1, Reason::PicksUnseen)?,
            _ => self.require_takeable(picks, rest)?,
        }
        let asked = self.asked_for_card();
        let refuses = picks.is_empty() && asked;
        let why = if refuses && !rest { Reason::RestRefused } else { reason };
        let hand = hand_in_action(self.round);
        let (picks, because) = (picks.to_vec(), self.because(why));
        self.happen(Event::Picked { by: None, player: Some(player), picks, because });
        if reason == Reason::PicksRest && self.round.odd().leftover.is_some() {
            self.burn_rest();
        }
        if let Some((area, hand)) = hand.filter(|_| refuses) {
            let because = self.because(Reason::RestRefused);
            self.happen(Event::HandClosed { area, hand, how: Closed::Stood, because });
        }
        Ok(())
    }

    /// Who was to pick has gone: the cards come as they lie, and what another left is burnt.
    pub(crate) fn pick_for_absent(&mut self, player: PlayerId) {
        let rest = self.round.odd().rest_on_offer;
        let (picks, reason) =
            if rest { (vec![], Reason::PicksRest) } else { (vec![0], Reason::TogetherInOrder) };
        let because = self.because(reason);
        self.happen(Event::Picked { by: None, player: Some(player), picks, because });
        if rest {
            self.burn_rest();
        }
    }

    /// Whether the hand in action waits for a card its player asked for.
    fn asked_for_card(&self) -> bool {
        let hand = hand_in_action(self.round).filter(|_| self.round.phase == Phase::Playing);
        hand.is_some_and(|(area, hand)| self.round.areas[area].hands[hand].wants)
    }

    fn require_picks(&self, picks: &[usize]) -> Allowed {
        let cards = self.round.odd().together.len();
        let once = picks.iter().enumerate().all(|(at, pick)| *pick < cards && !picks[..at].contains(pick));
        self.require(once, Reason::Together)
    }

    /// Whether the hand in action can take these cards: one where one is due to it, more while it is below 21, and of
    /// the cards seen only.
    fn require_takeable(&self, picks: &[usize], rest: bool) -> Allowed {
        let odd = self.round.odd();
        let shown = rest || picks.iter().all(|at| odd.together[*at].seen);
        self.require(shown, Reason::PicksSeen)?;
        let Some((area, hand)) = hand_in_action(self.round) else { return self.refuse(Reason::Together) };
        let hand = &self.round.areas[area].hands[hand];
        let dealing = self.round.phase == Phase::Dealing;
        let obligatory = !rest && (dealing || hand.cards.len() < 2);
        self.require(!obligatory || !picks.is_empty(), Reason::PicksSeen)?;
        let (one, reason) = match hand {
            hand if hand.doubled => (true, Reason::DoubleCard),
            hand if hand.born == Born::SplitAces => (true, Reason::SplitAceCard),
            hand => (dealing || hand.cards.len() < 2, Reason::PicksSeen),
        };
        self.require(!one || picks.len() <= 1, reason)?;
        let mut cards: Vec<Card> = hand.cards.to_vec();
        for at in picks {
            let open = dealing || Total::of(&cards).points < 21 || cards.len() < 2;
            self.require(open, Reason::HitAt21)?;
            cards.push(odd.together[*at].card);
        }
        Ok(())
    }

    /// Staff pick the dealer's card.
    pub(crate) fn pick_for_dealer(&mut self, by: By, picks: &[usize]) -> Allowed {
        match self.round.halt.as_deref() {
            Some(Halt::Pick(asked)) => self.require(asked.is_none(), Reason::NotInControl)?,
            _ => return self.refuse(Reason::TogetherInOrder),
        }
        self.require_picks(picks)?;
        let cards = self.round.odd().together.clone();
        let seen = cards.iter().filter(|waiting| waiting.seen).count();
        let [pick] = picks[..] else { return self.refuse(Reason::DealerPicksUnseen) };
        if seen < 2 {
            let because = self.because(Reason::DealerPicksUnseen);
            self.happen(Event::Picked { by: Some(by), player: None, picks: vec![pick], because });
            return Ok(());
        }
        self.require(cards[pick].seen && self.is_worst_for_dealer(&cards, pick), Reason::DealerWorst)?;
        let because = self.because(Reason::DealerWorst);
        self.happen(Event::Picked { by: Some(by), player: None, picks: vec![pick], because });
        let rest = cards.iter().enumerate().filter(|(at, _)| *at != pick);
        let rest: Vec<Card> = rest.map(|(_, waiting)| waiting.card).collect();
        self.happen(Event::CardsDiscarded {
            cards: rest,
            because: self.because(Reason::DealerRestDiscarded),
        });
        Ok(())
    }

    /// Whether no other card seen is plainly worse for the dealer: one that busts him, else, where all end his hand,
    /// the lower total; otherwise it is the manager's choice.
    fn is_worst_for_dealer(&self, cards: &[Waiting], pick: usize) -> bool {
        let after = |waiting: &Waiting| {
            let mut hand = self.round.dealer.cards.to_vec();
            hand.push(waiting.card);
            Total::of(&hand)
        };
        let seen: Vec<Total> = cards.iter().filter(|waiting| waiting.seen).map(after).collect();
        let own = after(&cards[pick]);
        if seen.iter().any(|total| total.is_bust()) {
            return own.is_bust();
        }
        let ends = |total: &Total| total.points >= 17;
        if !seen.iter().all(ends) {
            return true;
        }
        seen.iter().all(|total| own.points.cmp(&total.points) != Ordering::Greater)
    }

    /// A player wants a card, but not the one dealt in error that comes next.
    pub(crate) fn refuse_card(&mut self, player: PlayerId, spot: Spot) -> Allowed {
        self.require(self.rules.refuse_card(), Reason::NoSuchRule)?;
        if let Phase::Offering(_) = self.round.phase {
            self.close_all_offers();
        }
        let turn = turns(self.rules, self.round).into_iter().find(|turn| turn.by == player);
        let turn = turn.filter(|turn| self.round.areas[turn.area].spot == spot);
        let Some(turn) = turn else { return self.refuse(Reason::NotYourTurn) };
        let odd = self.round.odd();
        let offered = odd.refusable && odd.reserved.is_none_or(|reserved| turn.area >= reserved);
        self.require(offered, Reason::NextCard)?;
        let mut refused = vec![(turn.area, turn.hand)];
        if self.rules.refusal_scope() == rulebook::RefusalScope::Player {
            refused.extend(self.open_hands_of(player).filter(|at| *at != refused[0]).collect::<Vec<_>>());
        }
        for (area, hand) in refused {
            let because = self.because(Reason::CardRefused);
            self.happen(Event::CardRefused { player, area, hand, because });
        }
        Ok(())
    }

    /// The hands a player decides for that have their two cards and may take more.
    fn open_hands_of(&self, player: PlayerId) -> impl Iterator<Item = (usize, usize)> {
        let areas = 0..self.round.areas.len();
        let hands =
            areas.flat_map(|area| (0..self.round.areas[area].hands.len()).map(move |hand| (area, hand)));
        hands.filter(move |&(area, hand)| {
            let cards = &self.round.areas[area].hands[hand];
            let open = cards.closed.is_none() && cards.cards.len() >= 2;
            open && controller(self.rules, self.round, area, hand) == Some(player)
        })
    }

    /// In play what one player left is offered once the next hand has its turn; at the dealer's turn it is burnt.
    pub(crate) fn next_for_leftover(&mut self) -> bool {
        let Some(left) = &self.round.odd().leftover else { return false };
        match first_in_turn(self.rules, self.round) {
            Some((area, hand)) if (area, hand) == (left.area, left.hand) => return false,
            Some((area, hand)) => self.offer_rest(area, hand),
            None => self.burn_rest(),
        }
        true
    }
}
