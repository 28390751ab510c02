//! Rounds per CPU-second of one core. `cargo bench -p simulate`; `cargo test --benches` makes a short run; with
//! `-- --job PATH ROUNDS` only the job, for callgrind, or with `-- --job PATH ROUNDS GAME every` or `cut` a game with all
//! its side wagers.

use std::hint::black_box;
use std::ops::ControlFlow;
use std::process::Command;
use std::time::{Duration, Instant};

use odds::{Game, Plan, Shoe, Table};
use rulebook::{GAMES, Rules};
use simulate::{Dealing, Generator, Job, Path, Seat, Simulation, run};

/// Rounds in a run of the benchmark.
const ROUNDS: u64 = 20_000_000;

fn main() {
    let arguments: Vec<String> = std::env::args().collect();
    if let Some(at) = arguments.iter().position(|argument| argument == "--job") {
        return only(&arguments[at + 1..]);
    }
    // `cargo bench` passes `--bench`, `cargo test` does not.
    let rounds = if arguments.iter().any(|argument| argument == "--bench") { ROUNDS } else { 10_000 };
    println!("{:<72} {:>22}", "what", "rounds per CPU-second");
    let job = job();
    for (name, path) in [("general", Path::General), ("machine", Path::Machine), ("lanes", Path::Lanes)] {
        measure(&format!("six decks, cut at 75 %, flat, one player: {name} path"), rounds, &job, path);
        if rounds == ROUNDS
            && let Some(instructions) = instructions(name)
        {
            println!("{:<72} {instructions:>22.0}", "  instructions a round");
        }
    }
    threads(&job, rounds);
    for game in GAMES {
        for (name, dealing) in [("shuffled every round", "every"), ("cut at 75 %", "cut")] {
            let what = format!("{game}, all side wagers, {name}");
            measure(&what, rounds, &with_sides(game, dealing), Path::Fastest);
        }
    }
}

/// Plays one thing once and prints how many nanoseconds it took.
fn only(arguments: &[String]) {
    let path = arguments.first().map_or(Path::Fastest, |name| path_of(name));
    let rounds = arguments.get(1).and_then(|text| text.parse().ok()).unwrap_or(1_000_000);
    let simulation = match arguments.get(2..) {
        Some([game, dealing]) => with_sides(game, dealing),
        _ => job(),
    };
    let before = on_cpu();
    black_box(simulation.block(path, Generator::Xoshiro256PlusPlus, 1, 0, rounds));
    let took = on_cpu().zip(before).map_or(Duration::ZERO, |(after, before)| after.saturating_sub(before));
    println!("{}", took.as_nanos());
}

/// A game with all its side wagers, from a shoe that is shuffled for `every` round or cut at 75 %.
fn with_sides(game: &str, dealing: &str) -> Simulation {
    let rules = Rules::of(game).expect("one of the five");
    let cards = u16::try_from(rules.deck().size()).expect("a deck") * u16::from(rules.decks());
    let cut = Dealing::CutCard { dealt: cards / 4 * 3 };
    let dealing = if dealing == "every" { Dealing::EveryRound } else { cut };
    let seat = Seat::new(chart(&rules)).betting_all_sides(rules.side_wagers().len());
    Simulation::new(&rules, &[seat], dealing).expect("one player fits")
}

/// How much faster two threads are than one, by the clock on the wall, and how much faster they can be here: two threads
/// that share nothing and touch no memory. On two halves of one core, or beside other work, that is less than 2.
fn threads(job: &Simulation, rounds: u64) {
    let play = |threads| {
        black_box(run(job, &Job { threads, ..Job::new(1, 4 * rounds) }, |_| ControlFlow::Continue(())));
    };
    let turn = |threads: u64| {
        std::thread::scope(|scope| {
            (0..threads).for_each(|_| drop(scope.spawn(|| spin(8 * rounds / threads))));
        });
    };
    let played = gain(|| play(1), || play(2));
    let turned = gain(|| turn(1), || turn(2));
    println!("{:<72} {played:>22.2}", "two threads against one, wall time (both cores idle?)");
    println!("{:<72} {turned:>22.2}", "  the same of threads that do nothing but sums in registers");
}

