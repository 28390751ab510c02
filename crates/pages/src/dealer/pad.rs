//! The pad for the next card, for a finger: the rank, then the suit. A keyboard and a scanner type the letters on it.

use maud::{Markup, html};
use vocabulary::Rank;

use super::console::Console;
use super::controls::SAID;
use crate::drawing::{rank_name, suit_sign};

impl Console<'_> {
    pub(super) fn pad(&self) -> Markup {
        let (texts, deck) = (self.texts(), self.table().rules().deck());
        html! {
            form #pad.pad method="post" action=(self.say()) data-said=(SAID) {
                // Enter, which some scanners send too, presses a form's first button: this one, which does nothing.
                button hidden disabled {}
                input type="hidden" name="say" value="shoe";
                h2 { (texts.key_card) }
                fieldset.ranks {
                    legend.unseen { (texts.rank) }
                    @for rank in deck.ranks() { (key_of(rank)) }
                }
                fieldset.suits {
                    legend.unseen { (texts.suit) }
                    @for &suit in deck.suits() {
                        @let letter = suit.letter().to_string();
                        button name="suit" value=(letter) {
                            (suit_sign(suit, self.language)) kbd aria-hidden="true" { (letter) }
                        }
                    }
                    button.quiet type="reset" { (texts.cancel) }
                }
            }
        }
    }
}

fn key_of(rank: Rank) -> Markup {
    let letter = rank.letter().to_string();
    let name = rank_name(rank);
    html! {
        label.rank {
            input.unseen type="radio" name="rank" value=(letter) required;
            span.long[name.len() > 2] { (name) }
            @if name != letter { kbd aria-hidden="true" { (letter) } }
        }
    }
}
