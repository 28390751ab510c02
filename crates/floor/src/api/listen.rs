//! Events as they happen: server-sent events for programs, a WebSocket for pages. Whoever comes back says what he heard
//! last and gets exactly what he missed.

use std::convert::Infallible;
use std::fmt::Write;
use std::sync::Arc;
use std::time::Duration;

use axum::body::{Body, Bytes};
use axum::extract::State;
use axum::extract::ws::{Message, Utf8Bytes, WebSocket, WebSocketUpgrade};
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};
use futures_util::stream;
use serde::Deserialize;
use tokio::sync::broadcast;
use tokio::sync::broadcast::error::{RecvError, TryRecvError};
use tokio::time::Instant;

use super::problem::{Problem, Reading};
use super::tables::desk;
use super::who::{Path, Query, Who};
use crate::house::Floor;
use crate::people::{SessionStanding, Token};
use crate::sight::{Eyes, News};
use crate::window::Millis;

/// How often a stream with nothing to tell says that it is there.
const SIGN_OF_LIFE: Duration = Duration::from_secs(20);
/// Whether someone was idle too long is looked at once in so many milliseconds.
const LOOKED_AT: Millis = 1000;

#[derive(Deserialize, utoipa::IntoParams)]
pub(super) struct After {
    /// The number of the last entry you know; without it you hear what comes.
    after: Option<u64>,
}

/// Who hears much hears it together: after so many entries he takes a breath for each of them before he hears more,
const BREATH: Duration = Duration::from_millis(15);
/// but never a longer one.
const LONGEST_BREATH: Duration = Duration::from_millis(200);
/// So much at most comes together.
const TOGETHER: usize = 100;

/// Someone listening to a table: what he missed, then what comes.
struct Listener {
    floor: Floor,
    table: String,
    eyes: Eyes,
    /// What makes him more than anyone.
    token: Option<Token>,
    /// When he was last found to be who he is: after so many ended sessions, in which second.
    seen: Option<(u64, Millis)>,
    last: u64,
    /// How many entries he heard since he last waited, and when that was.
    heard: u32,
    waited: Instant,
    missed: std::vec::IntoIter<Arc<News>>,
    news: broadcast::Receiver<Arc<News>>,
    /// What he has to look up in the journal, up to which entry: news came too fast for him, or before he listened and after
    /// the table was said to stand as it does.
    behind: Option<u64>,
    /// What he hears next.
    at_hand: Option<Arc<News>>,
}

