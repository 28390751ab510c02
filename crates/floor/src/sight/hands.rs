//! Hands as a viewer sees them: their cards, what was decided for them, and which of everyone's cards are in them.

use round::{Area, ViewedArea};

use super::{Automatic, CardSight, CommonSight, Eyes, HandSight, hand, name_of};
use crate::table::{Played, Table};

/// The hands of these areas. What a viewer sees is in the order of the table's own areas.
pub(super) fn all(table: &Table, seen: &[ViewedArea]) -> Vec<HandSight> {
    let mut areas = table.round().areas().iter().enumerate();
    let mut number = |seen: &ViewedArea| {
        let same = |(_, area): &(usize, &Area)| (area.spot, area.owner) == (seen.spot, seen.owner);
        areas.find(same).map(|(number, _)| number)
    };
    seen.iter().flat_map(|seen| of(table, seen, number(seen))).collect()
}

fn of(table: &Table, seen: &ViewedArea, area: Option<usize>) -> Vec<HandSight> {
    let player = seen.owner.map(|owner| name_of(table.names(), owner.0));
    let lengths: Vec<usize> = seen.hands.iter().map(Vec::len).collect();
    let numbers = area.map(|area| table.course().numbers(area, &lengths)).unwrap_or_default();
    let mut hands = Vec::with_capacity(seen.hands.len());
    for (at, cards) in seen.hands.iter().enumerate() {
        let automatic = area.into_iter().flat_map(|area| table.course().played(area, at)).map(automatic);
        let shown = hand(Some(seen.spot), player.clone(), at + 1, cards);
        let numbers = numbers.get(at).cloned().unwrap_or_default();
        hands.push(HandSight { numbers, automatic: automatic.collect(), ..shown });
    }
    hands
}

fn automatic(played: &Played) -> Automatic {
    let word = if played.draws { "hits" } else { "stands" };
    Automatic { word, clause: played.clause.to_string() }
}

/// The cards that are everyone's. A terminal takes each of them until its last hand is done: its own are the first.
pub(super) fn common(table: &Table, eyes: &Eyes) -> Vec<CommonSight> {
    let own = match eyes {
        Eyes::Player(name) => table.find(name),
        Eyes::Staff(_) | Eyes::Public => None,
    };
    let terminal = table.round().areas().iter().find(|area| own.is_some() && area.owner == own);
    let used = terminal.map_or(0, |area| area.hands().iter().map(|hand| hand.cards().len()).sum());
    let shown = |(at, card): (usize, &_)| CommonSight { card: CardSight(Some(*card)), used: at < used };
    table.course().common.iter().enumerate().map(shown).collect()
}
