//! `/cards`: everything that is drawn, at the sizes it is shown in, for people who change the drawings.

use axum::response::{IntoResponse, Response};
use maud::html;
use vocabulary::{Card, Rank, Suit};

use crate::drawing::{DENOMINATIONS, card, card_back, card_name, chip, pile};
use crate::page::Page;
use crate::texts::Language;

fn of(suit: Suit) -> impl Iterator<Item = Card> {
    Rank::ALL.into_iter().filter_map(move |rank| Card::new(rank, suit))
}

pub(crate) async fn gallery(language: Language) -> Response {
    let title = language.texts().gallery;
    let main = html! {
        main #main.gallery {
            h1 { (title) }
            section.felt {
                @for (class, suits) in [("large", &Suit::STANDARD[..]), ("large", &Suit::ELEMENTS)] {
                    @for &suit in suits {
                        div.row.(class) {
                            @for one in of(suit) { (card(one, &format!("{class}-{one}"), language)) }
                        }
                    }
                }
                div.row.large { (card_back("large-back", language)) }
                div.row.small {
                    @for suit in Suit::STANDARD.into_iter().chain(Suit::ELEMENTS) {
                        @for one in of(suit).skip(7) { span title=(card_name(one, language)) { (card(one, &format!("small-{one}"), language)) } }
                    }
                    (card_back("small-back", language))
                }
                div.row.chips { @for worth in DENOMINATIONS { (chip(worth)) } }
                div.row.piles { @for units in [500, 2_500, 8_600, 37_650, 999_950] { (pile(units)) } }
            }
        }
    };
    Page { title, language, visitor: None, here: "/cards", live: None, now: 0, main }.into_response()
}
