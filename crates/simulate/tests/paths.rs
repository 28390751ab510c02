//! The paths are one game: where they deal the same cards they come to the same tally.

use odds::{Game, Plan, Shoe, Table};
use rulebook::{GAMES, Rules};
use simulate::{Dealing, Generator, Path, Seat, Simulation};

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
