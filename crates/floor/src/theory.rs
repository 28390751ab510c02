//! What wagers are worth by the exact odds, worked out once for all rules that were ever posted, off everyone's way.

use std::collections::{BTreeMap, HashMap};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};

use odds::{Game, Shoe, Table, WagerOdds};
use rulebook::Rules;
use vocabulary::Composition;

use crate::posted::Posted;

/// What one unit of a wager brings on average, and how widely it spreads.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Worth {
    /// The mean net result of the player, for a unit first put down.
    pub(crate) ev: f64,
    /// The standard deviation of it; none where it is not known.
    pub(crate) std_dev: Option<f64>,
}

/// What the wagers of a game are worth by their kind: the main wager by the best chart, the others exactly.
pub(crate) type Worths = BTreeMap<String, Worth>;

/// What is known, or being worked out, by rules. It follows from the rules alone, so there is one for the whole program.
fn known() -> MutexGuard<'static, HashMap<String, Option<Arc<Worths>>>> {
    static KNOWN: OnceLock<Mutex<HashMap<String, Option<Arc<Worths>>>>> = OnceLock::new();
    KNOWN.get_or_init(Mutex::default).lock().unwrap_or_else(PoisonError::into_inner)
}

/// What wagers are worth by these rules ([`Posted::without_limits`]); nothing until that is worked out, which begins when it is first asked for.
pub(crate) fn worths(key: &str) -> Option<Arc<Worths>> {
    if let Some(worths) = known().get(key) {
        return worths.clone();
    }
    known().insert(key.to_owned(), None);
    let key = key.to_owned();
    tokio::task::spawn_blocking(move || {
        // One game at a time: tables come first.
        static TURN: Mutex<()> = Mutex::new(());
        let _turn = TURN.lock().unwrap_or_else(PoisonError::into_inner);
        let rules = serde_json::from_str(&key).ok().and_then(|posted: Posted| posted.rules().ok());
        let worths = rules.map(|rules| work_out(&rules)).unwrap_or_default();
        known().insert(key, Some(Arc::new(worths)));
    });
    None
}

/// Works out what every wager is worth from a full shoe.
fn work_out(rules: &Rules) -> Worths {
    let cards = Composition::full(rules.deck(), rules.decks());
    let sides = rules.side_wagers().iter().filter_map(|side| odds::side_wager(rules, side, &cards).ok());
    let insurance = odds::insurance(rules, &cards).ok().flatten();
    let mut worths: Worths = sides.chain(insurance).map(|odds| (odds.kind.clone(), side(&odds))).collect();
    let game = Game::of(rules);
    if let Ok(table) = Table::<f64>::new(&game, &Shoe::of(&cards)) {
        let basic = table.analyse().basic;
        let std_dev = table.variance(&basic.plan).map(f64::sqrt);
        worths.insert("main".into(), Worth { ev: basic.ev, std_dev });
    }
    worths
}

fn side(odds: &WagerOdds) -> Worth {
    Worth { ev: odds.ev.to_f64().value(), std_dev: Some(odds.std_dev()) }
}
