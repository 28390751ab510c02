//! `/dealer/ID/irregular`: something went wrong. What happened, what the rules allow here, who decides, done. Each step is
//! an address; nothing is said to the table before it is confirmed.

use axum::extract::{Path, Query, State};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Redirect, Response};
use floor::{Person, Problem, Standing, Table};
use maud::{Markup, html};

use super::controls::post;
use super::gaps::{Fields, field, filled};
use super::incident::{INCIDENTS, Incident};
use super::reader::reader;
use super::trial::{Allowed, Trial, possible, trial};
use crate::House;
use crate::clause::clause;
use crate::door::Door;
use crate::form::Form;
use crate::page::Page;
use crate::said::{self, Tried};
use crate::texts::{DealerTexts, Language, fill};
use crate::visitor::Looking;

/// Where the page says why something was not confirmed.
const SAID: &str = "said-irregular";
/// The keys of what is listed; L leads back to the list.
const KEYS: &str = "123456789ABCDEFGHIJKMNOPQRSTUVW";

/// Everything a step is made from.
struct Wizard<'w> {
    id: &'w str,
    standing: &'w Standing,
    person: &'w Person,
    language: Language,
    fields: &'w Fields,
    tried: Option<&'w Tried>,
}

pub(super) async fn wizard(
    State(house): State<House>,
    Path(table): Path<String>,
    Query(fields): Query<Fields>,
    looking: Looking,
) -> Response {
    let page = page(&house, &looking, &table, &fields, None);
    page.unwrap_or_else(|problem| Door::Dealer.refused(&looking, problem))
}

/// It happened so: carries it out at the table.
pub(super) async fn confirm(
    State(house): State<House>,
    Path(table): Path<String>,
    looking: Looking,
    Form(fields): Form<Fields>,
) -> Response {
    match say(&house, &looking, &table, &fields).await {
        Ok(word) => Redirect::to(&format!("/dealer/{table}?done={word}")).into_response(),
        Err(problem) => {
            let tried = Tried { at: SAID.to_owned(), problem };
            let page = page(&house, &looking, &table, &fields, Some(&tried));
            page.unwrap_or_else(|problem| Door::Dealer.refused(&looking, problem))
        }
    }
}

async fn say(
    house: &House,
    looking: &Looking,
    table: &str,
    fields: &Fields,
) -> Result<&'static str, Problem> {
    let person = Door::Dealer.enter(looking)?;
    let desk = floor::desk(&house.floor, table)?;
    let texts = looking.language.dealer();
    let moved_on = || Problem::new(StatusCode::CONFLICT, "/problems/moved-on", "moved on", texts.moved_on);
    let seq = desk.standing.borrow().seq.to_string();
    if fields.get("seq") != Some(&seq) {
        return Err(moved_on());
    }
    let incident = fields.get("what").and_then(|word| Incident::find(word)).ok_or_else(moved_on)?;
    let say = incident.sentence(&|gap| filled(fields, gap)).ok_or_else(moved_on)?;
    // Twice from the same page is once.
    desk.say(person, Some(format!("irregular-{table}-{seq}")), &say).await?;
    Ok(incident.word)
}

fn page(
    house: &House,
    looking: &Looking,
    table: &str,
    fields: &Fields,
    tried: Option<&Tried>,
) -> Result<Response, Problem> {
    let person = Door::Dealer.enter(looking)?;
    let standing = floor::desk(&house.floor, table)?.standing.borrow().clone();
    let language = looking.language;
    let wizard = Wizard { id: table, standing: &standing, person, language, fields, tried };
    let page = Page {
        title: language.dealer().wrong,
        language,
        visitor: looking.visitor.as_ref(),
        here: &wizard.address(),
        live: None,
        now: house.floor.clock().now(),
        main: wizard.main(),
    };
    Ok((tried.map(Tried::status).unwrap_or_default(), page).into_response())
}

