//! Running the floor: tables open and closed, rules posted, meters, the log.

use std::collections::BTreeMap;
use std::fmt::Write;

use axum::extract::State;
use axum::http::header;
use axum::response::{IntoResponse, Response};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::deeds::{self, Scope};
use super::problem::{Changing, Problem, Reading};
use super::tables::id_of;
use super::who::{Json, Path, Query, Who};
use crate::house::Floor;
use crate::json;
use crate::keeper::Answer;
use crate::log::StoredLine;
use crate::meters::{MeterSight, MetersSight};
use crate::money::Money;
use crate::posted::Posted;
use crate::roles::Action;

/// Whether tables begin further rounds and take wagers.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Opening {
    #[schema(min_length = 1, max_length = 100, pattern = "^[ -~]+$")]
    id: String,
    /// Which tables: all, those of a game, or one.
    #[serde(default)]
    table: Option<String>,
    #[serde(default)]
    game: Option<String>,
    /// Whether they begin further rounds.
    open: bool,
}

/// Open or close one table, all tables of a game, or all. A closed table takes no more wagers and finishes what is on.
#[utoipa::path(post, path = "/api/operate/open", tag = "operator", request_body = Opening, responses(Changing, (status = 200, description = "each table with its entry", body = BTreeMap<String, Answer>)))]
pub(super) async fn open(
    State(floor): State<Floor>,
    who: Who,
    Json(Opening { id, table, game, open }): Json<Opening>,
) -> Result<axum::Json<BTreeMap<String, Answer>>, Problem> {
    let by = who.someone()?;
    let id = Some(id_of(id)?);
    Ok(axum::Json(deeds::keep_open(&floor, &by, id, &Scope { table, game }, open).await?))
}

/// Other settings and limits for a table.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct NewRules {
    #[schema(min_length = 1, max_length = 100, pattern = "^[ -~]+$")]
    id: String,
    /// The game with the settings and limits that hold from the next round on.
    #[serde(deserialize_with = "json::object")]
    posted: Posted,
}

/// Post other settings and limits, between rounds.
#[utoipa::path(post, path = "/api/tables/{table}/post", tag = "operator", params(("table" = String, Path)),
    request_body = NewRules, responses(Changing, (status = 200, body = Answer)))]
pub(super) async fn post(
    State(floor): State<Floor>,
    who: Who,
    Path(table): Path<String>,
    Json(NewRules { id, posted }): Json<NewRules>,
) -> Result<axum::Json<Answer>, Problem> {
    let by = who.may(Action::Post)?;
    let id = Some(id_of(id)?);
    Ok(axum::Json(deeds::post(&floor, &by, id, &table, posted).await?))
}

/// Which kind of money.
#[derive(Deserialize, utoipa::IntoParams)]
pub(super) struct OfMoney {
    /// `real` or `play`: `real`, if you do not say.
    #[serde(default)]
    #[param(inline)]
    money: Money,
}

/// What each table took and paid, by kind of wager, and what the exact odds say of it. Play money is never counted with
/// real money.
#[utoipa::path(get, path = "/api/meters", tag = "operator", params(OfMoney), responses(Reading, (status = 200, body = BTreeMap<String, MetersSight>)))]
pub(super) async fn meters(
    State(floor): State<Floor>,
    who: Who,
    Query(OfMoney { money }): Query<OfMoney>,
) -> Result<axum::Json<BTreeMap<String, MetersSight>>, Problem> {
    who.may(Action::Meters)?;
    Ok(axum::Json(deeds::meters(&floor, money)))
}

/// The meters for Prometheus, for anyone who may see them.
pub(super) async fn metrics(State(floor): State<Floor>, who: Who) -> Result<Response, Problem> {
    who.may(Action::Meters)?;
    Ok(open_metrics(State(floor)).await)
}

/// The same to anyone, on a listener that only the operator's own programs reach.
pub(super) async fn open_metrics(State(floor): State<Floor>) -> Response {
    let mut text = prometheus(&floor);
    text.push_str("# TYPE croupier_writable gauge\n");
    for (part, writable) in floor.parts() {
        // Writing to a string cannot fail.
        let _ = writeln!(text, "croupier_writable{{part=\"{part}\"}} {}", u8::from(writable));
    }
    let copies = floor.journal().copies();
    if !copies.is_empty() {
        text.push_str("# TYPE croupier_heads_copy_written gauge\n");
    }
    for copy in copies {
        let (place, written) = (label(&copy.place.to_string()), u8::from(copy.failure.is_none()));
        let _ = writeln!(text, "croupier_heads_copy_written{{copy=\"{place}\"}} {written}");
    }
    text.push_str(&running_out(&floor));
    ([(header::CONTENT_TYPE, "text/plain; version=0.0.4")], text).into_response()
}

