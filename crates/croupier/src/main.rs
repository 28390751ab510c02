//! `croupier`: casino blackjack by the book, from the command line.

mod book;
mod coverage;
mod figures;
mod files;
mod game;
mod games;
mod json;
mod odds;
mod picture;
mod replay;
mod rules;
mod sim;
mod strategy;
mod style;
mod waiting;

use std::process::ExitCode;

use clap::{Parser, Subcommand};

/// Casino blackjack by the book: replays and explains rounds of five regulated games and of any house's own, works
/// out their odds and plays them by the thousand million.
#[derive(Parser)]
#[command(version, arg_required_else_help = true, propagate_version = true)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    Replay(replay::Replay),
    Games(games::Games),
    Rules(rules::Rules),
    Odds(Box<odds::Odds>),
    Sim(Box<sim::Sim>),
}

/// How a command ended, as the shell sees it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Ended {
    /// Yes.
    Well,
    /// No: a check failed.
    Badly,
    /// The caller made a mistake.
    Misused,
}

fn main() -> ExitCode {
    let ended = match Cli::parse().command {
        Command::Replay(command) => command.run(),
        Command::Games(command) => command.run(),
        Command::Rules(command) => command.run(),
        Command::Odds(command) => command.run(),
        Command::Sim(command) => command.run(),
    };
    match ended {
        Ok(Ended::Well) => ExitCode::SUCCESS,
        Ok(Ended::Badly) => ExitCode::from(1),
        Ok(Ended::Misused) => ExitCode::from(2),
        // Whoever read our output has enough: not a mistake.
        Err(error) if is_broken_pipe(&error) => ExitCode::SUCCESS,
        Err(error) => {
            anstream::eprintln!("{}croupier:{:#} {error:#}", style::BAD, style::BAD);
            ExitCode::from(2)
        }
    }
}

fn is_broken_pipe(error: &anyhow::Error) -> bool {
    let io = error.downcast_ref::<std::io::Error>();
    io.is_some_and(|error| error.kind() == std::io::ErrorKind::BrokenPipe)
}
