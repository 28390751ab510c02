//! What a way of playing is worth to who has a bankroll, by formula and by sessions played.

use std::io::Write;

use anyhow::{Result, ensure};
use clap::Args;
use serde::Serialize;
use simulate::{Sessions, Spread, Worth};

use crate::style::{HEAD, aligned};

/// A bankroll and what is asked of it.
#[derive(Args)]
#[command(next_help_heading = "Risk")]
pub(crate) struct Purse {
    /// Print SCORE, N0, and the risk of ruin of so many units
    #[arg(long, value_name = "UNITS", allow_negative_numbers = true)]
    bankroll: Option<f64>,
    /// The risk of ruin in so many rounds; the goal of --goal knows no end
    #[arg(long, value_name = "ROUNDS", default_value_t = 1000, requires = "bankroll")]
    trip: u32,
    /// The chance to win so many units before the bankroll is lost
    #[arg(long, value_name = "UNITS", requires = "bankroll", allow_negative_numbers = true)]
    goal: Option<f64>,
    /// The bankroll that is lost with this risk
    #[arg(long, value_name = "SHARE", default_value_t = 0.05, allow_negative_numbers = true)]
    risk: f64,
    /// The fraction of Kelly the certainty equivalent is for
    #[arg(long, value_name = "SHARE", default_value_t = 1.0, allow_negative_numbers = true)]
    kelly: f64,
}

/// No more rounds than about this are played to find a risk.
const ROUNDS: u64 = 100_000_000;
/// As many sessions as that allows, but no fewer than say anything.
const SESSIONS: std::ops::RangeInclusive<u64> = 100..=10_000;

/// What is printed.
#[derive(Serialize)]
pub(crate) struct Risk {
    desirability_index: f64,
    score: f64,
    n0: Option<f64>,
    kelly_bankroll: Option<f64>,
    #[serde(rename = "risk")]
    accepted: f64,
    #[serde(rename = "bankroll_for_risk")]
    needed: Option<f64>,
    #[serde(rename = "bankroll_for_risk_on_trip")]
    needed_on_trip: f64,
    trip_rounds: u32,
    #[serde(skip_serializing_if = "Option::is_none")]
    bankroll: Option<OfBankroll>,
}

#[derive(Serialize)]
struct OfBankroll {
    units: f64,
    certainty_equivalent: f64,
    ruin: f64,
    ruin_on_trip: f64,
    /// Null where it would take too long.
    ruin_on_trip_played: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    goal: Option<Goal>,
}

#[derive(Serialize)]
struct Goal {
    units: f64,
    before_ruin: f64,
    /// Null where it would take too long.
    before_ruin_played: Option<f64>,
}

impl Purse {
    pub(crate) fn check(&self) -> Result<()> {
        for (name, value) in [("bankroll", self.bankroll), ("goal", self.goal), ("kelly", Some(self.kelly))] {
            let value = value.unwrap_or(1.0);
            ensure!(value > 0.0 && value.is_finite(), "--{name} {value}: expected a number above 0");
        }
        ensure!(self.trip > 0, "--trip 0: a trip has some rounds");
        ensure!(
            self.risk > 0.0 && self.risk < 1.0,
            "--risk {}: expected a number between 0 and 1",
            self.risk
        );
        Ok(())
    }

    /// Whether a bankroll was named.
    pub(crate) const fn is_named(&self) -> bool {
        self.bankroll.is_some()
    }

    /// The figures of rounds that bring this.
    pub(crate) fn of(&self, won: &Spread, seed: u64) -> Risk {
        let worth = Worth { mean: won.mean(), std_dev: won.std_dev() };
        let finite = |value: f64| value.is_finite().then_some(value);
        Risk {
            desirability_index: worth.desirability(),
            score: worth.score(),
            n0: finite(worth.n0()),
            kelly_bankroll: finite(worth.kelly_bankroll(self.kelly)),
            accepted: self.risk,
            needed: finite(worth.bankroll_for(self.risk)),
            needed_on_trip: worth.bankroll_for_trip(self.risk, f64::from(self.trip)),
            trip_rounds: self.trip,
            bankroll: self.bankroll.map(|units| self.of_bankroll(units, worth, won, seed)),
        }
    }

