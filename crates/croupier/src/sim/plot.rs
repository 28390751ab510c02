//! What a run found, as a picture.

mod panel;

use std::path::Path;

use anyhow::{Context, Result, bail};
use simulate::Sessions;

use super::amount::grouped;
use super::counted::Counted;
use super::estimate::{share, units};
use super::shard::Report;
use super::watch::{Headline, Known};
use crate::picture::Picture;
use panel::{Panel, Sheet};

/// How a picture is stored.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Form {
    Svg,
    Png,
}

impl Form {
    /// By the ending of the file.
    pub(crate) fn of(path: &Path) -> Result<Form> {
        let ending = path.extension().and_then(|ending| ending.to_str()).unwrap_or_default().to_lowercase();
        match ending.as_str() {
            "svg" => Ok(Form::Svg),
            "png" => Ok(Form::Png),
            _ => bail!("{}: write a file that ends with .svg or .png", path.display()),
        }
    }
}

/// Draws a run into a file.
pub(crate) fn write(path: &Path, report: &Report, hour: f64) -> Result<()> {
    let picture = draw(report, hour);
    let bytes = match Form::of(path)? {
        Form::Svg => picture.svg().into_bytes(),
        Form::Png => picture.png()?,
    };
    std::fs::write(path, bytes).with_context(|| format!("{} cannot be written", path.display()))
}

/// The sessions a fan is drawn from, and how long they are.
const SESSIONS: u64 = 2000;
const ROUNDS: u64 = 5000;
const STEPS: u64 = 100;

fn draw(report: &Report, hour: f64) -> Picture {
    let run = &report.run;
    let about = format!(
        "{} decks, strategy {}, {} rounds, seed {}",
        run.decks,
        run.strategy,
        grouped(report.found.rounds),
        run.seed
    );
    let mut sheet = Sheet::new(&run.name, &about);
    sheet.draw(&fan(report));
    sheet.draw(&histogram(report));
    if report.convergence.len() > 1 {
        sheet.draw(&convergence(report));
    }
    if let Some(found) = &report.found.counts {
        sheet.draw(&by_count(&Counted::of(run, found, hour)));
    }
    sheet.done()
}

/// Where a player stands after some rounds, in the middle half and nine tenths of sessions.
fn fan(report: &Report) -> Panel {
    let mut panel = Panel::new("Bankroll", "rounds", "units won");
    let sessions = report.won().and_then(|won| Sessions::new(&won));
    let Some(sessions) = sessions else { return panel };
    let fan = sessions.fan(ROUNDS, STEPS, SESSIONS, &[5, 25, 50, 75, 95], report.run.seed);
    let at = |step: usize| share(step as u64 * ROUNDS, STEPS);
    let band = |low: usize, high: usize| -> Vec<(f64, f64, f64)> {
        fan.iter().enumerate().map(|(step, bands)| (at(step), bands[low], bands[high])).collect()
    };
    panel.band(band(0, 4), panel::PALE);
    panel.band(band(1, 3), panel::SOFT);
    panel.line(band(2, 2).into_iter().map(|(x, y, _)| (x, y)).collect());
    panel.note(format!(
        "all wagers; median, half and nine tenths of {SESSIONS} sessions of rounds like these"
    ));
    panel
}

/// How often the main wager came to what.
fn histogram(report: &Report) -> Panel {
    let mut panel = Panel::new("Outcomes of the main wager", "net in units", "share of rounds, %");
    let Some(seat) = report.found.seats.first() else { return panel };
    let times = seat.main.spread().times();
    for outcome in &seat.main.outcomes {
        panel.bar(units(outcome.net, seat.main.over), 100.0 * share(outcome.times, times));
    }
    panel
}

/// What was known as the run went on.
fn convergence(report: &Report) -> Panel {
    let (title, up) = match report.headline() {
        Headline::Main => ("Convergence of the main wager", "mean, %"),
        Headline::Won => ("Convergence of what is won", "units in 100 rounds"),
    };
    let mut panel = Panel::new(title, "million rounds", up);
    let million = |rounds: u64| share(rounds, 1_000_000);
    // The first few are all over the place; the picture is about where it leads.
    let skip = report.convergence.len() / 50;
    let known = || report.convergence.iter().skip(skip);
    let band = |known: &Known| {
        let (mean, away) = (known.moments().mean(), 1.96 * known.moments().std_error());
        (million(known.rounds), 100.0 * (mean - away), 100.0 * (mean + away))
    };
    panel.band(known().map(band).collect(), panel::PALE);
    panel.line(known().map(|known| (million(known.rounds), 100.0 * known.moments().mean())).collect());
    panel.note("with its 95 % interval".into());
    panel
}

/// What a unit brings at each count that is not too rare to tell.
fn by_count(counted: &Counted) -> Panel {
    let mut panel = Panel::new("Expectation by count", "count", "mean, %");
    let told = || counted.by_count.iter().filter(|at| at.std_error > 0.0 && at.std_error < 0.02);
    let band = |at: &super::counted::AtCount| {
        let away = 1.96 * at.std_error;
        (f64::from(at.count), 100.0 * (at.mean - away), 100.0 * (at.mean + away))
    };
    panel.band(told().map(band).collect(), panel::PALE);
    panel.line(told().map(|at| (f64::from(at.count), 100.0 * at.mean)).collect());
    panel.note("of one unit, with its 95 % interval".into());
    panel
}
