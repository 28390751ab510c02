//! Events as they happen: server-sent events for programs, a WebSocket for pages. A client that comes back names the last entry
//! it received and gets exactly what it missed.

use std::convert::Infallible;
use std::fmt::Write;
use std::sync::Arc;
use std::time::Duration;

use axum::body::{Body, Bytes};
use axum::extract::State;
use axum::extract::ws::{CloseFrame, Message, Utf8Bytes, WebSocket, WebSocketUpgrade, close_code};
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};
use futures_util::stream;
use serde::Deserialize;
use tokio::sync::broadcast;
use tokio::sync::broadcast::error::{RecvError, TryRecvError};
use tokio::time::Instant;

use super::gate::Client;
use super::problem::{Problem, Reading};
use super::tables::desk;
use super::who::{Path, Query, Who};
use crate::house::{Backlog, Floor};
use crate::people::{SessionStanding, Token};
use crate::presence::Connected;
use crate::sight::{Eyes, News};
use crate::window::Millis;

/// How often a stream with nothing to tell says that it is there.
const SIGN_OF_LIFE: Duration = Duration::from_secs(20);
/// How often to check whether somebody was idle too long.
const LOOKED_AT: Millis = 1000;

/// Nobody says anything longer to us over a socket.
const LONGEST: usize = 4096;

#[derive(Deserialize, utoipa::IntoParams)]
pub(super) struct After {
    /// The number of the last entry you know; without it the stream begins with the next one.
    after: Option<u64>,
}

/// The pause for each entry sent, before the next are sent: busy tables are sent in batches.
const BREATH: Duration = Duration::from_millis(15);
/// The longest pause.
const LONGEST_BREATH: Duration = Duration::from_millis(200);
/// The maximum number of entries sent together.
const TOGETHER: usize = 100;

/// Someone listening to a table: what they missed, then what comes.
struct Listener {
    floor: Floor,
    table: String,
    eyes: Eyes,
    /// The token they showed, if any.
    token: Option<Token>,
    /// When their session was last checked: at which count of ended sessions, in which second.
    seen: Option<(u64, Millis)>,
    last: u64,
    /// How many entries they were sent since the last pause, and when that was.
    heard: u32,
    waited: Instant,
    /// What they missed and were not sent yet; read on as it is sent.
    missed: Option<Backlog>,
    news: broadcast::Receiver<Arc<News>>,
    /// Up to which entry they have to read from the journal: news came too fast for them, or came before they listened and after
    /// the table's state was read.
    behind: Option<u64>,
    /// What they are sent next.
    at_hand: Option<Arc<News>>,
    /// A player who listens is at the table.
    _connected: Option<Connected>,
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
        let connected = desk.connect(&eyes);
        let mut listener = Listener {
            floor,
            table,
            eyes,
            token,
            seen: None,
            last,
            heard: 0,
            waited: Instant::now(),
            missed: None,
            news,
            behind: None,
            at_hand: None,
            _connected: connected,
        };
        if last < now {
            listener.catch_up().await?;
        }
        Ok(listener)
    }

    /// Finds what was missed in the journal.
    async fn catch_up(&mut self) -> Result<(), Problem> {
        let missed = self.floor.backlog(&self.table, self.last).await?;
        let missed = missed.ok_or_else(|| {
            let detail = "this is too long ago: look at the table anew and listen on from its seq";
            Problem::new(StatusCode::GONE, "/problems/too-long-ago", "too long ago", detail)
        })?;
        self.missed = Some(missed);
        Ok(())
    }

    /// What comes next: at once if more has come already, else after a pause.
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

    /// Whether they are still who they were when they began to listen: not signed out, not disabled, not idle for too long.
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

    /// The next entry, as this listener sees it; `None` when the table is no longer kept, or their session ended. Nothing is lost
    /// if the wait for it is cancelled.
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
            if let Some(missed) = &mut self.missed {
                if let Some(news) = missed.next().await.ok()? {
                    return Some(news);
                }
                self.missed = None;
            }
            match self.comes().await {
                Ok(news) if news.seq > self.last + 1 => self.behind = Some(news.seq),
                Ok(news) => return Some(news),
                Err(RecvError::Lagged(_)) => self.behind = Some(self.last + 1),
                Err(RecvError::Closed) => return None,
            }
        }
    }

    /// The next entries that are there already, up to `most`.
    fn more(&mut self, most: usize) -> Vec<(u64, Arc<str>)> {
        let mut heard = Vec::new();
        while heard.len() < most && self.behind.is_none() {
            match self.next_at_hand() {
                Ok(news) if news.seq > self.last + 1 => self.behind = Some(news.seq),
                Ok(news) => heard.extend(self.hear(&news)),
                Err(TryRecvError::Lagged(_)) => self.behind = Some(self.last + 1),
                Err(_) => break,
            }
        }
        heard
    }

    /// What is there already: of what was missed first.
    fn next_at_hand(&mut self) -> Result<Arc<News>, TryRecvError> {
        match &mut self.missed {
            Some(missed) => missed.at_hand().ok_or(TryRecvError::Empty),
            None => self.news.try_recv(),
        }
    }

    /// What this listener sees of an entry they were not sent yet.
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
            // The news is JSON on one line.
            let _ = write!(chunk, "id: {seq}\ndata: {text}\n\n");
        }
        Some(chunk)
    }
}

