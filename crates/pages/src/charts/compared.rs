//! The game beside itself with another number of decks, and with one rule changed.

use maud::{Markup, html};
use odds::Standing;
use rulebook::{Rules, Shown};

use crate::figures::{difference, percent};
use crate::rules::working;
use crate::texts::Language;
use crate::worth::{ByDecks, Changed, Worth};

/// The house edge with each number of decks.
pub(super) fn by_decks(known: Option<&ByDecks>, rules: &Rules, language: Language) -> Markup {
    let texts = language.charts();
    html! {
        section #decks.paper {
            h2 { (texts.by_decks) }
            p.dim { (texts.by_decks_why) }
            @match known {
                None => (working(language)),
                Some(all) => table.bars {
                    thead { tr { th { (texts.decks) } th { span.unseen { (language.rules().edge) } } th.figure { (language.rules().edge) } } }
                    tbody { @for (decks, best) in all { (bar(*decks, *best, all, rules, language)) } }
                },
            }
        }
    }
}

fn bar(decks: u8, best: f64, all: &ByDecks, rules: &Rules, language: Language) -> Markup {
    let longest = all.iter().map(|(_, best)| best.abs()).fold(f64::MIN_POSITIVE, f64::max);
    let width = format!("{:.2}", best.abs() / longest * 100.0);
    let now = decks == rules.decks();
    html! {
        tr.own[now] {
            th scope="row" { (decks) @if now { " " small { (language.charts().as_it_is) } } }
            td.length {
                svg viewBox="0 0 100 6" preserveAspectRatio="none" aria-hidden="true" {
                    rect.gain[best > 0.0] width=(width) height="6" rx="1" {}
                }
            }
            td.figure { (percent(-best)) }
        }
    }
}

/// What each rule is worth.
pub(super) fn by_rules(known: Option<&Vec<Changed>>, worth: Option<&Worth>, language: Language) -> Markup {
    let texts = language.charts();
    html! {
        section #worth.paper {
            h2 { (texts.rules_worth) }
            p.dim { (texts.rules_worth_why) }
            @match (known, worth) {
                (Some(changes), Some(worth)) => {
                    (standing(changes, worth, Standing::Allowed, texts.may_choose, language))
                    (standing(changes, worth, Standing::Supposed, texts.were_it_otherwise, language))
                    (without_effect(changes, worth, language))
                }
                (Some(_), None) => p { (language.rules().not_known) },
                (None, _) => (working(language)),
            }
        }
    }
}

/// Whether a change is seen in the figures.
fn has_effect(changed: &Changed, worth: &Worth) -> bool {
    difference(changed.best - worth.best) != "0"
}

fn standing(
    changes: &[Changed],
    worth: &Worth,
    standing: Standing,
    title: &str,
    language: Language,
) -> Markup {
    let of_standing = |changed: &&Changed| changed.change.standing == standing && has_effect(changed, worth);
    let mut all: Vec<&Changed> = changes.iter().filter(of_standing).collect();
    all.sort_by(|one, other| other.best.total_cmp(&one.best));
    let (texts, rules) = (language.charts(), language.rules());
    html! {
        @if !all.is_empty() {
            h3 { (title) }
            div.wide tabindex="0" role="region" aria-label=(title) {
                table.stacked {
                    thead {
                        tr {
                            th { (rules.setting) } th { (rules.value) } th { (texts.instead_of) }
                            th.figure { (rules.edge) } th.figure { (texts.for_the_player) }
                        }
                    }
                    tbody { @for changed in all { (row(changed, worth)) } }
                }
            }
        }
    }
}

fn row(changed: &Changed, worth: &Worth) -> Markup {
    let (change, gain) = (&changed.change, changed.best - worth.best);
    let shown = change.rules.settings().show();
    let shown: Option<&Shown<'_>> = shown.iter().find(|shown| shown.name == change.name);
    html! {
        tr data-change={ (change.name) "=" (change.is) } {
            th lang="en" { code { (change.name) } small { (shown.map_or("", |shown| shown.about)) } }
            td { strong { (change.is) } @if let Some(means) = shown.and_then(|shown| shown.means) { small lang="en" { (means) } } }
            td { (change.was) }
            td.figure { (percent(-changed.best)) }
            td.figure.good[gain > 0.0].bad[gain < 0.0] { (difference(gain)) }
        }
    }
}

fn without_effect(changes: &[Changed], worth: &Worth, language: Language) -> Markup {
    let none: Vec<&Changed> = changes.iter().filter(|changed| !has_effect(changed, worth)).collect();
    html! {
        @if !none.is_empty() {
            h3 { (language.charts().without_effect) }
            p.dim lang="en" { @for changed in none { code { (changed.change.name) " = " (changed.change.is) } " · " } }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_cannot_be_worked_out_is_not_waited_for() {
        for language in Language::ALL {
            let waits = |known: Option<&Vec<Changed>>| by_rules(known, None, language).0.contains("working");
            assert_eq!((waits(None), waits(Some(&Vec::new()))), (true, false));
        }
    }
}
