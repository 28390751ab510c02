//! The dealer's hand: when he needs a card, and when he is done.

use rulebook::{Reason, Rules, Soft17};

use crate::decide::Step;
use crate::event::Event;
use crate::state::{Phase, Round};
use crate::wager::{Bet, Outcome, Wager};

/// Why the dealer completes his hand.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Need {
    /// Nothing depends on it.
    None,
    /// Something depends on whether his second card makes a blackjack.
    Second,
    /// A wager on his own hand depends on all of it.
    Wager,
    /// A live hand does, or the game has him complete it always.
    Full,
}

/// What depends on the dealer's further cards.
fn need(rules: &Rules, round: &Round) -> Need {
    let always = rules.dealer_draws_without_effect()
        && round.mains().any(|(_, w)| w.result.is_none_or(|r| r.outcome != Outcome::Returned));
    let hand_of = |wager: &Wager| {
        round.area_of(wager).and_then(|area| round.areas[area].hands.get(usize::from(wager.hand)))
    };
    let live = || round.mains().filter(|(_, wager)| wager.is_live()).filter_map(|(_, wager)| hand_of(wager));
    if always || live().any(|hand| !hand.is_blackjack() && !hand.total().is_bust()) {
        return Need::Full;
    }
    let side = |bet: Bet| match bet {
        Bet::Side(at) => rules.side_wager(rulebook::Kind::Side(at)),
        Bet::Main | Bet::Insurance(_) | Bet::Award => None,
    };
    let mut others = round.wagers.iter().filter(|wager| wager.is_live() && !wager.is_main());
    if others.clone().any(|w| side(w.bet).is_some_and(|side| side.on == rulebook::LooksAt::DealerHand)) {
        return Need::Wager;
    }
    let waiting = round.dealer_may_have_blackjack() && live().next().is_some();
    // An insurance, or a side wager that the initial deal left open for the dealer's second card.
    if waiting || others.next().is_some() { Need::Second } else { Need::None }
}

pub(crate) fn needs_card(rules: &Rules, round: &Round) -> bool {
    if round.phase != Phase::Drawing {
        return false;
    }
    let need = need(rules, round);
    if round.dealer.cards.len() < 2 {
        need > Need::None
    } else {
        need > Need::Second && must_draw(rules, round)
    }
}

fn must_draw(rules: &Rules, round: &Round) -> bool {
    let total = round.dealer.total();
    total.points < 17 || (total.points == 17 && total.soft && rules.soft_17() == Soft17::Hit)
}

/// What the dealer's next card rests on.
pub(crate) fn why_drawn(rules: &Rules, round: &Round) -> Reason {
    match need(rules, round) {
        Need::Wager => Reason::DealerDrawsForWager,
        Need::Second => Reason::DealerNeedsOne,
        Need::Full | Need::None if round.dealer.cards.len() < 2 => Reason::DealerCard,
        Need::Full | Need::None => Reason::DealerDraws,
    }
}

impl Step<'_> {
    /// Settles what the dealer's second card decides, and everything once he is done. `false` while a card is due.
    pub(crate) fn finish_dealer(&mut self) -> bool {
        self.reveal_if(|_, _| true);
        if self.round.dealer.cards.len() == 2 {
            self.settle_on_second_card();
        }
        if needs_card(self.rules, self.round) {
            return false;
        }
        let total = self.round.dealer.total();
        let complete = self.round.dealer.cards.len() >= 2 && !must_draw(self.rules, self.round);
        let reason = match complete {
            true if total.soft => Reason::DealerStandsSoft,
            true => Reason::DealerStands,
            false => Reason::DealerNeedsNone,
        };
        self.happen(Event::DealerDone { because: self.because(reason) });
        self.settle_left_open();
        self.settle_all();
        self.happen(Event::RoundSettled { because: self.because(Reason::RoundSettled) });
        true
    }
}
