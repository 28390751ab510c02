//! The PAR sheet as a page.

use maud::{Markup, html};

use super::check::Check;
use super::par::{DistributionPar, MainPar, Par, PlayedPar, SettingPar, StrategyPar};
use super::wager::{LinePar, WagerPar};
use crate::book;
use crate::odds::facts::{HOW_TO_READ, PARTS, Printed};
use crate::odds::fraction::{Figure, Fraction, grouped};
use crate::odds::page;
use crate::odds::sheet::Sheet;

/// The page.
pub(super) fn page(sheet: &Sheet, par: &Par) -> String {
    let title = format!("PAR sheet: {}", par.game.name);
    // Every sheet of paper says which rules it belongs to.
    let foot = format!("@page{{@bottom-left{{content:\"rule book {}\"}}}}", book::short_hash(&sheet.rules));
    let css = [page::CSS, include_str!("../report.css"), &foot].concat();
    let chart = Printed::of(sheet);
    let [hard, soft, pairs] = PARTS;
    page::document(
        &title,
        &css,
        &html! {
            (head(par))
            section { h2 { "Summary" } (summary(par)) }
            section { h2 { "Main wager" } (main_wager(&par.main_wager)) }
            @for wager in par.side_wagers.iter().chain(&par.insurance) { (one_wager(wager)) }
            @if let Some(even) = &par.even_money {
                section.keep {
                    h2 { "Even money" }
                    p {
                        "A blackjack against an Ace is paid " (even.taken) " when it takes even money, and is worth "
                        (Figure(even.waiting).decimal(6)) " on average when it waits."
                    }
                }
            }
            @if !par.left_out.is_empty() { section.keep { h2 { "Not worked out" } (left_out(par)) } }
            section.keep {
                h2 { "Strategy chart" }
                p { strong { (chart.name) } ". " (HOW_TO_READ) }
                div.charts {
                    div { (page::table(&chart, hard)) (page::legend(&chart)) }
                    div { (page::table(&chart, soft)) (page::table(&chart, pairs)) }
                }
            }
            section { h2 { "Ways to check it" } (checks(&par.to_check)) }
            section {
                h2 { "The hash of the rule book" }
                p { code { (par.rule_book.sha256) } }
                p { (par.rule_book.hashed) }
            }
            section { h2 { "Settings in force" } (settings(&par.settings)) }
        },
    )
}

fn head(par: &Par) -> Markup {
    html! {
        header {
            p { strong.muted { "PAR sheet" } }
            h1 { (par.game.name) }
            dl.facts {
                dt { "Game" } dd { code { (par.game.id) } }
                dt { "In force" } dd { (par.game.in_force) }
                dt { "Shoe" } dd { (par.shoe.about) }
                dt { "Cards" } dd { (par.shoe.cards) ", known by " (par.shoe.known_by) }
                @if !par.shoe.gone.is_empty() {
                    dt { "Out of the shoe" }
                    dd { @for (card, count) in &par.shoe.gone { (count) " × " (card) " " } }
                }
                dt { "Rule book, SHA-256" } dd { code { (par.rule_book.sha256) } }
                dt { "Worked out by" } dd { (par.program) }
            }
        }
    }
}

fn left_out(par: &Par) -> Markup {
    html! { ul { @for left in &par.left_out { li { code { (left.kind) } ": " (left.why) } } } }
}

/// Every wager in a line.
fn summary(par: &Par) -> Markup {
    html! {
        div.wide {
            table.lines.summary {
                caption { "Per unit staked, for the main wager per unit of the original wager. A negative mean is the house's." }
                thead {
                    tr {
                        th scope="col" { "wager" }
                        th scope="col" { "mean net" }
                        th scope="col" { "return to player" }
                        th scope="col" { "house edge" }
                        th scope="col" { "hit frequency" }
                        th scope="col" { "standard deviation" }
                    }
                }
                tbody {
                    @for played in &par.main_wager.played {
                        tr {
                            th scope="row" { "Main wager" small { (played.about) } }
                            td { (played.mean_net.decimal(9)) }
                            td { (played.return_to_player.percent(5)) }
                            td { (played.house_edge.percent(5)) }
                            td { "–" }
                            td { (deviation(played)) }
                        }
                    }
                    @for wager in par.side_wagers.iter().chain(&par.insurance) {
                        tr {
                            th scope="row" { (wager.name) }
                            td { (wager.mean_net.decimal(9)) }
                            td { (wager.return_to_player.percent(5)) }
                            td { (wager.house_edge.percent(5)) }
                            td { (wager.hit_frequency.percent(5)) }
                            td { (wager.standard_deviation.decimal(6)) }
                        }
                    }
                }
            }
        }
    }
}

