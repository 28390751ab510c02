//! What a floor carries on this machine, as a table: a thousand terminals that play over fifty tables, each hearing its table,
//! ten thousand that do nothing, and restarts with all tables open. `cargo bench -p journal` has the storage alone, and how long
//! it takes to find one of a million rounds.

use std::process::{Command, ExitCode};

/// Bets stay open for long, so that most of what is sent can be carried out.
const LOAD: &str = "--terminals 1000 --tables 50 --pace 5.5 --bets 60 --load 20 --idle 10000 --kills 5";
/// Only whether it runs.
const TRY: &str = "--terminals 20 --tables 5 --pace 5 --bets 2 --load 1 --idle 20 --kills 1";

fn main() -> ExitCode {
    let trying = std::env::args().any(|argument| argument == "--test");
    let drill = if trying { TRY } else { LOAD };
    let ended = Command::new(env!("CARGO_BIN_EXE_croupier")).arg("drill").args(drill.split(' ')).status();
    if ended.is_ok_and(|status| status.success()) { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}
