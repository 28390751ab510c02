//! The dealing device: shuffles that are due, discards riffled and cut, a first card that was not burnt.

use rulebook::{Because, Reason, ShuffleMode};
use vocabulary::PlayerId;

use crate::command::Trouble;
use crate::control::controller;
use crate::decide::{Allowed, Step};
use crate::duty::By;
use crate::event::Event;
use crate::state::Phase;
use crate::turn::turns;

impl Step<'_> {
    pub(crate) fn shuffle(&mut self, by: By) -> Allowed {
        let between = match self.round.phase {
            Phase::Over(_) => true,
            Phase::Betting => self.round.wagers.is_empty(),
            Phase::Dealing | Phase::Offering(_) | Phase::Playing | Phase::Drawing => false,
        };
        self.require(between, Reason::RoundRunning)?;
        let because = self.round.memory().shuffle_due.unwrap_or(self.because(Reason::Shuffled));
        self.happen(Event::Shuffled { by, because });
        Ok(())
    }

    /// The next round waits for a shuffle that is due.
    pub(crate) fn require_shuffled(&self) -> Allowed {
        let Some(because) = self.round.memory().shuffle_due else { return Ok(()) };
        Err(crate::Refusal { because, accepted: None, needs: None })
    }

    pub(crate) fn shuffle_is_due(&mut self, reason: Reason) {
        let manual = self.rules.shuffle_mode() == ShuffleMode::Manual;
        if manual && self.rules.shuffle_made_good() {
            let because: Because = self.because(reason);
            self.happen(Event::ShuffleDue { because });
        }
    }

    /// The discards are riffled, and cut by who acts next.
    pub(crate) fn riffle(&mut self) {
        let next = turns(self.rules, self.round).first().map(|turn| turn.by);
        let cutter = next.or_else(|| {
            let (area, hand) = crate::together::hand_in_action(self.round)?;
            controller(self.rules, self.round, area, hand)
        });
        self.happen(Event::Riffled { cutter, because: self.because(Reason::Riffled) });
        self.shuffle_is_due(Reason::RiffleShuffleDue);
    }

    pub(crate) fn cut(&mut self, player: PlayerId) -> Allowed {
        self.require(self.rules.shuffle_made_good(), Reason::NoSuchRule)?;
        self.require(self.round.odd().cutter == Some(player), Reason::Riffled)?;
        self.happen(Event::CutMade { player, because: self.because(Reason::Riffled) });
        Ok(())
    }

    /// Nobody shuffled when the cutting card came out: it is made good after this round.
    pub(crate) fn cut_card_passed(&mut self, by: By) -> Allowed {
        let manual = self.rules.shuffle_mode() == ShuffleMode::Manual;
        self.require(self.rules.shuffle_made_good(), Reason::NoSuchRule)?;
        self.require(manual, Reason::MissedShuffleDue)?;
        self.require(self.round.halt.is_none(), Reason::OneAtATime)?;
        self.record(by, Trouble::CutCardPassed, Reason::MissedShuffleDue);
        self.shuffle_is_due(Reason::MissedShuffleDue);
        Ok(())
    }

    /// The first card of the shoe was not burnt: it is burnt now and all cards shift, or it stays in play.
    pub(crate) fn burn_forgotten(&mut self, by: By) -> Allowed {
        self.require(self.rules.burn_first_card(), Reason::NoSuchRule)?;
        self.require(self.round.halt.is_none(), Reason::OneAtATime)?;
        let dealt = self.round.phase != Phase::Betting && !self.round.out.is_empty();
        self.require(dealt && !self.round.odd().burnt, Reason::NothingWrong)?;
        if self.round.has_moved_on() || self.round.shoe_begun {
            self.record(by, Trouble::BurnForgotten, Reason::BurnTooLate);
        } else {
            self.record(by, Trouble::BurnForgotten, Reason::BurnMadeGood);
            self.rebuild_all(Reason::BurnMadeGood, true);
        }
        Ok(())
    }
}
