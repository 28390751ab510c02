//! Figures two public programs agree on to 15 decimals.

use odds::{Game, Shoe, Table};
use rulebook::Rules;
use vocabulary::Deck;

/// Six decks, dealer stands on soft 17, double any two, double after split, split to four, aces once with one card,
/// no surrender, 3 to 2. Macau's rules are these; what a dealer blackjack takes is a reading of it.
fn macau(loss: &str) -> Game {
    let mut rules = Rules::of("macau").expect("one of the five");
    rules.set("dealer-blackjack-loss", loss).expect("a reading");
    Game::of(&rules)
}

fn best(game: &Game, decks: u8) -> f64 {
    Table::<f64>::new(game, &Shoe::full(Deck::Standard52, decks)).expect("full decks").best().ev
}

#[track_caller]
fn agrees(value: f64, reference: f64) {
    assert!((value - reference).abs() < 1e-12, "{value:.15} is not {reference:.15}");
}

/// Where only the original bet is lost the value is that of a game in which the dealer looks.
#[test]
fn best_play_is_worth_what_two_public_programs_say() {
    agrees(best(&macau("original-only"), 6), -0.004_028_702_361_154);
    agrees(best(&macau("all"), 6), -0.005_140_564_552_902);
    agrees(best(&macau("original-only"), 1), 0.001_819_343_061_484);
}

#[test]
fn the_best_chart_is_worth_what_is_published_for_it() {
    let game = macau("original-only");
    let table = Table::<f64>::new(&game, &Shoe::full(Deck::Standard52, 6)).unwrap();
    let chart = table.basic_strategy();
    agrees(table.worth(&chart.plan()).ev, -0.004_059_224_176_988);
}

/// The value of a strategy, found by playing it, is that of the search that found it.
#[test]
fn the_best_play_is_worth_the_same_when_it_is_followed() {
    for loss in ["original-only", "busted-plus-one", "per-hand", "all"] {
        let game = macau(loss);
        let table = Table::<f64>::new(&game, &Shoe::full(Deck::Standard52, 2)).unwrap();
        let best = table.best();
        agrees(table.worth(&best.plan).ev, best.ev);
    }
}
