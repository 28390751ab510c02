//! The strategy a caller wants valued or played: one of the game's own by name, or a chart from a file.

use std::io::Read;
use std::path::Path;

use anyhow::{Context, Result, anyhow, bail};
use odds::{Chart, Game, LETTERS, Letter, NotAChart, Plan, Row, Shoe, Table, VALUES};
use rulebook::{Rules, SilentPlay, Soft17};
use serde_json::{Map, Value};

/// How the hands are to be played.
#[derive(Clone, Debug)]
pub(crate) enum Strategy {
    /// As well as can be (CDZ-).
    Best,
    /// By the best chart.
    Chart,
    /// By this chart.
    Given {
        /// What it is called.
        name: String,
        /// The chart.
        chart: Box<Chart>,
    },
}

/// No more faults than this are listed.
const SHOWN: usize = 20;

impl Strategy {
    /// The strategy of this name, or of the file at this path.
    pub(crate) fn read(wanted: &str, rules: &Rules) -> Result<Strategy> {
        let chart = match wanted {
            "best" => return Ok(Strategy::Best),
            "chart" | "basic" => return Ok(Strategy::Chart),
            "default" => silent(rules)?,
            "mimic" => mimic(rules)?,
            "never-bust" => drawing(12, 18)?,
            path => file(Path::new(path))?,
        };
        Ok(Strategy::Given { name: wanted.to_owned(), chart: Box::new(chart) })
    }

    /// What it is called.
    pub(crate) fn name(&self) -> &str {
        match self {
            Strategy::Best => "best",
            Strategy::Chart => "chart",
            Strategy::Given { name, .. } => name,
        }
    }

    /// What it does with every hand of a full shoe.
    pub(crate) fn plan(&self, rules: &Rules) -> Result<Plan> {
        let (game, shoe) = (Game::of(rules), Shoe::full(rules.deck(), rules.decks()));
        let table = || Table::<f64>::new(&game, &shoe);
        Ok(match self {
            Strategy::Best => table()?.best().plan,
            Strategy::Chart => table()?.basic_strategy().plan(),
            Strategy::Given { chart, .. } => chart.plan(),
        })
    }
}

/// What the game plays for who does not answer, or is away. It never doubles, splits or surrenders.
fn silent(rules: &Rules) -> Result<Chart> {
    let plays = [rules.default_play(), rules.absent_policy()];
    match plays.into_iter().find(|play| *play != SilentPlay::Wait) {
        Some(SilentPlay::Stand) => drawing(0, 0),
        Some(SilentPlay::DrawTo12) => drawing(12, 12),
        Some(SilentPlay::Hard12Soft17) => drawing(12, 17),
        Some(SilentPlay::Wait) | None => {
            bail!("{} waits for who does not answer: it has no default play to value", rules.name())
        }
    }
}

/// Draws as the dealer does.
fn mimic(rules: &Rules) -> Result<Chart> {
    match rules.soft_17() {
        Soft17::Stand => drawing(17, 17),
        Soft17::Hit => drawing(17, 18),
    }
}

/// The chart that draws below these totals and does nothing else.
fn drawing(hard: u8, soft: u8) -> Result<Chart> {
    let draws = |row: Row| match row {
        Row::Hard(total) => total < hard,
        Row::Soft(total) => total < soft,
        Row::Pair(0) => 12 < soft,
        Row::Pair(value) => 2 * (value + 1) < usize::from(hard),
    };
    let chart = Chart::new(|row, _| Some(if draws(row) { Letter::Hit } else { Letter::Stand }));
    chart.map_err(|faults| anyhow!("{}", listed(&faults.iter().map(ToString::to_string).collect::<Vec<_>>())))
}

/// The chart in a file: the `strategy` object of `--json`, or the whole of it.
fn file(path: &Path) -> Result<Chart> {
    let name = path.display();
    let text = text_of(path).with_context(|| {
        format!("`{name}` is none of best, chart, default, mimic, never-bust, and no strategy file")
    })?;
    let json: Value = serde_json::from_str(&text).with_context(|| format!("{name} is not JSON"))?;
    let chart = json.get("strategy").unwrap_or(&json);
    let Some(parts) = chart.as_object() else {
        bail!("{name}: expected an object with the parts hard, soft and pairs");
    };
    read(parts).map_err(|faults| anyhow!("{name} is no chart:\n{}", listed(&faults)))
}

