//! What a person decides where no rule does: in what post, why, and with what effect on cards and money.

use rulebook::Reason;
use vocabulary::{Card, Chips, PlayerId};

use crate::decide::{Allowed, Step};
use crate::duty::{By, Verdict};
use crate::event::Event;
use crate::state::Halt;
use crate::wager::Bet;

impl Step<'_> {
    /// Play goes on: a card that lies wrong comes next, the rest stays as dealt.
    pub(crate) fn rule(&mut self, by: By, words: &str) {
        let awaited = self.round.halt.as_deref() == Some(&Halt::Ruling);
        let because = self.because(Reason::Ruling);
        self.happen(Event::Ruled { by, verdict: Verdict::GoOn, words: words.to_owned(), because });
        if !awaited {
            return;
        }
        let odd = self.round.odd();
        if odd.misdealt.is_some() {
            self.put_card_right(false);
        } else if !odd.together.is_empty() {
            self.next_as_they_lie(Reason::TogetherInOrder);
        } else if odd.passed.is_some() {
            self.stand_passed(Reason::Ruling);
        } else if odd.wrong {
            self.let_deal_stand(Reason::Ruling);
        }
    }

    /// The cards are put back in order, where that can be done.
    pub(crate) fn rebuild_by_ruling(&mut self, by: By, words: &str) -> Allowed {
        self.require(self.round.end().is_none(), Reason::NotRebuilt)?;
        self.require(self.round.halt.as_deref() == Some(&Halt::Ruling), Reason::NothingWrong)?;
        let odd = self.round.odd();
        let (misdealt, passed, wrong) = (odd.misdealt.is_some(), odd.passed.is_some(), odd.wrong);
        self.require(misdealt || passed || wrong, Reason::NothingWrong)?;
        self.require(!self.is_too_late_for_passed(), Reason::NotRebuilt)?;
        let because = self.because(Reason::Ruling);
        self.happen(Event::Ruled { by, verdict: Verdict::Rebuild, words: words.to_owned(), because });
        if misdealt {
            self.put_card_right(true);
        } else if passed {
            self.back_to_passed();
        } else if !self.round.has_moved_on() || self.rules.shared_hand() {
            self.rebuild_all(Reason::RebuiltBefore, false);
        } else if !self.rebuild_in_place(Reason::RebuiltAfter) {
            return self.refuse(Reason::NotRebuilt);
        }
        Ok(())
    }

    /// Cards that lie wrong, or were drawn together, leave the game.
    pub(crate) fn discard_by_ruling(&mut self, by: By, words: &str) -> Allowed {
        self.require(self.round.end().is_none(), Reason::RoundOver)?;
        let odd = self.round.odd();
        let reason = match self.round.halt.as_deref() {
            Some(Halt::Discard) => Reason::TogetherDiscarded,
            Some(Halt::Ruling) => Reason::CardDiscarded,
            _ => return self.refuse(Reason::NothingWrong),
        };
        let mut cards: Vec<Card> = odd.together.iter().map(|waiting| waiting.card).collect();
        cards.extend(odd.misdealt.map(|(card, _)| card));
        if cards.is_empty() {
            cards.extend(odd.strays.iter().map(|(_, card)| *card));
        }
        self.require(!cards.is_empty(), Reason::CardDiscarded)?;
        if reason == Reason::CardDiscarded {
            let because = self.because(Reason::Ruling);
            let verdict = Verdict::Discard;
            self.happen(Event::Ruled { by, verdict, words: words.to_owned(), because });
        } else {
            self.happen(Event::Discarding { by, words: words.to_owned(), because: self.because(reason) });
        }
        self.happen(Event::CardsDiscarded { cards, because: self.because(reason) });
        if self.round.odd().wrong && reason == Reason::CardDiscarded {
            self.let_deal_stand(Reason::Ruling);
        }
        Ok(())
    }

    pub(crate) fn void_by_ruling(&mut self, by: By, words: &str) -> Allowed {
        self.require(self.round.end().is_none(), Reason::RoundOver)?;
        let (reverses, because) = (self.rules.void_reverses_payments(), self.because(Reason::Ruling));
        self.happen(Event::Voided { by: Some(by), words: Some(words.to_owned()), reverses, because });
        Ok(())
    }

    /// The effect of a ruling on money.
    pub(crate) fn award(&mut self, by: By, player: PlayerId, amount: Chips, words: &str) -> Allowed {
        self.require(self.round.phase != crate::Phase::Betting, Reason::Ruling)?;
        let most = amount <= Chips::MOST && -amount <= Chips::MOST;
        self.require(amount != Chips::ZERO && most, Reason::NotWholeChips)?;
        let awards = self.round.wagers.iter().filter(|wager| wager.bet == Bet::Award).count();
        self.require(awards < 100, Reason::OneAtATime)?;
        let (words, because) = (words.to_owned(), self.because(Reason::Ruling));
        self.happen(Event::Awarded { by, player, amount, words, because });
        Ok(())
    }
}
