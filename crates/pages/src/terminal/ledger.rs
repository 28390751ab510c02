//! Papers beside the felt: what became of one's wagers, the limits, and the purse.

use floor::WagerSight;
use maud::{Markup, html};

use super::Terminal;
use crate::clause::clause;
use crate::page::money;
use crate::said;
use crate::words::outcome;

/// Where problems with credits are shown.
pub(crate) const PURSE: &str = "said-purse";

impl Terminal<'_> {
    pub(super) fn results(&self) -> Markup {
        let texts = self.texts();
        let own = |wager: &&WagerSight| self.own() == Some(wager.player.as_str()) && wager.outcome.is_some();
        let settled: Vec<&WagerSight> = self.sight.wagers.iter().filter(own).collect();
        html! {
            section #results.paper hidden[settled.is_empty()] {
                h2 { (texts.results) }
                table {
                    thead { tr { th { } th.figure { (texts.staked) } th.figure { (texts.paid) } th { (texts.clause) } } }
                    tbody { @for (at, wager) in settled.iter().enumerate() { (self.result(at, wager)) } }
                    @if let Some(net) = self.sight.net {
                        tfoot {
                            tr {
                                th { (texts.net) }
                                td.figure.net.good[net > 0].bad[net < 0] colspan="2" { @if net > 0 { "+" } (money(net)) }
                                td {}
                            }
                        }
                    }
                }
            }
        }
    }

    fn result(&self, at: usize, wager: &WagerSight) -> Markup {
        let name = self.sight.kinds.iter().find(|kind| kind.kind == wager.kind).map_or("", |kind| &kind.name);
        html! {
            tr id={ "result-" (self.sight.round) "-" (at) } {
                th {
                    (self.language.wager(&wager.kind, name)) " · " (wager.spot)
                    @if wager.hand > 1 { "." (wager.hand) }
                    small { (outcome(self.language, wager.outcome.unwrap_or_default())) }
                }
                td.figure { (money(wager.stake)) }
                td.figure { (money(wager.returned.unwrap_or(0))) }
                td { @if let Some(cited) = &wager.clause { (clause(self.standing.table.rules(), cited, self.language)) } }
            }
        }
    }

    pub(super) fn limits(&self) -> Markup {
        let texts = self.texts();
        html! {
            section #limits.paper {
                h2 { (texts.place_limits) }
                table {
                    thead { tr { th {} th.figure { (texts.minimum) } th.figure { (texts.maximum) } } }
                    tbody {
                        @for kind in &self.sight.kinds {
                            tr {
                                th { (self.language.wager(&kind.kind, &kind.name)) }
                                td.figure { (kind.min.map_or_else(|| texts.no_limit.to_owned(), money)) }
                                td.figure { (kind.max.map_or_else(|| texts.no_limit.to_owned(), money)) }
                            }
                        }
                    }
                }
            }
        }
    }

    pub(super) fn purse_forms(&self) -> Markup {
        let texts = self.texts();
        html! {
            section #credits.paper hidden[!self.plays()] {
                h2 { (texts.balance) }
                p.dim { (if self.is_for_play() { texts.play_money_why } else { texts.credits_why }) }
                @if self.is_for_play() {
                    form.exchange method="post" action={ "/tables/" (self.sight.table) "/play-money" } data-said=(PURSE) {
                        button { (texts.more_play_money) }
                    }
                }
                (said::place(PURSE, self.tried, self.language))
            }
        }
    }
}
