//! The three star cards: 福 fortune, 禄 prosperity, 寿 long life. Their characters are drawn stroke by stroke, so that
//! they look the same where no Chinese font is installed.

use maud::{Markup, html};
use vocabulary::{Rank, Suit};

use super::suits::{ink, tone};

/// The left half that 福 and 禄 share.
const ALTAR: &str = "M21 6l8 9M8 27h30Q30 46 9 61M26 45v49M31 49l10 11";

/// The strokes of a star's character on a field of 100 by 100.
const fn strokes(star: Rank) -> Option<&'static str> {
    match star {
        Rank::Fu => Some("M49 11h44M57 25h28v17H57ZM53 54h36v38H53ZM71 54v38M53 73h36"),
        Rank::Lu => Some(
            "M55 12h32v32M57 28h30M47 44h47M71 44v43q0 6-9 1M57 54l8 9M49 86 66 70M90 53 77 64M75 64l19 21",
        ),
        Rank::Shou => {
            Some("M20 19h60M26 35h48M8 51h84M52 5 40 51Q31 76 8 93M38 66h52M68 56v31q0 7-11 1M45 74l9 10")
        }
        _ => None,
    }
}

/// What stands in the corner of a star card.
pub(super) const fn word(star: Rank) -> Option<&'static str> {
    match star {
        Rank::Fu => Some("Fu"),
        Rank::Lu => Some("Lu"),
        Rank::Shou => Some("Shou"),
        _ => None,
    }
}

const STARS: [Rank; 3] = [Rank::Fu, Rank::Lu, Rank::Shou];

/// The three characters as symbols.
pub(super) fn symbols() -> Markup {
    html! {
        @for (star, strokes) in STARS.into_iter().filter_map(|star| Some((star, strokes(star)?))) {
            symbol id=[word(star)] viewBox="-4 -4 108 108" {
                g fill="none" stroke="currentColor" stroke-width="8.5" stroke-linecap="round" stroke-linejoin="round" {
                    @if star != Rank::Shou { path d=(ALTAR) {} }
                    path d=(strokes) {}
                }
            }
        }
    }
}

/// The middle of a star card: the character in a round seal, between its name twice.
pub(super) fn figure(star: Rank, suit: Suit) -> Markup {
    let (ink, tone) = (ink(suit), tone(suit));
    html! {
        circle cx="125" cy="175" r="66" fill=(ink) {}
        circle cx="125" cy="175" r="58" fill="none" stroke=(tone) stroke-width="3" {}
        @for at in 0..16_u8 {
            path d="M125 99l5 8-5 8-5-8Z" fill=(ink) transform=(format!("rotate({} 125 175)", f32::from(at) * 22.5)) {}
        }
        g color="#fff" { use href=[word(star).map(|word| format!("#{word}"))] x="83" y="133" width="84" height="84" {} }
        (title(star))
        g transform="rotate(180 125 175)" { (title(star)) }
    }
}

/// Its name, as it is spoken.
fn title(star: Rank) -> Markup {
    html! {
        text x="132" y="70" text-anchor="middle" font-family="Georgia, 'Times New Roman', 'DejaVu Serif', serif"
            font-weight="700" font-size="36" { (word(star).unwrap_or_default()) }
    }
}
