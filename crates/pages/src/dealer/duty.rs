//! Signing on to the table and off, and what waits for a second person there.

use axum::extract::{Path, State};
use axum::response::Response;
use floor::{Action, Role};
use maud::{Markup, html};
use serde::Deserialize;

use super::console::{self, Console};
use crate::House;
use crate::door::Door;
use crate::form::{self, Form};
use crate::said::{self, Scripted, Tried};
use crate::visitor::Looking;

/// Where problems with it are shown.
const SAID: &str = "said-duty";

impl Console<'_> {
    /// Whether the table takes commands from this person: from dealers once they are signed on.
    pub(super) fn is_on_duty(&self) -> bool {
        self.person.role != Role::Dealer || self.table().dealers().is_on(&self.person.name)
    }

    /// Who deals, the button to sign on or off, and what waits for a second person.
    pub(super) fn duty(&self) -> Markup {
        let (texts, dealers, name) =
            (self.language.duty(), self.table().dealers(), self.person.name.as_str());
        let is_dealer = self.person.role == Role::Dealer;
        html! {
            section #duty.paper.duty {
                @if dealers.is_on(name) { p { (texts.signed_on) " " (self.signs(false, texts.sign_off)) } }
                @else if is_dealer && dealers.assigned.contains(name) {
                    p.call-post { (texts.sign_on_first) }
                    (self.signs(true, texts.sign_on))
                }
                @else if is_dealer { p.call-post { (texts.not_assigned) } }
                @if !dealers.is_on(name) {
                    @match &dealers.on {
                        Some(on) => p.dim { (texts.dealer) ": " (on) },
                        None => p.dim { (texts.no_dealer) },
                    }
                }
                (said::place(SAID, self.tried, self.language))
            }
            @for request in self.table().requests() {
                p.call-post role="alert" { (texts.confirms) " " span lang="en" { (request.said.join("; ")) } " (" (request.by) ")" }
            }
        }
    }

    fn signs(&self, on: bool, says: &str) -> Markup {
        html! {
            form method="post" action={ "/dealer/" (self.sight.table) "/sign-on" } data-said=(SAID) id={ "sign-on-" (on) } {
                input type="hidden" name="on" value=(on);
                button.quiet[!on] { (says) }
            }
        }
    }
}

/// Whether someone deals from now on.
#[derive(Deserialize)]
pub(super) struct SigningOn {
    id: Option<String>,
    on: bool,
}

pub(super) async fn sign_on(
    State(house): State<House>,
    Path(table): Path<String>,
    looking: Looking,
    scripted: Scripted,
    Form(SigningOn { id, on }): Form<SigningOn>,
) -> Response {
    let done = async {
        let person = Door::Dealer.enter_for(&looking, Action::SignOn)?;
        floor::sign_on(&house.floor, person, form::id(id), &table, on).await.map(drop)
    };
    match done.await {
        Err(problem) if !scripted.0 => {
            let tried = Tried { at: SAID.to_owned(), problem };
            let page = console::page(&house, &looking, &table, Some(&tried), None).await;
            page.unwrap_or_else(|problem| Door::Dealer.refused(&looking, problem))
        }
        done => said::answer(&house.floor, &looking, scripted, SAID, &format!("/dealer/{table}"), done),
    }
}
