//! A spot: who sits there, its hands, everybody's wagers, and the places where one's own can go.

use floor::{Awaited, HandSight, KindSight, WagerSight};
use maud::{Markup, html};

use super::Terminal;
use super::felt::hand;
use crate::clause::clause;
use crate::drawing::pile;
use crate::page::money;
use crate::said;
use crate::words::{answer, outcome};

/// Where problems with wagers on a spot are shown.
pub(crate) fn said_at(spot: u8) -> String {
    format!("said-spot-{spot}")
}

impl Terminal<'_> {
    pub(super) fn spot(&self, spot: u8) -> Markup {
        let seated = self.sight.seats.get(&spot).map(String::as_str);
        let own = seated.is_some() && seated == self.own();
        let asked = self.sight.options.iter().any(|option| option.spot == Some(spot));
        let turn = self.turn(spot);
        let hands = || self.sight.hands.iter().filter(move |hand| hand.spot == Some(spot));
        html! {
            section.spot.own[own].asked[asked].turn[turn.is_some()].busy[hands().next().is_some()] id={ "spot-" (spot) }
                aria-label=(self.language.spot(spot)) aria-current=[turn.is_some().then_some("true")] {
                div.hands { @for one in hands() { (self.hand_of(spot, one)) } }
                (self.places(spot))
                (self.seat(spot, seated))
                @if let Some(name) = turn.filter(|_| !asked) {
                    p.deciding { (name) " " (self.language.terminal().deciding) }
                }
                (said::place(&said_at(spot), self.tried, self.language))
            }
        }
    }

    /// Who is waited for on a spot.
    fn turn(&self, spot: u8) -> Option<&str> {
        let asked = |one: &&Awaited| one.spot == Some(spot) && one.what != "card";
        self.sight.awaits.iter().filter(asked).find_map(|one| one.player.as_deref())
    }

    fn hand_of(&self, spot: u8, one: &HandSight) -> Markup {
        let owner = one.player.as_deref().unwrap_or_default();
        let place = format!("r{}-s{spot}{owner}", self.sight.round);
        let active = |awaited: &Awaited| {
            awaited.what == "decision" && (awaited.spot, awaited.hand) == (one.spot, Some(one.hand))
        };
        html! {
            div.holding.active[self.sight.awaits.iter().any(active)] id={ (place) "-p" (one.hand) } {
                (hand(one, &place, self.language))
                (self.automatic(one))
            }
        }
    }

    /// What was decided for a hand because nobody answered.
    fn automatic(&self, one: &HandSight) -> Markup {
        let texts = self.language.terminal();
        let own = one.player.is_some() && one.player.as_deref() == self.own();
        html! {
            @if !one.automatic.is_empty() {
                p.automatic {
                    (if own { texts.decided_for_you } else { texts.played_by_house }) ": "
                    @for (at, taken) in one.automatic.iter().enumerate() {
                        @if at > 0 { ", " }
                        (answer(self.language, taken.word).0)
                    }
                }
                @if let Some(last) = one.automatic.last() {
                    (clause(self.standing.table.rules(), &last.clause, self.language))
                }
            }
        }
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
            span.label { (name) }
            span.unseen { ", " (self.language.spot(spot)) " " @if let Some(behind) = self.behind(spot) { (behind) " " } }
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

    /// Behind whom a wager on a spot is, for viewers who do not see who sits there.
    fn behind(&self, spot: u8) -> Option<String> {
        let other = |seated: &&String| Some(seated.as_str()) != self.own() && !seated.is_empty();
        self.sight.seats.get(&spot).filter(other).map(|seated| self.language.behind(seated))
    }

    fn whose<'s>(&'s self, wager: &'s WagerSight) -> &'s str {
        if self.own() == Some(wager.player.as_str()) { self.texts().you } else { &wager.player }
    }

    fn wager(&self, wager: &WagerSight) -> Markup {
        let own = self.own() == Some(wager.player.as_str());
        // Whose it is goes without saying only where it is the wager of the player who sits there.
        let seated = self.sight.seats.get(&wager.spot).is_some_and(|seated| *seated == wager.player);
        let tone = match wager.outcome {
            Some("won" | "even-money") => "good",
            Some("lost") => "bad",
            _ => "",
        };
        html! {
            span.wager.own[own] data-outcome=[wager.outcome] {
                (pile(wager.stake))
                span.stake { (money(wager.stake)) @if seated { span.unseen { " " (self.whose(wager)) } } }
                @if !seated { span.whose { (self.whose(wager)) } }
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