/// What is watched because it runs out: the space on disks, each named by what is kept there, and the certificate.
fn running_out(floor: &Floor) -> String {
    let mut text = String::new();
    let disks = floor.disks();
    let mut known = disks.iter().filter_map(|disk| Some((&disk.part, disk.left?.0))).peekable();
    if known.peek().is_some() {
        text.push_str("# TYPE croupier_disk_free_bytes gauge\n");
    }
    for (part, left) in known {
        // Writing to a string cannot fail.
        let _ = writeln!(text, "croupier_disk_free_bytes{{path=\"{part}\"}} {left}");
    }
    if let Some(certificate) = floor.certificate() {
        let expires = certificate.expires / 1000;
        let _ = writeln!(text, "# TYPE croupier_certificate_expires_seconds gauge");
        let _ = writeln!(text, "croupier_certificate_expires_seconds {expires}");
    }
    text
}

/// A text inside the quotes of a label.
fn label(text: &str) -> String {
    text.replace('\\', "\\\\").replace('"', "\\\"").replace('\n', "\\n")
}

/// One line a figure, the figures of a kind together.
fn prometheus(floor: &Floor) -> String {
    let of = |money: Money| {
        deeds::meters(floor, money).into_iter().map(move |(table, meters)| (table, money.word(), meters))
    };
    let tables: Vec<(String, &str, MetersSight)> = Money::ALL.into_iter().flat_map(of).collect();
    let mut text = String::from("# TYPE croupier_rounds_total counter\n");
    for (table, money, MetersSight { rounds, .. }) in &tables {
        // Writing to a string cannot fail.
        let _ = writeln!(text, "croupier_rounds_total{{table=\"{table}\",money=\"{money}\"}} {rounds}");
    }
    let figures: [(&str, Figure); 6] = [
        ("croupier_wagers_total counter", |meter| Some(meter.wagers.to_string())),
        ("croupier_staked_total counter", |meter| Some(meter.staked.to_string())),
        ("croupier_returned_total counter", |meter| Some(meter.returned.to_string())),
        ("croupier_actual_return gauge", |meter| meter.actual_return.map(|figure| figure.to_string())),
        ("croupier_theoretical_return gauge", |meter| Some(meter.theory?.theoretical_return.to_string())),
        ("croupier_standard_errors gauge", |meter| Some(meter.theory?.standard_errors?.to_string())),
    ];
    for (named, figure) in figures {
        let name = named.split(' ').next().unwrap_or_default();
        let _ = writeln!(text, "# TYPE {named}");
        for (table, money, kind, figure) in tables.iter().flat_map(|(table, money, meters)| {
            meters.wagers.iter().filter_map(move |(kind, meter)| Some((table, money, kind, figure(meter)?)))
        }) {
            let _ = writeln!(text, "{name}{{table=\"{table}\",money=\"{money}\",kind=\"{kind}\"}} {figure}");
        }
    }
    text
}

/// A figure of a meter, where there is one.
type Figure = fn(&MeterSight) -> Option<String>;

#[derive(Deserialize, utoipa::IntoParams)]
pub(super) struct LogPage {
    /// Which book: `table/ID`, `cage/SERVER`, `people/SERVER` or `house`.
    book: String,
    /// After this entry.
    #[serde(default)]
    after: u64,
}

/// An entry of a book as it is stored. It does not tell a card that lies face down.
#[derive(Serialize, ToSchema)]
pub(super) struct Logged {
    seq: u64,
    at: i64,
    /// None for an entry with a card that lies face down, and for those after it, until the round is over.
    hash: Option<String>,
    body: serde_json::Value,
}

/// The log: a book as it is stored, a hundred entries at a time.
#[utoipa::path(get, path = "/api/log", tag = "operator", params(LogPage), responses(Reading, (status = 200, body = [Logged])))]
pub(super) async fn log(
    State(floor): State<Floor>,
    who: Who,
    Query(LogPage { book, after }): Query<LogPage>,
) -> Result<axum::Json<Vec<Logged>>, Problem> {
    who.may(Action::Log)?;
    let nothing = || Problem::not_found(format!("there is no book {book:.40}"));
    let stream = book.parse().map_err(|_| nothing())?;
    floor.journal().head(&stream).await?.ok_or_else(nothing)?;
    let logged = |StoredLine { seq, at, hash, body }| Logged { seq, at, hash, body };
    Ok(axum::Json(floor.stored(&stream, after).await?.into_iter().map(logged).collect()))
}
