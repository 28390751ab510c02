//! Who decides for a hand.

use std::cmp::Reverse;

use rulebook::{Control, Reason, Rules};
use vocabulary::PlayerId;

use crate::state::{Away, Round};

/// Who decides for a hand, and why he: the seated bettor, else the wager nearest the dealer or the highest. Nobody,
/// if none of its bettors is present.
pub(crate) fn controller(
    rules: &Rules,
    round: &Round,
    area: usize,
    hand: usize,
) -> Option<(PlayerId, Reason)> {
    let present = || round.live_on(area, Some(hand)).filter(|(_, wager)| round.away(wager.player).is_none());
    if let Some(owner) = round.areas[area].owner {
        return present().next().map(|_| (owner, Reason::ControlByWager));
    }
    let seated = round.seated(round.areas[area].spot);
    let sits = present().find(|(_, wager)| seated == Some(wager.player));
    if let Some((_, wager)) = sits {
        return Some((wager.player, Reason::ControlSeated));
    }
    let first = present().next()?;
    if present().nth(1).is_none() {
        return Some((first.1.player, why_passed(round, area, hand)));
    }
    let spot = round.areas[area].spot;
    let behind = |player: PlayerId| Reverse(round.chip_order(player, spot));
    let by_wager = match rules.control() {
        Control::Front | Control::Own => present().max_by_key(|(_, wager)| behind(wager.player)),
        Control::Highest => present().max_by_key(|(_, wager)| (wager.stake, behind(wager.player))),
    };
    let by_wager = by_wager.map(|(_, wager)| wager.player);
    by_wager.map(|player| (player, why_passed(round, area, hand)))
}

/// Whether control came by the wager from the start, or passed on from someone who left.
fn why_passed(round: &Round, area: usize, hand: usize) -> Reason {
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
