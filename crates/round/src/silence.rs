//! Players who do not answer in time, walk away, and come back.

use rulebook::Reason;
use vocabulary::{PlayerId, Spot};

use crate::decide::{Allowed, Step};
use crate::event::Event;
use crate::state::{Away, Halt, Phase};
use crate::turn::turns;

impl Step<'_> {
    /// Silence: the default play where decisions have a clock, otherwise a decline of what is offered.
    pub(crate) fn time_out(&mut self, player: PlayerId) -> Allowed {
        if let Some(follow) = &self.round.follow {
            let spot = self.round.areas[follow.area].spot;
            return self.decline_follow(player, spot);
        }
        self.require_present(player)?;
        if let Phase::Offering(_) = self.round.phase {
            if !self.has_hand_to_play(player) || !self.rules.shared_hand() {
                return self.decline_everything(player);
            }
            self.close_all_offers();
        }
        self.require(self.rules.shared_hand(), Reason::TimedOut)?;
        let Some(turn) = turns(self.rules, self.round).into_iter().find(|turn| turn.by == player) else {
            return self.refuse(Reason::OneAnswerPerCard);
        };
        let marks = self.silent_marks();
        let because = self.because(Reason::TimedOut);
        self.happen(Event::TimedOut { player, area: turn.area, hand: turn.hand, marks, because });
        Ok(())
    }

    /// Who is away is not heard until he is back.
    pub(crate) fn require_present(&self, player: PlayerId) -> Allowed {
        match self.round.away(player) {
            None => Ok(()),
            Some(Away::Absent) => self.refuse(Reason::Absent),
            Some(Away::Dark) => self.refuse(Reason::TerminalOut),
        }
    }

    /// Silence is a no to every offer that is open to the player.
    fn decline_everything(&mut self, player: PlayerId) -> Allowed {
        let mut spots: Vec<Spot> = self
            .round
            .mains()
            .filter(|(_, wager)| wager.player == player)
            .map(|(_, wager)| wager.spot)
            .collect();
        spots.dedup();
        let mut answer = self.refuse(Reason::NothingOffered);
        for spot in spots {
            let declined = self.decline(player, spot);
            answer = if answer.is_ok() { answer } else { declined };
        }
        answer
    }

    fn has_hand_to_play(&self, player: PlayerId) -> bool {
        let own = self.round.areas.iter().position(|area| area.owner == Some(player));
        own.is_some_and(|area| self.round.open_hand(area).is_some())
    }

    pub(crate) fn walk_away(&mut self, player: PlayerId) -> Allowed {
        self.require(self.round.end().is_none(), Reason::RoundOver)?;
        self.require(self.round.away(player).is_none(), Reason::AlreadyAnswered)?;
        self.require(self.round.wagers.iter().any(|wager| wager.player == player), Reason::NothingThere)?;
        let because = self.because(Reason::Absent);
        let asked = self.round.halt.as_deref().cloned();
        self.happen(Event::WentAway { player, why: Away::Absent, because });
        match asked {
            Some(Halt::Pick(Some(asked))) if asked == player => self.pick_for_absent(player),
            Some(Halt::FinishFirst(asked, _)) if asked == player => self.dealer_card_now(),
            _ => {}
        }
        Ok(())
    }

    pub(crate) fn come_back(&mut self, player: PlayerId) -> Allowed {
        self.require(self.round.away(player).is_some(), Reason::Back)?;
        self.happen(Event::CameBack { player, because: self.because(Reason::Back) });
        Ok(())
    }
}
