mod cards;
mod house;
mod marks;
mod plans;
mod walk;

use std::time::Instant;

use cards::Cards;
use dashu_ratio::RBig;
use odds::{Game, Table};
use rulebook::Rules;
use walk::{Alike, mean, walked};

#[test]
fn probe() {
    let shoes = std::env::var("SHOES").unwrap_or("AA56888TTTTTTT".into());
    let games = std::env::var("GAMES").unwrap_or("blackjack,macau,plus,electronic".into());
    let apart = std::env::var("APART").is_ok();
    for game in games.split(',') {
        let rules = Rules::of(game).unwrap();
        let g = Game::of(&rules);
        for shoe in shoes.split(',') {
            let cards = Cards::of(rules.deck(), shoe);
            let t = Instant::now();
            let table = Table::<RBig>::new(&g, &cards.shoe()).unwrap();
            println!("{game} {cards} table {:?}", t.elapsed());
            let mut plans = plans::plans(&g, &cards.shoe(), &[1, 2, 3]);
            plans.push(plans::Named { name: "greedy".into(), plan: plans::greedy() });
            for p in plans {
                let t = Instant::now();
                let worth = table.worth(&p.plan).ev;
                let tw = t.elapsed();
                let t = Instant::now();
                let w = walked(&rules, &cards, &p.plan, if apart { Alike::Apart } else { Alike::Merged });
                let Some(w) = w else {
                    println!("  {} RUNS OUT", p.name);
                    continue;
                };
                let m = mean(&w.distribution());
                println!(
                    "  {} {} worth {tw:?} walk {:?} rounds {} orders {} {:?}",
                    p.name,
                    if m == worth { "OK".to_string() } else { format!("DIFF {m} {worth}") },
                    t.elapsed(),
                    w.rounds,
                    w.orders(),
                    w.marks
                );
            }
        }
    }
}

const SETTINGS: &[(&str, &[&str])] = &[
    ("hole-card", &["none", "none", "none", "peek"]),
    ("soft-17", &["stand", "hit"]),
    ("dealer-draws-without-effect", &["true", "false"]),
    ("dealer-blackjack-loss", &["original-only", "busted-plus-one", "per-hand", "all"]),
    ("win-pays", &["1:1", "1:1", "2:1", "4:5"]),
    ("blackjack-pays", &["3:2", "6:5", "1:1", "2:1"]),
    ("pay-blackjack", &["immediate", "at-end"]),
    ("tie", &["push", "lose"]),
    ("blackjack-beats-21", &["true", "false"]),
    ("blackjack-beats-split-21", &["true", "false"]),
    ("surrender", &["none", "early"]),
    ("surrender-against", &["any", "not-ace", "ten"]),
    ("surrender-blackjack", &["true", "false"]),
    ("insurance", &["none", "half", "up-to-half"]),
    ("even-money", &["false"]),
    ("double-on", &["any", "hard-9-11", "hard-10-11", "hard-4-20"]),
    ("double-after-split", &["true", "true", "false"]),
    ("double-after-unlike-ten-split", &["true", "false"]),
    ("double-on-21", &["never", "split-only", "any"]),
    ("split-by", &["value", "rank"]),
    ("max-hands", &["1", "2", "3", "4"]),
    ("split-aces", &["true", "true", "false"]),
    ("resplit-aces", &["true", "false"]),
    ("draw-on-split-aces", &["true", "false"]),
    ("close-at-21", &["all", "soft-only", "none"]),
    ("forced-draw-below", &["0", "12", "17", "5"]),
];

#[test]
fn fuzz() {
    let from: u64 = std::env::var("FROM").map_or(0, |t| t.parse().unwrap());
    let to: u64 = std::env::var("TO").map_or(10, |t| t.parse().unwrap());
    let fixed = std::env::var("FIX").unwrap_or_default();
    let tens = std::env::var("TENS").unwrap_or("TJQK".into());
    let (mut ok, mut bad, mut short) = (0, 0, 0);
    let mut marks = marks::Marks::default();
    for seed in from..to {
        let mut dice = plans::Dice(seed * 1000);
        let mut changes: Vec<(&str, &str)> = SETTINGS
            .iter()
            .map(|(name, values)| (*name, values[dice.below(values.len() as u64) as usize]))
            .collect();
        for fix in fixed.split(',').filter(|f| !f.is_empty()) {
            let (n, v) = fix.split_once('=').unwrap();
            changes.iter_mut().find(|(name, _)| *name == n).unwrap().1 = v;
        }
        if changes.contains(&("hole-card", "peek")) && dice.one_in(2) && !fixed.contains("surrender=") {
            changes.iter_mut().find(|(name, _)| *name == "surrender").unwrap().1 = "late";
        }
        let rules = house::house("blackjack", &changes);
        let g = Game::of(&rules);
        let mut shoe = String::new();
        let len = 13 + dice.below(5);
        let pair = "A23456789T".as_bytes()[dice.below(10) as usize] as char;
        for _ in 0..dice.below(3) + 2 {
            shoe.push(pair);
        }
        for _ in 0..dice.below(3) {
            shoe.push('A');
        }
        for _ in 0..dice.below(3) {
            shoe.push("23456789".as_bytes()[dice.below(8) as usize] as char);
        }
        while (shoe.len() as u64) < len {
            shoe.push(tens.as_bytes()[dice.below(tens.len() as u64) as usize] as char);
        }
        let cards = Cards::of(rules.deck(), &shoe);
        let table = Table::<RBig>::new(&g, &cards.shoe()).unwrap();
        for plan in 0..3 {
            let plan_seed = seed * 10 + plan;
            let p = plans::wild_play(plan_seed);
            let Some(w) = walked(&rules, &cards, &p, Alike::Merged) else {
                short += 1;
                continue;
            };
            marks.join(&w.marks);
            let m = mean(&w.distribution());
            let worth = table.worth(&p).ev;
            if m == worth {
                ok += 1;
            } else {
                bad += 1;
                println!("BAD {seed} {plan_seed} {cards} walk {m} odds {worth}");
                println!("{}", changes.iter().map(|(a, b)| format!("{a}={b}")).collect::<Vec<_>>().join(","));
            }
        }
    }
    println!("ok {ok} bad {bad} short {short} {marks:?}");
}
