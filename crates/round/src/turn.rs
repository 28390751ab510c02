//! Whose turn it is in play, and which card comes without anyone speaking.

use rulebook::{DefaultScope, Reason, Rules, SilentPlay};
use smallvec::SmallVec;
use vocabulary::{PlayerId, Total};

use crate::control::controller;
use crate::decide::Step;
use crate::event::{Event, Marks, Slot};
use crate::state::{Away, Phase, Round};

/// A decision someone must make: for this hand of this area.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Turn {
    pub(crate) area: usize,
    pub(crate) hand: usize,
    pub(crate) by: PlayerId,
}

/// The hands that wait for a decision of someone present: one at a table, all unanswered ones with a shared hand.
pub(crate) fn turns(rules: &Rules, round: &Round) -> SmallVec<[Turn; 4]> {
    let mut turns = SmallVec::new();
    if round.phase != Phase::Playing || round.follow.is_some() || round.halt.is_some() {
        return turns;
    }
    for (area, hand) in open_hands(rules, round) {
        let cards = &round.areas[area].hands[hand];
        if !cards.is_due()
            && !is_silent(round, area, hand)
            && let Some(by) = controller(rules, round, area, hand)
        {
            turns.push(Turn { area, hand, by });
        }
    }
    turns
}

/// The hands in play now: with a shared hand one of every terminal, at a table the first that is open.
fn open_hands(rules: &Rules, round: &Round) -> SmallVec<[(usize, usize); 4]> {
    let mut hands = SmallVec::new();
    for area in 0..round.areas.len() {
        if let Some(hand) = round.open_hand(area) {
            hands.push((area, hand));
            if !rules.shared_hand() {
                break;
            }
        }
    }
    hands
}

/// The first hand in play.
pub(crate) fn first_in_turn(rules: &Rules, round: &Round) -> Option<(usize, usize)> {
    let playing = round.phase == Phase::Playing;
    open_hands(rules, round).first().copied().filter(|_| playing)
}

fn is_silent(round: &Round, area: usize, hand: usize) -> bool {
    round.areas[area].silent || round.areas[area].hands[hand].silent
}

/// The card that is due in play, once nobody has to speak first.
pub(crate) fn card_in_play(rules: &Rules, round: &Round) -> Option<Slot> {
    if round.follow.is_some() {
        return None;
    }
    let open = open_hands(rules, round);
    let due = |(area, hand): (usize, usize)| round.areas[area].hands[hand].is_due();
    if open.is_empty() || !open.iter().all(|&at| due(at)) {
        return None;
    }
    let (area, hand) = open[0];
    Some(if rules.shared_hand() { Slot::Common } else { Slot::Hand { area, hand } })
}

