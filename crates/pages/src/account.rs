//! `/account`: one's own login. Everyone with a password changes it here, and revokes the tokens that act for them.
//!
//! No password is in an address, in a log or on a page: what is typed goes in a form, and fields come back empty.

mod view;

use axum::Router;
use axum::extract::{Query, State};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Redirect, Response};
use axum::routing::{get, post};
use axum_extra::extract::CookieJar;
use floor::{Client, Floor, Person, Problem, Role, Source, Token, Unwelcome, session_cookie};
use serde::Deserialize;

use crate::House;
use crate::form::Form;
use crate::said::trouble;
use crate::tokens::not_revoked;
use crate::visitor::{Looking, Visitor};
use view::{Account, Fault};

/// The page.
pub(crate) const HERE: &str = "/account";

/// The page and its forms.
pub(crate) fn routes() -> Router<House> {
    Router::new()
        .route("/account", get(page))
        .route("/account/password", post(password).get(leave))
        .route("/account/tokens/revoke", post(revoke).get(leave))
}

/// Redirects a visitor at the address of a form to its page.
async fn leave() -> Redirect {
    Redirect::to(HERE)
}

/// What was just done.
#[derive(Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum Deed {
    /// The password was changed.
    Password,
    /// A token was revoked.
    Token,
    /// Nothing this page does.
    #[serde(other)]
    Other,
}

#[derive(Deserialize)]
struct Done {
    done: Option<Deed>,
}

async fn page(State(house): State<House>, looking: Looking, Query(Done { done }): Query<Done>) -> Response {
    answer(&house, &looking, |account| account.done = done).await
}

/// The password, and twice the one that is wanted instead.
#[derive(Deserialize)]
struct PasswordChange {
    old: String,
    new: String,
    again: String,
}

async fn password(
    State(house): State<House>,
    looking: Looking,
    client: Client,
    jar: CookieJar,
    Form(change): Form<PasswordChange>,
) -> Response {
    let login = looking.visitor.as_ref().and_then(Visitor::login);
    let Some(person) = login else { return not_done(&house, &looking).await };
    if change.new != change.again {
        return answer(&house, &looking, |account| account.fault = Some(Fault::differ(looking.language)))
            .await;
    }
    match changed(&house.floor, person, &change, client.source()).await {
        Ok(token) => {
            let jar = jar.add(session_cookie(&token));
            (jar, Redirect::to(&format!("{HERE}?done=password"))).into_response()
        }
        Err(why) => {
            let fault = Fault::of(why, &change.new, looking.language);
            answer(&house, &looking, |account| account.fault = Some(fault)).await
        }
    }
}

async fn changed(
    floor: &Floor,
    person: &Person,
    change: &PasswordChange,
    source: Source,
) -> Result<Token, Unwelcome> {
    let (_, token) = floor.change_own_password(person, &change.old, &change.new, source).await?;
    Ok(token)
}

/// A token of one's own.
#[derive(Deserialize)]
struct OwnToken {
    token: String,
}

async fn revoke(
    State(house): State<House>,
    looking: Looking,
    Form(OwnToken { token }): Form<OwnToken>,
) -> Response {
    let login = looking.visitor.as_ref().and_then(Visitor::login);
    let Some(person) = login else { return not_done(&house, &looking).await };
    match floor::revoke_token(&house.floor, person, &person.name, &token).await {
        Ok(()) => Redirect::to(&format!("{HERE}?done=token#tokens")).into_response(),
        Err(problem) => {
            let tried = not_revoked(problem, looking.language);
            answer(&house, &looking, |account| account.tried = Some(tried)).await
        }
    }
}

/// The page of a person without a password and tokens, in answer to a form they cannot send.
async fn not_done(house: &House, looking: &Looking) -> Response {
    let mut response = answer(house, looking, |_| {}).await;
    if response.status().is_success() {
        *response.status_mut() = StatusCode::CONFLICT;
    }
    response
}

/// The page, for its viewer.
async fn answer(house: &House, looking: &Looking, with: impl FnOnce(&mut Account<'_>)) -> Response {
    let now = house.floor.clock().now();
    let person = match &looking.visitor {
        None => return view::signed_out(looking, now),
        Some(visitor) if visitor.person.guest => return view::guest(looking, now),
        Some(visitor) => &visitor.person,
    };
    if person.role == Role::Terminal {
        let why = looking.language.account().terminal;
        let problem = Problem::new(StatusCode::FORBIDDEN, "/problems/terminal", "a terminal has none", why);
        return trouble(&house.floor, looking, problem);
    }
    match floor::tokens_of(&house.floor, person, &person.name).await {
        Ok(tokens) => {
            let mut account = Account::new(looking, person, tokens);
            with(&mut account);
            account.page(now)
        }
        Err(problem) => trouble(&house.floor, looking, problem),
    }
}
