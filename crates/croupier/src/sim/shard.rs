//! One part of a run in a file, to be merged with the others.

use std::fmt;
use std::path::Path;
use std::str::FromStr;

use anyhow::{Context, Result, ensure};
use serde::{Deserialize, Serialize};
use simulate::{Shard, Spread};

use super::asked::Run;
use super::found::Found;
use super::watch::{Headline, Known};

/// What a run came to, and how.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub(crate) struct Report {
    pub(crate) run: Run,
    pub(crate) threads: usize,
    pub(crate) cpu_seconds: f64,
    /// Whether Ctrl-C ended it.
    pub(crate) interrupted: bool,
    pub(crate) found: Found,
    /// What was known as the run went on.
    pub(crate) convergence: Vec<Known>,
}

impl Report {
    /// What a round brought the first player in units by all his wagers.
    pub(crate) fn won(&self) -> Option<Spread> {
        Some(self.found.players.first()?.together.spread())
    }

    /// What is looked at as the run goes on.
    pub(crate) const fn headline(&self) -> Headline {
        if self.run.counter.is_some() { Headline::Won } else { Headline::Main }
    }

    /// What is known of it in the end.
    pub(crate) fn known(&self) -> Option<Known> {
        let spread = match self.headline() {
            Headline::Main => self.found.seats.first()?.main.spread(),
            Headline::Won => self.won()?,
        };
        Some(Known::new(self.found.rounds, spread.moments()))
    }

    /// Takes in the next shard of the same run.
    pub(crate) fn add(&mut self, more: &Report) -> Result<()> {
        if let Some(known) = self.known() {
            self.convergence.extend(more.convergence.iter().map(|later| later.after(&known)));
        }
        self.found.add(&more.found)?;
        self.cpu_seconds += more.cpu_seconds;
        self.threads += more.threads;
        Ok(())
    }
}

/// A part of a run, counted from 1.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(crate) struct Part {
    pub(crate) part: u64,
    pub(crate) of: u64,
}

/// A shard as it is stored.
#[derive(Serialize, Deserialize)]
pub(crate) struct ShardFile {
    form: String,
    pub(crate) shard: Part,
    #[serde(flatten)]
    pub(crate) report: Report,
}

/// The first line of a shard file says what it is.
const FORM: &str = "croupier-shard 2";
/// More shards than anyone has machines for.
const MOST: u64 = 1_000_000;

impl Part {
    pub(crate) const fn shard(self) -> Shard {
        Shard { part: self.part - 1, of: self.of }
    }
}

impl FromStr for Part {
    type Err = String;

    fn from_str(text: &str) -> Result<Part, String> {
        let parts = text.split_once('/').and_then(|(part, of)| Some((part.parse().ok()?, of.parse().ok()?)));
        match parts {
            Some((part, of)) if (1..=MOST).contains(&of) && (1..=of).contains(&part) => Ok(Part { part, of }),
            Some((part, of)) if (1..=MOST).contains(&of) => {
                Err(format!("there is no part {part} of {of}: they are 1/{of} to {of}/{of}"))
            }
            _ => Err(format!("`{text}`: write a part like 3/16, the first being 1/16")),
        }
    }
}

impl fmt::Display for Part {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.part, self.of)
    }
}

impl ShardFile {
    pub(crate) fn new(report: Report, shard: Part) -> ShardFile {
        ShardFile { form: FORM.into(), shard, report }
    }

    /// Writes the file at once or not at all: a batch system may end us at any time.
    pub(crate) fn write(&self, path: &Path) -> Result<()> {
        let name = path.display();
        let mut partial = path.as_os_str().to_owned();
        partial.push(".partial");
        let text = serde_json::to_string_pretty(self)? + "\n";
        std::fs::write(&partial, text).with_context(|| format!("{name} cannot be written"))?;
        std::fs::rename(&partial, path).with_context(|| format!("{name} cannot be written"))
    }

    pub(crate) fn read(path: &Path) -> Result<ShardFile> {
        let name = path.display();
        let text = std::fs::read_to_string(path).with_context(|| format!("{name} cannot be read"))?;
        let file: ShardFile = serde_json::from_str(&text)
            .with_context(|| format!("{name} is no shard of `croupier sim --shard`"))?;
        ensure!(file.form == FORM, "{name} has the form `{}`, and this program reads `{FORM}`", file.form);
        let Part { part, of } = file.shard;
        ensure!((1..=of).contains(&part) && of <= MOST, "{name}: there is no part {part} of {of}");
        Ok(file)
    }
}
