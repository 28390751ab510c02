//! Looking at tables, and speaking at them.

use axum::extract::State;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::problem::{Changing, Problem, Reading};
use super::who::{Json, Path, Who, not_for};
use crate::house::Floor;
use crate::keeper::{Answer, Desk};
use crate::money::Money;
use crate::roles::may;
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
    let standing = desk(&floor, &table)?.standing.borrow().clone();
    Ok(axum::Json(Sight::of(&table, &standing, &who.eyes(), floor.clock().now())))
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
    responses(Changing, (status = 200, description = "carried out", body = Answer)))]
pub(super) async fn say(
    State(floor): State<Floor>,
    who: Who,
    Path(table): Path<String>,
    Json(Sentence { id, say }): Json<Sentence>,
) -> Result<axum::Json<Answer>, Problem> {
    let person = who.someone()?;
    if !may(person.role, takes(person.role, &say)) {
        return Err(not_for(&person));
    }
    let id = id_of(id)?;
    let desk = desk(&floor, &table)?;
    Ok(axum::Json(desk.say(&person, Some(id), &say).await?))
}
