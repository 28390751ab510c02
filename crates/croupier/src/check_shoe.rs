//! `croupier check-shoe`: a finished shoe, checked by a player who played from it.

use std::io::Read;
use std::path::{Path, PathBuf};

use anyhow::Context;
use floor::{ShoeProof, Unproven};
use serde::{Deserialize, Serialize};

use crate::Ended;
use crate::style::{BAD, GOOD};

/// Check a finished shoe: does its seed fit what was published, and are the cards of your rounds those of the shoe?
///
/// A floor publishes the SHA-256 of a shoe's seed before the first card, and the seed when the shoe is done. This shuffles the same
/// cards by the seed again and compares; it needs no floor and no network.
#[derive(clap::Args)]
#[command(after_help = "Example:\n  croupier check-shoe 12.json\n\n\
    Exit status: 0 if everything fits, 1 if something does not or the seed is not published yet, 2 if a file cannot be read.")]
pub(crate) struct CheckShoe {
    /// What /api/rounds/TABLE/NUMBER/shoe answers, in files; `-` is standard input
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// What was published before the first card, as you noted it yourself
    #[arg(long, value_name = "DIGITS")]
    commitment: Option<String>,
    /// The seed, if the file was saved before it was published
    #[arg(long, value_name = "DIGITS")]
    seed: Option<String>,
    /// Print a JSON object for each shoe of a round, one a line
    #[arg(long)]
    json: bool,
}

/// A file holds the shoes of a round, or one of them.
#[derive(Deserialize)]
#[serde(untagged)]
enum Shoes {
    All(Vec<ShoeProof>),
    One(ShoeProof),
}

/// What was found of a shoe.
#[derive(Serialize)]
struct Checked<'c> {
    table: &'c str,
    round: u32,
    commitment: &'c str,
    /// How many cards of the round were compared.
    cards: usize,
    fits: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    why: Option<String>,
}

impl CheckShoe {
    pub(crate) fn run(self) -> anyhow::Result<Ended> {
        let mut ended = Ended::Well;
        for file in &self.files {
            let shoes = read(file)?;
            if shoes.is_empty() {
                ended = Ended::Badly;
                anstream::eprintln!("{}: no cards of a shoe: at this table a dealer dealt", file.display());
            }
            for shoe in shoes {
                let shoe = ShoeProof {
                    commitment: self.commitment.clone().unwrap_or(shoe.commitment),
                    seed: self.seed.clone().or(shoe.seed),
                    ..shoe
                };
                let found = shoe.check();
                ended = ended.max(if found.is_ok() { Ended::Well } else { Ended::Badly });
                self.tell(&shoe, found.err().as_ref())?;
            }
        }
        Ok(ended)
    }

    fn tell(&self, shoe: &ShoeProof, why: Option<&Unproven>) -> anyhow::Result<()> {
        let ShoeProof { table, round, commitment, cards, .. } = shoe;
        let (round, cards) = (*round, cards.len());
        if self.json {
            let why = why.map(ToString::to_string);
            let checked = Checked { table, round, commitment, cards, fits: why.is_none(), why };
            anstream::println!("{}", serde_json::to_string(&checked)?);
            return Ok(());
        }
        match why {
            None => anstream::println!(
                "{GOOD}fits{GOOD:#} {table} round {round}: the seed fits the commitment {commitment}, and all {cards} cards are \
                 those of the shoe"
            ),
            Some(why) => anstream::println!("{BAD}does not fit{BAD:#} {table} round {round}: {why}"),
        }
        Ok(())
    }
}

fn read(file: &Path) -> anyhow::Result<Vec<ShoeProof>> {
    let named = || file.display().to_string();
    let mut text = String::new();
    if file == Path::new("-") {
        std::io::stdin().read_to_string(&mut text).context("standard input")?;
    } else {
        text = std::fs::read_to_string(file).with_context(named)?;
    }
    let shoes = serde_json::from_str(&text)
        .with_context(|| format!("{}: not what /api/rounds/TABLE/NUMBER/shoe answers", named()))?;
    Ok(match shoes {
        Shoes::All(shoes) => shoes,
        Shoes::One(shoe) => vec![shoe],
    })
}
