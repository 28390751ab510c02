//! What those who signed out or were disabled leave behind at the tables kept here: seats, and the assignments of a disabled
//! dealer. Every server looks after its own tables, whichever server they left. Who deals is looked after in `duty.rs`.

use super::Floor;
use crate::desk::Desk;
use crate::keeper::Asker;
use crate::people::Person;
use crate::roles::Role;
use crate::seats::SeatEndReason;

impl Floor {
    /// Ends what those who left have at the tables kept here. People who still have a wager in a round are looked at again, and
    /// so are those who have signed in again meanwhile.
    pub(super) async fn end_stays_of_departed(&self) {
        let departed = match self.people().departed().await {
            Ok(departed) => departed,
            Err(why) => return tracing::warn!(%why, "cannot learn who left at other servers"),
        };
        for name in departed {
            let person = match self.people().find(&name).await {
                Ok(Some(person)) => person,
                Ok(None) => {
                    self.people().forget_departed(&name);
                    continue;
                }
                // The journal cannot be read: it is tried again.
                Err(_) => continue,
            };
            if person.role == Role::Dealer && person.disabled {
                self.take_off(Asker::house(), &name).await;
            }
            self.end_stays(&person).await;
        }
    }

    async fn end_stays(&self, person: &Person) {
        let name = &person.name;
        let desks: Vec<Desk> = self.desks().into_iter().filter(|desk| desk.has(name)).collect();
        if desks.is_empty() {
            return self.people().forget_departed(name);
        }
        // Only people who can go are asked for, as that looks into the journal.
        let due: Vec<Desk> = desks.into_iter().filter(|desk| desk.lets_go(name)).collect();
        if due.is_empty() {
            return;
        }
        if self.people().is_signed_in(name).await.unwrap_or(true) {
            return self.people().forget_departed(name);
        }
        let now = self.clock().now();
        for desk in due {
            desk.end_seat_by_house(name.clone(), SeatEndReason::SignedOut, now).await;
        }
    }
}

impl Desk {
    fn has(&self, name: &str) -> bool {
        self.standing.borrow().table.spot_of(name).is_some()
    }

    fn lets_go(&self, name: &str) -> bool {
        self.standing.borrow().table.seat_can_end(name)
    }
}
