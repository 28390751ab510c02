//! Sessions: who is signed in, by a token only they have. The floor keeps its fingerprint.

use std::fmt;
use std::sync::atomic::Ordering;

use journal::{JournalError, Keep};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use super::listing::{TOGETHER, begins, ends};
use super::{Author, Line, PEOPLE, People, Person, Unwelcome};
use crate::book::NotWritten;
use crate::dealers::SignOffReason;
use crate::hex::hex;
use crate::json;
use crate::roles::Role;
use crate::window::Millis;

/// How long a player stays signed in without a command.
const PLAYER_IDLE: Millis = 30 * 60 * 1000;
/// How long a dealer's console stays open without a command.
const DEALER_IDLE: Millis = 5 * 60 * 1000;
/// When someone was last active is written down once it is this much later than what is written.
const WRITTEN_DOWN: Millis = 60 * 1000;
/// The shelf of sessions, by the fingerprints of their tokens.
pub(super) const SESSIONS: &str = "sessions";
/// Nobody stays signed in for longer than this without signing in again.
pub(super) const LONGEST: Millis = 24 * 60 * 60 * 1000;
/// The clocks of two servers differ by less than this.
const CLOCKS_DIFFER: Millis = 60 * 1000;

/// What a client that is signed in shows with every request. Secret.
#[derive(Clone, PartialEq, Eq)]
pub struct Token(String);

impl Token {
    fn fresh() -> Token {
        let mut bytes = [0; 32];
        getrandom::fill(&mut bytes).expect("the system has entropy");
        Token(hex(&bytes))
    }

    /// What a client sent as one.
    #[must_use]
    pub fn sent(text: &str) -> Token {
        Token(text.chars().take(128).collect())
    }

    /// For the client it is given to.
    #[must_use]
    pub fn secret(&self) -> &str {
        &self.0
    }

    pub(super) fn fingerprint(&self) -> String {
        hex(&Sha256::digest(self.0.as_bytes()))
    }
}

/// No log shows a token.
impl fmt::Debug for Token {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Token(..)")
    }
}

/// How someone is signed in.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum SessionKind {
    /// A person at a browser.
    Cookie,
    /// A machine with a token.
    Bearer,
}

/// Someone signed in.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Session {
    /// Who.
    pub name: String,
    /// How.
    pub kind: SessionKind,
    /// Since when.
    pub since: Millis,
    /// When they last did something. The journal has it a minute late at most, so that an idle session stays locked when
    /// the floor opens again, and at every server.
    #[serde(default)]
    pub seen: Millis,
    /// The same, as the journal has it.
    #[serde(skip)]
    written: Millis,
    /// Who made the token of a machine.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) made_by: Option<String>,
    /// When the token of a machine expires.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) until: Option<Millis>,
}

impl Session {
    /// A session that begins now.
    pub(super) fn begun(person: &Person, kind: SessionKind, now: Millis) -> Session {
        let name = person.name.clone();
        Session { name, kind, since: now, seen: now, written: now, made_by: None, until: None }
    }

    /// Reads a session as it is kept.
    pub(super) fn read(body: &str) -> Option<Session> {
        serde_json::from_str(body).ok()
    }

    /// The same as it was when it began.
    pub(super) fn at_first(&self) -> Session {
        Session { seen: self.since, ..self.clone() }
    }

    /// Whether nobody can go on in it.
    pub(super) fn has_expired(&self, now: Millis) -> bool {
        match self.kind {
            SessionKind::Bearer => self.expires() <= now,
            SessionKind::Cookie => now - self.since > LONGEST,
        }
    }

    /// Whether it still stands for this person: not expired, and not idle for too long.
    pub(super) fn is_good(&self, person: &Person, now: Millis) -> bool {
        !self.has_expired(now)
            && (self.kind == SessionKind::Bearer || person.guest || !self.is_idle(person.role, now))
    }

    /// Whether its owner has been silent for too long. If they were last active in the future, a clock was set back since, and
    /// nobody knows how long they have been silent.
    fn is_idle(&self, role: Role, now: Millis) -> bool {
        !(-CLOCKS_DIFFER..=idle_for(role)).contains(&(now - self.seen))
    }

    /// Whether its owner was active since it was last written down.
    pub(super) fn is_ahead(&self) -> bool {
        self.seen > self.written
    }
}

