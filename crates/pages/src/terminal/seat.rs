//! The warning a player gets before their seat ends, and the button that keeps it.

use floor::SeatSight;
use maud::{Markup, html};

use super::Terminal;
use super::controls::SAID;

/// The time is shown once it is this short, in milliseconds.
const SOON: i64 = 120_000;

impl Terminal<'_> {
    /// When the viewer's own seat ends, once that is near. A player with a wager in the round is not warned.
    pub(super) fn seat_notice(&self) -> Markup {
        let Some(seat) = self.sight.seat.as_ref().filter(|_| !self.has_live_wager()) else { return html! {} };
        let told = self.rounds_told(seat).or_else(|| self.time_told(seat));
        html! {
            @if let Some(told) = told {
                form #seat-notice.seat-notice method="post" action={ "/tables/" (self.sight.table) "/stay" } data-said=(SAID) {
                    div role="status" {
                        p { (told) }
                        @if let Some(left) = seat.stays_left { p.dim { (self.language.stays_left(left)) } }
                    }
                    @if can_stay(seat) { button.quiet { (self.language.terminal().stay_seated) } }
                }
            }
        }
    }

    fn has_live_wager(&self) -> bool {
        let own = |player: &str| self.own() == Some(player);
        self.sight.wagers.iter().any(|wager| own(&wager.player) && wager.outcome.is_none())
    }

    fn rounds_told(&self, seat: &SeatSight) -> Option<Markup> {
        let left = seat.rounds_left.filter(|_| seat.missed > 0)?;
        Some(html! { (self.language.rounds_to_seat_end(left)) })
    }

    fn time_told(&self, seat: &SeatSight) -> Option<Markup> {
        let until = seat.until.filter(|until| until - self.sight.now <= SOON)?;
        let (texts, terminal) = (self.texts(), self.language.terminal());
        let told = if can_stay(seat) { terminal.seat_ends_in } else { terminal.seat_ends_unless_bet };
        Some(html! {
            (told) " "
            strong role="timer" data-until=(until) data-keep {} " " (texts.seconds)
        })
    }
}

/// Whether the player can keep the seat without a wager.
fn can_stay(seat: &SeatSight) -> bool {
    seat.stays_left != Some(0)
}
