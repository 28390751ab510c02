//! `croupier sim`: many rounds of a game, played and counted.

mod amount;
mod asked;
mod counted;
mod counter;
mod csv;
mod estimate;
mod found;
mod json;
mod merge;
mod plot;
mod risk;
mod shard;
mod summary;
mod wagers;
mod watch;

use std::io::Write;
use std::path::PathBuf;

use anyhow::{Context, Result};
use clap::{Args, Subcommand, ValueEnum};

use crate::Ended;
use amount::Amount;
use asked::Asked;
use counter::Counts;
use json::ReportJson;
use risk::Purse;
use shard::{Part, ShardFile};
use watch::Watch;

const EXAMPLES: &str = "\
Examples:
  croupier sim plus --rounds 100M               every wager, with its standard error
  croupier sim macau --rounds 1e9 --side none   the main wager alone, fastest
  croupier sim macau --penetration 75 --decks 8 dealt to a cut card
  croupier sim blackjack --until-error 0.0001   as many rounds as it takes
  croupier sim electronic --strategy default    what the game plays for the silent
  croupier sim plus --strategy mine.json --side rws-pairs,insurance --json
  croupier sim macau --penetration 75 --count hi-lo --ramp 1,1:2,2:4,3:8 --bankroll 1000
  croupier sim plus --count hi-lo --ramp 1,2:5 --penetration 75 --spots 2 --side rws-pairs
  croupier sim macau --penetration 75 --count zen --ramp ramp.toml --index plays.toml --plot zen.svg
  croupier sim macau --rounds 1e10 --shard 3/16 --out part-3.json
  croupier sim merge part-*.json                the same as the whole run, bit for bit

The same seed gives the same rounds on any number of threads. Ctrl-C ends a run and prints what it has found.

Exit status: 0 if it was played, 1 if a shard was interrupted, 2 if what was asked cannot be understood.";

/// Play a game many times and count what every wager comes to
#[derive(Args)]
#[command(after_help = EXAMPLES, args_conflicts_with_subcommands = true, subcommand_negates_reqs = true)]
pub(crate) struct Sim {
    #[command(subcommand)]
    also: Option<Also>,
    /// blackjack, electronic, star-elements, plus, macau, or the path of a rule book
    #[arg(required = true)]
    game: Option<String>,
    #[command(flatten)]
    table: Table,
    #[command(flatten)]
    counts: Counts,
    #[command(flatten)]
    length: Length,
    #[command(flatten)]
    output: Output,
    #[command(flatten)]
    sharding: Sharding,
}

#[derive(Subcommand)]
enum Also {
    Merge(merge::Merge),
}

