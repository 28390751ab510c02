//! The odds of a game as a program reads them.

use odds::{Chart, LETTERS, Letter, OutcomeOdds, Row, VALUES, WagerOdds};
use serde::Serialize;

use super::compare::ComparisonJson;
use super::decks::DecksJson;
use super::distribution::{self, MoreHands, ResultJson};
use super::live::Known;
use super::removal::RemovalsJson;
use super::sheet::{Exact, MainOdds, Played, Sheet, nearest};
use crate::book;
use crate::figures::fraction;
use crate::json::Keyed;

#[derive(Serialize)]
pub(crate) struct SheetJson {
    game: String,
    name: String,
    in_force: String,
    /// The fingerprint of the rules as they stand at the table, as on the PAR sheet.
    hash: String,
    decks: u8,
    cards: usize,
    cards_known_by: &'static str,
    settings: Keyed<String>,
    main: MainJson,
    wagers: Keyed<WagerJson>,
    #[serde(skip_serializing_if = "Option::is_none")]
    even_money: Option<EvenMoneyJson>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    left_out: Vec<LeftOutJson>,
    strategy: ChartJson,
    #[serde(skip_serializing_if = "Option::is_none")]
    played: Option<PlayedJson>,
    #[serde(skip_serializing_if = "Option::is_none")]
    exact: Option<ExactJson>,
    #[serde(flatten)]
    asked: Asked,
}

/// What was asked for beside the odds of the game.
#[derive(Serialize, Default)]
pub(crate) struct Asked {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) compare: Option<Vec<ComparisonJson>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) all_decks: Option<Vec<DecksJson>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) removal: Option<RemovalsJson>,
}

#[derive(Serialize)]
struct MainJson {
    ev: f64,
    ev_basic: f64,
    std_dev: f64,
    method: String,
    class: Keyed<String>,
    error_bound: f64,
    classes: Keyed<Option<f64>>,
    by_up_card: Keyed<Option<f64>>,
    by_up_card_basic: Keyed<Option<f64>>,
    /// Every net result, where that was asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    distribution: Option<Vec<ResultJson>>,
    /// Rounds of three hands or more, where their results are not told apart.
    #[serde(skip_serializing_if = "Option::is_none")]
    more_hands: Option<MoreHands>,
}

#[derive(Serialize)]
struct WagerJson {
    name: String,
    ev: f64,
    rtp: f64,
    std_dev: f64,
    hit_frequency: f64,
    method: String,
    outcomes: Vec<OutcomeJson>,
}

#[derive(Serialize)]
struct OutcomeJson {
    name: String,
    pays: String,
    probability: String,
    p: f64,
    /// Text, since they outgrow the whole numbers most readers of JSON have.
    combinations: String,
    of: String,
    contribution: f64,
}

#[derive(Serialize)]
struct EvenMoneyJson {
    taken: f64,
    waiting: f64,
}

#[derive(Serialize)]
struct LeftOutJson {
    wager: String,
    why: String,
}

#[derive(Serialize)]
struct ChartJson {
    hard: Keyed<Keyed<String>>,
    soft: Keyed<Keyed<String>>,
    pairs: Keyed<Keyed<String>>,
}

#[derive(Serialize)]
struct PlayedJson {
    strategy: String,
    ev: f64,
    std_dev: f64,
    by_up_card: Keyed<Option<f64>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    chart: Option<ChartJson>,
}

#[derive(Serialize)]
struct ExactJson {
    ev: String,
    ev_basic: String,
    by_up_card: Keyed<Option<String>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    played: Option<String>,
}

impl SheetJson {
    /// The sheet with what else was asked for.
    pub(crate) fn of(sheet: &Sheet, asked: Asked) -> SheetJson {
        let wagers = sheet.all_wagers().map(|odds| (odds.kind.clone(), WagerJson::of(odds)));
        let settings = sheet.settings().into_iter().map(|(name, value)| (name.to_owned(), value));
        let left_out =
            |left: &super::sheet::LeftOut| LeftOutJson { wager: left.kind.clone(), why: left.why.clone() };
        SheetJson {
            game: sheet.rules.id().to_owned(),
            name: sheet.rules.name().to_owned(),
            in_force: sheet.rules.in_force().to_owned(),
            hash: book::hash(&sheet.rules),
            decks: sheet.rules.decks(),
            cards: sheet.shoe.len(),
            cards_known_by: match sheet.known {
                Known::Cards => "card",
                Known::Ranks => "rank",
                Known::Values => "value",
            },
            settings: Keyed(settings.collect()),
            main: MainJson::of(&sheet.main),
            wagers: Keyed(wagers.collect()),
            even_money: sheet.main.waiting.map(|waiting| EvenMoneyJson { taken: 1.0, waiting }),
            left_out: sheet.left_out.iter().map(left_out).collect(),
            strategy: ChartJson::of(&sheet.main.chart),
            played: sheet.main.played.as_ref().map(PlayedJson::of),
            exact: sheet.main.exact.as_ref().map(ExactJson::of),
            asked,
        }
    }
}

