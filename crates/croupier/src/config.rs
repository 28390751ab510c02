//! `croupier config`: every setting of a floor.

use crate::Ended;

/// The settings with their explanations, as they are where nothing is written.
pub(crate) const DOCUMENTED: &str = include_str!("../../../docs/croupier.toml");

/// Print every setting of a floor, explained, with the value it has where nothing is written
///
/// Example: croupier config > croupier.toml && croupier serve --config croupier.toml
#[derive(clap::Args)]
pub(crate) struct Config {}

impl Config {
    #[expect(clippy::unused_self, clippy::unnecessary_wraps, reason = "every command is run alike")]
    pub(crate) fn run(self) -> anyhow::Result<Ended> {
        anstream::print!("{DOCUMENTED}");
        Ok(Ended::Well)
    }
}
