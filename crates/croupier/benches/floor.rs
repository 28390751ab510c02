//! What a floor carries on this machine, as a table: a thousand terminals that play over fifty tables, each hearing its table,
//! ten thousand that do nothing, and restarts with all tables open. `cargo bench -p journal` has the storage alone, and how long
//! it takes to find one of a million rounds. `cargo bench -p croupier`; `cargo test --benches` makes a short run.

use std::process::{Command, ExitCode};

/// Bets stay open for long, so that most of what is sent can be carried out.
const LOAD: &str =
    "--terminals 1000 --tables 50 --pace 5.5 --bets 60 --load 20 --idle 10000 --kills 5 --cuts 0";
/// Shows that it runs.
const SHORT: &str = "--terminals 20 --tables 5 --pace 5 --bets 2 --load 1 --idle 20 --kills 1 --cuts 1";

fn main() -> ExitCode {
    // `cargo bench` passes `--bench`, `cargo test` does not.
    let full = std::env::args().any(|argument| argument == "--bench");
    let drill = if full { LOAD } else { SHORT };
    match Command::new(env!("CARGO_BIN_EXE_croupier")).arg("drill").args(drill.split(' ')).status() {
        Ok(status) if status.success() => ExitCode::SUCCESS,
        Ok(status) => {
            eprintln!("croupier drill {drill}: {status}");
            ExitCode::FAILURE
        }
        Err(why) => {
            eprintln!("croupier drill does not start: {why}");
            ExitCode::FAILURE
        }
    }
}