impl MainJson {
    fn of(main: &MainOdds) -> MainJson {
        let class = [
            (
                "ev",
                "CDZ-: best play by its own cards and the up card, split hands played as the same cards unsplit",
            ),
            ("ev_basic", "the chart under strategy: by total and up card, split hands played by it too"),
            ("std_dev", "the chart under strategy"),
        ];
        let mut class = class.map(|(name, class)| (name.to_owned(), class.to_owned())).to_vec();
        class.extend(main.distribution.as_ref().map(|ends| ("distribution".into(), ends.played.clone())));
        MainJson {
            ev: main.ev,
            ev_basic: main.ev_basic,
            std_dev: main.std_dev,
            method: main.method.clone(),
            class: Keyed(class),
            error_bound: main.error_bound,
            classes: Keyed(main.classes.iter().map(|class| (class.name.to_owned(), class.ev)).collect()),
            by_up_card: by_value(&main.by_up),
            by_up_card_basic: by_value(&main.by_up_basic),
            distribution: main.distribution.as_ref().map(distribution::json),
            more_hands: main.distribution.as_ref().and_then(|ends| ends.more_hands),
        }
    }
}

impl WagerJson {
    fn of(odds: &WagerOdds) -> WagerJson {
        WagerJson {
            name: odds.name.clone(),
            ev: nearest(&odds.ev),
            rtp: nearest(&odds.rtp()),
            std_dev: odds.std_dev(),
            hit_frequency: nearest(&odds.hit_frequency()),
            method: odds.method.clone(),
            outcomes: odds.outcomes.iter().map(OutcomeJson::of).collect(),
        }
    }
}

impl OutcomeJson {
    fn of(outcome: &OutcomeOdds) -> OutcomeJson {
        OutcomeJson {
            name: outcome.word(),
            pays: outcome.pays.to_string(),
            probability: fraction(&outcome.probability),
            p: nearest(&outcome.probability),
            combinations: outcome.combinations.hits.to_string(),
            of: outcome.combinations.of.to_string(),
            contribution: nearest(&outcome.contribution()),
        }
    }
}

impl ChartJson {
    fn of(chart: &Chart) -> ChartJson {
        let cells = |row: Row| {
            Keyed((0..VALUES).map(|up| (LETTERS[up].into(), letter(chart.cell(row, up)))).collect())
        };
        let part = |part: &str| {
            let rows = Row::all().filter(|row| row.part() == part);
            Keyed(rows.map(|row| (row.name(), cells(row))).collect())
        };
        ChartJson { hard: part("hard"), soft: part("soft"), pairs: part("pairs") }
    }
}

impl PlayedJson {
    fn of(played: &Played) -> PlayedJson {
        PlayedJson {
            strategy: played.name.clone(),
            ev: played.ev,
            std_dev: played.std_dev,
            by_up_card: by_value(&played.by_up),
            chart: played.chart.as_ref().map(ChartJson::of),
        }
    }
}

impl ExactJson {
    fn of(exact: &Exact) -> ExactJson {
        ExactJson {
            ev: fraction(&exact.ev),
            ev_basic: fraction(&exact.ev_basic),
            by_up_card: by_value(&exact.by_up.each_ref().map(|value| value.as_ref().map(fraction))),
            played: exact.played.as_ref().map(fraction),
        }
    }
}

/// Values by the letters of the ten values, Ace first.
pub(crate) fn by_value<T: Clone>(values: &[T; VALUES]) -> Keyed<T> {
    Keyed(LETTERS.iter().zip(values).map(|(letter, value)| (letter.to_string(), value.clone())).collect())
}

fn letter(letter: Letter) -> String {
    letter.to_string()
}
