//! A clause where it is cited: its number, which opens to our wording of it and the way to the rules.

use maud::{Markup, html};
use rulebook::{Reading, Rules};
use vocabulary::Clause;

use crate::texts::Language;

/// A clause's number, which opens to what it says. What no rule book knows is shown as it is.
pub(crate) fn clause(rules: &Rules, id: &str, language: Language) -> Markup {
    let Some(says) = wording(rules, id) else { return html! { (id) } };
    html! {
        details.clause {
            summary { (id) }
            p lang="en" { (says) }
            a href=(address(rules.id(), id)) { (language.terminal().in_the_rules) }
        }
    }
}

/// Our wording of a clause of the document, or of an agreed reading.
pub(crate) fn wording<'r>(rules: &'r Rules, id: &str) -> Option<&'r str> {
    let id: Clause = id.parse().ok()?;
    let of_document = rules.clauses().get(id).map(|clause| clause.rule.as_str());
    of_document.or_else(|| Reading::find(id).map(|reading| reading.reading))
}

/// Where our wording of a clause stands.
pub(crate) fn address(game: &str, clause: &str) -> String {
    format!("/rules/{game}#{}", clause.replace('#', "%23"))
}

/// A clause's number that leads to our wording of it.
pub(crate) fn link(game: &str, clause: Clause) -> Markup {
    html! { a.clause-number href=(address(game, clause.as_str())) { (clause) } }
}

/// Several of them.
pub(crate) fn links(game: &str, list: &[Clause]) -> Markup {
    html! { @for one in list { (link(game, *one)) " " } }
}
