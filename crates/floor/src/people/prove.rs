//! Proving who someone is, by password. Earlier failures decide whether a password is looked at.

use std::collections::BTreeSet;
use std::sync::RwLock;

use journal::{JournalError, Keep};

use super::failures::{self, Failures, Nobody};
use super::queue::{Lane, Queue};
use super::slow::{Place, SlowSources};
use super::{Line, People, Person, Unwelcome, password};
use crate::book::NotWritten;
use crate::hold;
use crate::json;
use crate::source::Source;
use crate::uncancelled::uncancelled;
use crate::window::Millis;

/// The shelf of households from which someone signed in, by name.
pub(super) const SOURCES: &str = "sources";
/// This many of them are kept, those that somebody came from last.
const MOST: usize = 8;

/// What the floor remembers of passwords that were tried.
#[derive(Default)]
pub(super) struct Attempts {
    slow: SlowSources,
    nobody: RwLock<Nobody>,
    pub(super) queue: Queue,
}

impl People {
    /// Whether this is someone's password. Wrong ones are counted by where they come from before they lock a name.
    ///
    /// # Errors
    ///
    /// When it is not, too many were wrong, the login is disabled, or the journal fails.
    pub async fn prove(&self, name: &str, password: &str, source: Source) -> Result<Person, Unwelcome> {
        let (people, name, password) = (self.clone(), name.to_owned(), password.to_owned());
        uncancelled(async move { people.prove_in_turn(&name, &password, source).await }).await
    }

    async fn prove_in_turn(&self, name: &str, password: &str, source: Source) -> Result<Person, Unwelcome> {
        let lane = self.lane(name, source).await?;
        let queue = &self.attempts.queue;
        let _place_in_queue = queue.enter(lane)?;
        let _turn = queue.turn(lane, name).await;
        let (now, household) = (self.clock.now(), source.household());
        let person = self.find(name).await?;
        let place = self.check_attempt(name, person.is_some(), (lane, &household), now).await?;
        let stored = person.as_ref().and_then(|person| person.password.clone());
        let check = queue.check(lane).await;
        // A name that nobody has takes as long as one that somebody has, so that the time reveals no names.
        let right = password::verify(stored, password, self.cost).await;
        drop(check);
        let exists = person.is_some();
        if !right {
            self.attempts.slow.note_wrong(&household, self.clock.uptime());
        }
        drop(place);
        let Some(person) = person.filter(|_| right) else {
            self.note_failure(name, exists, source, now).await?;
            return Err(Unwelcome::Wrong);
        };
        self.note_proof(name, source).await?;
        if person.disabled { Err(Unwelcome::Disabled) } else { Ok(person) }
    }

    /// The lane of the queue for this name from there: people who signed in from there before, or show a session of the name,
    /// are known.
    async fn lane(&self, name: &str, source: Source) -> Result<Lane, Unwelcome> {
        let sources = Sources::read(self.tried(SOURCES, name).await?.as_deref());
        let is_known = source.has_session() || sources.0.contains(&source.household());
        Ok(if is_known { Lane::Known } else { Lane::Stranger })
    }

