//! Events as they happen: server-sent events for programs, a WebSocket for pages. Whoever comes back says what he heard
//! last and gets exactly what he missed.

use std::convert::Infallible;
use std::sync::Arc;
use std::time::Duration;

use axum::extract::State;
use axum::extract::ws::{Message, Utf8Bytes, WebSocket, WebSocketUpgrade};
use axum::http::{HeaderMap, StatusCode};
use axum::response::sse::{Event, KeepAlive, Sse};
use axum::response::{IntoResponse, Response};
use futures_util::stream::{self, Stream};
use serde::Deserialize;
use tokio::sync::broadcast;
use tokio::sync::broadcast::error::RecvError;

use super::problem::{Problem, Reading};
use super::tables::desk;
use super::who::{Path, Query, Who};
use crate::house::Floor;
use crate::sight::{Eyes, News};

#[derive(Deserialize, utoipa::IntoParams)]
pub(super) struct After {
    /// The number of the last entry you know; without it you hear what comes.
    after: Option<u64>,
}

/// Someone listening to a table: what he missed, then what comes.
struct Listener {
    floor: Floor,
    table: String,
    eyes: Eyes,
    last: u64,
    missed: std::vec::IntoIter<Arc<News>>,
    news: broadcast::Receiver<Arc<News>>,
}

impl Listener {
    async fn new(floor: Floor, table: String, eyes: Eyes, after: Option<u64>) -> Result<Listener, Problem> {
        let desk = desk(&floor, &table)?;
        // First listen, then look: nothing falls between.
        let news = desk.news.subscribe();
        let now = desk.standing.borrow().seq;
        let last = after.unwrap_or(now);
        if last > now {
            return Err(Problem::unreadable(format!("the table's last entry is {now}")));
        }
        let mut listener = Listener { floor, table, eyes, last, missed: Vec::new().into_iter(), news };
        if last < now {
            listener.catch_up().await?;
        }
        Ok(listener)
    }

    /// Finds what was missed in the journal.
    async fn catch_up(&mut self) -> Result<(), Problem> {
        let missed = self.floor.entries_after(&self.table, self.last).await?;
        let missed = missed.ok_or_else(|| {
            let detail = "this is too long ago: look at the table anew and listen on from its seq";
            Problem::new(StatusCode::GONE, "/problems/too-long-ago", "too long ago", detail)
        })?;
        self.missed = missed.into_iter();
        Ok(())
    }

    /// The next entry, as this listener hears it; none when the table is kept no more.
    async fn next(&mut self) -> Option<(u64, Arc<str>)> {
        loop {
            let news = match self.missed.next() {
                Some(news) => news,
                None => match self.news.recv().await {
                    Ok(news) => news,
                    Err(RecvError::Lagged(_)) => {
                        self.catch_up().await.ok()?;
                        continue;
                    }
                    Err(RecvError::Closed) => return None,
                },
            };
            if news.seq > self.last {
                self.last = news.seq;
                return Some((news.seq, news.heard(&self.eyes)));
            }
        }
    }
}

/// Hear what happens at a table, each entry with its number as the event's id.
#[utoipa::path(get, path = "/api/tables/{table}/events", tag = "tables",
    params(("table" = String, Path), After),
    responses(Reading, (status = 200, description = "a stream of entries", content_type = "text/event-stream", body = String)))]
pub(super) async fn events(
    State(floor): State<Floor>,
    who: Who,
    Path(table): Path<String>,
    Query(After { after }): Query<After>,
    headers: HeaderMap,
) -> Result<Sse<impl Stream<Item = Result<Event, Infallible>>>, Problem> {
    let resumed = match headers.get("last-event-id") {
        Some(id) => Some(
            id.to_str()
                .ok()
                .and_then(|id| id.parse().ok())
                .ok_or_else(|| Problem::unreadable("Last-Event-ID is the number of an entry"))?,
        ),
        None => after,
    };
    let listener = Listener::new(floor, table, who.eyes(), resumed).await?;
    let heard = stream::unfold(listener, |mut listener| async move {
        let (seq, text) = listener.next().await?;
        Some((Ok(Event::default().id(seq.to_string()).data(&*text)), listener))
    });
    Ok(Sse::new(heard).keep_alive(KeepAlive::new().interval(Duration::from_secs(20))))
}

/// The same over a WebSocket, one entry a message; for pages.
#[utoipa::path(get, path = "/api/tables/{table}/socket", tag = "tables",
    params(("table" = String, Path), After),
    responses(Reading, (status = 101, description = "a WebSocket")))]
pub(super) async fn socket(
    State(floor): State<Floor>,
    who: Who,
    Path(table): Path<String>,
    Query(After { after }): Query<After>,
    upgrade: Result<WebSocketUpgrade, axum::extract::ws::rejection::WebSocketUpgradeRejection>,
) -> Result<Response, Problem> {
    let listener = Listener::new(floor, table, who.eyes(), after).await?;
    let upgrade = upgrade.map_err(|rejection| Problem::unreadable(rejection.body_text()))?;
    Ok(upgrade.max_message_size(4096).on_upgrade(|socket| talk(socket, listener)).into_response())
}

async fn talk(mut socket: WebSocket, mut listener: Listener) {
    loop {
        tokio::select! {
            heard = listener.next() => {
                let Some((_, text)) = heard else { return };
                let message = Message::Text(Utf8Bytes::from(text.as_ref()));
                if socket.send(message).await.is_err() {
                    return;
                }
            }
            said = socket.recv() => match said {
                Some(Ok(Message::Close(_)) | Err(_)) | None => return,
                Some(Ok(_)) => {}
            }
        }
    }
}
