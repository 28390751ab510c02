//! Where the next card goes, and what it does to a hand.

use rulebook::{CloseAt21, DoubleOn21, HoleCard, Reason, Rules, SurrenderWindow};
use vocabulary::{Card, Composition};

use crate::decide::{Allowed, Step};
use crate::event::{Event, Slot};
use crate::hand::{Born, Closed, Hand};
use crate::irregular::LateCard;
use crate::state::{Phase, Round};

/// Where the next card goes, if one is due and nobody has to speak first.
#[must_use]
pub fn due(rules: &Rules, round: &Round) -> Option<Slot> {
    if round.halt.is_some() {
        return None;
    }
    if takes_late_card(round) {
        return Some(Slot::Dealer);
    }
    match round.phase {
        Phase::Betting | Phase::Offering(_) | Phase::Over(_) => None,
        Phase::Dealing if !round.odd().unclear.is_empty() && !round.unclear_spots().is_empty() => None,
        Phase::Dealing => initial(rules, round),
        Phase::Playing => crate::turn::card_in_play(rules, round),
        Phase::Drawing => crate::dealer::needs_card(rules, round).then_some(Slot::Dealer),
    }
}

/// Whether the dealer takes the first card he lacks now.
fn takes_late_card(round: &Round) -> bool {
    let Some(odd) = round.irregular.as_deref() else { return false };
    let now = match odd.dealer_card {
        None => false,
        Some(LateCard::Now) => true,
        Some(LateCard::After(area)) => round.open_hand(area).is_none(),
    };
    now && round.phase == Phase::Playing && round.follow.is_none()
}

/// One card to each spot with a wager, one to the dealer, a second to each spot, and the hole card where there is one.
pub(crate) fn initial(rules: &Rules, round: &Round) -> Option<Slot> {
    let pass = |cards: usize| {
        let lacks = |area: &usize| {
            let served = round.areas[*area].start.len() + round.times_skipped(&round.areas[*area]);
            served < cards && round.live_on(*area, None).next().is_some()
        };
        let area = (0..round.areas.len()).find(lacks)?;
        Some(if rules.shared_hand() { Slot::Common } else { Slot::Hand { area, hand: 0 } })
    };
    let dealer = round.dealer.cards.len();
    let first = || (dealer == 0 && !round.dealer_was_skipped()).then_some(Slot::Dealer);
    let hole = || (rules.hole_card() == HoleCard::Peek && dealer == 1).then_some(Slot::Hole);
    pass(1).or_else(first).or_else(|| pass(2)).or_else(hole)
}

