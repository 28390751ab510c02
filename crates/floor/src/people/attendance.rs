//! Whether dealers who are signed on to a table are still signed in, and why not.

use super::{People, Person, Session, SessionKind, Unwelcome};
use crate::dealers::SignOffReason;
use crate::hold;
use crate::roles::Role;
use crate::window::Millis;

/// While this lives, somebody's sessions are being replaced, and nobody takes them for gone.
#[must_use]
pub(crate) struct Replacing {
    people: People,
    name: String,
}

impl Drop for Replacing {
    fn drop(&mut self) {
        let mut replacing = hold::write(&self.people.replacing);
        if let Some(at) = replacing.iter().position(|name| *name == self.name) {
            replacing.swap_remove(at);
        }
    }
}

impl People {
    /// Why someone is not signed in any more; `None` if they are, at any server, or a token of theirs is good. A person whose
    /// session locked, with no other ended since, can come back to it.
    pub(crate) async fn why_absent(&self, name: &str) -> Result<Option<SignOffReason>, Unwelcome> {
        if hold::read(&self.replacing).iter().any(|replacing| replacing == name) {
            return Ok(None);
        }
        let Some(person) = self.find(name).await?.filter(|person| !person.disabled) else {
            return Ok(Some(SignOffReason::Disabled));
        };
        // Most of the time it is the session of the last look, and no other has to be looked up.
        let last = hold::read(&self.attending).get(name).cloned();
        if let Some(key) = last
            && let Some(session) = self.session(&key).await?
            && self.is_good(&session, &person).await?
        {
            return Ok(None);
        }
        let mut locked = None;
        for key in self.sessions_of(name).await? {
            let Some(session) = self.session(&key).await? else { continue };
            if self.is_good(&session, &person).await? {
                hold::write(&self.attending).insert(name.to_owned(), key);
                return Ok(None);
            }
            locked = locked.max(session.is_locked(self.clock.now()).then_some(session.seen));
        }
        let ended = hold::read(&self.ended).get(name).copied();
        let why = match (locked, ended) {
            (Some(seen), Some((_, at))) if seen > at => SignOffReason::Locked,
            (_, Some((why, _))) => why,
            (Some(_), None) => SignOffReason::Locked,
            (None, None) => SignOffReason::SessionEnded,
        };
        Ok(Some(why))
    }

    /// Whether a session stands for this person now.
    async fn is_good(&self, session: &Session, person: &Person) -> Result<bool, Unwelcome> {
        Ok(session.is_good(person, self.clock.now()) && !self.is_maker_out(session).await?)
    }

    /// Takes down why a session of a dealer ends, before it does.
    pub(super) fn note_end(&self, name: &str, why: SignOffReason) {
        if self.known.last(name).is_some_and(|person| person.role != Role::Dealer) {
            return;
        }
        hold::write(&self.ended).insert(name.to_owned(), (why, self.clock.now()));
    }

    /// Someone's sessions are replaced by another one while this is held.
    pub(crate) fn replacing(&self, name: &str) -> Replacing {
        hold::write(&self.replacing).push(name.to_owned());
        Replacing { people: self.clone(), name: name.to_owned() }
    }

    /// Whether somebody's login is disabled, whichever server did it.
    ///
    /// # Errors
    ///
    /// When the journal fails.
    pub(crate) async fn is_disabled(&self, name: &str) -> Result<bool, Unwelcome> {
        let person =
            if self.journal.is_shared() { self.find_now(name).await? } else { self.find(name).await? };
        Ok(person.is_none_or(|person| person.disabled))
    }
}

impl Session {
    /// Whether its owner can come back to it with their password: it is idle and not over.
    fn is_locked(&self, now: Millis) -> bool {
        self.kind == SessionKind::Cookie && now - self.since <= super::session::LONGEST
    }
}
