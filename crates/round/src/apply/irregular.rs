//! How a round changes when the deal goes wrong, and by what staff decide.

use rulebook::{Because, Kind, Reason};
use vocabulary::{Card, Chips, PlayerId, Spot};

use super::{deal, give, index, on_hand, on_wager, remember, stay_if_asked};
use crate::duty::Place;
use crate::event::{Event, Remedy, Slot};
use crate::hand::{Closed, Hand};
use crate::irregular::{LateCard, Leftover, Passed, Squeeze, Waiting};
use crate::list::{Few, Out};
use crate::state::{Halt, Phase, Round};
use crate::wager::{Bet, Outcome, Settled, Wager};

/// Changes the round by an event of an irregular deal.
pub(super) fn apply(round: &mut Round, event: &Event) {
    match *event {
        Event::Skipped { place, .. } => {
            note_error(round);
            round.odd_mut().skipped.push(place);
        }
        Event::PassedOver { area, .. } => pass_over(round, area),
        Event::Misdealt { card, to, .. } => misdeal(round, card, to),
        Event::CardsTakenUp { burn, .. } => take_up(round, burn),
        Event::WagerReopened { wager, .. } => on_wager(round, wager, |wager| wager.result = None),
        Event::HandReopened { area, hand, .. } => on_hand(round, area, hand, |hand| hand.closed = None),
        Event::CardMoved { card, to, at, .. } => move_card(round, card, to, at),
        Event::CardsNext { ref cards, ref seen, reserved, because } => {
            come_next(round, cards, seen, because);
            round.odd_mut().reserved = reserved;
        }
        Event::Redealt { card, to, .. } => redeal(round, card, to),
        Event::CardStayed { card, to, .. } => stay(round, card, to),
        Event::CardsDiscarded { ref cards, .. } => discard(round, cards),
        Event::DealStands { because } if round.odd().passed.is_some() => {
            let odd = round.odd_mut();
            let areas = odd.passed.take().map_or_else(Vec::new, |passed| passed.over);
            if because.reason != Reason::NotRebuilt {
                odd.too_late.extend(areas);
            }
        }
        Event::DealResumed { .. } => round.phase = Phase::Dealing,
        Event::DealStands { .. } => {
            let odd = round.odd_mut();
            (odd.wrong, odd.misplaced) = (false, false);
            odd.skipped.clear();
            odd.order.clear();
            odd.strays.clear();
        }
        Event::TurnTakenBack { .. } => take_turn_back(round),
        Event::RemediesOpened { ref remedies, .. } => round.odd_mut().remedies.clone_from(remedies),
        Event::FinishAsked { player, area, .. } => {
            done_with(round, |remedy| remedy == Remedy::DealerCard);
            round.halt = Some(Box::new(Halt::FinishFirst(player, area)));
        }
        Event::DealerCardDue { after, .. } => {
            done_with(round, |remedy| remedy == Remedy::DealerCard);
            round.halt = None;
            round.odd_mut().dealer_card = Some(after.map_or(LateCard::Now, LateCard::After));
        }
        Event::ChoicesOffered { ref choices, why, .. } => {
            done_with(round, |remedy| matches!(remedy, Remedy::Choice(_)));
            round.halt = (!choices.is_empty()).then(|| Box::new(Halt::Choices(choices.clone(), why)));
        }
        Event::DrawnTogether { ref cards, ref seen, .. } => {
            for card in cards {
                round.out.add(*card);
            }
            round.odd_mut().together = waiting(cards, seen);
        }
        Event::FaceUpFound { card, .. } => {
            round.out.add(card);
            round.odd_mut().together = waiting(&[card], &[true]);
        }
        Event::PickAsked { player, because } => {
            done_with(round, |remedy| remedy == Remedy::Pick);
            if because.reason == Reason::PicksRest
                && let Some(left) = round.odd_mut().leftover.take()
            {
                let odd = round.odd_mut();
                (odd.together, odd.rest_on_offer) = (left.cards, true);
            }
            round.halt = Some(Box::new(Halt::Pick(player)));
        }
        Event::DiscardAsked { .. } => {
            done_with(round, |remedy| remedy == Remedy::Discard);
            round.halt = Some(Box::new(Halt::Discard));
        }
        Event::Picked { ref picks, because, .. } => pick(round, picks, because),
        Event::PickUndone { .. } => undo_pick(round),
        Event::CardRefused { area, hand, .. } => {
            on_hand(round, area, hand, |hand| hand.closed = Some(Closed::Stood));
        }
        Event::Overdrawn { card, .. } => round.out.add(card),
        _ => staff(round, event),
    }
}