/// What a token stands for now.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum SessionStanding {
    /// Nobody.
    Nobody,
    /// Someone who was away too long: they prove themselves again.
    Locked(Person),
    /// Someone.
    In(Person),
}

impl People {
    /// Signs someone in, provided they are still as they were when they proved themselves.
    ///
    /// # Errors
    ///
    /// When their login was changed meanwhile, or the journal fails.
    pub async fn sign_in(&self, person: &Person, kind: SessionKind) -> Result<Token, Unwelcome> {
        let session = Session::begun(person, kind, self.clock.now());
        self.begin(person, session, &person.name.as_str().into(), "signed in").await
    }

    /// Begins a session of someone, provided they are still as they were found.
    pub(super) async fn begin(
        &self,
        person: &Person,
        session: Session,
        by: &Author,
        did: &str,
    ) -> Result<Token, Unwelcome> {
        let token = Token::fresh();
        let key = token.fingerprint();
        // A new password may end it as soon as it is written.
        let writing = self.sessions.begin(&key);
        loop {
            let was = self.journal.kept(PEOPLE, &person.name).await?;
            let now = was.as_deref().and_then(Person::read);
            if now.and_then(|now| now.fact().body) != person.fact().body {
                return Err(Unwelcome::Changed);
            }
            let mut line = Line::new(by.name(), did, &person.name);
            line.keeps.extend(begins(&key, &session));
            line.expects = self.authority(by).await?;
            line.expects.push(Keep { body: was, ..person.fact() });
            match self.write(line).await {
                // The login, or the person who begins the session: what it was is looked at again.
                Err(NotWritten::Changed) => {}
                written => {
                    written?;
                    break;
                }
            }
        }
        writing.note(session);
        Ok(token)
    }

    /// The person whose token this is. Looking at a table does not count as activity; `acting` does.
    ///
    /// # Errors
    ///
    /// When the journal fails.
    pub async fn who(&self, token: &Token, acting: bool) -> Result<SessionStanding, Unwelcome> {
        let key = token.fingerprint();
        let Some(session) = self.session(&key).await? else { return Ok(SessionStanding::Nobody) };
        let Some(mut person) = self.find(&session.name).await?.filter(|person| !person.disabled) else {
            return Ok(SessionStanding::Nobody);
        };
        let now = self.clock.now();
        if session.has_expired(now) {
            return Ok(SessionStanding::Nobody);
        }
        if session.kind == SessionKind::Bearer {
            if self.is_maker_out(&session).await? {
                return Ok(SessionStanding::Nobody);
            }
            (person.token_by, person.session) = (session.made_by, Some(key));
            return Ok(SessionStanding::In(person));
        }
        let guest = person.guest;
        if session.is_idle(person.role, now) && !guest {
            return Ok(SessionStanding::Locked(person));
        }
        if acting && !guest {
            self.touch(&key, now);
        }
        person.session = Some(key);
        Ok(SessionStanding::In(person))
    }

    /// Whose token it is, even if their session is locked.
    ///
    /// # Errors
    ///
    /// When the journal fails.
    pub async fn holder(&self, token: &Token) -> Result<Option<Person>, Unwelcome> {
        match self.session(&token.fingerprint()).await? {
            Some(session) => Ok(self.find(&session.name).await?),
            None => Ok(None),
        }
    }

    /// Whether this stands for a person who can come back to their session with a password. A machine cannot.
    pub(crate) async fn is_session(&self, token: &Token) -> Result<bool, Unwelcome> {
        let session = self.session(&token.fingerprint()).await?;
        let now = self.clock.now();
        Ok(session.is_some_and(|session| session.kind == SessionKind::Cookie && !session.has_expired(now)))
    }

    /// Someone whose session was locked has proved themselves again.
    ///
    /// # Errors
    ///
    /// When the journal fails.
    pub async fn unlock(&self, token: &Token) -> Result<(), Unwelcome> {
        let key = token.fingerprint();
        // What is touched has to be known here.
        if self.session(&key).await?.is_some() {
            self.touch(&key, self.clock.now());
        }
        Ok(())
    }

