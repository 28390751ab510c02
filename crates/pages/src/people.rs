//! `/people`: everyone but guests, for administrators, who add people, give passwords, disable logins, lift lock-outs and
//! revoke tokens.
//!
//! A password is in no address and on no later page: what is typed goes in a form, and one that is made here stands on the
//! answer to that form alone.

mod list;

use axum::Router;
use axum::extract::{Query, State};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Redirect, Response};
use axum::routing::{get, post};
use floor::{LoginChange, People, Person, Problem, Proof, Role};
use serde::Deserialize;

use crate::House;
use crate::door::Door;
use crate::form::Form;
use crate::said::Tried;
use crate::tokens::not_revoked;
use crate::visitor::Looking;
use list::{ADD, Filled, Fresh, List, said_of};

/// The page.
const HERE: &str = "/people";

/// The page and its forms.
pub(crate) fn routes() -> Router<House> {
    Router::new()
        .route("/people", get(page))
        .route("/people/add", post(add).get(leave))
        .route("/people/password", post(password).get(leave))
        .route("/people/login", post(login).get(leave))
        .route("/people/unlock", post(unlock).get(leave))
        .route("/people/tokens/revoke", post(revoke).get(leave))
}

/// The address of a form leads a browser to its page.
async fn leave() -> Redirect {
    Redirect::to(HERE)
}

/// A part of the names that are looked for, and whether a token was just revoked.
#[derive(Deserialize)]
struct Wanted {
    #[serde(default)]
    find: String,
    revoked: Option<String>,
}

async fn page(
    State(house): State<House>,
    looking: Looking,
    Query(Wanted { find, revoked }): Query<Wanted>,
) -> Response {
    answer(&house, &looking, |list| (list.find, list.has_revoked) = (find, revoked.is_some())).await
}

/// Someone new.
#[derive(Deserialize)]
struct NewPerson {
    name: String,
    role: Role,
    #[serde(default)]
    password: String,
    /// The id of the device, for a terminal.
    #[serde(default)]
    device: String,
}

async fn add(
    State(house): State<House>,
    looking: Looking,
    Form(NewPerson { name, role, password, device }): Form<NewPerson>,
) -> Response {
    let (name, secret) = (name.trim(), Secret::typed_or_made(password));
    let done = async {
        let by = Door::People.enter(&looking)?;
        let entrance = match role {
            Role::Terminal => Proof::Device(device),
            _ => Proof::Password(secret.password.clone()),
        };
        floor::add_person(&house.floor, by, name, role, entrance).await
    };
    match done.await {
        Ok(Person { name, role: Role::Terminal, .. }) => {
            Redirect::to(&format!("{HERE}#person-{name}")).into_response()
        }
        Ok(person) => told(&house, &looking, &person.name, secret).await,
        Err(problem) => {
            let problem = match role {
                Role::Terminal if People::is_name(name) && problem.status == 422 => {
                    Problem { detail: looking.language.staff().device_hint.to_owned(), ..problem }
                }
                _ => explained(&looking, problem, name, &secret),
            };
            let tried = Tried { at: ADD.to_owned(), problem };
            let filled = Filled { name: name.to_owned(), role };
            answer(&house, &looking, |list| (list.tried, list.filled) = (Some(tried), filled)).await
        }
    }
}

/// A new password for someone.
#[derive(Deserialize)]
struct NewPassword {
    name: String,
    #[serde(default)]
    password: String,
}

async fn password(
    State(house): State<House>,
    looking: Looking,
    Form(NewPassword { name, password }): Form<NewPassword>,
) -> Response {
    let secret = Secret::typed_or_made(password);
    let done = async {
        let by = Door::People.enter(&looking)?;
        let change = LoginChange { password: Some(secret.password.clone()), ..LoginChange::default() };
        floor::change_person(&house.floor, by, &name, change).await
    };
    match done.await {
        Ok(person) => told(&house, &looking, &person.name, secret).await,
        Err(problem) => {
            let problem = explained(&looking, problem, &name, &secret);
            let tried = Tried { at: said_of(&name), problem };
            answer(&house, &looking, |list| list.tried = Some(tried)).await
        }
    }
}

