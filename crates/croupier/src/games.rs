//! `croupier games`: what is in the rule books.

use std::io::Write;

use anyhow::Result;
use clap::Args;
use rulebook::{GAMES, Rules};
use serde::Serialize;

use crate::Ended;
use crate::style::{HEAD, table};

/// List the games of the rule books
#[derive(Args)]
#[command(after_help = "Example:\n  croupier games")]
pub(crate) struct Games {
    /// Print JSON
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct GameJson {
    game: String,
    name: String,
    in_force: String,
    decks: u8,
    side_wagers: Vec<String>,
    clauses: usize,
}

impl Games {
    pub(crate) fn run(&self) -> Result<Ended> {
        let games: Vec<GameJson> =
            GAMES.iter().filter_map(|game| Rules::of(game)).map(|rules| about(&rules)).collect();
        let mut out = anstream::stdout().lock();
        if self.json {
            writeln!(out, "{}", serde_json::to_string_pretty(&games)?)?;
            return Ok(Ended::Well);
        }
        let mut rows = table();
        rows.set_header(["game", "name", "in force", "decks", "side wagers", "clauses"]);
        for game in games {
            let GameJson { game, name, in_force, decks, side_wagers, clauses } = game;
            rows.add_row([
                game,
                name,
                in_force,
                decks.to_string(),
                side_wagers.join(", "),
                clauses.to_string(),
            ]);
        }
        writeln!(out, "{rows}\n")?;
        writeln!(out, "{HEAD}croupier rules GAME{HEAD:#} prints a game's rule card.")?;
        Ok(Ended::Well)
    }
}

fn about(rules: &Rules) -> GameJson {
    GameJson {
        game: rules.id().to_owned(),
        name: rules.name().to_owned(),
        in_force: rules.in_force().to_owned(),
        decks: rules.decks(),
        side_wagers: rules.side_wagers().iter().map(|wager| wager.kind.clone()).collect(),
        clauses: rules.clauses().rows().len(),
    }
}
