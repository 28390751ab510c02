//! Seats of people who left: looked for again and again, and ended.

use std::sync::Arc;

use super::Floor;
use crate::desk::Desk;
use crate::hold;
use crate::keeper::{Answer, Ask, Asker, Denied};
use crate::people::Person;
use crate::presence::Connected;
use crate::seats::SeatEndReason;
use crate::sight::Eyes;
use crate::table::SeatEnding;
use crate::window::Millis;

impl Floor {
    /// Ends seats from now on, until the floor closes.
    pub(super) fn begin_ending_seats(&self) {
        self.again_and_again(|floor| async move {
            floor.end_stays_of_departed().await;
            floor.end_seats().await;
            Ok(())
        });
    }

    /// Every table kept here.
    pub(super) fn desks(&self) -> Vec<Desk> {
        hold::read(&self.inner.tables).values().cloned().collect()
    }

    /// Ends the seats of those who do not play or are away.
    async fn end_seats(&self) {
        let now = self.clock().now();
        for desk in self.desks() {
            let standing = Arc::clone(&desk.standing.borrow());
            let due = standing.table.due_seats(now, |player| desk.presence.last_seen(player));
            for (player, why) in due {
                desk.end_seat_by_house(player, why, now).await;
            }
            desk.presence.forget_others(|player| standing.table.spot_of(player).is_some());
        }
    }
}

impl Desk {
    /// Ends a seat that was found to be due.
    pub(super) async fn end_seat_by_house(&self, player: String, why: SeatEndReason, found_at: Millis) {
        let ending = SeatEnding { player, why, words: None, found_at };
        // Where its player spoke meanwhile, or a round began, it is looked at again.
        let _ = self.ask(Asker::house(), None, Ask::EndSeat(ending)).await;
    }

    /// Ends a seat because staff say so. Answered once it is on disk.
    ///
    /// # Errors
    ///
    /// When nobody of that name sits here, or they have a wager in the round; nothing has changed then.
    pub async fn end_seat(
        &self,
        by: &Person,
        id: Option<String>,
        player: &str,
        words: &str,
    ) -> Result<Answer, Denied> {
        let words = words.trim();
        if words.is_empty() || words.chars().count() > 200 || words.contains(char::is_control) {
            return Err(Denied::Senseless("say in 1 to 200 characters why the seat ends".into()));
        }
        let (player, words) = (player.to_owned(), Some(words.to_owned()));
        let ending = SeatEnding { player, why: SeatEndReason::Staff, words, found_at: 0 };
        let id = id.map(|id| format!("{}:{id}", by.name));
        self.ask(by.into(), id, Ask::EndSeat(ending)).await
    }

    /// Someone says that they stay seated. Answered once it is on disk.
    ///
    /// # Errors
    ///
    /// When they have no seat here; nothing has changed then.
    pub async fn stay(&self, person: &Person, id: Option<String>) -> Result<Answer, Denied> {
        let id = id.map(|id| format!("{}:{id}", person.name));
        self.ask(person.into(), id, Ask::Stay).await
    }

    /// Counts a player as present for as long as the answer is held; nobody else has a seat to lose.
    #[must_use]
    pub fn connect(&self, eyes: &Eyes) -> Option<Connected> {
        match eyes {
            Eyes::Player(name) => Some(self.presence.connect(name)),
            Eyes::Public | Eyes::Staff(_) => None,
        }
    }

    /// Notes that a player looked at the table.
    pub fn note_look(&self, eyes: &Eyes) {
        if let Eyes::Player(name) = eyes {
            self.presence.note(name);
        }
    }
}
