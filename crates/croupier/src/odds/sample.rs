//! Sheets for the tests of what is printed.

use dashu_ratio::RBig;
use odds::{Chart, Letter, Row};
use rulebook::Rules;
use vocabulary::Composition;

use super::distribution::{Distribution, MoreHands, NetResult};
use super::live::Known;
use super::sheet::{Class, MainOdds, Sheet};

/// A sheet of one of the five games. Its chart is no good, but has every letter in it.
pub(crate) fn sheet(game: &str) -> Sheet {
    sheet_of(Rules::of(game).unwrap())
}

/// A sheet of these rules.
pub(crate) fn sheet_of(rules: Rules) -> Sheet {
    let shoe = Composition::full(rules.deck(), rules.decks());
    Sheet {
        main: main_wager(),
        wagers: odds::side_wagers(&rules, &shoe).unwrap(),
        insurance: odds::insurance(&rules, &shoe).unwrap(),
        left_out: Vec::new(),
        known: Known::Cards,
        book: rules.clone(),
        rules,
        shoe,
    }
}

/// A house's book whose names try to be more than names.
pub(crate) fn mischief() -> Sheet {
    let book = include_str!("../../../../rulebooks/plus.toml")
        .replace("Blackjack Plus (RWS)", r"<script>alert('1')</script> & \u0001 | *a* 牌 \n # b ]]>")
        .replace("RWS Pairs", r"</title><script>pairs")
        .replace("ace pair suited", r"<img src=x onerror=alert(2)> | a\nb");
    let clauses = include_str!("../../../../rulebooks/clauses/plus.tsv");
    sheet_of(Rules::read(&book, |_| Ok(clauses.to_owned())).unwrap())
}

fn main_wager() -> MainOdds {
    let by_up = std::array::from_fn(|up| Some(0.25 - f64::from(u8::try_from(up).unwrap()) / 16.0));
    MainOdds {
        ev: -0.003_906_25,
        ev_basic: -0.004_882_812_5,
        std_dev: f64::NAN,
        by_up,
        by_up_basic: by_up,
        chart: chart(),
        method: "made up for tests".to_owned(),
        error_bound: f64::NAN,
        distribution: Some(distribution()),
        classes: vec![Class { name: "two-card", looks_at: "two cards", ev: None }],
        waiting: Some(1.03125),
        exact: None,
        played: None,
    }
}

/// Adds up to one, and to the mean of the chart.
fn distribution() -> Distribution {
    let result = |net: RBig, chance| NetResult { net, chance, exact: None };
    Distribution {
        played: "the best chart, by total and up card".to_owned(),
        results: vec![
            result(RBig::from(-1), 0.5),
            result(RBig::ZERO, 0.125),
            result(RBig::from_parts(3.into(), 2u8.into()), 0.25),
        ],
        more_hands: Some(MoreHands { chance: 0.125, mean: 0.125 - 0.004_882_812_5 }),
        method: "made up for tests",
    }
}

fn chart() -> Chart {
    let turn = |row: Row| match row {
        Row::Hard(total) | Row::Soft(total) => usize::from(total),
        Row::Pair(value) => value,
    };
    let letters = |row: Row| match row {
        Row::Pair(_) => Letter::ALL.to_vec(),
        Row::Hard(_) | Row::Soft(_) => {
            let splits = [Letter::Split, Letter::SurrenderOrSplit];
            Letter::ALL.into_iter().filter(|letter| !splits.contains(letter)).collect()
        }
    };
    Chart::new(|row, up| letters(row).get((turn(row) + up) % letters(row).len()).copied()).unwrap()
}
