//! The counting player a caller wants: a system, a ramp, index plays.

use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail, ensure};
use clap::Args;
use serde::{Deserialize, Serialize};
use simulate::{Count, Counter, Indices, Miswritten, Ramp, Seat, System};

use crate::book;

/// A player who counts.
#[derive(Args)]
#[command(next_help_heading = "Counting")]
pub(crate) struct Counts {
    /// Count by hi-lo, ko, hi-opt-1, hi-opt-2, omega-2, zen, halves, or a TOML file with a system of your own
    #[arg(long, value_name = "NAME|FILE")]
    count: Option<String>,
    /// Bet by the count: the bet below all steps, then COUNT:BET for each, like 1,1:2,2:4,3:8; or a TOML file
    #[arg(long, value_name = "BETS|FILE", requires = "count", default_value = "1")]
    ramp: String,
    /// Play by the count: a TOML file with index plays
    #[arg(long, value_name = "FILE", requires = "count")]
    index: Option<PathBuf>,
    /// Sit down only once the count is so high
    #[arg(long, value_name = "COUNT", requires = "count", allow_hyphen_values = true)]
    wong_in: Option<f64>,
    /// Leave when the count is below this
    #[arg(long, value_name = "COUNT", requires = "count", allow_hyphen_values = true)]
    wong_out: Option<f64>,
}

/// How a counting player is told from others.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub(crate) struct Told {
    pub(crate) system: String,
    /// The fingerprint of the system, the ramp and the index plays.
    pub(crate) hash: String,
}

impl Counts {
    /// The player, if there is to be one.
    pub(crate) fn read(&self) -> Result<Option<Asked>> {
        let Some(count) = &self.count else { return Ok(None) };
        let system = System::known(count).map_or_else(|| own(count), Ok)?;
        let indices = self.index.as_deref().map(|path| in_file(path, &text_of(path)?, Indices::read));
        let asked = Asked { system, ramp: self.ramp()?, indices: indices.transpose()?.unwrap_or_default() };
        Ok(Some(asked))
    }

    fn ramp(&self) -> Result<Ramp> {
        let path = Path::new(&self.ramp);
        let mut ramp = if path.is_file() {
            in_file(path, &text_of(path)?, Ramp::read)?
        } else {
            self.ramp.parse().map_err(|what: String| anyhow::anyhow!("--ramp {}: {what}", self.ramp))?
        };
        let count = |name: &str, wanted: Option<f64>| match wanted.map(Count::new) {
            Some(None) => bail!("--{name}: a count has at most two digits after the point"),
            Some(Some(count)) => Ok(Some(count)),
            None => Ok(None),
        };
        ramp.enter = count("wong-in", self.wong_in)?.or(ramp.enter);
        ramp.leave = count("wong-out", self.wong_out)?.or(ramp.leave);
        if let (Some(enter), Some(leave)) = (ramp.enter, ramp.leave) {
            ensure!(
                leave <= enter,
                "he leaves below {leave} and enters from {enter}: he would leave as he comes"
            );
        }
        Ok(ramp)
    }
}

/// A counting player, but for how he plays when the count says nothing.
#[derive(Debug)]
pub(crate) struct Asked {
    system: System,
    ramp: Ramp,
    indices: Indices,
}

impl Asked {
    pub(crate) fn told(&self) -> Told {
        let hash = book::sha256(format!("{self:?}")).chars().take(16).collect();
        Told { system: self.system.name.clone(), hash }
    }

    /// Whether he insures by the count.
    pub(crate) const fn insures(&self) -> bool {
        self.indices.insurance.is_some()
    }

    /// Himself in this seat.
    pub(crate) fn counter(self, seat: &Seat) -> Counter {
        let Asked { system, ramp, indices } = self;
        let Seat { plan, insures, sides, spots, .. } = seat.clone();
        Counter { system, ramp, plan, indices, insures, sides, spots }
    }
}

/// A system of the caller's own.
fn own(file: &str) -> Result<System> {
    let path = Path::new(file);
    let known =
        || format!("`{file}` is none of {}, and no file of a counting system", System::words().join(", "));
    in_file(path, &text_of(path).with_context(known)?, System::read)
}

fn text_of(path: &Path) -> Result<String> {
    std::fs::read_to_string(path).with_context(|| format!("{} cannot be read", path.display()))
}

fn in_file<T>(path: &Path, text: &str, read: impl Fn(&str) -> Result<T, Miswritten>) -> Result<T> {
    read(text).with_context(|| path.display().to_string())
}
