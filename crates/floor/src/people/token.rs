//! Tokens of machines: made by an administrator, for a while, and listed and revoked by one.

use serde::Serialize;
use utoipa::ToSchema;

use super::session::SESSIONS;
use super::{People, Person, Session, SessionKind, Token, Unwelcome};
use crate::dealers::SignOffReason;
use crate::window::Millis;

const DAY: Millis = 24 * 60 * 60 * 1000;

/// How long a token is good for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Lifetime(Millis);

impl Lifetime {
    /// A lifetime in days, from 1 to 366; `None` otherwise.
    #[must_use]
    pub fn days(days: u16) -> Option<Lifetime> {
        (1..=366).contains(&days).then(|| Lifetime(Millis::from(days) * DAY))
    }
}

impl Default for Lifetime {
    fn default() -> Lifetime {
        Lifetime(90 * DAY)
    }
}

/// A token as staff may know it: never the token itself.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
pub struct TokenFact {
    /// What to revoke it by.
    pub id: String,
    /// Who made it. Tokens of earlier versions do not say.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub made_by: Option<String>,
    /// Since when it is good.
    pub since: Millis,
    /// Until when.
    pub until: Millis,
}

impl TokenFact {
    fn of(key: &str, session: Session) -> TokenFact {
        let (since, until) = (session.since, session.expires());
        TokenFact { id: id_of(key), made_by: session.made_by, since, until }
    }
}

/// Enough of a token's fingerprint to tell it from others.
fn id_of(key: &str) -> String {
    key.chars().take(16).collect()
}

impl Session {
    /// When a token expires.
    pub(super) fn expires(&self) -> Millis {
        self.until.unwrap_or(self.since + Lifetime::default().0)
    }
}

impl Session {
    /// Whether it is a token that is still good.
    fn is_token(&self, now: Millis) -> bool {
        self.kind == SessionKind::Bearer && !self.has_expired(now)
    }
}

impl Person {
    /// Refuses a person who acts with a token: what they make would name the login the token acts for, not its maker, and one
    /// person could ask as one and approve as another.
    pub(crate) fn require_no_token(&self) -> Result<(), Unwelcome> {
        if self.token_by.is_some() { Err(Unwelcome::WithToken) } else { Ok(()) }
    }
}

impl People {
    /// Makes a token for a machine that acts as someone.
    ///
    /// # Errors
    ///
    /// When the asker acts with a token, the login is disabled, or the journal fails.
    pub async fn make_token(
        &self,
        by: &Person,
        person: &Person,
        lifetime: Lifetime,
    ) -> Result<(Token, TokenFact), Unwelcome> {
        by.require_no_token()?;
        if person.disabled {
            return Err(Unwelcome::Disabled);
        }
        let mut session = Session::begun(person, SessionKind::Bearer, self.clock.now());
        session.made_by = Some(by.name.clone());
        session.until = Some(session.since + lifetime.0);
        let token = self.begin(person, session.clone(), &by.into(), "given a token").await?;
        let fact = TokenFact::of(&token.fingerprint(), session);
        Ok((token, fact))
    }

    /// Lists the tokens of someone that are still good, the newest first.
    ///
    /// # Errors
    ///
    /// When the journal fails.
    pub async fn tokens(&self, name: &str) -> Result<Vec<TokenFact>, Unwelcome> {
        let tokens = listed(self.bearers(name).await?);
        Ok(tokens.into_iter().map(|(_, fact)| fact).collect())
    }

    /// Lists every token that is still good, with the name it acts for, the newest first.
    ///
    /// # Errors
    ///
    /// When the journal fails.
    pub async fn all_tokens(&self) -> Result<Vec<(String, TokenFact)>, Unwelcome> {
        let (kept, now) = (self.journal.shelf(SESSIONS).await?, self.clock.now());
        let read = |(key, body): (String, String)| Some((key, Session::read(&body)?));
        let sessions = kept.into_iter().filter_map(read);
        Ok(listed(sessions.filter(|(_, session)| session.is_token(now)).collect()))
    }

    /// Revokes a token of someone.
    ///
    /// # Errors
    ///
    /// When there is no such token, or the journal fails.
    pub async fn revoke_token(&self, by: &Person, name: &str, id: &str) -> Result<(), Unwelcome> {
        let tokens = self.bearers(name).await?;
        let (key, _) = tokens.into_iter().find(|(key, _)| id_of(key) == id).ok_or(Unwelcome::NoToken)?;
        self.note_end(name, SignOffReason::TokenRevoked);
        self.end_by(&by.acting(), "token revoked", name, vec![key]).await
    }

    /// Whether somebody made this token whose login is disabled now: it is good for nothing while that lasts.
    pub(super) async fn is_maker_out(&self, session: &Session) -> Result<bool, Unwelcome> {
        match &session.made_by {
            Some(maker) => Ok(self.find(maker).await?.is_none_or(|maker| maker.disabled)),
            // Tokens of earlier versions do not say.
            None => Ok(false),
        }
    }

    /// The tokens of someone, by fingerprint.
    async fn bearers(&self, name: &str) -> Result<Vec<(String, Session)>, Unwelcome> {
        let (mut tokens, now) = (Vec::new(), self.clock.now());
        for key in self.sessions_of(name).await? {
            let kept = self.journal.kept(SESSIONS, &key).await?;
            let session = kept.as_deref().and_then(Session::read);
            tokens.extend(session.filter(|it| it.is_token(now)).map(|session| (key, session)));
        }
        Ok(tokens)
    }
}

/// Tokens with the names they act for, the newest first.
fn listed(tokens: Vec<(String, Session)>) -> Vec<(String, TokenFact)> {
    let fact = |(key, session): (String, Session)| (session.name.clone(), TokenFact::of(&key, session));
    let mut all: Vec<(String, TokenFact)> = tokens.into_iter().map(fact).collect();
    all.sort_by(|(_, one), (_, other)| (other.since, &other.id).cmp(&(one.since, &one.id)));
    all
}
