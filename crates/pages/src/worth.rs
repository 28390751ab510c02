//! What the wagers of a game are worth, worked out once in the background and kept: no page waits for it.

use std::collections::HashMap;
use std::sync::{Arc, LazyLock, Mutex, MutexGuard, PoisonError};

use odds::{Change, Chart, Game, Shoe, Table, VALUES, WagerOdds, allowed_decks};
use rulebook::Rules;
use vocabulary::Composition;

/// What the wagers of a game are worth, from a full shoe.
pub(crate) struct Worth {
    /// The mean net of one unit of the main wager by best play.
    pub(crate) best: f64,
    /// The same by the best chart.
    pub(crate) by_chart: f64,
    /// The best chart.
    pub(crate) chart: Chart,
    /// What the chart brings against each up card; none where there is no such card.
    pub(crate) by_up: [Option<f64>; VALUES],
    /// The side wagers, and insurance last.
    pub(crate) others: Vec<WagerOdds>,
}

/// What the main wager is worth by best play with each number of decks.
pub(crate) type ByDecks = Vec<(u8, f64)>;

/// What a rule is worth: a setting changed, and what the main wager then brings by best play.
pub(crate) struct Changed {
    pub(crate) change: Change,
    pub(crate) best: f64,
}

/// What is known of a game, or being worked out.
struct Works<T>(LazyLock<Mutex<HashMap<String, Option<Arc<T>>>>>);

/// Tables post few rules; beyond this number they are worked out anew.
const MOST: usize = 100;

impl<T: Send + Sync + 'static> Works<T> {
    const fn new() -> Works<T> {
        Works(LazyLock::new(Mutex::default))
    }

    fn known(&self) -> MutexGuard<'_, HashMap<String, Option<Arc<T>>>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// What is known; nothing until it is worked out, which begins when it is first asked for.
    fn ask(&'static self, rules: &Rules, work_out: fn(&Rules) -> T) -> Option<Arc<T>> {
        let key = key(rules);
        {
            let mut known = self.known();
            if let Some(found) = known.get(&key) {
                return found.clone();
            }
            if known.len() >= MOST {
                known.retain(|_, found| found.is_none());
            }
            known.insert(key.clone(), None);
        }
        let (rules, working) = (rules.clone(), key.clone());
        // A thread of its own, which nobody waits for when the floor closes.
        let begun = std::thread::Builder::new().name("odds".into()).spawn(move || {
            let found = work_out(&rules);
            self.known().insert(working, Some(Arc::new(found)));
        });
        if begun.is_err() {
            // The next request tries again.
            self.known().remove(&key);
        }
        None
    }
}

/// All that figures follow from: the game's settings and its side wagers.
fn key(rules: &Rules) -> String {
    let values: Vec<String> = rules.settings().show().into_iter().map(|shown| shown.value).collect();
    format!("{} {} {:?}", rules.id(), values.join(" "), rules.side_wagers())
}

/// One analysis at a time: tables come first.
fn turn() -> MutexGuard<'static, ()> {
    static TURN: Mutex<()> = Mutex::new(());
    TURN.lock().unwrap_or_else(PoisonError::into_inner)
}

/// What the wagers of a game are worth.
pub(crate) fn worth(rules: &Rules) -> Option<Arc<Option<Worth>>> {
    static WORKS: Works<Option<Worth>> = Works::new();
    WORKS.ask(rules, |rules| {
        let _turn = turn();
        let cards = Composition::full(rules.deck(), rules.decks());
        let sides = rules.side_wagers().iter().filter_map(|side| odds::side_wager(rules, side, &cards).ok());
        let insurance = odds::insurance(rules, &cards).ok().flatten();
        let others = sides.chain(insurance).collect();
        let analysis = Table::<f64>::new(&Game::of(rules), &Shoe::of(&cards)).ok()?.analyse();
        let (best, by_chart, by_up) = (analysis.best.ev, analysis.basic.ev, analysis.basic.by_up);
        Some(Worth { best, by_chart, chart: analysis.chart, by_up, others })
    })
}

/// What the main wager is worth with each number of decks the game allows.
pub(crate) fn by_decks(rules: &Rules) -> Option<Arc<ByDecks>> {
    static WORKS: Works<ByDecks> = Works::new();
    WORKS.ask(rules, |rules| {
        let with = |decks: u8| {
            let mut rules = rules.clone();
            rules.set("decks", &decks.to_string()).ok()?;
            Some((decks, best(&rules)?))
        };
        allowed_decks(rules).into_iter().filter_map(with).collect()
    })
}

/// What each rule is worth: every setting the odds rest on, at each other value.
pub(crate) fn changes(rules: &Rules) -> Option<Arc<Vec<Changed>>> {
    static WORKS: Works<Vec<Changed>> = Works::new();
    WORKS.ask(rules, |rules| {
        let all = Change::all(rules).into_iter().filter(|(name, _)| *name != "decks");
        let changes = all.flat_map(|(_, changes)| changes);
        changes.filter_map(|change| Some(Changed { best: best(&change.rules)?, change })).collect()
    })
}

/// What one unit of the main wager brings by best play from a full shoe.
fn best(rules: &Rules) -> Option<f64> {
    let _turn = turn();
    let shoe = Shoe::full(rules.deck(), rules.decks());
    Some(Table::<f64>::new(&Game::of(rules), &shoe).ok()?.best().ev)
}