/// What staff decide about players, spots and the shoe.
fn staff(round: &mut Round, event: &Event) {
    match *event {
        Event::PostTaken { who, role, .. } => {
            let posts = &mut remember(round).posts;
            posts.retain(|(person, _)| *person != who);
            posts.push((who, role));
        }
        Event::Awarded { player, amount, because, .. } => award(round, player, amount, because),
        Event::Riffled { cutter, .. } => riffle(round, cutter),
        Event::CutMade { .. } => round.odd_mut().cutter = None,
        Event::ShuffleDue { because } => remember(round).shuffle_due = Some(because),
        Event::Shuffled { .. } => {
            remember(round).shuffle_due = None;
            (round.shoe_begun, round.out) = (false, Out::NONE);
        }
        Event::PlayerRestricted { player, on, .. } => {
            let kept = &mut remember(round).kept_to_one;
            kept.retain(|other| *other != player);
            if on {
                kept.push(player);
            }
        }
        Event::SpotRestricted { spot, most, .. } => {
            let limited = &mut remember(round).limited;
            limited.retain(|(other, _)| *other != spot);
            limited.extend(most.map(|most| (spot, most)));
        }
        Event::PatronageSet { full, .. } => remember(round).full = full,
        Event::ControlAsked { spot, .. } => {
            let odd = round.odd_mut();
            odd.assigned.retain(|(other, _)| *other != spot);
            odd.unclear.push(spot);
        }
        Event::ControlAssigned { spot, player, .. } => {
            let odd = round.odd_mut();
            odd.unclear.retain(|other| *other != spot);
            odd.assigned.retain(|(other, _)| *other != spot);
            odd.assigned.push((spot, player));
        }
        Event::SqueezeAllowed { spot, .. } => {
            let squeeze = spot.map_or(Squeeze::All, Squeeze::Spot);
            let squeezed = &mut round.odd_mut().squeezed;
            *squeezed = Some(squeezed.filter(|before| *before == Squeeze::All).unwrap_or(squeeze));
        }
        Event::Revealed { spot, .. } => round.odd_mut().revealed.push(spot),
        Event::SideLeftOpen { kind, .. } => round.odd_mut().left_open.push(kind),
        Event::SideTakenUp { kind, .. } => round.odd_mut().left_open.retain(|other| *other != kind),
        Event::NotAgreed { spot, over, .. } => round.odd_mut().closed.push((spot, over)),
        Event::Withdrew { player, spot, kind, .. } => withdrew(round, player, spot, kind),
        _ => {}
    }
}

fn waiting(cards: &[Card], seen: &[bool]) -> Vec<Waiting> {
    let seen = seen.iter().copied().chain(std::iter::repeat(true));
    cards.iter().zip(seen).map(|(&card, seen)| Waiting { card, seen }).collect()
}

/// What an irregular round keeps of every card that is dealt.
pub(super) fn note_card(round: &mut Round, card: Card, to: Slot) {
    let odd = round.odd_mut();
    if odd.wrong {
        odd.order.push(card);
    }
    match to {
        Slot::Dealer | Slot::Hole => odd.dealer_card = None,
        Slot::Hand { area, .. } => {
            if let Some(passed) = &mut odd.passed {
                passed.cards.push(card);
                if !passed.served.contains(&area) {
                    passed.served.push(area);
                }
            }
        }
        Slot::Common => {}
    }
}

/// The dissatisfied have been asked.
pub(super) fn offered_withdrawal(round: &mut Round) {
    if round.irregular.is_some() {
        done_with(round, |remedy| remedy == Remedy::Dissatisfied);
    }
}

