//! Clocks that run on a page: until when, by the server's time. The script counts down.

use floor::{Deadline, WaitsFor};
use maud::{Markup, html};

use crate::texts::Language;

/// What a clock is for, and how long it runs.
pub(crate) fn countdown(clock: Option<&Deadline>, language: Language) -> Markup {
    let texts = language.texts();
    let Some(Deadline { waits_for, until }) = clock else { return html! {} };
    let says = match waits_for {
        WaitsFor::Bets => texts.until_bets,
        WaitsFor::Offers => texts.until_offers,
        WaitsFor::Decision => texts.until_decision,
        WaitsFor::Answers => texts.until_answers,
        WaitsFor::NextRound => texts.until_next,
    };
    html! { span.clock { (says) " " strong role="timer" data-until=(until) data-keep {} " " (texts.seconds) } }
}
