//! Who comes in at a browser, and what the log says of it.

use super::{Floor, random_word};
use crate::cage::{Exchange, Till};
use crate::people::{People, Person, SessionKind, Token, Unwelcome};
use crate::roles::Role;
use crate::source::Source;

impl Floor {
    /// Refuses guests where the floor takes none.
    pub(crate) fn require_guests(&self) -> Result<(), Unwelcome> {
        if self.inner.config.guests { Ok(()) } else { Err(Unwelcome::NoGuests) }
    }

    /// A visitor with play money.
    ///
    /// # Errors
    ///
    /// When the floor takes no guests, or the journal fails.
    pub async fn welcome_guest(&self) -> Result<(Person, Token), Unwelcome> {
        self.require_guests()?;
        let name = format!("guest-{}", random_word::<8>());
        let person = self.people().add("house", &name, Role::Player, None).await?;
        let credits = vocabulary::Chips::minor(self.inner.config.guest_credits);
        let given =
            self.cage().exchange(None, "house", &name, Exchange::Given, Till::PlayMoney, credits).await;
        given.map_err(|why| Unwelcome::Journal(why.to_string()))?;
        let token = self.people().sign_in(&person, SessionKind::Cookie).await?;
        tracing::info!(name = person.name, "a guest came in");
        Ok((person, token))
    }

    /// Someone with a password, who is signed in.
    ///
    /// # Errors
    ///
    /// When it is not theirs, or the journal fails.
    pub async fn let_in(
        &self,
        name: &str,
        password: &str,
        source: Source,
    ) -> Result<(Person, Token), Unwelcome> {
        let person = self.prove(name, password, source).await?;
        let token = self.people().sign_in(&person, SessionKind::Cookie).await?;
        tracing::info!(name = person.name, role = person.role.word(), "signed in");
        Ok((person, token))
    }

    /// Unlocks a session that was idle too long, for its owner's password; `None` if there is no such session.
    ///
    /// # Errors
    ///
    /// When it is not their password, or the journal fails.
    pub async fn unlock(
        &self,
        token: &Token,
        password: &str,
        source: Source,
    ) -> Result<Option<Person>, Unwelcome> {
        let Some(holder) = self.people().holder(token).await? else { return Ok(None) };
        if holder.guest {
            return Err(Unwelcome::Guest);
        }
        // A machine's token is nobody's session: who has one guesses like a stranger.
        let is_session = self.people().is_session(token).await?;
        let source = if is_session { source.with_session() } else { source };
        let person = self.prove(&holder.name, password, source).await?;
        self.people().unlock(token).await?;
        tracing::info!(name = person.name, "unlocked");
        Ok(Some(person))
    }

    /// Signs someone out, and off where they deal, unless they are signed in elsewhere: at this server's tables at once, at those
    /// of other servers within a second or two, when these see the departure.
    ///
    /// # Errors
    ///
    /// When the journal fails.
    pub async fn sign_out(&self, token: &Token) -> Result<(), Unwelcome> {
        let holder = self.people().holder(token).await?;
        self.people().sign_out(token).await?;
        if let Some(person) = holder {
            self.sign_off_if_absent(&person.name).await;
        }
        Ok(())
    }

    /// Someone who is signed in changes their own password, and is signed in anew. Every other session of theirs ends, and so
    /// does every token that acts for them.
    ///
    /// # Errors
    ///
    /// When they have no password, the old one is wrong, the new one cannot be used, or the journal fails.
    pub async fn change_own_password(
        &self,
        person: &Person,
        password: &str,
        new: &str,
        source: Source,
    ) -> Result<(Person, Token), Unwelcome> {
        if person.guest {
            return Err(Unwelcome::Guest);
        }
        if person.role == Role::Terminal {
            return Err(Unwelcome::Terminal);
        }
        person.require_no_token()?;
        let name = &person.name;
        People::require_usable(new, name)?;
        let source = source.with_session();
        let proven = self.prove(name, password, source).await?;
        // A dealer who changes it stays signed on.
        let _replacing = self.people().replacing(name);
        self.people().replace_password(&proven, new).await?;
        tracing::info!(name, "changed their password");
        self.let_in(name, new, source).await
    }

    /// Whether this is someone's password; that it is not is logged.
    async fn prove(&self, name: &str, password: &str, source: Source) -> Result<Person, Unwelcome> {
        let proved = self.people().prove(name, password, source).await;
        if let Err(why) = &proved {
            // What cannot be a name may be a password that was typed in its place.
            let name = if People::is_name(name) { name } else { "?" };
            tracing::info!(name, %source, %why, "a sign-in was refused");
        }
        proved
    }
}
