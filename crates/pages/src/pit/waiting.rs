//! What was posted at a table and does not hold yet: where two postings differ.

use std::collections::BTreeMap;

use floor::{Money, Posted, Standing};
use maud::{Markup, html};

use crate::page::money;
use crate::texts::Language;
use crate::visitor::Looking;

/// What was posted and waits for the next round, field by field.
pub(super) fn waiting(looking: &Looking, standing: &Standing) -> Markup {
    let texts = looking.language.pit();
    let changes = changes(standing.table.posted(), standing.table.coming(), looking.language);
    html! {
        section #waiting.paper.pit-waiting hidden[changes.is_empty()] {
            h2 { (texts.waiting) }
            table {
                thead { tr { th scope="col" {} th scope="col" { (texts.in_force) } th scope="col" { (texts.coming) } } }
                tbody {
                    @for Change { what, before, after } in &changes {
                        tr { th scope="row" { (what) } td { (before) } td { strong { (after) } } }
                    }
                }
            }
        }
    }
}

/// Something that is posted otherwise.
pub(super) struct Change {
    pub(super) what: String,
    pub(super) before: String,
    pub(super) after: String,
}

/// Where two postings differ; a dash stands for the rule book's own, or for no limit.
pub(super) fn changes(before: &Posted, after: &Posted, language: Language) -> Vec<Change> {
    let all = |posted: &Posted| -> BTreeMap<String, String> {
        let limits = posted.limits.iter().map(|(kind, (least, most))| {
            (language.wager(kind, kind), format!("{}–{}", money(*least), money(*most)))
        });
        let money = language.pit().money.to_owned();
        let play = (posted.money == Money::Play).then(|| (money, language.texts().play_money.to_owned()));
        let book =
            posted.book.iter().map(|book| (language.pit().rule_book.to_owned(), book.short().to_owned()));
        limits.chain(posted.settings.clone()).chain(book).chain(play).collect()
    };
    let (here, there) = (all(before), all(after));
    let mut names: Vec<&String> = here.keys().chain(there.keys()).collect();
    names.sort();
    names.dedup();
    let said = |side: &BTreeMap<String, String>, name: &String| {
        side.get(name).cloned().unwrap_or_else(|| "—".to_owned())
    };
    let differs = names.into_iter().filter(|name| here.get(*name) != there.get(*name));
    differs
        .map(|name| Change { what: name.clone(), before: said(&here, name), after: said(&there, name) })
        .collect()
}
