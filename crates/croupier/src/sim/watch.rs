//! Watching a run: a bar on a terminal, Ctrl-C, and whether it is precise enough.

use std::io::IsTerminal;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use anyhow::{Context, Result};
use indicatif::{ProgressBar, ProgressStyle};
use rulebook::Rules;
use simulate::Tally;

use crate::figures::percent;

/// How often the bar changes.
const BLINK: Duration = Duration::from_millis(100);

pub(crate) struct Watch {
    bar: ProgressBar,
    until_error: Option<f64>,
    interrupted: Arc<AtomicBool>,
    begun: Instant,
    shown: Mutex<Instant>,
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
        Ok(Watch { bar, until_error, interrupted, begun, shown: Mutex::new(begun) })
    }

    /// Looks at what was found so far, and says whether to go on.
    pub(crate) fn look(&self, tally: &Tally, rules: &Rules) -> ControlFlow<()> {
        self.show(tally, rules);
        let enough = self.until_error.is_some_and(|error| is_enough(tally, rules, error));
        if enough || self.interrupted.load(Ordering::Relaxed) {
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        }
    }

    /// Takes the bar away; `true` if Ctrl-C was pressed.
    pub(crate) fn finish(&self) -> bool {
        self.bar.finish_and_clear();
        self.interrupted.load(Ordering::Relaxed)
    }

    fn show(&self, tally: &Tally, rules: &Rules) {
        let mut shown = self.shown.lock().unwrap_or_else(PoisonError::into_inner);
        if self.bar.is_hidden() || shown.elapsed() < BLINK {
            return;
        }
        *shown = Instant::now();
        let Some(seat) = tally.seats.first() else { return };
        let main = seat.main_spread(rules);
        let rate = millions_a_second(tally.rounds, self.begun.elapsed());
        let (mean, error) = (percent(main.mean()), 100.0 * main.std_error());
        self.bar.set_position(tally.rounds);
        self.bar.set_message(format!("{rate:.1} M rounds/s, main {mean} ± {error:.4} %"));
    }
}

#[expect(clippy::cast_precision_loss, reason = "a rate for people")]
fn millions_a_second(rounds: u64, time: Duration) -> f64 {
    rounds as f64 / time.as_secs_f64().max(1e-9) / 1e6
}

/// Whether the standard error of every seat's main wager is small enough. A few equal results are no certainty.
fn is_enough(tally: &Tally, rules: &Rules, error: f64) -> bool {
    tally
        .seats
        .iter()
        .map(|seat| seat.main_spread(rules))
        .all(|main| main.std_error() <= error && main.times() > 1)
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
