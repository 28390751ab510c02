//! Sessions: who is signed in, by a token only he has. The floor keeps its fingerprint.

use std::fmt;
use std::sync::atomic::Ordering;

use journal::Keep;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use super::{Line, PEOPLE, People, Person, Unwelcome};
use crate::book::NotWritten;
use crate::hex::hex;
use crate::hold;
use crate::json;
use crate::roles::Role;
use crate::window::Millis;

/// A player signs in again after so long without a word.
const PLAYER_IDLE: Millis = 30 * 60 * 1000;
/// A dealer's console locks after so long without a word.
const DEALER_IDLE: Millis = 5 * 60 * 1000;
/// When someone was last active is written down once it is this much later than what is written.
const WRITTEN_DOWN: Millis = 60 * 1000;
/// So many sessions at most are written down in one line of the book.
const TOGETHER: usize = 1000;
/// The shelf of sessions, by the fingerprints of their tokens.
pub(super) const SESSIONS: &str = "sessions";
/// Nobody stays signed in for longer than this without signing in again.
const LONGEST: Millis = 24 * 60 * 60 * 1000;

/// What whoever is signed in shows with every request. Secret.
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

    /// Whether it still stands for this person: not expired, and not idle for too long.
    fn is_good(&self, person: &Person, now: Millis) -> bool {
        match self.kind {
            SessionKind::Bearer => self.expires() > now,
            SessionKind::Cookie => {
                now - self.since <= LONGEST && (person.guest || now - self.seen <= idle_for(person.role))
            }
        }
    }
}

