mod irregular;

use std::sync::Arc;

use rulebook::{Because, Kind, Reason};
use vocabulary::{Chips, PlayerId, Rank, Spot};

use crate::command::Action;
use crate::event::{Event, Marks, Slot};
use crate::hand::{Born, Closed, Hand};
use crate::list::{Few, Out};
use crate::state::{Area, End, Follow, Halt, Memory, Phase, Round};
use crate::wager::{Bet, Outcome, Settled, Small, Wager};

/// Changes the round by what has happened.
///
/// It takes no rules and cannot refuse, so that an old journal replays whatever today's rules say. An event that
/// names what is not there changes nothing.
pub fn apply(round: &mut Round, event: &Event) {
    match *event {
        Event::SatDown { player, spot, .. } => {
            let seats = &mut remember(round).seats;
            seats.retain(|(_, seated)| *seated != player);
            seats.push((spot, player));
        }
        Event::GotUp { player, spot, .. } => remember(round).seats.retain(|seat| *seat != (spot, player)),
        Event::BetsOpened { .. } => open_bets(round),
        Event::WagerPlaced { player, spot, kind, amount, .. } => place(round, player, spot, kind, amount),
        Event::WagerRemoved { player, spot, kind, .. } => {
            if let Some(at) = round.find(player, spot, kind.into()) {
                round.wagers.remove(at);
            }
        }
        Event::WagerCut { player, spot, kind, to, .. } => {
            if let Some(at) = round.find(player, spot, kind.into()) {
                (round.wagers[at].placed, round.wagers[at].stake) = (to, to);
            }
        }
        Event::BetsClosed { shared, .. } => close_bets(round, shared),
        Event::WagerFound { player, spot, kind, amount, .. } => find(round, player, spot, kind, amount),
        Event::WagerCounted { wager, counts, .. } => on_wager(round, wager, |wager| wager.stake = counts),
        Event::WagerSmall { wager, small, .. } => on_wager(round, wager, |wager| wager.small = small),
        Event::Dealt { card, to, .. } => {
            round.out.add(card);
            deal(round, card, to);
        }
        Event::OffersOpened { stage, because } => {
            round.phase = Phase::Offering(stage);
            if because.reason == Reason::LateOffers {
                round.odd_mut().late_offers = true;
            }
            round.wagers.iter_mut().for_each(|wager| wager.declined = false);
        }
        Event::OfferDeclined { player, spot, .. } => {
            if let Some(at) = round.find(player, spot, Bet::Main) {
                round.wagers[at].declined = true;
            }
        }
        Event::Insured { player, spot, owner, amount, .. } => {
            round.wagers.push(Wager::new(player, spot, Bet::Insurance(owner), amount));
        }
        Event::Peeked { .. } | Event::PlayBegan { .. } => {
            round.phase = Phase::Playing;
            if let Some(odd) = &mut round.irregular {
                odd.late_offers = false;
            }
        }
        Event::Acted { player, area, hand, action, .. } => act(round, player, area, hand, action),
        Event::FollowAsked { area, hand, action, ref players, .. } => {
            let there = round.areas.get(area).is_some_and(|area| hand < area.hands.len());
            round.follow = there.then(|| Follow { area, hand, action, asked: players.clone() });
        }
        Event::Followed { player, amount, .. } => follow(round, player, amount),
        Event::FollowDeclined { player, .. } => answered(round, &[player]),
        Event::WentOn { .. } => go_on(round),
        Event::TimedOut { area, hand, marks, .. } => mark(round, area, hand, marks),
        Event::PlayedSilently { area, hand, draws, marks, .. } => {
            mark(round, area, hand, marks);
            on_hand(round, area, hand, |hand| {
                if draws { hand.wants = true } else { hand.closed = Some(Closed::Stood) }
            });
        }
        Event::WentAway { player, why, .. } => {
            choose(round, player, None);
            let away = &mut remember(round).away;
            away.retain(|(gone, _)| *gone != player);
            away.push((player, why));
            stay_if_asked(round, player);
        }
        Event::CameBack { player, .. } => remember(round).away.retain(|(gone, _)| *gone != player),
        Event::HandClosed { area, hand, how, .. } => {
            on_hand(round, area, hand, |hand| hand.closed = Some(how));
        }
        Event::DealerBegan { .. } => round.phase = Phase::Drawing,
        Event::WagerSettled { wager, outcome, returned, because } => {
            on_wager(round, wager, |wager| wager.result = Some(Settled { outcome, returned, because }));
        }
        Event::Voided { reverses, because, .. } => void(round, reverses, because),
        Event::RoundSettled { .. } => {
            (round.phase, round.follow) = (Phase::Over(End::Settled), None);
            remember_small(round);
        }
        Event::InitialDealDone { .. }
        | Event::EvenMoneyTaken { .. }
        | Event::SurrenderTaken { .. }
        | Event::OffersClosed { .. }
        | Event::DealerDone { .. }
        | Event::Reported { .. } => {}
        _ => answers(round, event),
    }
}

