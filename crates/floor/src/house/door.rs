//! Who comes in at a browser, and what the log says of it.

use super::{Floor, random_word};
use crate::cage::{Exchange, Till};
use crate::people::{People, Person, SessionKind, Token, Unwelcome};
use crate::roles::Role;
use crate::source::Source;

impl Floor {
    /// A visitor with play money.
    ///
    /// # Errors
    ///
    /// When the floor takes no guests, or the journal fails.
    pub async fn welcome_guest(&self) -> Result<(Person, Token), Unwelcome> {
        if !self.inner.config.guests {
            return Err(Unwelcome::Disabled);
        }
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
    /// When it is not his, or the journal fails.
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

    /// Whoever's session was idle too long proves himself again, and goes on in it; nobody where there is no such session.
    ///
    /// # Errors
    ///
    /// When it is not his password, or the journal fails.
    pub async fn unlock(
        &self,
        token: &Token,
        password: &str,
        source: Source,
    ) -> Result<Option<Person>, Unwelcome> {
        let Some(holder) = self.people().holder(token).await? else { return Ok(None) };
        let person = self.prove(&holder.name, password, source.with_session()).await?;
        self.people().unlock(token);
        tracing::info!(name = person.name, "unlocked");
        Ok(Some(person))
    }

    /// Someone who is signed in changes their own password, and is signed in anew.
    ///
    /// # Errors
    ///
    /// When the old password is wrong, the new one cannot be used, or the journal fails.
    pub async fn change_own_password(
        &self,
        name: &str,
        password: &str,
        new: &str,
        source: Source,
    ) -> Result<(Person, Token), Unwelcome> {
        let source = source.with_session();
        self.prove(name, password, source).await?;
        self.people().set_password(name, name, new).await?;
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
