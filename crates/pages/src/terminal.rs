//! `/tables/ID`: the player's terminal. All of it is made from what the floor shows this viewer.

mod answers;
mod controls;
mod felt;
mod ledger;
mod seat;
mod spot;

pub(crate) use controls::SAID as CONTROLS;
pub(crate) use felt::{common, dealer, hand, lying};
pub(crate) use ledger::PURSE;
pub(crate) use spot::said_at;

use axum::extract::{Path, State};
use axum::response::{IntoResponse, Response};
use floor::{Money, Problem, Role, Sight, Standing};
use maud::{Markup, html};

use crate::House;
use crate::clock::countdown;
use crate::lately::Lately;
use crate::page::{Page, purse_of};
use crate::said::{Tried, trouble};
use crate::sign_in;
use crate::taps::Known;
use crate::texts::{Language, Texts};
use crate::visitor::{Looking, Visitor};
use crate::words::call;

/// Everything a terminal is made from.
pub(crate) struct Terminal<'t> {
    sight: &'t Sight,
    standing: &'t Standing,
    visitor: Option<&'t Visitor>,
    language: Language,
    taps: Known,
    tried: Option<&'t Tried>,
}

impl Terminal<'_> {
    fn texts(&self) -> &'static Texts {
        self.language.texts()
    }

    /// The viewer's own name at the table.
    fn own(&self) -> Option<&str> {
        self.visitor.map(|visitor| visitor.person.name.as_str())
    }

    /// Whether the viewer is someone who plays here: guests play where it is for play money.
    fn plays(&self) -> bool {
        self.visitor.is_some_and(|visitor| {
            visitor.person.role == Role::Player && (!visitor.person.guest || self.is_for_play())
        })
    }

    fn is_for_play(&self) -> bool {
        self.sight.money == Money::Play
    }

    fn is_betting(&self) -> bool {
        self.sight.phase == "betting" && self.sight.open && !self.sight.suspended
    }

    /// Whether wagers would be awaited, were any taken now.
    fn is_suspended(&self) -> bool {
        self.sight.suspended && matches!(self.sight.phase, "betting" | "settled" | "void")
    }

    /// What the dealer says.
    fn call(&self) -> &'static str {
        match (self.is_asked(), self.is_suspended()) {
            (true, _) => self.texts().your_turn,
            (false, true) => self.language.no_wagers_now(),
            (false, false) => call(self.language, self.sight.phase),
        }
    }

    /// Where sentences of this terminal are sent.
    fn say(&self) -> String {
        format!("/tables/{}/say", self.sight.table)
    }

    /// Whether the table waits for the viewer's answer.
    fn is_asked(&self) -> bool {
        !self.sight.options.is_empty()
    }

    fn main(&self, news: &Markup, again: &Markup) -> Markup {
        let sight = self.sight;
        html! {
            main #main.table data-seq=(sight.seq) data-phase=(sight.phase) {
                header.plate {
                    h1 { (self.language.game(&sight.game, &sight.name)) }
                    p.dim {
                        @if self.is_for_play() { span.which { span.play-money { (self.texts().play_money) } " · " } }
                        (self.language.round(sight.round)) span.which { " · " (sight.table) }
                        " · " a href={ "/rules/" (sight.game) "?table=" (sight.table) } { (self.language.rules().rules) }
                        @if self.plays() {
                            " · " a href={ "/tables/" (sight.table) "/history" } { (self.language.terminal().last_rounds) }
                        }
                    }
                    p.call {
                        strong role="status" { (self.call()) }
                        " " (countdown(sight.clock.as_ref(), self.language))
                    }
                }
                (again)
                (self.felt())
                (self.controls())
                div.papers {
                    (self.results())
                    (news)
                    (self.limits())
                    (self.purse_forms())
                }
            }
        }
    }
}

pub(crate) async fn terminal(
    State(house): State<House>,
    Path(table): Path<String>,
    looking: Looking,
) -> Response {
    match page(&house, &looking, &table, None).await {
        Ok(page) => page,
        Err(problem) => trouble(&house.floor, &looking, problem),
    }
}

/// The whole page, with what was tried and not carried out.
pub(crate) async fn page(
    house: &House,
    looking: &Looking,
    table: &str,
    tried: Option<&Tried>,
) -> Result<Response, Problem> {
    let lately = Lately::find(&house.floor, table, looking.eyes(), looking.language).await;
    let (sight, main) = main(house, looking, table, &lately, tried)?;
    let here = format!("/tables/{table}");
    let page = Page {
        title: &looking.language.game(&sight.game, &sight.name),
        language: looking.language,
        visitor: looking.visitor.as_ref(),
        live: Some(format!("{here}/live")),
        here: &here,
        now: sight.now,
        main,
    };
    let status = tried.map(Tried::status).unwrap_or_default();
    Ok((status, page).into_response())
}

/// What changes on it.
pub(crate) fn fragments(
    house: &House,
    looking: &Looking,
    table: &str,
    lately: &Lately,
) -> Result<Markup, Problem> {
    let (_, main) = main(house, looking, table, lately, None)?;
    Ok(html! {
        (main)
        (purse_of(looking))
    })
}

fn main(
    house: &House,
    looking: &Looking,
    table: &str,
    lately: &Lately,
    tried: Option<&Tried>,
) -> Result<(Sight, Markup), Problem> {
    let floor = &house.floor;
    let (desk, eyes) = (floor::desk(floor, table)?, looking.eyes());
    desk.note_look(&eyes);
    let standing = desk.standing.borrow().clone();
    let sight = Sight::of(table, &standing, &eyes, floor.clock().now());
    let taps = house.taps.known(table, looking.name().unwrap_or_default(), sight.round);
    let visitor = looking.visitor.as_ref();
    let terminal =
        Terminal { sight: &sight, standing: &standing, visitor, language: looking.language, taps, tried };
    let main = terminal.main(&lately.markup(), &sign_in::again(looking));
    Ok((sight, main))
}