    fn of_bankroll(&self, units: f64, worth: Worth, won: &Spread, seed: u64) -> OfBankroll {
        let sessions = Sessions::new(won);
        let trip = u64::from(self.trip);
        let played = |rounds: f64, play: &dyn Fn(&Sessions, u64) -> f64| {
            sessions.as_ref().zip(many(rounds)).map(|(sessions, many)| play(sessions, many))
        };
        let goal = self.goal.map(|goal| Goal {
            units: goal,
            before_ruin: worth.goal_before_ruin(units, goal),
            before_ruin_played: played(worth.rounds_to_goal_or_ruin(units, goal), &|sessions, many| {
                sessions.goal_before_ruin(units, goal, many, seed)
            }),
        });
        OfBankroll {
            units,
            certainty_equivalent: worth.certainty_equivalent(units, self.kelly),
            ruin: worth.ruin(units),
            ruin_on_trip: worth.ruin_on_trip(units, f64::from(self.trip)),
            ruin_on_trip_played: played(f64::from(self.trip), &|sessions, many| {
                sessions.ruin(units, trip, many, seed)
            }),
            goal,
        }
    }
}

/// How many sessions of so many rounds are played; none if even few would take too long.
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    clippy::cast_precision_loss,
    reason = "rounds for people to wait for"
)]
fn many(rounds: f64) -> Option<u64> {
    // Where nothing is won or lost a session has no end.
    let many = if rounds.is_nan() { 0 } else { (ROUNDS as f64 / rounds.max(1.0)) as u64 };
    (many >= *SESSIONS.start()).then(|| many.min(*SESSIONS.end()))
}

impl Risk {
    pub(crate) fn write(&self, out: &mut impl Write) -> Result<()> {
        writeln!(
            out,
            "{HEAD}Worth and risk{HEAD:#}  in units; a diffusion with the mean and the spread above\n"
        )?;
        let mut rows = aligned(&["figure", "by formula", "by sessions played"]);
        let mut row = |name: String, value: String, played: Option<f64>| {
            rows.add_row([name, value, played.map_or_else(String::new, share)]);
        };
        let units = |value: Option<f64>| {
            value.map_or_else(|| "none suffices".to_owned(), |value| format!("{value:.0}"))
        };
        let index = self.desirability_index;
        let index = if index.is_finite() { format!("{index:.3}") } else { "-".to_owned() };
        row("desirability index".into(), index, None);
        row("SCORE".into(), format!("{:.3}", self.score), None);
        row("N0, rounds".into(), units(self.n0), None);
        row("bankroll by Kelly".into(), units(self.kelly_bankroll), None);
        row(format!("bankroll for a risk of {} for ever", share(self.accepted)), units(self.needed), None);
        let trip = format!("bankroll for it on a trip of {} rounds", self.trip_rounds);
        row(trip, format!("{:.1}", self.needed_on_trip), None);
        if let Some(of) = &self.bankroll {
            let units = of.units;
            row(
                format!("certainty equivalent of a round with {units}"),
                format!("{:+.6}", of.certainty_equivalent),
                None,
            );
            row(format!("risk to lose {units} for ever"), share(of.ruin), None);
            let trip = format!("risk to lose {units} on that trip");
            row(trip, share(of.ruin_on_trip), of.ruin_on_trip_played);
            if let Some(goal) = &of.goal {
                let name = format!("chance to win {} before {units} are lost", goal.units);
                row(name, share(goal.before_ruin), goal.before_ruin_played);
            }
        }
        writeln!(out, "{rows}\n")?;
        Ok(())
    }
}

fn share(value: f64) -> String {
    format!("{:.3} %", 100.0 * value)
}
