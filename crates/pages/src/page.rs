//! The frame of every page: its head, the bar with who is signed in and the language switch, and what must never be
//! missing. Nothing in it is inline script or style; nothing comes from elsewhere.

use axum::http::{HeaderValue, header};
use axum::response::{IntoResponse, Response};
use floor::{Action, Money, may};
use maud::{DOCTYPE, Markup, html};

use crate::account;
use crate::assets;
use crate::door::Door;
use crate::texts::Language;
use crate::visitor::{Looking, Visitor};

/// Where a page may load from and where it may send to: here, and nowhere else.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; \
                      form-action 'self'; frame-ancestors 'none'; base-uri 'none'";

/// A page.
pub(crate) struct Page<'p> {
    pub(crate) title: &'p str,
    pub(crate) language: Language,
    pub(crate) visitor: Option<&'p Visitor>,
    /// The page's own address, for the language switch.
    pub(crate) here: &'p str,
    /// Where its fragments come from as they change.
    pub(crate) live: Option<String>,
    /// The server's time, by which clocks on the page run.
    pub(crate) now: i64,
    pub(crate) main: Markup,
}

impl IntoResponse for Page<'_> {
    fn into_response(self) -> Response {
        let mut response = self.markup().into_response();
        response.headers_mut().insert(header::CONTENT_SECURITY_POLICY, HeaderValue::from_static(POLICY));
        response
    }
}

impl Page<'_> {
    fn markup(&self) -> Markup {
        let texts = self.language.texts();
        html! {
            (DOCTYPE)
            html lang=(self.language.tag()) {
                head {
                    meta charset="utf-8";
                    title { (self.title) " · Croupier" }
                    meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover";
                    meta name="color-scheme" content="dark";
                    meta name="theme-color" content="#08251b";
                    link rel="icon" type="image/svg+xml" href=(assets::ICON.address());
                    link rel="stylesheet" href=(assets::STYLE.address());
                    @if self.visitor.is_some_and(|visitor| !may(visitor.person.role, Action::Play)) {
                        link rel="stylesheet" href=(assets::STAFF.address());
                    }
                    script type="module" src=(assets::SCRIPT.address()) {}
                }
                body data-live=[&self.live] data-now=(self.now) data-lost=(texts.connection_lost) data-back=(texts.meanwhile)
                    data-quiet=(texts.nothing_meanwhile) {
                    a.skip href="#main" { (texts.skip) }
                    (self.bar())
                    p #connection role="status" hidden {}
                    (self.main)
                }
            }
        }
    }

    /// The pages for staff that are open to this viewer.
    fn doors(&self) -> impl Iterator<Item = Door> {
        let role = self.visitor.map(|visitor| visitor.person.role);
        Door::WITH_A_PAGE.into_iter().filter(move |door| role.is_some_and(|role| door.is_open_to(role)))
    }

    fn bar(&self) -> Markup {
        let texts = self.language.texts();
        html! {
            header.bar {
                a.house href="/" { (texts.croupier) }
                nav aria-label=(texts.language) {
                    @for door in self.doors() { a href=(door.address()) { (door.texts(self.language).title) } }
                    @for other in Language::ALL.into_iter().filter(|other| *other != self.language) {
                        form method="post" action="/language" {
                            input type="hidden" name="back" value=(self.here);
                            button.quiet name="tag" value=(other.tag()) lang=(other.tag()) { (other.own_name()) }
                        }
                    }
                    @if let Some(visitor) = self.visitor {
                        form method="post" action="/sign-out" { button.quiet { (texts.sign_out) } }
                        (purse(visitor, self.language))
                    }
                }
            }
        }
    }
}

/// The viewer, if signed in; a page may outlive a session.
pub(crate) fn purse_of(looking: &Looking) -> Markup {
    let none = || html! { p #purse.purse hidden {} };
    looking.visitor.as_ref().map_or_else(none, |visitor| purse(visitor, looking.language))
}

/// Who is signed in, with their credits or their role.
pub(crate) fn purse(visitor: &Visitor, language: Language) -> Markup {
    let texts = language.texts();
    let (person, own) = (&visitor.person, language.account());
    html! {
        p #purse.purse {
            @if visitor.login().is_some() { a.who href=(account::HERE) { span.unseen { (own.title) ": " } (person.name) } }
            @else { span.who title=(person.name) { (if person.guest { texts.guest } else { &person.name }) } }
            @if may(visitor.person.role, Action::OwnMoney) {
                " " span.unseen { (texts.balance) } " "
                strong { (money(visitor.balance.units())) }
                @if visitor.money == Money::Play { " " span.which { (texts.play_money) } }
            } @else {
                " · " (language.role(visitor.person.role))
            }
        }
    }
}

/// An amount for people: no decimals where there are none, and its thousands apart.
pub(crate) fn money(units: i64) -> String {
    let whole = (units / 100).unsigned_abs().to_string();
    let mut grouped = String::new();
    for (at, digit) in whole.chars().enumerate() {
        if at > 0 && (whole.len() - at).is_multiple_of(3) {
            grouped.push('\u{2009}');
        }
        grouped.push(digit);
    }
    let sign = if units < 0 { "−" } else { "" };
    match (units % 100).unsigned_abs() {
        0 => format!("{sign}{grouped}"),
        cents => format!("{sign}{grouped}.{cents:02}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn amounts_are_written_as_people_read_them() {
        let written = [
            (0, "0"),
            (5, "0.05"),
            (150, "1.50"),
            (100_000, "1\u{2009}000"),
            (-123_456_789, "−1\u{2009}234\u{2009}567.89"),
        ];
        for (units, text) in written {
            assert_eq!(money(units), text);
        }
    }
}
