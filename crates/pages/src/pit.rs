//! `/pit`: the pit console, for supervisors, managers, auditors and administrators. Each sees and does what the floor's one
//! table of roles allows; every request is looked at anew.

mod approvals;
mod awaits;
mod chart;
mod confirm;
mod dealers;
mod deeds;
mod forms;
mod irregularities;
mod log;
mod meters;
mod overview;
mod posting;
mod seats;
mod settings;
mod supplies;
mod switches;
mod table;
mod told;
mod waiting;

use axum::Router;
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use floor::{Action, Floor, Sight, may};
use maud::{Markup, html};

use crate::House;
use crate::clause::wording;
use crate::door::Door;
use crate::page::Page;
use crate::texts::Language;
use crate::visitor::Looking;

/// The pages of the console and what is said on them.
pub(crate) fn routes() -> Router<House> {
    Router::new()
        .route("/pit", get(overview::page))
        .route("/pit/live", get(overview::live))
        .route("/pit/switches", get(switches::page))
        .route("/pit/switches/live", get(switches::live))
        .route("/pit/open", post(switches::open))
        .route("/pit/logins", post(switches::logins))
        .route("/pit/meters", get(meters::page))
        .route("/pit/meters/live", get(meters::live))
        .route("/pit/irregularities", get(irregularities::page))
        .route("/pit/log", get(log::page))
        .route("/pit/log/live", get(log::live))
        .route("/pit/tables/{table}", get(table::page))
        .route("/pit/tables/{table}/live", get(table::live))
        .route("/pit/tables/{table}/confirm", get(confirm::page))
        .route("/pit/tables/{table}/say", post(confirm::say))
        .route("/pit/tables/{table}/post", post(posting::post))
        .route("/pit/tables/{table}/end-seat", post(seats::end))
        .route("/pit/tables/{table}/approvals", post(approvals::judge))
        .route("/pit/tables/{table}/dealers", post(dealers::assign))
}

/// A page of the console.
struct Console<'c> {
    looking: &'c Looking,
    title: &'c str,
    here: &'c str,
    live: Option<String>,
    now: i64,
    main: Markup,
}

impl IntoResponse for Console<'_> {
    fn into_response(self) -> Response {
        let Console { looking, title, here, live, now, main } = self;
        let title = format!("{title} · {}", looking.language.pit().title);
        let (language, visitor) = (looking.language, looking.visitor.as_ref());
        Page { title: &title, language, visitor, here, live, now, main }.into_response()
    }
}

/// The main part of a page: its heading, the way to the other pages, what runs out, and what stands on it.
fn main(floor: &Floor, looking: &Looking, title: &str, here: &str, content: &Markup) -> Markup {
    html! {
        main #main.pit {
            header.pit-head {
                h1 { (title) }
                (pages(looking, here))
            }
            (supplies::banner(floor, looking))
            (content)
        }
    }
}

/// Whether a table is open.
fn state(sight: &Sight, language: Language) -> &'static str {
    match (sight.open, sight.suspended) {
        (false, _) => language.pit().closed,
        (true, true) => language.no_wagers_now(),
        (true, false) => language.pit().open,
    }
}

/// The pages of the console this viewer may look at.
fn pages(looking: &Looking, here: &str) -> Markup {
    let texts = looking.language.pit();
    let role = looking.visitor.as_ref().map(|visitor| visitor.person.role);
    let all = [
        ("/pit", texts.tables, None),
        ("/pit/switches", texts.switches, Some(&[Action::OpenTables, Action::Disable][..])),
        ("/pit/meters", texts.meters, Some(&[Action::Meters])),
        ("/pit/irregularities", texts.irregularities, Some(&[Action::AnyRounds])),
        ("/pit/log", texts.log, Some(&[Action::Log])),
    ];
    let seen = |actions: Option<&[Action]>| {
        actions.is_none_or(|any| any.iter().any(|action| role.is_some_and(|role| may(role, *action))))
    };
    html! {
        nav.pit-pages aria-label=(texts.title) {
            @for (address, name, _) in all.iter().filter(|(_, _, actions)| seen(*actions)) {
                a href=(address) aria-current=[(*address == here).then_some("page")] { (name) }
            }
        }
    }
}

/// A clause with our wording of it, to be read at once.
fn clause_in_full(rules: &rulebook::Rules, id: &str) -> Markup {
    html! { p.pit-clause { strong { (id) } " " span lang="en" { (wording(rules, id).unwrap_or_default()) } } }
}

/// What a problem of a form is called where it is shown, by the word of the form.
fn said(word: &str) -> String {
    format!("said-{word}")
}

/// A share in per cent.
fn per_cent(share: f64) -> String {
    format!("{:.2} %", share * 100.0)
}

/// A game's name by its table.
fn game_of(table: &floor::Table, language: Language) -> String {
    language.game(table.rules().id(), table.rules().name())
}

/// What a page shows now, or why it is no longer shown: a session may end while someone looks.
fn guarded<T>(
    looking: &Looking,
    entered: Result<T, floor::Problem>,
    shown: impl FnOnce() -> Markup,
) -> Markup {
    match entered {
        Ok(_) => html! { (shown()) (overview::bar(looking)) },
        Err(problem) => Door::Pit.shut(looking, problem),
    }
}
