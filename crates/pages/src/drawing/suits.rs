//! The four suits and the five elements: each has a shape, a colour and a letter of its own, so that no card rests on
//! colour alone.

use maud::{Markup, PreEscaped, html};
use vocabulary::Suit;

use crate::assets;
use crate::texts::Language;

/// The name of a suit's symbol in the sheet.
pub(super) const fn name(suit: Suit) -> &'static str {
    match suit {
        Suit::Spades => "spades",
        Suit::Hearts => "hearts",
        Suit::Diamonds => "diamonds",
        Suit::Clubs => "clubs",
        Suit::Fire => "fire",
        Suit::Gold => "gold",
        Suit::Earth => "earth",
        Suit::Wood => "wood",
        Suit::Water => "water",
    }
}

/// The ink a suit is printed in, dark enough to be read on white.
pub(super) const fn ink(suit: Suit) -> &'static str {
    match suit {
        Suit::Spades | Suit::Clubs => "#12161d",
        Suit::Hearts | Suit::Diamonds => "#c4122f",
        Suit::Fire => "#d2301a",
        Suit::Gold => "#9a6b00",
        Suit::Earth => "#74431c",
        Suit::Wood => "#19743a",
        Suit::Water => "#1257ac",
    }
}

/// A paler tone of it, for robes and seals.
pub(super) const fn tone(suit: Suit) -> &'static str {
    match suit {
        Suit::Spades | Suit::Clubs => "#3f5a86",
        Suit::Hearts | Suit::Diamonds => "#e2566c",
        Suit::Fire => "#fbe3dc",
        Suit::Gold => "#faeecb",
        Suit::Earth => "#f1e3d3",
        Suit::Wood => "#dcf1e0",
        Suit::Water => "#dceafa",
    }
}

/// The shape on a field of 100 by 100, in the ink of its surroundings.
const fn shape(suit: Suit) -> &'static str {
    match suit {
        Suit::Spades => {
            "<path d='M50 4C58 24 93 42 93 66c0 15-11 24-23 24-7 0-13-4-16-9 1 8 4 13 11 16H35c7-3 10-8 11-16-3 5-9 9-16 \
             9C18 90 7 81 7 66 7 42 42 24 50 4Z'/>"
        }
        Suit::Hearts => {
            "<path d='M50 95C41 77 6 58 6 31 6 16 17 7 29 7c9 0 17 5 21 14C54 12 62 7 71 7c12 0 23 9 23 24 0 27-35 46-44 \
             64Z'/>"
        }
        Suit::Diamonds => {
            "<path d='M50 3c9 19 22 36 37 47-15 11-28 28-37 47C41 78 28 61 13 50 28 39 41 22 50 3Z'/>"
        }
        Suit::Clubs => {
            "<circle cx='50' cy='26' r='22'/><circle cx='26' cy='59' r='22'/><circle cx='74' cy='59' r='22'/><path d='M44 \
             44h12c-1 24 2 42 12 53H32c10-11 13-29 12-53Z'/>"
        }
        Suit::Fire => {
            "<path d='M53 2c4 20 32 36 32 63 0 20-16 33-35 33S15 85 15 65c0-15 9-23 14-35 5 6 8 10 11 13C38 28 42 14 53 \
             2Z'/><path fill='#fff' d='M50 89c-10 0-16-7-16-15 0-11 11-15 14-29 9 10 19 17 19 29 0 9-7 15-17 15Z'/>"
        }
        Suit::Gold => {
            "<path d='M3 37c10 8 20 8 27 1 3-21 37-21 40 0 7 7 17 7 27-1-1 33-16 49-47 49S4 70 3 37Z'/><path fill='none' \
             stroke='#fff' stroke-width='6' stroke-linecap='round' d='M31 44c9 11 29 11 38 0M22 62c6 8 14 11 24 11'/>"
        }
        Suit::Earth => {
            "<path d='M2 90 35 14l18 33 12-19 33 62Z'/><path fill='none' stroke='#fff' stroke-width='7' \
             stroke-linejoin='round' d='m21 58 12-11 9 10 10-10M4 78h92'/>"
        }
        Suit::Wood => {
            "<path d='M50 2C92 20 97 66 55 82v16H45V82C3 66 8 20 50 2Z'/><path fill='none' stroke='#fff' stroke-width='6' \
             stroke-linecap='round' d='M50 24v52M50 44 64 32M50 44 36 32M50 64l18-14M50 64 32 50'/>"
        }
        Suit::Water => {
            "<path fill='none' stroke='currentColor' stroke-width='15' stroke-linecap='round' d='M9 28c14-16 27-16 41 \
             0s27 16 41 0M9 54c14-16 27-16 41 0s27 16 41 0M9 80c14-16 27-16 41 0s27 16 41 0'/>"
        }
    }
}

/// Every suit as a symbol.
pub(super) fn symbols() -> Markup {
    html! {
        @for suit in Suit::STANDARD.into_iter().chain(Suit::ELEMENTS) {
            symbol id=(name(suit)) viewBox="0 0 100 100" { g fill="currentColor" { (PreEscaped(shape(suit))) } }
        }
    }
}

/// A suit of this size with its middle here, upright or upside down.
pub(super) fn pip(suit: Suit, (x, y): (f32, f32), size: f32, turned: bool) -> Markup {
    let half = size / 2.0;
    let turn = turned.then(|| format!("rotate(180 {x} {y})"));
    html! {
        use href={ "#" (name(suit)) } x=(x - half) y=(y - half) width=(size) height=(size) transform=[turn] {}
    }
}

/// A suit by itself, in its ink, with its name.
pub(crate) fn sign(suit: Suit, language: Language) -> Markup {
    html! {
        svg.suit viewBox="0 0 100 100" role="img" aria-label=(language.suit(name(suit))) color=(ink(suit)) {
            use href={ (assets::CARDS.address()) "#" (name(suit)) } {}
        }
    }
}