    /// Signs someone out.
    ///
    /// # Errors
    ///
    /// When the journal fails.
    pub async fn sign_out(&self, token: &Token) -> Result<(), Unwelcome> {
        let key = token.fingerprint();
        let Some(Session { name, .. }) = self.session(&key).await? else { return Ok(()) };
        self.note_end(&name, SignOffReason::SignedOut);
        let mut line = Line::new(&name, "signed out", &name);
        line.keeps = ends(&name, &key).into_iter().chain(self.departure(&name)).collect();
        self.write(line).await?;
        self.forget_sessions(&[key]);
        self.note_departed(&name);
        Ok(())
    }

    /// Ends all sessions of someone.
    pub(super) async fn end_sessions(&self, name: &str) -> Result<(), Unwelcome> {
        let keys = self.sessions_of(name).await?;
        if keys.is_empty() { Ok(()) } else { self.end_by(name, "signed out", name, keys).await }
    }

    /// Ends sessions of someone, by whomever.
    pub(super) async fn end_by(
        &self,
        by: &str,
        did: &str,
        name: &str,
        keys: Vec<String>,
    ) -> Result<(), Unwelcome> {
        self.note(by, did, name, keys.iter().flat_map(|key| ends(name, key)).collect()).await?;
        self.forget_sessions(&keys);
        Ok(())
    }

    /// These tokens are worth nothing from now on, and streams opened with one end.
    pub(super) fn forget_sessions(&self, keys: &[String]) {
        for key in keys {
            self.sessions.forget(key);
        }
        self.endings.fetch_add(1, Ordering::Release);
    }

    /// How often sessions were ended: while it is the same, everyone who was signed in still is, unless they were idle too long.
    /// If another server may end some too, it changes with every second.
    pub(crate) fn endings(&self) -> u64 {
        let here = self.endings.load(Ordering::Acquire);
        let elsewhere = if self.journal.is_shared() { self.clock.now().unsigned_abs() / 1000 } else { 0 };
        here + elsewhere
    }

    pub(super) async fn session(&self, key: &str) -> Result<Option<Session>, JournalError> {
        if let Some(session) = self.sessions.find(key) {
            return Ok(Some(session));
        }
        let reading = self.sessions.begin(key);
        let kept = self.journal.kept(SESSIONS, key).await?;
        let Some(mut session) = kept.as_deref().and_then(Session::read) else {
            reading.note_nothing();
            return Ok(None);
        };
        session.seen = session.seen.max(session.since);
        session.written = session.seen;
        if let Some(last) = self.sessions.last(key) {
            session.seen = session.seen.max(last.seen);
        }
        reading.note(session.clone());
        Ok(Some(session))
    }

    /// Writes down when people were last active, where the journal does not know it by a minute.
    pub(crate) async fn write_activity(&self) -> Result<(), Unwelcome> {
        let mut active = self.sessions.filtered(|session| session.seen - session.written >= WRITTEN_DOWN);
        active.truncate(TOGETHER);
        let who = format!("{} sessions", active.len());
        let mut line = Line::new("house", "noted as active", &who);
        for (key, session) in &active {
            // A session that was ended meanwhile must not come back.
            match self.journal.kept(SESSIONS, key).await? {
                Some(was) => {
                    line.expects.push(Keep { body: Some(was), ..gone(key) });
                    line.keeps.push(Keep { body: Some(json::text(session)), ..gone(key) });
                }
                None => self.sessions.forget(key),
            }
        }
        if line.keeps.is_empty() {
            return Ok(());
        }
        match self.write(line).await {
            // Somebody else was faster with one of them; the next time is soon enough.
            Err(NotWritten::Changed) => return Ok(()),
            written => written?,
        }
        for (key, session) in active {
            self.sessions.change(&key, |now| now.written = session.seen);
        }
        Ok(())
    }

    /// The clock was set by this much: nobody has been idle longer or shorter for that.
    pub(crate) fn move_sessions(&self, by: Millis) {
        self.sessions.change_all(|session| session.seen += by);
    }

    fn touch(&self, key: &str, now: Millis) {
        self.sessions.change(key, |session| session.seen = now);
    }
}

/// How long someone's session lasts without a word.
fn idle_for(role: Role) -> Millis {
    if role == Role::Player { PLAYER_IDLE } else { DEALER_IDLE }
}

/// The fact that there is no such session.
pub(super) fn gone(key: &str) -> Keep {
    Keep { shelf: SESSIONS.into(), key: key.to_owned(), body: None }
}
