//! What a viewer may see: built up field by field, so that what is not named here is not shown.

use rulebook::{Reason, Rules};
use vocabulary::{Card, Chips, PlayerId, Spot};

use crate::event::{Event, Slot};
use crate::state::{End, Phase, Round};
use crate::wager::Wager;

/// Who looks.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Viewer {
    /// A player at the table or at his terminal.
    Player(PlayerId),
    /// The dealer and the pit.
    Staff,
    /// Anyone.
    Public,
}

/// A round as one viewer sees it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct View {
    /// Which round of the table it is.
    pub number: u32,
    /// How far it is.
    pub phase: Phase,
    /// How it ended.
    pub end: Option<End>,
    /// The dealer's cards; `None` is a card lying face down.
    pub dealer: Vec<Option<Card>>,
    /// The hands, as far as this viewer may see them.
    pub areas: Vec<ViewedArea>,
    /// Cards that are out of the device and not dealt; `None` is one that nobody saw.
    pub waiting: Vec<Option<Card>>,
    /// The wagers this viewer may see.
    pub wagers: Vec<Wager>,
    /// The viewer's own net so far, if he is a player.
    pub net: Option<Chips>,
}

/// The hands of a spot or terminal as a viewer sees them.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ViewedArea {
    /// The spot.
    pub spot: Spot,
    /// With a shared hand, whose terminal it is.
    pub owner: Option<PlayerId>,
    /// The cards of each hand; `None` is a card lying face down.
    pub hands: Vec<Vec<Option<Card>>>,
}

/// An event as one viewer sees it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Seen {
    /// All of it.
    Open(Event),
    /// A card came out face down.
    FaceDown(Slot),
    /// Cards are out of the device, to be dealt later; `None` is one that nobody saw.
    Waiting(Vec<Option<Card>>),
}

/// The round as this viewer sees it.
#[must_use]
pub fn view(rules: &Rules, round: &Round, viewer: Viewer) -> View {
    let mut dealer: Vec<Option<Card>> = round.dealer.cards.iter().copied().map(Some).collect();
    if hole_is_down(rules, round)
        && let Some(hole) = dealer.get_mut(1)
    {
        *hole = None;
    }
    let areas = round.areas.iter().filter(|area| area.owner.is_none_or(|owner| may_see(viewer, owner)));
    let wagers = round.wagers.iter().filter(|wager| !rules.shared_hand() || may_see(viewer, wager.player));
    View {
        number: round.number,
        phase: round.phase,
        end: round.end(),
        dealer,
        areas: areas
            .map(|area| ViewedArea {
                spot: area.spot,
                owner: area.owner,
                hands: {
                    let down = is_down(round, area.spot, viewer);
                    let shown = |card: &Card| (!down).then_some(*card);
                    area.hands.iter().map(|hand| hand.cards.iter().map(shown).collect()).collect()
                },
            })
            .collect(),
        waiting: {
            let odd = round.odd();
            let left = odd.leftover.iter().flat_map(|left| &left.cards);
            let cards = odd.head.iter().chain(&odd.together).chain(left);
            cards.map(|waiting| waiting.seen.then_some(waiting.card)).collect()
        },
        wagers: wagers.copied().collect(),
        net: match viewer {
            Viewer::Player(player) => Some(round.net(player)),
            Viewer::Staff | Viewer::Public => None,
        },
    }
}

/// An event as this viewer sees it; `None` if it is not for him. `round` is the round after it.
#[must_use]
pub fn seen_by(rules: &Rules, round: &Round, event: &Event, viewer: Viewer) -> Option<Seen> {
    if let Some(seen) = unseen(event) {
        return Some(seen);
    }
    match event {
        Event::Dealt { to: to @ Slot::Hand { area, .. }, .. }
        | Event::Redealt { to: to @ Slot::Hand { area, .. }, .. }
            if round.areas.get(*area).is_some_and(|area| is_down(round, area.spot, viewer)) =>
        {
            return Some(Seen::FaceDown(*to));
        }
        _ => {}
    }
    if !rules.shared_hand() {
        return Some(Seen::Open(event.clone()));
    }
    concerns(round, event).is_none_or(|player| may_see(viewer, player)).then(|| Seen::Open(event.clone()))
}

