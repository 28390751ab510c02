//! Cards: faces with an index that can be read at forty pixels and pips that hold on a wall, and one back for all.

use maud::{Markup, html};
use vocabulary::{Card, Rank, Suit};

use super::suits::{ink, name, pip};
use super::{courts, stars};
use crate::assets;
use crate::texts::Language;

/// Every card of either deck.
fn every_card() -> impl Iterator<Item = Card> {
    let suits = Suit::STANDARD.into_iter().chain(Suit::ELEMENTS);
    suits.flat_map(|suit| Rank::ALL.into_iter().filter_map(move |rank| Card::new(rank, suit)))
}

/// Every card and the back as symbols, named as the notation names the card.
pub(crate) fn symbols() -> Markup {
    html! {
        symbol id="body" viewBox="0 0 250 350" {
            rect x="1.5" y="1.5" width="247" height="347" rx="18" fill="#fff" stroke="#9aa3ad" stroke-width="3" {}
        }
        @for card in every_card() {
            symbol id=(card) viewBox="0 0 250 350" { (face(card)) }
        }
        symbol id="back" viewBox="0 0 250 350" { (back()) }
    }
}

fn face(card: Card) -> Markup {
    let (rank, suit) = (card.rank(), card.suit());
    html! {
        use href="#body" {}
        g fill=(ink(suit)) color=(ink(suit)) {
            (middle(rank, suit))
            (corner(rank, suit))
            g transform="rotate(180 125 175)" { (corner(rank, suit)) }
        }
    }
}

fn middle(rank: Rank, suit: Suit) -> Markup {
    if rank >= Rank::Fu {
        return stars::figure(rank, suit);
    }
    if rank.is_picture() {
        return courts::figure(rank, suit);
    }
    let size = if rank == Rank::Ace { 118.0 } else { 43.0 };
    html! { @for &(x, y) in places(rank) { (pip(suit, (x, y), size, y > 176.0)) } }
}

/// Where the pips of a rank lie.
const fn places(rank: Rank) -> &'static [(f32, f32)] {
    const LEFT: f32 = 92.0;
    const MID: f32 = 125.0;
    const RIGHT: f32 = 158.0;
    match rank {
        Rank::Ace => &[(MID, 175.0)],
        Rank::Two => &[(MID, 70.0), (MID, 280.0)],
        Rank::Three => &[(MID, 70.0), (MID, 175.0), (MID, 280.0)],
        Rank::Four => &[(LEFT, 70.0), (RIGHT, 70.0), (LEFT, 280.0), (RIGHT, 280.0)],
        Rank::Five => &[(LEFT, 70.0), (RIGHT, 70.0), (MID, 175.0), (LEFT, 280.0), (RIGHT, 280.0)],
        Rank::Six => {
            &[(LEFT, 70.0), (RIGHT, 70.0), (LEFT, 175.0), (RIGHT, 175.0), (LEFT, 280.0), (RIGHT, 280.0)]
        }
        Rank::Seven => &[
            (LEFT, 70.0),
            (RIGHT, 70.0),
            (MID, 122.0),
            (LEFT, 175.0),
            (RIGHT, 175.0),
            (LEFT, 280.0),
            (RIGHT, 280.0),
        ],
        Rank::Eight => &[
            (LEFT, 70.0),
            (RIGHT, 70.0),
            (MID, 122.0),
            (LEFT, 175.0),
            (RIGHT, 175.0),
            (MID, 228.0),
            (LEFT, 280.0),
            (RIGHT, 280.0),
        ],
        Rank::Nine => &[
            (LEFT, 62.0),
            (RIGHT, 62.0),
            (LEFT, 137.0),
            (RIGHT, 137.0),
            (MID, 175.0),
            (LEFT, 213.0),
            (RIGHT, 213.0),
            (LEFT, 288.0),
            (RIGHT, 288.0),
        ],
        _ => &[
            (LEFT, 62.0),
            (RIGHT, 62.0),
            (MID, 99.0),
            (LEFT, 137.0),
            (RIGHT, 137.0),
            (LEFT, 213.0),
            (RIGHT, 213.0),
            (MID, 251.0),
            (LEFT, 288.0),
            (RIGHT, 288.0),
        ],
    }
}

/// What is printed in the corner for a rank.
fn index(rank: Rank) -> String {
    let star = stars::word(rank).map(|word| word.chars().take(2).collect());
    star.unwrap_or_else(|| plain_index(rank))
}

fn plain_index(rank: Rank) -> String {
    if rank == Rank::Ten { "10".to_owned() } else { rank.letter().to_string() }
}

/// The index: the rank, the suit, and for an element its letter.
fn corner(rank: Rank, suit: Suit) -> Markup {
    let index = index(rank);
    let wide = index.len() > 1;
    html! {
        text x="34" y="68" text-anchor="middle" font-family="Arial, Helvetica, 'DejaVu Sans', sans-serif" font-weight="700"
            font-size="68" textLength=[wide.then_some("56")] lengthAdjust=[wide.then_some("spacingAndGlyphs")] { (index) }
        (pip(suit, (35.0, 103.0), 46.0, false))
        @if suit.is_element() {
            text x="35" y="160" text-anchor="middle" font-family="Arial, Helvetica, 'DejaVu Sans', sans-serif"
                font-weight="700" font-size="34" { (suit.letter().to_ascii_uppercase()) }
        }
    }
}

fn back() -> Markup {
    html! {
        use href="#body" {}
        rect x="14" y="14" width="222" height="322" rx="12" fill="#8c1d2f" {}
        g fill="none" stroke="#f3d9a0" {
            rect x="22" y="22" width="206" height="306" rx="8" stroke-width="3" {}
            g stroke-width="1.6" opacity=".65" {
                @for at in 0..13_u8 {
                    @let along = f32::from(at) * 25.0 - 50.0;
                    path d={ "M24 " (along + 24.0) "L226 " (along + 126.0) "M226 " (along + 24.0) "L24 " (along + 126.0) } {}
                }
            }
            circle cx="125" cy="175" r="52" fill="#8c1d2f" stroke-width="4" {}
            circle cx="125" cy="175" r="43" stroke-width="2" {}
        }
        g color="#f3d9a0" {
            @for (suit, at) in Suit::STANDARD.into_iter().zip([(125.0, 152.0), (103.0, 175.0), (147.0, 175.0), (125.0, 198.0)]) {
                (pip(suit, at, 24.0, false))
            }
        }
    }
}

/// A rank as it is called: `10`, `K`, `Shou`.
pub(crate) fn rank_name(rank: Rank) -> String {
    stars::word(rank).map_or_else(|| plain_index(rank), str::to_owned)
}

/// A card's name, for viewers who do not see it.
pub(crate) fn card_name(card: Card, language: Language) -> String {
    language.card(&rank_name(card.rank()), name(card.suit()))
}

/// A card face up, with a name of its own on the page so that it can be seen to move.
pub(crate) fn card(card: Card, id: &str, language: Language) -> Markup {
    picture(&card.to_string(), id, &card_name(card, language))
}

/// A card face down.
pub(crate) fn card_back(id: &str, language: Language) -> Markup {
    picture("back", id, language.texts().face_down)
}

fn picture(symbol: &str, id: &str, label: &str) -> Markup {
    html! {
        svg.card id=(id) data-moves=(id) viewBox="0 0 250 350" role="img" aria-label=(label) {
            use href={ (assets::CARDS.address()) "#" (symbol) } {}
        }
    }
}
