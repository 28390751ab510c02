//! What staff change about a login. A change is made only if nobody changed the login since it was read: a disable is never
//! undone by a new password that was on its way.

use journal::Keep;

use super::failures::Failures;
use super::{Line, PEOPLE, People, Person, Unwelcome, password};
use crate::roles::Role;
use crate::uncancelled::uncancelled;

/// A change of a login.
enum Change {
    /// Another password, as it is kept.
    Password(String),
    /// The login is disabled, or enabled again.
    Disabled(bool),
    /// A lock-out after wrong passwords is lifted.
    LockOutLifted,
}

impl Change {
    /// What the book says was done.
    fn word(&self) -> &'static str {
        match self {
            Change::Password(_) => "given a password",
            Change::Disabled(true) => "disabled",
            Change::Disabled(false) => "enabled",
            Change::LockOutLifted => "lock-out lifted",
        }
    }

    fn apply(&self, person: &mut Person) -> Result<(), Unwelcome> {
        match self {
            Change::Password(_) if person.guest => return Err(Unwelcome::Guest),
            Change::Password(_) if person.role == Role::Terminal => return Err(Unwelcome::Terminal),
            Change::Password(hashed) => person.password = Some(hashed.clone()),
            Change::Disabled(disabled) => person.disabled = *disabled,
            Change::LockOutLifted => {}
        }
        Ok(())
    }

    fn ends_sessions(&self) -> bool {
        matches!(self, Change::Password(_) | Change::Disabled(true))
    }

    fn lifts_lock_out(&self) -> bool {
        !matches!(self, Change::Disabled(true))
    }
}

impl People {
    /// Gives someone another password. Whoever was signed in with the old one is signed out.
    ///
    /// # Errors
    ///
    /// When there is nobody of that name, the password cannot be used, or the journal fails.
    pub async fn set_password(&self, by: &str, name: &str, password: &str) -> Result<(), Unwelcome> {
        password::require_usable(password, name)?;
        let hashed = password::hash(password, self.cost).await?;
        self.change(by, name, Change::Password(hashed)).await.map(drop)
    }

    /// Disables a login, or enables it again.
    ///
    /// # Errors
    ///
    /// When there is nobody of that name, it is the last administrator, or the journal fails.
    pub async fn disable(&self, by: &str, name: &str, disabled: bool) -> Result<Person, Unwelcome> {
        self.change(by, name, Change::Disabled(disabled)).await
    }

    /// Lifts a lock-out after wrong passwords. A new password and enabling a login do that too.
    ///
    /// # Errors
    ///
    /// When there is nobody of that name, or the journal fails.
    pub async fn lift_lock_out(&self, by: &str, name: &str) -> Result<Person, Unwelcome> {
        self.change(by, name, Change::LockOutLifted).await
    }

    async fn change(&self, by: &str, name: &str, change: Change) -> Result<Person, Unwelcome> {
        let (people, by, name) = (self.clone(), by.to_owned(), name.to_owned());
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
    async fn try_change(&self, by: &str, name: &str, change: &Change) -> Result<Person, Unwelcome> {
        if !People::is_name(name) {
            return Err(Unwelcome::Nobody);
        }
        let was = self.journal.kept(PEOPLE, name).await?;
        let mut person = was.as_deref().and_then(Person::read).ok_or(Unwelcome::Nobody)?;
        change.apply(&mut person)?;
        let mut line = Line::new(by, change.word(), name);
        line.keeps.push(person.fact());
        line.expects.push(Keep { body: was, ..person.fact() });
        if matches!(change, Change::Disabled(true)) && person.role == Role::Administrator {
            line.expects.push(self.another_administrator(name).await?);
        }
        if change.lifts_lock_out() {
            line.keeps.push(Failures::default().fact(name));
        }
        let ended = if change.ends_sessions() { self.sessions_of(name).await? } else { Vec::new() };
        line.keeps.extend(ended.iter().map(|key| super::session::gone(key)));
        let at = self.clock.now();
        self.write(line).await?;
        self.known.note(name, person.clone());
        if matches!(change, Change::Disabled(true)) {
            self.note_departed(name);
        }
        if change.ends_sessions() {
            self.forget_sessions(&ended);
            // Someone may have signed in after the sessions were looked up. From now on nobody does with the old password.
            self.end_sessions_begun_by(name, at).await?;
        }
        Ok(person)
    }

    /// The fact that somebody else is an administrator who can sign in.
    async fn another_administrator(&self, name: &str) -> Result<Keep, Unwelcome> {
        let can_sign_in =
            |person: &Person| person.role == Role::Administrator && !person.disabled && person.name != name;
        let people = self.journal.shelf(PEOPLE).await?;
        let other =
            people.into_iter().find(|(_, body)| Person::read(body).is_some_and(|it| can_sign_in(&it)));
        let (key, body) = other.ok_or(Unwelcome::LastAdministrator)?;
        Ok(Keep { shelf: PEOPLE.into(), key, body: Some(body) })
    }
}