/// From the first error on the order of the cards is kept.
fn note_error(round: &mut Round) {
    if !round.odd().wrong {
        let order = round.dealing_order();
        let odd = round.odd_mut();
        (odd.wrong, odd.order) = (true, order);
    }
}

fn misdeal(round: &mut Round, card: Card, to: Place) {
    if round.is_next_face_up(card) {
        round.odd_mut().head.remove(0);
        round.odd_mut().face_up = false;
    } else {
        round.out.add(card);
    }
    if round.phase != Phase::Dealing && !round.may_still_be_dealing(to) {
        round.odd_mut().misdealt = Some((card, to));
        return;
    }
    note_error(round);
    round.odd_mut().order.push(card);
    let lands = match to {
        Place::Dealer if round.dealer.cards.is_empty() => {
            round.dealer.take(card);
            true
        }
        Place::Dealer => false,
        Place::Player => {
            let lands = round.areas.iter().any(|area| area.start.len() < 2);
            for area in round.areas.iter_mut().filter(|area| area.start.len() < 2) {
                give(area, 0, card, true);
            }
            lands
        }
        Place::Spot(spot) => {
            let area = round.areas.iter_mut().find(|area| area.spot == spot && area.start.len() < 2);
            area.map(|area| give(area, 0, card, true)).is_some()
        }
    };
    let odd = round.odd_mut();
    odd.misplaced |= lands;
    if !lands {
        odd.strays.push((to, card));
    }
}

/// All cards are taken up; what was decided or wagered on them lapses.
fn take_up(round: &mut Round, burn: bool) {
    let mut cards = if round.odd().wrong { round.odd().order.clone() } else { round.dealing_order() };
    if burn && !cards.is_empty() {
        cards.remove(0);
    }
    round
        .wagers
        .retain(|wager| !matches!(wager.bet, Bet::Insurance(_)) && (!wager.is_main() || wager.hand == 0));
    for wager in round.wagers.iter_mut().filter(|wager| wager.is_live()) {
        (wager.extra, wager.declined, wager.stayed) = (Chips::ZERO, false, false);
    }
    for area in &mut *round.areas {
        (area.start, area.hands, area.mains, area.silent) = (Few::EMPTY, Few::EMPTY, Few::EMPTY, false);
        area.hands.push(Hand::default());
    }
    for at in 0..round.wagers.len() {
        let wager = round.wagers[at];
        if let Some(area) =
            round.areas.iter_mut().find(|area| wager.is_main() && area.owner == Some(wager.player))
        {
            area.mains.push(index(at));
        }
    }
    round.dealer = Hand::default();
    (round.phase, round.follow, round.subsequent) = (Phase::Dealing, None, false);
    let odd = round.odd_mut();
    (odd.wrong, odd.misplaced, odd.passed, odd.dealer_card) = (false, false, None, None);
    odd.order.clear();
    odd.burnt |= burn;
    odd.skipped.clear();
    odd.strays.clear();
    odd.head.splice(0..0, waiting(&cards, &[]));
}

fn move_card(round: &mut Round, card: Card, to: Slot, at: usize) {
    match to {
        Slot::Hand { area, .. } => {
            let Some(area) = round.areas.get_mut(area) else { return };
            if let Some(place) = area.start.get_mut(at) {
                *place = card;
            }
            if let Some(place) = area.hands.get_mut(0).and_then(|hand| hand.cards.get_mut(at)) {
                *place = card;
            }
        }
        Slot::Dealer | Slot::Hole => {
            if let Some(place) = round.dealer.cards.get_mut(at) {
                *place = card;
            }
        }
        Slot::Common => {}
    }
}

/// Each of these cards lies no longer where it does not belong.
fn take_strays(strays: &mut Vec<(Place, Card)>, cards: &[Card]) {
    for card in cards {
        if let Some(at) = strays.iter().position(|(_, stray)| stray == card) {
            strays.remove(at);
        }
    }
}

