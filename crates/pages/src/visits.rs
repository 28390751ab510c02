//! Coming in and going out: as a guest with one click, with a name and a password; and choosing a language.

use axum::extract::State;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Redirect, Response};
use axum_extra::extract::CookieJar;
use axum_extra::extract::cookie::{Cookie, SameSite};
use floor::{Client, Desk, Floor, Money, Person, Problem, Role, SESSION, Source, Unwelcome, session_cookie};
use serde::Deserialize;

use crate::House;
use crate::form::Form;
use crate::lobby::{self, SEAT};
use crate::said::Tried;
use crate::sign_in::{self, own_page};
use crate::texts::{self, Language};
use crate::visitor::Looking;

/// The table someone wants to sit at.
#[derive(Deserialize)]
pub(crate) struct Seat {
    table: String,
}

/// One click to a seat: a viewer without a login becomes a guest.
pub(crate) async fn seat(
    State(house): State<House>,
    looking: Looking,
    jar: CookieJar,
    Form(Seat { table }): Form<Seat>,
) -> Response {
    match sit_down(&house.floor, &looking, jar, &table).await {
        Ok(jar) => (jar, Redirect::to(&format!("/tables/{table}"))).into_response(),
        Err(problem) => lobby::page(&house.floor, &looking, Some(&Tried { at: SEAT.into(), problem })),
    }
}

async fn sit_down(
    floor: &Floor,
    looking: &Looking,
    jar: CookieJar,
    table: &str,
) -> Result<CookieJar, Problem> {
    let desk = floor::desk(floor, table)?;
    let (person, jar) = if let Some(visitor) = &looking.visitor {
        (visitor.person.clone(), jar)
    } else if desk.standing.borrow().table.posted().money == Money::Real {
        return Err(for_real_money(looking.language));
    } else {
        let (person, token) = floor::welcome_guest(floor, &looking.client).await?;
        (person, jar.add(session_cookie(&token)))
    };
    if person.role == Role::Player {
        take_free_spot(&desk, &person).await?;
    }
    Ok(jar)
}

/// Why nobody in particular cannot sit down.
fn for_real_money(language: Language) -> Problem {
    let detail = language.texts().for_real_money;
    Problem::new(StatusCode::FORBIDDEN, "/problems/real-money", "this table is for real money", detail)
}

/// Sits down at a free spot. Where none is free, or cards are out, they stand behind and can sit down later.
async fn take_free_spot(desk: &Desk, person: &Person) -> Result<(), Problem> {
    let standing = desk.standing.borrow().clone();
    let (rules, round) = (standing.table.rules(), standing.table.round());
    let taken = &round.memory().seats;
    let own = standing.table.find(&person.name);
    if own.is_some() && taken.iter().any(|(_, player)| Some(*player) == own) {
        return Ok(());
    }
    let mut spots: Vec<u8> = (1..=rules.spots()).collect();
    // A table fills from its middle.
    spots.sort_by_key(|spot| (spot * 2).abs_diff(rules.spots() + 1));
    let free = spots.into_iter().find(|spot| !taken.iter().any(|(other, _)| other.number() == *spot));
    let Some(free) = free else { return Ok(()) };
    match desk.say(person, None, &format!("sits on {free}")).await {
        Ok(_) | Err(floor::Denied::Rules(_)) => Ok(()),
        Err(denied) => Err(denied.into()),
    }
}

/// A name and a password, and the page to go on to.
#[derive(Deserialize)]
pub(crate) struct Credentials {
    name: String,
    password: String,
    #[serde(default)]
    back: String,
}

pub(crate) async fn sign_in(
    State(house): State<House>,
    looking: Looking,
    client: Client,
    jar: CookieJar,
    Form(Credentials { name, password, back }): Form<Credentials>,
) -> Response {
    let back = own_page(&back);
    let (name, source) = (name.trim(), client.source());
    match let_in(&house.floor, &looking, jar, (name, &password), source).await {
        Ok(jar) => (jar, Redirect::to(back)).into_response(),
        Err(why) => {
            let tried = Tried { at: sign_in::SAID.into(), problem: why.into() };
            if back == "/" {
                lobby::page(&house.floor, &looking, Some(&tried))
            } else {
                sign_in::page(&house.floor, &looking, back, &tried)
            }
        }
    }
}

/// Somebody who was idle too long goes on in their session, in every window; anyone else begins one, and ends the one before.
async fn let_in(
    floor: &Floor,
    looking: &Looking,
    jar: CookieJar,
    (name, password): (&str, &str),
    source: Source,
) -> Result<CookieJar, Unwelcome> {
    if let (Some(locked), Some(token)) = (&looking.locked, &looking.token)
        && locked == name
        && floor.unlock(token, password, source).await?.is_some()
    {
        return Ok(jar);
    }
    let (_, token) = floor.let_in(name, password, source).await?;
    if let Some(before) = &looking.token {
        floor.people().sign_out(before).await?;
    }
    Ok(jar.add(session_cookie(&token)))
}

pub(crate) async fn sign_out(
    State(house): State<House>,
    looking: Looking,
    jar: CookieJar,
) -> Result<Response, Problem> {
    if let Some(token) = &looking.token {
        house.floor.sign_out(token).await?;
    }
    Ok((jar.remove(Cookie::build(SESSION).path("/")), Redirect::to("/")).into_response())
}

/// A language, and the page it was chosen on.
#[derive(Deserialize)]
pub(crate) struct Chosen {
    tag: String,
    back: String,
}

pub(crate) async fn language(jar: CookieJar, Form(Chosen { tag, back }): Form<Chosen>) -> Response {
    let chosen = Language::tagged(&tag).map(|language| {
        let cookie = Cookie::build((texts::COOKIE, language.tag())).path("/").same_site(SameSite::Strict);
        cookie.http_only(true).permanent().build()
    });
    let jar = chosen.into_iter().fold(jar, CookieJar::add);
    (jar, Redirect::to(own_page(&back))).into_response()
}
