//! Posting other settings and limits at a table: what was filled in, with every fault beside its field.

use std::collections::BTreeMap;

use axum::extract::{Path, State};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Redirect, Response};
use floor::{Action, Posted, Problem, Standing};
use rulebook::{Kind, May, Rules};
use vocabulary::Chips;

use super::{settings, table};
use crate::House;
use crate::door::Door;
use crate::form::Form;
use crate::said::Scripted;
use crate::visitor::Looking;

/// The name of the field for the whole form.
pub(super) const WHOLE: &str = "";

/// The field that remembers what was posted when the form was opened.
pub(super) const SEEN: &str = "seen";

/// The form as it stands: what each field says, and what is wrong with it.
#[derive(Default)]
pub(super) struct Filled {
    pub(super) values: BTreeMap<String, String>,
    pub(super) faults: BTreeMap<String, String>,
    pub(super) done: bool,
}

/// The words of every kind of wager, the main one first.
pub(super) fn kinds(rules: &Rules) -> Vec<String> {
    let sides = (0..rules.side_wagers().len()).filter_map(|at| u8::try_from(at).ok()).map(Kind::Side);
    std::iter::once(Kind::Main).chain(sides).map(|kind| rules.word(kind).to_owned()).collect()
}

impl Filled {
    /// The form with what was posted last.
    pub(super) fn of(posted: &Posted) -> Filled {
        let limits = posted.limits.iter().flat_map(|(kind, (least, most))| {
            let written = |units: &i64| Chips::minor(*units).to_string();
            [(format!("min.{kind}"), written(least)), (format!("max.{kind}"), written(most))]
        });
        let settings = posted.settings.iter().map(|(name, value)| (format!("set.{name}"), value.clone()));
        let mut values: BTreeMap<String, String> = limits.chain(settings).collect();
        let seen: Vec<String> = values.iter().map(|(field, value)| format!("{field}={value}")).collect();
        values.insert(SEEN.to_owned(), seen.join(" "));
        Filled { values, ..Filled::default() }
    }

    /// Whether something else was posted since the form was opened.
    fn is_outdated(&self, posted: &Posted) -> bool {
        self.values.get(SEEN).is_some_and(|seen| seen != Filled::of(posted).value(SEEN))
    }

    /// What a field says.
    pub(super) fn value(&self, field: &str) -> &str {
        self.values.get(field).map_or("", |value| value.trim())
    }

    fn fault(&mut self, field: &str, why: impl std::fmt::Display) {
        self.faults.entry(field.to_owned()).or_insert_with(|| why.to_string());
    }

    /// What it posts at this table. Every fault is noted beside its field.
    fn read(&mut self, coming: &Posted, book: &Rules) -> Posted {
        let mut posted = Posted { settings: [].into(), limits: [].into(), ..coming.clone() };
        for kind in kinds(book) {
            if let Some(limits) = self.limits(&kind) {
                let alone = Posted { limits: [(kind.clone(), limits)].into(), ..posted.clone() };
                if let Err(why) = alone.rules() {
                    self.fault(&format!("min.{kind}"), why);
                }
                posted.limits.insert(kind, limits);
            }
        }
        self.settings(book, &mut posted);
        posted
    }

    /// The limits of a kind of wager; none where both fields are empty.
    fn limits(&mut self, kind: &str) -> Option<(i64, i64)> {
        let fields = [format!("min.{kind}"), format!("max.{kind}")];
        if fields.iter().all(|field| self.value(field).is_empty()) {
            return None;
        }
        let [least, most] = fields.map(|field| match self.value(&field).parse::<Chips>() {
            Ok(amount) => Some(amount.units()),
            Err(why) => {
                self.fault(&field, why);
                None
            }
        });
        least.zip(most)
    }

    /// The settings that differ from the rule book's own, tried one after another as the table will.
    fn settings(&mut self, book: &Rules, posted: &mut Posted) {
        for shown in book.settings().show() {
            let value = self.value(&format!("set.{}", shown.name)).to_owned();
            if *shown.may != May::Fixed && !value.is_empty() && value != shown.value {
                posted.settings.insert(shown.name.to_owned(), value);
            }
        }
        let mut rules = book.clone();
        for (name, value) in &posted.settings {
            if let Err(why) = rules.set(name, value) {
                self.fault(&format!("set.{name}"), why);
            }
        }
    }
}

/// The rule book behind what is posted at a table, as it stands without any choice of the table's.
pub(super) fn book_of(standing: &Standing) -> Result<Rules, Problem> {
    standing.table.coming().rule_book().map_err(|why| {
        let status = StatusCode::INTERNAL_SERVER_ERROR;
        Problem::new(status, "/problems/fault", "the rule book cannot be read", why)
    })
}

pub(super) async fn post(
    State(house): State<House>,
    Path(id): Path<String>,
    looking: Looking,
    Scripted(scripted): Scripted,
    Form(fields): Form<Vec<(String, String)>>,
) -> Response {
    let (desk, book) = match entered(&house, &looking, &id) {
        Ok(entered) => entered,
        Err(problem) => return Door::Pit.refused(&looking, problem),
    };
    let mut filled = Filled { values: fields.into_iter().collect(), ..Filled::default() };
    carry_out(&house, &looking, &id, &mut filled, &book).await;
    let standing = desk.standing.borrow().clone();
    match (scripted, filled.done) {
        (true, _) => settings::section(&looking, &id, &standing, &book, &filled).into_response(),
        (false, true) => Redirect::to(&format!("/pit/tables/{id}")).into_response(),
        (false, false) => {
            let page = table::shown(&house, &looking, &id, Some(&filled)).await;
            match page {
                Ok(page) => (StatusCode::UNPROCESSABLE_ENTITY, page).into_response(),
                Err(problem) => Door::Pit.refused(&looking, problem),
            }
        }
    }
}

fn entered(house: &House, looking: &Looking, id: &str) -> Result<(floor::Desk, Rules), Problem> {
    Door::Pit.enter_for(looking, Action::Post)?;
    let desk = floor::desk(&house.floor, id)?;
    let standing = desk.standing.borrow().clone();
    Ok((desk, book_of(&standing)?))
}

/// Posts what was filled in, unless something is wrong with it.
async fn carry_out(house: &House, looking: &Looking, id: &str, filled: &mut Filled, book: &Rules) {
    let standing = floor::desk(&house.floor, id).map(|desk| desk.standing.borrow().clone());
    let (Ok(standing), Ok(person)) = (standing, Door::Pit.enter_for(looking, Action::Post)) else { return };
    if filled.is_outdated(standing.table.coming()) {
        filled.fault(WHOLE, looking.language.pit().posted_since);
        return;
    }
    let posted = filled.read(standing.table.coming(), book);
    if !filled.faults.is_empty() {
        filled.fault(WHOLE, looking.language.pit().posted_faults);
        return;
    }
    match floor::post(&house.floor, person, None, id, posted.clone()).await {
        Ok(_) => *filled = Filled { done: true, ..Filled::of(&posted) },
        Err(problem) => filled.fault(WHOLE, problem.detail),
    }
}
