//! Signing in, wherever it is needed, and coming to where one wanted to go.

use axum::response::{IntoResponse, Response};
use floor::Floor;
use maud::{Markup, html};

use crate::page::Page;
use crate::said::{self, Tried};
use crate::visitor::Looking;

/// Where problems of signing in are shown.
pub(crate) const SAID: &str = "said-sign-in";

/// The form. It has the name of somebody who was away for too long.
pub(crate) fn form(looking: &Looking, back: &str, tried: Option<&Tried>) -> Markup {
    let texts = looking.language.texts();
    html! {
        form method="post" action="/sign-in" {
            input type="hidden" name="back" value=(back);
            label { (texts.name) input name="name" value=[&looking.locked] autocomplete="username" autocapitalize="none" required; }
            label { (texts.password) input type="password" name="password" autocomplete="current-password" required; }
            button { (texts.sign_in) }
        }
        (said::place(SAID, tried, looking.language))
    }
}

/// The form on a page that is shown to anyone, for somebody who was away for too long.
pub(crate) fn again(looking: &Looking) -> Markup {
    let texts = looking.language.texts();
    html! {
        @if looking.locked.is_some() {
            section #again.sign-in {
                h2 { (texts.sign_in) }
                p.dim { (texts.unlock) }
                (form(looking, &looking.here, None))
            }
        }
    }
}

/// The form as a page of its own, when what was typed into it elsewhere was wrong.
pub(crate) fn page(floor: &Floor, looking: &Looking, back: &str, tried: &Tried) -> Response {
    let (language, texts) = (looking.language, looking.language.texts());
    let main = html! {
        main #main.lobby {
            section.sign-in.door {
                h1 { (texts.sign_in) }
                (form(looking, back, Some(tried)))
                p { a href="/" { (texts.lobby) } }
            }
        }
    };
    let (visitor, now) = (looking.visitor.as_ref(), floor.clock().now());
    let page = Page { title: texts.sign_in, language, visitor, here: back, live: None, now, main };
    (tried.status(), page).into_response()
}

/// A page of ours, by its address: anything else leads to the lobby.
pub(crate) fn own_page(address: &str) -> &str {
    // Browsers read a backslash as a stroke, and do not read tabs and line ends at all.
    let plain = address.bytes().all(|byte| byte.is_ascii_graphic() && byte != b'\\');
    if plain && address.starts_with('/') && !address.starts_with("//") { address } else { "/" }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_pages_of_ours_are_led_back_to() {
        for own in ["/", "/pit", "/cage?player=ann&receipt=7", "/people#person-dan"] {
            assert_eq!(own_page(own), own);
        }
        for other in
            ["", "pit", "//evil.test", "/\t/evil.test", "/\n/evil.test", "/\\evil.test", "https://evil.test"]
        {
            assert_eq!(own_page(other), "/", "{other:?}");
        }
    }
}
