//! A player who counts.

use std::ops::ControlFlow;

use odds::{Game, Plan, Shoe, Table};
use rulebook::Rules;
use simulate::{Counter, Counting, Dealing, Indices, Job, Playable, Ramp, Seat, Stake, System, Unfit, run};

fn plan(rules: &Rules) -> Plan {
    let (game, shoe) = (Game::of(rules), Shoe::full(rules.deck(), rules.decks()));
    Table::<f64>::new(&game, &shoe).expect("full decks suffice").basic_strategy().plan()
}

/// Six decks, the dealer stands on soft 17, double after a split, and a dealer blackjack takes the original bet only.
fn rules() -> Rules {
    let mut rules = Rules::of("macau").expect("one of the five");
    rules.set("dealer-blackjack-loss", "original-only").expect("left to the table");
    rules
}

fn counter(rules: &Rules, word: &str, ramp: &str) -> Counter {
    Counter {
        system: System::known(word).expect("a known system"),
        ramp: ramp.parse().expect("a ramp"),
        plan: plan(rules),
        indices: Indices::default(),
        insures: false,
        sides: Vec::new(),
        spots: 1,
    }
}

const CUT: Dealing = Dealing::CutCard { dealt: 234 };

#[test]
fn the_edge_rises_with_the_count_by_half_a_per_cent_a_point() {
    let rules = rules();
    let table =
        Counting::new(&rules, counter(&rules, "hi-lo", "1,1:2,2:4,3:8,4:12"), &[], CUT).expect("he fits");
    let job = Job { threads: 2, ..Job::new(5, 6_000_000) };
    let tally = run(&table, &job, |_| ControlFlow::Continue(()));
    assert_eq!(tally.table.rounds + tally.table.void, job.rounds);
    let by_count = tally.counts.by_count();
    let at =
        |count: i32| by_count.iter().find(|(at, _)| *at == count).map(|(_, spread)| spread).expect("it came");
    // The rule of thumb of all books: half a per cent for each point of Hi-Lo's true count.
    let slope = (at(4).mean() - at(-4).mean()) / 8.0;
    assert!((0.004..0.007).contains(&slope), "{slope}");
    // At nought the game is what it is from a full shoe; floored, the counts near it lie half a point above.
    let full = -0.0035;
    assert!((at(0).mean() - full).abs() < 0.004, "{}", at(0).mean());
    // Who bets more when it pays wins, in a game that flat bets lose.
    assert!(tally.counts.flat().mean() < 0.0 && tally.counts.won().mean() > 0.0);
    assert_eq!(tally.counts.won().times(), tally.table.rounds);
    // A rare count in a shoe of six decks: +5 and more in about 3 to 7 of 100 rounds at this depth.
    let high: u64 = by_count.iter().filter(|(count, _)| *count >= 5).map(|(_, spread)| spread.times()).sum();
    let share = f64::from(u32::try_from(high).expect("few")) / 6e6;
    assert!((0.015..0.07).contains(&share), "{share}");
}

#[test]
fn nothing_depends_on_threads_and_a_flat_bet_is_a_flat_bet() {
    let rules = rules();
    let table = Counting::new(&rules, counter(&rules, "ko", "3"), &[], CUT).expect("he fits");
    let tally =
        |threads| run(&table, &Job { threads, ..Job::new(5, 600_000) }, |_| ControlFlow::Continue(()));
    let one = tally(1);
    assert_eq!(one, tally(3));
    assert!((one.counts.won().mean() - 3.0 * one.counts.flat().mean()).abs() < 1e-12);
    assert_eq!((one.counts.bet(), one.counts.played()), (3 * u128::from(one.table.rounds), one.table.rounds));
    let mut twice = table.nothing();
    Counting::add(&mut twice, &one);
    assert_eq!(twice, one);
}

#[test]
fn who_sits_out_bets_nothing_and_misses_the_bad_rounds() {
    let rules = rules();
    let mut wonger = counter(&rules, "hi-lo", "1");
    wonger.ramp = Ramp::read("below = 1\nenter = 1\nleave = -1").expect("a ramp");
    let table = Counting::new(&rules, wonger, &[], CUT).expect("he fits");
    let tally = run(&table, &Job::new(3, 3_000_000), |_| ControlFlow::Continue(()));
    let played = tally.counts.played();
    assert!(played > tally.table.rounds / 10 && played < tally.table.rounds / 2, "{played}");
    assert!(tally.counts.rows.iter().all(|row| row.bet == 0 || row.count >= -1));
    assert!(tally.counts.won().mean() > tally.counts.flat().mean());
}

