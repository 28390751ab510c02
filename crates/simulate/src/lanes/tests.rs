//! The lanes play the game of the general path, and their dealing is fair.

use odds::{Game, Plan, Shoe, Table};
use rulebook::Rules;

use super::*;
use crate::chance::Counts;
use crate::generator::chacha;
use crate::net::Net;
use crate::seat::Seat;

/// Keeps the cards of every lane in the order they came.
struct Kept(Vec<Vec<u8>>);

impl Kept {
    fn none() -> Kept {
        Kept(vec![Vec::new(); LANES])
    }
}

impl Watch for Kept {
    fn dealt(&mut self, lane: usize, value: u8) {
        assert!(value < 10, "a value");
        self.0[lane].push(value);
    }
}

fn rules(reading: &str) -> Rules {
    let mut rules = Rules::of("macau").expect("one of the five");
    rules.set("dealer-blackjack-loss", reading).expect("left to the table");
    rules
}

fn chart(rules: &Rules) -> Plan {
    let (game, shoe) = (Game::of(rules), Shoe::full(rules.deck(), rules.decks()));
    Table::<f64>::new(&game, &shoe).expect("full decks suffice").basic_strategy().plan()
}

#[test]
fn lanes_come_to_what_the_general_path_makes_of_their_cards() {
    for reading in ["original-only", "busted-plus-one", "per-hand", "all"] {
        let rules = rules(reading);
        let kernel = Kernel::new(&rules, &[Seat::new(chart(&rules))]).expect("one player fits");
        let machine = Automaton::of(&kernel).expect("a chart makes a small machine");
        let full = Lanes::fit(&kernel, &machine, 6).expect("lanes play it");
        for (burnt, cut) in [(0, 234), (1, 235), (0, 1), (1, 2), (0, 290)] {
            let reach = Reach { burnt, cut };
            let mut lanes = Lanes::new(&kernel, &machine, full, reach, &mut chacha(1, 1)).expect("it fits");
            let (mut nets, mut expected) = (vec![0; Net::KINDS], vec![0; Net::KINDS]);
            let mut void = 0;
            for many in (0..20).map(|shoe| if shoe % 4 == 3 { 17 } else { LANES }) {
                let mut kept = Kept::none();
                lanes.shoes(many, &mut |brought| nets[brought.main.index()] += 1, &mut kept);
                assert!(kept.0[many..].iter().all(Vec::is_empty), "only {many} lanes play");
                for cards in &kept.0[..many] {
                    void += replay(&kernel, cards, (burnt, cut), &mut expected);
                }
            }
            for (ending, times) in machine.endings.iter().zip(lanes.ended) {
                nets[ending.main.index()] += times;
            }
            assert_eq!(nets, expected, "{reading}, cut at {cut}");
            assert_eq!(lanes.void, void, "{reading}, cut at {cut}");
        }
    }
}

/// Plays what one lane was dealt; answers how many rounds had too few cards.
fn replay(kernel: &Kernel, cards: &[u8], (burnt, cut): (usize, usize), nets: &mut [u64]) -> u64 {
    let mut next = burnt;
    while next < cut {
        let mut rest = cards[next..].iter().copied();
        let Some(outcome) = kernel.round(&mut rest) else { return 1 };
        nets[outcome.seats()[0].main.index()] += 1;
        next = cards.len() - rest.len();
    }
    assert_eq!(next, cards.len(), "no card is dealt to no purpose");
    0
}

#[test]
fn every_rank_is_as_likely_in_every_place_of_a_lane() {
    let rules = rules("all");
    let kernel = Kernel::new(&rules, &[Seat::new(chart(&rules))]).expect("one player fits");
    let machine = Automaton::of(&kernel).expect("a chart makes a small machine");
    let full = Lanes::fit(&kernel, &machine, 6).expect("lanes play it");
    let reach = Reach { burnt: 0, cut: 200 };
    let mut lanes = Lanes::new(&kernel, &machine, full, reach, &mut chacha(3, 1)).expect("it fits");
    let mut values = Counts::new(200, 10);
    for _ in 0..1500 {
        let mut kept = Kept::none();
        lanes.shoes(LANES, &mut |_| (), &mut kept);
        for cards in kept.0 {
            cards[..200].iter().enumerate().for_each(|(place, value)| values.add(place, usize::from(*value)));
        }
    }
    let mut shares = [1.0 / 13.0; 10];
    shares[9] = 4.0 / 13.0;
    values.assert_chance(&shares);
}

/// What the processor at hand does with these cards is what the plain words say.
#[test]
fn machines_follow_the_cards_alike_on_any_processor() {
    let rules = rules("all");
    let kernel = Kernel::new(&rules, &[Seat::new(chart(&rules))]).expect("one player fits");
    let machine = Automaton::of(&kernel).expect("a chart makes a small machine");
    let full = Lanes::fit(&kernel, &machine, 6).expect("lanes play it");
    let mut shoes = Shoes::new(full, &mut chacha(5, 1));
    let mut values = [[[0; WIDTH]; 40]; GROUPS];
    let (mut stopped, mut ran) = (0, 0);
    for _ in 0..500 {
        for values in &mut values {
            shoes.reshuffle(full);
            shoes.deal(full.len, values);
        }
        let mut states = [[[machine.fresh; WIDTH]; GROUPS]; 2];
        let mut kept = [[[[0; WIDTH]; GROUPS]; 40]; 2];
        let cards = values.each_ref().map(|values| &values[..]);
        let plain = plain::follow(&machine, &mut states[0], cards, &mut kept[0]);
        let fastest = dispatch::follow(&machine, &mut states[1], cards, &mut kept[1]);
        assert_eq!((plain, states[0]), (fastest, states[1]));
        for ending in (0..u8::MAX).step_by(STRIDE.into()) {
            let kept = kept.each_ref().map(|kept| &kept[..plain.0]);
            assert_eq!(plain::count(kept[0], ending), dispatch::count(kept[1], ending));
        }
        stopped += usize::from(plain.1 != [0; GROUPS]);
        ran += plain.0;
    }
    assert!(stopped > 400 && ran > 1000, "pairs come up, but not at once: {stopped}, {ran}");
}
