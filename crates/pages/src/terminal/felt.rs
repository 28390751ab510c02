//! The felt: the dealer's cards above, the spots below, the shoe beside.

use floor::{CardSight, CommonSight, HandSight, Sight};
use maud::{Markup, html};

use super::Terminal;
use crate::drawing::{card, card_back};
use crate::texts::Language;

impl Terminal<'_> {
    pub(super) fn felt(&self) -> Markup {
        let sight = self.sight;
        html! {
            section.felt aria-label=(self.language.game(&sight.game, &sight.name)) {
                div.shoe aria-hidden="true" { i {} i {} i {} }
                (dealer(sight, self.language))
                (common(&sight.common, self.has_hand(), &format!("r{}-k", sight.round), self.language))
                p.print aria-hidden="true" { (self.language.game(&sight.game, &sight.name)) }
                div.spots.single[self.is_shared()] { @for spot in self.spots_shown() { (self.spot(spot)) } }
            }
        }
    }
}

impl Terminal<'_> {
    /// Whether the viewer has a hand of their own in the shared cards.
    fn has_hand(&self) -> bool {
        self.sight.hands.iter().any(|hand| hand.player.is_some() && hand.player.as_deref() == self.own())
    }

    /// Whether everyone plays the same cards at a terminal of their own.
    pub(super) fn is_shared(&self) -> bool {
        self.standing.table.rules().shared_hand()
    }

    /// Every spot; at a terminal of one's own only that, or a free one.
    fn spots_shown(&self) -> Vec<u8> {
        let seats = &self.sight.seats;
        let own = || seats.iter().find(|(_, name)| Some(name.as_str()) == self.own()).map(|(spot, _)| *spot);
        let free = || (1..=self.sight.spots).find(|spot| !seats.contains_key(spot));
        if self.is_shared() {
            vec![own().or_else(free).unwrap_or(1)]
        } else {
            (1..=self.sight.spots).collect()
        }
    }
}

/// The cards that are everyone's, with those in the viewer's own hand marked, where they have one.
pub(crate) fn common(cards: &[CommonSight], has_hand: bool, place: &str, language: Language) -> Markup {
    let texts = language.terminal();
    html! {
        @if !cards.is_empty() {
            section #common.common aria-label=(texts.shared_cards) {
                h2 { (texts.shared_cards) }
                div.cards {
                    @for (at, one) in cards.iter().enumerate() {
                        div.shared.used[one.used].unused[has_hand && !one.used] id={ (place) (at) } {
                            @if let Some(face) = one.card.card() { (card(face, &format!("{place}{at}-c"), language)) }
                            @if has_hand { span.unseen { (if one.used { texts.used } else { texts.unused }) } }
                        }
                    }
                }
                @if has_hand { p.dim { (texts.shared_why) } }
            }
        }
    }
}

/// The dealer's cards, and those that wait for their place.
pub(crate) fn dealer(sight: &Sight, language: Language) -> Markup {
    let name = language.texts().dealer;
    html! {
        section #dealer.dealer aria-label=(name) {
            h2 { (name) }
            (hand(&sight.dealer, &format!("r{}-d", sight.round), language))
        }
        @if !sight.waiting.is_empty() {
            div.hand.waiting {
                @for (at, one) in sight.waiting.iter().enumerate() { (lying(*one, &format!("r{}-w-{at}", sight.round), language)) }
            }
        }
    }
}

/// A card, or its back.
pub(crate) fn lying(one: CardSight, id: &str, language: Language) -> Markup {
    one.card().map_or_else(|| card_back(id, language), |face| card(face, id, language))
}

/// A hand of cards with its total. A card's id on the page is its number among those that came to its place, never
/// which it is; so a card that is split off is the same on the page and can be seen to move.
pub(crate) fn hand(hand: &HandSight, place: &str, language: Language) -> Markup {
    html! {
        div.hand id={ (place) "-h" (hand.hand) } {
            div.cards {
                @for (one, number) in hand.cards.iter().zip(&hand.numbers) {
                    (lying(*one, &format!("{place}-c{number}"), language))
                }
            }
            @if let Some(total) = hand.total {
                p.total {
                    span.unseen { (language.comes_to(total, hand.soft)) }
                    span aria-hidden="true" {
                        // A soft hand shows both of its totals, as tables do.
                        @if hand.soft && total < 21 { (total - 10) "/" }
                        (total)
                    }
                }
            }
        }
    }
}
