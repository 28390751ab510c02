//! Clauses, wherever a page cites one.

use maud::{Markup, html};
use rulebook::{Reading, Rules};

/// A clause's number, or a reading's, which opens to our wording of it.
pub(crate) fn clause(rules: &Rules, id: &str) -> Markup {
    let text = rules.clauses().rows().iter().find(|clause| clause.id.as_str() == id);
    let reading = || id.parse().ok().and_then(Reading::find).map(|reading| reading.reading);
    let text = text.map(|clause| clause.rule.as_str()).or_else(reading);
    html! {
        @match text {
            Some(text) => details.clause { summary { (id) } p lang="en" { (text) } },
            None => (id),
        }
    }
}
