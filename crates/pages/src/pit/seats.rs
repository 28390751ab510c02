//! Ending a player's seat by hand, with a reason.

use axum::extract::{Path, State};
use axum::response::Response;
use floor::Sight;
use maud::{Markup, html};
use serde::Deserialize;

use super::forms::{Answered, answered};
use crate::House;
use crate::door::Door;
use crate::form::{self, Form};
use crate::said::{Scripted, place};
use crate::visitor::Looking;

/// Where it is shown whether a seat ended.
const SAID: &str = "said-end-seat";

/// The form, where anybody sits.
pub(super) fn section(sight: &Sight, looking: &Looking) -> Markup {
    let texts = looking.language.pit();
    html! {
        section #seats.paper hidden[sight.seats.is_empty()] {
            h2 { (texts.seats) }
            p.dim { (texts.end_seat_why) }
            form method="post" action={ "/pit/tables/" (sight.table) "/end-seat" } data-said=(SAID) {
                label {
                    (texts.seat_of)
                    select #end-seat-player name="player" {
                        @for (spot, name) in &sight.seats {
                            option value=(name) { (looking.language.spot(*spot)) ", " (name) }
                        }
                    }
                }
                label { (texts.reason) input #end-seat-words name="words" maxlength="200" autocomplete="off" required; }
                button.danger { (texts.end_seat) }
            }
            (place(SAID, None, looking.language))
        }
    }
}

/// Whose seat ends, and why.
#[derive(Deserialize)]
pub(super) struct Ending {
    id: Option<String>,
    player: String,
    words: String,
}

pub(super) async fn end(
    State(house): State<House>,
    Path(table): Path<String>,
    looking: Looking,
    scripted: Scripted,
    Form(Ending { id, player, words }): Form<Ending>,
) -> Response {
    let done = async {
        let person = Door::Pit.enter(&looking)?;
        floor::end_seat(&house.floor, person, form::id(id), &table, player.trim(), &words).await?;
        Ok(looking.language.seat_ended_by_hand(player.trim()))
    };
    let back = format!("/pit/tables/{table}");
    answered(&house.floor, &looking, scripted, Answered { at: SAID, back: &back, done: done.await })
}