/// Cards come next, wherever they lay.
fn come_next(round: &mut Round, cards: &[Card], seen: &[bool], because: Because) {
    let belongs = crate::together::hand_in_action(round).filter(|_| round.odd().head.is_empty());
    let odd = round.odd_mut();
    odd.belongs = belongs.filter(|_| because.reason == Reason::CardPutRight);
    odd.put_right = odd.misdealt.take();
    odd.together.clear();
    take_strays(&mut odd.strays, cards);
    // A card dealt in error came out after those that wait already, and what was not seen follows what was.
    let follows = matches!(because.reason, Reason::OneSeenRest | Reason::DealerOneSeenRest);
    let at = if follows || odd.put_right.is_some() { odd.head.len() } else { 0 };
    odd.head.splice(at..at, waiting(cards, seen));
    odd.refusable = because.reason == Reason::NextCard;
    odd.face_up = because.reason == Reason::FaceUp;
}

fn redeal(round: &mut Round, card: Card, to: Slot) {
    let odd = round.odd_mut();
    if odd.head.first().is_some_and(|first| first.card == card) {
        odd.head.remove(0);
    }
    (odd.refusable, odd.face_up, odd.reserved) = (false, false, None);
    (odd.put_right, odd.belongs, odd.picked) = (None, None, None);
    deal(round, card, to);
    let Slot::Hand { area, hand } = to else { return };
    if let Some((to_area, to_hand, more)) = round.odd().owed
        && (to_area, to_hand) == (area, hand)
    {
        round.odd_mut().owed = (more > 1).then_some((area, hand, more - 1));
        on_hand(round, area, hand, |hand| hand.wants = true);
    }
}

fn stay(round: &mut Round, card: Card, to: Slot) {
    let odd = round.odd_mut();
    (odd.misdealt, odd.put_right, odd.belongs) = (None, None, None);
    if let Some(at) = odd.head.iter().position(|waiting| waiting.card == card) {
        odd.head.remove(at);
    }
    round.subsequent = true;
    match to {
        Slot::Hand { area, hand } => {
            let wants = round.areas.get(area).and_then(|a| a.hands.get(hand)).is_some_and(|hand| hand.wants);
            on_hand(round, area, hand, |at| {
                at.take(card);
                at.wants = wants;
            });
        }
        Slot::Dealer | Slot::Hole => round.dealer.take(card),
        Slot::Common => {}
    }
}

fn discard(round: &mut Round, cards: &[Card]) {
    let over = matches!(round.phase, Phase::Over(_));
    let odd = round.odd_mut();
    let (belongs, right) = (odd.belongs.take(), odd.put_right.take());
    if over {
        odd.head.clear();
    } else if (belongs.is_some() || right.is_some())
        && let Some(at) = odd.head.iter().position(|waiting| cards == [waiting.card])
    {
        odd.head.remove(at);
    }
    (odd.misdealt, odd.leftover) = (None, None);
    take_strays(&mut odd.strays, cards);
    for card in cards {
        if let Some(at) = odd.order.iter().position(|other| other == card) {
            odd.order.remove(at);
        }
    }
    odd.together.clear();
    if round.halt.as_deref() == Some(&Halt::Discard) {
        round.halt = None;
    }
}

fn pass_over(round: &mut Round, area: usize) {
    if let Some(passed) = &mut round.odd_mut().passed {
        passed.over.push(area);
        return;
    }
    let (areas, wagers) = (round.areas.clone(), round.wagers.clone());
    let passed = Passed { over: vec![area], areas, wagers, cards: Vec::new(), served: Vec::new() };
    round.odd_mut().passed = Some(Box::new(passed));
}

fn take_turn_back(round: &mut Round) {
    let Some(passed) = round.odd_mut().passed.take() else { return };
    let Passed { areas, wagers, cards, .. } = *passed;
    round.areas = areas;
    let returned: Vec<(usize, Wager)> = round
        .wagers
        .iter()
        .copied()
        .enumerate()
        .filter(|(at, wager)| wager.was_returned() && *at < wagers.len())
        .collect();
    let awards: Vec<Wager> = round.wagers.iter().skip(wagers.len()).copied().collect();
    round.wagers = wagers;
    round.wagers.extend(awards.into_iter().filter(|wager| wager.bet == Bet::Award));
    for (at, wager) in returned {
        round.wagers[at] = wager;
    }
    (round.phase, round.follow) = (Phase::Playing, None);
    round.odd_mut().head.splice(0..0, waiting(&cards, &[]));
}

