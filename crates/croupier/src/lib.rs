//! `croupier`: casino blackjack by the book, from the command line.
//!
//! The program is this library with a `main`: a library is compiled beside the crates it depends on, a program only after
//! all of them.

mod audit;
mod backup;
mod book;
mod check_shoe;
mod config;
mod coverage;
mod database;
mod drill;
mod export;
mod figures;
mod files;
mod game;
mod games;
mod json;
mod odds;
mod openapi;
mod picture;
mod replay;
mod rules;
mod serve;
mod sim;
mod strategy;
mod style;
mod waiting;

use std::process::ExitCode;

use clap::{Parser, Subcommand};

/// Casino blackjack by the book: deals five regulated games and any house's own, replays and explains their rounds, works
/// out their odds and plays them by the thousand million. Without a command it opens the floor, as `croupier serve` does.
#[derive(Parser)]
#[command(version, propagate_version = true, args_conflicts_with_subcommands = true)]
struct Cli {
    #[command(subcommand)]
    command: Option<Command>,
    #[command(flatten)]
    serve: serve::Serve,
}

#[derive(Subcommand)]
enum Command {
    Serve(serve::Serve),
    Config(config::Config),
    Replay(replay::Replay),
    Games(games::Games),
    Rules(rules::Rules),
    Odds(Box<odds::Odds>),
    Sim(Box<sim::Sim>),
    Audit(audit::Audit),
    CheckShoe(check_shoe::CheckShoe),
    Export(export::Export),
    Backup(backup::Backup),
    Openapi(openapi::OpenApi),
    Drill(drill::Drill),
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

/// Runs the command that the program was called with.
#[must_use]
pub fn run() -> ExitCode {
    let cli = Cli::parse();
    let ended = match cli.command.unwrap_or(Command::Serve(cli.serve)) {
        Command::Serve(command) => command.run(),
        Command::Config(command) => command.run(),
        Command::Replay(command) => command.run(),
        Command::Games(command) => command.run(),
        Command::Rules(command) => command.run(),
        Command::Odds(command) => command.run(),
        Command::Sim(command) => command.run(),
        Command::Audit(command) => command.run(),
        Command::CheckShoe(command) => command.run(),
        Command::Export(command) => command.run(),
        Command::Backup(command) => command.run(),
        Command::Openapi(_) => openapi::OpenApi::run(),
        Command::Drill(command) => command.run(),
    };
    match ended {
        Ok(Ended::Well) => ExitCode::SUCCESS,
        Ok(Ended::Badly) => ExitCode::from(1),
        Ok(Ended::Misused) => ExitCode::from(2),
        // The reader of our output has enough: not a mistake.
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