/// The deviation is found for charts; that of best play is not asked for.
fn deviation(played: &PlayedPar) -> String {
    if played.by == "best-play" { "–".to_owned() } else { played.standard_deviation.decimal(6) }
}

fn main_wager(main: &MainPar) -> Markup {
    html! {
        p { "How it was found: " (main.method) ". Largest possible error of a mean: " (main.error_bound.order()) "." }
        @for played in &main.played {
            @if let Some(exact) = &played.mean_net_exact {
                p { "Mean net, exactly, " (played.about) ": " code { (exact) } }
            }
        }
        div.wide { (by_up_card(main)) }
        @if let Some(ends) = &main.distribution { (distribution(ends)) }
        @if !main.other_strategies.is_empty() { (other_strategies(&main.other_strategies)) }
    }
}

fn distribution(ends: &DistributionPar) -> Markup {
    html! {
        table.lines.keep {
            caption { "How a round ends: net results in original wagers, by " (ends.about) ". How it was found: " (ends.method) "." }
            thead { tr { th scope="col" { "net result" } th scope="col" { "probability" } th scope="col" { "1 in" } } }
            tbody {
                @for result in &ends.results {
                    tr {
                        th scope="row" { (result.net) }
                        td {
                            (Figure(result.probability).decimal(9))
                            @if let Some(exact) = &result.probability_exact { small { (exact) } }
                        }
                        td { (Figure(result.one_in).decimal(2)) }
                    }
                }
                @if let Some(more) = &ends.three_hands_or_more {
                    tr {
                        th scope="row" {
                            "three hands or more"
                            small { "not told apart; they add " (Figure(more.mean_net_share).decimal(9)) " to the mean" }
                        }
                        td { (Figure(more.probability).decimal(9)) }
                        td { (Figure(more.one_in).decimal(2)) }
                    }
                }
            }
        }
    }
}

fn other_strategies(strategies: &[StrategyPar]) -> Markup {
    html! {
        table.lines.keep {
            caption { "The best strategies of other kinds." }
            thead { tr { th scope="col" { "kind" } th.text scope="col" { "looks at" } th scope="col" { "mean net" } } }
            tbody {
                @for strategy in strategies {
                    tr {
                        th scope="row" { (strategy.name) }
                        td.text { (strategy.looks_at) }
                        td { (strategy.mean_net.map_or("not for these rules".to_owned(), |mean| Figure(mean).decimal(9))) }
                    }
                }
            }
        }
    }
}

fn by_up_card(main: &MainPar) -> Markup {
    let signed = |value: Option<f64>| value.map_or("–".to_owned(), |value| format!("{value:+.5}"));
    html! {
        table.lines.keep.by-up {
            caption { "Mean net result given the dealer's up card." }
            thead {
                tr {
                    th scope="col" { "up card" }
                    @for up in &main.by_up_card { th scope="col" { (up.up_card) } }
                }
            }
            tbody {
                tr { th scope="row" { "best play" } @for up in &main.by_up_card { td { (signed(up.mean_net_best_play)) } } }
                tr { th scope="row" { "best chart" } @for up in &main.by_up_card { td { (signed(up.mean_net_best_chart)) } } }
                tr { th scope="row" { "probability" } @for up in &main.by_up_card { td { (long_fraction(&up.probability)) } } }
            }
        }
    }
}

fn one_wager(wager: &WagerPar) -> Markup {
    html! {
        section.wager {
            h2 { (wager.name) }
            p {
                "Decided by " (wager.decided_by) ". How it was found: " (wager.method)
                ", " (long_number(&wager.combinations)) " in all."
            }
            div.wide { (lines(wager)) }
            (totals(wager))
        }
    }
}

