//! What staff change about a login: all of it at once, or nothing. A change is made only if nobody changed the login since it was
//! read: a disable is never undone by a new password that was on its way.

use journal::Keep;

use super::failures::Failures;
use super::listing::ends;
use super::{Author, Line, PEOPLE, People, Person, Unwelcome, password};
use crate::dealers::SignOffReason;
use crate::roles::Role;
use crate::uncancelled::uncancelled;

/// What staff change about a login.
#[derive(Clone, Debug, Default)]
pub struct LoginChange {
    /// Whether it is disabled from now on.
    pub disabled: Option<bool>,
    /// The new password.
    pub password: Option<String>,
    /// Whether a lock-out after wrong passwords is lifted. A new password does that too, and so does an administrator who enables
    /// a login.
    pub unlock: bool,
}

/// The same, with the password as it is kept.
struct Change {
    disabled: Option<bool>,
    hashed: Option<String>,
    /// The password it stands in for, as it is kept: another one is not replaced.
    instead_of: Option<String>,
    unlock: bool,
}

impl Change {
    /// What the book says was done; empty if nothing was.
    fn words(&self) -> String {
        let disabled = self.disabled.map(|disabled| if disabled { "disabled" } else { "enabled" });
        let password = self.hashed.is_some().then_some("given a password");
        let unlock = self.unlock.then_some("lock-out lifted");
        let words: Vec<&str> = [password, unlock, disabled].into_iter().flatten().collect();
        words.join(", ")
    }

    fn apply(&self, person: &mut Person, by: &Author) -> Result<(), Unwelcome> {
        if self.instead_of.is_some() && self.instead_of != person.password {
            return Err(Unwelcome::PasswordReplaced);
        }
        if let Some(hashed) = &self.hashed {
            person.require_may_have_password()?;
            person.password = Some(hashed.clone());
        }
        let above = person.disabled_by.filter(|role| by.role().is_some_and(|own| own.rank() < role.rank()));
        match (self.disabled, above) {
            (Some(false), Some(above)) => return Err(Unwelcome::DisabledAbove(above)),
            (Some(false), None) => (person.disabled, person.disabled_by) = (false, None),
            // Disabled once more by a lower post, it stays the higher one's.
            (Some(true), _) => (person.disabled, person.disabled_by) = (true, above.or(by.role())),
            (None, _) => {}
        }
        Ok(())
    }

    fn disables(&self) -> bool {
        self.disabled == Some(true)
    }

    fn ends_sessions(&self) -> bool {
        self.hashed.is_some() || self.disables()
    }

    fn lifts_lock_out(&self, by: &Author) -> bool {
        let enables = self.disabled == Some(false);
        self.unlock || self.hashed.is_some() || (enables && by.looks_after_people())
    }
}

impl Person {
    /// Refuses a password for a guest and for a terminal.
    fn require_may_have_password(&self) -> Result<(), Unwelcome> {
        match self.role {
            _ if self.guest => Err(Unwelcome::Guest),
            Role::Terminal => Err(Unwelcome::Terminal),
            _ => Ok(()),
        }
    }
}

impl People {
    /// Gives someone another password. Sessions begun with the old one end.
    ///
    /// # Errors
    ///
    /// When there is nobody of that name, the password cannot be used, or the journal fails.
    pub async fn set_password(
        &self,
        by: impl Into<Author>,
        name: &str,
        password: &str,
    ) -> Result<(), Unwelcome> {
        let change = LoginChange { password: Some(password.to_owned()), ..LoginChange::default() };
        self.change_login(by, name, change).await.map(drop)
    }

    /// Disables a login, or enables it again.
    ///
    /// # Errors
    ///
    /// When there is nobody of that name, it is the last administrator, or the journal fails.
    pub async fn disable(
        &self,
        by: impl Into<Author>,
        name: &str,
        disabled: bool,
    ) -> Result<Person, Unwelcome> {
        self.change_login(by, name, LoginChange { disabled: Some(disabled), ..LoginChange::default() }).await
    }

