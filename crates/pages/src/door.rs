//! The door of pages for staff: who comes in. Everybody else reads why not and for whom the page is, with a form to sign in
//! that leads back to it.

use axum::extract::ws::WebSocketUpgrade;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use floor::{Action, Person, Problem, Role, may};
use maud::{Markup, html};

use crate::House;
use crate::live::{Watched, follow_floor};
use crate::page::{Page, purse_of};
use crate::said::{Tried, place};
use crate::sign_in;
use crate::texts::{DoorTexts, Language, fill};
use crate::visitor::Looking;

/// Where problems of a page as a whole are shown.
const SAID: &str = "said-page";

/// A part of the house that is not for everyone.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Door {
    /// `/dealer/TABLE`.
    Dealer,
    /// `/pit`.
    Pit,
    /// `/people`.
    People,
    /// `/cage`.
    Cage,
}

impl Door {
    /// Those that lead to one page, whatever the table.
    pub(crate) const WITH_A_PAGE: [Door; 3] = [Door::Pit, Door::People, Door::Cage];

    /// Its page.
    pub(crate) const fn address(self) -> &'static str {
        match self {
            Door::Dealer => "/",
            Door::Pit => "/pit",
            Door::People => "/people",
            Door::Cage => "/cage",
        }
    }

    /// What is said about it.
    pub(crate) const fn texts(self, language: Language) -> &'static DoorTexts {
        language.door(self)
    }

    /// What is done behind it: everyone who may do any of it comes in.
    const fn actions(self) -> &'static [Action] {
        match self {
            Door::Dealer => &[Action::Deal],
            Door::Pit => &[Action::Meters, Action::Disable],
            Door::People => &[Action::People],
            Door::Cage => &[Action::Cash],
        }
    }

    /// Whether it is open to a role at all.
    pub(crate) fn is_open_to(self, role: Role) -> bool {
        self.actions().iter().any(|action| may(role, *action))
    }

    /// Someone who may come in.
    pub(crate) fn enter(self, looking: &Looking) -> Result<&Person, Problem> {
        let person = &looking.visitor.as_ref().ok_or_else(|| nobody(looking))?.person;
        if self.is_open_to(person.role) { Ok(person) } else { Err(not_for(looking, person)) }
    }

    /// Someone who may look at a part of what is behind it.
    pub(crate) fn enter_for(self, looking: &Looking, action: Action) -> Result<&Person, Problem> {
        let person = self.enter(looking)?;
        if may(person.role, action) { Ok(person) } else { Err(not_for(looking, person)) }
    }

    /// Why this viewer may not see a page, as a page.
    pub(crate) fn refused(self, looking: &Looking, problem: Problem) -> Response {
        let tried = Tried { at: SAID.to_owned(), problem };
        let page = Page {
            title: self.texts(looking.language).title,
            language: looking.language,
            visitor: looking.visitor.as_ref(),
            here: &looking.here,
            live: None,
            now: 0,
            main: self.refusal(looking, &tried, 0),
        };
        (tried.status(), page).into_response()
    }

    /// The same over the socket of a page that this viewer may no longer see.
    pub(crate) fn shut(self, looking: &Looking, problem: Problem) -> Markup {
        html! { (self.refusal(looking, &Tried { at: SAID.to_owned(), problem }, 0)) (purse_of(looking)) }
    }

    /// The socket of a page about a table for someone who may not look at it: once they may, it ends, and the next brings the page.
    pub(crate) fn wait(
        self,
        house: House,
        table: String,
        looking: Looking,
        upgrade: WebSocketUpgrade,
    ) -> Response {
        follow_floor(house, looking, upgrade, Waiting { door: self, table })
    }

    fn refusal(self, looking: &Looking, tried: &Tried, seq: u64) -> Markup {
        let (language, texts) = (looking.language, self.texts(looking.language));
        let inside = self.enter(looking).is_ok();
        let (nobody, wrong) = (looking.visitor.is_none(), tried.status() == StatusCode::FORBIDDEN);
        let heading = match (inside, wrong) {
            (false, false) => texts.title,
            (false, true) => texts.shut,
            (true, true) => texts.part,
            (true, false) => language.texts().try_again,
        };
        html! {
            // Its number is the table's, or a page that knows a newer one would not show it.
            main #main.lobby data-seq=(seq) {
                section.sign-in.door {
                    h1 { (heading) }
                    @if nobody || wrong {
                        p.problem[wrong] role="alert" { (tried.problem.detail) }
                        p.dim { (texts.for_whom) }
                    } @else { (place(SAID, Some(tried), language)) }
                    @if inside { p { a.go href=(self.address()) { (texts.back) } } }
                    @else { (sign_in::form(looking, &looking.here, None)) }
                    p { a href="/" { (language.texts().lobby) } }
                }
            }
        }
    }
}

/// A page about a table, before someone who may not look at it.
struct Waiting {
    door: Door,
    table: String,
}

impl Watched for Waiting {
    async fn fragments(&mut self, house: &House, looking: &Looking) -> Option<Markup> {
        let problem = self.door.enter(looking).err()?;
        let seq = house.floor.table(&self.table)?.standing.borrow().seq;
        let refusal = self.door.refusal(looking, &Tried { at: SAID.to_owned(), problem }, seq);
        Some(html! { (refusal) (purse_of(looking)) })
    }
}

fn nobody(looking: &Looking) -> Problem {
    let texts = looking.language.texts();
    let why = if looking.locked.is_some() { texts.unlock } else { looking.language.nobody_here() };
    Problem::new(StatusCode::UNAUTHORIZED, "/problems/sign-in", "nobody is signed in", why)
}

fn not_for(looking: &Looking, person: &Person) -> Problem {
    let words = [("who", person.name.as_str()), ("role", looking.language.a_role(person.role))];
    let why = fill(looking.language.not_for(), &words);
    Problem::new(StatusCode::FORBIDDEN, "/problems/not-yours", "this is not yours to do", why)
}
