//! Players and staff: who they are, and how they prove it.

mod attendance;
mod author;
mod change;
mod departed;
mod failures;
mod lately;
mod listing;
mod password;
mod prove;
mod queue;
mod roll;
mod session;
mod slow;
mod sweep;
#[cfg(test)]
mod tests;
mod token;

use std::collections::HashMap;
use std::sync::atomic::AtomicU64;
use std::sync::{Arc, RwLock};

use journal::{AppendError, Journal, JournalError, Keep, NewRecord, Sent};
use serde::{Deserialize, Serialize};

use crate::book::{Book, NotWritten};
use crate::clock::Clock;
use crate::dealers::SignOffReason;
use crate::entry::acting;
use crate::json;
use crate::roles::Role;
use crate::window::Millis;
pub use author::Author;
pub use change::LoginChange;
use departed::Departed;
use lately::Lately;
use listing::TOGETHER;
pub use password::Cost;
use prove::Attempts;
pub(crate) use roll::Roll;
pub use session::{Session, SessionKind, SessionStanding, Token};
use sweep::Sweep;
pub use token::{Lifetime, TokenFact};

/// A person known to the floor.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Person {
    /// Their name in the notation: small letters, digits and dashes.
    pub name: String,
    /// Their role on the floor.
    pub role: Role,
    /// Whether they came without a password and play with play money.
    #[serde(default)]
    pub guest: bool,
    /// Whether their login is disabled.
    #[serde(default)]
    pub disabled: bool,
    /// The device it is, where it is a terminal.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub device: Option<String>,
    /// The hash of their password.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    password: Option<String>,
    /// The role of the person who disabled the login: a lower post does not enable it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    disabled_by: Option<Role>,
    /// Who made the token they act with, where they act with one.
    #[serde(skip)]
    pub token_by: Option<String>,
    /// The fingerprint of the token they showed, where they were found by one.
    #[serde(skip)]
    session: Option<String>,
}

/// Why someone was not let in, or a change not made.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Unwelcome {
    /// The name or the password is wrong; which of them is not told.
    #[error("the name or the password is wrong")]
    Wrong,
    /// Too many wrong passwords for this name from this address.
    #[error(
        "three wrong passwords: signing in with this name from here is locked for {} more minutes",
        seconds.div_ceil(60)
    )]
    LockedOut {
        /// For how long.
        seconds: u32,
    },
    /// Too many wrong passwords for this name from many addresses.
    #[error(
        "many wrong passwords from many addresses: signing in with this name is locked for {} more minutes, \
         save where it signed in before; an administrator can lift that",
        seconds.div_ceil(60)
    )]
    NameLocked {
        /// For how long.
        seconds: u32,
    },
    /// Too many wrong passwords from this address, for whatever names.
    #[error("many wrong passwords from this address: wait {seconds} seconds")]
    Slowed {
        /// For how long.
        seconds: u32,
    },
    /// Too many people whom the floor does not know from there sign in at once.
    #[error("many people are signing in: try again in a few seconds")]
    Busy,
    /// Their login is disabled.
    #[error("this login is disabled: ask the floor's staff")]
    Disabled,
    /// The floor takes no guests.
    #[error("this floor lets nobody play without a login: sign in, or ask the floor's staff for one")]
    NoGuests,
    /// They act with a token, and this would make a login or a token that its maker could hide behind.
    #[error(
        "a token makes no tokens and sets no passwords, or the person who made it could act as somebody else unseen: sign in \
         with your own name and password"
    )]
    WithToken,
    /// The name cannot be used.
    #[error(
        "a name has 2 to 32 small letters, digits and dashes, begins with a letter, and is no word of the notation"
    )]
    Name,
    /// The name is taken.
    #[error("the name is taken")]
    Taken,
    /// There is no such person.
    #[error("there is no such person")]
    Nobody,
    /// There is no such token.
    #[error("this login has no such token: it may have expired")]
    NoToken,
    /// The password is too short.
    #[error("a password has 10 to 200 characters")]
    Password,
    /// The password is one of the first that anybody would try.
    #[error(
        "this is one of the first passwords anybody would try: use a few words that do not belong together"
    )]
    Common,
    /// A guest has no password, and what they have is play money.
    #[error("a guest cannot be given a password: add a person of another name")]
    Guest,
    /// A terminal is a machine: it has a device id and a token.
    #[error(
        "a terminal has no password: give its device id (1 to 100 letters, digits and signs), then make a token for it"
    )]
    Terminal,
    /// Nobody else looks after the floor.
    #[error("this is the last administrator who can sign in: add or enable another one first")]
    LastAdministrator,
    /// Somebody gave them another password while they changed their own.
    #[error(
        "somebody gave you another password at the same time, and that one stands: ask the floor's staff for it"
    )]
    PasswordReplaced,
    /// Somebody changed the login meanwhile.
    #[error("this login was changed a moment ago: sign in again")]
    Changed,
    /// The person who asked was disabled or signed out before it was done.
    #[error("you were signed out before this was done, and nothing was changed: sign in again")]
    Ended,
    /// Somebody of a higher post disabled the login.
    #[error("a higher post disabled this login: a {} or a higher post enables it", .0.word())]
    DisabledAbove(Role),
    /// The journal failed.
    #[error("the journal failed: {0}")]
    Journal(String),
}

