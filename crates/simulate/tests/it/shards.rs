//! The same seed gives the same rounds, however they are shared out.

use std::ops::ControlFlow;

use odds::{Game, Shoe, Table};
use rulebook::Rules;
use simulate::{BLOCK, Dealing, Job, Path, Seat, Shard, Simulation, Tally, Unfit, run};

fn simulation(game: &str) -> Simulation {
    let rules = Rules::of(game).expect("one of the five");
    let (odds, shoe) = (Game::of(&rules), Shoe::full(rules.deck(), rules.decks()));
    let chart = Table::<f64>::new(&odds, &shoe).expect("full decks suffice").basic_strategy();
    let seat = Seat::new(chart.plan());
    Simulation::new(&rules, &[seat], Dealing::CutCard { dealt: 150 }).expect("one player fits")
}

fn all(simulation: &Simulation, job: Job) -> Tally {
    run(simulation, &job, |_| ControlFlow::Continue(()))
}

#[test]
fn threads_and_shards_change_nothing() {
    let simulation = simulation("macau");
    for path in [Path::Machine, Path::Lanes] {
        let job = Job { path, ..Job::new(11, 3 * BLOCK + 12_345) };
        let alone = all(&simulation, job);
        assert_eq!(alone.rounds + alone.void, job.rounds);
        for threads in [2, 3] {
            assert_eq!(all(&simulation, Job { threads, ..job }), alone);
        }
        for of in [2, 3, 7] {
            let mut merged = simulation.nothing();
            for part in 0..of {
                let shard = all(&simulation, Job { shard: Shard { part, of }, ..job });
                merged.merge(&shard).expect("shards of one run");
            }
            assert_eq!(merged, alone, "{of} shards");
        }
        assert_ne!(all(&simulation, Job { seed: 12, ..job }), alone);
    }
}

#[test]
fn a_run_that_is_ended_early_ends_at_the_same_block_on_any_number_of_threads() {
    let simulation = simulation("blackjack");
    let enough = |tally: &Tally| match tally.rounds {
        rounds if rounds >= 3 * BLOCK => ControlFlow::Break(()),
        _ => ControlFlow::Continue(()),
    };
    let tally = |threads| run(&simulation, &Job { threads, ..Job::new(5, 9 * BLOCK) }, enough);
    assert_eq!(tally(1).rounds, 3 * BLOCK);
    assert_eq!(tally(2), tally(1));
}

#[test]
fn what_cannot_be_played_is_said() {
    let rules = Rules::of("macau").expect("one of the five");
    let seat = Seat::new(odds::Plan::new(|_, _| odds::Play::default()));
    let seats = |many: usize| vec![seat.clone(); many];
    let refused = |many, dealing| Simulation::new(&rules, &seats(many), dealing).err();
    assert_eq!(refused(0, Dealing::EveryRound), Some(Unfit::Seats { seats: 0, spots: 7 }));
    assert_eq!(refused(8, Dealing::EveryRound), Some(Unfit::Seats { seats: 8, spots: 7 }));
    let short = Unfit::ShortShoe { spots: 7, needed: 16, left: 3 };
    assert_eq!(refused(7, Dealing::CutCard { dealt: 310 }), Some(short));
    assert_eq!(refused(7, Dealing::CutCard { dealt: 200 }), None);
}

#[test]
fn tallies_of_different_games_do_not_add_up() {
    let mut macau = simulation("macau").nothing();
    assert!(macau.merge(&simulation("plus").nothing()).is_err());
}
