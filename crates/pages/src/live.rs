//! One socket for each page: whenever what it shows has changed, the page's fragments come anew, made for this viewer.
//!
//! A message is the server's time on a line of its own, and then HTML. A slow client gets the newest state and nothing in
//! between; one that comes back gets the state as it is.

use std::sync::Arc;
use std::time::Duration;

use axum::body::Bytes;
use axum::extract::ws::{Message, WebSocket, WebSocketUpgrade};
use axum::extract::{Path, State};
use axum::response::Response;
use floor::{Client, News, Problem};
use maud::Markup;
use tokio::sync::broadcast;
use tokio::sync::broadcast::error::TryRecvError;

use crate::lately::Lately;
use crate::visitor::Looking;
use crate::{House, lobby, terminal};

/// How often a socket with nothing to tell shows that it is there.
const SIGN_OF_LIFE: Duration = Duration::from_secs(20);
/// How often a page that is made anew is.
const GLANCE: Duration = Duration::from_millis(400);

/// The lobby as it changes.
pub(crate) async fn lobby(
    State(house): State<House>,
    looking: Looking,
    upgrade: WebSocketUpgrade,
) -> Response {
    follow_floor(house, looking, upgrade, |house: &House, looking: &Looking| {
        lobby::fragments(&house.floor, looking)
    })
}

/// A page that shows the floor as it is from moment to moment.
pub(crate) trait Watched: Send + 'static {
    /// What it shows this viewer now; nothing ends the socket. A viewer who has lost their session is nobody.
    fn fragments(&mut self, house: &House, looking: &Looking) -> impl Future<Output = Option<Markup>> + Send;
}

/// Most pages need nothing but a look.
impl<F: FnMut(&House, &Looking) -> Markup + Send + 'static> Watched for F {
    async fn fragments(&mut self, house: &House, looking: &Looking) -> Option<Markup> {
        Some(self(house, looking))
    }
}

/// Shows a page about the whole floor, looking again and again.
pub(crate) fn follow_floor(
    house: House,
    looking: Looking,
    upgrade: WebSocketUpgrade,
    watched: impl Watched,
) -> Response {
    floor::short_messages(upgrade).on_upgrade(|socket| show_floor(socket, house, looking, watched))
}

/// A table as it changes.
pub(crate) async fn table(
    State(house): State<House>,
    Path(table): Path<String>,
    looking: Looking,
    upgrade: WebSocketUpgrade,
) -> Result<Response, Problem> {
    follow_table(house, table, looking, upgrade, terminal::fragments)
}

/// What a page about a table shows, and how it is made.
type Fragments = fn(&House, &Looking, &str, &Lately) -> Result<Markup, Problem>;

/// Shows a page about a table as the table changes.
pub(crate) fn follow_table(
    house: House,
    table: String,
    looking: Looking,
    upgrade: WebSocketUpgrade,
    fragments: Fragments,
) -> Result<Response, Problem> {
    floor::desk(&house.floor, &table)?;
    let upgrade = floor::short_messages(upgrade);
    Ok(upgrade.on_upgrade(move |socket| show_table(socket, house, looking, table, fragments)))
}

async fn show_floor(socket: WebSocket, house: House, mut looking: Looking, mut watched: impl Watched) {
    let mut shown = Shown { socket, client: looking.client.clone(), last: String::new() };
    let mut glance = tokio::time::interval(GLANCE);
    glance.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
    while shown.rest(glance.tick()).await.is_some() {
        if looking.again(&house.floor).await.is_none() {
            looking.forget();
        }
        let Some(fragments) = watched.fragments(&house, &looking).await else { return };
        if shown.show(&house, &fragments).await.is_none() {
            return;
        }
    }
}

async fn show_table(
    socket: WebSocket,
    house: House,
    mut looking: Looking,
    table: String,
    fragments: Fragments,
) {
    let mut shown = Shown { socket, client: looking.client.clone(), last: String::new() };
    let Some(desk) = house.floor.table(&table) else { return };
    // A player who has the page open is at the table.
    let _connected = desk.connect(&looking.eyes());
    // First listen, then look: nothing falls between.
    let (mut standing, mut news) = (desk.standing.clone(), desk.listen());
    let mut lately = Lately::find(&house.floor, &table, looking.eyes(), looking.language).await;
    loop {
        standing.mark_unchanged();
        if !catch_up(&mut lately, &mut news) {
            lately = Lately::find(&house.floor, &table, looking.eyes(), looking.language).await;
        }
        if looking.again(&house.floor).await.is_none() {
            return;
        }
        let Ok(made) = fragments(&house, &looking, &table, &lately) else { return };
        if shown.show(&house, &made).await.is_none() {
            return;
        }
        // Credits bought elsewhere show too, a little later.
        match shown.rest(tokio::time::timeout(GLANCE * 5, standing.changed())).await {
            Some(Ok(Err(_))) | None => return,
            Some(Ok(Ok(())) | Err(_)) => {}
        }
    }
}

/// Takes in what has come; false where some of it came too fast.
fn catch_up(lately: &mut Lately, news: &mut broadcast::Receiver<Arc<News>>) -> bool {
    loop {
        match news.try_recv() {
            Ok(news) => lately.hear(&news),
            Err(TryRecvError::Lagged(_)) => return false,
            Err(TryRecvError::Empty | TryRecvError::Closed) => return true,
        }
    }
}

/// A socket, and what was last shown over it.
struct Shown {
    socket: WebSocket,
    client: Client,
    last: String,
}

impl Shown {
    /// Shows this, unless it is what is shown already.
    async fn show(&mut self, house: &House, fragments: &Markup) -> Option<()> {
        if self.last == fragments.0 {
            return Some(());
        }
        let message = format!("{}\n{}", house.floor.clock().now(), fragments.0);
        self.last.clone_from(&fragments.0);
        self.socket.send(Message::Text(message.into())).await.ok()
    }

    /// Waits for something; nothing when the other end has gone.
    async fn rest<T>(&mut self, until: impl Future<Output = T>) -> Option<T> {
        let mut until = std::pin::pin!(until);
        let mut ping = tokio::time::interval_at(tokio::time::Instant::now() + SIGN_OF_LIFE, SIGN_OF_LIFE);
        loop {
            tokio::select! {
                done = &mut until => return Some(done),
                _ = ping.tick() => self.socket.send(Message::Ping(Bytes::new())).await.ok()?,
                said = self.socket.recv() => match said {
                    Some(Ok(Message::Close(_)) | Err(_)) | None => return None,
                    // A client that says too much comes back later.
                    Some(Ok(_)) if !self.client.may_speak() => return None,
                    Some(Ok(_)) => {}
                }
            }
        }
    }
}
