//! `croupier sim merge`: the shards of one run put together.

use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail, ensure};
use clap::Args;

use super::Output;
use super::asked::Run;
use super::shard::{Part, Report, ShardFile};
use crate::Ended;

const EXAMPLES: &str = "\
Example:
  croupier sim macau --rounds 1e10 --shard 1/2 --out one.json
  croupier sim macau --rounds 1e10 --shard 2/2 --out two.json
  croupier sim merge one.json two.json";

/// Put the shards of a run together: bit for bit what the whole run would have found
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Merge {
    /// All shards of one run, in any order
    #[arg(required = true)]
    files: Vec<PathBuf>,
    #[command(flatten)]
    output: Output,
}

impl Merge {
    pub(crate) fn run(&self) -> Result<Ended> {
        self.output.check()?;
        self.output.write(&merged(&self.files)?)
    }
}

fn merged(paths: &[PathBuf]) -> Result<Report> {
    let mut shards =
        paths.iter().map(|path| Ok((path.as_path(), ShardFile::read(path)?))).collect::<Result<Vec<_>>>()?;
    // Sums do not depend on the order; the convergence and messages do.
    shards.sort_by_key(|(_, file)| (file.shard.of, file.shard.part));
    complete(&shards)?;
    let mut shards = shards.into_iter();
    let (first, ShardFile { mut report, .. }) = shards.next().context("name the files of the shards")?;
    for (path, ShardFile { report: more, .. }) in shards {
        let unlike = || format!("{} and {} are not of one run", first.display(), path.display());
        same(&report.run, &more.run).with_context(unlike)?;
        report.add(&more).with_context(unlike)?;
    }
    Ok(report)
}

/// Every part is there, once.
fn complete(shards: &[(&Path, ShardFile)]) -> Result<()> {
    let Some((first, Part { of, .. })) = shards.first().map(|(path, file)| (path, file.shard)) else {
        return Ok(());
    };
    for (path, file) in shards {
        ensure!(
            file.shard.of == of,
            "{} is one of {of} shards, {} one of {}",
            first.display(),
            path.display(),
            file.shard.of
        );
    }
    for pair in shards.windows(2) {
        if let [(one, file), (other, same)] = pair
            && file.shard == same.shard
        {
            bail!("{} and {} are both shard {}", one.display(), other.display(), file.shard);
        }
    }
    let missing: Vec<String> = (1..=of)
        .filter(|part| shards.binary_search_by_key(part, |(_, file)| file.shard.part).is_err())
        .take(10)
        .map(|part| format!("{part}/{of}"))
        .collect();
    ensure!(missing.is_empty(), "shards are missing: {}", missing.join(", "));
    Ok(())
}

/// Fails with the first thing in which two runs differ; the strategy may have another name if it plays alike.
fn same(one: &Run, other: &Run) -> Result<()> {
    let fields = |run: &Run| match serde_json::to_value(run) {
        Ok(serde_json::Value::Object(fields)) => fields,
        _ => serde_json::Map::new(),
    };
    let (one, other) = (fields(one), fields(other));
    for (name, value) in one.iter().filter(|(name, _)| *name != "strategy") {
        let there = other.get(name).unwrap_or(&serde_json::Value::Null);
        ensure!(value == there, "{} is {value} in one and {there} in the other", name.replace('_', " "));
    }
    Ok(())
}