    /// Changes a login: all that is asked for in one line of the book, or nothing.
    ///
    /// # Errors
    ///
    /// When there is nobody of that name, the password cannot be used, it is the last administrator, or the journal fails.
    pub async fn change_login(
        &self,
        by: impl Into<Author>,
        name: &str,
        LoginChange { disabled, password, unlock }: LoginChange,
    ) -> Result<Person, Unwelcome> {
        let person = self.find(name).await?.ok_or(Unwelcome::Nobody)?;
        let hashed = match password {
            Some(password) => {
                person.require_may_have_password()?;
                password::require_usable(&password, name)?;
                Some(self.hash(&password).await?)
            }
            None => None,
        };
        let change = Change { disabled, hashed, instead_of: None, unlock };
        if change.words().is_empty() {
            return Ok(person);
        }
        self.carry_out(by.into(), name, change).await
    }

    /// Replaces the password that somebody has just given, and no other: should staff have set one meanwhile, that one stands.
    pub(crate) async fn replace_password(&self, proven: &Person, new: &str) -> Result<(), Unwelcome> {
        proven.require_may_have_password()?;
        password::require_usable(new, &proven.name)?;
        let hashed = Some(self.hash(new).await?);
        let change = Change { disabled: None, hashed, instead_of: proven.password.clone(), unlock: false };
        self.carry_out(proven.name.as_str().into(), &proven.name, change).await.map(drop)
    }

    async fn carry_out(&self, by: Author, name: &str, change: Change) -> Result<Person, Unwelcome> {
        let (people, name) = (self.clone(), name.to_owned());
        uncancelled(async move {
            loop {
                match people.try_change(&by, &name, &change).await {
                    Err(Unwelcome::Changed) => {}
                    done => return done,
                }
            }
        })
        .await
    }

    /// Makes a change, unless somebody else makes one at the same time.
    async fn try_change(&self, by: &Author, name: &str, change: &Change) -> Result<Person, Unwelcome> {
        let was = self.journal.kept(PEOPLE, name).await?;
        let mut person = was.as_deref().and_then(Person::read).ok_or(Unwelcome::Nobody)?;
        change.apply(&mut person, by)?;
        let words = change.words();
        let mut line = Line::new(by.name(), &words, name);
        line.expects = self.authority(by).await?;
        line.keeps.push(person.fact());
        line.expects.push(Keep { body: was, ..person.fact() });
        if change.disables() && person.role == Role::Administrator {
            line.expects.push(self.another_administrator(name).await?);
        }
        if change.lifts_lock_out(by) {
            line.keeps.push(Failures::default().fact(name));
        }
        if change.disables() {
            line.keeps.extend(self.departure(name));
        }
        let ended = if change.ends_sessions() { self.sessions_of(name).await? } else { Vec::new() };
        line.keeps.extend(ended.iter().flat_map(|key| ends(name, key)));
        if change.hashed.is_some() {
            self.note_end(name, SignOffReason::NewPassword);
        }
        self.write(line).await?;
        // Of two changes at once either may come here first: what the journal says is read anew.
        self.known.forget(name);
        if change.disables() {
            self.note_departed(name);
        }
        if change.ends_sessions() {
            self.forget_sessions(&ended);
            // Someone may have signed in after the sessions were looked up. From now on nobody does with the old password, and
            // nobody knows the new one before this is done. When a session began does not tell: servers have clocks of their own.
            self.end_sessions(name).await?;
        }
        Ok(person)
    }

    /// The fact that somebody else is an administrator who can sign in.
    async fn another_administrator(&self, name: &str) -> Result<Keep, Unwelcome> {
        let can_sign_in =
            |person: &Person| person.role == Role::Administrator && !person.disabled && person.name != name;
        let (other, body) = self.first(can_sign_in).await?.ok_or(Unwelcome::LastAdministrator)?;
        Ok(Keep { body: Some(body), ..other.fact() })
    }
}