#[test]
fn index_plays_pay_and_insurance_pays_at_three() {
    let rules = rules();
    let text = "insurance = 3\nplays = [\n\
        { hand = \"hard 16\", against = \"T\", at = 0, play = \"S\" },\n\
        { hand = \"hard 15\", against = \"T\", at = 4, play = \"S\" },\n\
        { hand = \"hard 12\", against = \"3\", at = 2, play = \"S\" },\n\
        { hand = \"hard 12\", against = \"2\", at = 3, play = \"S\" },\n\
        { hand = \"hard 16\", against = \"9\", at = 5, play = \"S\" },\n\
        { hand = \"hard 13\", against = \"2\", below = -1, play = \"H\" },\n]\n";
    let ramp = "1,1:4,2:8,3:12";
    let mean = |indices: Indices| {
        let player = Counter { indices, ..counter(&rules, "hi-lo", ramp) };
        let table = Counting::new(&rules, player, &[], CUT).expect("he fits");
        run(&table, &Job { threads: 2, ..Job::new(9, 12_000_000) }, |_| ControlFlow::Continue(()))
            .counts
            .won()
    };
    let (with, without) = (mean(Indices::read(text).expect("index plays")), mean(Indices::default()));
    // Schlesinger's eighteen are worth about a quarter of a per cent of the average bet; these are most of it.
    let gain = with.mean() - without.mean();
    assert!(gain > 0.0 && gain < 0.02, "{gain}: {} and {}", with.mean(), without.mean());
}

#[test]
fn several_spots_are_one_result_and_others_take_cards() {
    let rules = rules();
    let two = Counter { spots: 2, ..counter(&rules, "zen", "1") };
    let others = vec![Seat::new(plan(&rules)); 3];
    let table = Counting::new(&rules, two.clone(), &others, CUT).expect("they fit");
    let tally = run(&table, &Job::new(3, 400_000), |_| ControlFlow::Continue(()));
    let (flat, error) = (tally.counts.flat(), tally.counts.flat().std_error());
    assert!((flat.mean() / 2.0 + 0.0035).abs() < 4.0 * error + 0.001, "{}", flat.mean());
    // Two hands against one dealer: more than twice the variance of one (1.15 squared), less than four times.
    let variance = flat.std_dev().powi(2);
    assert!((3.2..4.4).contains(&variance), "{variance}");
    let many = Counter { spots: 5, ..two };
    let refused = Counting::new(&rules, many, &others, CUT).err();
    assert_eq!(refused, Some(Unfit::Seats { seats: 8, spots: 7 }));
}

#[test]
fn star_elements_and_electronic_can_be_counted_too() {
    for game in ["star-elements", "electronic"] {
        let rules = Rules::of(game).expect("one of the five");
        let indices =
            Indices::read("plays = [{ hand = \"hard 16\", against = \"T\", at = 0, play = \"S\" }]");
        let player =
            Counter { indices: indices.expect("an index play"), ..counter(&rules, "hi-lo", "1,2:5") };
        let table = Counting::new(&rules, player, &[], Dealing::CutCard { dealt: 250 }).expect("he fits");
        let tally = run(&table, &Job::new(1, 300_000), |_| ControlFlow::Continue(()));
        let at = |from: i32, to: i32| -> (f64, f64) {
            let rows = tally.counts.by_count().into_iter().filter(|(count, _)| (from..=to).contains(count));
            rows.fold((0.0, 0.0), |(sum, times), (_, spread)| {
                let here = f64::from(u32::try_from(spread.times()).expect("few"));
                (sum + here * spread.mean(), times + here)
            })
        };
        let ((low, rounds), (high, more)) = (at(-60, -2), at(2, 60));
        assert!(high / more > low / rounds, "{game}");
    }
}

#[test]
fn the_files_of_the_documents_can_be_read() {
    let page = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/simulator.md");
    let page = std::fs::read_to_string(page).expect("the page is there");
    let files: Vec<&str> =
        page.split("```toml\n").skip(1).filter_map(|part| part.split("```").next()).collect();
    let [system, ramp, plays] = files.as_slice() else { panic!("{} files", files.len()) };
    System::read(system).expect("a system");
    Ramp::read(ramp).expect("a ramp");
    assert_eq!(Indices::read(plays).expect("index plays").bounds().len(), 4);
}

#[test]
fn side_wagers_are_flat_and_made_when_he_bets() {
    let rules = Rules::of("plus").expect("one of the five");
    let sides = vec![Stake::HALF; rules.side_wagers().len()];
    let mut wonger = Counter { sides, ..counter(&rules, "hi-lo", "1,2:4") };
    let out = wonger.clone();
    (wonger.ramp.enter, wonger.ramp.leave) = (simulate::Count::new(1.0), simulate::Count::new(-1.0));
    let tally = |counter: Counter| {
        let table = Counting::new(&rules, counter, &[], Dealing::CutCard { dealt: 300 }).expect("he fits");
        run(&table, &Job::new(3, 300_000), |_| ControlFlow::Continue(()))
    };
    for (tally, always) in [(tally(out), true), (tally(wonger), false)] {
        let (seat, played) = (&tally.table.seats[0], tally.counts.played());
        assert_eq!(played == tally.table.rounds, always);
        let mut won = tally.counts.won().mean();
        for at in 0..rules.side_wagers().len() {
            let spread = seat.side_spread(&rules, at).expect("a wager of the game");
            assert_eq!(spread.times(), played);
            let rounds = |rounds: u64| f64::from(u32::try_from(rounds).expect("few"));
            won += 0.5 * spread.mean() * rounds(played) / rounds(tally.table.rounds);
        }
        assert!((tally.table.players[0].spread().mean() - won).abs() < 1e-9);
        assert_eq!(seat.main_spread(&rules).times(), tally.table.rounds);
    }
}