impl Listener {
    async fn new(floor: Floor, table: String, who: Who, after: Option<u64>) -> Result<Listener, Problem> {
        let (eyes, token) = (who.eyes(), who.token());
        let desk = desk(&floor, &table)?;
        // First listen, then look: nothing falls between.
        let news = desk.listen();
        let now = desk.standing.borrow().seq;
        let last = after.unwrap_or(now);
        if last > now {
            return Err(Problem::unreadable(format!("the table's last entry is {now}")));
        }
        let mut listener = Listener {
            floor,
            table,
            eyes,
            token,
            seen: None,
            last,
            heard: 0,
            waited: Instant::now(),
            missed: Vec::new().into_iter(),
            news,
            behind: None,
            at_hand: None,
        };
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

    /// What comes next: at once where more has come already, else after a breath.
    async fn comes(&mut self) -> Result<Arc<News>, RecvError> {
        match self.news.try_recv() {
            Ok(news) => Ok(news),
            Err(TryRecvError::Lagged(missed)) => Err(RecvError::Lagged(missed)),
            Err(TryRecvError::Closed) => Err(RecvError::Closed),
            Err(TryRecvError::Empty) => {
                let breath = BREATH.saturating_mul(self.heard).min(LONGEST_BREATH);
                tokio::time::sleep_until(self.waited + breath).await;
                let news = self.news.recv().await;
                (self.heard, self.waited) = (0, Instant::now());
                news
            }
        }
    }

    /// Whether he is still who he was when he began to listen: not signed out, not disabled, not idle for too long.
    async fn is_still_there(&mut self) -> bool {
        let Some(token) = &self.token else { return true };
        let seen = (self.floor.people().endings(), self.floor.clock().now() / LOOKED_AT);
        if self.seen == Some(seen) {
            return true;
        }
        let standing = self.floor.people().who(token, false).await;
        self.seen = Some(seen);
        matches!(standing, Ok(SessionStanding::In(_)))
    }

    /// The next entry, as this listener hears it; none when the table is kept no more, or he is nobody any more. Nothing
    /// is lost when it is waited for no longer.
    async fn next(&mut self) -> Option<(u64, Arc<str>)> {
        while self.at_hand.as_ref().is_none_or(|news| news.seq <= self.last) {
            self.at_hand = Some(self.fetch().await?);
        }
        if !self.is_still_there().await {
            return None;
        }
        let news = self.at_hand.take()?;
        self.hear(&news)
    }

    async fn fetch(&mut self) -> Option<Arc<News>> {
        loop {
            if let Some(until) = self.behind {
                let mut standing = self.floor.table(&self.table)?.standing.clone();
                standing.wait_for(|standing| standing.seq >= until).await.ok()?;
                self.catch_up().await.ok()?;
                self.behind = None;
            }
            if let Some(news) = self.missed.next() {
                return Some(news);
            }
            match self.comes().await {
                Ok(news) if news.seq > self.last + 1 => self.behind = Some(news.seq),
                Ok(news) => return Some(news),
                Err(RecvError::Lagged(_)) => self.behind = Some(self.last + 1),
                Err(RecvError::Closed) => return None,
            }
        }
    }

    /// The next entries that are there already, up to so many.
    fn more(&mut self, most: usize) -> Vec<(u64, Arc<str>)> {
        let mut heard = Vec::new();
        while heard.len() < most && self.behind.is_none() {
            match self.missed.next().map_or_else(|| self.news.try_recv(), Ok) {
                Ok(news) if news.seq > self.last + 1 => self.behind = Some(news.seq),
                Ok(news) => heard.extend(self.hear(&news)),
                Err(TryRecvError::Lagged(_)) => self.behind = Some(self.last + 1),
                Err(_) => break,
            }
        }
        heard
    }

    /// What this listener hears of an entry he has not heard of.
    fn hear(&mut self, news: &News) -> Option<(u64, Arc<str>)> {
        (news.seq > self.last).then(|| {
            self.last = news.seq;
            self.heard += 1;
            (news.seq, news.heard(&self.eyes))
        })
    }

    /// What comes next as server-sent events, many together where they come together. A stream that is silent for long
    /// shows that it lives.
    async fn chunk(&mut self) -> Option<String> {
        let Ok(next) = tokio::time::timeout(SIGN_OF_LIFE, self.next()).await else {
            return Some(":\n\n".into());
        };
        let mut chunk = String::new();
        for (seq, text) in std::iter::once(next?).chain(self.more(TOGETHER)) {
            // What is heard is JSON on one line.
            let _ = write!(chunk, "id: {seq}\ndata: {text}\n\n");
        }
        Some(chunk)
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
) -> Result<Response, Problem> {
    let resumed = match headers.get("last-event-id") {
        Some(id) => Some(
            id.to_str()
                .ok()
                .and_then(|id| id.parse().ok())
                .ok_or_else(|| Problem::unreadable("Last-Event-ID is the number of an entry"))?,
        ),
        None => after,
    };
    let listener = Listener::new(floor, table, who, resumed).await?;
    let heard = stream::unfold(listener, |mut listener| async move {
        let chunk = listener.chunk().await?;
        Some((Ok::<_, Infallible>(chunk), listener))
    });
    let headers = [(header::CONTENT_TYPE, "text/event-stream"), (header::CACHE_CONTROL, "no-cache")];
    Ok((headers, Body::from_stream(heard)).into_response())
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
    let listener = Listener::new(floor, table, who, after).await?;
    let upgrade = upgrade.map_err(|rejection| Problem::unreadable(rejection.body_text()))?;
    Ok(upgrade.max_message_size(4096).on_upgrade(|socket| talk(socket, listener)).into_response())
}

async fn talk(mut socket: WebSocket, mut listener: Listener) {
    let mut ping = tokio::time::interval(SIGN_OF_LIFE);
    loop {
        tokio::select! {
            _ = ping.tick() => {
                // Who is gone without a word is noticed here.
                if socket.send(Message::Ping(Bytes::new())).await.is_err() {
                    return;
                }
            }
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

#[cfg(test)]
mod tests {
    use journal::{DatabaseUrl, Journal, Opening};

    use super::*;
    use crate::{Config, Cost, Environment};

    /// An entry's news go out before the table is said to stand so: whoever begins to listen between the two has neither.
    #[tokio::test]
    async fn an_entry_told_before_he_listened_is_looked_up() {
        let folder = tempfile::TempDir::new().unwrap();
        let url: DatabaseUrl =
            format!("sqlite:{}", folder.path().join("floor.db").display()).parse().unwrap();
        let journal = Journal::open(&url, Opening::Serve).await.unwrap();
        let environment = Environment { cost: Cost::Least, ..Environment::default() };
        let opened = Floor::open(Config::default(), journal, environment).await;
        let (floor, _) = opened.unwrap();
        let (guest, _) = floor.welcome_guest().await.unwrap();
        let desk = floor.table("plus-1").unwrap();
        let mut listener = Listener::new(floor.clone(), "plus-1".into(), Who::Anyone, None).await.unwrap();
        let before = listener.last;
        for say in ["sits on 1", "leaves 1", "sits on 2"] {
            desk.say(&guest, None, say).await.unwrap();
        }
        listener.news.try_recv().unwrap();
        for seq in before + 1..=before + 3 {
            assert_eq!(listener.next().await.map(|(seq, _)| seq), Some(seq));
        }
        // The same where many are taken together.
        let mut listener = Listener::new(floor, "plus-1".into(), Who::Anyone, Some(before)).await.unwrap();
        listener.missed.next();
        listener.last = before;
        assert!(listener.more(TOGETHER).is_empty());
        assert_eq!(listener.next().await.map(|(seq, _)| seq), Some(before + 1));
    }
}
