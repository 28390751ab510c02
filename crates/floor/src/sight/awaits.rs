//! What a table waits for, and of whom.

use round::{Awaiting, Slot, awaiting};
use serde::Serialize;
use utoipa::ToSchema;
use vocabulary::{PlayerId, Spot};

use crate::table::Table;

/// Something a table waits for. Several at once where several people are asked.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub struct Awaited {
    /// `wagers`, `card`, `offers`, `decision`, `follow`, `choice`, `pick`, `discard`, `control`, `ruling` or `next`.
    pub what: &'static str,
    /// Whose answer, where it is a player's; at terminals one's own only.
    pub player: Option<String>,
    /// The spot it is about; with a card and no spot, the card is the dealer's or everyone's.
    pub spot: Option<u8>,
    /// Which of the spot's hands, from 1.
    pub hand: Option<usize>,
}

/// What the table waits for, as far as this viewer may know: `shown` says of which players.
pub(super) fn awaited(table: &Table, shown: impl Fn(&str) -> bool) -> Vec<Awaited> {
    let mut all = everything(table);
    all.retain(|one| one.player.as_deref().is_none_or(&shown));
    all
}

fn everything(table: &Table) -> Vec<Awaited> {
    let of = |what, player: PlayerId, spot: Option<Spot>, hand: Option<usize>| Awaited {
        what,
        player: Some(super::name_of(table.names(), player.0)),
        spot: spot.map(Spot::number),
        hand: hand.map(|hand| hand + 1),
    };
    match awaiting(table.rules(), table.round()) {
        Awaiting::Wagers => vec![plain("wagers")],
        Awaiting::Card(slot) => vec![card(table, slot)],
        Awaiting::Offers { open, .. } => std::iter::once(plain("offers"))
            .chain(open.iter().map(|offer| of("offers", offer.player, Some(offer.spot), None)))
            .collect(),
        Awaiting::Decisions(all) => {
            all.iter().map(|one| of("decision", one.by, Some(one.spot), Some(one.hand))).collect()
        }
        Awaiting::Follow { spot, players, .. } => {
            players.iter().map(|(player, _)| of("follow", *player, Some(spot), None)).collect()
        }
        Awaiting::Withdrawals(players) => {
            players.iter().map(|player| of("choice", *player, None, None)).collect()
        }
        Awaiting::Choices { choices, .. } => {
            choices.iter().map(|(player, spot)| of("choice", *player, Some(*spot), None)).collect()
        }
        Awaiting::FinishFirst(player) => vec![of("choice", player, None, None)],
        Awaiting::Pick { player: Some(player), .. } => vec![of("pick", player, None, None)],
        Awaiting::Pick { player: None, .. } => vec![plain("pick")],
        Awaiting::Discard => vec![plain("discard")],
        Awaiting::Control(spots) => {
            spots.iter().map(|spot| Awaited { spot: Some(spot.number()), ..plain("control") }).collect()
        }
        Awaiting::Ruling => vec![plain("ruling")],
        Awaiting::Nothing(_) => vec![plain("next")],
    }
}

fn card(table: &Table, to: Slot) -> Awaited {
    match to {
        Slot::Hand { area, hand } => {
            let area = table.round().areas().get(area);
            Awaited {
                player: area.and_then(|area| area.owner).map(|owner| super::name_of(table.names(), owner.0)),
                spot: area.map(|area| area.spot.number()),
                hand: Some(hand + 1),
                ..plain("card")
            }
        }
        Slot::Common | Slot::Dealer | Slot::Hole => plain("card"),
    }
}

fn plain(what: &'static str) -> Awaited {
    Awaited { what, player: None, spot: None, hand: None }
}
