//! Any house, any shoe, any strategy.

use odds::{Game, HandAt, Number, Plan, Play, Shoe, TEN, Table, VALUES, hands};
use proptest::prelude::*;
use proptest::test_runner::RngSeed;

use super::house::House;

/// What a house may choose, the plainest first.
const CHOICES: [&[&str]; 21] = [
    &["hole-card=none", "hole-card=none surrender=early", "hole-card=peek", "hole-card=peek surrender=late"],
    &["surrender-against=any", "surrender-against=not-ace", "surrender-against=ten"],
    &[
        "dealer-blackjack-loss=original-only",
        "dealer-blackjack-loss=busted-plus-one",
        "dealer-blackjack-loss=per-hand",
        "dealer-blackjack-loss=all",
    ],
    &["tie=push", "tie=push", "tie=lose"],
    &["blackjack-beats-21=true", "blackjack-beats-21=false"],
    &["blackjack-beats-split-21=true", "blackjack-beats-split-21=false"],
    &["win-pays=1:1", "win-pays=1:1", "win-pays=2:1", "win-pays=4:5"],
    &["blackjack-pays=3:2", "blackjack-pays=6:5"],
    &["soft-17=stand", "soft-17=hit"],
    &["double-on=any", "double-on=any", "double-on=hard-9-11"],
    &["double-after-split=true", "double-after-split=true", "double-after-split=false"],
    &["double-on-21=never", "double-on-21=split-only", "double-on-21=any"],
    &["max-hands=4", "max-hands=4", "max-hands=3", "max-hands=2"],
    &["split-aces=true", "split-aces=true", "split-aces=false"],
    &["resplit-aces=false", "resplit-aces=true"],
    &["draw-on-split-aces=false", "draw-on-split-aces=true"],
    &["close-at-21=all", "close-at-21=soft-only", "close-at-21=none"],
    &["split-by=value", "split-by=value", "split-by=rank"],
    &["double-after-unlike-ten-split=true", "double-after-unlike-ten-split=false"],
    &["surrender-blackjack=false", "surrender-blackjack=true"],
    &["forced-draw-below=0", "forced-draw-below=12", "forced-draw-below=17"],
];

/// One of each.
pub(crate) fn houses() -> impl Strategy<Value = House> {
    let chosen: Vec<_> = CHOICES.map(prop::sample::select).into_iter().collect();
    chosen.prop_map(|chosen| chosen.into_iter().fold(House::default(), |house, choice| house.with(choice)))
}

/// Small shoes: tens, often Aces, and one or two more values, so that pairs come again and again.
pub(crate) fn small_shoes() -> impl Strategy<Value = Shoe> {
    let others = prop::collection::vec((0..TEN, 1..=4u32), 1..=2);
    (7..=11u32, 0..=3u32, others).prop_map(|(tens, aces, others)| {
        let mut counts = [0; VALUES];
        (counts[TEN], counts[0]) = (tens, aces);
        for (value, more) in others {
            counts[value] += more;
        }
        Shoe::by_value(counts)
    })
}

/// One to eight decks, some cards of each value out.
pub(crate) fn large_shoes() -> impl Strategy<Value = Shoe> {
    (1..=8u32, prop::array::uniform10(0..=3u32)).prop_map(|(decks, out)| {
        Shoe::by_value(std::array::from_fn(|value| full(decks)[value] - out[value].min(2 * decks)))
    })
}

/// So many full decks.
pub(crate) fn full(decks: u32) -> [u32; VALUES] {
    std::array::from_fn(|value| if value == TEN { 16 * decks } else { 4 * decks })
}

/// Splits every pair, never draws on hard 17 or more, and does the rest by chance.
pub(crate) fn plans() -> impl Strategy<Value = Wild> {
    any::<u64>().prop_map(Wild)
}

/// A strategy that is known by its seed.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Wild(u64);

impl Wild {
    pub(crate) fn plan(self) -> Plan {
        Plan::new(|at, up| self.play(at, up))
    }

    fn play(self, at: HandAt, up: usize) -> Play {
        let hand = hands().get(at);
        let dice = self.dice(at, up);
        let (thrice, twelfth) = (dice % 3, dice / 3 % 12);
        let hit = (hand.soft || hand.total < 17) && thrice > 0;
        Play { surrender: twelfth == 0, split: true, double: twelfth % 3 == 1, hit }
    }

    /// A number that looks random (splitmix64).
    fn dice(self, at: HandAt, up: usize) -> u64 {
        let place = u64::from(at) * 16 + u64::try_from(up).expect("ten values");
        let mut mixed = self.0.wrapping_add((place + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15));
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }
}

/// A table of the game with this shoe.
pub(crate) fn table<'g, N: Number>(game: &'g Game, shoe: &Shoe) -> Table<'g, N> {
    Table::new(game, shoe).expect("at least four cards")
}

/// The best play for a shoe.
pub(crate) fn best(game: &Game, shoe: &Shoe) -> Plan {
    table::<f64>(game, shoe).best().plan
}

/// So many cases, none of them written to a file; the same ones every time, unless `PROPTEST_RNG_SEED` asks for others.
pub(crate) fn cases(many: u32) -> ProptestConfig {
    let config = ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(many) };
    match config.rng_seed {
        RngSeed::Random => ProptestConfig { rng_seed: RngSeed::Fixed(21), ..config },
        RngSeed::Fixed(_) => config,
    }
}
