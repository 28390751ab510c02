//! The paths are one game: where they deal the same cards they come to the same tally.

use odds::{Game, Plan, Shoe, Table};
use rulebook::{GAMES, Rules};
use simulate::{
    Counter, Counting, Dealing, Generator, Indices, Job, Path, Playable, Ramp, Seat, Simulation, Stake,
    System,
};

fn chart(rules: &Rules) -> Plan {
    let (game, shoe) = (Game::of(rules), Shoe::full(rules.deck(), rules.decks()));
    Table::<f64>::new(&game, &shoe).expect("full decks suffice").basic_strategy().plan()
}

#[test]
fn the_machine_deals_and_plays_as_the_general_path_does() {
    for name in GAMES {
        let rules = Rules::of(name).expect("one of the five games");
        let sides = rules.side_wagers().len();
        for dealing in [Dealing::EveryRound, Dealing::CutCard { dealt: 100 }, Dealing::CutCard { dealt: 199 }]
        {
            let plain = Seat::new(chart(&rules));
            let insured = Seat { insures: true, ..plain.clone() }.betting_all_sides(sides);
            for seat in [plain, insured] {
                let simulation = Simulation::new(&rules, &[seat], dealing).expect("one player fits");
                for generator in [Generator::Xoshiro256PlusPlus, Generator::ChaCha20] {
                    assert_eq!(simulation.path(Path::Machine, generator), Path::Machine, "{name}");
                    let tally = |path| simulation.block(path, generator, 3, 5, 50_000);
                    assert_eq!(tally(Path::Machine), tally(Path::General), "{name}, {dealing:?}");
                }
            }
        }
    }
}

/// One player by the machine and by the general path, from the same seed.
#[track_caller]
fn agree(rules: &Rules, seat: &Seat, what: &str) {
    for dealing in [Dealing::EveryRound, Dealing::CutCard { dealt: 199 }] {
        let simulation =
            Simulation::new(rules, std::slice::from_ref(seat), dealing).expect("one player fits");
        let generator = Generator::Xoshiro256PlusPlus;
        assert_eq!(simulation.path(Path::Machine, generator), Path::Machine, "{what}");
        let tally = |path| simulation.block(path, generator, 4, 2, 50_000);
        assert_eq!(tally(Path::Machine), tally(Path::General), "{what}, {dealing:?}");
    }
}

#[test]
fn who_plays_by_all_cards_of_his_hand_is_played_alike() {
    for name in GAMES {
        let rules = Rules::of(name).expect("one of the five games");
        let (game, shoe) = (Game::of(&rules), Shoe::full(rules.deck(), rules.decks()));
        let best = Table::<f64>::new(&game, &shoe).expect("full decks suffice").best().plan;
        assert_ne!(best, chart(&rules), "{name}");
        let seat = Seat { insures: true, ..Seat::new(best) };
        agree(&rules, &seat, name);
        agree(&rules, &seat.betting_all_sides(rules.side_wagers().len()), name);
    }
}

#[test]
fn houses_with_a_hole_card_are_played_alike() {
    for name in GAMES {
        for surrender in ["none", "early", "late"] {
            let mut rules = Rules::of(name).expect("one of the five games");
            if rules
                .suppose("hole-card", "peek")
                .and_then(|()| rules.suppose("surrender", surrender))
                .is_err()
            {
                continue;
            }
            let seat = Seat { insures: true, ..Seat::new(chart(&rules)) };
            agree(&rules, &seat, &format!("{name}, {surrender}"));
            agree(
                &rules,
                &seat.betting_all_sides(rules.side_wagers().len()),
                &format!("{name}, {surrender}"),
            );
        }
    }
}

/// The sums of all wagers are that of what a player has together, whatever the stakes.
#[test]
fn all_wagers_together_come_to_their_sum() {
    for name in GAMES {
        let rules = Rules::of(name).expect("one of the five games");
        let stakes = [0.25, 3.0, 0.1, 1.0].map(|units| Stake::new(units).expect("a stake"));
        let sides = stakes.into_iter().cycle().take(rules.side_wagers().len()).collect();
        let seat = Seat { insures: true, insurance: stakes[0], sides, ..Seat::new(chart(&rules)) };
        let simulation =
            Simulation::new(&rules, &[seat], Dealing::CutCard { dealt: 150 }).expect("one player fits");
        let tally = simulation.block(Path::Machine, Generator::Xoshiro256PlusPlus, 3, 5, 50_000);
        let (seat, together) = (&tally.seats[0], tally.players[0].spread());
        assert_eq!(together.times(), tally.rounds);
        let times = |times: u64| f64::from(u32::try_from(times).expect("few"));
        let part =
            |spread: &simulate::Spread, stake: Stake| stake.units() * spread.mean() * times(spread.times());
        let side =
            |(at, stake): (usize, &Stake)| part(&seat.side_spread(&rules, at).expect("a wager"), *stake);
        let sum = part(&seat.main_spread(&rules), Stake::UNIT)
            + part(&seat.insurance_spread(&rules), stakes[0])
            + stakes.iter().cycle().take(rules.side_wagers().len()).enumerate().map(side).sum::<f64>();
        assert!((sum / times(tally.rounds) - together.mean()).abs() < 1e-9, "{name}");
        assert_eq!(
            tally,
            simulation.block(Path::General, Generator::Xoshiro256PlusPlus, 3, 5, 50_000),
            "{name}"
        );
    }
}

/// Who counts and bets the same whatever the count is a player who bets flat, side wagers, several spots and all.
#[test]
fn a_ramp_without_steps_is_a_flat_bet() {
    for (name, spots) in GAMES.into_iter().zip([1, 2, 3, 2, 1]) {
        let rules = Rules::of(name).expect("one of the five games");
        let flat = Seat { insures: true, spots, ..Seat::new(chart(&rules)) };
        let flat = flat.betting_all_sides(rules.side_wagers().len());
        let other = Seat::new(chart(&rules));
        let counter = Counter {
            system: System::known("hi-lo").expect("a known system"),
            ramp: Ramp::flat(1),
            plan: chart(&rules),
            indices: Indices::default(),
            insures: true,
            sides: flat.sides.clone(),
            spots,
        };
        let dealing = Dealing::EveryRound;
        let simulation = Simulation::new(&rules, &[flat, other.clone()], dealing).expect("they fit");
        let counting = Counting::new(&rules, counter, &[other], dealing).expect("they fit");
        let tally = counting.block(&Job::new(3, 50_000), 0, 50_000);
        assert_eq!(
            tally.table,
            simulation.block(Path::General, Generator::default(), 3, 0, 50_000),
            "{name}"
        );
        assert_eq!(tally.counts.won().times(), 50_000);
    }
}
