//! The odds of a game as a person reads them on a terminal.

use std::io::Write;

use anyhow::Result;
use dashu_ratio::RBig;
use odds::{LETTERS, VALUES, WagerOdds};

use super::chart::{self, COLUMNS};
use super::distribution;
use super::live::Known;
use super::sheet::{Exact, MainOdds, Sheet, nearest};
use crate::figures::{edge, ev, fraction, known};
use crate::style::{DIM, HEAD, aligned};

/// Prints everything: the main wager, every side wager line by line, insurance, the chart.
pub(crate) fn write(out: &mut impl Write, sheet: &Sheet) -> Result<()> {
    head(out, sheet)?;
    main(out, &sheet.main)?;
    for odds in sheet.all_wagers() {
        wager(out, odds)?;
    }
    if let Some(waiting) = sheet.main.waiting {
        writeln!(out, "  even money for a blackjack against an Ace is worth 1; waiting {waiting:.6}\n")?;
    }
    for left_out in &sheet.left_out {
        writeln!(out, "  {} is left out: {}\n", left_out.kind, left_out.why)?;
    }
    let played = sheet.main.played.as_ref().and_then(|played| Some((&played.name, played.chart.as_ref()?)));
    let best = ("the best chart, found here".to_owned(), &sheet.main.chart);
    let (name, shown) = played.map_or(best, |(name, chart)| (format!("strategy `{name}`"), chart));
    writeln!(out, "{HEAD}Strategy{HEAD:#}  {name}; split hands are played by it too\n")?;
    chart::write(out, shown, &sheet.main.by_up)
}

/// The game, its shoe and what was chosen for it.
pub(crate) fn head(out: &mut impl Write, sheet: &Sheet) -> Result<()> {
    let settings: Vec<String> =
        sheet.settings().into_iter().map(|(name, value)| format!("{name}={value}")).collect();
    let (decks, cards) = (sheet.rules.decks(), sheet.shoe.len());
    let decks = if decks == 1 { "1 deck".to_owned() } else { format!("{decks} decks") };
    let shoe = match (sheet.is_full(), sheet.known) {
        (true, _) => format!("{cards} cards"),
        (false, Known::Cards) => format!("{cards} cards left"),
        (false, Known::Ranks) => format!("{cards} cards left, known by rank"),
        (false, Known::Values) => format!("{cards} cards left, known by value"),
    };
    writeln!(out, "{HEAD}{}{HEAD:#}  {decks}, {shoe}", sheet.rules.name())?;
    writeln!(out, "{DIM}in force: {}; {}{DIM:#}\n", sheet.rules.in_force(), settings.join(" "))?;
    Ok(())
}

fn main(out: &mut impl Write, main: &MainOdds) -> Result<()> {
    writeln!(
        out,
        "{HEAD}Main wager{HEAD:#}  mean net of one unit; the house edge is what the house keeps\n"
    )?;
    let mut rows = aligned(&["played", "ev", "house edge", "std dev"]);
    rows.add_row([
        "best play, by its own cards and the up card (CDZ-)".into(),
        ev(main.ev),
        edge(main.ev),
        "-".into(),
    ]);
    let basic = [ev(main.ev_basic), edge(main.ev_basic), known(main.std_dev)];
    rows.add_row([vec!["the best chart, by total and up card".to_owned()], basic.to_vec()].concat());
    if let Some(played) = &main.played {
        let name = format!("strategy `{}`", played.name);
        rows.add_row([name, ev(played.ev), edge(played.ev), known(played.std_dev)]);
    }
    for class in &main.classes {
        let Some(value) = class.ev else { continue };
        rows.add_row([format!("{} ({})", class.looks_at, class.name), ev(value), edge(value), "-".into()]);
    }
    writeln!(out, "{rows}\n")?;
    by_up(out, main)?;
    if let Some(exact) = &main.exact {
        exactly(out, exact)?;
    }
    let bound = main.error_bound;
    writeln!(out, "  {DIM}how: {}; no mean is off by more than {bound:.1e}{DIM:#}\n", main.method)?;
    main.distribution.as_ref().map_or(Ok(()), |ends| distribution::write(out, ends))
}

fn by_up(out: &mut impl Write, main: &MainOdds) -> Result<()> {
    let header: Vec<String> = COLUMNS.iter().map(|&up| LETTERS[up].to_string()).collect();
    let header: Vec<&str> = std::iter::once("by up card").chain(header.iter().map(String::as_str)).collect();
    let mut rows = aligned(&header);
    let row = |name: &str, values: &[Option<f64>; VALUES]| {
        let cell = |&up: &usize| values[up].map_or_else(|| "-".into(), |value| format!("{value:+.4}"));
        std::iter::once(name.to_owned()).chain(COLUMNS.iter().map(cell)).collect::<Vec<String>>()
    };
    rows.add_row(row("best play", &main.by_up));
    rows.add_row(row("the best chart", &main.by_up_basic));
    if let Some(played) = &main.played {
        rows.add_row(row(&format!("strategy `{}`", played.name), &played.by_up));
    }
    writeln!(out, "{rows}\n")?;
    Ok(())
}

fn exactly(out: &mut impl Write, exact: &Exact) -> Result<()> {
    writeln!(out, "  best play is worth exactly\n    {}", fraction(&exact.ev))?;
    writeln!(out, "  the best chart is worth exactly\n    {}", fraction(&exact.ev_basic))?;
    if let Some(played) = &exact.played {
        writeln!(out, "  the strategy asked for is worth exactly\n    {}", fraction(played))?;
    }
    for (up, value) in COLUMNS.iter().filter_map(|&up| Some((up, exact.by_up[up].as_ref()?))) {
        writeln!(out, "  best play against {}\n    {}", LETTERS[up], fraction(value))?;
    }
    writeln!(out)?;
    Ok(())
}

fn wager(out: &mut impl Write, odds: &WagerOdds) -> Result<()> {
    let value = nearest(&odds.ev);
    let share = |of: &RBig| format!("{:.4} %", 100.0 * nearest(of));
    writeln!(out, "{HEAD}{}{HEAD:#} ({})", odds.name, odds.kind)?;
    let (rtp, hit) = (share(&odds.rtp()), share(&odds.hit_frequency()));
    writeln!(out, "  ev {}, house edge {}, return {rtp}", ev(value), edge(value))?;
    writeln!(out, "  std dev {:.6}, pays {hit} of the time\n", odds.std_dev())?;
    let of = odds.outcomes.first().map(|outcome| format!("ways of {}", outcome.combinations.of));
    let mut rows = aligned(&["line", "pays", &of.unwrap_or_default(), "probability", "p", "return"]);
    for outcome in &odds.outcomes {
        rows.add_row([
            outcome.name.clone(),
            outcome.pays.to_string(),
            outcome.combinations.hits.to_string(),
            fraction(&outcome.probability),
            format!("{:.9}", nearest(&outcome.probability)),
            share(&outcome.contribution()),
        ]);
    }
    writeln!(out, "{rows}\n\n  {DIM}how: {}, exact{DIM:#}\n", odds.method)?;
    Ok(())
}
