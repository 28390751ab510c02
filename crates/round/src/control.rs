//! Who decides for a hand.

use std::cmp::Reverse;

use rulebook::{Control, Reason, Rules};
use vocabulary::PlayerId;

use crate::state::{Away, Round};

/// Who decides for a hand: the seated bettor, else the wager nearest the dealer or the highest. Nobody, if none of its
/// bettors is present.
pub(crate) fn controller(rules: &Rules, round: &Round, area: usize, hand: usize) -> Option<PlayerId> {
    let present = round.live_on(area, Some(hand)).filter(|(_, wager)| round.away(wager.player).is_none());
    let first = present.clone().next().map(|(_, wager)| wager.player)?;
    if present.clone().nth(1).is_none() {
        return Some(first);
    }
    let spot = round.areas[area].spot;
    let seated = round.seated(spot);
    if present.clone().any(|(_, wager)| Some(wager.player) == seated) {
        return seated;
    }
    if let Some(odd) = &round.irregular
        && let Some((_, assigned)) = odd.assigned.iter().find(|(at, _)| *at == spot)
        && present.clone().any(|(_, wager)| wager.player == *assigned)
    {
        return Some(*assigned);
    }
    let front = |player: PlayerId| Reverse(round.chip_order(player, spot));
    let leading = match rules.control() {
        Control::Front | Control::Own => present.max_by_key(|(_, wager)| front(wager.player)),
        Control::Highest => present.max_by_key(|(_, wager)| (wager.stake, front(wager.player))),
    };
    leading.map(|(_, wager)| wager.player)
}

/// Why the player who decides for a hand does: he sits there, his wager decides, or control passed on to him.
pub(crate) fn why_in_control(round: &Round, area: usize, hand: usize, player: PlayerId) -> Reason {
    if round.seated(round.areas[area].spot) == Some(player) {
        return Reason::ControlSeated;
    }
    let assigned = &round.odd().assigned;
    if assigned.contains(&(round.areas[area].spot, player)) {
        return Reason::ControlAssigned;
    }
    let absent =
        round.live_on(area, Some(hand)).any(|(_, wager)| round.away(wager.player) == Some(Away::Absent));
    let spot = round.areas[area].spot;
    let gone = round.mains().any(|(_, wager)| {
        wager.spot == spot && wager.result.is_some_and(|r| r.outcome == crate::Outcome::Surrendered)
    });
    match (absent, gone) {
        (true, _) => Reason::ControlAfterAbsence,
        (false, true) => Reason::ControlAfterSurrender,
        (false, false) => Reason::ControlByWager,
    }
}