impl Step<'_> {
    /// Plays for those who do not answer, and passes to the dealer when all hands are done. `false` when someone must
    /// speak or a card is due.
    pub(crate) fn play_on(&mut self) -> bool {
        if self.round.follow.is_some() {
            return false;
        }
        let open = open_hands(self.rules, self.round);
        if self.round.irregular.is_some() && self.comes_to_light(&open) {
            return true;
        }
        if open.is_empty() && self.round.odd().dealer_card.is_some() {
            return false;
        }
        if open.is_empty() {
            self.happen(Event::DealerBegan { because: self.because(Reason::DealerCard) });
            return true;
        }
        let waits = |&(area, hand): &(usize, usize)| !self.round.areas[area].hands[hand].is_due();
        let silent = |&(area, hand): &(usize, usize)| is_silent(self.round, area, hand);
        let answers =
            |&(area, hand): &(usize, usize)| controller(self.rules, self.round, area, hand).is_some();
        let spoken_for = open.iter().any(|at| waits(at) && !silent(at) && answers(at));
        // A hand already given over to the default play answers at once; who is away waits for those who must speak.
        match open.iter().copied().find(|at| waits(at) && (silent(at) || !spoken_for)) {
            Some((area, hand)) => self.play_silently(area, hand),
            None => false,
        }
    }

    /// What an irregular deal brings up in play before anyone acts: cards another player left, hands or a dealer
    /// without their cards, a player passed over.
    fn comes_to_light(&mut self, open: &[(usize, usize)]) -> bool {
        let lacks = |&(area, hand): &(usize, usize)| {
            let hand = &self.round.areas[area].hands[hand];
            hand.cards.len() < 2 && !hand.is_split()
        };
        let short = self.round.odd().wrong && open.iter().any(lacks);
        if short && self.notice() {
            return true;
        }
        if self.next_for_leftover() || self.closes_what_was_chosen() {
            return true;
        }
        let odd = self.round.odd();
        if open.is_empty() && (odd.passed.is_some() || odd.wrong) && self.notice() {
            return true;
        }
        // The dealer's late card comes before his turn.
        if open.is_empty() && self.round.dealer.cards.is_empty() && self.round.odd().dealer_card.is_none() {
            self.dealer_card_now();
            return true;
        }
        false
    }

    /// A hand that a card dealt in error finished, once its player has chosen to go on.
    fn closes_what_was_chosen(&mut self) -> bool {
        for area in 0..self.round.areas.len() {
            let Some(hand) = self.round.open_hand(area) else { continue };
            let cards = &self.round.areas[area].hands[hand];
            let more = cards.cards.len() > 2 && (!cards.is_due() || cards.total().is_bust());
            if let Some((how, reason)) = self.finished(area, cards).filter(|_| more) {
                self.close(area, hand, how, reason);
                return true;
            }
        }
        false
    }

    /// Answers for a hand that nobody answers for. `false` where the game waits instead.
    fn play_silently(&mut self, area: usize, hand: usize) -> bool {
        let (policy, reason) = self.silent_policy(area, hand);
        let total = self.round.areas[area].hands[hand].total();
        let Some(draws) = draws(policy, total) else { return false };
        let marks = self.silent_marks();
        self.happen(Event::PlayedSilently { area, hand, draws, marks, because: self.because(reason) });
        true
    }

    /// With a clock a hand once defaulted is finished by default; at a table who comes back decides again.
    pub(crate) fn silent_marks(&self) -> Marks {
        match self.rules.default_scope() {
            _ if !self.rules.shared_hand() => Marks::Nothing,
            DefaultScope::Hand => Marks::Hand,
            DefaultScope::Terminal => Marks::Terminal,
        }
    }

    fn silent_policy(&self, area: usize, hand: usize) -> (SilentPlay, Reason) {
        let dark = self
            .round
            .live_on(area, Some(hand))
            .any(|(_, wager)| self.round.away(wager.player) == Some(Away::Dark));
        if !self.rules.shared_hand() {
            (self.rules.absent_policy(), Reason::AbsentPlay)
        } else if dark {
            (self.rules.default_play(), Reason::TerminalFailed)
        } else {
            (self.rules.default_play(), Reason::DefaultPlay)
        }
    }
}

/// Whether a hand played for someone takes a card; `None` where the game waits instead.
fn draws(policy: SilentPlay, total: Total) -> Option<bool> {
    match policy {
        SilentPlay::Wait => None,
        SilentPlay::Stand => Some(false),
        SilentPlay::DrawTo12 => Some(total.points < 12),
        SilentPlay::Hard12Soft17 => Some(total.points < if total.soft { 17 } else { 12 }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The examples of clause 3.18.1 of Electronic Blackjack, 5.22 of Star Elements and 5.3 of Blackjack Plus.
    #[test]
    fn silent_hands_draw_as_the_leaflets_say() {
        let hard = |points| Total { points, soft: false };
        let soft = |points| Total { points, soft: true };
        for (policy, total, card) in [
            (SilentPlay::Hard12Soft17, hard(11), Some(true)),
            (SilentPlay::Hard12Soft17, hard(12), Some(false)),
            (SilentPlay::Hard12Soft17, soft(16), Some(true)),
            (SilentPlay::Hard12Soft17, soft(17), Some(false)),
            (SilentPlay::DrawTo12, hard(9), Some(true)),
            (SilentPlay::DrawTo12, soft(12), Some(false)),
            (SilentPlay::Stand, hard(5), Some(false)),
            (SilentPlay::Wait, hard(5), None),
        ] {
            assert_eq!(draws(policy, total), card, "{policy:?} {total}");
        }
    }
}
