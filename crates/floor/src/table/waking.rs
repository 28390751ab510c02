//! A table that wakes up: after the floor was closed in good order, or after it failed.

use round::{Awaiting, Trouble, awaiting};
use rulebook::PowerPolicy;
use transcript::{Deed, Refused, Speaker, Statement};

use super::{Seeds, Step, Table};
use crate::config::AfterFailure;
use crate::window::Millis;

impl Table {
    /// The floor opens, after a clean close or after a failure. A round that was on when it failed meets the game's own clause
    /// for that; a supervisor who has ruled beforehand need not do so again.
    pub fn wake_up(&mut self, failed: bool, standing: AfterFailure, now: Millis, seeds: Seeds<'_>) -> Step {
        let mut step = self.begin("house");
        step.entry.remark =
            Some(if failed { "the floor failed and is back" } else { "the floor opens" }.into());
        self.begin_anew(&mut step, seeds);
        let staked = self.round().wagers().iter().any(round::Wager::is_live);
        if failed && staked {
            self.apply_clause(&mut step);
            self.follow(standing, &mut step);
        }
        let back_by = now + Millis::from(self.seconds.coming_back.unwrap_or_default()) * 1000;
        if let Some(clock) = &mut self.clock {
            clock.until = clock.until.max(back_by);
        }
        self.seats.await_all(back_by);
        self.finish(step, now, seeds)
    }

    /// The game's own clause for a power failure. If it plays on without the terminals that failed, everyone first has the time
    /// to show that theirs has not.
    fn apply_clause(&mut self, step: &mut Step) {
        self.since_failure = self.rules.power_policy() == PowerPolicy::DefaultPlay;
        if !self.since_failure {
            // Where a person's decision is awaited already, that is what play waits for.
            let _ = self.report_failure(Vec::new(), step);
        }
    }

    pub(super) fn report_failure(&mut self, names: Vec<String>, step: &mut Step) -> Result<(), Refused> {
        let does = Deed::Reports { trouble: Trouble::PowerFailure, names };
        self.say(&Statement::Staff { by: Speaker::Pit(None), does }, step)
    }

    /// Does what a supervisor has said is to be done.
    fn follow(&mut self, standing: AfterFailure, step: &mut Step) {
        let words = "standing instruction after a power failure".to_owned();
        let does = match standing {
            AfterFailure::Wait => return,
            AfterFailure::GoOn => Deed::Rules { words },
            AfterFailure::Void => Deed::Voids { words },
        };
        if awaiting(&self.rules, self.round()) == Awaiting::Ruling {
            // Refused, it is still the supervisor's to say.
            let _ = self.say(&Statement::Staff { by: Speaker::Pit(None), does }, step);
        }
    }
}
