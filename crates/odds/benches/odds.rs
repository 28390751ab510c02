//! How long an analysis takes, in CPU time of one core: the fastest of several runs, as machines are busy with other
//! things too. `cargo bench -p odds`; `cargo test --benches` runs everything once.

use std::hint::black_box;
use std::time::{Duration, Instant};

use odds::{Game, Shoe, Table, decide, insurance, side_wagers};
use rulebook::{GAMES, May, Rules};
use vocabulary::{Composition, Deck};

fn main() {
    // `cargo bench` passes `--bench`, `cargo test` does not.
    let full = std::env::args().any(|argument| argument == "--bench");
    let runs = |many: u32| if full { many } else { 1 };
    let game = six_decks_peek();
    let shoe = Shoe::full(Deck::Standard52, 6);

    println!("{:<72} {:>12}", "what", "CPU");
    report_each("six decks: every hand, up card and split, best play and chart", runs(5), runs(20), || {
        let table = Table::<f64>::new(&game, &shoe).expect("six decks suffice");
        black_box(table.analyse());
    });
    for (name, cards, up) in [
        ("one live answer: T,2 against 3", [0, 1, 0, 0, 0, 0, 0, 0, 0, 1], 2),
        ("one live answer: 8,8 against T", [0, 0, 0, 0, 0, 0, 0, 2, 0, 0], 9),
        ("one live answer: 2,2 against 7", [0, 2, 0, 0, 0, 0, 0, 0, 0, 0], 6),
        ("one live answer: 2,3 against 2", [0, 1, 1, 0, 0, 0, 0, 0, 0, 0], 1),
    ] {
        report_each(name, runs(20), runs(100), || {
            black_box(decide::<f64>(&game, &shoe, &cards, up).expect("the cards are there"));
        });
    }
    report("all five games, all decks: main wager, chart, side wagers, insurance", runs(3), all_games);
    report("six decks: the variance of the chart", runs(3), || {
        let table = Table::<f64>::new(&game, &shoe).expect("six decks suffice");
        let chart = table.analyse().chart;
        black_box(table.variance(&chart.plan()));
    });
    report("six decks: the chance of every net result of the chart", runs(3), || {
        let table = Table::<f64>::new(&game, &shoe).expect("six decks suffice");
        let chart = table.analyse().chart;
        black_box(table.law(&chart.plan()));
    });
}

/// Dealer stands on soft 17, double any two and after a split, split to four, aces once with one card, no surrender;
/// where only the original bet is lost the value is that of a game in which the dealer looks.
fn six_decks_peek() -> Game {
    let mut rules = Rules::of("macau").expect("one of the five");
    rules.set("dealer-blackjack-loss", "original-only").expect("Macau lets a table choose it");
    Game::of(&rules)
}

fn all_games() {
    for name in GAMES {
        let mut rules = Rules::of(name).expect("one of the five");
        let decks = match rules.settings().decks.may {
            May::Range(from, to) => from..=to,
            May::Fixed | May::Any | May::Among(_) => rules.decks()..=rules.decks(),
        };
        for decks in decks {
            rules.set("decks", &decks.to_string()).expect("an allowed number");
            let cards = Composition::full(rules.deck(), decks);
            let game = Game::of(&rules);
            let table = Table::<f64>::new(&game, &Shoe::of(&cards)).expect("full decks suffice");
            black_box(table.analyse());
            black_box(side_wagers(&rules, &cards).expect("full decks suffice"));
            black_box(insurance(&rules, &cards).expect("full decks suffice"));
        }
    }
}

fn report(what: &str, runs: u32, work: impl Fn()) {
    report_each(what, runs, 1, work);
}

/// Work too short for the system's clock is done `times` over.
fn report_each(what: &str, runs: u32, times: u32, work: impl Fn()) {
    // The first run fills the tables that all analyses share.
    work();
    let work = || (0..times).for_each(|_| work());
    let fastest = (0..runs).map(|_| cpu_time_of(&work)).min().expect("at least one run");
    println!("{what:<72} {:>9.3} ms", fastest.as_secs_f64() * 1000.0 / f64::from(times));
}

fn cpu_time_of(work: &impl Fn()) -> Duration {
    let (before, started) = (on_cpu(), Instant::now());
    work();
    match (before, on_cpu()) {
        (Some(before), Some(after)) => after.saturating_sub(before),
        _ => started.elapsed(),
    }
}

/// How long this thread has been running on a processor, where the system tells.
fn on_cpu() -> Option<Duration> {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").ok()?;
    text.split(' ').next()?.parse().ok().map(Duration::from_nanos)
}
