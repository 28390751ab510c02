//! The people who are known and signed in by the people's books alone: every fact in them is checked against its line.

use std::collections::HashMap;

use journal::{Hash, Journal, JournalError, Kept};
use serde::Deserialize;

use super::departed::DEPARTED;
use super::listing::{FORMAT, TOGETHER};
use super::prove::SOURCES;
use super::session::SESSIONS;
use super::{PEOPLE, Person, Session, failures};
use crate::house::SERVERS;
use crate::json;
use crate::keeping::Held;
use crate::roles::Role;

/// Everyone, and every session, after the lines read so far.
#[derive(Default)]
pub(crate) struct Roll {
    people: HashMap<String, Login>,
    sessions: HashMap<String, Begun>,
}

/// Someone, by the books.
struct Login {
    /// The role they were added with, where that was written down.
    role: Option<Role>,
    /// What was kept of them with their last password; since then nothing but whether they are disabled changed.
    with_password: Option<Hash>,
    now: Hash,
    /// The entry that changed it last.
    entry: String,
}

/// A session, by the books.
struct Begun {
    /// Whose it is, where that is known.
    owner: Option<String>,
    /// What was kept of it when it began; since then nothing but when its owner was last active changed.
    beginning: Option<Hash>,
    now: Hash,
    /// The entry that changed it last.
    entry: String,
}

/// A line of the people's book.
#[derive(Deserialize)]
struct Written {
    by: String,
    did: String,
    who: String,
    role: Option<Role>,
}

impl Written {
    fn is_by_house(&self, did: &str) -> bool {
        self.by == "house" && self.did == did
    }

    fn begins_session(&self) -> bool {
        self.did == "signed in" && self.by == self.who || self.did == "given a token"
    }

    /// Whether it changes a login, and this of it.
    fn changes(&self, what: &[&str]) -> bool {
        const ALL: [&str; 4] = ["given a password", "lock-out lifted", "disabled", "enabled"];
        self.did.split(", ").all(|word| ALL.contains(&word))
            && self.did.split(", ").any(|word| what.is_empty() || what.contains(&word))
    }

    fn ends_sessions(&self) -> bool {
        matches!(self.did.as_str(), "signed out" | "token revoked")
            || self.changes(&["given a password", "disabled"])
    }
}

impl Roll {
    /// Takes in what lay on shelves when an earlier version's journal was brought up to date.
    pub(crate) fn adopt(&mut self, held: &Held) {
        for fact in &held.facts {
            let Some(now) = fact.digest else { continue };
            let (key, entry) = (fact.key.clone(), held.name());
            match fact.shelf.as_str() {
                PEOPLE => {
                    let login = Login { role: None, with_password: Some(now), now, entry };
                    self.people.insert(key, login);
                }
                SESSIONS => {
                    self.sessions.insert(key, Begun { owner: None, beginning: None, now, entry });
                }
                _ => {}
            }
        }
        for fact in &held.facts {
            if let Some(name) = owner_of(&fact.shelf) {
                self.list(&fact.key, name);
            }
        }
    }

    /// Takes in a line, and says which facts it does not change.
    pub(crate) fn follow(&mut self, held: &Held) -> Vec<String> {
        let line: Written = match serde_json::from_str(&held.record.body) {
            Ok(line) => line,
            Err(why) => {
                let unread = held.fault(&format!("is no line of the people's book: {why}"));
                return std::iter::once(unread).chain(held.but(|_| false)).collect();
            }
        };
        held.but(|fact| {
            let is_right = self.may_change(&line, fact);
            self.take_in(&line, fact, held.name(), is_right);
            is_right
        })
    }

    /// Whether a line changes such a fact.
    fn may_change(&self, line: &Written, kept: &Kept) -> bool {
        let (is_own, is_kept) = (kept.key == line.who, kept.digest.is_some());
        match kept.shelf.as_str() {
            PEOPLE if line.did == "added" => is_own && is_kept && !self.people.contains_key(&kept.key),
            PEOPLE => is_own && is_kept && line.changes(&[]) && self.people.contains_key(&kept.key),
            failures::SHELF if is_kept => is_own && counts_passwords(line),
            failures::SHELF => {
                let lifts = line.changes(&["given a password", "lock-out lifted", "enabled"]);
                is_own && (lifts || counts_passwords(line))
            }
            SOURCES => is_own && is_kept && line.did == "proved himself",
            DEPARTED if is_kept => is_own && (line.did == "signed out" || line.changes(&["disabled"])),
            DEPARTED => line.is_by_house("removed as heard"),
            SERVERS => is_own && line.is_by_house("moved"),
            FORMAT => is_kept && line.is_by_house("listed by name"),
            SESSIONS if is_kept => self.may_keep_session(line, &kept.key),
            SESSIONS => line.is_by_house("removed as expired") || self.may_end(line, &kept.key),
            other => owner_of(other).is_some_and(|owner| self.may_list(line, owner, kept)),
        }
    }

    fn may_keep_session(&self, line: &Written, key: &str) -> bool {
        let is_known = self.sessions.contains_key(key);
        let begins = line.begins_session() && self.people.contains_key(&line.who);
        if is_known { line.is_by_house("noted as active") } else { begins }
    }

    /// Whether a line ends this session. It may have ended before.
    fn may_end(&self, line: &Written, key: &str) -> bool {
        line.ends_sessions() && self.is_of(key, &line.who)
    }

    /// Whether a line puts a session on the shelf of its owner, or takes one off that has ended.
    fn may_list(&self, line: &Written, owner: &str, Kept { key, digest, .. }: &Kept) -> bool {
        let is_known = self.sessions.contains_key(key);
        if digest.is_some() {
            let lists = line.is_by_house("listed by name") || line.begins_session() && line.who == owner;
            return is_known && lists && self.is_of(key, owner);
        }
        let ends = line.is_by_house("removed as expired") || line.ends_sessions() && line.who == owner;
        !is_known && ends
    }

