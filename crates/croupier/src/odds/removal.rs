//! Effects of removal: what each wager gains or loses when one card leaves the shoe, and the count that fits best.

use std::io::Write;

use anyhow::Result;
use odds::{
    Count, Game, LETTERS, Removal, Shoe, Table, VALUES, WagerRemovals, best_count, effects_of_removal,
};
use rulebook::Rules;
use serde::Serialize;

use super::live::{Stock, lasts, value};
use super::sheet::{Sheet, nearest};
use crate::figures::{fine, fraction};
use crate::json::Keyed;
use crate::style::{DIM, HEAD, aligned};
use crate::waiting;

/// The counts shown have tags up to these.
const LEVELS: [i8; 3] = [1, 2, 3];

/// What the removal of one card does to every wager.
pub(crate) struct Removals {
    main: Vec<MainRemoval>,
    wagers: Vec<WagerRemovals>,
}

/// What the removal of one card of a value does to the main wager.
struct MainRemoval {
    value: usize,
    left: u32,
    /// To the value of the chart of the shoe before.
    chart: f64,
    /// To the value of best play, which looks at the shoe again.
    best: f64,
}

impl Removals {
    /// Works them out for the shoe of a sheet.
    pub(crate) fn work_out(sheet: &Sheet) -> Result<Removals> {
        let stock = Stock { cards: sheet.shoe.clone(), known: sheet.known };
        let shoe = Shoe::of(&stock.cards);
        let values: Vec<usize> = (0..VALUES).filter(|&value| shoe.counts()[value] > 0).collect();
        let bar = waiting::bar(values.len(), "cards");
        let main = waiting::all(&values, &bar, |&value| MainRemoval::work_out(sheet, &shoe, value));
        let main = main.into_iter().collect::<Result<Vec<_>>>()?;
        let mut wagers = effects_of_removal(&rules_of(sheet)?, &stock.cards, LEVELS[0])?;
        wagers.retain(|wager| sheet.all_wagers().any(|odds| odds.kind == wager.kind));
        Ok(Removals { main, wagers })
    }

    /// The effects on the chart, weighed.
    fn weighed(&self) -> Vec<(f64, f64)> {
        self.main.iter().map(|removal| (f64::from(removal.left), removal.chart)).collect()
    }
}

/// The rules of a sheet, without insurance where it could not be worked out.
fn rules_of(sheet: &Sheet) -> Result<Rules> {
    let mut rules = sheet.rules.clone();
    if sheet.insurance.is_none() {
        for (setting, value) in [("even-money", "false"), ("insure-others", "false"), ("insurance", "none")] {
            rules.suppose(setting, value)?;
        }
    }
    Ok(rules)
}

impl MainRemoval {
    fn work_out(sheet: &Sheet, shoe: &Shoe, out: usize) -> Result<MainRemoval> {
        let cards = sheet.shoe.deck().cards().filter(|card| value(card.rank()) == out);
        let mut rest = sheet.shoe.clone();
        if let Some(card) = cards.max_by_key(|card| sheet.shoe.count(*card)) {
            rest.take(card)?;
        }
        let (game, rest) = (Game::of(&sheet.rules), Shoe::of(&rest));
        lasts(&game, &rest)?;
        let table = Table::<f64>::new(&game, &rest)?;
        Ok(MainRemoval {
            value: out,
            left: shoe.counts()[out],
            chart: table.worth(&sheet.main.chart.plan()).ev - sheet.main.ev_basic,
            best: table.best().ev - sheet.main.ev,
        })
    }
}

/// Prints a table for each wager.
pub(crate) fn write(out: &mut impl Write, removals: &Removals) -> Result<()> {
    writeln!(
        out,
        "{HEAD}Effects of removal{HEAD:#}  change of the mean net of one unit when one card leaves\n"
    )?;
    writeln!(out, "{HEAD}Main wager{HEAD:#}\n")?;
    let counts = LEVELS.map(|level| best_count(&removals.weighed(), level));
    let mut rows = aligned(&["card", "left", "best play", "the same chart", "tag 1", "tag 2", "tag 3"]);
    for (at, removal) in removals.main.iter().enumerate() {
        let MainRemoval { value, left, chart, best } = removal;
        let mut row = vec![LETTERS[*value].to_string(), left.to_string(), fine(*best), fine(*chart)];
        row.extend(counts.iter().map(|count| format!("{:+}", count.tags[at])));
        rows.add_row(row);
    }
    rows.add_row(correlations(&counts, 3));
    writeln!(out, "{rows}\n")?;
    for wager in &removals.wagers {
        write_wager(out, wager)?;
    }
    writeln!(
        out,
        "  {DIM}a tag is added for each such card that leaves; the higher the sum, the better for the player. The \
        correlation is\n  that of the tags with the effects, each as often as its card is left: 1 is a perfect fit.{DIM:#}"
    )?;
    Ok(())
}

