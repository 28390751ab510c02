//! The viewer of a page: who they are, what they may see, in which language.

use axum::extract::FromRequestParts;
use axum::http::request::Parts;
use axum::http::uri::Authority;
use axum::http::{HeaderValue, Method, StatusCode, Uri, header};
use floor::{Client, Eyes, Floor, Money, Person, Problem, Role, SessionStanding, Shown, Token, Who};
use vocabulary::Chips;

use crate::House;
use crate::sign_in::own_page;
use crate::texts::Language;

/// Someone signed in, with their credits.
pub(crate) struct Visitor {
    pub(crate) person: Person,
    /// Which money it is: that of the table they are at; elsewhere a guest's is play money, and anyone else's real.
    pub(crate) money: Money,
    pub(crate) balance: Chips,
}

impl Visitor {
    async fn find(floor: &Floor, person: Person, table: Option<&str>) -> Result<Visitor, Problem> {
        let desk = table.and_then(|table| floor.table(table));
        let at_table = desk.map(|desk| desk.standing.borrow().table.posted().money);
        let own = if person.guest { Money::Play } else { at_table.unwrap_or_default() };
        let balance = floor.cage().balance_in(own, &person.name).await?;
        Ok(Visitor { person, money: own, balance })
    }

    /// Someone with a password of their own: no guest, and no machine.
    pub(crate) fn login(&self) -> Option<&Person> {
        Some(&self.person).filter(|person| !person.guest && person.role != Role::Terminal)
    }
}

/// The viewer of a page.
pub(crate) struct Looking {
    pub(crate) visitor: Option<Visitor>,
    /// Whose session it is, if they were idle for too long.
    pub(crate) locked: Option<String>,
    pub(crate) language: Language,
    pub(crate) token: Option<Token>,
    /// The page they look at, or want to: where they come back to once they have signed in.
    pub(crate) here: String,
    /// The table that page is about.
    table: Option<String>,
    /// How much comes from there, for sockets.
    pub(crate) client: Client,
}

impl Looking {
    /// What they may see of tables.
    pub(crate) fn eyes(&self) -> Eyes {
        self.visitor
            .as_ref()
            .map_or(Eyes::Public, |visitor| Eyes::of(&visitor.person.name, visitor.person.role))
    }

    /// Their name at tables.
    pub(crate) fn name(&self) -> Option<&str> {
        self.visitor.as_ref().map(|visitor| visitor.person.name.as_str())
    }

    /// Who they are, where that must be known.
    pub(crate) fn person(&self) -> Result<&Person, Problem> {
        self.visitor.as_ref().map(|visitor| &visitor.person).ok_or_else(|| {
            let detail = "nobody is signed in here: go to the lobby, take a seat or sign in, and come back";
            Problem::new(StatusCode::UNAUTHORIZED, "/problems/sign-in", "nobody is signed in", detail)
        })
    }

    /// The session has ended. One that was idle too long may go on.
    pub(crate) fn forget(&mut self) {
        self.visitor = None;
        if self.locked.is_none() {
            self.token = None;
        }
    }

    /// Looks again who they are and what they have: nothing when the session has ended.
    pub(crate) async fn again(&mut self, floor: &Floor) -> Option<()> {
        let Some(token) = &self.token else { return Some(()) };
        let standing = floor.people().who(token, false).await.ok()?;
        self.locked = locked_name(&standing);
        match standing {
            SessionStanding::In(person) => {
                self.visitor = Some(Visitor::find(floor, person, self.table.as_deref()).await.ok()?);
                Some(())
            }
            SessionStanding::Locked(_) if self.visitor.is_none() => Some(()),
            SessionStanding::Locked(_) | SessionStanding::Nobody => None,
        }
    }
}

impl FromRequestParts<House> for Looking {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, house: &House) -> Result<Looking, Problem> {
        let floor = &house.floor;
        let Ok(language) = Language::from_request_parts(parts, house).await;
        let Ok(client) = Client::from_request_parts(parts, house).await;
        let Ok(Shown(token)) = Shown::from_request_parts(parts, house).await;
        let who = Who::from_request_parts(parts, floor).await?;
        let locked = match (&who, &token) {
            (Who::Locked, Some(token)) => locked_name(&floor.people().who(token, false).await?),
            _ => None,
        };
        let table = table_of(parts.uri.path());
        let visitor = match who {
            Who::Known(person, _) => Some(Visitor::find(floor, person, table.as_deref()).await?),
            Who::Locked | Who::Anyone => None,
        };
        let token = token.filter(|_| visitor.is_some() || locked.is_some());
        Ok(Looking { visitor, locked, language, token, here: page_of(parts), table, client })
    }
}

/// Whose session is locked.
fn locked_name(standing: &SessionStanding) -> Option<String> {
    match standing {
        SessionStanding::Locked(person) => Some(person.name.clone()),
        SessionStanding::In(_) | SessionStanding::Nobody => None,
    }
}

/// The table an address is about.
fn table_of(path: &str) -> Option<String> {
    path.strip_prefix("/tables/")?.split('/').next().map(str::to_owned)
}

/// The page a request is about: the one it asks for, the one whose socket it opens, or the one whose form it sends.
fn page_of(parts: &Parts) -> String {
    let header = |name| parts.headers.get(name).and_then(|value: &HeaderValue| value.to_str().ok());
    let sent_from = header(header::REFERER).and_then(|from| from.parse::<Uri>().ok());
    let sent_from = sent_from.filter(|from| from.authority().map(Authority::as_str) == header(header::HOST));
    let page = if parts.method == Method::GET { Some(parts.uri.clone()) } else { sent_from };
    let Some(page) = page else { return "/".to_owned() };
    let path = page.path().strip_suffix("/live").unwrap_or(page.path());
    let query = page.query().map(|query| format!("?{query}")).unwrap_or_default();
    own_page(&format!("{path}{query}")).to_owned()
}
