//! What wagers are limited to, what they pay, what they return, and how that was found.

use std::sync::Arc;

use maud::{Markup, html};
use odds::WagerOdds;
use rulebook::{Kind, Rules, SideWager};

use crate::book::Book;
use crate::clause::links;
use crate::figures::{one_in, percent};
use crate::page::money;
use crate::texts::Language;
use crate::worth::{Worth, worth};

/// What is known of a game's wagers: nothing yet, that it cannot be worked out, or all of it.
pub(crate) type Known = Option<Arc<Option<Worth>>>;

/// What is known of a game's wagers by now.
pub(crate) fn worth_of(rules: &Rules) -> Known {
    worth(rules)
}

/// What is said while something is worked out. The page's socket brings it; without a script the reader asks again.
pub(crate) fn working(language: Language) -> Markup {
    let texts = language.rules();
    html! {
        p.working role="status" { (texts.working) noscript { " " a href="" { (texts.ask_again) } } }
    }
}

/// The smallest and largest wager of each kind, where a table posts them.
pub(super) fn limits(book: &Book, language: Language) -> Markup {
    let (rules, texts, common) = (&book.rules, language.rules(), language.texts());
    let sides = (0..rules.side_wagers().len()).filter_map(|at| u8::try_from(at).ok()).map(Kind::Side);
    let name = |kind: Kind| {
        let own = rules.side_wager(kind).map_or("main", |side| side.name.as_str());
        language.wager(rules.word(kind), own)
    };
    html! {
        @if book.table.is_some() {
            section #limits.paper {
                h2 { (texts.limits) }
                @if rules.has_limits() {
                    table {
                        thead { tr { th { (texts.wager) } th.figure { (common.minimum) } th.figure { (common.maximum) } } }
                        tbody {
                            @for kind in std::iter::once(Kind::Main).chain(sides) {
                                @let posted = rules.limits(kind);
                                tr {
                                    th { (name(kind)) }
                                    td.figure { (posted.map_or_else(|| common.no_limit.to_owned(), |limits| money(limits.min.units()))) }
                                    td.figure { (posted.map_or_else(|| common.no_limit.to_owned(), |limits| money(limits.max.units()))) }
                                }
                            }
                        }
                    }
                } @else { p { (texts.none_posted) } }
            }
        }
    }
}

/// What every wager returns, and how that was found.
pub(crate) fn returns(known: &Known, rules: &Rules, language: Language) -> Markup {
    let texts = language.rules();
    html! {
        section #returns.paper {
            h2 { (texts.returns) }
            p.dim { (texts.returns_why) }
            @match known.as_deref() {
                None => (working(language)),
                Some(None) => p { (texts.not_known) },
                Some(Some(worth)) => (return_table(worth, rules, language)),
            }
        }
    }
}

fn return_table(worth: &Worth, rules: &Rules, language: Language) -> Markup {
    let texts = language.rules();
    let row = |id: &str, name: &str, net: f64, found: Markup| {
        html! {
            tr id={ "return-" (id) } {
                th { (name) }
                td.figure { (percent(1.0 + net)) }
                td.figure { (percent(-net)) }
                td.found { (found) }
            }
        }
    };
    let name = |odds: &WagerOdds| {
        let own = rules.kind(&odds.kind).and_then(|kind| rules.side_wager(kind));
        language.wager(&odds.kind, own.map_or(&odds.name, |side| &side.name))
    };
    html! {
        div.wide tabindex="0" role="region" aria-label=(texts.returns) {
            table.stacked {
                thead {
                    tr { th { (texts.wager) } th.figure { (texts.returned) } th.figure { (texts.edge) } th { (texts.found) } }
                }
                tbody {
                    (row("main", texts.main_best, worth.best, html! { (texts.best_found) }))
                    (row("chart", texts.main_chart, worth.by_chart, html! { (texts.chart_found) }))
                    @for odds in &worth.others {
                        (row(&odds.kind, &name(odds), odds.ev.to_f64().value(), html! { span lang="en" { (odds.method) } }))
                    }
                }
            }
        }
    }
}

/// The pay table of every side wager, with the chance of each line.
pub(super) fn pay_tables(known: &Known, rules: &Rules, language: Language) -> Markup {
    let worth = known.as_deref().and_then(Option::as_ref);
    let odds =
        |side: &SideWager| worth.and_then(|worth| worth.others.iter().find(|odds| odds.kind == side.kind));
    html! {
        @if !rules.side_wagers().is_empty() {
            section #pay-tables.paper {
                h2 { (language.rules().pay_tables) }
                div.pay-tables { @for side in rules.side_wagers() { (pay_table(side, odds(side), rules, language)) } }
            }
        }
    }
}

fn pay_table(side: &SideWager, odds: Option<&WagerOdds>, rules: &Rules, language: Language) -> Markup {
    let texts = language.rules();
    let chance =
        |at: usize| odds.and_then(|odds| odds.outcomes.get(at)).map(|line| line.probability.to_f64().value());
    html! {
        article id={ "pays-" (side.kind) } {
            h3 { (language.wager(&side.kind, &side.name)) }
            table {
                thead { tr { th { (texts.when) } th.figure { (texts.pays) } th.figure { (texts.chance) } th { (texts.clauses) } } }
                tbody {
                    @for (at, line) in side.lines.iter().enumerate() {
                        tr {
                            th lang="en" { (line.name) }
                            td.figure { (line.pays) }
                            td.figure { (chance(at).map(one_in).unwrap_or_default()) }
                            td { (links(rules.id(), &line.by)) }
                        }
                    }
                }
            }
        }
    }
}
