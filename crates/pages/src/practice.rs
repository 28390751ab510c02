//! `/practice/GAME`: a seat of one's own where the odds are shown at every decision.

mod seats;

pub(crate) use seats::Seats;

use axum::Router;
use axum::extract::{Path, State};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Redirect, Response};
use axum::routing::get;
use axum_extra::extract::CookieJar;
use axum_extra::extract::cookie::{Cookie, SameSite};
use floor::{Moment, Problem, Sayable};
use maud::{Markup, html};
use round::Viewer;
use rulebook::{GAMES, Rules};
use serde::Deserialize;

use crate::House;
use crate::figures::value;
use crate::form::Form;
use crate::page::money;
use crate::recall::{felt, results, worths};
use crate::rules::page;
use crate::said::trouble;
use crate::texts::Language;
use crate::visitor::Looking;
use crate::words::{answer, call};
use seats::Seat;

/// The cookie that finds a seat again.
const COOKIE: &str = "practice";

/// The routes of these pages.
pub(crate) fn routes() -> Router<House> {
    Router::new().route("/practice/{game}", get(seat).post(act))
}

fn secret(jar: &CookieJar) -> String {
    jar.get(COOKIE).map(|cookie| cookie.value().to_owned()).unwrap_or_default()
}

/// The rules of one of the five games: only for them there are practice seats.
fn rules_of(game: &str) -> Result<Rules, Problem> {
    Rules::of(game).ok_or_else(|| {
        let known = GAMES.join(", ");
        let detail = format!("there is no practice seat for {game:.40}: there is one for each of {known}");
        Problem::new(StatusCode::NOT_FOUND, "/problems/nothing-here", "there is nothing here", detail)
    })
}

async fn seat(
    State(house): State<House>,
    Path(game): Path<String>,
    looking: Looking,
    jar: CookieJar,
) -> Response {
    let rules = match rules_of(&game) {
        Ok(rules) => rules,
        Err(problem) => return trouble(&house.floor, &looking, problem),
    };
    let (language, texts) = (looking.language, looking.language.practice());
    let shown = house.practice.look(&secret(&jar), &game, |seat| Shown { seat, language }.markup());
    let here = format!("/practice/{game}");
    let main = html! {
        main #main.paged.recall.practice {
            header.head {
                h1 { (texts.practice) " · " (language.game(rules.id(), rules.name())) }
                p.dim { (texts.why) }
            }
            @match shown { Some(shown) => (shown), None => { p { (texts.ready) } (deal(texts.deal)) } }
            nav.contents aria-label=(language.rules().contents) {
                a href={ "/rules/" (game) } { (language.rules().rules) } a href={ "/odds/" (game) } { (language.rules().odds) }
            }
        }
    };
    page(&house, &looking, texts.practice, &here, main).into_response()
}

/// What is done at the seat: dealing, or an answer.
#[derive(Deserialize)]
struct Act {
    say: Option<String>,
}

async fn act(
    State(house): State<House>,
    Path(game): Path<String>,
    looking: Looking,
    jar: CookieJar,
    Form(Act { say }): Form<Act>,
) -> Response {
    if let Err(problem) = rules_of(&game) {
        return trouble(&house.floor, &looking, problem);
    }
    let act = |seat: &mut Seat| match &say {
        Some(say) => seat.answer(say),
        None => seat.deal(),
    };
    let back = Redirect::to(&format!("/practice/{game}"));
    if house.practice.look(&secret(&jar), &game, act).is_some() {
        return back.into_response();
    }
    let Some(secret) = house.practice.take(&game) else { return back.into_response() };
    house.practice.look(&secret, &game, Seat::deal);
    let cookie =
        Cookie::build((COOKIE, secret)).path("/practice").same_site(SameSite::Strict).http_only(true);
    (jar.add(cookie), back).into_response()
}

fn deal(says: &str) -> Markup {
    html! { form.deal method="post" { button.answer data-key="D" { span { (says) } kbd aria-hidden="true" { "D" } } } }
}

/// A seat to be shown.
struct Shown<'s> {
    seat: &'s Seat,
    language: Language,
}

impl Shown<'_> {
    fn markup(&self) -> Markup {
        let (seat, texts) = (self.seat, self.language.practice());
        let names = [self.language.texts().you.to_owned()];
        let viewer = seat.player().map_or(Viewer::Public, Viewer::Player);
        let moment = Moment::at(&seat.table, &names, viewer);
        html! {
            div.scene {
                p.told role="status" { strong { (if seat.is_on() { texts.your_turn } else { call(self.language, moment.phase) }) } }
                (felt(&moment, self.language))
                div.aside {
                    @if seat.is_on() { (self.decision()) } @else { (deal(texts.deal_again)) }
                    (self.verdict())
                    (self.so_far())
                }
                @if !seat.is_on() { (results(&moment, seat.table.rules().id(), self.language)) }
            }
        }
    }

    /// The buttons, and what each of them is worth.
    fn decision(&self) -> Markup {
        html! {
            section.controls.asked aria-label=(self.language.practice().your_turn) {
                div.answers { @for option in self.seat.options() { (self.button(&option)) } }
            }
            @match self.seat.advice() {
                Some(advice) => (worths(&advice, None, self.language)),
                None => p.dim { (self.language.practice().not_known) },
            }
        }
    }

    fn button(&self, option: &Sayable) -> Markup {
        let (says, key) = answer(self.language, option.word);
        html! {
            form method="post" {
                button.answer name="say" value=(option.say) data-key=[key] data-word=(option.word) {
                    span { (says) }
                    @if let Some(key) = key { kbd aria-hidden="true" { (key) } }
                }
            }
        }
    }

    fn verdict(&self) -> Markup {
        html! {
            @if let Some((advice, chosen)) = &self.seat.last {
                section.paper.verdicts {
                    h2 { (self.language.practice().verdict) }
                    @let cost = advice.cost(chosen);
                    p.good[cost.is_none()].bad[cost.is_some()] {
                        (answer(self.language, chosen).0) " · "
                        @match cost { Some(cost) => { (self.language.recall().cost) " " (value(cost)) } None => (self.language.recall().well) }
                    }
                }
            }
        }
    }

    fn so_far(&self) -> Markup {
        let (seat, texts) = (self.seat, self.language.practice());
        html! {
            section.paper {
                h2 { (texts.so_far) }
                dl.so-far {
                    dt { (texts.rounds) } dd { (seat.rounds) }
                    dt { (texts.net) } dd.net { @if seat.net.units() > 0 { "+" } (money(seat.net.units())) }
                    dt { (texts.well) } dd { (seat.well) " / " (seat.answers) }
                    dt { (texts.cost) } dd { (value(-seat.cost)) }
                }
            }
        }
    }
}
