//! `croupier openapi`: the API document.

use std::io::Write;

use crate::Ended;

/// Print the floor's API document (`OpenAPI`, as JSON)
///
/// A floor that is open serves the same at `/api/openapi.json`, and as a page at `/api/docs/`.
#[derive(clap::Args)]
#[command(after_help = "Example:\n  croupier openapi > openapi.json")]
pub(crate) struct OpenApi {}

impl OpenApi {
    pub(crate) fn run() -> anyhow::Result<Ended> {
        writeln!(std::io::stdout().lock(), "{}", floor::document().to_pretty_json()?)?;
        Ok(Ended::Well)
    }
}
