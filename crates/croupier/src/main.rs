//! The program `croupier`.

use std::process::ExitCode;

/// A floor allocates little things by the hundred thousand a second.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    croupier::run()
}
