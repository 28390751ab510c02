//! Simulated terminals: each sits at a table, hears what happens there, bets and decides, and remembers what it was told.

use std::collections::BTreeMap;
use std::net::SocketAddr;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use floor::Answer;
use serde::Deserialize;
use tokio::sync::watch;

use super::client::Client;
use super::server::table_id;
use super::stream::{Now, Stream};

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
    answered: AtomicU64,
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

/// What a terminal brings home.
#[derive(Default)]
pub(super) struct Told {
    pub(super) heard: Vec<Heard>,
    /// Entries of its table's stream that came twice or not at all.
    pub(super) stream_faults: u32,
}

impl Told {
    pub(super) fn add(&mut self, other: Told) {
        self.heard.extend(other.heard);
        self.stream_faults += other.stream_faults;
    }
}

/// Of a table, only what a terminal looks at.
#[derive(Deserialize)]
struct Seen {
    seq: u64,
    options: Vec<Sayable>,
}

#[derive(Deserialize)]
struct Sayable {
    say: String,
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
            answered: AtomicU64::new(0),
            waits: Mutex::new(Vec::new()),
        }
    }

    /// Plays until told to stop; everything that was acknowledged and heard.
    pub(super) async fn play(&self, number: usize, seed: u64) -> Told {
        let (sender, now) = watch::channel(Now::default());
        let mut terminal = Terminal {
            all: self,
            client: Client::new(self.address),
            table: table_id(number % self.tables),
            spot: number / self.tables % 7 + 1,
            name: String::new(),
            dice: Dice::new(seed),
            now,
            staked: None,
            looked: 0,
            sent: 0,
            heard: Vec::new(),
        };
        terminal.come_in().await;
        let stream = Stream::new(self.address, terminal.client.cookie(), &terminal.table, sender);
        let listening = tokio::spawn(stream.listen());
        self.inside.fetch_add(1, Ordering::Relaxed);
        while !self.stopping.load(Ordering::Relaxed) {
            let began = Instant::now();
            terminal.act().await;
            let jitter = terminal.dice.below(200);
            let pause = self.pause.mul_f64(0.9 + f64::from(u32::try_from(jitter).unwrap_or(0)) / 1000.0);
            tokio::time::sleep(pause.saturating_sub(began.elapsed())).await;
        }
        listening.abort();
        let stream_faults = terminal.now.borrow().faults;
        Told { heard: terminal.heard, stream_faults }
    }

    pub(super) fn stop(&self) {
        self.stopping.store(true, Ordering::Relaxed);
    }

    pub(super) fn acknowledged(&self) -> u64 {
        self.acknowledged.load(Ordering::Relaxed)
    }

    /// How many commands were answered, refusals included.
    pub(super) fn answered(&self) -> u64 {
        self.answered.load(Ordering::Relaxed)
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
    /// What was heard last.
    now: watch::Receiver<Now>,
    /// The round this terminal has a wager in.
    staked: Option<u32>,
    /// The entry after which it last looked at the table.
    looked: u64,
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

    /// Does what a player does now: puts down and takes back chips while bets are open, answers what is asked.
    async fn act(&mut self) {
        let Now { seq, waits_for, round, .. } = self.now.borrow().clone();
        match waits_for.as_str() {
            // Before anything is heard of it, a table may be waiting for its first wager.
            "" | "bets" => self.bet(round).await,
            "next-round" => {}
            _ if self.staked == Some(round) && self.looked < seq => {
                if let Some(say) = self.asked().await {
                    self.say(&say).await;
                }
            }
            _ => {}
        }
    }

    /// A wager more, or the wagers back.
    async fn bet(&mut self, round: u32) {
        let (has_bet, spot) = (self.staked == Some(round), self.spot);
        if has_bet && self.dice.below(3) > 0 {
            self.staked = None;
            self.say(&format!("withdraws on {spot}")).await;
        } else {
            let chips = 5 * (1 + self.dice.below(3));
            if let Some(answer) = self.say(&format!("bets {chips} on {spot}")).await {
                self.staked = Some(answer.round);
            }
        }
    }

    /// What is asked of this player now.
    async fn asked(&mut self) -> Option<String> {
        let path = format!("/api/tables/{}", self.table);
        let seen: Seen = self.client.get(&path).await.ok()?.read()?;
        self.looked = seen.seq;
        let at = usize::try_from(self.dice.below(seen.options.len() as u64)).unwrap_or(0);
        seen.options.get(at).map(|option| option.say.clone())
    }

    /// Says something until it is answered, across kills, always with the same id; nothing where it was refused.
    async fn say(&mut self, say: &str) -> Option<Answer> {
        self.sent += 1;
        let id = format!("{}-{}", self.name, self.sent);
        let body =
            serde_json::to_string(&BTreeMap::from([("id", id.as_str()), ("say", say)])).unwrap_or_default();
        let path = format!("/api/tables/{}/say", self.table);
        let (began, mut again) = (Instant::now(), false);
        let mut answered = None;
        self.all.waiting.fetch_add(1, Ordering::Relaxed);
        while !self.all.stopping.load(Ordering::Relaxed) {
            match self.client.post(&path, body.clone()).await {
                Ok(said) if said.status.is_success() => {
                    answered = said.read::<Answer>();
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
        self.all.answered.fetch_add(1, Ordering::Relaxed);
        if let Some(answer) = &answered {
            self.note(&id, answer.clone(), again, began);
        }
        answered
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
