//! Watching a run: a bar on a terminal, Ctrl-C, and whether it is precise enough.

use std::io::IsTerminal;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use anyhow::{Context, Result};
use indicatif::{ProgressBar, ProgressStyle};
use simulate::Spread;

use crate::figures::percent;

/// How often the bar changes.
const BLINK: Duration = Duration::from_millis(100);

pub(crate) struct Watch {
    bar: ProgressBar,
    until_error: Option<f64>,
    interrupted: Arc<AtomicBool>,
    begun: Instant,
    shown: Mutex<Instant>,
    trace: Mutex<Trace>,
}

impl Watch {
    pub(crate) fn new(rounds: u64, until_error: Option<f64>) -> Result<Watch> {
        let interrupted = Arc::new(AtomicBool::new(false));
        let flag = Arc::clone(&interrupted);
        let handler = move || {
            // Who presses it twice does not want to wait for the block that is being played.
            if flag.swap(true, Ordering::Relaxed) {
                std::process::exit(130);
            }
        };
        ctrlc::set_handler(handler).context("Ctrl-C cannot be listened to")?;
        let begun = Instant::now();
        let bar =
            if std::io::stderr().is_terminal() { bar(rounds, until_error) } else { ProgressBar::hidden() };
        Ok(Watch { bar, until_error, interrupted, begun, shown: Mutex::new(begun), trace: Mutex::default() })
    }

    /// Looks at what the main wager of each seat came to so far, and says whether to go on.
    pub(crate) fn look(&self, rounds: u64, mains: &[Spread]) -> ControlFlow<()> {
        if let Some(main) = mains.first() {
            let known = Known { rounds, mean: main.mean(), std_error: main.std_error() };
            self.trace.lock().unwrap_or_else(PoisonError::into_inner).take(known);
            self.show(known);
        }
        let enough = self.until_error.is_some_and(|error| is_enough(mains, error));
        let over = enough || self.interrupted.load(Ordering::Relaxed);
        if over { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }

    /// Takes the bar away. Answers whether Ctrl-C was pressed, and what was known as the run went on.
    pub(crate) fn finish(self) -> (bool, Vec<Known>) {
        self.bar.finish_and_clear();
        let trace = self.trace.into_inner().unwrap_or_else(PoisonError::into_inner);
        (self.interrupted.load(Ordering::Relaxed), trace.known)
    }

    fn show(&self, known: Known) {
        let mut shown = self.shown.lock().unwrap_or_else(PoisonError::into_inner);
        if self.bar.is_hidden() || shown.elapsed() < BLINK {
            return;
        }
        *shown = Instant::now();
        let rate = millions_a_second(known.rounds, self.begun.elapsed());
        let (mean, error) = (percent(known.mean), 100.0 * known.std_error);
        self.bar.set_position(known.rounds);
        self.bar.set_message(format!("{rate:.1} M rounds/s, main {mean} ± {error:.4} %"));
    }
}

/// What was known of the main wager after some rounds.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Known {
    pub(crate) rounds: u64,
    pub(crate) mean: f64,
    pub(crate) std_error: f64,
}

/// What was known as the run went on: every so often, however long it is.
#[derive(Default)]
struct Trace {
    known: Vec<Known>,
    seen: u64,
    /// One in so many is kept, as a power of two.
    sparse: u32,
}

/// Enough to draw a line by.
const POINTS: usize = 512;

impl Trace {
    fn take(&mut self, known: Known) {
        self.seen += 1;
        if !self.seen.is_multiple_of(1 << self.sparse) {
            return;
        }
        self.known.push(known);
        if self.known.len() == POINTS {
            let mut keep = false;
            self.known.retain(|_| {
                keep = !keep;
                !keep
            });
            self.sparse += 1;
        }
    }
}

#[expect(clippy::cast_precision_loss, reason = "a rate for people")]
fn millions_a_second(rounds: u64, time: Duration) -> f64 {
    rounds as f64 / time.as_secs_f64().max(1e-9) / 1e6
}

/// Whether the standard error of every main wager is small enough. A few equal results are no certainty.
fn is_enough(mains: &[Spread], error: f64) -> bool {
    mains.iter().all(|main| main.std_error() <= error && main.times() > 1)
}

fn bar(rounds: u64, until_error: Option<f64>) -> ProgressBar {
    if until_error.is_some() {
        let style = ProgressStyle::with_template("{spinner} {human_pos} rounds, {msg}");
        return ProgressBar::new_spinner()
            .with_style(style.unwrap_or_else(|_| ProgressStyle::default_spinner()));
    }
    let style = ProgressStyle::with_template("{bar:30} {percent} %, {msg}, {eta} left");
    ProgressBar::new(rounds).with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()))
}
