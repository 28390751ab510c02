//! The strategies that are played.

use odds::{Game, Plan, Play, Shoe, Table, hands};
use rulebook::Rules;

use testkit::Random;

/// The best chart of a game.
pub(crate) fn chart(rules: &Rules) -> Plan {
    let (game, shoe) = (Game::of(rules), Shoe::full(rules.deck(), rules.decks()));
    Table::<f64>::new(&game, &shoe).expect("full decks suffice").basic_strategy().plan()
}

/// Splits every pair, doubles, draws and gives up by chance; never draws on hard 17 or more unless `mad`.
pub(crate) fn wild(seed: u64, mad: bool) -> Plan {
    let mut random = Random::new(seed);
    Plan::new(|at, _| {
        let hand = hands().get(at);
        let may = mad || hand.soft || hand.total < 17;
        let (surrender, double) = (random.one_in(12), random.one_in(3));
        Play { surrender, split: true, double, hit: !random.one_in(3) && may }
    })
}

/// Splits and doubles whatever may be, and never draws otherwise.
pub(crate) fn greedy() -> Plan {
    Plan::new(|_, _| Play { surrender: false, split: true, double: true, hit: false })
}

/// Gives up whatever may be.
pub(crate) fn timid() -> Plan {
    Plan::new(|_, _| Play { surrender: true, split: true, double: false, hit: false })
}
