//! Watching a run: a bar on a terminal, Ctrl-C, and whether it is precise enough.

use std::io::IsTerminal;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use anyhow::{Context, Result};
use indicatif::{ProgressBar, ProgressStyle};
use serde::{Deserialize, Serialize};
use simulate::{BLOCK, Job, Moments, Shard};

use crate::figures::percent;

/// How often the bar changes.
const BLINK: Duration = Duration::from_millis(100);

/// What is looked at as a run goes on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Headline {
    /// The mean of the main wager.
    Main,
    /// What the first player wins in a round.
    Won,
}

pub(crate) struct Watch {
    headline: Headline,
    bar: ProgressBar,
    until_error: Option<f64>,
    interrupted: Arc<AtomicBool>,
    begun: Instant,
    shown: Mutex<Instant>,
    trace: Mutex<Trace>,
}

impl Watch {
    pub(crate) fn new(job: &Job, until_error: Option<f64>, headline: Headline) -> Result<Watch> {
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
        let bar = if std::io::stderr().is_terminal() {
            bar(rounds_of(job), until_error)
        } else {
            ProgressBar::hidden()
        };
        let (shown, trace) = (Mutex::new(begun), Mutex::new(Trace::of(job)));
        Ok(Watch { headline, bar, until_error, interrupted, begun, shown, trace })
    }

    /// Looks at what the headlines came to so far, the first seat's first, and says whether to go on.
    pub(crate) fn look(&self, rounds: u64, headlines: &[Moments]) -> ControlFlow<()> {
        if let Some(first) = headlines.first() {
            let known = Known::new(rounds, *first);
            self.trace.lock().unwrap_or_else(PoisonError::into_inner).take(known);
            self.show(known);
        }
        let enough = self.until_error.is_some_and(|error| is_enough(headlines, error));
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
        let (mean, error) = (known.moments().mean(), known.moments().std_error());
        let known_so_far = match self.headline {
            Headline::Main => format!("main {} ± {:.4} %", percent(mean), 100.0 * error),
            Headline::Won => format!("won {mean:+.5} ± {error:.5} a round"),
        };
        self.bar.set_position(known.rounds);
        self.bar.set_message(format!("{rate:.1} M rounds/s, {known_so_far}"));
    }
}

/// What was known of the headline after some rounds, in whole numbers: shards add up.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
pub(crate) struct Known {
    pub(crate) rounds: u64,
    times: u64,
    over: i64,
    #[serde(with = "as_text")]
    sum: i128,
    #[serde(with = "as_text")]
    squares: i128,
}

impl Known {
    pub(crate) const fn new(rounds: u64, moments: Moments) -> Known {
        let Moments { times, sum, squares, over } = moments;
        Known { rounds, times, over, sum, squares }
    }

    pub(crate) const fn moments(&self) -> Moments {
        let Known { times, over, sum, squares, .. } = *self;
        Moments { times, sum, squares, over }
    }

    /// The same after what came before.
    pub(crate) const fn after(self, before: &Known) -> Known {
        Known {
            rounds: before.rounds + self.rounds,
            times: before.times + self.times,
            over: self.over,
            sum: before.sum + self.sum,
            squares: before.squares + self.squares,
        }
    }
}

/// Sums longer than numbers in JSON can be, as text.
mod as_text {
    use serde::{Deserialize, Deserializer, Serializer, de};

    pub(super) fn serialize<S: Serializer>(sum: &i128, to: S) -> Result<S::Ok, S::Error> {
        to.collect_str(sum)
    }

    pub(super) fn deserialize<'d, D: Deserializer<'d>>(from: D) -> Result<i128, D::Error> {
        String::deserialize(from)?.parse().map_err(de::Error::custom)
    }
}

/// What was known as the run went on: every so often, however long it is.
struct Trace {
    known: Vec<Known>,
    /// Blocks up to now, also those of the shards before.
    seen: u64,
    /// One in so many is kept, as a power of two.
    sparse: u32,
    /// Whether more are left out as they get many.
    grows_sparse: bool,
}

/// Enough to draw a line by.
const POINTS: usize = 512;

impl Trace {
    /// Of a whole run, that may be ended any time, or of a shard: it keeps what the whole run would have kept.
    fn of(job: &Job) -> Trace {
        let whole = job.shard.of == 1;
        let all = Job { shard: Shard::WHOLE, ..*job }.blocks().end;
        let sparse =
            if whole { 0 } else { (0..64).find(|sparse| all >> sparse < POINTS as u64).unwrap_or(0) };
        Trace { known: Vec::new(), seen: job.blocks().start, sparse, grows_sparse: whole }
    }

    fn take(&mut self, known: Known) {
        self.seen += 1;
        if !self.seen.is_multiple_of(1 << self.sparse) {
            return;
        }
        self.known.push(known);
        if self.grows_sparse && self.known.len() == POINTS {
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

/// Whether every standard error is small enough. A few equal results are no certainty.
fn is_enough(headlines: &[Moments], error: f64) -> bool {
    headlines.iter().all(|known| known.std_error() <= error && known.times > 1)
}

/// How many rounds a job has.
fn rounds_of(job: &Job) -> u64 {
    let blocks = job.blocks();
    job.rounds.min(blocks.end * BLOCK) - job.rounds.min(blocks.start * BLOCK)
}

fn bar(rounds: u64, until_error: Option<f64>) -> ProgressBar {
    if until_error.is_some() {
        let style = ProgressStyle::with_template("{spinner} {human_pos} rounds, {msg}");
        return ProgressBar::new_spinner()
            .with_style(style.unwrap_or_else(|_| ProgressStyle::default_spinner()));
    }
    let style = ProgressStyle::with_template("{percent:>3} %  {msg}, {eta} left  {bar:12}");
    ProgressBar::new(rounds).with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// After which blocks of a job something is kept.
    fn kept(job: &Job) -> Vec<u64> {
        let mut trace = Trace::of(job);
        for block in job.blocks() {
            let moments = Moments { times: 1, sum: 0, squares: 0, over: 1 };
            trace.take(Known::new(block + 1, moments));
        }
        trace.known.iter().map(|known| known.rounds).collect()
    }

    #[test]
    fn shards_keep_what_the_whole_run_keeps() {
        for blocks in [1, 7, 511, 512, 513, 1023, 1024, 5000] {
            let job = Job::new(1, blocks * BLOCK - 5);
            let whole = kept(&job);
            assert!(whole.len() < POINTS && whole.len() as u64 >= (blocks / 2).min(255), "{blocks} blocks");
            for of in [1, 2, 7, 600] {
                let part = |part: u64| kept(&Job { shard: Shard { part, of }, ..job });
                assert_eq!(
                    (0..of).flat_map(part).collect::<Vec<_>>(),
                    whole,
                    "{blocks} blocks in {of} shards"
                );
                let rounds = |part: u64| rounds_of(&Job { shard: Shard { part, of }, ..job });
                assert_eq!((0..of).map(rounds).sum::<u64>(), job.rounds);
            }
        }
    }
}