/// How many times as long the first takes, the best of three each, in turn.
fn gain(one: impl Fn(), two: impl Fn()) -> f64 {
    let wall = |work: &dyn Fn()| {
        let started = Instant::now();
        work();
        started.elapsed().as_secs_f64()
    };
    let times: Vec<[f64; 2]> = (0..3).map(|_| [wall(&one), wall(&two)]).collect();
    let best = |at: usize| times.iter().map(|times| times[at]).fold(f64::INFINITY, f64::min);
    best(0) / best(1)
}

/// As many instructions at a time as a processor can do.
fn spin(turns: u64) {
    let mut sums = [1_u64, 2, 3, 4, 5, 6, 7, 8];
    for turn in 0..turns {
        sums = sums.map(|sum| sum.rotate_left(5) ^ turn);
    }
    black_box(sums);
}

/// Instructions a round, as callgrind counts them: the difference of two run lengths. `None` without valgrind.
fn instructions(path: &str) -> Option<f64> {
    let program = std::env::current_exe().ok()?;
    let collected = |rounds: u32| {
        let mut valgrind = Command::new("valgrind");
        valgrind.args(["--tool=callgrind", "--callgrind-out-file=/dev/null"]).arg(&program);
        let output = valgrind.args(["--job", path, &rounds.to_string()]).output().ok()?;
        let told = String::from_utf8(output.stderr).ok()?;
        let count = told.lines().find_map(|line| line.split_once("Collected :"))?.1;
        count.trim().parse::<f64>().ok()
    };
    Some((collected(300_000)? - collected(100_000)?) / 200_000.0)
}

fn path_of(name: &str) -> Path {
    match name {
        "general" => Path::General,
        "machine" => Path::Machine,
        "lanes" => Path::Lanes,
        _ => Path::Fastest,
    }
}

/// Six decks, dealer stands on soft 17, double any two and after a split, split to four, cut at 75 %; where only the
/// original bet is lost the value is that of a game in which the dealer looks.
fn job() -> Simulation {
    let mut rules = Rules::of("macau").expect("one of the five");
    rules.set("dealer-blackjack-loss", "original-only").expect("Macau lets a table choose it");
    rules.set("cut-card-position", "75").expect("Macau lets a table choose it");
    Simulation::new(&rules, &[Seat::new(chart(&rules))], Dealing::of(&rules)).expect("one player fits")
}

fn chart(rules: &Rules) -> Plan {
    let (game, shoe) = (Game::of(rules), Shoe::full(rules.deck(), rules.decks()));
    Table::<f64>::new(&game, &shoe).expect("full decks suffice").basic_strategy().plan()
}

/// The best of three runs.
fn measure(what: &str, rounds: u64, simulation: &Simulation, path: Path) {
    let times = (1..=3).map(|seed| {
        let (before, started) = (on_cpu(), Instant::now());
        let tally = black_box(simulation.block(path, Generator::Xoshiro256PlusPlus, seed, 0, rounds));
        assert_eq!(tally.rounds + tally.void, rounds);
        match (before, on_cpu()) {
            (Some(before), Some(after)) => after.saturating_sub(before),
            _ => started.elapsed(),
        }
    });
    let fastest = times.min().expect("three runs").as_secs_f64();
    #[expect(clippy::cast_precision_loss, reason = "a rate for people")]
    let rate = rounds as f64 / fastest / 1e6;
    println!("{what:<72} {rate:>20.1} M");
}

/// How long this thread has been running on a processor, where the system tells.
fn on_cpu() -> Option<Duration> {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").ok()?;
    text.split(' ').next()?.parse().ok().map(Duration::from_nanos)
}