impl Step<'_> {
    pub(crate) fn deal(&mut self, card: Card) -> Allowed {
        let Some(to) = due(self.rules, self.round) else { return self.refuse(Reason::NoCardDue) };
        self.require_possible(card)?;
        self.count_before_first_card();
        let because = self.because(self.why_dealt(to));
        self.happen(Event::Dealt { card, to, because });
        self.after_card(to);
        Ok(())
    }

    /// Whether the decks in use can hold this card besides those that are out.
    pub(crate) fn require_possible(&self, card: Card) -> Allowed {
        let fits =
            self.rules.deck().contains(card) && self.round.seen(card) < usize::from(self.rules.decks());
        self.require(fits, Reason::ImpossibleCard)
    }

    /// With the first card it is settled what of each wager counts.
    pub(crate) fn count_before_first_card(&mut self) {
        if self.round.phase == Phase::Dealing && self.round.out.is_empty() {
            self.count_wagers();
        }
    }

    /// What a card settles at once, wherever it came from.
    pub(crate) fn after_card(&mut self, to: Slot) {
        if self.round.phase != Phase::Playing {
            return;
        }
        match to {
            Slot::Dealer | Slot::Hole => self.after_late_card(),
            Slot::Hand { area, .. } if self.round.areas[area].hands.len() == 1 => {
                let hand = &self.round.areas[area].hands[0];
                if self.round.irregular.is_some() && hand.cards.len() == 2 && !hand.doubled {
                    self.finish_starting_cards();
                }
            }
            Slot::Hand { .. } | Slot::Common => {}
        }
        self.close_finished();
    }

    /// Side wagers and blackjacks that waited for a starting card.
    pub(crate) fn finish_starting_cards(&mut self) {
        self.settle_sides_of_the_deal();
        self.close_blackjacks();
    }

    pub(crate) fn why_dealt(&self, to: Slot) -> Reason {
        let hand = match to {
            _ if self.round.phase == Phase::Dealing => return Reason::InitialCard,
            Slot::Dealer if self.round.phase == Phase::Playing => return Reason::DealerLateCard,
            Slot::Dealer | Slot::Hole => return crate::dealer::why_drawn(self.rules, self.round),
            Slot::Hand { area, hand } => Some(&self.round.areas[area].hands[hand]),
            Slot::Common => None,
        };
        match hand {
            Some(hand) if hand.doubled => Reason::DoubleCard,
            Some(hand) if hand.born == Born::SplitAces && hand.cards.len() == 1 => Reason::SplitAceCard,
            Some(hand) if hand.cards.len() < 2 && !hand.is_split() => Reason::OneCardPlays,
            Some(hand) if hand.cards.len() == 1 => Reason::SplitCard,
            Some(_) | None => Reason::DrawnCard,
        }
    }

    /// Closes the hands that the last card finished, and collects what bust.
    fn close_finished(&mut self) {
        for area in 0..self.round.areas.len() {
            let Some(hand) = self.round.open_hand(area) else { continue };
            let cards = &self.round.areas[area].hands[hand];
            if cards.is_due() {
                continue;
            }
            if let Some((how, reason)) = self.finished(area, cards) {
                self.close(area, hand, how, reason);
            }
        }
    }

    pub(crate) fn close(&mut self, area: usize, hand: usize, how: Closed, reason: Reason) {
        let waits = how == Closed::Bust && self.any_bust_waits(area, hand);
        let reason = if waits { Reason::BustWaits } else { reason };
        self.happen(Event::HandClosed { area, hand, how, because: self.because(reason) });
        if how == Closed::Bust {
            self.settle_bust(area, hand);
        }
    }

    /// Whether a hand takes no more cards after the one it just got.
    pub(crate) fn finished(&self, area: usize, hand: &Hand) -> Option<(Closed, Reason)> {
        let total = hand.total();
        if total.is_bust() {
            return Some((Closed::Bust, Reason::Bust));
        }
        if hand.doubled {
            return Some((Closed::Doubled, Reason::DoubleCard));
        }
        if self.round.odd().too_late.contains(&area) {
            return Some((Closed::Stood, Reason::SkippedLate));
        }
        if hand.born == Born::SplitAces && hand.cards.len() == 2 && !self.rules.draw_on_split_aces() {
            let pair = hand.cards[0].rank() == hand.cards[1].rank();
            let room = self.round.areas[area].hands.len() < usize::from(self.rules.max_hands());
            if !(pair && room && self.rules.resplit_aces()) {
                return Some((Closed::SplitAce, Reason::SplitAceCard));
            }
        }
        let closes = match self.rules.close_at_21() {
            CloseAt21::All => true,
            CloseAt21::SoftOnly => total.soft,
            CloseAt21::None => false,
        };
        let acts = hand.is_blackjack() && self.blackjack_may_act();
        (total.points == 21 && closes && !acts).then_some((Closed::TwentyOne, Reason::ClosedAt21))
    }

    /// Once the initial deal is done: side wagers, blackjacks, and on to the offers. `false` while cards are due.
    pub(crate) fn finish_initial_deal(&mut self) -> bool {
        let plays = |wager: &crate::Wager| wager.is_main() || self.is_on_dealers_hand(wager);
        if !self.round.wagers.iter().any(|wager| wager.is_live() && plays(wager)) {
            self.finish_without_hands();
            return true;
        }
        if initial(self.rules, self.round).is_some() {
            return false;
        }
        // A dealer with a hole card sees at once that a card is lacking.
        let lacking = self.rules.hole_card() == HoleCard::Peek && !self.round.odd().skipped.is_empty();
        if lacking && self.notice() {
            return true;
        }
        self.happen(Event::InitialDealDone { because: self.because(Reason::InitialDealDone) });
        self.reveal_if(|step, area| {
            let area = &step.round.areas[area];
            let side = |wager: &crate::Wager| matches!(wager.bet, crate::Bet::Side(_)) && wager.is_live();
            let wagered = step.round.wagers.iter().any(|wager| wager.spot == area.spot && side(wager));
            wagered || area.hands[0].is_blackjack()
        });
        self.settle_sides_of_the_deal();
        self.close_blackjacks();
        self.next_stage(None);
        true
    }

    pub(crate) fn close_blackjacks(&mut self) {
        for area in 0..self.round.areas.len() {
            let hand = &self.round.areas[area].hands[0];
            if !hand.is_blackjack() || self.round.live_on(area, Some(0)).next().is_none() {
                continue;
            }
            let paid = self.round.up_card().is_some()
                && !self.round.shows_ace_or_ten()
                && self.rules.pay_blackjack() == rulebook::PayBlackjack::Immediate;
            if hand.closed.is_none() && (paid || !self.blackjack_may_act()) {
                self.close(area, 0, Closed::Blackjack, Reason::ClosedWithBlackjack);
            }
            if paid {
                self.settle_blackjacks(area);
            }
        }
    }

    /// Whether a blackjack has something to decide in its turn.
    fn blackjack_may_act(&self) -> bool {
        let surrenders = self.rules.surrender_blackjack()
            && self.rules.surrender_window() == SurrenderWindow::Decision
            && self.surrender_open_against_up_card();
        surrenders || self.rules.double_on_21() == DoubleOn21::Any
    }
}

/// What the shoe can still hold after the cards that are out in this round.
#[must_use]
pub fn undealt(rules: &Rules, round: &Round) -> Composition {
    let mut left = Composition::full(rules.deck(), rules.decks());
    for card in rules.deck().cards() {
        for _ in 0..round.seen(card) {
            // Cards that are out were checked when they came.
            let _ = left.take(card);
        }
    }
    left
}