/// What is seen of an event with cards whose faces nobody sees when it happens, staff neither; `None` for every other event.
#[must_use]
pub fn unseen(event: &Event) -> Option<Seen> {
    match event {
        Event::Dealt { to: Slot::Hole, .. } | Event::Redealt { to: Slot::Hole, .. } => {
            Some(Seen::FaceDown(Slot::Hole))
        }
        Event::DrawnTogether { cards, seen, .. } | Event::CardsNext { cards, seen, .. }
            if seen.contains(&false) =>
        {
            let cards = cards.iter().zip(seen).map(|(card, seen)| seen.then_some(*card));
            Some(Seen::Waiting(cards.collect()))
        }
        Event::CardsDiscarded { cards, because }
            if matches!(
                because.reason,
                Reason::RestBurnt | Reason::CardDiscarded | Reason::TogetherDiscarded
            ) =>
        {
            Some(Seen::Waiting(vec![None; cards.len()]))
        }
        _ => None,
    }
}

/// Whether a spot's cards lie face down for this viewer: for everyone but staff and who bets there.
fn is_down(round: &Round, spot: Spot, viewer: Viewer) -> bool {
    let bets = |player: PlayerId| round.wagers.iter().any(|w| w.player == player && w.spot == spot);
    let knows = match viewer {
        Viewer::Player(player) => bets(player),
        Viewer::Staff => true,
        Viewer::Public => false,
    };
    round.is_squeezed(spot) && !knows
}

/// A card lies face down until the dealer's turn, or until he has looked and has a blackjack.
fn hole_is_down(rules: &Rules, round: &Round) -> bool {
    rules.hole_card() == rulebook::HoleCard::Peek && !matches!(round.phase, Phase::Drawing | Phase::Over(_))
}

fn may_see(viewer: Viewer, player: PlayerId) -> bool {
    match viewer {
        Viewer::Player(own) => own == player,
        Viewer::Staff => true,
        Viewer::Public => false,
    }
}

/// Whose business an event is, at terminals, where a player's own doings are his own business; none where it is everyone's.
#[must_use]
pub fn concerns(round: &Round, event: &Event) -> Option<PlayerId> {
    let owner = |area: usize| round.areas.get(area).and_then(|area| area.owner);
    match event {
        Event::SatDown { player, .. }
        | Event::GotUp { player, .. }
        | Event::WagerPlaced { player, .. }
        | Event::WagerRemoved { player, .. }
        | Event::WagerCut { player, .. }
        | Event::WagerFound { player, .. }
        | Event::OfferDeclined { player, .. }
        | Event::Insured { player, .. }
        | Event::EvenMoneyTaken { player, .. }
        | Event::SurrenderTaken { player, .. }
        | Event::Acted { player, .. }
        | Event::Followed { player, .. }
        | Event::FollowDeclined { player, .. }
        | Event::TimedOut { player, .. }
        | Event::WentAway { player, .. }
        | Event::CameBack { player, .. }
        | Event::WithdrewAll { player, .. }
        | Event::Continued { player, .. }
        | Event::Released { player, .. }
        | Event::Withdrew { player, .. }
        | Event::FinishAsked { player, .. }
        | Event::CardRefused { player, .. }
        | Event::PlacedByStaff { player, .. }
        | Event::PlayerRestricted { player, .. }
        | Event::Signalled { player, .. }
        | Event::Awarded { player, .. } => Some(*player),
        Event::WagerSettled { wager, .. }
        | Event::WagerReopened { wager, .. }
        | Event::WagerCounted { wager, .. }
        | Event::WagerSmall { wager, .. } => round.wagers.get(*wager).map(|wager| wager.player),
        Event::HandClosed { area, .. }
        | Event::HandReopened { area, .. }
        | Event::PassedOver { area, .. }
        | Event::Dealt { to: Slot::Hand { area, .. }, .. }
        | Event::PlayedSilently { area, .. } => owner(*area),
        _ => None,
    }
}
