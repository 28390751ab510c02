//! What the viewer can do now: chips while bets are taken, buttons for what the table asks him, else who is waited for.

use floor::{Range, Sayable};
use maud::{Markup, html};
use vocabulary::Chips;

use super::Terminal;
use crate::drawing::{DENOMINATIONS, chip};
use crate::page::money;
use crate::said;
use crate::words::answer;

/// Where problems with what is answered are told.
pub(crate) const SAID: &str = "said-controls";
/// So many chips are in the tray.
const TRAY: usize = 6;

impl Terminal<'_> {
    pub(super) fn controls(&self) -> Markup {
        html! {
            section #controls.controls.asked[self.is_asked()] tabindex="-1" aria-label=(self.texts().your_decision) {
                @if self.is_asked() { (self.answers()) }
                @else if !self.plays() { (self.onlooker()) }
                @else if self.is_betting() { (self.tray()) }
                @else { p.dim.wait { (self.texts().waiting_for_others) } }
                (said::place(SAID, self.tried, self.language))
            }
        }
    }

    fn onlooker(&self) -> Markup {
        html! {
            form.onlooker method="post" action="/seat" {
                span { (self.texts().onlooker) }
                input type="hidden" name="table" value=(self.sight.table);
                @if self.visitor.is_none() { button { (self.texts().take_a_seat) } }
            }
        }
    }

    /// The chips one can bet with: from the smallest the table knows to the largest wager it takes.
    fn denominations(&self) -> impl Iterator<Item = i64> {
        let most = self.sight.kinds.first().and_then(|main| main.max).unwrap_or(i64::MAX);
        let unit = self.sight.unit.max(1);
        DENOMINATIONS.into_iter().filter(move |worth| *worth <= most && worth % unit == 0).take(TRAY)
    }

    fn tray(&self) -> Markup {
        let texts = self.texts();
        let least = self.sight.kinds.first().and_then(|main| main.min).unwrap_or(0);
        let first = self.denominations().find(|worth| *worth >= least);
        let own = self.sight.wagers.iter().any(|wager| self.own() == Some(wager.player.as_str()));
        html! {
            form #bets.tray method="post" action={ "/tables/" (self.sight.table) "/bets" } data-said=(SAID) {
                fieldset {
                    legend { (texts.chips) }
                    @for worth in self.denominations() {
                        label.choice {
                            input.unseen type="radio" name="chip" value=(worth) checked[Some(worth) == first];
                            span.unseen { (money(worth)) }
                            (chip(worth))
                        }
                    }
                }
                div.acts {
                    button.quiet name="act" value="undo" disabled[!self.taps.can_undo] { (texts.undo) }
                    button.quiet name="act" value="repeat" disabled[!self.taps.can_repeat || own] { (texts.repeat) }
                    button.quiet name="act" value="clear" disabled[!own] { (texts.clear) }
                }
            }
        }
    }

    fn answers(&self) -> Markup {
        let several = self.sight.options.iter().any(|other| {
            let first = &self.sight.options[0];
            (other.spot, other.hand) != (first.spot, first.hand)
        });
        html! {
            div.answers { @for option in &self.sight.options { (self.button(option, several)) } }
        }
    }

    fn button(&self, option: &Sayable, several: bool) -> Markup {
        let (says, key) = answer(self.language, option.word);
        let split = self.sight.hands.iter().filter(|hand| hand.spot == option.spot).count() > 1;
        html! {
            form method="post" action=(self.say()) data-said=(SAID) id={ "answer-" (option.say.replace(' ', "-")) "-" (option.hand.unwrap_or(0)) } {
                input type="hidden" name="say" value=(option.say);
                @if let Some(range) = option.amount { (self.amount(range)) }
                button.answer data-key=[key] data-word=(option.word) {
                    span { (says) @if option.word == "picks" { " " (option.say.trim_start_matches("picks ")) } }
                    @if several || split {
                        small {
                            @if let Some(spot) = option.spot { (self.language.spot(spot)) }
                            @if let Some(hand) = option.hand.filter(|_| split) { " " (self.language.hand(hand)) }
                        }
                    }
                    @if let Some(key) = key { kbd aria-hidden="true" { (key) } }
                }
            }
        }
    }

    fn amount(&self, range: Range) -> Markup {
        let written = |units: i64| Chips::minor(units).to_string();
        html! {
            label.amount {
                span { (self.texts().for_amount) " " (money(range.least)) "–" (money(range.most)) }
                input type="number" name="amount" inputmode="decimal" min=(written(range.least)) max=(written(range.most))
                    step=(written(range.step)) value=(written(range.most)) required;
            }
        }
    }
}
