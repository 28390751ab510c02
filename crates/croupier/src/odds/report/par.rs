//! What a PAR sheet says, worked out once for all its forms. The names of the fields are those of the JSON form and
//! stay as they are; what is exact is a fraction `a/b` beside the nearest decimal number.

use std::collections::BTreeMap;

use anyhow::{Result, ensure};
use dashu_int::{IBig, UBig};
use dashu_ratio::RBig;
use odds::{LETTERS, Letter, Row, WagerOdds};
use serde::Serialize;
use vocabulary::{Clause, Composition};

use super::check::{Check, checks};
use super::wager::WagerPar;
use crate::book;
use crate::odds::chart::{COLUMNS, rows};
use crate::odds::distribution::{Distribution, MoreHands, NetResult};
use crate::odds::facts::{self, PARTS, Printed};
use crate::odds::fraction::{Figure, Fraction};
use crate::odds::live::{Known, value};
use crate::odds::sheet::{Class, MainOdds, Sheet};

/// A PAR sheet.
#[derive(Serialize)]
pub(super) struct Par {
    /// Always `croupier-par-sheet`.
    pub(super) format: &'static str,
    /// Grows when a field changes its meaning.
    pub(super) format_version: u8,
    /// Who worked it out.
    pub(super) program: &'static str,
    pub(super) game: GamePar,
    pub(super) rule_book: BookPar,
    pub(super) shoe: ShoePar,
    pub(super) main_wager: MainPar,
    pub(super) side_wagers: Vec<WagerPar>,
    pub(super) insurance: Option<WagerPar>,
    pub(super) even_money: Option<EvenMoneyPar>,
    /// Wagers that this shoe does not tell enough about.
    pub(super) left_out: Vec<LeftOutPar>,
    pub(super) strategy_chart: ChartPar,
    pub(super) settings: Vec<SettingPar>,
    /// Ways to check the sheet.
    pub(super) to_check: Vec<Check>,
}

/// Which game.
#[derive(Serialize)]
pub(super) struct GamePar {
    pub(super) id: String,
    pub(super) name: String,
    pub(super) in_force: String,
}

/// Which rules of it.
#[derive(Serialize)]
pub(super) struct BookPar {
    pub(super) sha256: String,
    /// What the hash is taken of.
    pub(super) hashed: &'static str,
    pub(super) canonical_text: String,
}

/// Which cards.
#[derive(Serialize)]
pub(super) struct ShoePar {
    /// In words.
    pub(super) about: String,
    pub(super) decks: u8,
    /// How many cards are in the shoe.
    pub(super) cards: usize,
    /// How closely they are known: by `card`, `rank` or `value`.
    pub(super) known_by: &'static str,
    /// How many of each value: Ace to nine, and `T` for all cards worth ten.
    pub(super) values: BTreeMap<char, u32>,
    /// Cards that are out of the shoe, where every card is known.
    pub(super) gone: BTreeMap<String, u8>,
}

/// The main wager. Means and deviations are per unit of the original wager.
#[derive(Serialize)]
pub(super) struct MainPar {
    pub(super) method: String,
    /// No mean of best play or of the best chart is further from the true one.
    pub(super) error_bound: Figure,
    /// Played in different ways.
    pub(super) played: Vec<PlayedPar>,
    /// How a round ends; `null` where it was not looked into.
    pub(super) distribution: Option<DistributionPar>,
    /// What the best strategies of other kinds are worth.
    pub(super) other_strategies: Vec<StrategyPar>,
    pub(super) by_up_card: Vec<UpPar>,
}

/// The main wager played in one way.
#[derive(Serialize)]
pub(super) struct PlayedPar {
    /// `best-play`, `best-chart` or `strategy-asked-for`.
    pub(super) by: &'static str,
    /// In words.
    pub(super) about: String,
    pub(super) mean_net: Figure,
    pub(super) house_edge: Figure,
    pub(super) return_to_player: Figure,
    pub(super) standard_deviation: Figure,
    /// Where it was worked out in fractions.
    pub(super) mean_net_exact: Option<String>,
}

/// Every net result of one way of playing. All chances add up to 1, and each times its net result to the mean.
#[derive(Serialize)]
pub(super) struct DistributionPar {
    /// How hands are played, in words.
    pub(super) about: String,
    pub(super) method: &'static str,
    pub(super) results: Vec<ResultPar>,
    /// `null` where there are none, or where they are told apart.
    pub(super) three_hands_or_more: Option<MoreHandsPar>,
}

/// A net result.
#[derive(Serialize)]
pub(super) struct ResultPar {
    /// In original wagers, as a fraction.
    pub(super) net: String,
    pub(super) probability: f64,
    /// Where it was worked out in fractions.
    pub(super) probability_exact: Option<String>,
    /// Once in so many rounds.
    pub(super) one_in: f64,
}

/// Rounds of three hands or more, whose results are not told apart.
#[derive(Serialize)]
pub(super) struct MoreHandsPar {
    pub(super) probability: f64,
    pub(super) one_in: f64,
    /// What they add to the mean.
    pub(super) mean_net_share: f64,
}

