//! Seats and wagers of players who sit before the dealer and not at a terminal.

use maud::{Markup, html};

use super::console::Console;
use crate::said;

/// Where problems with them are shown.
pub(super) const SAID: &str = "said-seats";

impl Console<'_> {
    pub(super) fn seats(&self) -> Markup {
        let texts = self.texts();
        let open = self.has_real_cards() && matches!(self.sight.phase, "betting" | "settled" | "void");
        let betting = self.sight.phase == "betting";
        html! {
            section #seats.paper hidden[!open] {
                h2 { (texts.at_table) }
                p.dim { (texts.at_table_why) }
                form.seats method="post" action=(self.say()) data-said=(SAID) {
                    label { (texts.player) " (B)" input #seat-name name="name" list="known" data-key="B" autocomplete="off" autocapitalize="none" required; }
                    datalist #known { @for name in self.known() { option value=(name) {} } }
                    label { (texts.field_spot) input #seat-spot type="number" name="spot" min="1" max=(self.sight.spots) required; }
                    label { (texts.field_amount) input #seat-amount type="number" name="amount" min="0.01" step="0.01"; }
                    label {
                        (texts.wager)
                        select #seat-wager name="wager" {
                            @for kind in &self.sight.kinds { option value=(kind.kind) { (self.language.wager(&kind.kind, &kind.name)) } }
                        }
                    }
                    div.acts {
                        button name="say" value="bets" disabled[!betting] { (texts.bets) }
                        button.quiet name="say" value="withdraws" disabled[!betting] { (texts.withdraws) }
                        button.quiet name="say" value="leaves" { (texts.leaves) }
                    }
                }
                (said::place(SAID, self.tried, self.language))
            }
        }
    }

    /// Everyone who sits here or has a wager.
    fn known(&self) -> impl Iterator<Item = &str> {
        let mut names: Vec<&str> = self.sight.seats.values().map(String::as_str).collect();
        names.extend(self.sight.wagers.iter().map(|wager| wager.player.as_str()));
        names.sort_unstable();
        names.dedup();
        names.into_iter()
    }
}
