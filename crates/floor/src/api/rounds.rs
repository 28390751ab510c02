//! Rounds found again.

use axum::extract::State;
use axum::http::header;
use axum::response::{IntoResponse, Response};
use journal::{Round, RoundMark, RoundQuery};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::problem::{Problem, Reading};
use super::who::{Path, Query, Who, not_for, place};
use crate::house::Floor;
use crate::people::People;
use crate::recall::Recalled;
use crate::roles::{Action, may};
use crate::window::Millis;

/// Which rounds.
#[derive(Deserialize, utoipa::IntoParams)]
pub(super) struct Wanted {
    /// Of this table.
    table: Option<String>,
    /// In which this player had a wager. Players find their own only.
    player: Option<String>,
    /// Over at this time or later, in milliseconds since 1970.
    from: Option<i64>,
    /// Over before this time.
    until: Option<i64>,
    /// With this number.
    number: Option<i64>,
    /// The `before` of the last round you have.
    #[param(pattern = "^[0-9]{1,18}[.][0-9]{1,18}$")]
    before: Option<String>,
    /// How many at most.
    #[param(minimum = 1, maximum = 100)]
    limit: Option<usize>,
}

/// A round in the list.
#[derive(Serialize, ToSchema)]
pub(super) struct Found {
    table: String,
    number: i64,
    opened_at: Millis,
    closed_at: Millis,
    players: Vec<String>,
    /// Ask for older ones with this.
    before: String,
}

/// Find rounds, newest first.
#[utoipa::path(get, path = "/api/rounds", tag = "rounds", params(Wanted), responses(Reading, (status = 200, body = [Found])))]
pub(super) async fn find(
    State(floor): State<Floor>,
    who: Who,
    Query(wanted): Query<Wanted>,
) -> Result<axum::Json<Vec<Found>>, Problem> {
    let person = who.someone()?;
    let player = match wanted.player {
        player if may(person.role, Action::AnyRounds) => player,
        _ if !may(person.role, Action::OwnRounds) => return Err(not_for(&person)),
        Some(other) if other != person.name => {
            return Err(Problem::not_yours("players find their own rounds only"));
        }
        _ => Some(person.name),
    };
    let before = wanted
        .before
        .map(|before| mark(&before).ok_or_else(|| Problem::unreadable("`before` is the before of a round")));
    let limit = wanted.limit.unwrap_or(50);
    if !(1..=100).contains(&limit) {
        return Err(Problem::unreadable("`limit` is from 1 to 100"));
    }
    let stream = wanted.table.map(|table| format!("table/{table}").parse()).transpose();
    let (Ok(stream), true) = (stream, player.as_deref().is_none_or(People::is_name)) else {
        // What can be no table and no player had no rounds.
        return Ok(axum::Json(Vec::new()));
    };
    let query = RoundQuery {
        stream,
        player,
        from: wanted.from,
        until: wanted.until,
        number: wanted.number,
        before: before.transpose()?,
        limit,
    };
    let found = |round: Round| Found {
        table: round.stream.as_str().trim_start_matches("table/").to_owned(),
        number: round.number,
        opened_at: round.opened_at,
        closed_at: round.mark.closed_at,
        players: round.players,
        before: format!("{}.{}", round.mark.closed_at, round.mark.entry),
    };
    Ok(axum::Json(floor.journal().rounds(&query).await?.into_iter().map(found).collect()))
}

fn mark(text: &str) -> Option<RoundMark> {
    place(text).map(|(closed_at, entry)| RoundMark { closed_at, entry })
}

async fn recalled(floor: &Floor, who: Who, table: &str, number: i64) -> Result<Recalled, Problem> {
    let person = who.someone()?;
    let any = may(person.role, Action::AnyRounds);
    if !any && !may(person.role, Action::OwnRounds) {
        return Err(not_for(&person));
    }
    let nothing = || Problem::not_found(format!("table {table:.40} has no finished round {number}"));
    let stream = format!("table/{table}").parse().map_err(|_| nothing())?;
    let query = RoundQuery { stream: Some(stream), number: Some(number), limit: 1, ..RoundQuery::default() };
    let round = floor.journal().rounds(&query).await?.pop().ok_or_else(nothing)?;
    if !any && !round.players.contains(&person.name) {
        return Err(Problem::not_yours("players look at their own rounds only"));
    }
    let entries = crate::house::entries_of(floor.journal(), &round).await?;
    Recalled::of(&entries).map_err(|why| {
        Problem::new(
            axum::http::StatusCode::INTERNAL_SERVER_ERROR,
            "/problems/journal",
            "the round cannot be recalled",
            why,
        )
    })
}

/// One round: every wager with its clause, every hand.
#[utoipa::path(get, path = "/api/rounds/{table}/{number}", tag = "rounds",
    params(("table" = String, Path), ("number" = i64, Path)), responses(Reading, (status = 200, description = "as `croupier replay --json` prints it", body = serde_json::Value)))]
pub(super) async fn one(
    State(floor): State<Floor>,
    who: Who,
    Path((table, number)): Path<(String, i64)>,
) -> Result<axum::Json<serde_json::Value>, Problem> {
    let recalled = recalled(&floor, who, &table, number).await?;
    let replay = transcript::replay(&recalled.transcript(), None, true);
    let json = replay.to_json(&format!("{table} {number}"));
    Ok(axum::Json(serde_json::to_value(json).unwrap_or_default()))
}

/// One round in the notation; it replays to the same result.
#[utoipa::path(get, path = "/api/rounds/{table}/{number}/transcript", tag = "rounds",
    params(("table" = String, Path), ("number" = i64, Path)), responses(Reading, (status = 200, content_type = "text/plain", body = String)))]
pub(super) async fn transcript(
    State(floor): State<Floor>,
    who: Who,
    Path((table, number)): Path<(String, i64)>,
) -> Result<Response, Problem> {
    let recalled = recalled(&floor, who, &table, number).await?;
    let headers = [(header::CONTENT_TYPE, "text/plain; charset=utf-8")];
    Ok((headers, recalled.transcript().to_string()).into_response())
}
