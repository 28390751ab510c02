//! All that is drawn: suits, cards and chips as SVG of our own. One sheet of symbols holds every card; a page refers to
//! them by name and a browser keeps the sheet.

mod cards;
mod chips;
mod courts;
mod stars;
mod suits;

pub(crate) use cards::{card, card_back, card_name, rank_name, symbols};
pub(crate) use chips::{DENOMINATIONS, chip, pile};
pub(crate) use suits::sign as suit_sign;

use maud::{Markup, html};

/// The sheet: every suit, every card, the back of a card and the body of a chip.
pub(crate) fn sheet() -> Markup {
    html! {
        svg xmlns="http://www.w3.org/2000/svg" {
            (suits::symbols())
            (stars::symbols())
            (symbols())
            (chips::symbol())
        }
    }
}
