//! Looking at tables, and speaking at them.

use axum::extract::State;
use axum::http::StatusCode;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::deeds;
use super::duty::status;
use super::problem::{Changing, Problem, Reading};
use super::who::{Json, Path, Who, not_for};
use crate::desk::Desk;
use crate::house::Floor;
use crate::keeper::Answer;
use crate::money::Money;
use crate::roles::{Action, may};
use crate::sight::Sight;
use crate::speech::takes;
use crate::window::Deadline;

/// A table in the list.
#[derive(Serialize, ToSchema)]
pub(super) struct Listed {
    id: String,
    game: String,
    name: String,
    /// What is played for. Guests play for play money only.
    money: Money,
    open: bool,
    /// Whether it takes no wagers for now, because the floor is short of disk space. That ends by itself.
    suspended: bool,
    phase: &'static str,
    clock: Option<Deadline>,
    spots: u8,
    seats_taken: usize,
}

/// Every table kept here.
#[utoipa::path(get, path = "/api/tables", tag = "tables", responses((status = 200, body = [Listed])))]
pub(super) async fn list(State(floor): State<Floor>, who: Who) -> axum::Json<Vec<Listed>> {
    let (now, eyes) = (floor.clock().now(), who.eyes());
    let listed = |id: std::sync::Arc<str>| {
        let standing = floor.table(&id)?.standing.borrow().clone();
        let sight = Sight::of(&id, &standing, &eyes, now);
        Some(Listed {
            id: sight.table,
            game: sight.game,
            name: sight.name,
            money: sight.money,
            open: sight.open,
            suspended: sight.suspended,
            phase: sight.phase,
            clock: sight.clock,
            spots: sight.spots,
            seats_taken: sight.seats.len(),
        })
    };
    axum::Json(floor.tables().into_iter().filter_map(listed).collect())
}

/// A table that is kept here.
///
/// # Errors
///
/// When it is kept elsewhere, or nowhere.
pub fn desk(floor: &Floor, id: &str) -> Result<Desk, Problem> {
    floor.table(id).ok_or_else(|| Problem::absent(id, floor.whereabouts(id)))
}

/// A table as you see it now.
#[utoipa::path(get, path = "/api/tables/{table}", tag = "tables", params(("table" = String, Path)),
    responses(Reading, (status = 200, body = Sight)))]
pub(super) async fn look(
    State(floor): State<Floor>,
    who: Who,
    Path(table): Path<String>,
) -> Result<axum::Json<Sight>, Problem> {
    let (desk, eyes) = (desk(&floor, &table)?, who.eyes());
    desk.note_look(&eyes);
    let standing = desk.standing.borrow().clone();
    Ok(axum::Json(Sight::of(&table, &standing, &eyes, floor.clock().now())))
}

/// A sentence of the notation. A player's own name is put before it.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Sentence {
    /// Made by the sender; the same again has one effect and the same answer.
    #[schema(min_length = 1, max_length = 100, pattern = "^[ -~]+$", example = "7f0c")]
    id: String,
    /// Such as `bets 100 on 3`, `hits`, `dealer closes bets`, `pit rules play goes on`.
    #[schema(min_length = 1, max_length = 2000, example = "bets 100 on 3")]
    say: String,
}

/// An id as the journal keeps it.
pub(super) fn id_of(id: String) -> Result<String, Problem> {
    let fits = (1..=100).contains(&id.len()) && id.bytes().all(|byte| (b' '..=b'~').contains(&byte));
    if fits {
        return Ok(id);
    }
    Err(Problem::unreadable("an id has 1 to 100 letters, digits and signs, all of them ASCII"))
}

/// Say something at a table. Answered once it is on disk.
#[utoipa::path(post, path = "/api/tables/{table}/say", tag = "tables", params(("table" = String, Path)),
    request_body = Sentence,
    responses(Changing, (status = 200, description = "carried out", body = Answer),
        (status = 202, description = "not carried out: it waits for a second person, under the number of the entry", body = Answer)))]
pub(super) async fn say(
    State(floor): State<Floor>,
    who: Who,
    Path(table): Path<String>,
    Json(Sentence { id, say }): Json<Sentence>,
) -> Result<(StatusCode, axum::Json<Answer>), Problem> {
    let person = who.someone()?;
    if !may(person.role, takes(person.role, &say)) {
        return Err(not_for(&person));
    }
    let id = id_of(id)?;
    let desk = desk(&floor, &table)?;
    let answer = desk.say(&person, Some(id), &say).await?;
    Ok((status(&answer), axum::Json(answer)))
}

/// That you stay seated.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Stay {
    /// Made by the sender; the same again has one effect and the same answer.
    #[schema(min_length = 1, max_length = 100, pattern = "^[ -~]+$", example = "7f0d")]
    id: String,
}

/// Stay seated although you do not bet: the rounds you missed and the time you were silent are forgotten. `stays-left` of your
/// seat says how often you can before you play a round.
#[utoipa::path(post, path = "/api/tables/{table}/stay", tag = "tables", params(("table" = String, Path)),
    request_body = Stay, responses(Changing, (status = 200, description = "your seat is kept", body = Answer)))]
pub(super) async fn stay(
    State(floor): State<Floor>,
    who: Who,
    Path(table): Path<String>,
    Json(Stay { id }): Json<Stay>,
) -> Result<axum::Json<Answer>, Problem> {
    let person = who.may(Action::Play)?;
    let id = id_of(id)?;
    Ok(axum::Json(desk(&floor, &table)?.stay(&person, Some(id)).await?))
}

/// A seat to end.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct EndOfSeat {
    #[schema(min_length = 1, max_length = 100, pattern = "^[ -~]+$", example = "7f0e")]
    id: String,
    /// Whose seat.
    #[schema(example = "ann")]
    player: String,
    /// Why it ends.
    #[schema(min_length = 1, max_length = 200, example = "left the floor")]
    why: String,
}

/// End the seat of a player who has no wager in the round. The table's book keeps who did it, and why.
#[utoipa::path(post, path = "/api/tables/{table}/end-seat", tag = "operator", params(("table" = String, Path)),
    request_body = EndOfSeat, responses(Changing, (status = 200, description = "the seat is free", body = Answer)))]
pub(super) async fn end_seat(
    State(floor): State<Floor>,
    who: Who,
    Path(table): Path<String>,
    Json(EndOfSeat { id, player, why }): Json<EndOfSeat>,
) -> Result<axum::Json<Answer>, Problem> {
    let by = who.may(Action::Deal)?;
    let id = Some(id_of(id)?);
    Ok(axum::Json(deeds::end_seat(&floor, &by, id, &table, &player, &why).await?))
}
