//! What waits at a table for a second person, to be approved or declined.

use axum::extract::{Path, State};
use axum::response::Response;
use floor::{Action, EndedRequest, Outcome, Person, Request, Standing, may};
use maud::{Markup, html};
use serde::Deserialize;

use super::clause_in_full;
use super::forms::{Answered, answered};
use crate::House;
use crate::door::Door;
use crate::form::{self, Form};
use crate::moment::moment;
use crate::page::money;
use crate::said::{Scripted, place};
use crate::visitor::Looking;

/// Where the outcome is shown.
const SAID: &str = "said-approvals";

/// All that waits at a table, and the latest requests that ended: the people who asked and approved find here why something was
/// not carried out.
pub(super) fn section(looking: &Looking, person: &Person, table: &str, standing: &Standing) -> Markup {
    let texts = looking.language.duty();
    let requests = standing.table.requests();
    html! {
        section #approvals.paper.pit-deeds hidden[requests.is_empty()] {
            h2 { (texts.waits) }
            p.dim { (texts.waits_why) }
            @for request in requests { (one(looking, person, table, (request, standing))) }
        }
        (ended(looking, standing))
        (place(SAID, None, looking.language))
    }
}

fn ended(looking: &Looking, standing: &Standing) -> Markup {
    let (language, texts) = (looking.language, looking.language.duty());
    let ended = standing.table.ended_requests();
    html! {
        section #approvals-ended.paper hidden[ended.is_empty()] {
            h2 { (texts.decided) }
            @for EndedRequest { request, outcome, by, why } in ended {
                p id={ "ended-" (request.number) } {
                    span lang="en" { (request.said.join("; ")) } " (" (money(request.amount)) ") · "
                    (texts.asked_by) " " (request.by) " · " strong { (language.outcome(*outcome)) }
                    @if !matches!(outcome, Outcome::Lapsed) { " · " (by) }
                    @if let Some(why) = why { ": " span lang="en" { (why) } }
                }
            }
        }
    }
}

fn one(
    looking: &Looking,
    person: &Person,
    table: &str,
    (request, standing): (&Request, &Standing),
) -> Markup {
    let (language, texts) = (looking.language, looking.language.duty());
    let (own, (since, at), (_, until)) =
        (request.by == person.name, moment(request.at), moment(request.until));
    html! {
        article.pit-approval id={ "approval-" (request.number) } {
            @for say in &request.said { p.pit-sentence lang="en" { (say) } }
            p { (texts.amount) " " strong.figure { (money(request.amount)) } }
            p { (texts.asked_by) " " strong { (request.by) } " (" (language.role(request.role)) ") " time datetime=(since) { (at) } ", " (texts.until) " " (until) }
            (clause_in_full(standing.table.rules(), &request.clause))
            @if may(person.role, Action::Rule) {
                form.pit-login method="post" action={ "/pit/tables/" (table) "/approvals" } data-said=(SAID) {
                    input type="hidden" name="number" value=(request.number);
                    @if own { button.quiet name="approve" value="false" { (texts.take_back) } }
                    @else {
                        button.danger name="approve" value="true" { (texts.approve) }
                        button.quiet name="approve" value="false" { (texts.decline) }
                    }
                }
            }
        }
    }
}

/// What is decided about something that waits.
#[derive(Deserialize)]
pub(super) struct Judged {
    id: Option<String>,
    number: u64,
    approve: bool,
}

pub(super) async fn judge(
    State(house): State<House>,
    Path(table): Path<String>,
    looking: Looking,
    scripted: Scripted,
    Form(Judged { id, number, approve }): Form<Judged>,
) -> Response {
    let done = async {
        let person = Door::Pit.enter_for(&looking, Action::Rule)?;
        floor::judge(&house.floor, person, form::id(id), &table, number, approve).await?;
        let texts = looking.language.duty();
        Ok(if approve { texts.approved } else { texts.declined }.to_owned())
    };
    let (done, back) = (done.await, format!("/pit/tables/{table}"));
    answered(&house.floor, &looking, scripted, Answered { at: SAID, back: &back, done })
}
