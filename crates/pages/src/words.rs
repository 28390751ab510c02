//! The engine's words, in the language of the page.

use crate::texts::Language;

/// A phase.
pub(crate) fn phase(language: Language, phase: &str) -> &'static str {
    let texts = language.texts();
    match phase {
        "betting" => texts.phase_betting,
        "dealing" => texts.phase_dealing,
        "surrender" => texts.phase_surrender,
        "insurance" => texts.phase_insurance,
        "playing" => texts.phase_playing,
        "drawing" => texts.phase_drawing,
        "void" => texts.phase_void,
        _ => texts.phase_settled,
    }
}

/// What the dealer says in a phase.
pub(crate) fn call(language: Language, phase: &str) -> &'static str {
    let texts = language.texts();
    match phase {
        "betting" => texts.place_your_bets,
        "dealing" => texts.no_more_bets,
        "surrender" => texts.surrender_offered,
        "insurance" => texts.insurance_offered,
        "playing" => texts.players_decide,
        "drawing" => texts.dealer_draws,
        "void" => texts.round_void,
        _ => texts.round_settled,
    }
}

/// What became of a wager.
pub(crate) fn outcome(language: Language, outcome: &str) -> &'static str {
    let texts = language.texts();
    match outcome {
        "won" => texts.won,
        "lost" => texts.lost,
        "stand-off" => texts.stand_off,
        "surrendered" => texts.surrendered,
        "even-money" => texts.even_money_paid,
        "returned" => texts.returned,
        _ => texts.void_,
    }
}

/// What a button says for an answer, and the key for it.
pub(crate) fn answer(language: Language, word: &str) -> (&'static str, Option<&'static str>) {
    let texts = language.texts();
    match word {
        "hits" => (texts.hit, Some("H")),
        "stands" => (texts.stand, Some("S")),
        "doubles" => (texts.double, Some("D")),
        "splits" => (texts.split, Some("P")),
        "surrenders" => (texts.surrender, Some("R")),
        "insures" => (texts.insure, Some("I")),
        "takes even money" => (texts.even_money, Some("E")),
        "declines" => (texts.decline, Some("N")),
        "follows" => (texts.follow, Some("F")),
        "withdraws" => (texts.withdraw, Some("W")),
        "picks" => (texts.pick, None),
        _ => (texts.continue_, Some("C")),
    }
}