/// Stream what happens at a table, each entry with its number as the event's id.
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
    client: Client,
    Path(table): Path<String>,
    Query(After { after }): Query<After>,
    upgrade: Result<WebSocketUpgrade, axum::extract::ws::rejection::WebSocketUpgradeRejection>,
) -> Result<Response, Problem> {
    let listener = Listener::new(floor, table, who, after).await?;
    let upgrade = upgrade.map_err(|rejection| Problem::unreadable(rejection.body_text()))?;
    Ok(short_messages(upgrade).on_upgrade(|socket| talk(socket, listener, client)).into_response())
}

/// A socket over which nobody has much to say. A frame is refused by the length it announces: the room for it would be taken
/// before any of it has come.
pub fn short_messages(upgrade: WebSocketUpgrade) -> WebSocketUpgrade {
    upgrade.max_frame_size(LONGEST).max_message_size(LONGEST).read_buffer_size(LONGEST)
}

async fn talk(mut socket: WebSocket, mut listener: Listener, client: Client) {
    let mut ping = tokio::time::interval(SIGN_OF_LIFE);
    loop {
        tokio::select! {
            _ = ping.tick() => {
                // This notices a client that went away without a word.
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
                Some(Ok(_)) if client.may_speak() => {}
                Some(Ok(_)) => {
                    let reason = "too many messages".into();
                    let close = CloseFrame { code: close_code::POLICY, reason };
                    // It does not matter whether they receive it.
                    let _ = socket.send(Message::Close(Some(close))).await;
                    return;
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicI64, Ordering};

    use journal::{DatabaseUrl, Journal, Opening};
    use tempfile::TempDir;

    use super::*;
    use crate::people::Person;
    use crate::{Clock, Config, Cost, Environment, ShoeKey};

    const TABLE: &str = "plus-1";

    /// A floor with a guest, whose clock is set by hand.
    async fn open(now: &Arc<AtomicI64>) -> (Floor, Person, TempDir) {
        let folder = TempDir::new().unwrap();
        let floor = open_in(&folder, now).await;
        let (guest, _) = floor.welcome_guest().await.unwrap();
        (floor, guest, folder)
    }

    async fn open_in(folder: &TempDir, now: &Arc<AtomicI64>) -> Floor {
        let url: DatabaseUrl =
            format!("sqlite:{}", folder.path().join("floor.db").display()).parse().unwrap();
        let journal = Journal::open(&url, Opening::Serve).await.unwrap();
        let clock = Clock::Manual(Arc::clone(now));
        let shoe_key = ShoeKey::read(&"ab".repeat(32)).unwrap();
        let environment = Environment { clock, cost: Cost::Least, shoe_key, ..Environment::default() };
        Floor::open(Config::default(), journal, environment).await.unwrap().0
    }

    async fn listen(floor: &Floor, after: Option<u64>) -> Listener {
        Listener::new(floor.clone(), TABLE.into(), Who::Anyone, after).await.unwrap()
    }

    /// An entry's news goes out before the table's state is updated. A listener who starts between the two sees neither.
    #[tokio::test]
    async fn an_entry_told_before_he_listened_is_looked_up() {
        let (floor, guest, _folder) = open(&Arc::default()).await;
        let desk = floor.table(TABLE).unwrap();
        let mut listener = listen(&floor, None).await;
        let before = listener.last;
        for say in ["sits on 1", "leaves 1", "sits on 2"] {
            desk.say(&guest, None, say).await.unwrap();
        }
        listener.news.try_recv().unwrap();
        for seq in before + 1..=before + 3 {
            assert_eq!(listener.next().await.map(|(seq, _)| seq), Some(seq));
        }
        // The same where many are taken together.
        let mut listener = listen(&floor, Some(before)).await;
        assert_eq!(
            listener.missed.as_mut().unwrap().next().await.unwrap().map(|news| news.seq),
            Some(before + 1)
        );
        assert!(listener.more(TOGETHER).is_empty());
        assert_eq!(listener.next().await.map(|(seq, _)| seq), Some(before + 1));
    }

    /// However much was missed, a listener holds one page of it and receives the same news as those who were there.
    #[tokio::test]
    async fn who_missed_much_hears_all_of_it_and_holds_a_page() {
        let now = Arc::default();
        let (floor, guest, _folder) = open(&now).await;
        let desk = floor.table(TABLE).unwrap();
        let first = desk.standing.borrow().seq;
        let mut there = listen(&floor, None).await;
        // More than is looked through at a time for the opening of a round, all but a few in one round.
        for turn in 0..240 {
            if turn == 3 {
                now.store(60_000, Ordering::Relaxed);
                desk.standing.clone().wait_for(|standing| standing.seq == first + 4).await.unwrap();
            }
            let say = if turn % 2 == 0 { "sits on 1" } else { "leaves 1" };
            desk.say(&guest, None, say).await.unwrap();
        }
        let mut told = Vec::new();
        for _ in 0..241 {
            told.push(there.next().await.unwrap());
        }
        assert!(told[3].1.contains("BetsOpened"), "a round begins: {}", told[3].1);
        for missed in [0, 1, 3, 4, 31, 32, 33, 150, 240] {
            let mut listener = listen(&floor, Some(first + missed)).await;
            for wanted in &told[usize::try_from(missed).unwrap()..] {
                assert_eq!(listener.next().await.as_ref(), Some(wanted));
                let (most, held) = listener.missed.as_ref().unwrap().held();
                assert!(held < most, "{held} entries are held at once");
            }
        }
        // Many are sent together, and read page by page.
        let mut listener = listen(&floor, Some(first)).await;
        let mut chunks = String::new();
        while listener.last < first + 241 {
            let chunk = listener.chunk().await.unwrap();
            assert!(chunk.matches("id: ").count() <= listener.missed.as_ref().unwrap().held().0);
            chunks += &chunk;
        }
        let ids: Vec<u64> =
            chunks.lines().filter_map(|line| line.strip_prefix("id: ")?.parse().ok()).collect();
        assert_eq!(ids, (first + 1..=first + 241).collect::<Vec<u64>>());
        // Then the listener receives live news.
        for seq in [first + 242, first + 243] {
            let say = if seq % 2 == first % 2 { "sits on 1" } else { "leaves 1" };
            let (heard, said) = tokio::join!(listener.next(), desk.say(&guest, None, say));
            said.unwrap();
            assert_eq!(heard.map(|(seq, _)| seq), Some(seq));
        }
    }

    /// A thousand clients come back when a server is started again: what each of them missed is in memory, and it is the same.
    #[tokio::test]
    async fn after_a_restart_what_was_missed_is_told_from_memory() {
        let now = Arc::default();
        let (floor, guest, folder) = open(&now).await;
        let desk = floor.table(TABLE).unwrap();
        let mut there = listen(&floor, None).await;
        for turn in 0..100 {
            let say = if turn % 2 == 0 { "sits on 1" } else { "leaves 1" };
            desk.say(&guest, None, say).await.unwrap();
        }
        let mut told = Vec::new();
        for _ in 0..100 {
            told.push(there.next().await.unwrap());
        }
        let last = told[99].0;
        drop((there, desk));
        floor.close().await;
        floor.journal().clone().close().await;
        drop(floor);

        let floor = open_in(&folder, &now).await;
        for missed in [1, 2, 50] {
            let mut listener = listen(&floor, Some(last - missed)).await;
            let in_memory = listener.missed.as_ref().unwrap().is_in_memory();
            assert!(in_memory, "{missed} entries");
            for wanted in &told[100 - usize::try_from(missed).unwrap()..] {
                assert_eq!(listener.next().await.as_ref(), Some(wanted));
            }
            // The floor closed and opened again.
            assert_eq!(listener.next().await.map(|(seq, _)| seq), Some(last + 1));
        }
        let mut listener = listen(&floor, Some(last - 90)).await;
        assert!(!listener.missed.as_ref().unwrap().is_in_memory());
        assert_eq!(listener.next().await.as_ref(), Some(&told[10]));
    }
}
