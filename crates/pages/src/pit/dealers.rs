//! Who may deal at a table, and who does.

use axum::extract::{Path, State};
use axum::response::Response;
use floor::{Action, Person, Standing, may};
use maud::{Markup, html};
use serde::Deserialize;

use super::forms::{Answered, answered};
use crate::House;
use crate::door::Door;
use crate::form::{self, Form};
use crate::said::{Scripted, place};
use crate::visitor::Looking;

/// Where the outcome is shown.
const SAID: &str = "said-dealers";

/// The dealers of a table, and for those who may, how to change them.
pub(super) fn section(looking: &Looking, person: &Person, table: &str, standing: &Standing) -> Markup {
    let (texts, dealers) = (looking.language.duty(), standing.table.dealers());
    let (assigns, action) = (may(person.role, Action::OpenTables), format!("/pit/tables/{table}/dealers"));
    html! {
        section #dealers.paper {
            h2 { (texts.dealers) }
            p {
                @match &dealers.on {
                    Some(on) => { (texts.dealer) ": " strong { (on) } }
                    None => (texts.no_dealer),
                }
            }
            @if !dealers.assigned.is_empty() { p.dim { (texts.assigned) } }
            @for name in &dealers.assigned {
                div.pit-switch {
                    span.name { strong { (name) } }
                    @if assigns {
                        form method="post" action=(action) data-said=(SAID) id={ "take-off-" (name) } {
                            input type="hidden" name="dealer" value=(name);
                            input type="hidden" name="assigned" value="false";
                            button.quiet { (texts.take_off) span.unseen { " " (name) } }
                        }
                    }
                }
            }
            @if assigns {
                form.pit-login #assign method="post" action=(action) data-said=(SAID) {
                    label { (texts.dealer_name) input #dealer-name name="dealer" autocapitalize="none" autocomplete="off" required; }
                    input type="hidden" name="assigned" value="true";
                    button { (texts.assign) }
                }
            }
            (place(SAID, None, looking.language))
        }
    }
}

/// Which dealer may sign on, or no more.
#[derive(Deserialize)]
pub(super) struct Assignment {
    id: Option<String>,
    dealer: String,
    assigned: bool,
}

pub(super) async fn assign(
    State(house): State<House>,
    Path(table): Path<String>,
    looking: Looking,
    scripted: Scripted,
    Form(Assignment { id, dealer, assigned }): Form<Assignment>,
) -> Response {
    let done = async {
        let person = Door::Pit.enter_for(&looking, Action::OpenTables)?;
        floor::assign(&house.floor, person, form::id(id), &table, dealer.trim(), assigned).await?;
        Ok(looking.language.duty().dealers_changed.to_owned())
    };
    let (done, back) = (done.await, format!("/pit/tables/{table}"));
    answered(&house.floor, &looking, scripted, Answered { at: SAID, back: &back, done })
}