fn lines(wager: &WagerPar) -> Markup {
    html! {
        table.lines {
            thead {
                tr {
                    th scope="col" { "line" }
                    th scope="col" { "pays" }
                    th scope="col" { "combinations" }
                    th scope="col" { "probability" }
                    th scope="col" { "1 in" }
                    th scope="col" { "contribution to return" small { "probability × (1 + pays)" } }
                }
            }
            tbody {
                @for line in &wager.lines {
                    tr {
                        th scope="row" { (line.name) small { (conditions(line)) } }
                        td { (line.pays) }
                        td { (long_number(&line.combinations)) }
                        td { (both(&line.probability)) }
                        td { (line.one_in.as_ref().map_or("never".to_owned(), |often| often.decimal(2))) }
                        td { (both(&line.contribution)) }
                    }
                }
                tr {
                    th scope="row" { "losing" small { (wager.losing.clauses.join(" ")) } }
                    td { "–" }
                    td { (long_number(&wager.losing.combinations)) }
                    td { (both(&wager.losing.probability)) }
                    td { "" }
                    td { "0" }
                }
            }
            tfoot {
                tr {
                    th scope="row" { "all" }
                    td { "" }
                    td { (long_number(&wager.combinations)) }
                    td { (wager.lines_and_losing.lowest()) }
                    td { "" }
                    td { (both(&wager.return_to_player)) }
                }
            }
        }
    }
}

fn totals(wager: &WagerPar) -> Markup {
    html! {
        dl.totals {
            div { dt { "Hit frequency" } dd { (wager.hit_frequency.percent(5)) small { (long_fraction(&wager.hit_frequency)) } } }
            div { dt { "Return to player" } dd { (wager.return_to_player.percent(5)) small { (long_fraction(&wager.return_to_player)) } } }
            div { dt { "House edge" } dd { (wager.house_edge.percent(5)) small { (long_fraction(&wager.house_edge)) } } }
            div { dt { "Standard deviation" } dd { (wager.standard_deviation.decimal(6)) small { "root of " (long_fraction(&wager.variance)) } } }
        }
        p.holds {
            "The lines and losing add up to exactly " (wager.lines_and_losing.lowest())
            ", and the contributions to the return: both are sums of the fractions, not of the rounded numbers."
        }
    }
}

/// A decimal number for people, the fraction for who checks it.
fn both(fraction: &Fraction) -> Markup {
    html! { (fraction.decimal(9)) small { (long_fraction(fraction)) } }
}

fn conditions(line: &LinePar) -> String {
    let conditions = line.when.iter().map(|(name, value)| format!("{name} = {value}"));
    let clauses = Some(line.clauses.join(" ")).filter(|clauses| !clauses.is_empty());
    conditions.chain(clauses).collect::<Vec<_>>().join(" · ")
}

/// A whole number; a very long one may break between its thousands.
fn long_number(digits: &str) -> Markup {
    const LONG: usize = 15;
    html! {
        @for group in grouped(digits).split_inclusive(',') { (group) @if digits.len() > LONG { wbr; } }
    }
}

/// A fraction that may break before its denominator.
fn long_fraction(fraction: &Fraction) -> Markup {
    html! { @for part in fraction.lowest().split_inclusive('/') { (part) wbr; } }
}

fn checks(checks: &[Check]) -> Markup {
    html! {
        ol.checks {
            @for check in checks {
                li { (check.shows) @if let Some(command) = &check.command { code { (command) } } }
            }
        }
    }
}

fn settings(settings: &[SettingPar]) -> Markup {
    let sections = settings.chunk_by(|one, next| one.section == next.section);
    html! {
        table.lines.settings {
            thead {
                tr {
                    th scope="col" { "setting" }
                    th.text scope="col" { "value" }
                    th.text scope="col" { "clauses" }
                    th.text scope="col" { "about" }
                }
            }
            @for section in sections {
                tbody {
                    tr.group { th colspan="4" scope="rowgroup" { (section[0].section) } }
                    @for setting in section {
                        tr {
                            th scope="row" { (setting.name) }
                            td.text {
                                (setting.value)
                                @if let Some(book) = &setting.book_value { small { "chosen; the book has " (book) } }
                            }
                            td.text { (setting.clauses.join(" ")) }
                            td.text { (setting.about) }
                        }
                    }
                }
            }
        }
    }
}
