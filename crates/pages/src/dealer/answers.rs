//! What players at a dealer's table can answer, for the dealer to key as they say it.

use floor::{Range, Sayable, options};
use maud::{Markup, html};
use vocabulary::Chips;

use super::console::Console;
use super::controls::SAID;
use crate::page::money;
use crate::words::answer;

impl Console<'_> {
    /// Every player who is asked, with their answers. The keys are for the first; once they have answered, for the next.
    pub(super) fn answers(&self) -> Markup {
        let asked = self.asked();
        let mut keys: Vec<&str> = Vec::new();
        html! {
            @if !asked.is_empty() && self.has_real_cards() {
                div.asked-players {
                    h2 { (self.texts().answers) }
                    @for name in asked {
                        @let open = options(self.table(), name);
                        @if !open.is_empty() {
                            div.asked-player {
                                h3 { (name) }
                                div.answers { @for option in &open { (self.answer(name, option, &mut keys)) } }
                            }
                        }
                    }
                }
            }
        }
    }

    /// Who is asked, each once and in the order of the table.
    fn asked(&self) -> Vec<&str> {
        let mut names: Vec<&str> = Vec::new();
        for name in self.sight.awaits.iter().filter_map(|awaited| awaited.player.as_deref()) {
            if !names.contains(&name) {
                names.push(name);
            }
        }
        names
    }

    fn answer(&self, name: &str, option: &Sayable, keys: &mut Vec<&'static str>) -> Markup {
        let (says, key) = answer(self.language, option.word);
        let say = format!("{name} {}", option.say);
        let picked = option.say.strip_prefix("picks ");
        let key = key.filter(|key| !keys.contains(key));
        keys.extend(key);
        html! {
            form method="post" action=(self.say()) data-said=(SAID) id={ "answer-" (say.replace(' ', "-")) "-" (option.hand.unwrap_or(0)) } {
                input type="hidden" name="say" value=(say);
                @if let Some(range) = option.amount { (self.amount(range)) }
                button.answer data-key=[key] data-word=(option.word) {
                    span { (says) @if let Some(card) = picked { " " (card) } }
                    small {
                        @if let Some(spot) = option.spot { (self.language.spot(spot)) " " }
                        @if let Some(clause) = self.clause_of(self.person.role, &say, false) { (clause) }
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
                span { (self.language.texts().for_amount) " " (money(range.least)) "–" (money(range.most)) }
                input type="number" name="amount" inputmode="decimal" min=(written(range.least)) max=(written(range.most))
                    step=(written(range.step)) value=(written(range.most)) required;
            }
        }
    }
}