/// The shelf of everyone the floor knows.
const PEOPLE: &str = "people";

/// Names that begin sentences of the notation, and those of the floor itself.
const RESERVED: [&str; 14] = [
    "dealer", "pit", "house", "shoe", "game", "decks", "spots", "limits", "unit", "set", "expect", "refuse",
    "clock", "floor",
];

/// Everyone the floor knows.
#[derive(Clone)]
pub struct People {
    journal: Journal,
    book: Book,
    clock: Clock,
    cost: Cost,
    known: Arc<Lately<Person>>,
    attempts: Arc<Attempts>,
    sessions: Arc<Lately<Session>>,
    /// How often sessions were ended.
    endings: Arc<AtomicU64>,
    departed: Arc<Departed>,
    sweep: Arc<Sweep>,
    /// Why a session of someone was last ended here, and when.
    ended: Arc<RwLock<HashMap<String, (SignOffReason, Millis)>>>,
    /// A session by which a dealer was found signed in.
    attending: Arc<RwLock<HashMap<String, String>>>,
    /// Whose sessions are being replaced.
    replacing: Arc<RwLock<Vec<String>>>,
}

impl People {
    pub(crate) fn new(journal: Journal, book: Book, clock: Clock, cost: Cost) -> People {
        let known = Arc::new(Lately::new(journal.is_shared(), |_| false));
        let sessions = Arc::new(Lately::new(journal.is_shared(), Session::is_ahead));
        let (attempts, endings, departed, sweep) = Default::default();
        let (ended, attending, replacing) = Default::default();
        People {
            journal,
            book,
            clock,
            cost,
            known,
            attempts,
            sessions,
            endings,
            departed,
            sweep,
            ended,
            attending,
            replacing,
        }
    }