/// The first remedy, if it is this one, is under way.
fn done_with(round: &mut Round, is: impl Fn(Remedy) -> bool) {
    if round.odd().remedies.first().is_some_and(|first| is(*first)) {
        round.odd_mut().remedies.remove(0);
    }
}

/// What becomes of cards drawn together by what was picked.
fn pick(round: &mut Round, picks: &[usize], because: Because) {
    let hand = crate::together::hand_in_action(round);
    round.halt = None;
    round.odd_mut().rest_on_offer = false;
    let cards = std::mem::take(&mut round.odd_mut().together);
    let picked: Vec<Waiting> = picks.iter().filter_map(|at| cards.get(*at).copied()).collect();
    let rest: Vec<Waiting> =
        cards.iter().enumerate().filter(|(at, _)| !picks.contains(at)).map(|(_, card)| *card).collect();
    let count = picked.len();
    round.odd_mut().head.splice(0..0, picked);
    match because.reason {
        Reason::PicksSeen | Reason::PicksRest | Reason::RestRefused => {
            let Some((area, hand)) = hand else { return };
            round.odd_mut().leftover = (!rest.is_empty()).then_some(Leftover { cards: rest, area, hand });
            if because.reason == Reason::PicksSeen {
                round.odd_mut().picked = Some((area, hand, count));
            }
            if round.phase == Phase::Playing && count > 0 {
                on_hand(round, area, hand, |hand| hand.wants = true);
                round.odd_mut().owed = (count > 1).then_some((area, hand, count - 1));
            }
        }
        Reason::DealerWorst => {}
        _ => {
            round.odd_mut().head.splice(count..count, rest);
        }
    }
}

/// Who picked has withdrawn: what he picked is left for the next player like the rest.
fn undo_pick(round: &mut Round) {
    let odd = round.odd_mut();
    let Some((area, hand, count)) = odd.picked.take() else { return };
    let mut cards: Vec<Waiting> = odd.head.drain(..count.min(odd.head.len())).collect();
    cards.extend(odd.leftover.take().map_or_else(Vec::new, |left| left.cards));
    (odd.leftover, odd.owed) = (Some(Leftover { cards, area, hand }), None);
}

fn award(round: &mut Round, player: PlayerId, amount: Chips, because: Because) {
    let (stake, returned, outcome) = if amount >= Chips::ZERO {
        (Chips::ZERO, amount, Outcome::Won)
    } else {
        (-amount, Chips::ZERO, Outcome::Lost)
    };
    let mut wager = Wager::new(player, Spot::FIRST, Bet::Award, stake);
    wager.result = Some(Settled { outcome, returned, because });
    round.wagers.push(wager);
}

/// The discards are in the device again: only what lies on the table is out.
fn riffle(round: &mut Round, cutter: Option<PlayerId>) {
    let mut out = Out::NONE;
    let shared = round.areas.first().is_some_and(|area| area.owner.is_some());
    if !shared {
        let held = |hand: &&Hand| hand.closed != Some(Closed::Bust);
        let hands = round.areas.iter().flat_map(|area| area.hands.iter().filter(held));
        hands.flat_map(|hand| hand.cards.iter()).for_each(|card| out.add(*card));
        round.dealer.cards.iter().for_each(|card| out.add(*card));
        let odd = round.odd();
        odd.head.iter().chain(&odd.together).for_each(|waiting| out.add(waiting.card));
        odd.strays.iter().for_each(|(_, card)| out.add(*card));
        odd.misdealt.iter().for_each(|(card, _)| out.add(*card));
        round.out = out;
    }
    round.odd_mut().cutter = cutter;
}

/// A player who has taken back his wagers on a spot has answered for it.
fn withdrew(round: &mut Round, player: PlayerId, spot: Spot, kind: Kind) {
    if kind == Kind::Main {
        super::choose(round, player, Some(spot));
        stay_if_asked(round, player);
    }
}
