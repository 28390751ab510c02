//! The pages: a lobby, a table people want to sit at. HTML made here, for each viewer, from what the floor shows him;
//! nothing about the game is reckoned in a browser.

mod account;
mod advice;
mod assets;
mod book;
mod cage;
mod charts;
mod clause;
mod clock;
mod commands;
mod dealer;
mod door;
mod drawing;
mod figures;
mod form;
mod gallery;
mod history;
mod lately;
mod live;
mod lobby;
mod moment;
mod page;
mod people;
mod pit;
mod practice;
mod recall;
mod rules;
mod said;
mod sign_in;
mod stumbles;
mod taps;
mod tell;
mod terminal;
mod texts;
mod tokens;
mod visitor;
mod visits;
mod words;
mod worth;

use std::sync::Arc;

use axum::Router;
use axum::middleware::from_fn_with_state;
use axum::routing::{any, get, post};
use floor::Floor;
use tower_http::CompressionLevel;
use tower_http::compression::CompressionLayer;

use crate::practice::Seats;
use crate::taps::Taps;

/// What every page is made from.
#[derive(Clone)]
pub(crate) struct House {
    floor: Floor,
    taps: Arc<Taps>,
    practice: Arc<Seats>,
}

/// All pages of this floor.
pub fn pages(floor: &Floor) -> Router {
    let house = House { floor: floor.clone(), taps: Arc::default(), practice: Arc::default() };
    Router::new()
        .route("/", get(lobby::lobby))
        .route("/live", get(live::lobby))
        .route("/seat", post(visits::seat))
        .route("/sign-in", post(visits::sign_in))
        .route("/sign-out", post(visits::sign_out))
        .route("/language", post(visits::language))
        .route("/tables/{table}", get(terminal::terminal))
        .route("/tables/{table}/live", get(live::table))
        .route("/tables/{table}/say", post(commands::say))
        .route("/tables/{table}/stay", post(commands::stay))
        .route("/tables/{table}/bets", post(commands::bets))
        .route("/tables/{table}/play-money", post(commands::play_money))
        .route("/cards", get(gallery::gallery))
        .merge(practice::routes())
        .merge(history::routes())
        .merge(recall::routes())
        .merge(rules::routes())
        .merge(charts::routes())
        .merge(dealer::routes())
        .merge(assets::routes())
        .merge(pit::routes())
        .merge(account::routes())
        .merge(people::routes())
        .merge(cage::routes())
        .route("/{*nowhere}", any(stumbles::nothing_here))
        .method_not_allowed_fallback(stumbles::not_this_way)
        .layer(from_fn_with_state(house.clone(), stumbles::told))
        // Pages are made for each viewer, so each is compressed anew: the fastest way is a quarter of the work.
        .layer(CompressionLayer::new().quality(CompressionLevel::Fastest))
        .with_state(house)
}
