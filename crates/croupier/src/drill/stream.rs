//! The stream of a terminal: its table's events as they come, resumed after every break, each exactly once.

use http_body_util::BodyExt;
use hyper::body::Incoming;
use serde::Deserialize;
use tokio::sync::watch;

use super::backoff::Backoff;
use super::client::{Client, Doors};

/// What a terminal knows of its table from its stream.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub(super) struct Now {
    /// The number of the last entry.
    pub(super) seq: u64,
    /// What the table waits for.
    pub(super) waits_for: String,
    /// The round.
    pub(super) round: u32,
    /// Entries that came twice, or were left out.
    pub(super) faults: u32,
}

/// Of an entry, only what a terminal looks at.
#[derive(Deserialize)]
struct Entry {
    round: u32,
    clock: Option<Clock>,
}

#[derive(Deserialize)]
struct Clock {
    r#for: String,
}

/// A terminal's ear.
pub(super) struct Stream {
    client: Client,
    path: String,
    now: watch::Sender<Now>,
    backoff: Backoff,
}

impl Stream {
    pub(super) fn new(doors: &Doors, cookie: String, table: &str, now: watch::Sender<Now>) -> Stream {
        let path = format!("/api/tables/{table}/events");
        Stream { client: Client::signed_in(doors, cookie), path, now, backoff: Backoff::new() }
    }

    /// Listens for ever, across kills, always from the last entry received.
    pub(super) async fn listen(mut self) {
        loop {
            // A stream that breaks is resumed where it broke.
            let _ = self.listen_once().await;
            tokio::time::sleep(self.backoff.pause()).await;
        }
    }

    async fn listen_once(&mut self) -> anyhow::Result<()> {
        let body = self.open().await?;
        self.backoff.reset();
        self.follow(body).await
    }

    /// Opens the stream where it broke.
    pub(super) async fn open(&mut self) -> anyhow::Result<Incoming> {
        let last = self.now.borrow().seq;
        let path = if last == 0 { self.path.clone() } else { format!("{}?after={last}", self.path) };
        self.client.open(&path).await
    }

    /// Receives what comes until it breaks.
    pub(super) async fn follow(&mut self, mut body: Incoming) -> anyhow::Result<()> {
        let mut text = Vec::new();
        while let Some(frame) = body.frame().await {
            let Ok(data) = frame?.into_data() else { continue };
            text.extend_from_slice(&data);
            let Some(end) = text.windows(2).rposition(|two| two == b"\n\n") else { continue };
            self.hear(&text[..end]);
            text.drain(..end + 2);
        }
        Ok(())
    }

    /// Takes in whole entries, however many came together: the number of each, and all of the last.
    fn hear(&self, text: &[u8]) {
        let (mut last, mut numbers) = (None, Vec::new());
        for line in text.split(|byte| *byte == b'\n') {
            if let Some(number) = line.strip_prefix(b"id: ") {
                numbers
                    .extend(std::str::from_utf8(number).ok().and_then(|number| number.parse::<u64>().ok()));
            }
            last = line.strip_prefix(b"data: ").or(last);
        }
        let Some(Entry { round, clock }) = last.and_then(|line| serde_json::from_slice(line).ok()) else {
            return;
        };
        self.now.send_modify(|now| {
            for seq in numbers {
                now.faults += u32::from(now.seq != 0 && seq != now.seq + 1);
                now.seq = seq;
            }
            now.round = round;
            now.waits_for = clock.map(|clock: Clock| clock.r#for).unwrap_or_default();
        });
    }
}