/// Whether someone may come in.
#[derive(Deserialize)]
struct Login {
    name: String,
    disabled: bool,
}

async fn login(
    State(house): State<House>,
    looking: Looking,
    Form(Login { name, disabled }): Form<Login>,
) -> Response {
    change(&house, &looking, &name, LoginChange { disabled: Some(disabled), ..LoginChange::default() }).await
}

/// Someone who is locked out after wrong passwords.
#[derive(Deserialize)]
struct LockedOut {
    name: String,
}

async fn unlock(
    State(house): State<House>,
    looking: Looking,
    Form(LockedOut { name }): Form<LockedOut>,
) -> Response {
    change(&house, &looking, &name, LoginChange { unlock: true, ..LoginChange::default() }).await
}

/// A token of someone.
#[derive(Deserialize)]
struct TokenOf {
    name: String,
    token: String,
}

async fn revoke(
    State(house): State<House>,
    looking: Looking,
    Form(TokenOf { name, token }): Form<TokenOf>,
) -> Response {
    let done = async {
        let by = Door::People.enter(&looking)?;
        floor::revoke_token(&house.floor, by, &name, &token).await
    };
    match done.await {
        Ok(()) => Redirect::to(&format!("{HERE}?revoked=true#tokens")).into_response(),
        Err(problem) => {
            let tried = not_revoked(problem, looking.language);
            answer(&house, &looking, |list| list.tried = Some(tried)).await
        }
    }
}

/// Changes a login, and shows it in the list again.
async fn change(house: &House, looking: &Looking, name: &str, change: LoginChange) -> Response {
    let done = async {
        let by = Door::People.enter(looking)?;
        floor::change_person(&house.floor, by, name, change).await
    };
    match done.await {
        Ok(person) => Redirect::to(&format!("{HERE}#person-{}", person.name)).into_response(),
        Err(problem) => {
            let tried = Tried { at: said_of(name), problem };
            answer(house, looking, |list| list.tried = Some(tried)).await
        }
    }
}

/// A password, and whether it was made here.
struct Secret {
    password: String,
    made: bool,
}

impl Secret {
    fn typed_or_made(typed: String) -> Secret {
        let made = typed.is_empty();
        Secret { password: if made { floor::fresh_password() } else { typed }, made }
    }
}

/// Why a name or a password was not taken, in the language of the page.
fn explained(looking: &Looking, problem: Problem, name: &str, secret: &Secret) -> Problem {
    let texts = looking.language.staff();
    if problem.status != StatusCode::UNPROCESSABLE_ENTITY {
        return problem;
    }
    let short = !(10..=200).contains(&secret.password.chars().count());
    let detail = match (People::is_name(name), short) {
        (false, _) => texts.name_hint,
        (true, true) => texts.password_hint,
        (true, false) => return problem,
    };
    Problem { detail: detail.to_owned(), ..problem }
}

/// That someone has a password now: one that was made here is shown this once.
async fn told(house: &House, looking: &Looking, name: &str, Secret { password, made }: Secret) -> Response {
    if made {
        let fresh = Fresh { name: name.to_owned(), password };
        return answer(house, looking, |list| list.fresh = Some(fresh)).await;
    }
    Redirect::to(&format!("{HERE}#person-{name}")).into_response()
}

/// The page, for those who may look at it.
async fn answer(house: &House, looking: &Looking, with: impl FnOnce(&mut List<'_>)) -> Response {
    let shown = async {
        let own = Door::People.enter(looking)?;
        let mut list = List::new(looking, own);
        with(&mut list);
        list.people = house.floor.people().all().await?.into_iter().filter(|person| !person.guest).collect();
        list.locked_out = house.floor.people().locked_out().await?;
        list.tokens = house.floor.people().all_tokens().await?;
        Ok::<Response, Problem>(list.page(house))
    };
    shown.await.unwrap_or_else(|problem| Door::People.refused(looking, problem))
}
