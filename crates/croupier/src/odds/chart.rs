//! The strategy chart on a terminal.

use std::io::Write;

use anstyle::{AnsiColor, Style};
use anyhow::Result;
use odds::{ACE, Chart, LETTERS, Letter, Row, VALUES};

use crate::style::{DIM, HEAD};

/// The columns of a chart from left to right: 2 to 9, ten, Ace.
pub(crate) const COLUMNS: [usize; VALUES] = [1, 2, 3, 4, 5, 6, 7, 8, 9, ACE];

/// The parts of a chart from top to bottom, each with its title.
const PARTS: [(&str, &str); 3] = [("hard", "hard"), ("soft", "soft"), ("pairs", "pair")];

/// Prints a chart with its legend. Columns without such a card in the shoe are empty.
pub(crate) fn write(out: &mut impl Write, chart: &Chart, by_up: &[Option<f64>; VALUES]) -> Result<()> {
    for (part, title) in PARTS {
        write!(out, "  {HEAD}{title:>6}  ")?;
        for up in COLUMNS {
            write!(out, " {} ", LETTERS[up])?;
        }
        writeln!(out, "{HEAD:#}")?;
        for row in rows(part) {
            write!(out, "  {:>6}  ", label(row))?;
            for up in COLUMNS {
                match by_up[up] {
                    Some(_) => {
                        let letter = chart.cell(row, up);
                        let style = style(letter);
                        write!(out, "{style} {letter} {style:#}")?;
                    }
                    None => write!(out, "{DIM} . {DIM:#}")?,
                }
            }
            writeln!(out)?;
        }
        writeln!(out)?;
    }
    legend(out, chart)
}

/// The rows of a part in the order they are printed: totals upwards, pairs from twos to Aces.
pub(crate) fn rows(part: &str) -> Vec<Row> {
    let mut rows: Vec<Row> = Row::all().filter(|row| row.part() == part).collect();
    if let Some(aces) = rows.iter().position(|row| *row == Row::Pair(ACE)) {
        rows[aces..].rotate_left(1);
    }
    rows
}

/// What the letters of the chart mean.
fn legend(out: &mut impl Write, chart: &Chart) -> Result<()> {
    let used = |letter: &Letter| Row::all().any(|row| (0..VALUES).any(|up| chart.cell(row, up) == *letter));
    write!(out, "  ")?;
    for letter in Letter::ALL.into_iter().filter(used) {
        let style = style(letter);
        write!(out, "{style} {letter} {style:#} {}  ", letter.words())?;
    }
    writeln!(out)?;
    Ok(())
}

fn label(row: Row) -> String {
    match row {
        Row::Hard(_) | Row::Soft(_) => row.name(),
        Row::Pair(_) => format!("{0},{0}", row.name()),
    }
}

fn style(letter: Letter) -> Style {
    match letter {
        Letter::Hit => AnsiColor::Black.on(AnsiColor::White),
        Letter::Stand => AnsiColor::BrightWhite.on(AnsiColor::Blue),
        Letter::DoubleOrHit => AnsiColor::Black.on(AnsiColor::Yellow),
        Letter::DoubleOrStand => AnsiColor::Black.on(AnsiColor::BrightYellow),
        Letter::Split => AnsiColor::Black.on(AnsiColor::Green),
        Letter::SurrenderOrHit => AnsiColor::BrightWhite.on(AnsiColor::Magenta),
        Letter::SurrenderOrStand => AnsiColor::Black.on(AnsiColor::BrightMagenta),
        Letter::SurrenderOrSplit => AnsiColor::BrightWhite.on(AnsiColor::Red),
    }
}