    /// Whether a name can be used.
    #[must_use]
    pub fn is_name(name: &str) -> bool {
        let fits = (2..=32).contains(&name.len()) && name.starts_with(|c: char| c.is_ascii_lowercase());
        let plain = name.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'-');
        fits && plain && !RESERVED.contains(&name)
    }

    /// Refuses a password that nobody is given.
    pub(crate) fn require_usable(password: &str, name: &str) -> Result<(), Unwelcome> {
        password::require_usable(password, name)
    }

    /// Someone by name.
    ///
    /// # Errors
    ///
    /// When the journal fails.
    pub async fn find(&self, name: &str) -> Result<Option<Person>, JournalError> {
        match self.known.find(name) {
            Some(person) => Ok(Some(person)),
            None => self.find_now(name).await,
        }
    }

    /// Someone by name, as the journal has them.
    async fn find_now(&self, name: &str) -> Result<Option<Person>, JournalError> {
        if !People::is_name(name) {
            return Ok(None);
        }
        let reading = self.known.begin(name);
        let person = self.journal.kept(PEOPLE, name).await?.as_deref().and_then(Person::read);
        match &person {
            Some(person) => reading.note(person.clone()),
            None => reading.note_nothing(),
        }
        Ok(person)
    }

    /// The first person of whom this is true, by name, with how they are kept.
    async fn first(
        &self,
        is_wanted: impl Fn(&Person) -> bool,
    ) -> Result<Option<(Person, String)>, JournalError> {
        let mut after = String::new();
        loop {
            let page = self.journal.shelf_after(PEOPLE, &after, TOGETHER).await?;
            let Some((last, _)) = page.last() else { return Ok(None) };
            after.clone_from(last);
            let mut people = page.into_iter().filter_map(|(_, body)| Some((Person::read(&body)?, body)));
            if let Some(found) = people.find(|(person, _)| is_wanted(person)) {
                return Ok(Some(found));
            }
        }
    }

    /// Whether the floor has an administrator. Only as many people are read as it takes to find one.
    ///
    /// # Errors
    ///
    /// When the journal fails.
    pub async fn has_administrator(&self) -> Result<bool, JournalError> {
        Ok(self.first(|person| person.role == Role::Administrator).await?.is_some())
    }

    /// Everyone.
    ///
    /// # Errors
    ///
    /// When the journal fails.
    pub async fn all(&self) -> Result<Vec<Person>, JournalError> {
        let kept = self.journal.shelf(PEOPLE).await?;
        Ok(kept.iter().filter_map(|(_, body)| Person::read(body)).collect())
    }

    /// Adds someone; without a password they are a guest.
    ///
    /// # Errors
    ///
    /// When the name or the password cannot be used, or the journal fails.
    pub async fn add(
        &self,
        by: impl Into<Author>,
        name: &str,
        role: Role,
        password: Option<&str>,
    ) -> Result<Person, Unwelcome> {
        if role == Role::Terminal {
            return Err(Unwelcome::Terminal);
        }
        self.require_free(name).await?;
        let guest = password.is_none();
        let password = match password {
            Some(password) => {
                password::require_usable(password, name)?;
                Some(self.hash(password).await?)
            }
            None => None,
        };
        let name = name.to_owned();
        self.write_new(&by.into(), Person { guest, password, ..Person::new(name, role) }).await
    }

    /// Adds a terminal, by the id of the device it is. It comes in with a token only.
    ///
    /// # Errors
    ///
    /// When the name or the device id cannot be used, or the journal fails.
    pub async fn add_terminal(
        &self,
        by: impl Into<Author>,
        name: &str,
        device: &str,
    ) -> Result<Person, Unwelcome> {
        let plain = device.bytes().all(|byte| (b' '..=b'~').contains(&byte));
        if !plain || !(1..=100).contains(&device.trim().len()) {
            return Err(Unwelcome::Terminal);
        }
        self.require_free(name).await?;
        let (name, device) = (name.to_owned(), Some(device.trim().to_owned()));
        self.write_new(&by.into(), Person { device, ..Person::new(name, Role::Terminal) }).await
    }

    async fn require_free(&self, name: &str) -> Result<(), Unwelcome> {
        if !People::is_name(name) {
            return Err(Unwelcome::Name);
        }
        if self.find(name).await?.is_some() { Err(Unwelcome::Taken) } else { Ok(()) }
    }

    async fn write_new(&self, by: &Author, person: Person) -> Result<Person, Unwelcome> {
        let name = &person.name;
        // Somebody may change them as soon as they are written.
        let writing = self.known.begin(name);
        loop {
            // Of two servers that add the same name one is first: it is a command that is carried out once.
            let id = Some(format!("added/{name}"));
            let (keeps, expects) = (vec![person.fact()], self.authority(by).await?);
            let role = Some(person.role);
            let line = Line { role, keeps, expects, id, ..Line::new(by.name(), "added", name) };
            match self.write(line).await {
                Err(NotWritten::Repeated(_)) => return Err(Unwelcome::Taken),
                // Something about the person who adds them: whether they still may is looked at again.
                Err(NotWritten::Changed) => {}
                written => {
                    written?;
                    break;
                }
            }
        }
        writing.note(person.clone());
        Ok(person)
    }

    /// Writes what was done about someone into the people's book.
    pub(crate) async fn note(
        &self,
        by: &str,
        did: &str,
        who: &str,
        keeps: Vec<Keep>,
    ) -> Result<(), Unwelcome> {
        Ok(self.write(Line { keeps, ..Line::new(by, did, who) }).await?)
    }

    async fn write(&self, line: Line<'_>) -> Result<(), NotWritten> {
        let Line { by, did, who, from, role, keeps, expects, id } = line;
        let at = self.clock.now();
        let mut body = serde_json::json!({ "by": by, "did": did, "who": who });
        if let Some(from) = from {
            body["from"] = from.into();
        }
        if let Some(role) = role {
            body["role"] = role.word().into();
        }
        let body = body.to_string();
        let command = id.map(|id| Sent { id, answer: body.clone() });
        let record = NewRecord { at, body, command, keeps, expects, ..NewRecord::default() };
        self.book.write(move |_| record.clone()).await.map(drop)
    }

    /// The people's book.
    pub(crate) fn book(&self) -> &Book {
        &self.book
    }
}