    /// Whether a password is checked for this name from there, now. For people the floor knows, only failures from there count,
    /// and nobody waits for a place.
    async fn check_attempt(
        &self,
        name: &str,
        exists: bool,
        (lane, household): (Lane, &str),
        now: Millis,
    ) -> Result<Option<Place<'_>>, Unwelcome> {
        let is_known = lane == Lane::Known;
        self.failures(name, exists, now).await?.check(household, is_known, now)?;
        if is_known {
            return Ok(None);
        }
        self.attempts.slow.place(household, &self.clock).await.map(Some)
    }

    /// The wrong passwords for a name.
    async fn failures(&self, name: &str, exists: bool, now: Millis) -> Result<Failures, Unwelcome> {
        let was = self.tried(failures::SHELF, name).await?;
        if !exists {
            return Ok(hold::write(&self.attempts.nobody).failures(name, now));
        }
        let mut failures = Failures::read(was.as_deref());
        if failures.date_back(now) {
            let mut line = Line::new("house", "wrong passwords dated back", name);
            line.change(was, failures.fact(name));
            match self.write(line).await {
                // What somebody else noted meanwhile is looked at the next time.
                Err(NotWritten::Changed) => {}
                written => written?,
            }
        }
        Ok(failures)
    }

    async fn note_failure(
        &self,
        name: &str,
        exists: bool,
        source: Source,
        now: Millis,
    ) -> Result<(), Unwelcome> {
        if !exists {
            hold::write(&self.attempts.nobody).add(name, &source.household(), now);
        }
        if !People::is_name(name) {
            return Ok(());
        }
        loop {
            let mut line = Line { from: source.address(), ..Line::new(name, "failed to sign in", name) };
            if exists {
                let was = self.tried(failures::SHELF, name).await?;
                let mut failures = Failures::read(was.as_deref());
                failures.add(&source.household(), now);
                line.change(was, failures.fact(name));
            }
            match self.write(line).await {
                Err(NotWritten::Changed) => {}
                written => return Ok(written?),
            }
        }
    }

    /// Somebody gave the right password from there: that is written down if it changes anything.
    async fn note_proof(&self, name: &str, source: Source) -> Result<(), Unwelcome> {
        let household = source.household();
        loop {
            let mut line = Line { from: source.address(), ..Line::new(name, "proved himself", name) };
            let was = self.tried(failures::SHELF, name).await?;
            let mut failures = Failures::read(was.as_deref());
            failures.forgive(&household);
            line.change(was, failures.fact(name));
            let was = self.tried(SOURCES, name).await?;
            let mut sources = Sources::read(was.as_deref());
            sources.add(&household);
            line.change(was, sources.fact(name));
            if line.keeps.is_empty() {
                return Ok(());
            }
            match self.write(line).await {
                Err(NotWritten::Changed) => {}
                written => return Ok(written?),
            }
        }
    }

    /// What is kept of passwords tried for a name, at whichever server.
    async fn tried(&self, what: &str, name: &str) -> Result<Option<String>, JournalError> {
        if People::is_name(name) { self.journal.kept(what, name).await } else { Ok(None) }
    }

    /// Everyone who is locked out somewhere after wrong passwords.
    ///
    /// # Errors
    ///
    /// When the journal fails.
    pub async fn locked_out(&self) -> Result<BTreeSet<String>, JournalError> {
        let (now, kept) = (self.clock.now(), self.journal.shelf(failures::SHELF).await?);
        let locked = kept.into_iter().filter(|(_, body)| Failures::read(Some(body)).lock_anybody(now));
        Ok(locked.map(|(name, _)| name).collect())
    }
}

/// The households from which someone signed in, the last one last.
struct Sources(Vec<String>);

impl Sources {
    fn read(body: Option<&str>) -> Sources {
        Sources(body.and_then(|body| serde_json::from_str(body).ok()).unwrap_or_default())
    }

    fn fact(&self, name: &str) -> Keep {
        Keep { shelf: SOURCES.into(), key: name.to_owned(), body: Some(json::text(&self.0)) }
    }

    fn add(&mut self, household: &str) {
        let Sources(known) = self;
        known.retain(|one| one != household);
        known.push(household.to_owned());
        known.drain(..known.len().saturating_sub(MOST));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_households_that_somebody_came_from_last_are_kept() {
        let mut sources = Sources::read(None);
        for number in [1, 2, 3, 1, 4, 5, 6, 7, 8, 9, 9] {
            sources.add(&number.to_string());
        }
        assert_eq!(sources.0.concat(), "31456789");
        assert_eq!(Sources::read(sources.fact("ann").body.as_deref()).0, sources.0);
    }
}