/// What players and the pit answer once something went wrong.
fn answers(round: &mut Round, event: &Event) {
    match *event {
        Event::RulingAwaited { .. } => round.halt = Some(Box::new(Halt::Ruling)),
        Event::WithdrawalOffered { ref players, because } => {
            irregular::offered_withdrawal(round);
            round.halt =
                (!players.is_empty()).then(|| Box::new(Halt::Withdrawals(players.clone(), because.reason)));
        }
        Event::WithdrewAll { player, .. } => {
            answer(round, player);
            choose(round, player, None);
            stay_if_asked(round, player);
        }
        Event::Continued { player, spot, .. } => {
            answer(round, player);
            choose(round, player, spot);
        }
        Event::Released { player, .. } => {
            answer(round, player);
            choose(round, player, None);
        }
        Event::Ruled { .. } => round.halt = round.halt.take().filter(|halt| **halt != Halt::Ruling),
        _ => irregular::apply(round, event),
    }
}

/// What the table remembers, to be changed.
fn remember(round: &mut Round) -> &mut Memory {
    Arc::make_mut(round.memory.get_or_insert_default())
}

fn close_bets(round: &mut Round, shared: bool) {
    round.phase = Phase::Dealing;
    if shared {
        open_terminals(round);
    } else {
        open_areas(round);
    }
}

fn find(round: &mut Round, player: PlayerId, spot: Spot, kind: Kind, amount: Chips) {
    match round.find(player, spot, kind.into()) {
        Some(at) => (round.wagers[at].placed, round.wagers[at].stake) = (amount, amount),
        None => round.wagers.push(Wager::new(player, spot, kind.into(), amount)),
    }
    open_areas(round);
}

fn void(round: &mut Round, reverses: bool, because: Because) {
    for wager in round.wagers.iter_mut().filter(|wager| reverses || wager.is_live()) {
        let returned = wager.at_risk();
        wager.result = Some(Settled { outcome: Outcome::Void, returned, because });
    }
    (round.phase, round.halt, round.follow) = (Phase::Over(End::Void), None, None);
    round.irregular = None;
    remember_small(round);
}

/// Who walks away while he is asked to follow does not follow.
fn stay_if_asked(round: &mut Round, player: PlayerId) {
    if round.follow.as_ref().is_some_and(|follow| follow.asked.contains(&player)) {
        answered(round, &[player]);
    }
}

fn on_wager(round: &mut Round, at: usize, change: impl FnOnce(&mut Wager)) {
    if let Some(wager) = round.wagers.get_mut(at) {
        change(wager);
    }
}

fn on_hand(round: &mut Round, area: usize, hand: usize, change: impl FnOnce(&mut Hand)) {
    if let Some(hand) = round.areas.get_mut(area).and_then(|area| area.hands.get_mut(hand)) {
        change(hand);
    }
}

fn mark(round: &mut Round, area: usize, hand: usize, marks: Marks) {
    on_hand(round, area, hand, |hand| hand.silent |= marks != Marks::Nothing);
    if let Some(area) = round.areas.get_mut(area) {
        area.silent |= marks == Marks::Terminal;
    }
}

fn open_bets(round: &mut Round) {
    round.number = round.number.saturating_add(1);
    (round.phase, round.halt, round.follow) = (Phase::Betting, None, None);
    round.wagers.clear();
    round.areas.clear();
    round.dealer = Hand::default();
    round.subsequent = false;
    round.shoe_begun |= !round.out.is_empty();
    round.irregular = None;
    round.out = Out::NONE;
}

