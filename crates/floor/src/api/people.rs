//! Coming in, going out, and looking after logins.

use axum::extract::State;
use axum::http::StatusCode;
use axum_extra::extract::CookieJar;
use axum_extra::extract::cookie::{Cookie, SameSite};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::deeds::{Proof, add_person, change_person, revoke_token, tokens_of, welcome_guest};
use super::gate::Client;
use super::problem::{Changing, Problem, Reading};
use super::who::{Json, Path, Query, SESSION, Shown, Who};
use crate::house::Floor;
use crate::money::Money;
use crate::people::{Lifetime, LoginChange, Person, Token, TokenFact, Unwelcome};
use crate::roles::{Action, Role};

/// Someone, as others may know them.
#[derive(Serialize, ToSchema)]
pub(super) struct Known {
    name: String,
    role: Role,
    guest: bool,
    disabled: bool,
    /// The id of the device, where it is a terminal.
    #[serde(skip_serializing_if = "Option::is_none")]
    device: Option<String>,
}

impl From<Person> for Known {
    fn from(person: Person) -> Known {
        let Person { name, role, guest, disabled, device, .. } = person;
        Known { name, role, guest, disabled, device }
    }
}

/// The cookie that signs a browser in.
#[must_use]
pub fn session_cookie(token: &Token) -> Cookie<'static> {
    let mut cookie = Cookie::new(SESSION, token.secret().to_owned());
    cookie.set_http_only(true);
    cookie.set_same_site(SameSite::Strict);
    cookie.set_path("/");
    // A floor that is reached over anything but this machine stands behind TLS; browsers take a secure cookie from
    // localhost as well.
    cookie.set_secure(true);
    cookie
}

/// Come in as a guest, with play money.
#[utoipa::path(post, path = "/api/guest", tag = "people", responses(Changing, (status = 200, description = "signed in by cookie", body = Known)))]
pub(super) async fn guest(
    State(floor): State<Floor>,
    client: Client,
    jar: CookieJar,
) -> Result<(CookieJar, axum::Json<Known>), Problem> {
    let (person, token) = welcome_guest(&floor, &client).await?;
    Ok((jar.add(session_cookie(&token)), axum::Json(person.into())))
}

/// A name and a password.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Credentials {
    name: String,
    #[schema(format = Password)]
    password: String,
}

/// Sign in.
#[utoipa::path(post, path = "/api/sign-in", tag = "people", request_body = Credentials, responses(Changing, (status = 200, description = "signed in by cookie", body = Known)))]
pub(super) async fn sign_in(
    State(floor): State<Floor>,
    client: Client,
    jar: CookieJar,
    Json(Credentials { name, password }): Json<Credentials>,
) -> Result<(CookieJar, axum::Json<Known>), Problem> {
    let (person, token) = floor.let_in(&name, &password, client.source()).await?;
    Ok((jar.add(session_cookie(&token)), axum::Json(person.into())))
}

/// The password again.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Again {
    #[schema(format = Password)]
    password: String,
}

/// Unlock a session that was idle too long.
#[utoipa::path(post, path = "/api/unlock", tag = "people", request_body = Again, responses(Changing, (status = 200, body = Known)))]
pub(super) async fn unlock(
    State(floor): State<Floor>,
    client: Client,
    Shown(token): Shown,
    Json(Again { password }): Json<Again>,
) -> Result<axum::Json<Known>, Problem> {
    let token = token.ok_or_else(Problem::sign_in)?;
    let unlocked = floor.unlock(&token, &password, client.source()).await?;
    let person = unlocked.ok_or_else(Problem::sign_in)?;
    Ok(axum::Json(person.into()))
}

/// Sign out.
#[utoipa::path(post, path = "/api/sign-out", tag = "people", responses(Changing, (status = 204, description = "signed out")))]
pub(super) async fn sign_out(
    State(floor): State<Floor>,
    Shown(token): Shown,
    jar: CookieJar,
) -> Result<(CookieJar, StatusCode), Problem> {
    if let Some(token) = token {
        floor.sign_out(&token).await?;
    }
    Ok((jar.remove(Cookie::build(SESSION).path("/")), StatusCode::NO_CONTENT))
}

/// Yourself.
#[derive(Serialize, ToSchema)]
pub(super) struct Me {
    #[serde(flatten)]
    known: Known,
    /// Your credits in real money, in minor units.
    balance: i64,
    /// Your credits in play money, in minor units.
    play_balance: i64,
}

/// Who you are and what you have.
#[utoipa::path(get, path = "/api/me", tag = "people", responses(Reading, (status = 200, body = Me)))]
pub(super) async fn me(State(floor): State<Floor>, who: Who) -> Result<axum::Json<Me>, Problem> {
    let person = who.someone()?;
    let balance = floor.cage().balance(&person.name).await?.units();
    let play_balance = floor.cage().balance_in(Money::Play, &person.name).await?.units();
    Ok(axum::Json(Me { known: person.into(), balance, play_balance }))
}

/// Your password and the one you want instead.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct OwnPassword {
    #[schema(format = Password)]
    password: String,
    #[schema(format = Password, min_length = 10, max_length = 200)]
    new: String,
}

/// Change your own password. You stay signed in here, and are signed out everywhere else.
#[utoipa::path(post, path = "/api/me/password", tag = "people", request_body = OwnPassword, responses(Changing, (status = 200, description = "signed in anew by cookie", body = Known)))]
pub(super) async fn own_password(
    State(floor): State<Floor>,
    who: Who,
    client: Client,
    jar: CookieJar,
    Json(OwnPassword { password, new }): Json<OwnPassword>,
) -> Result<(CookieJar, axum::Json<Known>), Problem> {
    let person = who.someone()?;
    let (person, token) = floor.change_own_password(&person, &password, &new, client.source()).await?;
    Ok((jar.add(session_cookie(&token)), axum::Json(person.into())))
}

