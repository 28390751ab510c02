//! Cards that are out of the device before their time: drawn together, found face up, dealt in error.

use round::{Awaiting, Event, awaiting};
use rulebook::Reason;
use vocabulary::{Card, PlayerId};

use super::staff::in_post;
use super::{Teller, and};

impl Teller<'_> {
    pub(super) fn together(&self, event: &Event) -> Option<String> {
        Some(match event {
            Event::DrawnTogether { by, cards, seen, ordered, .. } => {
                let (by, count, shown) = (self.by(*by), cards.len(), as_seen(cards, seen));
                let order = if *ordered { "in this order" } else { "in an order nobody knows" };
                format!("{by} draws {count} cards together, {order}: {shown}{}", unseen(seen, *ordered))
            }
            Event::FaceUpFound { by, card, .. } => {
                format!("{} finds {card} lying face up in the dealing device", self.by(*by))
            }
            Event::CardsNext { cards, seen, reserved, because } => {
                self.next(cards, seen, *reserved, because.reason)
            }
            Event::CardRefused { player, area, hand, .. } => {
                let (who, hand) = (self.name(*player), self.hand(*area, *hand));
                format!("{who} wants a card, but not the one dealt in error: {hand} stands")
            }
            Event::DiscardAsked { .. } => {
                let who = in_post(self.rules.dealer_cards_by());
                format!("{who} is to discard the cards drawn together for the dealer")
            }
            Event::Discarding { by, words, .. } => format!(
                "{} discards the cards drawn together, and another is drawn for the dealer: {words}",
                self.by(*by)
            ),
            Event::PickAsked { player, because } => self.asked_to_pick(*player, because.reason),
            Event::Picked { by, player, picks, .. } => {
                let who = match (by, player) {
                    (Some(by), _) => self.by(*by),
                    (None, Some(player)) => self.name(*player).to_owned(),
                    (None, None) => return None,
                };
                format!("{who} {}", self.picked(picks))
            }
            _ => return self.staff(event),
        })
    }

    /// Which cards come next, and to whom.
    fn next(&self, cards: &[Card], seen: &[bool], reserved: Option<usize>, reason: Reason) -> String {
        let shown = as_seen(cards, seen);
        let error = if self.is_squeezed() { "the card dealt in error".to_owned() } else { shown.clone() };
        match reason {
            Reason::CardPutRight => format!("{error} goes to the hand it was due to"),
            Reason::NextCard if self.rules.refuse_card() => {
                let whose = match reserved {
                    Some(area) => format!("{error} is for {} and those after it", self.area(area)),
                    None => format!("{error} comes next"),
                };
                format!("{whose}: who asks for a card gets it, or refuses it and stands")
            }
            Reason::NextCard => format!("{error} comes next"),
            Reason::OneSeen | Reason::DealerOneSeen => format!("{shown} was seen and comes first"),
            Reason::OneSeenRest | Reason::DealerOneSeenRest if cards.len() == 1 => {
                "the card nobody saw comes after the one that was seen".into()
            }
            Reason::OneSeenRest | Reason::DealerOneSeenRest => {
                "the cards nobody saw come after the one that was seen, as they lie".into()
            }
            _ if cards.len() == 1 => format!("{shown} comes next"),
            _ => "they come next in the order they lie".into(),
        }
    }

    fn asked_to_pick(&self, player: Option<PlayerId>, reason: Reason) -> String {
        let who = player
            .map_or_else(|| in_post(self.rules.dealer_cards_by()), |player| self.name(player).to_owned());
        let among = match awaiting(self.rules, self.round) {
            Awaiting::Pick { cards, .. } => {
                let seen: Vec<String> =
                    cards.iter().map(|card| card.map_or("?".into(), |card| card.to_string())).collect();
                format!(": {}", seen.join(" "))
            }
            _ => String::new(),
        };
        let (may, then) = match reason {
            Reason::DealerWorst => (
                "is to pick the dealer's card among those seen, the one that is worst for the dealer",
                "the rest leaves the game",
            ),
            Reason::DealerPicksUnseen => ("is to pick the dealer's card", "the rest comes next"),
            Reason::PicksSeen => {
                ("may take of the cards that were seen", "what is left is offered to the next player")
            }
            Reason::PicksRest => ("may take of what is left, or decline it", "what is not taken is burnt"),
            _ => ("is to pick among the cards drawn together", "that card comes first and the rest follow"),
        };
        format!("{who} {may}{among}; {then}")
    }

    /// What was picked, by its name where it was seen; otherwise places are told as people count them.
    fn picked(&self, picks: &[usize]) -> String {
        let waiting = self.waiting();
        let first: Vec<String> = waiting.into_iter().take(picks.len()).collect();
        if !first.is_empty() && !first.iter().any(|card| card == "?") {
            return format!("picks {}", and(&first).unwrap_or_default());
        }
        let places: Vec<String> = picks.iter().map(|at| (at.saturating_add(1)).to_string()).collect();
        match &places[..] {
            [] => "takes none of them".into(),
            [place] => format!("picks card {place} from the left"),
            _ => format!("picks cards {} from the left", and(&places).unwrap_or_default()),
        }
    }
}

/// Cards, with `?` for each that nobody has seen.
fn as_seen(cards: &[Card], seen: &[bool]) -> String {
    let seen = seen.iter().copied().chain(std::iter::repeat(true));
    let shown: Vec<String> =
        cards.iter().zip(seen).map(|(card, seen)| if seen { card.to_string() } else { "?".into() }).collect();
    shown.join(" ")
}

/// How many of them were seen, where that matters.
fn unseen(seen: &[bool], ordered: bool) -> &'static str {
    match seen.iter().filter(|seen| **seen).count() {
        _ if ordered => "",
        0 => " (none was seen)",
        1 => " (one was seen)",
        count if count == seen.len() => " (all were seen)",
        _ => " (some were seen)",
    }
}
