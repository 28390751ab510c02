//! The felt: the dealer's cards above, the spots below, the shoe beside.

use floor::HandSight;
use maud::{Markup, html};

use super::Terminal;
use crate::drawing::{card, card_back};
use crate::texts::Language;

impl Terminal<'_> {
    pub(super) fn felt(&self) -> Markup {
        let (sight, texts) = (self.sight, self.texts());
        html! {
            section.felt aria-label=(self.language.game(&sight.game, &sight.name)) {
                div.shoe aria-hidden="true" { i {} i {} i {} }
                section #dealer.dealer aria-label=(texts.dealer) {
                    h2 { (texts.dealer) }
                    (hand(&sight.dealer, &format!("r{}-d", sight.round), self.language))
                }
                @if !sight.waiting.is_empty() {
                    div.hand.waiting {
                        @for (at, one) in sight.waiting.iter().enumerate() {
                            @let id = format!("r{}-w-{at}", sight.round);
                            @match one.card() { Some(face) => (card(face, &id, self.language)), None => (card_back(&id, self.language)) }
                        }
                    }
                }
                p.print aria-hidden="true" { (self.language.game(&sight.game, &sight.name)) }
                div.spots.single[self.is_shared()] { @for spot in self.spots_shown() { (self.spot(spot)) } }
            }
        }
    }
}

impl Terminal<'_> {
    /// Whether everyone plays the same cards at a terminal of his own.
    fn is_shared(&self) -> bool {
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

/// A hand of cards with its total. What a card is called on the page tells its place in the round, never the card.
pub(crate) fn hand(hand: &HandSight, stem: &str, language: Language) -> Markup {
    html! {
        div.hand id=(stem) {
            div.cards {
                @for (at, one) in hand.cards.iter().enumerate() {
                    @let id = format!("{stem}-{at}");
                    @match one.card() { Some(face) => (card(face, &id, language)), None => (card_back(&id, language)) }
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
