//! Everything `croupier odds` says about a game, gathered once for all the forms it is shown in.

use anyhow::Result;
use dashu_ratio::RBig;
use odds::{
    ACE, Analysis, Chart, Game, Interval, Memory, Plan, Shoe, ShortShoe, TEN, Table, VALUES, WagerOdds, hands,
};
use rulebook::Rules;
use vocabulary::Composition;

use super::distribution::Distribution;
use super::live::{Known, MOST_STATES, Stock, is_small, needed};
use crate::strategy::Strategy;
use crate::{game, waiting};

/// The odds of a game with its settings and its shoe.
pub(crate) struct Sheet {
    /// The rules with what was chosen.
    pub(crate) rules: Rules,
    /// The rules as the rule book has them.
    pub(crate) book: Rules,
    /// The cards left in the shoe; evenly divided where ranks or suits are not known.
    pub(crate) shoe: Composition,
    /// How closely the cards are known.
    pub(crate) known: Known,
    /// The main wager.
    pub(crate) main: MainOdds,
    /// The side wagers, in the order of the rule book.
    pub(crate) wagers: Vec<WagerOdds>,
    /// Insurance, where the game has it.
    pub(crate) insurance: Option<WagerOdds>,
    /// Wagers that could not be worked out.
    pub(crate) left_out: Vec<LeftOut>,
}

/// The odds of the main wager.
pub(crate) struct MainOdds {
    /// The mean net result of best play (CDZ-).
    pub(crate) ev: f64,
    /// The mean net result of the printed chart.
    pub(crate) ev_basic: f64,
    /// The standard deviation of the net result, played by the chart.
    pub(crate) std_dev: f64,
    /// Best play given each up card; `None` where the shoe has no such card.
    pub(crate) by_up: [Option<f64>; VALUES],
    /// The chart given each up card.
    pub(crate) by_up_basic: [Option<f64>; VALUES],
    /// The chart.
    pub(crate) chart: Chart,
    /// What was computed, in one line.
    pub(crate) method: String,
    /// No mean above is further from the true one; not a number where it was not looked into.
    pub(crate) error_bound: f64,
    /// How a round ends, where that was asked for.
    pub(crate) distribution: Option<Distribution>,
    /// What other kinds of strategies are worth; empty where it was not looked into.
    pub(crate) classes: Vec<Class>,
    /// What a blackjack against an Ace is worth that does not take even money.
    pub(crate) waiting: Option<f64>,
    /// The figures as fractions, where they were asked for.
    pub(crate) exact: Option<Exact>,
    /// The strategy that was asked for.
    pub(crate) played: Option<Played>,
}

/// A kind of strategy, and what the best of that kind is worth.
pub(crate) struct Class {
    /// Its short name.
    pub(crate) name: &'static str,
    /// What such a player looks at.
    pub(crate) looks_at: &'static str,
    /// The mean net result; `None` where the kind cannot be worked out for these rules.
    pub(crate) ev: Option<f64>,
}

/// The figures of the main wager as fractions.
pub(crate) struct Exact {
    /// Of best play.
    pub(crate) ev: RBig,
    /// Of the printed chart.
    pub(crate) ev_basic: RBig,
    /// Of best play, given each up card.
    pub(crate) by_up: [Option<RBig>; VALUES],
    /// Of the strategy that was asked for.
    pub(crate) played: Option<RBig>,
}

/// What a strategy is worth that the caller asked for.
pub(crate) struct Played {
    /// What it is called.
    pub(crate) name: String,
    /// Its mean net result.
    pub(crate) ev: f64,
    /// The standard deviation of its net result.
    pub(crate) std_dev: f64,
    /// Its mean net result given each up card.
    pub(crate) by_up: [Option<f64>; VALUES],
    /// The chart, where it is one.
    pub(crate) chart: Option<Chart>,
}

/// A wager that could not be worked out, and why.
pub(crate) struct LeftOut {
    /// Its word in the notation.
    pub(crate) kind: String,
    /// Why.
    pub(crate) why: String,
}

/// What is to be worked out about the main wager.
#[derive(Clone, Copy)]
pub(crate) struct Wanted<'a> {
    /// A strategy besides best play and the best chart.
    pub(crate) strategy: Option<&'a Strategy>,
    /// In which arithmetic.
    pub(crate) arithmetic: Arithmetic,
    /// How much about each strategy.
    pub(crate) detail: Detail,
}

/// The arithmetic of the main wager.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Arithmetic {
    /// Doubles.
    Doubles,
    /// Rational numbers.
    Rationals,
}

/// How much is worked out about a strategy.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum Detail {
    /// What it is worth.
    Mean,
    /// And how widely its results spread, which takes longer.
    Spread,
    /// And the chance of every result.
    Distribution,
}