/// What a token stands for now.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum SessionStanding {
    /// Nobody.
    Nobody,
    /// Someone who was away too long: he proves himself again.
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
        self.begin(person, session, &person.name, "signed in").await
    }

    /// Begins a session of someone, provided they are still as they were found.
    pub(super) async fn begin(
        &self,
        person: &Person,
        session: Session,
        by: &str,
        did: &str,
    ) -> Result<Token, Unwelcome> {
        let was = self.journal.kept(PEOPLE, &person.name).await?;
        if was.as_deref().and_then(Person::read).as_ref() != Some(person) {
            return Err(Unwelcome::Changed);
        }
        let token = Token::fresh();
        let mut line = Line::new(by, did, &person.name);
        line.keeps.push(Keep { body: Some(json::text(&session)), ..gone(&token.fingerprint()) });
        line.expects.push(Keep { body: was, ..person.fact() });
        self.write(line).await?;
        self.sessions.note(&token.fingerprint(), session);
        Ok(token)
    }

    /// Who shows this token. Looking at a table does not count as a word; `acting` does.
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
        if session.kind == SessionKind::Bearer {
            if session.expires() <= now {
                return Ok(SessionStanding::Nobody);
            }
            person.token_by = session.made_by;
            return Ok(SessionStanding::In(person));
        }
        if now - session.since > LONGEST {
            return Ok(SessionStanding::Nobody);
        }
        let guest = person.guest;
        if now - session.seen > idle_for(person.role) && !guest {
            return Ok(SessionStanding::Locked(person));
        }
        if acting && !guest {
            self.touch(&key, now);
        }
        Ok(SessionStanding::In(person))
    }

    /// Whose token it is, be his session locked or not.
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

    /// Someone whose session was locked has proved himself again.
    pub fn unlock(&self, token: &Token) {
        self.touch(&token.fingerprint(), self.clock.now());
    }

    /// Signs someone out.
    ///
    /// # Errors
    ///
    /// When the journal fails.
    pub async fn sign_out(&self, token: &Token) -> Result<(), Unwelcome> {
        let key = token.fingerprint();
        let Some(session) = self.session(&key).await? else { return Ok(()) };
        self.end(&session.name, vec![key]).await?;
        self.note_departed(&session.name);
        Ok(())
    }

    /// Takes down that someone signed out or was disabled, for the tables they sit at.
    pub(super) fn note_departed(&self, name: &str) {
        hold::write(&self.departed).insert(name.to_owned());
    }

    /// Who signed out or was disabled here and was not forgotten since.
    pub(crate) fn departed(&self) -> Vec<String> {
        hold::read(&self.departed).iter().cloned().collect()
    }

    /// The tables know that someone signed out.
    pub(crate) fn forget_departed(&self, name: &str) {
        hold::write(&self.departed).remove(name);
    }

    /// Whether someone has a session left, at whichever server. One that is locked or expired is none.
    pub(crate) async fn is_signed_in(&self, name: &str) -> Result<bool, Unwelcome> {
        let Some(person) = self.find(name).await?.filter(|person| !person.disabled) else { return Ok(false) };
        for key in self.sessions_of(name).await? {
            let session = self.session(&key).await?;
            if session.is_some_and(|session| session.is_good(&person, self.clock.now())) {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// The fingerprints of someone's sessions.
    pub(super) async fn sessions_of(&self, name: &str) -> Result<Vec<String>, Unwelcome> {
        self.sessions_begun_by(name, Millis::MAX).await
    }

    async fn sessions_begun_by(&self, name: &str, at: Millis) -> Result<Vec<String>, Unwelcome> {
        let kept = self.journal.shelf(SESSIONS).await?;
        let wanted = |body: &str| {
            let session = serde_json::from_str::<Session>(body);
            session.is_ok_and(|session| session.name == name && session.since <= at)
        };
        Ok(kept.into_iter().filter(|(_, body)| wanted(body)).map(|(key, _)| key).collect())
    }

    /// Ends the sessions someone began by a moment.
    pub(super) async fn end_sessions_begun_by(&self, name: &str, at: Millis) -> Result<(), Unwelcome> {
        let keys = self.sessions_begun_by(name, at).await?;
        if keys.is_empty() { Ok(()) } else { self.end(name, keys).await }
    }

    async fn end(&self, name: &str, keys: Vec<String>) -> Result<(), Unwelcome> {
        self.end_by(name, "signed out", name, keys).await
    }

    /// Ends sessions of someone, by whomever.
    pub(super) async fn end_by(
        &self,
        by: &str,
        did: &str,
        name: &str,
        keys: Vec<String>,
    ) -> Result<(), Unwelcome> {
        self.note(by, did, name, keys.iter().map(|key| gone(key)).collect()).await?;
        self.forget_sessions(&keys);
        Ok(())
    }

    /// Whoever shows one of these tokens is nobody from now on, and whoever listens with one hears no more.
    pub(super) fn forget_sessions(&self, keys: &[String]) {
        for key in keys {
            self.sessions.forget(key);
        }
        self.endings.fetch_add(1, Ordering::Release);
    }

    /// How often sessions were ended: while it is the same, whoever was signed in still is, if he was not idle too long.
    /// Where another server may end some too, it changes with every second.
    pub(crate) fn endings(&self) -> u64 {
        let here = self.endings.load(Ordering::Acquire);
        let elsewhere = if self.journal.is_shared() { self.clock.now().unsigned_abs() / 1000 } else { 0 };
        here + elsewhere
    }

    async fn session(&self, key: &str) -> Result<Option<Session>, Unwelcome> {
        if let Some(session) = self.sessions.find(key) {
            return Ok(Some(session));
        }
        let kept = self.journal.kept(SESSIONS, key).await?;
        let Some(mut session) = kept.and_then(|body| serde_json::from_str::<Session>(&body).ok()) else {
            self.sessions.forget(key);
            return Ok(None);
        };
        session.seen = session.seen.max(session.since);
        session.written = session.seen;
        if let Some(last) = self.sessions.last(key) {
            session.seen = session.seen.max(last.seen);
        }
        self.sessions.note(key, session.clone());
        Ok(Some(session))
    }

    /// Writes down when people were last active, where the journal does not know it by a minute.
    pub(crate) async fn write_activity(&self) -> Result<(), Unwelcome> {
        let mut active = self.sessions.filtered(|session| session.seen - session.written >= WRITTEN_DOWN);
        active.truncate(TOGETHER);
        if active.is_empty() {
            return Ok(());
        }
        let who = format!("{} sessions", active.len());
        let mut line = Line::new("house", "noted as active", &who);
        for (key, session) in &active {
            // A session that was ended meanwhile must not come back.
            if let Some(was) = self.journal.kept(SESSIONS, key).await? {
                line.expects.push(Keep { body: Some(was), ..gone(key) });
                line.keeps.push(Keep { body: Some(json::text(session)), ..gone(key) });
            }
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