/// A line of the people's book.
struct Line<'l> {
    by: &'l str,
    did: &'l str,
    who: &'l str,
    /// The address they did it from.
    from: Option<String>,
    /// The role they were added with.
    role: Option<Role>,
    /// Facts that are now so.
    keeps: Vec<Keep>,
    /// Facts that must still be so.
    expects: Vec<Keep>,
    /// The command it carries out, once.
    id: Option<String>,
}

impl<'l> Line<'l> {
    /// That somebody did something about someone.
    fn new(by: &'l str, did: &'l str, who: &'l str) -> Line<'l> {
        Line { by, did, who, from: None, role: None, keeps: Vec::new(), expects: Vec::new(), id: None }
    }

    /// Changes a fact, unless somebody changes it meanwhile; does nothing if it is the same.
    fn change(&mut self, was: Option<String>, now: Keep) {
        if was != now.body {
            self.expects.push(Keep { body: was, ..now.clone() });
            self.keeps.push(now);
        }
    }
}

impl Person {
    /// Someone without a password.
    fn new(name: String, role: Role) -> Person {
        let (guest, disabled, disabled_by, device, password) = Default::default();
        Person { name, role, guest, disabled, disabled_by, device, password, token_by: None, session: None }
    }

    /// How the floor's own books name a person who acts: by name, and with a token also by its maker.
    #[must_use]
    pub fn acting(&self) -> String {
        acting(&self.name, self.token_by.as_deref())
    }

    /// Reads someone as they are kept.
    fn read(body: &str) -> Option<Person> {
        serde_json::from_str(body).ok()
    }

    /// Someone as they are kept.
    fn fact(&self) -> Keep {
        Keep { shelf: PEOPLE.into(), key: self.name.clone(), body: Some(json::text(self)) }
    }
}

impl From<NotWritten> for Unwelcome {
    fn from(why: NotWritten) -> Unwelcome {
        match why {
            NotWritten::Changed => Unwelcome::Changed,
            NotWritten::Failed(error) => error.into(),
            NotWritten::Repeated(_) => Unwelcome::Journal("this line was written before".into()),
            NotWritten::Overdrawn(balance) => Unwelcome::Journal(format!("an account has only {balance}")),
        }
    }
}

impl From<AppendError> for Unwelcome {
    fn from(error: AppendError) -> Unwelcome {
        Unwelcome::Journal(error.to_string())
    }
}

impl From<JournalError> for Unwelcome {
    fn from(error: JournalError) -> Unwelcome {
        Unwelcome::Journal(error.to_string())
    }
}
