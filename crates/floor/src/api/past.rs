//! Past rounds as someone may look at them: the same for programs and for pages.

use std::collections::BTreeMap;

use axum::http::StatusCode;
use journal::{JournalError, Round, RoundMark, RoundQuery, Stream};
use serde::{Deserialize, Serialize};
use transcript::{Amount, FileJson, HandJson, RoundJson};
use utoipa::ToSchema;
use vocabulary::Chips;

use super::problem::Problem;
use super::who::{not_for, place};
use crate::house::Floor;
use crate::people::{People, Person};
use crate::proof::ShoeProof;
use crate::recall::Recalled;
use crate::reshuffle::Reshuffle;
use crate::roles::{Action, may};
use crate::window::Millis;

/// Which rounds.
#[derive(Default, Deserialize, utoipa::IntoParams)]
pub struct Wanted {
    /// Of this table.
    pub table: Option<String>,
    /// In which this player had a wager. Players find their own only.
    pub player: Option<String>,
    /// Over at this time or later, in milliseconds since 1970.
    pub from: Option<i64>,
    /// Over before this time.
    pub until: Option<i64>,
    /// With this number.
    pub number: Option<i64>,
    /// The `before` of the last round you have.
    #[param(pattern = "^[0-9]{1,18}[.][0-9]{1,18}$")]
    pub before: Option<String>,
    /// How many at most.
    #[param(minimum = 1, maximum = 100)]
    pub limit: Option<usize>,
}

/// A round in the list.
#[derive(Serialize, ToSchema)]
pub struct Found {
    /// At which table.
    pub table: String,
    /// Its number there.
    pub number: i64,
    /// When it was opened.
    pub opened_at: Millis,
    /// When it was over.
    pub closed_at: Millis,
    /// Who had a wager. Players see only themselves.
    pub players: Vec<String>,
    /// Ask for older ones with this.
    pub before: String,
}

/// Finds rounds, newest first, among those this person may look at.
///
/// # Errors
///
/// When they may not look at them, or ask for what means nothing.
pub async fn find_rounds(floor: &Floor, person: &Person, wanted: Wanted) -> Result<Vec<Found>, Problem> {
    let own = own_only(person)?;
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
        return Ok(Vec::new());
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
    Ok(rounds.into_iter().map(|round| Found::of(round, own.as_deref())).collect())
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

/// The name of someone who looks at their own rounds only; `None` for those who look at anyone's.
fn own_only(person: &Person) -> Result<Option<String>, Problem> {
    match may(person.role, Action::AnyRounds) {
        true => Ok(None),
        false if may(person.role, Action::OwnRounds) => Ok(Some(person.name.clone())),
        false => Err(not_for(person)),
    }
}

/// A round that was found.
pub struct Looked {
    /// The round.
    pub recalled: Recalled,
    /// The only player who is shown, if any: at terminals a player's rounds are their own business.
    pub only: Option<String>,
    /// Whether the viewer is staff.
    pub staff: bool,
    table: String,
    number: i64,
}

/// Looks at a round that is over, if this person may.
///
/// # Errors
///
/// When they may not, or there is no such round.
pub async fn look_at_round(
    floor: &Floor,
    person: &Person,
    table: &str,
    number: i64,
) -> Result<Looked, Problem> {
    let (round, own) = round_for(floor, person, table, number).await?;
    let entries = crate::house::entries_of(floor.journal(), &round).await?;
    let recalled = Recalled::of(&entries).map_err(|why| {
        let status = StatusCode::INTERNAL_SERVER_ERROR;
        Problem::new(status, "/problems/journal", "the round cannot be recalled", why)
    })?;
    let staff = own.is_none();
    let only = own.filter(|_| recalled.rules.shared_hand());
    Ok(Looked { recalled, only, staff, table: table.to_owned(), number })
}

/// A round that is over, if this person may look at it, and their name where they look at their own rounds only.
async fn round_for(
    floor: &Floor,
    person: &Person,
    table: &str,
    number: i64,
) -> Result<(Round, Option<String>), Problem> {
    let own = own_only(person)?;
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
    Ok((round, own))
}

/// The shoes that the cards of a round came from, if this person may look at the round; none if a dealer dealt.
///
/// # Errors
///
/// When they may not, or there is no such round.
pub async fn shoes_of_round(
    floor: &Floor,
    person: &Person,
    table: &str,
    number: i64,
) -> Result<Vec<ShoeProof>, Problem> {
    let (round, _) = round_for(floor, person, table, number).await?;
    let entries = crate::house::entries_around(floor.journal(), &round).await?;
    let number = u32::try_from(number).unwrap_or(u32::MAX);
    let shoes = Reshuffle::of_round(entries, number);
    Ok(shoes.into_iter().map(|(shoe, seed)| ShoeProof::new(table, number, &shoe, seed)).collect())
}

impl Looked {
    /// The round for programs, as `croupier replay --json` prints it; at terminals a player's own part. Staff also see who
    /// dealt, and what two people decided.
    #[must_use]
    pub fn json(&self) -> serde_json::Value {
        let replay = self.recalled.replay();
        let mut json = replay.to_json(&format!("{} {}", self.table, self.number));
        if let Some(name) = &self.only {
            let seen = |round: RoundJson| as_seen(round, name);
            let (last, rounds) = (json.last.map(seen), json.rounds.into_iter().map(seen).collect());
            json = FileJson { file: json.file, result: json.result, failure: None, last, rounds };
        }
        let mut json = serde_json::to_value(json).unwrap_or_default();
        let Recalled { dealers, approved, .. } = &self.recalled;
        if self.staff && !dealers.is_empty() {
            json["dealers"] = serde_json::json!(dealers);
        }
        if self.staff && !approved.is_empty() {
            json["approved"] = serde_json::json!(approved);
        }
        json
    }

    /// The round in the notation. For staff it names both people of every decision that took two.
    ///
    /// # Errors
    ///
    /// When it tells what is not this person's business.
    pub fn transcript(&self) -> Result<String, Problem> {
        if self.only.is_some() {
            let detail = "the transcript tells what others did at their terminals: ask for the round without /transcript";
            return Err(Problem::not_yours(detail));
        }
        Ok(if self.staff { self.recalled.exported() } else { self.recalled.transcript().to_string() })
    }
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
    Ok(match floor.journal().last_round(&stream).await? {
        Some(last) => format!("{table} has no finished round {number}: its last is {}", last.number),
        None => format!("no round was ever finished at a table {table:.40}"),
    })
}

/// A round as one player saw it at their terminal, named field by field: their wagers, their hands and the dealer's, what the
/// house won from them. What went wrong for others is not shown.
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