fn place(round: &mut Round, player: PlayerId, spot: Spot, kind: Kind, amount: Chips) {
    match round.find(player, spot, kind.into()) {
        Some(at) => {
            round.wagers[at].placed += amount;
            round.wagers[at].stake += amount;
        }
        None => round.wagers.push(Wager::new(player, spot, kind.into(), amount)),
    }
}

fn area(spot: Spot, owner: Option<PlayerId>) -> Area {
    let mut hands = Few::EMPTY;
    hands.push(Hand::default());
    Area { spot, owner, start: Few::EMPTY, hands, mains: Few::EMPTY, silent: false }
}

fn open_areas(round: &mut Round) {
    for wager in round.wagers.iter().filter(|wager| wager.is_main()) {
        if !round.areas.iter().any(|area| area.spot == wager.spot) {
            round.areas.push(area(wager.spot, None));
        }
    }
    round.areas.sort_by_key(|area| area.spot);
}

fn open_terminals(round: &mut Round) {
    for (at, wager) in round.wagers.iter().enumerate().filter(|(_, wager)| wager.is_main()) {
        let mut terminal = area(wager.spot, Some(wager.player));
        terminal.mains.push(index(at));
        round.areas.push(terminal);
    }
}

fn deal(round: &mut Round, card: vocabulary::Card, to: Slot) {
    let initial = round.phase == Phase::Dealing;
    round.subsequent |= !initial;
    if round.irregular.is_some() {
        irregular::note_card(round, card, to);
    }
    match to {
        Slot::Dealer | Slot::Hole => round.dealer.take(card),
        Slot::Hand { area, hand } => {
            if let Some(area) = round.areas.get_mut(area) {
                give(area, hand, card, initial);
            }
        }
        Slot::Common => {
            for area in 0..round.areas.len() {
                let due = if initial { Some(0) } else { round.open_hand(area) };
                if let Some(hand) = due.filter(|&hand| initial || round.areas[area].hands[hand].is_due()) {
                    give(&mut round.areas[area], hand, card, initial);
                }
            }
        }
    }
}

/// A hand takes a card; one that lacked a starting card takes it as that.
fn give(area: &mut Area, hand: usize, card: vocabulary::Card, initial: bool) {
    if initial || (area.start.len() < 2 && area.hands.len() == 1) {
        area.start.push(card);
    }
    if let Some(hand) = area.hands.get_mut(hand) {
        hand.take(card);
    }
}

fn act(round: &mut Round, player: PlayerId, area: usize, hand: usize, action: Action) {
    let Some(spot) = round.areas.get(area).map(|area| area.spot) else { return };
    match action {
        Action::Hit => on_hand(round, area, hand, |hand| hand.wants = true),
        Action::Stand => on_hand(round, area, hand, |hand| hand.closed = Some(Closed::Stood)),
        Action::Double(amount) => {
            on_hand(round, area, hand, |hand| (hand.doubled, hand.wants) = (true, true));
            if let Some(at) = main_on(round, player, spot, hand) {
                round.wagers[at].extra = amount.unwrap_or(round.wagers[at].stake);
            }
        }
        Action::Split => {
            split_cards(round, area, hand);
            for wager in round.wagers.iter_mut().filter(|wager| wager.is_main() && wager.spot == spot) {
                let same_area = round.areas[area].owner.is_none_or(|owner| owner == wager.player);
                if same_area && usize::from(wager.hand) > hand {
                    wager.hand += 1;
                }
            }
            stay_all(round, player, spot, hand);
            ride_both(round, player, spot, hand);
        }
    }
}

/// Until he follows, everyone else on a split hand stays on the first of the two.
fn stay_all(round: &mut Round, player: PlayerId, spot: Spot, hand: usize) {
    let on = |wager: &Wager| wager.is_main() && wager.spot == spot && usize::from(wager.hand) == hand;
    let others: Vec<PlayerId> = round
        .wagers
        .iter()
        .filter(|wager| on(wager) && wager.player != player)
        .map(|wager| wager.player)
        .collect();
    for wager in round.wagers.iter_mut().filter(|wager| wager.is_main() && wager.spot == spot) {
        wager.stayed |= others.contains(&wager.player);
    }
}

