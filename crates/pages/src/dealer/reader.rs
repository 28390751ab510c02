//! The card reader: what the script needs to take a card from a keyboard or a scanner, on every page of a dealer who has real
//! cards in hand, and the place where it names the cards that were not recorded.

use floor::{Dealing, Table};
use maud::{Markup, html};

use crate::texts::Language;

/// The reader of a table with real cards. Cards are posted to `to`; without it the page takes none and says so.
pub(super) fn reader(table: &Table, language: Language, to: Option<&str>) -> Markup {
    let (texts, deck) = (language.dealer(), table.rules().deck());
    let ranks: String = deck.ranks().map(vocabulary::Rank::letter).collect();
    let suits: String = deck.suits().iter().map(|suit| suit.letter()).collect();
    html! {
        @if matches!(table.dealing(), Dealing::Dealer) {
            div #reader.reader role="alert" data-keep data-ranks=(ranks) data-suits=(suits) data-to=[to]
                data-rank-first=(texts.key_card) data-suit-next=(texts.suit_next) data-lost=(texts.not_recorded)
                data-unsure=(texts.unsure) data-elsewhere=(texts.at_console) data-noted=(texts.noted) {}
        }
    }
}