impl Wizard<'_> {
    fn texts(&self) -> &'static DealerTexts {
        self.language.dealer()
    }

    fn table(&self) -> &Table {
        &self.standing.table
    }

    fn address(&self) -> String {
        format!("/dealer/{}/irregular", self.id)
    }

    fn main(&self) -> Markup {
        let texts = self.texts();
        let incident = self.fields.get("what").and_then(|word| Incident::find(word));
        let say = incident.and_then(|incident| incident.sentence(&|gap| filled(self.fields, gap)));
        let verdict = say.map(|say| trial(self.table(), self.person, &say, self.language));
        let step = usize::from(verdict.is_some());
        html! {
            main #main.wizard {
                h1 { (texts.wrong) }
                p.dim { (self.language.game(self.table().rules().id(), self.table().rules().name())) " · " (self.id) }
                (self.steps(step))
                (reader(self.table(), self.language, None))
                @match incident {
                    None => (self.list()),
                    Some(incident) => (self.one(incident, verdict.as_ref())),
                }
                p.ways-back {
                    @if incident.is_some() { a href=(self.address()) data-key="L" { (texts.back) kbd aria-hidden="true" { "L" } } " " }
                    a href={ "/dealer/" (self.id) } data-key="ESCAPE" { (texts.back_console) kbd aria-hidden="true" { "Esc" } }
                }
            }
        }
    }

    fn steps(&self, now: usize) -> Markup {
        let texts = self.texts();
        let steps = [texts.step_what, texts.step_rules, texts.step_who, texts.step_done];
        html! {
            ol.steps aria-label=(texts.steps) {
                @for (at, step) in steps.into_iter().enumerate() {
                    @let current = at == now || (now == 1 && at == 2);
                    li.past[at < now] aria-current=[current.then_some("step")] { (step) }
                }
            }
        }
    }

    /// Everything that can go wrong: first what can now.
    fn list(&self) -> Markup {
        let texts = self.texts();
        let all: Vec<_> =
            INCIDENTS.iter().map(|incident| (incident, possible(incident, self.table()))).collect();
        let open = all.iter().filter(|(_, possible)| possible.is_ok());
        html! {
            section.paper {
                h2 { (texts.now) }
                ol.incidents {
                    @for ((incident, _), key) in open.zip(KEYS.chars().map(Some).chain(std::iter::repeat(None))) {
                        li { (self.link(incident, key)) }
                    }
                }
            }
            details.paper.not-now {
                summary { h2 { (texts.not_now) } }
                ul.incidents {
                    @for (incident, possible) in &all {
                        @if let Err(why) = possible {
                            li { (self.link(incident, None)) @match why { Some(why) => p.dim lang="en" { (why) }, None => p.dim { (texts.nobody) } } }
                        }
                    }
                }
            }
        }
    }

    fn link(&self, incident: &Incident, key: Option<char>) -> Markup {
        html! {
            a href={ (self.address()) "?what=" (incident.word) } data-key=[key] {
                @if let Some(key) = key { kbd aria-hidden="true" { (key) } " " }
                (self.language.incident(incident.word))
            }
        }
    }

    fn one(&self, incident: &Incident, verdict: Option<&Trial>) -> Markup {
        html! {
            section.paper {
                h2 { (self.language.incident(incident.word)) }
                (self.particulars(incident, verdict.is_none()))
                (said::place(SAID, self.tried, self.language))
            }
            @match verdict {
                Some(Trial::Allowed(allowed)) => (self.allowed(incident, allowed)),
                Some(Trial::Refused { says, clauses }) => (self.refused(says, clauses)),
                None => {},
            }
        }
    }

    fn particulars(&self, incident: &Incident, first: bool) -> Markup {
        let fits = possible(incident, self.table()).unwrap_or_default();
        let listed = |gap: &&str| !matches!(*gap, "card" | "cards" | "amount" | "words" | "known");
        let asked = incident.gaps().next().is_some();
        html! {
            @if asked {
                form.particulars method="get" action=(self.address()) {
                    input type="hidden" name="what" value=(incident.word);
                    @for (at, gap) in incident.gaps().enumerate() {
                        @let chosen = self.fields.get(gap).or_else(|| fits.get(gap).filter(|_| listed(&gap)));
                        (field(self.table(), self.language, gap, chosen.map(String::as_str), first && at == 0))
                    }
                    button { (self.texts().consult) }
                }
            }
        }
    }

    fn allowed(&self, incident: &Incident, allowed: &Allowed) -> Markup {
        let (texts, rules) = (self.texts(), self.table().rules());
        let needed = post(texts, allowed.post);
        html! {
            section.paper.verdict {
                h2 { (texts.comes) }
                @if allowed.comes.is_empty() { p { (texts.only_record) } }
                ol.comes { @for (says, id) in &allowed.comes { li { span { (says) } " " (clause(rules, id, self.language)) } } }
                h2 { (texts.then) }
                div.then { p { (allowed.then.says) } @if let Some(id) = allowed.then.clause { (clause(rules, &id.to_string(), self.language)) } }
                h2 { (texts.step_who) }
                @if allowed.is_yours {
                    p { (fill(texts.you_decide, &[("post", needed)])) }
                    (self.confirm_form(incident))
                } @else {
                    p.call-post role="status" { (fill(texts.call, &[("post", needed)])) }
                }
            }
        }
    }

    fn confirm_form(&self, incident: &Incident) -> Markup {
        html! {
            form method="post" action=(self.address()) {
                input type="hidden" name="what" value=(incident.word);
                input type="hidden" name="seq" value=(self.standing.seq);
                @for gap in incident.gaps() {
                    @if let Some(value) = self.fields.get(gap) { input type="hidden" name=(gap) value=(value); }
                }
                button.confirm data-key="Y" autofocus { (self.texts().confirm) kbd aria-hidden="true" { "Y" } }
            }
        }
    }

    fn refused(&self, says: &str, clauses: &[String]) -> Markup {
        html! {
            section.paper.verdict.no {
                h2 { (self.texts().refused) }
                p.problem role="alert" lang="en" { (says) }
                @for id in clauses { (clause(self.table().rules(), id, self.language)) " " }
            }
        }
    }
}