/// The best strategy of a kind.
#[derive(Serialize)]
pub(super) struct StrategyPar {
    pub(super) name: &'static str,
    /// What such a player looks at.
    pub(super) looks_at: &'static str,
    /// `null` where it cannot be worked out for these rules.
    pub(super) mean_net: Option<f64>,
}

/// The main wager against one up card.
#[derive(Serialize)]
pub(super) struct UpPar {
    pub(super) up_card: char,
    pub(super) probability: Fraction,
    pub(super) mean_net_best_play: Option<f64>,
    pub(super) mean_net_best_chart: Option<f64>,
    /// Where it was worked out in fractions.
    pub(super) mean_net_best_play_exact: Option<String>,
}

/// A wager that could not be worked out.
#[derive(Serialize)]
pub(super) struct LeftOutPar {
    pub(super) kind: String,
    pub(super) why: String,
}

/// A blackjack against an Ace, where it may take even money.
#[derive(Serialize)]
pub(super) struct EvenMoneyPar {
    /// What it is paid at once.
    pub(super) taken: u8,
    /// The mean net result of waiting for the dealer's second card.
    pub(super) waiting: f64,
}

/// The chart that was asked for, or else the best.
#[derive(Serialize)]
pub(super) struct ChartPar {
    pub(super) name: String,
    pub(super) letters: Vec<LetterPar>,
    /// The columns.
    pub(super) up_cards: Vec<char>,
    pub(super) rows: Vec<RowPar>,
}

/// What a letter means.
#[derive(Serialize)]
pub(super) struct LetterPar {
    pub(super) letter: char,
    pub(super) means: &'static str,
}

/// A row of the chart.
#[derive(Serialize)]
pub(super) struct RowPar {
    /// `hard`, `soft` or `pairs`.
    pub(super) part: &'static str,
    pub(super) row: String,
    /// A letter for each column; `null` where the shoe has no such up card.
    pub(super) cells: Vec<Option<char>>,
}

/// A setting in force.
#[derive(Serialize)]
pub(super) struct SettingPar {
    pub(super) section: &'static str,
    pub(super) name: &'static str,
    pub(super) value: String,
    /// What the rule book has, where the table chose otherwise.
    pub(super) book_value: Option<String>,
    pub(super) clauses: Vec<String>,
    pub(super) about: &'static str,
}

impl Par {
    /// The PAR sheet of these odds.
    ///
    /// Fails where the odds contradict themselves: a sheet with a wrong sum is never written.
    pub(super) fn of(sheet: &Sheet) -> Result<Par> {
        let rules = &sheet.rules;
        let wager = |odds: &WagerOdds| WagerPar::of(rules, odds);
        Ok(Par {
            format: "croupier-par-sheet",
            format_version: 1,
            program: concat!("croupier ", env!("CARGO_PKG_VERSION")),
            game: GamePar {
                id: rules.id().to_owned(),
                name: rules.name().to_owned(),
                in_force: rules.in_force().to_owned(),
            },
            rule_book: BookPar {
                sha256: book::hash(rules),
                hashed: book::HASHED,
                canonical_text: book::canonical(rules),
            },
            shoe: ShoePar::of(sheet),
            main_wager: MainPar::of(sheet)?,
            side_wagers: sheet.wagers.iter().map(wager).collect::<Result<_>>()?,
            insurance: sheet.insurance.as_ref().map(wager).transpose()?,
            even_money: sheet.main.waiting.map(|waiting| EvenMoneyPar { taken: 1, waiting }),
            left_out: left_out(sheet),
            strategy_chart: ChartPar::of(&Printed::of(sheet)),
            settings: settings(sheet),
            to_check: checks(sheet),
        })
    }
}

impl ShoePar {
    fn of(sheet: &Sheet) -> ShoePar {
        let known_by = match sheet.known {
            Known::Values => "value",
            Known::Ranks => "rank",
            Known::Cards => "card",
        };
        let gone = facts::out_of_the_shoe(&sheet.rules, &sheet.shoe).into_iter();
        let gone = gone.filter(|_| sheet.known == Known::Cards);
        ShoePar {
            about: facts::shoe(&sheet.rules, &sheet.shoe),
            decks: sheet.rules.decks(),
            cards: sheet.shoe.len(),
            known_by,
            values: by_value(&sheet.shoe),
            gone: gone.map(|(card, count)| (card.to_string(), count)).collect(),
        }
    }
}

/// How many cards of each value are in a shoe.
pub(super) fn by_value(shoe: &Composition) -> BTreeMap<char, u32> {
    let mut values: BTreeMap<char, u32> = LETTERS.into_iter().map(|letter| (letter, 0)).collect();
    for card in shoe.deck().cards() {
        *values.entry(LETTERS[value(card.rank())]).or_default() += u32::from(shoe.count(card));
    }
    values
}

