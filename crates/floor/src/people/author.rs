//! The person who changes logins, and whether they still may when it is written: a change that waits behind a slow password hash is
//! not made in the name of somebody who was disabled or signed out meanwhile.

use journal::Keep;

use super::session::{SESSIONS, gone};
use super::{PEOPLE, People, Person, Unwelcome};
use crate::roles::{Action, Role, may};

/// Who makes a change to logins.
#[derive(Clone, Debug)]
pub struct Author {
    /// How the book names them.
    name: String,
    /// The person who asked; `None` for the house itself.
    person: Option<Person>,
}

impl From<&str> for Author {
    /// The house, or a program on its behalf, which has no login.
    fn from(name: &str) -> Author {
        Author { name: name.to_owned(), person: None }
    }
}

impl From<&Person> for Author {
    fn from(person: &Person) -> Author {
        Author { name: person.acting(), person: Some(person.clone()) }
    }
}

impl Author {
    pub(super) fn name(&self) -> &str {
        &self.name
    }

    /// Their role; `None` for the house itself.
    pub(super) fn role(&self) -> Option<Role> {
        self.person.as_ref().map(|person| person.role)
    }

    /// Whether they look after everybody's login.
    pub(super) fn looks_after_people(&self) -> bool {
        self.role().is_none_or(|role| may(role, Action::People))
    }
}

impl People {
    /// The facts that give an author the right to act: their login, their session, and if they act with a token the login of
    /// its maker. They must still be so when the change is written.
    pub(super) async fn authority(&self, author: &Author) -> Result<Vec<Keep>, Unwelcome> {
        let Some(person) = &author.person else { return Ok(Vec::new()) };
        let mut facts = vec![self.login_of(&person.name, |now| now.is_still(person)).await?];
        if let Some(maker) = &person.token_by {
            facts.push(self.login_of(maker, |now| !now.disabled).await?);
        }
        if let Some(key) = &person.session {
            let body = self.journal.kept(SESSIONS, key).await?.ok_or(Unwelcome::Ended)?;
            facts.push(Keep { body: Some(body), ..gone(key) });
        }
        Ok(facts)
    }

    /// The fact of a login that still holds.
    async fn login_of(&self, name: &str, holds: impl Fn(&Person) -> bool) -> Result<Keep, Unwelcome> {
        let body = self.journal.kept(PEOPLE, name).await?;
        if !body.as_deref().and_then(Person::read).is_some_and(|now| holds(&now)) {
            return Err(Unwelcome::Ended);
        }
        Ok(Keep { shelf: PEOPLE.into(), key: name.to_owned(), body })
    }
}

impl Person {
    /// Whether this login, as it is now, still is what it was when somebody acted with it.
    fn is_still(&self, acted: &Person) -> bool {
        !self.disabled && (self.role, &self.password) == (acted.role, &acted.password)
    }
}