impl Sheet {
    /// Works out everything about a game.
    pub(crate) fn gather(book: &Rules, rules: &Rules, stock: &Stock, wanted: Wanted<'_>) -> Result<Sheet> {
        let main = MainOdds::gather(rules, stock, wanted)?;
        let mut left_out = Vec::new();
        let wagers = side_wagers(rules, stock, &mut left_out);
        let insurance = insurance(rules, stock, &mut left_out);
        let (book, rules) = (book.clone(), rules.clone());
        let Stock { cards: shoe, known } = stock.clone();
        Ok(Sheet { rules, book, shoe, known, main, wagers, insurance, left_out })
    }

    /// The side wagers and insurance.
    pub(crate) fn all_wagers(&self) -> impl Iterator<Item = &WagerOdds> {
        self.wagers.iter().chain(&self.insurance)
    }

    /// The settings the table chose, and what a dealer blackjack takes in any case.
    pub(crate) fn settings(&self) -> Vec<(&'static str, String)> {
        game::settings(&self.rules, &self.book)
    }

    /// Whether cards are missing from the shoe.
    pub(crate) fn is_full(&self) -> bool {
        self.known == Known::Cards && self.shoe == Composition::full(self.rules.deck(), self.rules.decks())
    }
}

impl MainOdds {
    fn gather(rules: &Rules, stock: &Stock, wanted: Wanted<'_>) -> Result<MainOdds> {
        let (game, shoe) = (Game::of(rules), Shoe::of(&stock.cards));
        let table = Table::<f64>::new(&game, &shoe)?;
        let analysis = table.analyse();
        let played = wanted.strategy.map(|strategy| play(&table, strategy, &analysis));
        let mut main = MainOdds::of(analysis.clone(), played);
        main.waiting = main.waiting.filter(|_| rules.even_money());
        if wanted.arithmetic == Arithmetic::Rationals {
            main.sharpen(&game, &shoe, wanted.strategy, &analysis.basic.plan)?;
        }
        if wanted.detail >= Detail::Spread {
            main.look_further(&table, &analysis, wanted)?;
        }
        Ok(main)
    }

    fn of(analysis: Analysis<f64>, played: Option<Played>) -> MainOdds {
        let Analysis { best, chart, basic } = analysis;
        let blackjack = hands().two(ACE, TEN);
        let waiting = best.first[ACE].iter().find(|first| first.hand == blackjack);
        MainOdds {
            ev: best.ev,
            ev_basic: basic.ev,
            std_dev: f64::NAN,
            by_up: best.by_up,
            by_up_basic: basic.by_up,
            waiting: waiting.map(|first| first.value),
            chart,
            method:
                "every hand, up card and split summed in doubles; ev by best play that knows its own cards \
                and the up card (CDZ-), ev_basic by the chart"
                    .into(),
            error_bound: f64::NAN,
            distribution: None,
            classes: Vec::new(),
            exact: None,
            played,
        }
    }

    /// Works out what takes longer: standard deviations, how far doubles can be off, other kinds of strategies, the chance
    /// of every result.
    fn look_further(
        &mut self,
        table: &Table<'_, f64>,
        analysis: &Analysis<f64>,
        wanted: Wanted<'_>,
    ) -> Result<()> {
        let std_dev = |plan: &Plan| table.variance(plan).map_or(f64::NAN, f64::sqrt);
        let (played, plan) = self.shown(analysis);
        let ends = || Distribution::work_out(table, played, &plan, wanted.arithmetic);
        std::thread::scope(|scope| {
            let basic = scope.spawn(|| std_dev(&analysis.basic.plan));
            let ends = (wanted.detail == Detail::Distribution).then(|| scope.spawn(ends));
            if self.exact.is_none() {
                self.error_bound = self.error_bound(table)?;
            }
            if let Some(played) = &mut self.played {
                let plan = played.chart.as_ref().map_or_else(|| analysis.best.plan.clone(), Chart::plan);
                played.std_dev = std_dev(&plan);
            }
            self.classes = classes(table, analysis);
            self.std_dev = basic.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic));
            let join = |ends: std::thread::ScopedJoinHandle<'_, _>| ends.join();
            self.distribution =
                ends.map(join).transpose().unwrap_or_else(|panic| std::panic::resume_unwind(panic));
            Ok(())
        })
    }

    /// The strategy whose rounds are looked at one by one: the one that was asked for, or the best chart.
    fn shown(&self, analysis: &Analysis<f64>) -> (String, Plan) {
        match &self.played {
            None => ("the best chart, by total and up card".into(), analysis.basic.plan.clone()),
            Some(Played { name, chart: Some(chart), .. }) => (format!("strategy `{name}`"), chart.plan()),
            Some(Played { name, chart: None, .. }) => {
                (format!("strategy `{name}`"), analysis.best.plan.clone())
            }
        }
    }

    /// How far any of the means can be off, from the same sums done with bounds that are rounded outwards.
    fn error_bound(&self, table: &Table<'_, f64>) -> Result<f64> {
        let bounds = Table::<Interval>::new(table.game(), table.shoe())?;
        let mut largest = 0.0;
        let (best, basic) = (bounds.best(), bounds.worth(&self.chart.plan()));
        for (bounds, ev, by_up) in [(best, self.ev, &self.by_up), (basic, self.ev_basic, &self.by_up_basic)] {
            let by_up = bounds.by_up.iter().flatten().zip(by_up.iter().flatten());
            let off = by_up.chain([(&bounds.ev, &ev)]).map(|(bounds, value)| bounds.farthest_from(*value));
            largest = off.fold(largest, f64::max);
        }
        Ok(largest)
    }

    /// Works the figures out again as fractions.
    fn sharpen(&mut self, game: &Game, shoe: &Shoe, strategy: Option<&Strategy>, chart: &Plan) -> Result<()> {
        let spinner = waiting::spinner("working in fractions, which takes a while");
        let table = Table::<RBig>::new(game, shoe)?;
        let (best, basic) = (table.best(), table.worth(chart));
        let played = strategy.map(|strategy| match strategy {
            Strategy::Best => best.ev.clone(),
            Strategy::Chart => basic.ev.clone(),
            Strategy::Given { chart, .. } => table.worth(&chart.plan()).ev,
        });
        spinner.finish_and_clear();
        (self.ev, self.ev_basic) = (nearest(&best.ev), nearest(&basic.ev));
        self.by_up = best.by_up.each_ref().map(|value| value.as_ref().map(nearest));
        self.by_up_basic = basic.by_up.each_ref().map(|value| value.as_ref().map(nearest));
        if let (Some(asked), Some(exact)) = (&mut self.played, &played) {
            asked.ev = nearest(exact);
        }
        self.method = self.method.replace("summed in doubles", "summed as fractions without any rounding");
        self.error_bound = f64::EPSILON;
        self.exact = Some(Exact { ev: best.ev, ev_basic: basic.ev, by_up: best.by_up, played });
        Ok(())
    }
}