impl MainPar {
    fn of(sheet: &Sheet) -> Result<MainPar> {
        let main = &sheet.main;
        let (values, cards) = (by_value(&sheet.shoe), sheet.shoe.len());
        let chance = |up: char| {
            let count = values.get(&up).copied().unwrap_or_default();
            Fraction(RBig::from_parts(IBig::from(count), UBig::from(cards.max(1))))
        };
        let against = |up: usize| UpPar {
            up_card: LETTERS[up],
            probability: chance(LETTERS[up]),
            mean_net_best_play: main.by_up[up],
            mean_net_best_chart: main.by_up_basic[up],
            mean_net_best_play_exact: main.exact.as_ref().and_then(|exact| lowest(exact.by_up[up].as_ref())),
        };
        Ok(MainPar {
            method: main.method.clone(),
            error_bound: Figure(main.error_bound),
            played: played(main),
            distribution: main
                .distribution
                .as_ref()
                .map(|ends| DistributionPar::of(main, ends))
                .transpose()?,
            other_strategies: main.classes.iter().map(other_strategy).collect(),
            by_up_card: COLUMNS.into_iter().map(against).collect(),
        })
    }
}

impl DistributionPar {
    fn of(main: &MainOdds, ends: &Distribution) -> Result<DistributionPar> {
        let mean = main.played.as_ref().map_or(main.ev_basic, |played| played.ev);
        let close = |one: f64, other: f64| (one - other).abs() < 1e-12;
        ensure!(close(ends.total(), 1.0), "the chances of how a round ends do not add up to 1");
        ensure!(close(ends.mean(), mean), "how a round ends does not add up to the mean");
        let result = |result: &NetResult| ResultPar {
            net: result.net.to_string(),
            probability: result.chance,
            probability_exact: lowest(result.exact.as_ref()),
            one_in: 1.0 / result.chance,
        };
        let more = |more: &MoreHands| MoreHandsPar {
            probability: more.chance,
            one_in: 1.0 / more.chance,
            mean_net_share: more.mean,
        };
        Ok(DistributionPar {
            about: ends.played.clone(),
            method: ends.method,
            results: ends.results.iter().map(result).collect(),
            three_hands_or_more: ends.more_hands.as_ref().map(more),
        })
    }
}

fn other_strategy(class: &Class) -> StrategyPar {
    StrategyPar { name: class.name, looks_at: class.looks_at, mean_net: class.ev }
}

fn lowest(mean: Option<&RBig>) -> Option<String> {
    mean.map(|mean| Fraction(mean.clone()).lowest())
}

fn played(main: &MainOdds) -> Vec<PlayedPar> {
    let play = |by, about: String, ev: f64, std_dev: f64, exact: Option<String>| PlayedPar {
        by,
        about,
        mean_net: Figure(ev),
        house_edge: Figure(-ev),
        return_to_player: Figure(1.0 + ev),
        standard_deviation: Figure(std_dev),
        mean_net_exact: exact,
    };
    let fractions = main.exact.as_ref();
    let best = "best play, by the cards of the hand and the up card (CDZ-)".to_owned();
    let chart = "the best chart, by total and up card".to_owned();
    let mut all = vec![
        play("best-play", best, main.ev, f64::NAN, lowest(fractions.map(|exact| &exact.ev))),
        play(
            "best-chart",
            chart,
            main.ev_basic,
            main.std_dev,
            lowest(fractions.map(|exact| &exact.ev_basic)),
        ),
    ];
    if let Some(asked) = &main.played {
        let about = format!("strategy {}", asked.name);
        let fraction = fractions.and_then(|exact| exact.played.as_ref());
        all.push(play("strategy-asked-for", about, asked.ev, asked.std_dev, lowest(fraction)));
    }
    all
}

impl ChartPar {
    fn of(chart: &Printed<'_>) -> ChartPar {
        let row = |row: Row| RowPar {
            part: row.part(),
            row: row.name(),
            cells: COLUMNS.into_iter().map(|up| chart.cell(row, up).map(Letter::letter)).collect(),
        };
        let letter = |letter: Letter| LetterPar { letter: letter.letter(), means: letter.words() };
        ChartPar {
            name: chart.name.clone(),
            letters: chart.letters().into_iter().map(letter).collect(),
            up_cards: COLUMNS.into_iter().map(|up| LETTERS[up]).collect(),
            rows: PARTS.into_iter().flat_map(|(part, _)| rows(part)).map(row).collect(),
        }
    }
}

fn settings(sheet: &Sheet) -> Vec<SettingPar> {
    let in_book = sheet.book.settings().show().into_iter();
    let both = sheet.rules.settings().show().into_iter().zip(in_book);
    both.map(|(here, book)| SettingPar {
        section: here.section,
        name: here.name,
        book_value: (here.value != book.value).then_some(book.value),
        value: here.value,
        clauses: words(here.by),
        about: here.about,
    })
    .collect()
}

fn left_out(sheet: &Sheet) -> Vec<LeftOutPar> {
    let left = sheet.left_out.iter();
    left.map(|left| LeftOutPar { kind: left.kind.clone(), why: left.why.clone() }).collect()
}

pub(super) fn words(clauses: &[Clause]) -> Vec<String> {
    clauses.iter().map(ToString::to_string).collect()
}