/// The table and who plays at it.
#[derive(Args)]
#[command(next_help_heading = "The table")]
struct Table {
    /// How many decks are in use
    #[arg(long, value_name = "N")]
    decks: Option<u8>,
    /// Choose a reading for the table; may be repeated
    #[arg(long = "set", value_name = "NAME=VALUE")]
    settings: Vec<String>,
    /// How the hands are played: basic or chart (the best chart), best (by all cards of the hand), default (what the game
    /// plays for the silent), mimic (draws like the dealer), never-bust, or a JSON file with the parts hard, soft and pairs
    #[arg(long, value_name = "NAME|FILE", default_value = "basic")]
    strategy: String,
    /// Which wagers are made beside the main one: all, none, or words of the game and `insurance`, separated by commas; a
    /// stake in units may follow a word, like pair=0.1, otherwise it is one unit, and half the main wager for insurance.
    /// Who counts makes them whenever he bets, with the same stake at every count [default: all; with --count, none]
    #[arg(long = "side", value_name = "KIND[=STAKE],..")]
    sides: Vec<String>,
    /// How many players sit at the table, all playing alike
    #[arg(long, value_name = "N", default_value_t = 1)]
    seats: usize,
    /// On how many spots the first of them plays
    #[arg(long, value_name = "N", default_value_t = 1)]
    spots: usize,
    /// Deal to a cut card so many per cent into the shoe; without a cut card in the rule book every round is dealt from a
    /// full shoe
    #[arg(long, value_name = "PERCENT", conflicts_with_all = ["cut", "shuffle"], allow_negative_numbers = true)]
    penetration: Option<f64>,
    /// Deal to a cut card with so many cards behind it
    #[arg(long, value_name = "CARDS", conflicts_with = "shuffle")]
    cut: Option<u16>,
    /// continuous: every round from a full shoe, whatever the rule book says
    #[arg(long, value_name = "HOW")]
    shuffle: Option<Shuffle>,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Shuffle {
    /// Every round from a full shoe
    Continuous,
    /// As the rule book has it
    Book,
}

/// How long is played.
#[derive(Args)]
#[command(next_help_heading = "The run")]
struct Length {
    /// How many rounds, like 1000000, 1e9, 250M or 2G [default: 100M; with --until-error, as many as it takes]
    #[arg(long, value_name = "N", allow_negative_numbers = true)]
    rounds: Option<Amount>,
    /// The same seed gives the same rounds
    #[arg(long, value_name = "S", default_value_t = 1)]
    seed: u64,
    /// On how many threads; changes nothing but the time it takes [default: as many as there are cores]
    #[arg(long, value_name = "T")]
    threads: Option<usize>,
    /// Stop when the standard error is no larger: that of the main wager's mean, at every spot; for who counts, that of
    /// what he wins in a round by all his wagers, in units
    #[arg(long, value_name = "E", conflicts_with = "shard", allow_negative_numbers = true)]
    until_error: Option<f64>,
    /// Where random numbers come from
    #[arg(long, value_name = "NAME", default_value = "xoshiro")]
    generator: Source,
    /// Which code plays; each has its own order of random numbers
    #[arg(long, value_name = "NAME", default_value = "fastest")]
    path: Way,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Source {
    /// Xoshiro256++, the fast one
    Xoshiro,
    /// `ChaCha20`, slow, to compare with
    Chacha,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Way {
    /// The fastest that fits
    Fastest,
    /// Every round as the engine has it
    General,
    /// One seat by a table of states
    Machine,
    /// The same in many shoes at a time
    Lanes,
}

/// What is written.
#[derive(Args)]
#[command(next_help_heading = "Results")]
struct Output {
    /// Print JSON
    #[arg(long)]
    json: bool,
    /// Write all figures and outcomes as a table for other programs
    #[arg(long, value_name = "FILE")]
    csv: Option<PathBuf>,
    /// Draw the bankroll, the outcomes, the convergence and, for who counts, the expectation by count
    #[arg(long, value_name = "FILE.svg|png")]
    plot: Option<PathBuf>,
    /// How many rounds an hour has
    #[arg(long, value_name = "N", default_value_t = 70.0, allow_negative_numbers = true)]
    rounds_per_hour: f64,
    #[command(flatten)]
    purse: Purse,
}

/// One part of a run, to be merged with the others.
#[derive(Args)]
#[command(next_help_heading = "Shards")]
struct Sharding {
    /// Play only part I of N, counted from 1, and write it to the file of --out
    #[arg(long, value_name = "I/N", requires = "out")]
    shard: Option<Part>,
    /// The file of the shard
    #[arg(long, value_name = "FILE", requires = "shard")]
    out: Option<PathBuf>,
}

impl Sim {
    pub(crate) fn run(&self) -> Result<Ended> {
        if let Some(Also::Merge(merge)) = &self.also {
            return merge.run();
        }
        self.output.check()?;
        self.sharding.out.as_deref().map(writable).transpose()?;
        let asked = self.understand()?;
        if asked.counts_in_vain() {
            anstream::eprintln!(
                "croupier: every round is dealt from a full shoe, where every count begins anew: name --penetration or --cut"
            );
        }
        let watch = Watch::new(&asked.job, self.length.until_error, asked.headline())?;
        let report = asked.play(watch);
        match (self.sharding.shard, &self.sharding.out) {
            (Some(part), Some(path)) => write_shard(report, part, path),
            _ => self.output.write(&report),
        }
    }

    fn understand(&self) -> Result<Asked> {
        let game = self.game.as_deref().context("name a GAME")?;
        Asked::read(game, &self.table, &self.counts, &self.length, self.sharding.shard)
    }
}

/// Whether a file can be written, asked before rounds are played for it. What it holds stays as it is.
fn writable(path: &std::path::Path) -> Result<()> {
    let is_new = !path.exists();
    let opened = std::fs::OpenOptions::new().append(true).create(true).open(path);
    opened.with_context(|| format!("{} cannot be written", path.display()))?;
    if is_new {
        let _ = std::fs::remove_file(path);
    }
    Ok(())
}

fn write_shard(report: shard::Report, part: Part, path: &std::path::Path) -> Result<Ended> {
    if report.interrupted {
        anstream::eprintln!("interrupted: no shard is written, since it would not be whole");
        return Ok(Ended::Badly);
    }
    let rounds = report.found.rounds;
    ShardFile::new(report, part).write(path)?;
    anstream::eprintln!("{}: shard {part}, {} rounds", path.display(), amount::grouped(rounds));
    Ok(Ended::Well)
}

impl Output {
    /// What can be said against it before anything is played.
    fn check(&self) -> Result<()> {
        let hour = self.rounds_per_hour;
        anyhow::ensure!(
            hour > 0.0 && hour <= 1e6,
            "--rounds-per-hour {hour:?}: expected a number above 0, up to a million"
        );
        self.plot.as_deref().map(plot::Form::of).transpose()?;
        self.plot.iter().chain(&self.csv).try_for_each(|path| writable(path))?;
        self.purse.check()
    }

    /// What counting came to, if somebody counts.
    fn counting(&self, report: &shard::Report) -> Option<counted::Counted> {
        let found = report.found.counts.as_ref()?;
        Some(counted::Counted::of(&report.run, found, self.rounds_per_hour))
    }

    /// What the rounds are worth, for who counts or names a bankroll.
    fn risk(&self, report: &shard::Report) -> Option<risk::Risk> {
        let won = report.won()?;
        let asked = self.purse.is_named() || report.found.counts.is_some();
        asked.then(|| self.purse.of(&won, report.run.seed))
    }

    fn write(&self, report: &shard::Report) -> Result<Ended> {
        if let Some(path) = &self.csv {
            let name = path.display();
            std::fs::write(path, csv::text(report, self)?)
                .with_context(|| format!("{name} cannot be written"))?;
            anstream::eprintln!("{name}: all figures and outcomes");
        }
        if let Some(path) = &self.plot {
            plot::write(path, report, self.rounds_per_hour)?;
            anstream::eprintln!("{}: a picture", path.display());
        }
        let mut out = anstream::stdout().lock();
        if self.json {
            let json = ReportJson::of(report, self);
            writeln!(out, "{}", serde_json::to_string_pretty(&json)?)?;
        } else {
            summary::write(&mut out, report, self)?;
        }
        Ok(Ended::Well)
    }
}
