//! What staff can say now: the dealer's next word, and what waits for the pit.

use round::{Awaiting, Slot, awaiting};
use vocabulary::{PlayerId, Spot};

use super::Sayable;
use crate::roles::Role;
use crate::speech::understand;
use crate::table::{Dealing, Table};

/// All that someone of the staff can answer to what the table waits for, in the order of the layout. Reports of what went
/// wrong can come at any time and are not answers.
#[must_use]
pub fn staff_options(table: &Table, role: Role) -> Vec<Sayable> {
    let mut open = candidates(table);
    open.retain(|sayable| is_heard(table, role, sayable));
    open
}

/// What anyone of the staff might answer.
fn candidates(table: &Table) -> Vec<Sayable> {
    match awaiting(table.rules(), table.round()) {
        Awaiting::Nothing(_) => between_rounds(table),
        Awaiting::Wagers => vec![plain("closes", "dealer closes bets")],
        Awaiting::Card(slot) => vec![card(table, slot)],
        Awaiting::Offers { .. } => vec![plain("closes", "dealer closes offers")],
        Awaiting::Decisions(decisions) => {
            let mut late: Vec<PlayerId> = decisions.iter().map(|decision| decision.by).collect();
            late.dedup();
            late.into_iter().flat_map(|player| missing(table, player)).collect()
        }
        Awaiting::Follow { .. }
        | Awaiting::Withdrawals(_)
        | Awaiting::Choices { .. }
        | Awaiting::FinishFirst(_) => vec![plain("deals-on", "dealer deals on")],
        Awaiting::Pick { player: None, cards } => {
            (1..=cards.len()).map(|place| plain("picks", &format!("pit picks {place}"))).collect()
        }
        Awaiting::Pick { player: Some(_), .. } => Vec::new(),
        Awaiting::Discard => vec![words("discards", "pit discards because")],
        Awaiting::Control(spots) => spots.into_iter().flat_map(|spot| assignments(table, spot)).collect(),
        Awaiting::Ruling => vec![
            words("rules", "pit rules"),
            words("voids", "pit voids because"),
            words("rebuilds", "pit rebuilds because"),
            words("discards", "pit discards because"),
        ],
    }
}

fn between_rounds(table: &Table) -> Vec<Sayable> {
    let due = table.round().memory().shuffle_due.map(|_| plain("shuffles", "dealer shuffles"));
    let opens = table.begins_rounds().then(|| plain("opens", "dealer opens bets"));
    due.into_iter().chain(opens).collect()
}

/// The next card, and where it goes.
fn card(table: &Table, to: Slot) -> Sayable {
    let (spot, hand) = match to {
        Slot::Hand { area, hand } => (table.round().areas().get(area).map(|area| area.spot), Some(hand + 1)),
        Slot::Common | Slot::Dealer | Slot::Hole => (None, None),
    };
    Sayable { spot: spot.map(Spot::number), hand, wants: Some("card"), ..plain("shoe", "shoe") }
}

/// A player whom the table waits for and who does not answer.
fn missing(table: &Table, player: PlayerId) -> [Sayable; 2] {
    let name = name_of(table, player);
    [plain("times-out", &format!("{name} times out")), plain("is-absent", &format!("{name} is absent"))]
}

/// Everyone who could decide for a spot.
fn assignments(table: &Table, spot: Spot) -> Vec<Sayable> {
    let bettors = table.round().wagers().iter().filter(|wager| wager.spot == spot && wager.is_main());
    let assigns = |player| {
        let say = format!("dealer assigns {spot} to {}", name_of(table, player));
        Sayable { spot: Some(spot.number()), ..plain("assigns", &say) }
    };
    bettors.map(|wager| assigns(wager.player)).collect()
}

fn name_of(table: &Table, player: PlayerId) -> &str {
    table.names().get(usize::from(player.0)).map_or("", String::as_str)
}

/// Whether this person could say it.
fn is_heard(table: &Table, role: Role, sayable: &Sayable) -> bool {
    let dealer_brings_cards = matches!(table.dealing(), Dealing::Dealer);
    match sayable.wants {
        Some("card") => dealer_brings_cards && understand("", role, true, "shoe As").is_ok(),
        wants => {
            let words = if wants.is_some() { " it is so" } else { "" };
            let said = understand("", role, dealer_brings_cards, &format!("{}{words}", sayable.say));
            said.is_ok_and(|statement| table.would_hear(&statement))
        }
    }
}

fn plain(word: &'static str, say: &str) -> Sayable {
    Sayable { say: say.to_owned(), word, spot: None, hand: None, amount: None, wants: None }
}

fn words(word: &'static str, say: &str) -> Sayable {
    Sayable { wants: Some("words"), ..plain(word, say) }
}
