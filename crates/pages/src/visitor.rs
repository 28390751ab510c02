//! Whoever looks at a page: who he is, what he may see, in which language.

use axum::extract::FromRequestParts;
use axum::http::StatusCode;
use axum::http::request::Parts;
use floor::{Eyes, Floor, Person, Problem, SessionStanding, Shown, Token, Who};
use vocabulary::Chips;

use crate::House;
use crate::texts::Language;

/// Someone signed in, with his credits.
pub(crate) struct Visitor {
    pub(crate) person: Person,
    pub(crate) balance: Chips,
}

/// Whoever looks at a page.
pub(crate) struct Looking {
    pub(crate) visitor: Option<Visitor>,
    /// Signed in, but idle for too long.
    pub(crate) locked: bool,
    pub(crate) language: Language,
    pub(crate) token: Option<Token>,
}

impl Looking {
    /// How he looks at tables.
    pub(crate) fn eyes(&self) -> Eyes {
        self.visitor
            .as_ref()
            .map_or(Eyes::Public, |visitor| Eyes::of(&visitor.person.name, visitor.person.role))
    }

    /// His name at tables.
    pub(crate) fn name(&self) -> Option<&str> {
        self.visitor.as_ref().map(|visitor| visitor.person.name.as_str())
    }

    /// Who he is, where that must be known.
    pub(crate) fn person(&self) -> Result<&Person, Problem> {
        self.visitor.as_ref().map(|visitor| &visitor.person).ok_or_else(|| {
            let detail = "nobody is signed in here: go to the lobby, take a seat or sign in, and come back";
            Problem::new(StatusCode::UNAUTHORIZED, "/problems/sign-in", "nobody is signed in", detail)
        })
    }

    /// He is no longer who he was.
    pub(crate) fn forget(&mut self) {
        (self.visitor, self.token) = (None, None);
    }

    /// Looks again who he is and what he has: nothing when he is no longer who he was.
    pub(crate) async fn again(&mut self, floor: &Floor) -> Option<()> {
        let Some(token) = &self.token else { return Some(()) };
        let SessionStanding::In(person) = floor.people().who(token, false).await.ok()? else { return None };
        let balance = floor.cage().balance(&person.name).await.ok()?;
        self.visitor = Some(Visitor { person, balance });
        Some(())
    }
}

impl FromRequestParts<House> for Looking {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, house: &House) -> Result<Looking, Problem> {
        let floor = &house.floor;
        let Ok(language) = Language::from_request_parts(parts, house).await;
        let Ok(Shown(token)) = Shown::from_request_parts(parts, house).await;
        let who = Who::from_request_parts(parts, floor).await?;
        let locked = matches!(who, Who::Locked);
        let visitor = match who {
            Who::Known(person, _) => {
                let balance = floor.cage().balance(&person.name).await?;
                Some(Visitor { person, balance })
            }
            Who::Locked | Who::Anyone => None,
        };
        let token = token.filter(|_| visitor.is_some());
        Ok(Looking { visitor, locked, language, token })
    }
}
