//! A spot: who sits there, its hands, everybody's wagers, and the places where one's own can go.

use floor::{HandSight, KindSight, WagerSight};
use maud::{Markup, html};

use super::Terminal;
use super::felt::hand;
use crate::drawing::pile;
use crate::page::money;
use crate::said;
use crate::words::outcome;

/// Where problems with wagers on a spot are told.
pub(crate) fn said_at(spot: u8) -> String {
    format!("said-spot-{spot}")
}

impl Terminal<'_> {
    pub(super) fn spot(&self, spot: u8) -> Markup {
        let seated = self.sight.seats.get(&spot).map(String::as_str);
        let own = seated.is_some() && seated == self.own();
        let asked = self.sight.options.iter().any(|option| option.spot == Some(spot));
        let hands = || self.sight.hands.iter().filter(move |hand| hand.spot == Some(spot));
        html! {
            section.spot.own[own].asked[asked].busy[hands().next().is_some()] id={ "spot-" (spot) } aria-label=(self.language.spot(spot)) {
                div.hands { @for one in hands() { (self.hand_of(spot, one)) } }
                (self.places(spot))
                (self.seat(spot, seated))
                (said::place(&said_at(spot), self.tried, self.language))
            }
        }
    }

    fn hand_of(&self, spot: u8, one: &HandSight) -> Markup {
        let owner = one.player.as_deref().unwrap_or_default();
        let stem = format!("r{}-s{spot}{owner}-h{}", self.sight.round, one.hand);
        hand(one, &stem, self.language)
    }

    /// A place for every kind of wager, with what lies there.
    fn places(&self, spot: u8) -> Markup {
        let insurances = self.at(spot, "insurance").chain(self.at(spot, "ruling"));
        html! {
            div.places {
                @for kind in &self.sight.kinds { (self.place(spot, kind)) }
                @for wager in insurances { div.place.placed.insurance { (self.wager(wager)) } }
            }
        }
    }

    fn at<'s>(&'s self, spot: u8, kind: &'s str) -> impl Iterator<Item = &'s WagerSight> {
        self.sight.wagers.iter().filter(move |wager| wager.spot == spot && wager.kind == kind)
    }

    fn place(&self, spot: u8, kind: &KindSight) -> Markup {
        let main = kind.kind == "main";
        let name = self.language.wager(&kind.kind, &kind.name);
        let empty = self.at(spot, &kind.kind).next().is_none();
        let on = if main { spot.to_string() } else { format!("{spot} {}", kind.kind) };
        let content = html! {
            span.label { (name) } span.unseen { ", " (self.language.spot(spot)) " " }
            @for wager in self.at(spot, &kind.kind) { (self.wager(wager)) }
        };
        html! {
            @if self.is_betting() && self.plays() {
                button.place.main[main].placed[!empty] form="bets" name="on" value=(on) id={ "place-" (spot) "-" (kind.kind) } { (content) }
            } @else if !empty || main {
                div.place.main[main].placed[!empty] id={ "place-" (spot) "-" (kind.kind) } { (content) }
            }
        }
    }

    fn wager(&self, wager: &WagerSight) -> Markup {
        let own = self.own() == Some(wager.player.as_str());
        let whose = if own { self.texts().you } else { wager.player.as_str() };
        let tone = match wager.outcome {
            Some("won" | "even-money") => "good",
            Some("lost") => "bad",
            _ => "",
        };
        html! {
            span.wager.own[own] data-outcome=[wager.outcome] {
                (pile(wager.stake))
                span.stake { (money(wager.stake)) span.unseen { " " (whose) } }
                @if let Some(what) = wager.outcome {
                    span.outcome.(tone) { (outcome(self.language, what)) }
                }
            }
        }
    }

    fn seat(&self, spot: u8, seated: Option<&str>) -> Markup {
        let texts = self.texts();
        let own = seated.is_some() && seated == self.own();
        let between = matches!(self.sight.phase, "betting" | "settled" | "void");
        html! {
            div.seat {
                span.number { (spot) }
                @match seated {
                    Some(_) if own => span.name { (texts.you) },
                    Some(name) => span.name title=(name) { (name) },
                    None if self.plays() && between => (self.sentence(spot, &format!("sits on {spot}"), texts.sit_here)),
                    None => span.name.dim { (texts.free) },
                }
                @if own && between && self.at(spot, "main").next().is_none() {
                    (self.sentence(spot, &format!("leaves {spot}"), texts.get_up))
                }
            }
        }
    }

    /// A button that says something about a spot.
    fn sentence(&self, spot: u8, say: &str, says: &str) -> Markup {
        html! {
            form method="post" action=(self.say()) data-said=(said_at(spot)) {
                button.quiet name="say" value=(say) { (says) }
            }
        }
    }
}
