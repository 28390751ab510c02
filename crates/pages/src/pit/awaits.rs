//! What a table waits for, in a few words, and what of it needs the pit.

use floor::{Awaited, Sight};

use crate::texts::Language;

/// What a table waits for and of whom, in a line.
pub(super) fn waits_for(sight: &Sight, language: Language) -> String {
    let mut said: Vec<String> = Vec::new();
    let named = |one: &Awaited| one.player.is_some() || one.spot.is_some();
    // Where it is said of whom something is awaited, it need not be said without.
    let told_better = |one: &Awaited| sight.awaits.iter().any(|other| other.what == one.what && named(other));
    for one in sight.awaits.iter().filter(|one| named(one) || !told_better(one)) {
        let line = line(one, language);
        if !said.contains(&line) {
            said.push(line);
        }
    }
    said.join(", ")
}

fn line(awaited: &Awaited, language: Language) -> String {
    let what = word(awaited.what, language);
    let spot = awaited.spot.map(|spot| language.spot(spot));
    let who = awaited.player.clone().filter(|name| !name.is_empty());
    let of: Vec<String> = who.into_iter().chain(spot).collect();
    if of.is_empty() { what.to_owned() } else { format!("{what} ({})", of.join(" · ")) }
}

fn word(what: &str, language: Language) -> &'static str {
    let texts = language.pit();
    match what {
        "wagers" => texts.await_wagers,
        "card" => texts.await_card,
        "offers" => texts.await_offers,
        "decision" => texts.await_decision,
        "follow" => texts.await_follow,
        "choice" => texts.await_choice,
        "pick" => texts.await_pick,
        "discard" => texts.await_discard,
        "control" => texts.await_control,
        "ruling" => texts.await_ruling,
        _ => texts.await_next,
    }
}

/// What the pit is needed for at a table.
pub(super) fn needed(sight: &Sight, language: Language) -> Option<&'static str> {
    let texts = language.pit();
    sight.awaits.iter().find_map(|one| match one.what {
        "ruling" => Some(texts.ruling_needed),
        "control" => Some(texts.control_needed),
        "discard" => Some(texts.discard_needed),
        "pick" if one.player.is_none() => Some(texts.pick_needed),
        _ => None,
    })
}
