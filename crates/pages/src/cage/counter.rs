//! The counter of the cage as it is shown.

use axum::response::{IntoResponse, Response};
use floor::{Exchange, Receipt};
use maud::{Markup, html};
use vocabulary::Chips;

use super::HERE;
use crate::door::Door;
use crate::moment::moment;
use crate::page::{Page, money};
use crate::said::{Tried, place};
use crate::texts::{Language, fill};
use crate::visitor::Looking;

/// Where the page says that there is no such player.
pub(super) const PLAYER: &str = "said-player";
/// Where problems of an exchange are shown.
pub(super) const AMOUNT: &str = "said-amount";

/// A player at the counter, what they have and what they owe.
pub(super) struct Customer {
    pub(super) name: String,
    pub(super) balance: Chips,
    pub(super) debt: Chips,
}

/// Everything the page is made from.
pub(super) struct Counter {
    pub(super) player: String,
    pub(super) customer: Option<Customer>,
    pub(super) amount: String,
    pub(super) receipts: Vec<Receipt>,
    /// The receipt that was just made.
    pub(super) made: Option<Receipt>,
    pub(super) tried: Option<Tried>,
}

impl Counter {
    pub(super) fn page(&self, looking: &Looking, now: i64) -> Response {
        let language = looking.language;
        let here = match &self.customer {
            Some(customer) => format!("{HERE}?player={}", customer.name),
            None => HERE.to_owned(),
        };
        let page = Page {
            title: Door::Cage.texts(language).title,
            language,
            visitor: looking.visitor.as_ref(),
            here: &here,
            live: None,
            now,
            main: self.main(language),
        };
        (self.tried.as_ref().map(Tried::status).unwrap_or_default(), page).into_response()
    }

    fn main(&self, language: Language) -> Markup {
        html! {
            main #main.pit.staff {
                header.pit-head { h1 { (Door::Cage.texts(language).title) } }
                div.staff-columns {
                    div.pit-column {
                        (self.player(language))
                        @if let Some(customer) = &self.customer { (self.exchange(customer, language)) }
                    }
                    div.pit-column {
                        @if let Some(made) = &self.made { (slip(made, language)) }
                        (self.receipts(language))
                    }
                }
            }
        }
    }

    fn player(&self, language: Language) -> Markup {
        let texts = language.staff();
        html! {
            section #player.paper {
                h2 { (texts.player) }
                form.finding method="get" action=(HERE) role="search" {
                    label { (language.texts().name) input #player-name name="player" value=(self.player) autocapitalize="none" autocomplete="off" spellcheck="false" maxlength="32" aria-describedby="player-hint" required; }
                    button.quiet { (texts.look) }
                }
                (place(PLAYER, self.tried.as_ref(), language))
                p #player-hint.dim.hint { (texts.player_why) }
            }
        }
    }

    fn exchange(&self, customer: &Customer, language: Language) -> Markup {
        let texts = language.staff();
        html! {
            section #exchange.paper {
                h2 { (customer.name) " " (texts.has) " " strong #balance.figure { (money(customer.balance.units())) } }
                @if customer.debt > Chips::ZERO {
                    p #debt.said { (fill(texts.owes, &[("debt", &money(customer.debt.units()))])) }
                }
                form.fields method="post" action=(HERE) {
                    input type="hidden" name="player" value=(customer.name);
                    // However often it is sent, it is carried out once.
                    input type="hidden" name="once" value=(floor::fresh_password());
                    label { (texts.amount) input #amount name="amount" value=(self.amount) inputmode="decimal" autocomplete="off" maxlength="20" aria-describedby=(AMOUNT) required; }
                    (place(AMOUNT, self.tried.as_ref(), language))
                    div.both {
                        button name="what" value="bought" { (texts.sell) }
                        button.quiet name="what" value="cashed-out" { (texts.cash_out) }
                        @if customer.debt > Chips::ZERO {
                            button.quiet name="what" value="settled" { (texts.settle) }
                        }
                    }
                }
            }
        }
    }

    fn receipts(&self, language: Language) -> Markup {
        let texts = language.staff();
        html! {
            section #receipts.paper {
                h2 { (texts.receipts) }
                @if self.receipts.is_empty() { p.dim { (texts.no_receipts) } } @else {
                    div.wide tabindex="0" role="region" aria-label=(texts.receipts) {
                        table {
                            thead { tr { th { (texts.number) } th { (texts.player) } th { (texts.what) } th.figure { (texts.amount) } th { (texts.at) } } }
                            tbody { @for receipt in &self.receipts { (row(receipt, language)) } }
                        }
                    }
                }
            }
        }
    }
}

fn row(receipt: &Receipt, language: Language) -> Markup {
    let (machine, clock) = moment(receipt.at);
    html! {
        tr {
            th scope="row" { (receipt.number) }
            td { a href={ (HERE) "?player=" (receipt.player) } { (receipt.player) } }
            td { (what(receipt, language)) }
            td.figure { (money(receipt.amount)) }
            td { time datetime=(machine) { (clock) } }
        }
    }
}

/// A receipt to hand over.
fn slip(receipt: &Receipt, language: Language) -> Markup {
    let texts = language.staff();
    let (machine, _) = moment(receipt.at);
    let written = machine.replace('T', " ").replace('Z', "");
    html! {
        section #receipt.paper.slip role="status" {
            h2 { (fill(texts.receipt, &[("number", &receipt.number.to_string())])) }
            p.large { (what(receipt, language)) " " strong.figure { (money(receipt.amount)) } }
            dl {
                dt { (texts.player) } dd { (receipt.player) }
                dt { (texts.by) } dd { (receipt.by) }
                dt { (texts.at) } dd { time datetime=(machine) { (written) } }
            }
        }
    }
}

fn what(receipt: &Receipt, language: Language) -> &'static str {
    let texts = language.staff();
    match receipt.what {
        Exchange::Bought | Exchange::Given => texts.sold,
        Exchange::CashedOut => texts.cashed_out,
        Exchange::Settled => texts.settled,
        Exchange::Filled => language.pit().filled,
        Exchange::Emptied => language.pit().emptied,
    }
}
