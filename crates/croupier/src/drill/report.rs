//! What a drill prints at its end.

use std::fmt::Write;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use super::check::Checked;
use super::tally::Tally;
use crate::style::{BAD, GOOD, HEAD, aligned};

/// What the time of full load came to.
pub(super) struct Load {
    pub(super) acknowledged: u64,
    /// Those, and those that were refused.
    pub(super) answered: u64,
    pub(super) seconds: f64,
    /// How long each answer took, in microseconds, sorted.
    pub(super) waits: Vec<u32>,
}

impl Load {
    #[expect(clippy::cast_precision_loss, reason = "a rate for people")]
    fn a_second(&self, commands: u64) -> f64 {
        commands as f64 / self.seconds
    }

    /// Within how many milliseconds this percentage of commands was answered.
    fn within(&self, per_cent: usize) -> f64 {
        let at = self.waits.len() * per_cent / 100;
        self.waits.get(at).map_or(0.0, |wait| f64::from(*wait) / 1000.0)
    }
}

/// Everything a drill reports.
pub(super) struct Report<'d> {
    pub(super) terminals: usize,
    pub(super) logins: usize,
    pub(super) tables: usize,
    pub(super) servers: usize,
    /// How many idle terminals there were, and the memory of the server with them.
    pub(super) idle: Option<(usize, u64)>,
    pub(super) load: &'d Load,
    pub(super) restarts: &'d [Duration],
    pub(super) cuts: u32,
    pub(super) took: Duration,
    pub(super) tally: &'d Tally,
    pub(super) checked: &'d Checked,
    /// Lines of the servers' logs that nobody expects.
    pub(super) log: &'d [String],
}

impl Report<'_> {
    /// Whether nothing is wrong.
    pub(super) fn is_clean(&self) -> bool {
        self.checked.is_clean() && self.log.is_empty()
    }

    pub(super) fn print(&self) {
        let mut table = aligned(&["", ""]);
        for (what, value) in self.figures().into_iter().chain(self.counts()) {
            table.add_row([what, value]);
        }
        anstream::println!("{HEAD}Drill{HEAD:#}\n{table}\n\n{HEAD}Acts{HEAD:#}\n{}", self.acts());
        for fault in self.checked.faults.tell() {
            anstream::println!("{BAD}fault{BAD:#} {fault}");
        }
        for line in self.log {
            anstream::println!("{BAD}unexpected in the server's log{BAD:#} {line}");
        }
        let style = if self.is_clean() { GOOD } else { BAD };
        let (kills, Checked { lost, doubled, ledger, .. }) = (self.restarts.len(), self.checked);
        anstream::println!("{style}{kills} kills, {lost} lost, {doubled} doubled, ledger {ledger}{style:#}");
    }

    fn figures(&self) -> Vec<(String, String)> {
        let Report { load, checked, .. } = self;
        let mut rows = Vec::new();
        let mut row = |what: &str, value: String| rows.push((what.to_owned(), value));
        if let Some((terminals, bytes)) = self.idle {
            let mebibytes = bytes.div_ceil(1 << 20);
            row(&format!("memory with {terminals} idle terminals"), format!("{mebibytes} MiB"));
        }
        row("terminals", self.terminals.to_string());
        row("of them players with a login", self.logins.to_string());
        row("tables", self.tables.to_string());
        row("servers", self.servers.to_string());
        row("commands answered a second", format!("{:.0}", load.a_second(load.answered)));
        row("commands acknowledged a second", format!("{:.0}", load.a_second(load.acknowledged)));
        row("half of them answered within", format!("{:.1} ms", load.within(50)));
        row("99 % of them answered within", format!("{:.1} ms", load.within(99)));
        let cuts = usize::try_from(self.cuts).unwrap_or(0);
        row("times the server was killed", (self.restarts.len() - cuts).to_string());
        row("times the power was cut", cuts.to_string());
        row("all of that took", format!("{:.0} s", self.took.as_secs_f64()));
        if let Some(slowest) = self.restarts.iter().max() {
            row("slowest restart", format!("{:.2} s", slowest.as_secs_f64()));
        }
        row("commands acknowledged in all", checked.acknowledged.to_string());
        row("commands whose outcome nobody learned", checked.unknown.to_string());
        row("of them written, once", checked.unknown_written.to_string());
        row("records in the journal", checked.records.to_string());
        row("rounds settled again", checked.rounds.to_string());
        rows
    }

    fn counts(&self) -> Vec<(String, String)> {
        let tally = self.tally;
        let mut rows = Vec::new();
        let mut row = |what: &str, counter: &AtomicU64| {
            rows.push((what.to_owned(), counter.load(Ordering::Relaxed).to_string()));
        };
        row("clients cut off within a request", &tally.cut_in_part);
        row("clients cut off after a request", &tally.cut_at_the_end);
        row("clients cut off before they read the answer", &tally.cut_before_reading);
        row("answered with 408, a time-out", &tally.timed_out);
        row("answered with 429, too many", &tally.too_many);
        row("answered with 500, a fault", &tally.internal);
        row("answered with 503, not served now", &tally.unavailable);
        if self.servers > 1 {
            row("answered with 421, at the other server", &tally.elsewhere);
        }
        row("connections that broke", &tally.broken);
        rows
    }

    /// Every kind of act, how often it was done and how often it was refused by rule.
    fn acts(&self) -> String {
        let mut table = aligned(&["", "done", "refused"]);
        for (act, counted) in self.tally.acts() {
            table.add_row([act.words().to_owned(), counted.done.to_string(), counted.refused.to_string()]);
        }
        let mut text = String::new();
        // Writing to a string cannot fail.
        let _ = write!(text, "{table}");
        text
    }
}
