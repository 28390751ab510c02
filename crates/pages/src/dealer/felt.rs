//! The table at a glance: the dealer's cards, and each spot with its hands and wagers.

use floor::WagerSight;
use maud::{Markup, html};

use super::console::Console;
use crate::page::money;
use crate::terminal::{dealer, hand};
use crate::words::outcome;

impl Console<'_> {
    pub(super) fn felt(&self) -> Markup {
        let sight = self.sight;
        html! {
            section.felt.glance aria-label=(self.language.game(&sight.game, &sight.name)) {
                (dealer(sight, self.language))
                div.boxes { @for spot in 1..=sight.spots { (self.spot(spot)) } }
            }
        }
    }

    fn spot(&self, spot: u8) -> Markup {
        let sight = self.sight;
        let hands = || sight.hands.iter().filter(move |hand| hand.spot == Some(spot));
        let wagers = || sight.wagers.iter().filter(move |wager| wager.spot == spot);
        let seated = sight.seats.get(&spot);
        let asked = sight.awaits.iter().any(|awaited| awaited.spot == Some(spot));
        let busy = seated.is_some() || hands().next().is_some() || wagers().next().is_some();
        html! {
            section.box.busy[busy].asked[asked] id={ "spot-" (spot) } aria-label=(self.language.spot(spot)) {
                p.seat {
                    span.number { (spot) }
                    @if let Some(name) = seated { span.name title=(name) { (name) } }
                }
                div.hands {
                    @for one in hands() {
                        @let owner = one.player.as_deref().unwrap_or_default();
                        (hand(one, &format!("r{}-s{spot}{owner}", sight.round), self.language))
                    }
                }
                @if wagers().next().is_some() { ul.stakes { @for wager in wagers() { (self.stake(wager)) } } }
            }
        }
    }

    fn stake(&self, wager: &WagerSight) -> Markup {
        let name = self.sight.kinds.iter().find(|kind| kind.kind == wager.kind).map_or("", |kind| &kind.name);
        let tone = match wager.outcome {
            Some("won" | "even-money") => "good",
            Some("lost") => "bad",
            _ => "",
        };
        html! {
            li {
                span { (wager.player) @if wager.kind != "main" { " · " (self.language.wager(&wager.kind, name)) } }
                " " strong { (money(wager.stake)) }
                @if let Some(what) = wager.outcome {
                    " " span.(tone) { (outcome(self.language, what)) }
                    @if let Some(returned) = wager.returned.filter(|returned| *returned > 0) { " " strong { (money(returned)) } }
                }
            }
        }
    }
}
