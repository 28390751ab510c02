//! The commands that the README shows run, each in a folder that holds nothing but the scenarios.

use std::path::{Path, PathBuf};
use std::process::Command;

use testkit::{Request, ServerProcess};

const PROGRAM: &str = env!("CARGO_BIN_EXE_croupier");

/// What the README shows takes minutes in a test build; each of these is replaced in a command before it runs.
const SHORTER: [(&str, &str); 2] = [
    ("--rounds 100M", "--rounds 1M"),
    ("croupier drill", "croupier drill --kills 2 --terminals 20 --load 1"),
];

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn readme() -> String {
    std::fs::read_to_string(root().join("README.md")).expect("the README")
}

/// The fenced blocks of the README in this language.
fn blocks<'r>(readme: &'r str, language: &str) -> Vec<&'r str> {
    let fence = format!("```{language}\n");
    let block = |text: &'r str| text.split_once("```").expect("a fence that closes the block").0;
    readme.split(&*fence).skip(1).map(block).collect()
}

/// The commands of the README without their comments, as if `croupier` were installed.
fn commands(readme: &str) -> Vec<String> {
    let lines = blocks(readme, "sh").into_iter().flat_map(str::lines);
    let lines = lines.map(|line| line.split(" #").next().unwrap_or_default().trim());
    lines.filter(|line| !line.is_empty()).map(installed).collect()
}

fn installed(line: &str) -> String {
    let command = line.strip_prefix("cargo run --release").map_or_else(
        || line.to_owned(),
        |rest| format!("croupier {}", rest.trim_start().trim_start_matches("--").trim_start()),
    );
    let command = command.trim().to_owned();
    assert!(command.split(' ').next() == Some("croupier"), "this test does not know how to run `{line}`");
    command
}

/// A folder with the scenarios in it.
fn folder() -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    let scenarios = root().canonicalize().expect("the project").join("scenarios");
    std::os::unix::fs::symlink(scenarios, folder.path().join("scenarios")).expect("a link");
    folder
}

/// Runs a command as a shell does, with `croupier` on the path.
fn run(command: &str, folder: &Path) -> String {
    let programs = Path::new(PROGRAM).parent().expect("a folder");
    let path = std::env::var_os("PATH").unwrap_or_default();
    let path = std::iter::once(programs.to_path_buf()).chain(std::env::split_paths(&path));
    let path = std::env::join_paths(path).expect("a search path");
    let ran = Command::new("sh").args(["-c", command]).current_dir(folder).env("PATH", path).output();
    let ran = ran.expect("sh runs");
    let printed = String::from_utf8_lossy(&ran.stdout).into_owned();
    assert!(
        ran.status.success(),
        "{command}: {}\n{printed}{}",
        ran.status,
        String::from_utf8_lossy(&ran.stderr)
    );
    printed
}

#[test]
fn every_command_runs() {
    let commands = commands(&readme());
    assert!(commands.len() >= 20, "{commands:?}");
    for command in commands {
        let folder = folder();
        if command == "croupier" {
            opens_a_floor(folder.path());
            continue;
        }
        let shorter = SHORTER.iter().fold(command, |command, (long, short)| command.replace(long, short));
        let printed = run(&shorter, folder.path());
        let made = std::fs::read_dir(folder.path()).expect("the folder").count() - 1;
        assert!(!printed.is_empty() || made > 0, "{shorter} prints nothing and writes no file");
    }
}

/// Without a command the program opens a floor. It would take port 2121; the environment gives it a free one.
fn opens_a_floor(folder: &Path) {
    let mut program = Command::new(PROGRAM);
    program.current_dir(folder).env("CROUPIER_LISTEN", "127.0.0.1:0");
    let server = ServerProcess::start(&mut program, &folder.join("log"));
    let lobby = server.send(&Request::get("/"));
    assert_eq!(lobby.status, 200);
    assert!(server.stop().success());
}

#[test]
fn the_round_replays_as_the_text_below_it_says() {
    let readme = readme();
    let [round] = blocks(&readme, "round")[..] else { panic!("the README shows one round") };
    let command = "croupier replay --explain my.round";
    assert!(readme.contains(command));
    let folder = folder();
    std::fs::write(folder.path().join("my.round"), round).expect("a file");
    let printed = run(command, folder.path());
    assert!(printed.ends_with("1 passed, 0 failed\n"), "{printed}");
}

#[test]
fn a_command_that_fails_is_noticed() {
    let folder = folder();
    let fails = |command: &str| std::panic::catch_unwind(|| run(command, folder.path())).is_err();
    assert!(fails("croupier rules no-such-game"));
    assert!(!fails("croupier games"));
    assert!(std::panic::catch_unwind(|| installed("cargo make everything")).is_err());
}