/// What the strategy that was asked for is worth.
fn play(table: &Table<'_, f64>, strategy: &Strategy, analysis: &Analysis<f64>) -> Played {
    let (name, chart) = match strategy {
        Strategy::Best => ("best", None),
        Strategy::Chart => ("chart", Some(analysis.chart.clone())),
        Strategy::Given { name, chart } => (name.as_str(), Some((**chart).clone())),
    };
    let plan = chart.as_ref().map_or_else(|| analysis.best.plan.clone(), Chart::plan);
    let worth = table.worth(&plan);
    Played { name: name.to_owned(), ev: worth.ev, std_dev: f64::NAN, by_up: worth.by_up, chart }
}

/// What the best strategies of other kinds are worth.
fn classes(table: &Table<'_, f64>, analysis: &Analysis<f64>) -> Vec<Class> {
    let with = |memory: Memory| table.with_memory(&analysis.best, memory);
    let mut classes = vec![
        Class {
            name: "two-card",
            looks_at: "two cards by what they are, more by the chart",
            ev: Some(table.two_card(&analysis.chart).ev),
        },
        Class {
            name: "CDP",
            looks_at: "its own cards; after a split also the pair cards dealt",
            ev: with(Memory::Pairs),
        },
        Class {
            name: "CDPN",
            looks_at: "its own cards; after a split also the pair cards and other hands",
            ev: with(Memory::PairsAndOthers),
        },
    ];
    classes.extend(full_memory(table));
    classes
}

/// The best play of a player who remembers every card, where the shoe is so small that it can be found.
fn full_memory(table: &Table<'_, f64>) -> Option<Class> {
    if !is_small(table.shoe()) {
        return None;
    }
    let ev = odds::optimal::<f64>(table.game(), table.shoe(), MOST_STATES).ok()?;
    Some(Class { name: "full memory", looks_at: "every card dealt to all its hands", ev: Some(ev) })
}

/// The double nearest to a fraction.
pub(crate) fn nearest(fraction: &RBig) -> f64 {
    fraction.to_f64().value()
}

fn side_wagers(rules: &Rules, stock: &Stock, left_out: &mut Vec<LeftOut>) -> Vec<WagerOdds> {
    let mut wagers = Vec::new();
    for wager in rules.side_wagers() {
        let leave = |why: String| LeftOut { kind: wager.kind.clone(), why };
        if !stock.tells(wager) {
            let why = format!("it looks at {}, which are not known of this shoe", needed(wager).words());
            left_out.push(leave(why));
            continue;
        }
        match odds::side_wager(rules, wager, &stock.cards) {
            Ok(odds) => wagers.push(odds),
            Err(why) => left_out.push(leave(why.to_string())),
        }
    }
    wagers
}

fn insurance(rules: &Rules, stock: &Stock, left_out: &mut Vec<LeftOut>) -> Option<WagerOdds> {
    odds::insurance(rules, &stock.cards).unwrap_or_else(|why: ShortShoe| {
        left_out.push(LeftOut { kind: "insurance".into(), why: why.to_string() });
        None
    })
}
