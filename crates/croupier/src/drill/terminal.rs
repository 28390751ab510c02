//! Simulated terminals: each sits at a table, bets and decides, and remembers what it was told.

use std::collections::BTreeMap;
use std::net::SocketAddr;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use floor::Answer;
use serde::Deserialize;

use super::client::Client;
use super::server::table_id;

/// All terminals of a drill.
pub(super) struct Terminals {
    address: SocketAddr,
    tables: usize,
    pause: Duration,
    stopping: AtomicBool,
    timing: AtomicBool,
    inside: AtomicUsize,
    waiting: AtomicUsize,
    acknowledged: AtomicU64,
    waits: Mutex<Vec<u32>>,
}

/// A command that was acknowledged.
pub(super) struct Heard {
    pub(super) id: String,
    pub(super) table: String,
    pub(super) answer: Answer,
    /// Whether it was sent more than once.
    pub(super) again: bool,
}

/// Of a table, only what a terminal looks at.
#[derive(Deserialize)]
struct Seen {
    phase: String,
    options: Vec<Sayable>,
    wagers: Vec<Wager>,
}

#[derive(Deserialize)]
struct Sayable {
    say: String,
}

#[derive(Deserialize)]
struct Wager {
    player: String,
}

/// A small source of chance that a seed gives again.
pub(super) struct Dice(u64);

impl Dice {
    pub(super) fn new(seed: u64) -> Dice {
        Dice(seed | 1)
    }

    pub(super) fn below(&mut self, bound: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 20) % bound.max(1)
    }
}

impl Terminals {
    pub(super) fn new(address: SocketAddr, tables: usize, pace: f64) -> Terminals {
        Terminals {
            address,
            tables,
            pause: Duration::from_secs_f64(1.0 / pace),
            stopping: AtomicBool::new(false),
            timing: AtomicBool::new(false),
            inside: AtomicUsize::new(0),
            waiting: AtomicUsize::new(0),
            acknowledged: AtomicU64::new(0),
            waits: Mutex::new(Vec::new()),
        }
    }

    /// Plays until told to stop; everything that was acknowledged.
    pub(super) async fn play(&self, number: usize, seed: u64) -> Vec<Heard> {
        let mut terminal = Terminal {
            all: self,
            client: Client::new(self.address),
            table: table_id(number % self.tables),
            spot: number / self.tables % 7 + 1,
            name: String::new(),
            dice: Dice::new(seed),
            sent: 0,
            heard: Vec::new(),
        };
        terminal.come_in().await;
        self.inside.fetch_add(1, Ordering::Relaxed);
        while !self.stopping.load(Ordering::Relaxed) {
            let began = Instant::now();
            terminal.act().await;
            let jitter = terminal.dice.below(200);
            let pause = self.pause.mul_f64(0.9 + f64::from(u32::try_from(jitter).unwrap_or(0)) / 1000.0);
            tokio::time::sleep(pause.saturating_sub(began.elapsed())).await;
        }
        terminal.heard
    }

    pub(super) fn stop(&self) {
        self.stopping.store(true, Ordering::Relaxed);
    }

    pub(super) fn acknowledged(&self) -> u64 {
        self.acknowledged.load(Ordering::Relaxed)
    }

    pub(super) fn time_answers(&self, on: bool) {
        self.timing.store(on, Ordering::Relaxed);
    }

    /// How long answers took, sorted.
    pub(super) fn waits(&self) -> Vec<u32> {
        let mut waits = std::mem::take(&mut *self.waits.lock().expect("nobody panics while noting"));
        waits.sort_unstable();
        waits
    }

    /// Waits until so many have come in, or half a minute.
    pub(super) async fn all_in(&self, terminals: usize) {
        for _ in 0..3000 {
            if self.inside.load(Ordering::Relaxed) >= terminals {
                return;
            }
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
    }

    /// Waits until nobody waits for an answer that a killed server owes him.
    pub(super) async fn all_answered(&self, patience: Duration) {
        let until = Instant::now() + patience;
        tokio::time::sleep(self.pause * 2).await;
        while self.waiting.load(Ordering::Relaxed) > 0 && Instant::now() < until {
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    }
}

struct Terminal<'t> {
    all: &'t Terminals,
    client: Client,
    table: String,
    spot: usize,
    name: String,
    dice: Dice,
    sent: u64,
    heard: Vec<Heard>,
}

impl Terminal<'_> {
    async fn come_in(&mut self) {
        while !self.all.stopping.load(Ordering::Relaxed) {
            if let Ok(name) = self.client.come_in().await {
                self.name = name;
                return;
            }
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
    }

    /// Does what a player does now: answers what is asked, or puts down and takes back chips.
    async fn act(&mut self) {
        let say = match self.dice.below(4) {
            0 => self.answer().await,
            1 => Some(format!("withdraws on {}", self.spot)),
            _ => Some(format!("bets {} on {}", 5 * (1 + self.dice.below(3)), self.spot)),
        };
        if let Some(say) = say {
            self.say(&say).await;
        }
    }

    /// What is asked of this player now.
    async fn answer(&mut self) -> Option<String> {
        let path = format!("/api/tables/{}", self.table);
        let seen: Seen = self.client.get(&path).await.ok()?.read()?;
        let plays = seen.wagers.iter().any(|wager| wager.player == self.name);
        if seen.options.is_empty() || (!plays && seen.phase != "betting") {
            return None;
        }
        let at = usize::try_from(self.dice.below(seen.options.len() as u64)).unwrap_or(0);
        seen.options.get(at).map(|option| option.say.clone())
    }

    /// Says something until it is answered, across kills, always with the same id.
    async fn say(&mut self, say: &str) {
        self.sent += 1;
        let id = format!("{}-{}", self.name, self.sent);
        let body =
            serde_json::to_string(&BTreeMap::from([("id", id.as_str()), ("say", say)])).unwrap_or_default();
        let path = format!("/api/tables/{}/say", self.table);
        let (began, mut again) = (Instant::now(), false);
        self.all.waiting.fetch_add(1, Ordering::Relaxed);
        while !self.all.stopping.load(Ordering::Relaxed) {
            match self.client.post(&path, body.clone()).await {
                Ok(said) if said.status.is_success() => {
                    if let Some(answer) = said.read() {
                        self.note(&id, answer, again, began);
                    }
                    break;
                }
                // A refusal is an answer too; a server that cannot serve is asked again.
                Ok(said) if said.status.as_u16() != 503 => break,
                Ok(_) | Err(_) => {
                    again = true;
                    tokio::time::sleep(Duration::from_millis(20)).await;
                }
            }
        }
        self.all.waiting.fetch_sub(1, Ordering::Relaxed);
    }

    fn note(&mut self, id: &str, answer: Answer, again: bool, began: Instant) {
        self.all.acknowledged.fetch_add(1, Ordering::Relaxed);
        if self.all.timing.load(Ordering::Relaxed) {
            let wait = u32::try_from(began.elapsed().as_micros()).unwrap_or(u32::MAX);
            self.all.waits.lock().expect("nobody panics while noting").push(wait);
        }
        let id = format!("{}:{id}", self.name);
        self.heard.push(Heard { id, table: self.table.clone(), answer, again });
    }
}
