//! All numbers of decks a game allows, side by side.

use std::io::Write;

use anyhow::Result;
use rulebook::Rules;
use serde::Serialize;

use super::compare::Figures;
use super::live::Described;
use crate::figures::percent;
use crate::json::Keyed;
use crate::style::HEAD;
use crate::style::aligned;
use crate::waiting;

/// What a game is worth with each number of decks.
pub(crate) fn work_out(base: &Rules) -> Result<Vec<(u8, Figures)>> {
    let decks = odds::allowed_decks(base);
    let bar = waiting::bar(decks.len(), "shoes");
    let figures = waiting::all(&decks, &bar, |decks| {
        let mut rules = base.clone();
        rules.set("decks", &decks.to_string())?;
        Figures::work_out(&rules, &Described::Full)
    });
    decks.into_iter().zip(figures).map(|(decks, figures)| Ok((decks, figures?))).collect()
}

/// Prints a row for each number of decks.
pub(crate) fn write(out: &mut impl Write, all: &[(u8, Figures)]) -> Result<()> {
    let mut header = vec!["decks", "best play", "the best chart"];
    let kinds = all.first().map_or(&[][..], |(_, figures)| &figures.wagers);
    header.extend(kinds.iter().map(|(kind, _)| kind.as_str()));
    let mut rows = aligned(&header);
    for (decks, figures) in all {
        let mut row = vec![decks.to_string(), percent(figures.best), percent(figures.chart)];
        row.extend(figures.wagers.iter().map(|(_, ev)| percent(*ev)));
        rows.add_row(row);
    }
    writeln!(out, "{HEAD}By number of decks{HEAD:#}  mean net of one unit\n\n{rows}\n")?;
    Ok(())
}

/// What a game is worth with so many decks, for a program.
#[derive(Serialize)]
pub(crate) struct DecksJson {
    decks: u8,
    ev: f64,
    ev_basic: f64,
    wagers: Keyed<f64>,
}

/// The same for a program.
pub(crate) fn json(all: &[(u8, Figures)]) -> Vec<DecksJson> {
    let one = |(decks, figures): &(u8, Figures)| DecksJson {
        decks: *decks,
        ev: figures.best,
        ev_basic: figures.chart,
        wagers: Keyed(figures.wagers.clone()),
    };
    all.iter().map(one).collect()
}
