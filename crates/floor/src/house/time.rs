//! A wall clock that somebody sets. Tables wait as long as they said they would: their deadlines move with the clock, and
//! the books say so.

use journal::JournalError;

use super::Floor;
use crate::clock::set_by;
use crate::hold;
use crate::keeper::Ask;
use crate::window::Millis;

impl Floor {
    /// Watches the wall clock from now on, until the floor closes.
    pub(super) fn begin_watching_the_clock(&self) {
        self.again_and_again(|floor| async move { floor.follow_the_wall_clock().await });
    }

    /// Sets the floor's clock by the wall clock, should somebody have set that.
    async fn follow_the_wall_clock(&self) -> Result<(), JournalError> {
        let Some(step) = self.clock().step() else { return Ok(()) };
        tracing::warn!(milliseconds = step, "the system's clock was set");
        if let Err(why) = self.people().note("house", &set_by(step), "clock", Vec::new()).await {
            tracing::error!(%why, "the people's book does not say that the clock was set");
        }
        // No deadline may lie in the past for a moment: forward, the deadlines go first; back, the clock does.
        if step < 0 {
            self.clock().set(step);
        }
        self.move_deadlines(step).await;
        if step > 0 {
            self.clock().set(step);
        }
        self.people().move_sessions(step);
        Ok(())
    }

    async fn move_deadlines(&self, by: Millis) {
        let desks: Vec<_> = hold::read(&self.inner.tables).values().cloned().collect();
        for desk in desks {
            desk.presence.move_by(by);
            // A table that cannot write any more is given up by its keeper.
            let _ = desk.ask_in_turn(Ask::MoveDeadline(by)).await;
        }
    }
}
