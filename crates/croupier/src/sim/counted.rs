//! What counting came to: the table by counts, and what it won.

use std::io::Write;

use anyhow::{Result, ensure};
use serde::{Deserialize, Serialize};
use simulate::{CountRow, CountTable, Spread};

use super::amount::grouped;
use super::asked::Run;
use super::estimate::share;
use crate::figures::{edge, percent};
use crate::style::{HEAD, aligned};

/// Whole numbers of a counting player, to be stored.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub(crate) struct CountsFound {
    over: i64,
    rows: Vec<RowFound>,
}

#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
struct RowFound {
    count: i32,
    bet: u32,
    nets: Vec<(i64, u64)>,
}

impl CountsFound {
    pub(crate) fn of(tally: &CountTable) -> CountsFound {
        let row = |CountRow { count, bet, nets }: &CountRow| RowFound {
            count: *count,
            bet: *bet,
            nets: nets.clone(),
        };
        CountsFound { over: tally.over, rows: tally.rows.iter().map(row).collect() }
    }

    /// The table these are of.
    pub(crate) fn tally(&self) -> CountTable {
        let row = |RowFound { count, bet, nets }: &RowFound| CountRow {
            count: *count,
            bet: *bet,
            nets: nets.clone(),
        };
        CountTable { over: self.over, rows: self.rows.iter().map(row).collect() }
    }

    pub(crate) fn add(&mut self, other: &CountsFound) -> Result<()> {
        ensure!(self.over == other.over, "they count in different units");
        let mut tally = self.tally();
        tally.merge(&other.tally());
        *self = CountsFound::of(&tally);
        Ok(())
    }
}

/// What is printed about a counting player.
#[derive(Serialize)]
pub(crate) struct Counted {
    system: String,
    spots: usize,
    rounds_played: u64,
    /// On each spot, in rounds he played.
    average_bet: f64,
    won_per_round: f64,
    std_dev: f64,
    std_error: f64,
    /// What he won of all he bet, doubles and splits aside.
    player_edge: f64,
    /// What the house keeps of a unit in every round, played alike.
    house_edge: f64,
    per_100_rounds: f64,
    per_hour: f64,
    std_dev_per_hour: f64,
    pub(crate) by_count: Vec<AtCount>,
}

/// Rounds that began at one count.
#[derive(Serialize)]
pub(crate) struct AtCount {
    pub(crate) count: i32,
    rounds: u64,
    frequency: f64,
    average_bet: f64,
    /// Of a unit on one spot.
    pub(crate) mean: f64,
    /// Of a unit on each spot.
    variance: f64,
    pub(crate) std_error: f64,
}

impl Counted {
    pub(crate) fn of(run: &Run, found: &CountsFound, hour: f64) -> Counted {
        let tally = found.tally();
        let (won, spots) = (tally.won(), whole(run.spots as u64));
        let rounds = won.times();
        let bet = float(tally.bet());
        let (mean, std_dev) = (won.mean(), won.std_dev());
        let at = |(count, spread): &(i32, Spread)| {
            let rows = tally.rows.iter().filter(|row| row.count == *count);
            let bets: u128 = rows.map(|row| u128::from(row.bet) * u128::from(row.times())).sum();
            AtCount {
                count: *count,
                rounds: spread.times(),
                frequency: share(spread.times(), rounds),
                average_bet: float(bets) / whole(spread.times().max(1)),
                mean: spread.mean() / spots,
                variance: spread.std_dev().powi(2),
                std_error: spread.std_error() / spots,
            }
        };
        Counted {
            system: run.counter.as_ref().map(|told| told.system.clone()).unwrap_or_default(),
            spots: run.spots,
            rounds_played: tally.played(),
            average_bet: bet / whole(tally.played().max(1)),
            won_per_round: mean,
            std_dev,
            std_error: won.std_error(),
            player_edge: if bet > 0.0 { mean * whole(rounds) / (bet * spots) } else { 0.0 },
            house_edge: -tally.flat().mean() / spots,
            per_100_rounds: 100.0 * mean,
            per_hour: hour * mean,
            std_dev_per_hour: hour.sqrt() * std_dev,
            by_count: tally.by_count().iter().map(at).collect(),
        }
    }

    pub(crate) fn write(&self, out: &mut impl Write, hour: f64) -> Result<()> {
        writeln!(out, "{HEAD}Counting{HEAD:#}  {}, {}, bets in units\n", self.system, spots(self.spots))?;
        let mut rows = aligned(&["figure", "value"]);
        for (name, value) in [
            ("rounds he bet in", grouped(self.rounds_played)),
            ("average bet in them, on each spot", format!("{:.3}", self.average_bet)),
            ("won in a round, side wagers aside", format!("{:+.6}", self.won_per_round)),
            ("std dev of a round", format!("{:.4}", self.std_dev)),
            ("std error", format!("{:.6}", self.std_error)),
            ("player's edge, of all he bet", percent(self.player_edge)),
            ("house edge, flat in every round", edge(-self.house_edge)),
            ("won in 100 rounds", format!("{:+.4}", self.per_100_rounds)),
            (&format!("won in an hour of {hour}"), format!("{:+.4}", self.per_hour)),
            ("std dev of an hour", format!("{:.3}", self.std_dev_per_hour)),
        ] {
            rows.add_row([name.to_owned(), value]);
        }
        writeln!(out, "{rows}\n")?;
        let mut rows =
            aligned(&["count", "rounds", "frequency", "average bet", "mean", "variance", "std error"]);
        for at in &self.by_count {
            rows.add_row([
                format!("{:+}", at.count),
                grouped(at.rounds),
                format!("{:.4} %", 100.0 * at.frequency),
                format!("{:.2}", at.average_bet),
                percent(at.mean),
                format!("{:.4}", at.variance),
                format!("{:.4} %", 100.0 * at.std_error),
            ]);
        }
        writeln!(out, "{rows}\n")?;
        Ok(())
    }
}

#[expect(clippy::cast_precision_loss, reason = "what is shown has fewer digits than a double")]
fn float(number: u128) -> f64 {
    number as f64
}

fn whole(number: u64) -> f64 {
    float(number.into())
}

fn spots(many: usize) -> String {
    if many == 1 { "one spot".to_owned() } else { format!("{many} spots") }
}
