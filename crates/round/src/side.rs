//! Who is paid: the side wagers, line by line from the top of their pay tables.

use rulebook::{Because, Kind, Line, LooksAt, Reason, SideWager};
use vocabulary::{Card, Chips};

use crate::decide::Step;
use crate::event::Event;
use crate::wager::{Bet, Outcome, Wager};

/// What a side wager comes to.
enum Verdict<'a> {
    /// It pays by this line.
    Pays(&'a Line),
    /// It loses.
    Loses,
    /// The dealer's cards decide.
    Waits,
}

impl Step<'_> {
    /// Settles the side wagers that the initial deal decides.
    pub(crate) fn settle_sides_of_the_deal(&mut self) {
        for wager in 0..self.round.wagers.len() {
            if self.round.wagers[wager].is_live() && matches!(self.round.wagers[wager].bet, Bet::Side(_)) {
                self.settle_side(wager);
            }
        }
    }

    /// Settles a side wager if what it looks at is known.
    pub(crate) fn settle_side(&mut self, wager: usize) {
        let at = self.round.wagers[wager];
        let Bet::Side(kind) = at.bet else { return };
        if self.round.odd().left_open.contains(&Kind::Side(kind)) {
            return;
        }
        let rules = self.rules;
        let Some(side) = rules.side_wager(Kind::Side(kind)) else { return };
        let verdict = match self.cards_for(&at, side) {
            Some(cards) => self.verdict(side, &cards),
            None => Verdict::Waits,
        };
        if matches!(verdict, Verdict::Waits) || self.returned_as_small(wager) {
            return;
        }
        let (outcome, returned, because) = match verdict {
            Verdict::Pays(line) => {
                let profit = line.pays.on(at.stake, rules.payment_rounding());
                let because = Because { reason: Reason::SideWins, clause: line.by[0] };
                (Outcome::Won, at.stake + profit, because)
            }
            Verdict::Loses | Verdict::Waits => {
                (Outcome::Lost, Chips::ZERO, Because { reason: Reason::SideLoses, clause: side.lost_by[0] })
            }
        };
        self.happen(Event::WagerSettled { wager, outcome, returned, because });
    }

    /// The cards a side wager looks at, once they are all out.
    fn cards_for(&self, wager: &Wager, side: &SideWager) -> Option<Vec<Card>> {
        match side.on {
            LooksAt::DealerHand => {
                let done = self.round.phase == crate::Phase::Drawing
                    && !crate::dealer::needs_card(self.rules, self.round);
                done.then(|| self.round.dealer.cards.to_vec())
            }
            LooksAt::FirstTwo | LooksAt::FirstTwoAndUpCard => {
                let cards = self.known_cards(wager, side);
                (Some(cards.len()) == side.cards()).then_some(cards)
            }
        }
    }

    /// The cards a side wager looks at, as far as they are out.
    pub(crate) fn known_cards(&self, wager: &Wager, side: &SideWager) -> Vec<Card> {
        let area = self
            .round
            .areas
            .iter()
            .find(|area| area.spot == wager.spot && area.owner.is_none_or(|owner| owner == wager.player));
        let mut cards = area.map_or_else(Vec::new, |area| area.start.to_vec());
        if side.on == LooksAt::FirstTwoAndUpCard {
            cards.extend(self.round.up_card());
        }
        cards
    }

    fn verdict<'s>(&self, side: &'s SideWager, cards: &[Card]) -> Verdict<'s> {
        let dealer = &self.round.dealer.cards;
        for line in side.lines.iter().filter(|line| line.when.fits(cards)) {
            if !line.when.asks_for_dealer() {
                return Verdict::Pays(line);
            }
            if self.round.dealer_may_have_blackjack() && side.on != LooksAt::DealerHand {
                return Verdict::Waits;
            }
            if line.when.fits_dealer(dealer, self.round.dealer_has_blackjack()) {
                return Verdict::Pays(line);
            }
        }
        Verdict::Loses
    }
}
