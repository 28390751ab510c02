//! What staff say: who may, and who carries it out.

use rulebook::{Reason, Role};

use crate::decide::{Allowed, Step};
use crate::duty::{By, Duty};
use crate::event::Event;
use crate::refusal::Refusal;
use crate::state::Halt;

impl Duty {
    /// Whether it is heard while play waits for a decision.
    pub(crate) fn is_heard_while_halted(&self) -> bool {
        matches!(
            self,
            Duty::TakePost { .. }
                | Duty::Report { .. }
                | Duty::Rule { .. }
                | Duty::Void { .. }
                | Duty::Rebuild { .. }
                | Duty::Discard { .. }
                | Duty::Award { .. }
                | Duty::Pick { .. }
                | Duty::Skip { .. }
                | Duty::Misdeal { .. }
                | Duty::FaceUp { .. }
                | Duty::DrawTogether { .. }
        )
    }

    /// Whether it tells of something else that went wrong.
    fn is_incident(&self) -> bool {
        matches!(
            self,
            Duty::Skip { .. } | Duty::Misdeal { .. } | Duty::FaceUp { .. } | Duty::DrawTogether { .. }
        )
    }
}

impl Step<'_> {
    pub(crate) fn staff(&mut self, by: By, duty: &Duty) -> Allowed {
        let by = self.require_post(by, duty)?;
        self.require(self.round.halt.is_none() || !duty.is_incident(), Reason::OneAtATime)?;
        match *duty {
            Duty::TakePost { who, role } => {
                let because = self.because(Reason::PostTaken);
                self.happen(Event::PostTaken { by, who, role, because });
                Ok(())
            }
            Duty::Report { trouble, ref players } => self.report(by, trouble, players),
            Duty::Rule { ref words } => {
                self.rule(by, words);
                Ok(())
            }
            Duty::Void { ref words } => self.void_by_ruling(by, words),
            Duty::Rebuild { ref words } => self.rebuild_by_ruling(by, words),
            Duty::Discard { ref words } => self.discard_by_ruling(by, words),
            Duty::Award { player, amount, ref words } => self.award(by, player, amount, words),
            Duty::Skip { place } => self.skip(by, place),
            Duty::Misdeal { card, to } => self.misdeal(by, card, to),
            Duty::FaceUp { card } => self.face_up(by, card),
            Duty::DrawTogether { ref cards, ref known } => self.draw_together(by, cards, known),
            Duty::Pick { ref picks } => self.pick_for_dealer(by, picks),
            Duty::Shuffle => self.shuffle(by),
            Duty::Bet { player, spot, kind, amount } => self.bet_for(by, player, spot, kind, amount),
            Duty::RestrictPlayer { player, on } => self.restrict_player(by, player, on),
            Duty::RestrictSpot { spot, most } => self.restrict_spot(by, spot, most),
            Duty::Patronage { full } => self.set_patronage(by, full),
            Duty::AskControl { spot } => self.ask_control(spot),
            Duty::AssignControl { spot, player } => self.assign_control(by, spot, player),
            Duty::AllowSqueeze { player } => self.allow_squeeze(by, player),
            Duty::Reveal { spot } => self.reveal(spot, Some(by), None),
            Duty::LeaveUnsettled { kind } => self.leave_unsettled(kind),
            Duty::Settle { kind } => self.settle_left(kind),
            Duty::NoAgreement { one, other, spot, over } => self.no_agreement(by, one, other, spot, over),
        }
    }

    /// Who speaks must hold the post, or a higher one; with a name, the post this person holds at the table.
    fn require_post(&mut self, by: By, duty: &Duty) -> Allowed<By> {
        let needed = match (self.round.halt.as_deref(), duty) {
            (Some(Halt::Ruling), Duty::Discard { .. }) => self.rules.ruling_by(),
            _ => duty.needs(self.rules),
        };
        let held = match by.who {
            Some(who) => {
                let post = self.round.memory().posts.iter().find(|(person, _)| *person == who);
                let Some((_, role)) = post else { return self.refuse(Reason::NoAuthority) };
                Some(*role)
            }
            None => by.role,
        };
        if held.is_some_and(|held| held < needed) {
            let because = self.because(Reason::NoAuthority);
            return Err(Refusal { because, accepted: None, needs: Some(needed) });
        }
        let by = By { role: held, ..by };
        let above = held.is_some_and(|held| held > needed && needed > Role::Dealer);
        let for_dealer = held.is_some_and(|held| held > Role::Dealer) && duty.is_incident();
        if above || for_dealer {
            self.happen(Event::StoodIn { by, role: needed, because: self.because(Reason::PostTaken) });
        }
        Ok(by)
    }
}
