//! What a rule is worth: the game with one setting changed, beside the game as it is.

use std::io::Write;

use anyhow::{Context, Result};
use odds::{Change, Standing};
use rulebook::Rules;
use serde::Serialize;

use super::live::Described;
use super::sheet::{Arithmetic, Detail, Sheet, Wanted, nearest};
use crate::figures::percent;
use crate::game::setting_of;
use crate::json::Keyed;
use crate::style::aligned;
use crate::style::{DIM, HEAD};
use crate::waiting;

/// The changes a caller asks about.
pub(crate) struct Changes {
    list: Vec<Change>,
    /// Settings that change nothing here, where all were asked for.
    without_effect: Vec<&'static str>,
}

/// What the wagers of a game are worth.
pub(crate) struct Figures {
    pub(crate) best: f64,
    pub(crate) chart: f64,
    /// The side wagers and insurance.
    pub(crate) wagers: Vec<(String, f64)>,
}

/// A change and what the game is worth with it.
pub(crate) struct Comparison {
    change: Change,
    figures: Figures,
    /// The wagers whose worth changes: the word, the worth, the difference.
    changed: Vec<(String, f64, f64)>,
}

impl Changes {
    /// Reads `--compare`: settings with a value, or `all`.
    pub(crate) fn read(written: &[String], base: &Rules, shoe: &Described) -> Result<Changes> {
        let mut changes = Changes { list: Vec::new(), without_effect: Vec::new() };
        for written in written {
            if written == "all" {
                changes.add_all(base, shoe);
            } else {
                let (name, value) = setting_of(written).context("--compare (or say all)")?;
                changes.list.push(Change::of(base, name, value)?);
            }
        }
        Ok(changes)
    }

    /// Every setting the analysis rests on, with every other value it can have and that the shoe allows: cards may have
    /// gone that fewer decks do not hold.
    fn add_all(&mut self, base: &Rules, shoe: &Described) {
        for (name, changes) in Change::all(base) {
            if changes.is_empty() {
                self.without_effect.push(name);
            }
            self.list.extend(changes.into_iter().filter(|change| shoe.stock(&change.rules).is_ok()));
        }
    }

    /// Works every change out.
    pub(crate) fn compare(self, base: &Sheet, shoe: &Described) -> Result<Vec<Comparison>> {
        let bar = waiting::bar(self.list.len(), "settings");
        let figures = waiting::all(&self.list, &bar, |change| Figures::work_out(&change.rules, shoe));
        let base = Figures::of(base);
        let pairs = self.list.into_iter().zip(figures);
        pairs.map(|(change, figures)| Ok(Comparison::new(change, figures?, &base))).collect()
    }

    /// The settings that change nothing.
    pub(crate) fn without_effect(&self) -> &[&'static str] {
        &self.without_effect
    }
}

impl Figures {
    /// The figures of a sheet.
    pub(crate) fn of(sheet: &Sheet) -> Figures {
        let wagers = sheet.all_wagers().map(|odds| (odds.kind.clone(), nearest(&odds.ev)));
        Figures { best: sheet.main.ev, chart: sheet.main.ev_basic, wagers: wagers.collect() }
    }

    /// Works the figures of a game out.
    pub(crate) fn work_out(rules: &Rules, shoe: &Described) -> Result<Figures> {
        let stock = shoe.stock(rules)?;
        let wanted = Wanted { strategy: None, arithmetic: Arithmetic::Doubles, detail: Detail::Mean };
        Ok(Figures::of(&Sheet::gather(rules, rules, &stock, wanted)?))
    }
}

impl Comparison {
    fn new(change: Change, figures: Figures, base: &Figures) -> Comparison {
        let before = |kind: &str| base.wagers.iter().find(|(other, _)| other == kind).map(|(_, ev)| *ev);
        let changed = figures.wagers.iter().filter_map(|(kind, ev)| {
            let difference = ev - before(kind)?;
            (difference.abs() > 0.0).then(|| (kind.clone(), *ev, difference))
        });
        Comparison { changed: changed.collect(), change, figures }
    }
}

/// Prints the comparisons, those a table may choose before those its document rules out.
pub(crate) fn write(out: &mut impl Write, base: &Sheet, comparisons: &[Comparison]) -> Result<()> {
    let (best, chart) = (percent(base.main.ev), percent(base.main.ev_basic));
    writeln!(out, "As it is: best play {best}, the best chart {chart}\n")?;
    for (standing, title) in [
        (Standing::Allowed, "What a table may choose"),
        (Standing::Supposed, "What the game's document fixes, were it otherwise"),
    ] {
        let of_standing = || comparisons.iter().filter(|comparison| comparison.change.standing == standing);
        if of_standing().next().is_none() {
            continue;
        }
        let mut rows = aligned(&[
            "setting",
            "instead of",
            "is",
            "best play",
            "+/-",
            "the best chart",
            "+/-",
            "other wagers",
        ]);
        for comparison in of_standing() {
            rows.add_row(row(comparison, base));
        }
        writeln!(out, "{HEAD}{title}{HEAD:#}\n\n{rows}\n")?;
    }
    Ok(())
}

fn row(comparison: &Comparison, base: &Sheet) -> Vec<String> {
    let Comparison { change, figures, changed } = comparison;
    let other = |(kind, ev, difference): &(String, f64, f64)| {
        format!("{kind} {} ({})", percent(*ev), percent(*difference))
    };
    vec![
        change.name.clone(),
        change.was.clone(),
        change.is.clone(),
        percent(figures.best),
        percent(figures.best - base.main.ev),
        percent(figures.chart),
        percent(figures.chart - base.main.ev_basic),
        changed.iter().map(other).collect::<Vec<_>>().join("\n"),
    ]
}

/// Prints the settings that change nothing.
pub(crate) fn write_without_effect(out: &mut impl Write, names: &[&str]) -> Result<()> {
    writeln!(out, "{HEAD}Without effect on any figure{HEAD:#}\n\n  {DIM}{}{DIM:#}\n", names.join(" "))?;
    Ok(())
}

/// A comparison for a program.
#[derive(Serialize)]
pub(crate) struct ComparisonJson {
    setting: String,
    instead_of: String,
    is: String,
    allowed: bool,
    ev: f64,
    ev_difference: f64,
    ev_basic: f64,
    ev_basic_difference: f64,
    wagers: Keyed<ChangedJson>,
}

#[derive(Serialize)]
struct ChangedJson {
    ev: f64,
    difference: f64,
}

/// The comparisons for a program.
pub(crate) fn json(base: &Sheet, comparisons: &[Comparison]) -> Vec<ComparisonJson> {
    let one = |comparison: &Comparison| {
        let Comparison { change, figures, changed } = comparison;
        let changed = changed
            .iter()
            .map(|(kind, ev, difference)| (kind.clone(), ChangedJson { ev: *ev, difference: *difference }));
        ComparisonJson {
            setting: change.name.clone(),
            instead_of: change.was.clone(),
            is: change.is.clone(),
            allowed: change.standing == Standing::Allowed,
            ev: figures.best,
            ev_difference: figures.best - base.main.ev,
            ev_basic: figures.chart,
            ev_basic_difference: figures.chart - base.main.ev_basic,
            wagers: Keyed(changed.collect()),
        }
    };
    comparisons.iter().map(one).collect()
}
