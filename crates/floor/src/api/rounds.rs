//! Rounds found again.

use std::collections::BTreeMap;

use axum::extract::State;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use journal::{JournalError, Round, RoundMark, RoundQuery, Stream};
use serde::{Deserialize, Serialize};
use transcript::{Amount, FileJson, HandJson, RoundJson};
use utoipa::ToSchema;
use vocabulary::Chips;

use super::problem::{Problem, Reading};
use super::who::{Path, Query, Who, not_for, place};
use crate::house::Floor;
use crate::people::{People, Person};
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
    /// Who had a wager. A player learns of himself only.
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
    let own = own_only(&person)?;
    if let (Some(own), Some(asked)) = (&own, &wanted.player)
        && own != asked
    {
        return Err(Problem::not_yours("players find their own rounds only"));
    }
    let player = own.clone().or(wanted.player);
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
    let rounds = floor.journal().rounds(&query).await?;
    Ok(axum::Json(rounds.into_iter().map(|round| Found::of(round, own.as_deref())).collect()))
}

impl Found {
    /// A round as it is listed, for a player without the others who were in it.
    fn of(round: Round, own: Option<&str>) -> Found {
        let mut players = round.players;
        players.retain(|player| own.is_none_or(|own| own == player));
        Found {
            table: round.stream.as_str().trim_start_matches("table/").to_owned(),
            number: round.number,
            opened_at: round.opened_at,
            closed_at: round.mark.closed_at,
            players,
            before: format!("{}.{}", round.mark.closed_at, round.mark.entry),
        }
    }
}

fn mark(text: &str) -> Option<RoundMark> {
    place(text).map(|(closed_at, entry)| RoundMark { closed_at, entry })
}

/// The name of someone who looks at his own rounds only; nothing for who looks at anyone's.
fn own_only(person: &Person) -> Result<Option<String>, Problem> {
    match may(person.role, Action::AnyRounds) {
        true => Ok(None),
        false if may(person.role, Action::OwnRounds) => Ok(Some(person.name.clone())),
        false => Err(not_for(person)),
    }
}

/// A round that was found.
struct Looked {
    recalled: Recalled,
    /// Whose doings alone are shown: at terminals a player's are his own business.
    only: Option<String>,
}

async fn look(floor: &Floor, who: Who, table: &str, number: i64) -> Result<Looked, Problem> {
    let own = own_only(&who.someone()?)?;
    let Ok(stream) = format!("table/{table}").parse::<Stream>() else {
        return Err(Problem::not_found(format!("there was never a table {table:.40}")));
    };
    let query =
        RoundQuery { stream: Some(stream.clone()), number: Some(number), limit: 1, ..RoundQuery::default() };
    let Some(round) = floor.journal().rounds(&query).await?.pop() else {
        return Err(Problem::not_found(missing(floor, table, stream, number).await?));
    };
    if own.as_ref().is_some_and(|own| !round.players.contains(own)) {
        return Err(Problem::not_yours("players look at their own rounds only"));
    }
    let entries = crate::house::entries_of(floor.journal(), &round).await?;
    let recalled = Recalled::of(&entries).map_err(|why| {
        let status = StatusCode::INTERNAL_SERVER_ERROR;
        Problem::new(status, "/problems/journal", "the round cannot be recalled", why)
    })?;
    let only = own.filter(|_| recalled.rules.shared_hand());
    Ok(Looked { recalled, only })
}

/// Why a table has no such round to look at.
async fn missing(floor: &Floor, table: &str, stream: Stream, number: i64) -> Result<String, JournalError> {
    let on = floor.table(table).is_some_and(|desk| {
        let round = desk.standing.borrow().table.round().clone();
        i64::from(round.number()) == number && round.end().is_none()
    });
    if on {
        return Ok(format!("round {number} of {table} is still on: ask again when it is over"));
    }
    let query = RoundQuery { stream: Some(stream), limit: 1, ..RoundQuery::default() };
    Ok(match floor.journal().rounds(&query).await?.pop() {
        Some(last) => format!("{table} has no finished round {number}: its last is {}", last.number),
        None => format!("no round was ever finished at a table {table:.40}"),
    })
}

/// A round as one player saw it at his terminal, named field by field: his wagers, his hands and the dealer's, what the house
/// won of him. What went wrong for others is not told.
fn as_seen(round: RoundJson, name: &str) -> RoundJson {
    let RoundJson { round, game, state, wagers, nets, house: _, hands, refusals: _, irregularities: _ } =
        round;
    let nets: BTreeMap<String, Amount> = nets.into_iter().filter(|(player, _)| player == name).collect();
    let won = nets.get(name).map_or(Chips::ZERO, |net| net.0);
    let his = |hand: &HandJson| hand.spot.is_none() || hand.player.as_deref() == Some(name);
    RoundJson {
        round,
        game,
        state,
        wagers: wagers.into_iter().filter(|wager| wager.player == name).collect(),
        nets,
        house: Amount(-won),
        hands: hands.into_iter().filter(his).collect(),
        refusals: Vec::new(),
        irregularities: Vec::new(),
    }
}

/// One round: every wager with its clause, every hand. At terminals a player sees his own and the dealer's.
#[utoipa::path(get, path = "/api/rounds/{table}/{number}", tag = "rounds",
    params(("table" = String, Path), ("number" = i64, Path)), responses(Reading, (status = 200, description = "as `croupier replay --json` prints it", body = serde_json::Value)))]
pub(super) async fn one(
    State(floor): State<Floor>,
    who: Who,
    Path((table, number)): Path<(String, i64)>,
) -> Result<axum::Json<serde_json::Value>, Problem> {
    let Looked { recalled, only } = look(&floor, who, &table, number).await?;
    let replay = transcript::replay(&recalled.transcript(), None, true);
    let mut json = replay.to_json(&format!("{table} {number}"));
    if let Some(name) = only {
        let seen = |round: RoundJson| as_seen(round, &name);
        let (last, rounds) = (json.last.map(seen), json.rounds.into_iter().map(seen).collect());
        json = FileJson { file: json.file, result: json.result, failure: None, last, rounds };
    }
    Ok(axum::Json(serde_json::to_value(json).unwrap_or_default()))
}

/// One round in the notation; it replays to the same result. At terminals it is for staff only.
#[utoipa::path(get, path = "/api/rounds/{table}/{number}/transcript", tag = "rounds",
    params(("table" = String, Path), ("number" = i64, Path)), responses(Reading, (status = 200, content_type = "text/plain", body = String)))]
pub(super) async fn transcript(
    State(floor): State<Floor>,
    who: Who,
    Path((table, number)): Path<(String, i64)>,
) -> Result<Response, Problem> {
    let Looked { recalled, only } = look(&floor, who, &table, number).await?;
    if only.is_some() {
        let detail =
            "the transcript tells what others did at their terminals: ask for the round without /transcript";
        return Err(Problem::not_yours(detail));
    }
    let headers = [(header::CONTENT_TYPE, "text/plain; charset=utf-8")];
    Ok((headers, recalled.transcript().to_string()).into_response())
}
