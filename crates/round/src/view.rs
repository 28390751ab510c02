//! What a viewer may see: built up field by field, so that what is not named here is not shown.

use rulebook::Rules;
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
    /// The cards of each hand.
    pub hands: Vec<Vec<Card>>,
}

/// An event as one viewer sees it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Seen {
    /// All of it.
    Open(Event),
    /// A card came out face down.
    FaceDown(Slot),
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
                hands: area.hands.iter().map(|hand| hand.cards.to_vec()).collect(),
            })
            .collect(),
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
    if let Event::Dealt { to: Slot::Hole, .. } = event {
        return Some(Seen::FaceDown(Slot::Hole));
    }
    if !rules.shared_hand() {
        return Some(Seen::Open(event.clone()));
    }
    whose(round, event).is_none_or(|player| may_see(viewer, player)).then(|| Seen::Open(event.clone()))
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

/// At terminals a player's own doings are his own business.
fn whose(round: &Round, event: &Event) -> Option<PlayerId> {
    let owner = |area: usize| round.areas.get(area).and_then(|area| area.owner);
    match event {
        Event::WagerPlaced { player, .. }
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
        | Event::Released { player, .. } => Some(*player),
        Event::WagerSettled { wager, .. }
        | Event::WagerCounted { wager, .. }
        | Event::WagerSmall { wager, .. } => round.wagers.get(*wager).map(|wager| wager.player),
        Event::HandClosed { area, .. } | Event::PlayedSilently { area, .. } => owner(*area),
        _ => None,
    }
}