/// The second card of the hand becomes a hand of its own, directly after it.
fn split_cards(round: &mut Round, area: usize, hand: usize) {
    let hands = &mut round.areas[area].hands;
    let Some(old) = hands.get_mut(hand) else { return };
    let Some(card) = old.cards.pop() else { return };
    let first = old.cards.first().copied();
    old.born = match first {
        Some(first) if first.rank() == Rank::Ace => Born::SplitAces,
        Some(first) if first.rank() != card.rank() => Born::SplitUnlikeTens,
        _ => Born::Split,
    };
    let mut new = Hand { born: old.born, ..Hand::default() };
    new.take(card);
    hands.insert(hand + 1, new);
}

/// Puts an equal wager of the player on the hand after this one.
fn ride_both(round: &mut Round, player: PlayerId, spot: Spot, hand: usize) {
    if let Some(at) = main_on(round, player, spot, hand) {
        let first = round.wagers[at];
        let next = Wager { hand: first.hand + 1, placed: first.stake, extra: Chips::ZERO, ..first };
        round.wagers.push(next);
        let at = index(round.wagers.len() - 1);
        if let Some(terminal) = round.areas.iter_mut().find(|area| area.owner == Some(player)) {
            terminal.mains.push(at);
        }
    }
}

/// A wager's place; a round has far fewer wagers than fit.
fn index(at: usize) -> u16 {
    u16::try_from(at).unwrap_or(u16::MAX)
}

fn main_on(round: &Round, player: PlayerId, spot: Spot, hand: usize) -> Option<usize> {
    let here =
        |wager: &Wager| wager.player == player && wager.spot == spot && usize::from(wager.hand) == hand;
    round.mains().find(|(_, wager)| here(wager) && wager.is_live()).map(|(at, _)| at)
}

fn follow(round: &mut Round, player: PlayerId, amount: Chips) {
    let Some(Follow { area, hand, action, .. }) = round.follow else { return };
    let spot = round.areas[area].spot;
    match action {
        Action::Split => {
            for wager in round.wagers.iter_mut().filter(|wager| wager.player == player && wager.spot == spot)
            {
                wager.stayed = false;
            }
            ride_both(round, player, spot, hand);
        }
        Action::Double(_) => {
            if let Some(at) = main_on(round, player, spot, hand) {
                round.wagers[at].extra = amount;
            }
        }
        Action::Hit | Action::Stand => {}
    }
    answered(round, &[player]);
}

fn answered(round: &mut Round, players: &[PlayerId]) {
    if let Some(follow) = &mut round.follow {
        follow.asked.retain(|player| !players.contains(player));
        if follow.asked.is_empty() {
            round.follow = None;
        }
    }
}

fn go_on(round: &mut Round) {
    if round.halt.is_some() {
        round.halt = None;
    } else if let Some(follow) = &round.follow {
        let players = follow.asked.clone();
        answered(round, &players);
    }
}

fn answer(round: &mut Round, player: PlayerId) {
    if let Some(Halt::Withdrawals(asked, _)) = round.halt.as_deref_mut() {
        asked.retain(|other| *other != player);
        if asked.is_empty() {
            round.halt = None;
        }
    }
}

/// A player has chosen for a spot, or for all of his.
fn choose(round: &mut Round, player: PlayerId, spot: Option<Spot>) {
    if let Some(Halt::Choices(asked, _)) = round.halt.as_deref_mut() {
        asked.retain(|(who, place)| *who != player || spot.is_some_and(|spot| spot != *place));
        if asked.is_empty() {
            round.halt = None;
        }
    }
}

/// Whoever had a wager under the minimum paid or collected has had his one.
fn remember_small(round: &mut Round) {
    let counts = |wager: &Wager| {
        let settled = |s: Settled| !matches!(s.outcome, Outcome::Returned | Outcome::Void);
        wager.small == Some(Small::First) && wager.result.is_some_and(settled)
    };
    let players: Vec<PlayerId> =
        round.wagers.iter().filter(|wager| counts(wager)).map(|wager| wager.player).collect();
    for player in players {
        if !round.memory().small_before.contains(&player) {
            remember(round).small_before.push(player);
        }
    }
}
