//! Jack, Queen and King: a half figure, and the same upside down, in the manner of printed cards.

use maud::{Markup, PreEscaped, html};
use vocabulary::{Rank, Suit};

use super::suits::{ink, pip, tone};

const SKIN: &str = "#f3d3b3";
const HAIR: &str = "#5a3a22";
const GILT: &str = "#e0a82e";

/// What is worn on the head, above a face whose middle is at 125, 108.
const fn headdress(rank: Rank) -> &'static str {
    match rank {
        Rank::King => {
            "<path d='M97 84 91 48l17 15 17-22 17 22 17-15-6 36Z'/><circle cx='91' cy='47' r='5'/><circle cx='125' cy='40' \
             r='6'/><circle cx='159' cy='47' r='5'/>"
        }
        Rank::Queen => {
            "<path d='M99 84c-3-12-5-20-4-28 8 4 12 8 16 13 3-8 8-15 14-21 6 6 11 13 14 21 4-5 8-9 16-13 1 8-1 16-4 28Z'/>\
             <circle cx='125' cy='44' r='5'/>"
        }
        _ => {
            "<path d='M94 84c0-20 13-31 34-31 18 0 28 10 28 31Z'/><path fill='none' stroke='#e0a82e' stroke-width='7' \
             stroke-linecap='round' d='M146 60c12-5 17-14 14-24'/>"
        }
    }
}

/// What is held in the hand.
const fn held(rank: Rank) -> &'static str {
    match rank {
        Rank::King => {
            "<path stroke='#e0a82e' stroke-width='7' stroke-linecap='round' d='M78 72v100'/><path fill='#e0a82e' d='M70 \
             72h16l-8-18Z'/>"
        }
        Rank::Queen => {
            "<path stroke='#2f7d43' stroke-width='5' stroke-linecap='round' d='M78 98v74M78 132l-12-11'/><circle cx='78' \
             cy='92' r='12' fill='#e0a82e'/><circle cx='78' cy='92' r='5' fill='#fff'/>"
        }
        _ => {
            "<path stroke='#8a5a2b' stroke-width='6' stroke-linecap='round' d='M78 76v96'/><path fill='#b9c0ca' d='M78 \
             56l10 24H68Z'/>"
        }
    }
}

fn half(rank: Rank, suit: Suit) -> Markup {
    let (ink, tone) = (ink(suit), tone(suit));
    html! {
        // Hair behind the head, longer for the queen.
        @if rank == Rank::Queen { path d="M93 86h64l10 66H83Z" fill=(HAIR) {} }
        @else { path d="M97 82h56v40H97Z" fill=(HAIR) {} }
        // The robe, its gilt edge, and the collar.
        path d="M56 176c4-28 26-42 69-42s65 14 69 42Z" fill=(ink) {}
        path d="M92 176c2-22 12-36 33-40 21 4 31 18 33 40Z" fill=(tone) {}
        path d="M111 136l14 40 14-40Z" fill="#fff" {}
        path d="M92 176c2-22 12-36 33-40 21 4 31 18 33 40" fill="none" stroke=(GILT) stroke-width="5" {}
        // The face.
        path d="M104 84h42v26c0 16-9 27-21 27s-21-11-21-27Z" fill=(SKIN) {}
        @if rank == Rank::King { path d="M104 112c4 8 10 8 21 8s17 0 21-8c0 22-9 34-21 34s-21-12-21-34Z" fill=(HAIR) {} }
        path d="M112 100h5M133 100h5M125 101v10" stroke="#3a2414" stroke-width="3.4" stroke-linecap="round" fill="none" {}
        path d="M120 122q5 3 10 0" stroke="#b34a4a" stroke-width="3.4" stroke-linecap="round" fill="none" {}
        path d="M101 84h48" stroke=(ink) stroke-width="7" {}
        g fill=(if rank == Rank::Jack { ink } else { GILT }) { (PreEscaped(headdress(rank))) }
        (PreEscaped(held(rank)))
        circle cx="78" cy="150" r="8" fill=(SKIN) {}
        (pip(suit, (168.0, 72.0), 34.0, false))
    }
}

/// The middle of a court card.
pub(super) fn figure(rank: Rank, suit: Suit) -> Markup {
    html! {
        // A little narrower than drawn, so that the index stands free.
        g transform="translate(14 4) scale(.888 .978)" {
            rect x="56" y="20" width="138" height="310" rx="6" fill="#fdf8ec" stroke=(ink(suit)) stroke-width="2.5" {}
            (half(rank, suit))
            g transform="rotate(180 125 175)" { (half(rank, suit)) }
            path d="M57 175h136" stroke=(GILT) stroke-width="4" {}
        }
    }
}
