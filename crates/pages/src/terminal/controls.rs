//! What the viewer can do now: chips while bets are taken, buttons for what the table asks them, else who is waited for.

use maud::{Markup, html};

use super::Terminal;
use crate::drawing::{DENOMINATIONS, chip};
use crate::page::money;
use crate::said;
use crate::words::call;

/// Where problems with what is answered are shown.
pub(crate) const SAID: &str = "said-controls";
/// How many chips are in the tray.
const TRAY: usize = 6;

impl Terminal<'_> {
    pub(super) fn controls(&self) -> Markup {
        html! {
            section #controls.controls.asked[self.is_asked()] tabindex="-1" aria-label=(self.texts().your_decision) {
                @if self.is_asked() { (self.answers()) }
                @else if !self.plays() { (self.onlooker()) }
                @else if self.is_betting() { (self.tray()) }
                @else { p.dim.wait role="status" { (self.waiting()) (self.came_to()) } }
                (self.seat_notice())
                (said::place(SAID, self.tried, self.language))
            }
        }
    }

    /// Whom the table waits for.
    fn waiting(&self) -> String {
        let texts = self.language.terminal();
        if self.is_suspended() {
            return self.language.no_wagers_why().to_owned();
        }
        let awaits = &self.sight.awaits;
        let asked: Vec<_> = awaits.iter().filter(|one| one.what != "card" && one.player.is_some()).collect();
        match (asked.as_slice(), awaits.first().map(|one| one.what)) {
            ([one], _) => self.language.waiting_for(one.player.as_deref().unwrap_or_default(), one.spot),
            ([_, _, ..], _) => self.language.waiting_for_players(asked.len()),
            ([], Some("card")) => texts.cards_come.to_owned(),
            ([], Some("ruling" | "control" | "discard" | "pick")) => texts.pit_decides.to_owned(),
            ([], Some("next")) => call(self.language, self.sight.phase).to_owned(),
            ([], None) if self.is_shared() => texts.other_terminals.to_owned(),
            ([], _) => self.texts().waiting_for_others.to_owned(),
        }
    }

    /// What a round that is over came to, for players with a wager in it.
    fn came_to(&self) -> Markup {
        let bet = self.sight.wagers.iter().any(|wager| self.own() == Some(wager.player.as_str()));
        let over = matches!(self.sight.phase, "settled" | "void");
        html! {
            @if let Some(net) = self.sight.net.filter(|_| bet && over) {
                strong.net.good[net > 0].bad[net < 0] { @if net > 0 { "+" } (money(net)) }
            }
        }
    }

    fn onlooker(&self) -> Markup {
        let texts = self.texts();
        let guest = self.visitor.is_some_and(|visitor| visitor.person.guest);
        html! {
            form.onlooker method="post" action="/seat" {
                span { (if guest { texts.for_real_money } else { texts.onlooker }) }
                input type="hidden" name="table" value=(self.sight.table);
                @if self.visitor.is_none() {
                    @if self.is_for_play() { button { (texts.take_a_seat) } } @else { a href="/" { (texts.no_guests) } }
                }
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
}
