//! Chips: one body, a colour and a figure for each denomination.

use maud::{Markup, html};
use vocabulary::Chips;

use crate::assets;

/// The denominations, in minor units, smallest first.
pub(crate) const DENOMINATIONS: [i64; 9] = [50, 100, 500, 1_000, 2_500, 10_000, 50_000, 100_000, 500_000];
/// How many chips of a large pile are drawn.
const TALLEST: usize = 6;

/// The body of a chip: an edge with eight marks, a ring, a field.
pub(super) fn symbol() -> Markup {
    html! {
        symbol id="chip" viewBox="0 0 100 100" {
            circle cx="50" cy="50" r="49" fill="#0006" {}
            circle cx="50" cy="50" r="47" fill="currentColor" {}
            circle cx="50" cy="50" r="40.5" fill="none" stroke="#fff" stroke-opacity=".92" stroke-width="12"
                stroke-dasharray="15.9 15.9" stroke-dashoffset="8" {}
            circle cx="50" cy="50" r="33" fill="currentColor" stroke="#fff" stroke-width="2.4" {}
            circle cx="50" cy="50" r="29" fill="none" stroke="#fff" stroke-opacity=".55" stroke-width="1.2"
                stroke-dasharray="3 2.1" {}
        }
    }
}

/// A chip of this denomination.
pub(crate) fn chip(units: i64) -> Markup {
    let figure = Chips::minor(units).to_string();
    let figure = figure.strip_suffix("000").map_or(figure.clone(), |thousands| format!("{thousands}K"));
    html! {
        svg.chip data-worth=(units) viewBox="0 0 100 100" aria-hidden="true" {
            use href={ (assets::CARDS.address()) "#chip" } {}
            text x="50" y="51" { (figure) }
        }
    }
}

/// An amount as a pile of chips, the largest at the bottom.
pub(crate) fn pile(units: i64) -> Markup {
    let mut chips = Vec::new();
    let mut left = units;
    for &worth in DENOMINATIONS.iter().rev() {
        while left >= worth && chips.len() < TALLEST {
            chips.push(worth);
            left -= worth;
        }
    }
    html! { span.pile aria-hidden="true" { @for worth in chips { (chip(worth)) } } }
}
