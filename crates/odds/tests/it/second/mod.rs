//! Best play, chart and spread against what a second program found, which shares nothing with this one.

use odds::{Chart, Game, Letter, Row, Shoe, Table};
use rulebook::Rules;

/// A rule book like Macau's with other settings, as a house would write it.
fn house(settings: &str) -> Rules {
    let mut text = std::fs::read_to_string("../../rulebooks/macau.toml").expect("the book is there");
    for setting in settings.split(' ') {
        let (name, value) = setting.split_once('=').expect("NAME=VALUE");
        let quoted = match value {
            "true" | "false" => value.to_owned(),
            _ if value.parse::<u8>().is_ok() => value.to_owned(),
            _ => format!("\"{value}\""),
        };
        let key = format!("\n{name} = {{ is = ");
        let from = text.find(&key).unwrap_or_else(|| panic!("no {name}")) + key.len();
        let to = from + text[from..].find(',').expect("a clause follows");
        text.replace_range(from..to, &quoted);
    }
    Rules::read(&text, |file| {
        std::fs::read_to_string(format!("../../rulebooks/{file}")).map_err(|e| e.to_string())
    })
    .expect("a rule book")
}

fn rules(game: &str, decks: &str, settings: &str) -> Rules {
    if game == "house" {
        return house(&format!("decks={decks} {settings}"));
    }
    let mut rules = Rules::of(game).expect("one of the five");
    rules.set("decks", decks).expect("an allowed number");
    for setting in settings.split(' ') {
        let (name, value) = setting.split_once('=').expect("NAME=VALUE");
        rules.set(name, value).expect("an allowed value");
    }
    rules
}

#[test]
fn best_play_is_worth_what_a_second_program_finds_in_every_game_with_every_number_of_decks() {
    let mut compared = 0;
    for line in include_str!("values.tsv").lines().filter(|line| !line.starts_with('#')) {
        let [game, decks, settings, value] = line.split('\t').collect::<Vec<_>>()[..] else {
            panic!("{line}")
        };
        let rules = rules(game, decks, settings);
        let game = Game::of(&rules);
        let shoe = Shoe::full(rules.deck(), rules.decks());
        let found = Table::<f64>::new(&game, &shoe).unwrap().best().ev;
        let value: f64 = value.parse().unwrap();
        assert!((found - value).abs() < 1e-12, "{line}: found {found:.15}");
        compared += 1;
    }
    assert_eq!(compared, 154);
}

#[test]
fn charts_are_worth_what_a_second_program_finds_and_the_best_is_no_worse() {
    for line in include_str!("charts.tsv").lines().filter(|line| !line.starts_with('#')) {
        let [game, decks, settings, value, rows] = line.split('\t').collect::<Vec<_>>()[..] else {
            panic!("{line}")
        };
        let rules = rules(game, decks, settings);
        let game = Game::of(&rules);
        let table = Table::<f64>::new(&game, &Shoe::full(rules.deck(), rules.decks())).unwrap();
        let rows: Vec<(Row, Vec<char>)> =
            Row::all().zip(rows.split(' ')).map(|(row, cells)| (row, cells.chars().collect())).collect();
        let cell = |row: Row, up: usize| {
            let cells = rows.iter().find(|(of, _)| *of == row)?;
            Letter::read(cells.1[up])
        };
        let chart = Chart::new(cell).unwrap();
        let (found, value) = (table.worth(&chart.plan()).ev, value.parse::<f64>().unwrap());
        assert!((found - value).abs() < 1e-12, "{line}: found {found:.15}");
        let best = table.analyse().basic.ev;
        assert!(best >= value - 1e-12, "{line}: the best chart is worth {best:.15}");
    }
}
