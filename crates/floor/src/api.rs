//! The floor over HTTP: commands as JSON, events as streams, one table of who may do what.

mod cookies;
mod deeds;
mod docs;
mod duty;
mod gate;
mod guard;
mod health;
mod held;
mod listen;
mod money;
mod operate;
mod past;
mod people;
mod problem;
mod proxy;
mod proxy_header;
mod rounds;
mod serve;
mod tables;
mod tls;
mod who;

use std::sync::Arc;

use axum::Router;
use axum::routing::get;
use utoipa::OpenApi;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::house::Floor;
use gate::Gate;

pub use deeds::{
    Proof, Scope, add_person, assign, change_person, customer, end_seat, exchange_at_cage, judge, keep_open,
    meters, post, require, revoke_token, sign_on, tokens_of, top_up, welcome_guest,
};
pub use gate::Client;
pub use guard::Guard;
pub use listen::short_messages;
pub use past::{Found, Looked, Wanted, find_rounds, look_at_round, shoes_of_round};
pub use people::session_cookie;
pub use problem::{Against, Problem};
pub use proxy::{ForwardedHeader, Network, NotANetwork, Proxies};
pub use serve::{Entrance, serve, serve_metrics};
pub use tables::desk;
pub use tls::{BadCertificate, Tls};
pub use who::{SESSION, Shown, Who};

/// The API document's first words.
#[derive(OpenApi)]
#[openapi(
    components(schemas(Problem)),
    info(
        title = "Croupier",
        description = "Casino blackjack by the book. Amounts are whole numbers of minor units (cents), times are milliseconds \
                   since 1970. Whatever is done at a table or moves credits takes an `id` made by its sender: the same id \
                   again has one effect and the same answer. Signing in and out, guests, logins, passwords and tokens take \
                   none: where no answer came, look at what became of the request before you send it again."
    )
)]
struct Document;

/// The routes with their document.
fn routes_and_document() -> (Router<Floor>, utoipa::openapi::OpenApi) {
    OpenApiRouter::with_openapi(Document::openapi())
        .routes(routes!(tables::list))
        .routes(routes!(tables::look))
        .routes(routes!(tables::say))
        .routes(routes!(tables::stay))
        .routes(routes!(tables::end_seat))
        .routes(routes!(listen::events))
        .routes(routes!(listen::socket))
        .routes(routes!(people::guest))
        .routes(routes!(people::sign_in))
        .routes(routes!(people::unlock))
        .routes(routes!(people::sign_out))
        .routes(routes!(people::me))
        .routes(routes!(people::own_password))
        .routes(routes!(people::all, people::add))
        .routes(routes!(people::change))
        .routes(routes!(people::token))
        .routes(routes!(people::tokens))
        .routes(routes!(people::revoke))
        .routes(routes!(money::buy))
        .routes(routes!(money::cash_out))
        .routes(routes!(money::play_money))
        .routes(routes!(money::own_statement))
        .routes(routes!(money::exchange))
        .routes(routes!(money::serve_terminal))
        .routes(routes!(rounds::find))
        .routes(routes!(rounds::one))
        .routes(routes!(rounds::transcript))
        .routes(routes!(rounds::shoe))
        .routes(routes!(rounds::rule_book))
        .routes(routes!(duty::look))
        .routes(routes!(duty::judge))
        .routes(routes!(duty::assign))
        .routes(routes!(duty::sign_on))
        .routes(routes!(operate::open))
        .routes(routes!(operate::post))
        .routes(routes!(operate::meters))
        .routes(routes!(operate::log))
        .routes(routes!(health::health))
        .split_for_parts()
}

/// The API document.
#[must_use]
pub fn document() -> utoipa::openapi::OpenApi {
    routes_and_document().1
}

/// Everything the floor answers: its API, and the pages people look at, which are made elsewhere.
pub fn app(floor: &Floor, guard: Guard, pages: Router) -> Router {
    app_behind(&Gate::new(guard), floor, pages)
}

/// The same behind a gate that counts connections too.
fn app_behind(gate: &Arc<Gate>, floor: &Floor, pages: Router) -> Router {
    let (routes, document) = routes_and_document();
    let routes = routes
        .route("/metrics", get(operate::metrics))
        .with_state(floor.clone())
        .merge(docs::routes(&document))
        .merge(pages)
        .fallback(problem::nothing_here)
        .method_not_allowed_fallback(problem::not_this_way);
    guard::guarded(routes, gate)
}

/// The meters for Prometheus, and nothing else.
fn metrics_behind(gate: &Arc<Gate>, floor: Floor) -> Router {
    let routes = Router::new()
        .route("/metrics", get(operate::open_metrics))
        .with_state(floor)
        .fallback(problem::nothing_here)
        .method_not_allowed_fallback(problem::not_this_way);
    guard::guarded(routes, gate)
}