/// Everyone.
#[utoipa::path(get, path = "/api/people", tag = "people", responses(Reading, (status = 200, body = [Known])))]
pub(super) async fn all(State(floor): State<Floor>, who: Who) -> Result<axum::Json<Vec<Known>>, Problem> {
    who.may(Action::People)?;
    Ok(axum::Json(floor.people().all().await?.into_iter().map(Known::from).collect()))
}

/// Someone new.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct NewPerson {
    name: String,
    role: Role,
    /// For everyone but a terminal.
    #[schema(format = Password, min_length = 10, max_length = 200)]
    password: Option<String>,
    /// The id of the device, for a terminal.
    #[schema(min_length = 1, max_length = 100, pattern = "^[ -~]+$")]
    device: Option<String>,
}

/// Add someone with a password, or a terminal with its device id. A token adds terminals only.
#[utoipa::path(post, path = "/api/people", tag = "people", request_body = NewPerson, responses(Changing, (status = 201, body = Known)))]
pub(super) async fn add(
    State(floor): State<Floor>,
    who: Who,
    Json(NewPerson { name, role, password, device }): Json<NewPerson>,
) -> Result<(StatusCode, axum::Json<Known>), Problem> {
    let by = who.may(Action::People)?;
    let entrance = match (password, device) {
        (Some(password), None) => Proof::Password(password),
        (None, Some(device)) => Proof::Device(device),
        _ => return Err(Problem::senseless("give a password, or the device id of a terminal: one of them")),
    };
    let person = add_person(&floor, &by, &name, role, entrance).await?;
    Ok((StatusCode::CREATED, axum::Json(person.into())))
}

/// What to change about someone.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Change {
    /// Whether their login is disabled.
    disabled: Option<bool>,
    /// Their new password.
    #[schema(format = Password, min_length = 10, max_length = 200)]
    password: Option<String>,
    /// Whether to lift a lock-out after wrong passwords. A new password and enabling a login do that too.
    #[serde(default)]
    unlock: bool,
}

/// Disable or enable a login, give it a new password, or lift a lock-out: all that is asked for, or nothing. Nobody changes
/// the login of a higher post, the last administrator stays, and a token sets no passwords.
#[utoipa::path(post, path = "/api/people/{name}", tag = "people", params(("name" = String, Path)), request_body = Change,
    responses(Changing, (status = 200, body = Known)))]
pub(super) async fn change(
    State(floor): State<Floor>,
    who: Who,
    Path(name): Path<String>,
    Json(Change { disabled, password, unlock }): Json<Change>,
) -> Result<axum::Json<Known>, Problem> {
    let change = LoginChange { disabled, password, unlock };
    let person = change_person(&floor, &who.someone()?, &name, change).await?;
    Ok(axum::Json(person.into()))
}

/// A machine's token. Shown once.
#[derive(Serialize, ToSchema)]
pub(super) struct NewToken {
    token: String,
    #[serde(flatten)]
    fact: TokenFact,
}

#[derive(Deserialize, utoipa::IntoParams)]
pub(super) struct Days {
    /// For how many days the token is good: 90, if you do not say.
    #[param(minimum = 1, maximum = 366)]
    days: Option<u16>,
}

/// Make a token for a machine that acts as someone. Everything done with it names the person who made it, so only a
/// person who is signed in makes one, not another token.
#[utoipa::path(post, path = "/api/people/{name}/token", tag = "people", params(("name" = String, Path), Days), responses(Changing, (status = 201, description = "shown this once", body = NewToken)))]
pub(super) async fn token(
    State(floor): State<Floor>,
    who: Who,
    Path(name): Path<String>,
    Query(Days { days }): Query<Days>,
) -> Result<(StatusCode, axum::Json<NewToken>), Problem> {
    let by = who.may(Action::People)?;
    let lifetime = match days {
        Some(days) => {
            Lifetime::days(days).ok_or_else(|| Problem::unreadable("a token is good for 1 to 366 days"))?
        }
        None => Lifetime::default(),
    };
    let person = floor.people().find(&name).await?.ok_or(Unwelcome::Nobody)?;
    let (token, fact) = floor.people().make_token(&by, &person, lifetime).await?;
    Ok((StatusCode::CREATED, axum::Json(NewToken { token: token.secret().to_owned(), fact })))
}

/// List the tokens that act for you and are still good; as an administrator, those of anyone.
#[utoipa::path(get, path = "/api/people/{name}/tokens", tag = "people", params(("name" = String, Path)), responses(Reading, (status = 200, body = [TokenFact])))]
pub(super) async fn tokens(
    State(floor): State<Floor>,
    who: Who,
    Path(name): Path<String>,
) -> Result<axum::Json<Vec<TokenFact>>, Problem> {
    Ok(axum::Json(tokens_of(&floor, &who.someone()?, &name).await?))
}

/// Which token.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Revoked {
    /// Its id in the list.
    #[schema(example = "5feceb66ffc86f38")]
    token: String,
}

/// Revoke a token that acts for you; as an administrator, anyone's token. It stops working at once.
#[utoipa::path(post, path = "/api/people/{name}/tokens/revoke", tag = "people", params(("name" = String, Path)), request_body = Revoked, responses(Changing, (status = 204, description = "revoked")))]
pub(super) async fn revoke(
    State(floor): State<Floor>,
    who: Who,
    Path(name): Path<String>,
    Json(Revoked { token }): Json<Revoked>,
) -> Result<StatusCode, Problem> {
    revoke_token(&floor, &who.someone()?, &name, &token).await?;
    Ok(StatusCode::NO_CONTENT)
}