fn write_wager(out: &mut impl Write, wager: &WagerRemovals) -> Result<()> {
    let effects: Vec<(f64, f64)> = wager.removals.iter().map(Removal::weighed).collect();
    let counts = LEVELS.map(|level| best_count(&effects, level));
    let mut rows = aligned(&["card", "left", "effect", "tag 1", "tag 2", "tag 3"]);
    for alike in alike(&wager.removals) {
        let names: Vec<String> = alike.iter().map(|&at| wager.removals[at].what.to_string()).collect();
        let left: u32 = alike.iter().map(|&at| wager.removals[at].left).sum();
        let effect = fine(nearest(&wager.removals[alike[0]].effect));
        let mut row = vec![names.join(" "), left.to_string(), effect];
        row.extend(counts.iter().map(|count| format!("{:+}", count.tags[alike[0]])));
        rows.add_row(row);
    }
    rows.add_row(correlations(&counts, 2));
    writeln!(out, "{HEAD}{}{HEAD:#} ({})\n\n{rows}\n", wager.name, wager.kind)?;
    Ok(())
}

fn correlations(counts: &[Count], before: usize) -> Vec<String> {
    let mut row = vec!["correlation".to_owned()];
    row.extend(std::iter::repeat_n(String::new(), before));
    row.extend(counts.iter().map(|count| format!("{:.4}", count.correlation)));
    row
}

/// The removals with the same effect together, by their places.
fn alike(removals: &[Removal]) -> Vec<Vec<usize>> {
    let mut groups: Vec<Vec<usize>> = Vec::new();
    for (at, removal) in removals.iter().enumerate() {
        match groups.iter_mut().find(|group| removals[group[0]].effect == removal.effect) {
            Some(group) => group.push(at),
            None => groups.push(vec![at]),
        }
    }
    groups
}

/// The effects for a program.
#[derive(Serialize)]
pub(crate) struct RemovalsJson {
    main: MainRemovalsJson,
    wagers: Keyed<WagerRemovalsJson>,
}

#[derive(Serialize)]
struct MainRemovalsJson {
    cards: Keyed<MainRemovalJson>,
    counts: Vec<CountJson>,
}

#[derive(Serialize)]
struct MainRemovalJson {
    left: u32,
    ev: f64,
    ev_basic: f64,
}

#[derive(Serialize)]
struct WagerRemovalsJson {
    cards: Keyed<RemovalJson>,
    counts: Vec<CountJson>,
}

#[derive(Serialize)]
struct RemovalJson {
    left: u32,
    ev: f64,
    exact: String,
}

#[derive(Serialize)]
struct CountJson {
    level: i8,
    tags: Keyed<i8>,
    correlation: f64,
}

/// The same for a program.
pub(crate) fn json(removals: &Removals) -> RemovalsJson {
    let cards = removals.main.iter().map(|removal| {
        let json = MainRemovalJson { left: removal.left, ev: removal.best, ev_basic: removal.chart };
        (LETTERS[removal.value].to_string(), json)
    });
    let names: Vec<String> = removals.main.iter().map(|removal| LETTERS[removal.value].to_string()).collect();
    let main =
        MainRemovalsJson { cards: Keyed(cards.collect()), counts: counts(&names, &removals.weighed()) };
    let wagers = removals.wagers.iter().map(|wager| (wager.kind.clone(), WagerRemovalsJson::of(wager)));
    RemovalsJson { main, wagers: Keyed(wagers.collect()) }
}

impl WagerRemovalsJson {
    fn of(wager: &WagerRemovals) -> WagerRemovalsJson {
        let names: Vec<String> = wager.removals.iter().map(|removal| removal.what.to_string()).collect();
        let effects: Vec<(f64, f64)> = wager.removals.iter().map(Removal::weighed).collect();
        let cards = wager.removals.iter().map(|removal| {
            let (ev, exact) = (nearest(&removal.effect), fraction(&removal.effect));
            (removal.what.to_string(), RemovalJson { left: removal.left, ev, exact })
        });
        WagerRemovalsJson { cards: Keyed(cards.collect()), counts: counts(&names, &effects) }
    }
}

fn counts(names: &[String], effects: &[(f64, f64)]) -> Vec<CountJson> {
    let one = |level: i8| {
        let Count { tags, correlation, .. } = best_count(effects, level);
        CountJson { level, tags: Keyed(names.iter().cloned().zip(tags).collect()), correlation }
    };
    LEVELS.into_iter().map(one).collect()
}
