//! Dealers who are signed on to a table and not signed in any more.
//!
//! A dealer deals as long as they are signed in somewhere: at a console that is not locked, or with a token that is good. When
//! the last of these ends they are signed off at once, in mid-round too, since nobody comes back to it: the round lies as it
//! is, and another dealer signs on or the pit goes on with it. A dealer whose console locked may come back, so while a
//! round is on they stay.

use super::Floor;
use crate::dealers::SignOff;
use crate::desk::Desk;
use crate::keeper::{Ask, Asker, Denied};
use crate::people::Person;
use crate::roles::Role;

impl Floor {
    /// Signs off dealers from now on, until the floor closes: those whose session ended by itself, at another server, or just
    /// before this one failed.
    pub(super) fn begin_signing_off(&self) {
        self.again_and_again(|floor| async move {
            for desk in floor.desks() {
                let on = desk.standing.borrow().table.dealers().on.clone();
                if let Some(dealer) = on {
                    floor.sign_off_at(&desk, &dealer).await;
                }
            }
            Ok(())
        });
    }

    /// Signs a dealer off every table of this server, unless they are still signed in.
    pub(crate) async fn sign_off_if_absent(&self, dealer: &str) {
        for desk in self.desks() {
            if desk.standing.borrow().table.dealers().is_on(dealer) {
                self.sign_off_at(&desk, dealer).await;
            }
        }
    }

    async fn sign_off_at(&self, desk: &Desk, dealer: &str) {
        let why = match self.people().why_absent(dealer).await {
            Ok(Some(why)) => why,
            Ok(None) => return,
            Err(why) => {
                tracing::warn!(dealer, %why, "cannot learn whether a dealer is still signed in");
                return;
            }
        };
        if why.waits_for_the_round() && desk.standing.borrow().table.has_wagers() {
            return;
        }
        let off = Ask::SignOff(SignOff { dealer: dealer.to_owned(), why });
        match desk.ask(Asker::house(), None, off).await {
            // They were relieved meanwhile, or a round began.
            Ok(_) | Err(Denied::NotSignedOn | Denied::RoundOn) => {}
            Err(why) => tracing::warn!(dealer, %why, "a dealer is still signed on"),
        }
    }

    /// Takes a dealer whose login is disabled off every table of this server.
    pub(crate) async fn take_off(&self, by: Asker, dealer: &str) {
        self.sign_off_if_absent(dealer).await;
        for desk in self.desks() {
            let unassign = Ask::Assign { dealer: dealer.to_owned(), assigned: false };
            if desk.standing.borrow().table.dealers().assigned.contains(dealer)
                && let Err(why) = desk.ask(by.clone(), None, unassign).await
            {
                tracing::warn!(dealer, %why, "a disabled dealer is still assigned");
            }
        }
    }
}

impl Desk {
    /// That a dealer who speaks may still come in: what another server did about their login counts at once.
    pub(crate) async fn require_enabled(&self, person: &Person) -> Result<(), Denied> {
        if person.role != Role::Dealer {
            return Ok(());
        }
        let disabled = self.people.is_disabled(&person.name).await;
        if disabled.map_err(|why| Denied::Away(why.to_string()))? {
            return Err(Denied::NotYours("this login is disabled: ask the floor's staff"));
        }
        Ok(())
    }
}
