//! Settings with what they mean, the readings behind them, and every clause in our words.

use std::collections::BTreeSet;

use maud::{Markup, html};
use rulebook::{May, Reading, Reason, Rules, Shown};
use vocabulary::Clause;

use crate::book::Book;
use crate::clause::links;
use crate::texts::Language;

/// Every setting with its value, what it means, and what a table may choose.
pub(super) fn settings(book: &Book, language: Language) -> Markup {
    let (rules, texts) = (&book.rules, language.rules());
    let own: Vec<&str> = Rules::of(rules.id())
        .map(|written| rules.chosen(&written).into_iter().map(|(name, _)| name).collect())
        .unwrap_or_default();
    html! {
        section #settings.paper {
            h2 { (texts.settings) }
            p.dim { (texts.settings_why) }
            div.wide tabindex="0" role="region" aria-label=(texts.settings) {
                table.stacked {
                    thead { tr { th { (texts.setting) } th { (texts.value) } th { (texts.choice) } th { (texts.clauses) } } }
                    tbody { @for shown in rules.settings().show() { (setting(&shown, own.contains(&shown.name), rules, language)) } }
                }
            }
        }
    }
}

fn setting(shown: &Shown<'_>, is_own: bool, rules: &Rules, language: Language) -> Markup {
    let texts = language.rules();
    html! {
        tr.own[is_own] id={ "set-" (shown.name) } {
            th lang="en" { code { (shown.name) } small { (shown.about) } }
            td {
                strong { (shown.value) }
                @if is_own { " " em { (texts.chosen) } }
                @if let Some(means) = shown.means { small lang="en" { (means) } }
            }
            td {
                @match shown.may {
                    May::Fixed => span.dim { (texts.fixed) },
                    May::Any => (texts.open),
                    May::Among(values) => (values.join(", ")),
                    May::Range(from, to) => { (from) "–" (to) }
                }
            }
            td { (links(rules.id(), shown.by)) }
        }
    }
}

/// Everything the rule book cites.
fn cited(rules: &Rules) -> BTreeSet<Clause> {
    let settings = rules.settings().show().into_iter().flat_map(|shown| shown.by.to_vec());
    let reasons = Reason::ALL.iter().flat_map(|reason| rules.clauses_behind(*reason).to_vec());
    let sides = rules.side_wagers().iter().flat_map(|side| {
        let lines = side.lines.iter().flat_map(|line| line.by.clone());
        lines.chain([&side.placed_by, &side.needs_by, &side.lost_by].into_iter().flatten().copied())
    });
    settings.chain(reasons).chain(sides).collect()
}

/// How we read what the document leaves open, as far as this game cites it or a setting of it rests on it.
pub(super) fn readings(rules: &Rules, language: Language) -> Markup {
    let (texts, cited) = (language.rules(), cited(rules));
    let all: Vec<&Reading> = Reading::all().iter().filter(|reading| cited.contains(&reading.id)).collect();
    html! {
        section #readings.paper {
            h2 { (texts.readings) }
            p.dim { (texts.readings_why) }
            @for reading in all {
                article.clause-text id=(reading.id) lang="en" {
                    h3 { (number(reading.id)) " " (reading.topic) }
                    p { (reading.reading) }
                    @if !reading.settings.is_empty() {
                        p.dim { @for name in &reading.settings { a href={ "#set-" (name) } { code { (name) } } " " } }
                    }
                }
            }
        }
    }
}

/// Every clause in our words, each under its own number.
pub(super) fn clauses(rules: &Rules, language: Language) -> Markup {
    let texts = language.rules();
    html! {
        section #wording.paper {
            h2 { (texts.wording) }
            p.dim { (texts.wording_why) }
            @for clause in rules.clauses().rows() {
                article.clause-text id=(clause.id) {
                    h3 { (number(clause.id)) " " small.dim lang="en" { (clause.kind) } }
                    p lang="en" { (clause.rule) }
                    @if !clause.example.is_empty() {
                        p.dim { (texts.example) " " span lang="en" { (clause.example) } }
                    }
                    @if !clause.consequence.is_empty() {
                        details { summary { (texts.carried_out) } p.dim lang="en" { (clause.consequence) } }
                    }
                }
            }
        }
    }
}

/// A number that leads to itself, to be copied.
fn number(clause: Clause) -> Markup {
    html! { a.clause-number href={ "#" (clause.as_str().replace('#', "%23")) } { (clause) } }
}
