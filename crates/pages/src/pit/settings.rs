//! What is posted at a table: limits and settings, what waits for the next round, and the form to post others.

use std::collections::BTreeMap;

use floor::{Action, Standing, may};
use maud::{Markup, html};
use rulebook::{May, Rules, Shown};
use vocabulary::Chips;

use super::posting::{Filled, SEEN, WHOLE, kinds};
use crate::page::money;
use crate::visitor::Looking;

/// The form's section. It is the page's own until it is sent.
pub(super) fn section(
    looking: &Looking,
    table: &str,
    standing: &Standing,
    book: &Rules,
    filled: &Filled,
) -> Markup {
    let may = looking.visitor.as_ref().is_some_and(|visitor| may(visitor.person.role, Action::Post));
    let posted = Posting { looking, table, rules: standing.table.rules(), book, filled };
    html! {
        section #posted.paper.pit-posted data-keep { @if may { (posted.form()) } @else { (posted.facts()) } }
    }
}

struct Posting<'p> {
    looking: &'p Looking,
    table: &'p str,
    rules: &'p Rules,
    book: &'p Rules,
    filled: &'p Filled,
}

impl Posting<'_> {
    fn wager(&self, kind: &str) -> String {
        let name = self.book.kind(kind).and_then(|kind| self.book.side_wager(kind));
        self.looking.language.wager(kind, name.map_or(kind, |side| side.name.as_str()))
    }

    fn form(&self) -> Markup {
        let texts = self.looking.language.pit();
        html! {
            h2 { (texts.posted) }
            p.dim { (texts.post_why) }
            @if self.filled.done { p.pit-done role="status" { (texts.posted_done) } }
            @if let Some(why) = self.filled.faults.get(WHOLE) { p.problem role="alert" { (why) } }
            form #posting method="post" action={ "/pit/tables/" (self.table) "/post" } data-said="posted" {
                input type="hidden" name=(SEEN) value=(self.filled.value(SEEN));
                (self.limits())
                (self.settings())
                button { (texts.post) }
            }
            (self.fixed())
        }
    }

    fn limits(&self) -> Markup {
        let (texts, common) = (self.looking.language.pit(), self.looking.language.texts());
        html! {
            fieldset {
                legend { (common.place_limits) }
                p.dim { (texts.limit_hint) }
                @for kind in kinds(self.book) {
                    @let name = self.wager(&kind);
                    div.pit-limits role="group" aria-label=(name) {
                        span.name { (name) }
                        @for (side, label) in [("min", common.minimum), ("max", common.maximum)] {
                            @let field = format!("{side}.{kind}");
                            label { (label) input id=(field) name=(field) inputmode="decimal" value=(self.filled.value(&field)) autocomplete="off"
                                    aria-invalid=[self.filled.faults.contains_key(&field).then_some("true")] aria-describedby=[self.filled.faults.contains_key(&field).then(|| format!("fault-{field}"))]; }
                        }
                        @for side in ["min", "max"] { (self.fault(&format!("{side}.{kind}"))) }
                    }
                }
            }
        }
    }

    fn fault(&self, field: &str) -> Markup {
        html! { @if let Some(why) = self.filled.faults.get(field) { p.problem id={ "fault-" (field) } { (why) } } }
    }

    /// The settings a table may choose.
    fn settings(&self) -> Markup {
        let texts = self.looking.language.pit();
        html! {
            fieldset {
                legend { (texts.settings) }
                @for shown in self.book.settings().show().iter().filter(|shown| *shown.may != May::Fixed) {
                    (self.setting(shown))
                }
            }
        }
    }

    fn setting(&self, shown: &Shown<'_>) -> Markup {
        let field = format!("set.{}", shown.name);
        let said = self.filled.value(&field);
        let value = if said.is_empty() { shown.value.as_str() } else { said };
        html! {
            div.pit-setting {
                label for=(field) { strong lang="en" { (shown.name) } " " span lang="en" { (shown.about) } }
                (self.control(shown, &field, value))
                small.dim {
                    @if let Some(allowed) = allowed(shown) { span lang="en" { (allowed) } " · " }
                    @for id in shown.by { (id.to_string()) " " }
                }
                (self.fault(&field))
            }
        }
    }

    /// A choice with what it means, where that can be said.
    fn choice(&self, shown: &Shown<'_>, choice: &str) -> String {
        let own = if choice == shown.value {
            format!(" ({})", self.looking.language.pit().from_book)
        } else {
            String::new()
        };
        let mut rules = self.book.clone();
        let supposed = rules.suppose(shown.name, choice).is_ok();
        let all = rules.settings().show();
        let means = all.iter().find(|one| supposed && one.name == shown.name).and_then(|one| one.means);
        match means {
            Some(means) => format!("{choice}{own} – {}", means.trim().trim_end_matches('.')),
            None => format!("{choice}{own}"),
        }
    }

    /// A list where there is one to choose from, else a field.
    fn control(&self, shown: &Shown<'_>, field: &str, value: &str) -> Markup {
        let invalid = self.filled.faults.contains_key(field).then_some("true");
        let described = invalid.map(|_| format!("fault-{field}"));
        match (choices(shown), shown.may) {
            (Some(choices), _) => html! {
                select id=(field) name=(field) lang="en" aria-invalid=[invalid] aria-describedby=[described] {
                    @for choice in &choices { option value=(choice) selected[choice == value] { (self.choice(shown, choice)) } }
                    @if !choices.iter().any(|choice| choice == value) { option value=(value) selected { (value) } }
                }
            },
            (None, May::Range(..)) => html! {
                input id=(field) name=(field) inputmode="numeric" value=(value) aria-invalid=[invalid] aria-describedby=[described] autocomplete="off";
            },
            (None, _) => html! {
                input id=(field) name=(field) value=(value) aria-invalid=[invalid] aria-describedby=[described] autocomplete="off";
            },
        }
    }

    /// The settings that cannot be chosen, to be read.
    fn fixed(&self) -> Markup {
        let texts = self.looking.language.pit();
        let shown = self.book.settings().show();
        let fixed: Vec<&Shown<'_>> = shown.iter().filter(|shown| *shown.may == May::Fixed).collect();
        html! { details.pit-fixed { summary { (texts.fixed) } (self.rows(&fixed, self.book)) } }
    }

    fn rows(&self, shown: &[&Shown<'_>], rules: &Rules) -> Markup {
        let texts = self.looking.language.pit();
        let values: BTreeMap<&str, String> =
            rules.settings().show().into_iter().map(|shown| (shown.name, shown.value)).collect();
        html! {
            table {
                thead { tr { th scope="col" { (texts.setting) } th scope="col" { (texts.value) } th scope="col" { (texts.clause) } } }
                tbody lang="en" {
                    @for one in shown {
                        tr {
                            th scope="row" { (one.name) small { (one.about) } }
                            td { (values.get(one.name).map_or("", String::as_str)) }
                            td { @for id in one.by { (id.to_string()) " " } }
                        }
                    }
                }
            }
        }
    }

    /// The same for who only looks on.
    fn facts(&self) -> Markup {
        let (texts, common) = (self.looking.language.pit(), self.looking.language.texts());
        let shown = self.book.settings().show();
        let open: Vec<&Shown<'_>> = shown.iter().filter(|shown| *shown.may != May::Fixed).collect();
        let limit = |kind: &str| {
            let kind = if kind == "main" { Some(rulebook::Kind::Main) } else { self.rules.kind(kind) };
            kind.and_then(|kind| self.rules.limits(kind))
        };
        let written = |amount: Option<Chips>| {
            amount.map_or_else(|| common.no_limit.to_owned(), |amount| money(amount.units()))
        };
        html! {
            h2 { (texts.posted) }
            table {
                thead { tr { th scope="col" { (texts.wager) } th.figure scope="col" { (common.minimum) } th.figure scope="col" { (common.maximum) } } }
                tbody {
                    @for kind in kinds(self.book) {
                        @let limits = limit(&kind);
                        tr { th scope="row" { (self.wager(&kind)) } td.figure { (written(limits.map(|limits| limits.min))) } td.figure { (written(limits.map(|limits| limits.max))) } }
                    }
                }
            }
            h3 { (texts.settings) }
            (self.rows(&open, self.rules))
            (self.fixed())
        }
    }
}

/// What can be written into a field, where there is no list to choose from.
fn allowed(shown: &Shown<'_>) -> Option<String> {
    match (choices(shown), shown.may) {
        (Some(_), _) => None,
        (None, May::Range(least, most)) => Some(format!("{least}–{most}")),
        (None, _) => Some(shown.expected.clone()),
    }
}

/// What can be chosen, where that is a list.
fn choices(shown: &Shown<'_>) -> Option<Vec<String>> {
    let mut choices: Vec<String> = match shown.may {
        May::Among(values) => values.clone(),
        May::Any => shown.expected.split(" | ").map(str::to_owned).collect(),
        May::Fixed | May::Range(..) => return None,
    };
    if choices.len() < 2 && *shown.may == May::Any || choices.iter().any(|choice| choice.contains(' ')) {
        return None;
    }
    if !choices.contains(&shown.value) {
        choices.insert(0, shown.value.clone());
    }
    Some(choices)
}
