//! Putting cards back in the order they came out, and judging anew what rested on the wrong ones.

use rulebook::{HoleCard, LooksAt, Reason};
use vocabulary::Card;

use crate::deal::initial;
use crate::decide::Step;
use crate::event::{Event, Slot};
use crate::hand::Closed;
use crate::state::Phase;
use crate::wager::{Bet, Outcome, Wager};

/// A card of the initial deal that goes to another place: where, which of the hand, and the card.
type Move = (Slot, usize, Card);

impl Step<'_> {
    /// The whole deal is done again: what was settled is undone, decisions lapse, cards too many come next.
    pub(crate) fn rebuild_all(&mut self, reason: Reason, burn: bool) {
        for wager in 0..self.round.wagers.len() {
            let at = &self.round.wagers[wager];
            if !at.is_live() && !at.was_returned() && at.bet != Bet::Award {
                self.reopen(wager, reason);
            }
        }
        self.happen(Event::CardsTakenUp { burn, because: self.because(reason) });
        while let Some(card) = self.round.odd().head.first().map(|waiting| waiting.card)
            && let Some(to) = initial(self.rules, self.round)
        {
            self.happen(Event::Redealt { card, to, because: self.because(reason) });
        }
    }

    /// The cards of the initial deal change places and those too many come next; what was decided stands. `false` where
    /// that cannot be done.
    pub(crate) fn rebuild_in_place(&mut self, reason: Reason) -> bool {
        let Some((moves, cards)) = self.moves() else { return false };
        let up_card = moves.iter().any(|(to, _, _)| *to == Slot::Dealer);
        let mut changed = Vec::new();
        for (to, at, card) in moves {
            self.happen(Event::CardMoved { card, to, at, because: self.because(reason) });
            if let Slot::Hand { area, .. } = to
                && !changed.contains(&area)
            {
                changed.push(area);
            }
        }
        if !cards.is_empty() {
            let (seen, because) = (vec![true; cards.len()], self.because(reason));
            self.happen(Event::CardsNext { cards, seen, reserved: None, because });
        }
        self.happen(Event::DealStands { because: self.because(reason) });
        if up_card {
            self.return_insurance(reason);
        }
        for area in 0..self.round.areas.len() {
            if up_card || changed.contains(&area) {
                self.judge_anew(area, changed.contains(&area), up_card, reason);
            }
        }
        self.offer_anew(up_card || !changed.is_empty());
        true
    }

    /// Other cards mean other offers, as long as no further card is out.
    fn offer_anew(&mut self, changed: bool) {
        let open = matches!(self.round.phase, Phase::Offering(_) | Phase::Playing) && !self.round.subsequent;
        if changed && open {
            self.next_stage(None);
        }
    }

    /// Which cards lie at another place than they should: where, which of the hand, and what belongs there; and the
    /// cards too many. Nothing where a hand concerned has been split.
    fn moves(&self) -> Option<(Vec<Move>, Vec<Card>)> {
        let places = self.places();
        let odd = self.round.odd();
        let mut cards = odd.order.clone();
        cards.truncate(places.len() + odd.strays.len());
        let rest = cards.split_off(places.len().min(cards.len()));
        let wrong = |&(to, at, card): &Move| match to {
            Slot::Hand { area, .. } => self.round.areas[area].start.get(at) != Some(&card),
            Slot::Dealer | Slot::Hole | Slot::Common => self.round.dealer.cards.get(at) != Some(&card),
        };
        let all = places.into_iter().zip(cards).map(|((to, at), card)| (to, at, card));
        let moves: Vec<Move> = all.filter(wrong).collect();
        let split = |to: Slot| match to {
            Slot::Hand { area, .. } => self.round.areas[area].hands.len() > 1,
            Slot::Dealer | Slot::Hole | Slot::Common => false,
        };
        (!moves.iter().any(|(to, _, _)| split(*to))).then_some((moves, rest))
    }

    /// The places of the initial deal that have their card, in the order they are dealt to.
    fn places(&self) -> Vec<(Slot, usize)> {
        let mut places = Vec::new();
        let pass = |at: usize| {
            let has = move |area: &usize| self.round.areas[*area].start.len() > at;
            (0..self.round.areas.len()).filter(has).map(move |area| (Slot::Hand { area, hand: 0 }, at))
        };
        let dealer = self.round.dealer.cards.len();
        places.extend(pass(0));
        places.extend((dealer > 0).then_some((Slot::Dealer, 0)));
        places.extend(pass(1));
        let hole = self.rules.hole_card() == HoleCard::Peek && dealer > 1;
        places.extend(hole.then_some((Slot::Hole, 1)));
        places
    }

    /// Insurance against a card that is no Ace goes back.
    fn return_insurance(&mut self, reason: Reason) {
        for wager in 0..self.round.wagers.len() {
            let at = &self.round.wagers[wager];
            if matches!(at.bet, Bet::Insurance(_)) && at.is_live() && !self.round.shows_ace() {
                let stake = at.stake;
                self.settle(wager, Outcome::Returned, stake, reason);
            }
        }
    }

    /// Side wagers, blackjacks and closed hands of an area whose cards, or the dealer's, have changed.
    fn judge_anew(&mut self, area: usize, changed: bool, up_card: bool, reason: Reason) {
        for wager in 0..self.round.wagers.len() {
            let at = self.round.wagers[wager];
            if self.round.area_of(&at) == Some(area) && self.rests_on(&at, changed, up_card) {
                self.reopen(wager, reason);
            }
        }
        if changed {
            self.reopen_hand(area, reason);
        }
        self.settle_sides_of_the_deal();
        self.close_blackjacks();
        let Some(hand) = self.round.open_hand(area).filter(|hand| *hand == 0) else { return };
        let cards = &self.round.areas[area].hands[hand];
        if !cards.is_due()
            && let Some((how, reason)) = self.finished(area, cards)
        {
            self.close(area, hand, how, reason);
        }
    }

    /// Whether a settled wager rested on cards that have changed, and no longer holds.
    fn rests_on(&self, wager: &Wager, changed: bool, up_card: bool) -> bool {
        let Some(result) = wager.result else { return false };
        let hand = self.round.area_of(wager).map(|area| self.round.areas[area].hands[0]);
        match wager.bet {
            Bet::Side(at) => {
                let side = self.rules.side_wager(rulebook::Kind::Side(at));
                let judged = matches!(result.outcome, Outcome::Won | Outcome::Lost);
                judged
                    && side.is_some_and(|side| match side.on {
                        LooksAt::FirstTwo => changed,
                        LooksAt::FirstTwoAndUpCard => changed || up_card,
                        LooksAt::DealerHand => false,
                    })
            }
            Bet::Main => hand.is_some_and(|hand| match result.because.reason {
                Reason::BlackjackWins => {
                    !hand.is_blackjack() || (up_card && self.round.dealer_may_have_blackjack())
                }
                Reason::EvenMoney => !hand.is_blackjack() || (up_card && !self.round.shows_ace()),
                Reason::Bust => changed && !hand.total().is_bust(),
                _ => false,
            }),
            Bet::Insurance(_) | Bet::Award => false,
        }
    }

    /// A hand that was done on the wrong cards may go on; one that stood stands, unless it is bust now.
    fn reopen_hand(&mut self, area: usize, reason: Reason) {
        let hand = self.round.areas[area].hands[0];
        let total = hand.total();
        let reopens = match hand.closed {
            Some(Closed::Blackjack) => !hand.is_blackjack(),
            Some(Closed::TwentyOne) => total.points != 21,
            Some(Closed::Bust) => !total.is_bust(),
            Some(Closed::Stood | Closed::Doubled) => total.is_bust(),
            Some(Closed::SplitAce) | None => false,
        };
        let live = self.round.live_on(area, Some(0)).next().is_some();
        if reopens && live {
            self.happen(Event::HandReopened { area, hand: 0, because: self.because(reason) });
        }
    }
}