fn text_of(path: &Path) -> Result<String> {
    const LARGEST: u64 = 1 << 20;
    if !std::fs::metadata(path)?.is_file() {
        bail!("not a file");
    }
    let mut text = String::new();
    std::fs::File::open(path)?.take(LARGEST + 1).read_to_string(&mut text)?;
    if text.len() as u64 > LARGEST {
        bail!("larger than 1 MiB");
    }
    Ok(text)
}

/// The chart these parts make, or everything that is wrong with them.
fn read(parts: &Map<String, Value>) -> Result<Chart, Vec<String>> {
    let mut faults = unknown(parts);
    let cell = |row: Row, up: usize| {
        let rows = parts.get(row.part())?.as_object()?;
        rows.get(&row.name())?.as_object()?.get(&LETTERS[up].to_string())
    };
    let chart = Chart::new(|row, up| {
        let written = cell(row, up)?;
        let letter = written.as_str().and_then(one_letter);
        if letter.is_none() {
            faults.push(format!("{row} against {}: {written} is none of {}", LETTERS[up], letters()));
        }
        // A cell that cannot be read is no hole as well.
        Some(letter.unwrap_or(Letter::Stand))
    });
    match chart {
        Ok(chart) if faults.is_empty() => Ok(chart),
        Ok(_) => Err(faults),
        Err(holes) => {
            faults.extend(together(&holes));
            Err(faults)
        }
    }
}

/// Parts, rows and columns that no chart has.
fn unknown(parts: &Map<String, Value>) -> Vec<String> {
    let mut faults = Vec::new();
    for (part, rows) in parts {
        let known: Vec<Row> = Row::all().filter(|row| row.part() == part).collect();
        let Some(rows) = rows.as_object().filter(|_| !known.is_empty()) else {
            faults.push(if known.is_empty() {
                format!("`{part}` is no part of a chart: there are hard, soft and pairs")
            } else {
                format!("`{part}` is not an object of rows")
            });
            continue;
        };
        for (name, cells) in rows {
            match (known.iter().find(|row| row.name() == *name), cells.as_object()) {
                (None, _) => faults.push(format!("{part} has no row `{name}`: {}", rows_of(&known))),
                (Some(row), None) => faults.push(format!("{row} is not an object of cells")),
                (Some(row), Some(cells)) => faults.extend(
                    cells
                        .keys()
                        .filter(|up| !LETTERS.iter().any(|letter| **up == letter.to_string()))
                        .map(|up| format!("{row}: there is no up card `{up}`; they are A, 2 to 9 and T")),
                ),
            }
        }
    }
    faults
}

fn rows_of(known: &[Row]) -> String {
    let names: Vec<String> = known.iter().map(|row| row.name()).collect();
    match names.as_slice() {
        [first, .., last] if first.parse::<u8>().is_ok() => format!("they are {first} to {last}"),
        _ => "they are A, 2 to 9 and T".into(),
    }
}

/// Holes of one row as one fault.
fn together(holes: &[NotAChart]) -> Vec<String> {
    let mut faults: Vec<String> = Vec::new();
    for row in Row::all() {
        let missing: Vec<char> = holes
            .iter()
            .filter_map(|hole| match hole {
                NotAChart::Hole(of, up) if *of == row => Some(*up),
                NotAChart::Hole(..) | NotAChart::NoPair(..) => None,
            })
            .collect();
        match missing.as_slice() {
            [] => {}
            all if all.len() == VALUES => faults.push(format!("the chart has a hole: {row} is missing")),
            some => {
                let some: Vec<String> = some.iter().map(ToString::to_string).collect();
                faults.push(format!("the chart has a hole: {row} against {}", some.join(", ")));
            }
        }
    }
    let others = holes.iter().filter(|hole| matches!(hole, NotAChart::NoPair(..)));
    faults.extend(others.map(ToString::to_string));
    faults
}

fn one_letter(written: &str) -> Option<Letter> {
    let mut letters = written.chars();
    letters.next().and_then(Letter::read).filter(|_| letters.next().is_none())
}

fn letters() -> String {
    let all: Vec<String> = Letter::ALL.iter().map(ToString::to_string).collect();
    all.join(" ")
}

fn listed(faults: &[String]) -> String {
    let mut lines: Vec<String> = faults.iter().take(SHOWN).map(|fault| format!("  {fault}")).collect();
    if faults.len() > SHOWN {
        lines.push(format!("  and {} more faults", faults.len() - SHOWN));
    }
    lines.join("\n")
}