    /// Whether a session may be this person's.
    fn is_of(&self, key: &str, name: &str) -> bool {
        let owner = self.sessions.get(key).and_then(|begun| begun.owner.as_deref());
        owner.is_none_or(|owner| owner == name)
    }

    /// A session of nobody known is on the shelf of somebody.
    fn list(&mut self, key: &str, name: &str) {
        if let Some(begun) = self.sessions.get_mut(key) {
            begun.owner.get_or_insert_with(|| name.to_owned());
        }
    }

    fn take_in(&mut self, line: &Written, kept: &Kept, entry: String, is_right: bool) {
        let key = &kept.key;
        match (kept.shelf.as_str(), kept.digest) {
            (PEOPLE, Some(now)) => self.keep_login(line, key, now, (entry, is_right)),
            (SESSIONS, Some(now)) => self.keep_session(line, key, now, (entry, is_right)),
            (PEOPLE, None) => drop(self.people.remove(key)),
            (SESSIONS, None) => drop(self.sessions.remove(key)),
            (other, Some(_)) if is_right => {
                if let Some(name) = owner_of(other) {
                    self.list(key, name);
                }
            }
            _ => {}
        }
    }

    /// What a fault was found with is not checked against the shelf once more.
    fn keep_login(&mut self, line: &Written, name: &str, now: Hash, (entry, is_right): (String, bool)) {
        let was = self.people.remove(name).filter(|_| is_right);
        let role = was.as_ref().map_or(line.role, |was| was.role).filter(|_| is_right);
        let with_password = match was {
            Some(was) if !line.changes(&["given a password"]) => was.with_password,
            _ => Some(now).filter(|_| is_right),
        };
        self.people.insert(name.to_owned(), Login { role, with_password, now, entry });
    }

    fn keep_session(&mut self, line: &Written, key: &str, now: Hash, (entry, is_right): (String, bool)) {
        let was = self.sessions.remove(key).filter(|_| is_right);
        let (owner, beginning) = match was {
            Some(was) => (was.owner, was.beginning),
            None if is_right => (Some(line.who.clone()), Some(now)),
            None => (None, None),
        };
        let begun = Begun { owner, beginning, now, entry };
        self.sessions.insert(key.to_owned(), begun);
    }

    /// Compares everyone and every session on the shelves with the books. What changed since they were read is left out.
    pub(crate) async fn compare(&self, journal: &Journal) -> Result<Vec<String>, JournalError> {
        let mut faults = Vec::new();
        for (shelf, differs) in [
            (PEOPLE, Roll::login_differs as fn(&Roll, &str, &str) -> Option<String>),
            (SESSIONS, Roll::session_differs),
        ] {
            let mut after = String::new();
            loop {
                let page = journal.shelf_after(shelf, &after, TOGETHER).await?;
                let Some((last, _)) = page.last() else { break };
                after.clone_from(last);
                faults.extend(page.iter().filter_map(|(key, body)| differs(self, key, body)));
            }
        }
        Ok(faults)
    }

    /// What is wrong with someone as they are kept: no line changes a name or a role, and a password only with those words.
    fn login_differs(&self, key: &str, body: &str) -> Option<String> {
        let login = self.people.get(key).filter(|login| login.now == Hash::of(body))?;
        let fault = |why: &str| Some(differs(&login.entry, PEOPLE, key, why));
        let Some(person) = Person::read(body) else { return fault("nobody can be read there") };
        if person.name != key {
            return fault("the name there is another");
        }
        if login.role.is_some_and(|role| role != person.role) {
            return fault("the role there is not the one they were added with");
        }
        let is_as_it_was = |known: Hash| {
            let as_when = |(disabled, disabled_by)| {
                let then = Person { disabled, disabled_by, ..person.clone() };
                Hash::of(&json::text(&then)) == known
            };
            let disabled_by = Role::ALL.into_iter().map(|role| (true, Some(role)));
            known == login.now || [(false, None), (true, None)].into_iter().chain(disabled_by).any(as_when)
        };
        if login.with_password.is_some_and(|known| !is_as_it_was(known)) {
            return fault("more was changed there than whether they are disabled");
        }
        None
    }

    /// What is wrong with a session as it is kept: no line changes more of it than when its owner was last active.
    fn session_differs(&self, key: &str, body: &str) -> Option<String> {
        let begun = self.sessions.get(key).filter(|begun| begun.now == Hash::of(body))?;
        let fault = |why: &str| Some(differs(&begun.entry, SESSIONS, key, why));
        let Some(session) = Session::read(body) else { return fault("no session can be read there") };
        if begun.owner.as_ref().is_some_and(|owner| *owner != session.name) {
            return fault("it is somebody else's there");
        }
        let at_first = Hash::of(&json::text(&session.at_first()));
        if begun.beginning.is_some_and(|known| known != begun.now && known != at_first) {
            return fault("more was changed there than when its owner was last active");
        }
        None
    }
}

fn differs(entry: &str, shelf: &str, key: &str, why: &str) -> String {
    format!("{entry} changes \"{key}\" on the shelf \"{shelf}\" otherwise than it says: {why}")
}

/// Whose sessions lie on a shelf.
fn owner_of(shelf: &str) -> Option<&str> {
    shelf.strip_prefix(SESSIONS)?.strip_prefix('/')
}

/// Whether a line is about a password that somebody gave.
fn counts_passwords(line: &Written) -> bool {
    let by_house = line.is_by_house("wrong passwords dated back");
    by_house || matches!(line.did.as_str(), "failed to sign in" | "proved himself")
}
